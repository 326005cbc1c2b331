// Counts a round with fields while it is typed, also without a network: the points of all players with their summands,
// sums and remainders, and impossible values. The form contains the facts of the next round after the waiting ones
// (data-counting, scorekeeper/pads/round_form.py).
//
// data- attributes
//   fields   those of field-keys.js; set here: proposed (empty, and shows the remainder of a sum, which is
//            entered with the round), wrong (impossible), met (as announced)
//   places   made: the points of a player; change: the total before and after; points: the field with the points, for
//            lines about waiting plays; value: the value itself; verdict; round: the number of the round;
//            deals: the dealer, hidden while rounds wait
//   cards    card: shows the fields of a player above the keys; parts: these fields; now: the visible ones

import { make, openPanel, revision, underway, valueOf } from "./app.js";
import { evaluate } from "./expressions.js";
import { enter, inUse, keyFields, needsValue, nextEmpty } from "./field-keys.js";

const language = document.documentElement.lang.replace(/^en$/, "en-GB");
const LISTED = new Intl.ListFormat(language); // without a comma before "and", like the server
const FIGURES = new Intl.NumberFormat(language, { maximumFractionDigits: 3, useGrouping: false });
const MAX_NAMED = 2; // maximum number of players without a value to name while others also lack one

export const figure = (number) => FIGURES.format(number).replace("-", "−");
export const filled = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
const sumOf = (numbers) => numbers.reduce((sum, each) => sum + each, 0);

// The value of a typed number or short sum, or undefined.
export function valueIn(text) {
  const numbers = text
    .replaceAll("−", "-")
    .replaceAll(",", ".")
    .replaceAll("½", ".5")
    .match(/[-+]?\s*(\d+\.?\d*|\.\d+)/g);
  return numbers ? Math.round(1000 * sumOf(numbers.map((each) => Number(each.replaceAll(" ", ""))))) / 1000 : undefined;
}

// "20 + 30"
export function summands(parts) {
  const signs = (part, index) => (part < 0 ? (index ? " − " : "−") : index ? " + " : "");
  return parts.map((part, index) => signs(part, index) + figure(Math.abs(part))).join("");
}

// Replaces the content of a place by these pieces, [tag, text, class], unless they are there already.
export function write(place, ...pieces) {
  const fresh = pieces.map(([tag, textContent, className = ""]) =>
    tag ? make(tag, className ? { textContent, className } : { textContent }) : textContent,
  );
  const content = make("p", {});
  content.append(...fresh);
  if (place && place.innerHTML !== content.innerHTML) place.replaceChildren(...content.childNodes);
}

export function start(form) {
  let read; // the attribute and the facts in it
  let asks = false; // whether the button was tapped before everything was filled in

  const facts = () =>
    (read?.[0] === form.dataset.counting
      ? read
      : (read = [form.dataset.counting, JSON.parse(form.dataset.counting)]))[1];
  const fieldOf = (side, name) => form.querySelector(`input[data-side="${side}"][data-keys="${name}"]`);
  const typed = (field) => (field.type === "checkbox" ? Number(field.checked) : valueIn(field.value));

  // The waiting rounds, and the announcement after them, as fields of their forms.
  function waiting() {
    if (form.dataset.queues === undefined) return { rounds: [] };
    const plays = underway().filter((play) => Math.max(valueOf(play, "revision"), play.past ?? 0) >= revision());
    const bodies = (slot) =>
      plays.filter((play) => play.slots.includes(slot)).map(({ body }) => new URLSearchParams(body));
    const last = plays.at(-1)?.slots[0];
    return { rounds: bodies("round"), announced: last === "announce" ? bodies("announce").at(-1) : undefined };
  }

  // The scope of the expressions: all values of all players, with the usual and the proposed ones.
  function scope() {
    const { names, fields, sides } = facts();
    const { rounds } = waiting();
    const numbers = sides.map(({ key }) =>
      Object.fromEntries(
        fields
          .map(({ name, default: usual }) => {
            const field = fieldOf(key, name);
            return [name, (field && typed(field)) ?? usual];
          })
          .filter(([, value]) => value !== undefined && value !== null),
      ),
    );
    const before = (side, name) =>
      sumOf(rounds.map((body) => valueIn(body.get(`round-values-${side.key}-${name}`) ?? "") ?? 0));
    const points = (side) => sumOf(rounds.map((body) => Number(body.get(`round-points-${side.key}`) ?? 0)));
    return {
      rounds: rounds.length,
      names: { ...names, round: names.round + rounds.length },
      numbers,
      scores: sides.map((side) => side.score + points(side)),
      earlier: sides.map((side) =>
        Object.fromEntries(fields.map(({ name }) => [name, (side.earlier[name] ?? 0) + before(side, name)])),
      ),
    };
  }

  function value(text, { names, numbers, scores, earlier }, own = 0) {
    if (!text) return undefined;
    return (
      evaluate(text, { fields: numbers, own, names: { ...names, score: scores[own] }, earlier: earlier[own] }) ??
      undefined
    );
  }

  // Proposes the remainder of a fixed sum for the last player without a value, or the minimum for all such players if
  // their minimums add up to the remainder.
  function propose(now) {
    for (const { name, default: usual, sumLeast, sumMost, least } of facts().fields) {
      const cells = facts().sides.map(({ key }) => fieldOf(key, name));
      if (cells.includes(null) || usual !== null) continue;
      const [low, high] = [sumLeast, sumMost].map((text) => value(text, now)?.result);
      const empty = cells.filter((each) => each.value.trim() === "");
      const left = high - sumOf(cells.map((each) => typed(each) ?? 0));
      const lowest = value(least, now)?.result ?? -Infinity;
      const each = empty.length === 1 && left >= lowest ? left : left === lowest * empty.length ? lowest : undefined;
      for (const [own, cell] of cells.entries()) {
        const proposes =
          sumLeast && low === high && each !== undefined && empty.includes(cell) && empty.length < cells.length;
        cell.toggleAttribute("data-proposed", Boolean(proposes));
        cell.placeholder = proposes ? figure(each) : "";
        if (proposes) now.numbers[own][name] = each;
      }
    }
  }

  // The impossible values: {message, cells, detail} of each fault.
  function faults(now) {
    const { fields, sides, words } = facts();
    const found = [];
    for (const { name, label, least, most, step, sumLeast, sumMost } of fields) {
      const cells = sides.map(({ key }) => fieldOf(key, name));
      if (cells.includes(null)) continue;
      for (const [own, cell] of cells.entries()) {
        const number = now.numbers[own][name];
        if (typed(cell) === undefined && cell.dataset.proposed === undefined) continue;
        const [low, high] = [least, most].map((text) => value(text, now, own)?.result);
        const wrong =
          number < low ? words.tooLow : number > high ? words.tooHigh : step && number % step ? words.noMultiple : "";
        const limits = { number: `${label} ${figure(number)}`, least: figure(low ?? 0), most: figure(high ?? 0), step };
        if (wrong) found.push({ message: `${sides[own].name}: ${filled(wrong, limits)}`, cells: [cell] });
      }
      const numbers = now.numbers.map((each) => each[name]);
      const [low, high] = [sumLeast, sumMost].map((text) => value(text, now)?.result);
      const sum = sumOf(numbers.map((each) => each ?? 0));
      const complete = !numbers.includes(undefined);
      const negative = (value(least, now)?.result ?? -1) < 0;
      const over = sum > high && (complete || !negative);
      if (!over && !(complete && sum < low)) continue;
      const owners = sides.filter((side, own) => numbers[own] && typed(cells[own]));
      const about = {
        field: label,
        found: figure(sum),
        sum: figure(over ? high : low),
        by: figure(Math.abs(sum - (over ? high : low))),
      };
      const detail =
        over && owners.length ? filled(words.check, { players: LISTED.format(owners.map((side) => side.name)) }) : "";
      const optional = cells.every((each) => each.dataset.default !== undefined || each.type === "checkbox");
      found.push({
        message: filled(over ? words.tooMany : words.tooFew, about),
        detail,
        cells: cells.filter((each) => over && typed(each)),
        late: !over && optional,
      });
    }
    return found;
  }

  // The progress towards the sum of the field in use, or of the field that decides whether the announcement was right.
  function sums(now, at) {
    const { fields, words } = facts();
    const own = fields.filter(({ name }) => form.querySelector(`input[data-keys="${name}"]`));
    const field =
      own.find(
        ({ name, sumMost, sumLeast, announced }) => name === at?.dataset.keys && (sumMost || sumLeast || announced),
      ) ?? own.find(({ sumMost, default: usual }) => sumMost && usual === null);
    if (!field) return "";
    const numbers = now.numbers.map((each) => each[field.name]).filter((each) => each !== undefined);
    const sum = value(field.sumMost ?? field.sumLeast, now)?.result;
    const other = fields.find(({ metBy, sumMost }) => metBy === field.name && sumMost);
    const about = { field: field.label, found: figure(sumOf(numbers)) };
    if (sum !== undefined) return filled(words.allOf, { ...about, sum: figure(sum) });
    return other
      ? filled(words.beside, { ...about, other: other.label, sum: figure(value(other.sumMost, now)?.result ?? 0) })
      : filled(words.all, about);
  }

  function missing() {
    const { fields, sides } = facts();
    return fields.flatMap(({ name, label }) => {
      const without = sides.filter(({ key }) => {
        const cell = fieldOf(key, name);
        return cell && cell.type !== "checkbox" && needsValue(cell) && cell.dataset.proposed === undefined;
      });
      return without.length
        ? [{ label, players: without.map((side) => side.name), cell: fieldOf(without[0].key, name) }]
        : [];
    });
  }

  function count() {
    if (!form.isConnected || !form.dataset.counting) return;
    const { fields, sides, points, words } = facts();
    const now = scope();
    propose(now);
    const wrong = faults(now);
    const lacks = missing();
    const at = inUse(form);
    for (const field of form.querySelectorAll("input[data-keys]")) {
      const cell = field.type === "checkbox" ? field.parentElement : field;
      cell.toggleAttribute(
        "data-wrong",
        wrong.some(({ cells, late }) => !late && cells.includes(field)),
      );
    }
    for (const [own, side] of sides.entries()) {
      const guessed = fields.some(({ name }) => fieldOf(side.key, name)?.dataset.proposed !== undefined);
      const made = fields.every(({ name, announced }) => announced || fieldOf(side.key, name))
        ? value(points, now, own)
        : undefined;
      for (const { name, metBy } of fields) {
        const met = metBy && now.numbers[own][name] !== undefined && now.numbers[own][name] === now.numbers[own][metBy];
        if (metBy) fieldOf(side.key, metBy)?.toggleAttribute("data-met", Boolean(met));
      }
      drawPoints(side, made, now.scores[own], guessed);
      const only = form.querySelector(`[data-value="${side.key}"]`);
      const shown = only && fields.map(({ name }) => fieldOf(side.key, name)).filter(Boolean);
      if (shown) write(only, ...shown.map((field) => (field.value ? ["b", figure(typed(field) ?? 0)] : ["", "–"])));
    }
    const last = now.names.rounds || Infinity;
    for (const each of document.querySelectorAll("[data-round]"))
      each.textContent = Math.min(Number(each.dataset.round) + now.rounds, last);
    // While the last round waits, no other one can follow.
    for (const each of document.querySelectorAll("#rounds .send")) each.hidden = now.names.round > last;
    for (const each of document.querySelectorAll("[data-deals]")) each.hidden = now.rounds > 0; // only the server knows the dealer after them
    drawKeys(now, at);
    drawVerdict(now, wrong, lacks, at, words);
    drawCards(at);
    drawButtons(wrong, lacks, at, words);
  }

  function drawPoints({ key }, made, score, guessed) {
    const parts = made ? summands(made.parts) : "";
    const classes = [made?.result < 0 && "less", guessed && "guessed"].filter(Boolean).join(" ");
    const [result, sum] = [
      made && ["b", figure(made.result), classes],
      made?.parts.length > 1 && ["small", `${parts} = `],
    ];
    write(form.querySelector(`[data-made="${key}"]`), ...[sum, result].filter(Boolean));
    const field = form.querySelector(`[data-points="${key}"]`);
    if (field) field.value = made ? made.result : "";
    const total = made
      ? [
          ["", `${figure(score)} → `],
          ["b", figure(score + made.result)],
        ]
      : [["", figure(score)]];
    write(form.querySelector(`[data-change="${key}"]`), ...total);
  }

  // Impossible keys are flat; the key of the value is pressed, and the key of the announced value has a ring.
  function drawKeys(now, at) {
    const field = facts().fields.find(({ name }) => name === at?.dataset.keys);
    const own = facts().sides.findIndex(({ key }) => key === at?.dataset.side);
    if (!field || own < 0) return;
    const box = form.querySelector(".field-keys");
    const line = at.closest("[class*=family-]");
    box.className = box.className.replace(/ ?family-\S+|$/, line ? ` ${/family-\S+/.exec(line.className)[0]}` : "");
    const [low, high] = [field.least, field.most].map((text) => value(text, now, own)?.result);
    for (const key of box.querySelectorAll(`[data-group="${field.name}"] [data-value]`)) {
      const number = Number(key.dataset.value);
      key.disabled = number < low || number > high;
      key.ariaPressed = String(typed(at) === number);
      key.toggleAttribute("data-met", Boolean(field.metBy) && now.numbers[own][field.metBy] === number);
    }
  }

  function drawVerdict(now, wrong, lacks, at, words) {
    const place = form.querySelector("[data-verdict] > .thinks");
    const [fault] = wrong.filter(({ late }) => !late || !lacks.length);
    const proposed = facts()
      .fields.flatMap(({ name }) => facts().sides.map((side) => [side, fieldOf(side.key, name)]))
      .filter(([, cell]) => cell?.dataset.proposed !== undefined);
    const adds = at && form.querySelector(`[data-group="${at.dataset.keys}"][data-way=adds]`);
    let title = fault?.message ?? sums(now, at);
    let detail = fault ? fault.detail : "";
    if (!fault && lacks.length) {
      const { label, players } = lacks[0];
      if (asks || players.length <= MAX_NAMED)
        detail = filled(words.missing, { field: label, players: LISTED.format(players) });
    } else if (!fault && proposed.length)
      detail = filled(words.left, {
        number: proposed[0][1].placeholder,
        players: LISTED.format(proposed.map(([side]) => side.name)),
      });
    const own = facts().sides.find(({ key }) => key === at?.dataset.side);
    if (!title && !detail && own && form.querySelector("[data-card]"))
      [title, detail] = [own.name, form.querySelector(`[data-made="${own.key}"]`)?.textContent ?? ""];
    if (!fault && !detail)
      detail = facts().fields.find(({ name }) => name === at?.dataset.keys)?.note ?? (adds ? words.adds : "");
    const stops = Boolean(fault && !fault.late) || Boolean(fault && asks) || Boolean(lacks.length && asks);
    const complete = !wrong.length && !lacks.length && title;
    place.className = `thinks ${stops ? "verdict-stop" : complete ? "verdict-ok" : ""}`;
    write(
      place,
      ...[
        ["strong", title],
        ["span", detail],
      ].filter(([, text]) => text),
    );
  }

  function drawCards(at) {
    for (const parts of form.querySelectorAll("[data-parts]"))
      parts.toggleAttribute("data-now", parts.dataset.parts === at?.dataset.side);
    for (const card of form.querySelectorAll("[data-card]")) {
      if (card.dataset.card === at?.dataset.side) card.setAttribute("aria-current", "true");
      else card.removeAttribute("aria-current");
      const own = keyFields(form).filter(({ dataset }) => dataset.side === card.dataset.card);
      card.toggleAttribute(
        "data-done",
        own.every((each) => !needsValue(each) || each.dataset.proposed !== undefined),
      );
    }
  }

  // The button is flat until the round is complete. While digits are typed, it goes on to the next field.
  function drawButtons(wrong, lacks, at, words) {
    const [onward, send] = [
      form.querySelector("[data-goes-next]"),
      form.querySelector(".act > .send:not([data-goes-next])"),
    ];
    const digits = at && form.querySelector(`[data-group="${at.dataset.keys}"][data-way=digits]`);
    const following = digits && !needsValue(at) && lacks.length > 0 && nextEmpty(form, at);
    if (send) send.ariaDisabled = wrong.length || lacks.length ? "true" : null;
    if (!onward) return;
    onward.hidden = !following;
    if (send) send.hidden = Boolean(following);
    const side = following && facts().sides.find(({ key }) => key === following.dataset.side);
    if (side) onward.textContent = filled(words.next, { player: side.name });
  }

  // Values of announced fields are in both forms of a round, so that it can also be entered in one step.
  function share() {
    const [{ announced }, others] = [
      waiting(),
      [...document.querySelectorAll("form[data-counting]")].filter((each) => each !== form),
    ];
    for (const { name } of facts().fields.filter((each) => each.announced)) {
      for (const { key } of facts().sides) {
        const field = fieldOf(key, name);
        const other = others
          .map((each) => each.querySelector(`input[data-side="${key}"][data-keys="${name}"]`))
          .find(Boolean);
        const text = announced?.get(`announce-values-${key}-${name}`) || other?.value;
        if (field && text && form.id !== "announce") enter(field, text);
        else if (field && text && !announced) enter(field, text);
      }
    }
  }

  form.addEventListener("input", ({ target, isTrusted }) => {
    if (isTrusted || target.value) asks = false;
    const field = facts().fields.find(({ name }) => name === target.dataset.keys);
    if (
      target.type === "checkbox" &&
      target.checked &&
      value(field?.sumMost, scope())?.result < scope().numbers.reduce((sum, each) => sum + each[field.name], 0) &&
      value(field.sumMost, scope())?.result === 1
    ) {
      for (const each of form.querySelectorAll(`input[data-keys="${field.name}"]`))
        if (each !== target) each.checked = false;
    }
    count();
  });
  form.addEventListener("pointed", count);
  form.addEventListener("click", ({ target }) => {
    const card = target.closest("[data-card]");
    if (!card) return;
    const own = keyFields(form).filter(({ dataset }) => dataset.side === card.dataset.card);
    for (const parts of form.querySelectorAll("[data-parts]"))
      parts.toggleAttribute("data-now", parts.dataset.parts === card.dataset.card);
    (own.find(needsValue) ?? own.find((each) => each.dataset.default === undefined) ?? own[0]).focus({
      preventScroll: true,
    });
  });
  form.addEventListener("submit", (event) => {
    if (event.submitter?.name && event.submitter.name !== "sure") return; // such as a decision about later plays
    const [wrong, lacks] = [faults(scope()), missing()];
    count();
    if (wrong.length || lacks.length) {
      event.preventDefault();
      asks = true;
      (lacks[0]?.cell ?? wrong[0].cells[0])?.focus({ preventScroll: true });
      return count();
    }
    for (const cell of form.querySelectorAll("input[data-proposed]")) enter(cell, cell.placeholder.replace("−", "-"));
    count();
  });
  for (const event of ["shown", "outbox", "opened", "settled"]) {
    document.addEventListener(event, function again() {
      if (!form.isConnected) return document.removeEventListener(event, again);
      if (event !== "settled" && openPanel()?.contains(form)) share();
      count();
    });
  }
  form.addEventListener("redraw", count);
  count();
}
