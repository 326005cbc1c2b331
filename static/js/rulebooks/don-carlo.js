// The keypad of Don Carlo. It shows the verdict on a code name while it is typed. It contains no rules: the server puts
// the verdicts into the page (rulebooks/don_carlo/keypad.py). A sent play counts as entered before it is answered: its
// code name is taken, its cards are used, and it is the next player's turn.

import { make, pages, queue, showSheet, showSlot, underway } from "../app.js";

const BLANK = "%";
const WHOSE = "$";

export function start(form) {
  const part = (selector) => form.querySelector(selector);
  const slots = () => [...part(".slots").children];
  const keys = () => [...form.querySelectorAll("[data-number]")];
  const button = () => part(".send");
  const field = make("input", { type: "hidden", className: "field" });
  let data, known, asked, initial, idle, of; // data of page number `of`, read again when another page is shown

  let flight; // the sent cards, until their play is answered
  let seat, hand, typed, sendable; // player on turn, cards left by number, typed numbers, possible code names
  let doubted = false; // whether the last number was refused, so that the numbers before it may not be the intended ones
  const gone = new Set(); // code names of waiting plays
  const unsure = new Set(); // the countries of these code names
  const name = (numbers) => [...numbers].sort().join("");
  const written = (numbers) => [...numbers].sort().join("/");
  // Fills a code name into a sentence. Replaces only the first blank, because a player's name can contain the same
  // character.
  const filled = (sentence, numbers) => sentence.replace(BLANK, () => written(numbers));
  const spent = (number) =>
    data.spent[hand[number]].replace(/[$%]/g, (sign) => (sign === WHOSE ? data.players[seat] : number));
  const leads = (numbers) =>
    sendable.some((each) => numbers.every((number) => count(each, number) >= count(numbers, number)));
  const open = (cards) =>
    [...known]
      .filter(([each, { points }]) => points !== null && !gone.has(each) && fits(each, cards))
      .map(([each]) => each);

  function judged(numbers) {
    const found = known.get(name(numbers));
    if (gone.has(name(numbers))) return { headline: data.after.waits, points: null };
    if (found && found.points !== null && !fits(numbers, hand)) return undefined;
    if (found?.points != null && unsure.has(found.country))
      return { ...found, detail: data.after.unchecked, points: "", turns: "" };
    return found && seat !== data.seat ? { ...found, turns: "" } : found; // the server sent the turns for one player only
  }

  function tap(number) {
    asked.refused = false;
    const grown = [...typed, number];
    doubted = !leads(grown);
    if (!doubted) typed = grown;
    drawTyped();
    if (doubted) say(reason(grown, number), "", "", true, rulesOf(grown));
  }

  function reason(grown, number) {
    if (count(grown, number) > hand[number]) return spent(number);
    if (grown.length > slots().length) return data.full;
    const found = judged(grown);
    return found ? filled(found.headline, grown) : spent(number);
  }

  // The link to the rule that forbids these numbers: no country accepts them, or they are not a code name of this hand.
  const rulesOf = (numbers) =>
    data.rules[fits(numbers, hand) && data.nowhere.includes(known.get(name(numbers))) ? "country" : "code"];

  function fill(shown) {
    slots().forEach((slot, index) => {
      slot.textContent = shown[index] ?? "";
      slot.disabled = index >= shown.length;
      slot.classList.toggle("card-empty", slot.disabled);
      slot.setAttribute("aria-label", part(".slots").dataset.remove.replace("{number}", slot.textContent));
    });
  }

  // Draws what the user has just typed. A redraw by a script sends no event of typing, which would end the pause in
  // which a second tap on Send is ignored.
  function drawTyped() {
    draw();
    form.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function draw() {
    fill([...typed].sort());
    for (const key of keys()) key.setAttribute("aria-disabled", !leads([...typed, key.dataset.number]));
    const found = judged(typed);
    const may = found?.points != null && !doubted;
    field.value = written(typed);
    form.dataset.playName = `${data.players[seat]} ${field.value}`;
    button().setAttribute("aria-disabled", !may);
    button().textContent = may && button().dataset.send ? filled(button().dataset.send, typed) : idle;
    const lacking = typed.find((number) => count(typed, number) > hand[number]);
    const mends = !may && leads(typed); // more cards can make it a valid code name
    const taken = !may && found?.country != null; // the code name is already in a country
    if (found)
      say(
        filled(found.headline, typed),
        found.detail ?? (mends ? data.more : ""),
        may && found.points ? `+${found.points}` : "",
        !may && (!mends || taken),
        !may && !mends && rulesOf(typed),
      );
    else if (lacking) say(spent(lacking), "", "", true, data.rules.code);
    else say(asked.headline, asked.detail, "", asked.stop, asked.rules);
    part(".verdict-turns").textContent = (may && found.turns) || "";
    document.querySelectorAll(".country-tile").forEach((tile, country) => {
      tile.classList.toggle("lit", may && country === found.country);
      tile.classList.toggle("holds", taken && country === found.country);
    });
  }

  // Switches the keypad to a player with these cards, and shows that player's draft.
  function sit(whose, cards) {
    [seat, hand] = [whose, cards];
    sendable = open(hand);
    const name = form.dataset.slot.replace(/^agent\.[^.]+/, `agent.${data.keys[seat]}`);
    [form.dataset.slot, part("[name=play]").value, field.name] = [name, name, `${name}-cards`];
    form.dataset.label = data.players[seat];
    if (data.after) form.dataset.plays = data.agents[seat];
    showSlot(form);
  }

  // Shows the turn after the sent plays, as far as the page can determine it.
  function goOn(sent) {
    const hands = data.hands.map((cards) => [...cards]);
    let next = data.seat,
      receipt;
    for (const { body } of sent) {
      const play = new URLSearchParams(body);
      const slot = play.get("play");
      const by = data.keys.indexOf(/^agent\.([^.]+)$/.exec(slot)?.[1]);
      const numbers = play.get(`${slot}-cards`)?.match(/\d/g) ?? [];
      const found = known.get(name(numbers));
      if (by < 0 || found?.points == null || gone.has(name(numbers))) continue; // not a valid code name, or counted already
      receipt = data.after.receipts[found.country]?.replace(
        /[$%#]/g,
        (sign) => ({ $: data.players[by], "%": written(numbers), "#": found.points ? `+${found.points}` : "" })[sign],
      );
      gone.add(name(numbers));
      unsure.add(found.country);
      arrive(found.country, by, written(numbers));
      for (const number of numbers) hands[by][number]--;
      next = hands.map((_, step) => (by + 1 + step) % hands.length).find((each) => open(hands[each]).length) ?? by;
    }
    asked = {
      headline: open(hands[next]).length ? data.after.asks : data.after.over,
      detail: receipt ? `${receipt} · ${data.after.unconfirmed}` : "",
      stop: false,
    };
    sit(next, hands[next]);
    turn();
  }

  // Shows a sent agent in pencil: on the tile of its country, and at the end of its queue.
  function arrive(country, by, agent) {
    const standing = document.querySelectorAll(".standings .standing")[by];
    const family = /family-\S+/.exec(standing.className)[0];
    const sign = standing.querySelector(".sign").textContent;
    const tile = document.querySelectorAll(".country-tile")[country];
    const mark =
      tile.querySelector(".arriving") ?? tile.appendChild(make("span", { className: "arriving", ariaHidden: true }));
    mark.append(make("span", { className: `sign ${family}`, textContent: sign }));
    const text = document.querySelector(`#country-${country + 1} .country-text`);
    const queued = text.querySelector(".queue") ?? text.appendChild(make("ol", { className: "queue arriving" }));
    const item = make("li", { className: `arriving ${family}` });
    item.append(make("span", { className: "agent pencil timed", textContent: `${sign} ${agent}` }));
    queued.append(item);
  }

  // Shows the player on turn and the cards left.
  function turn() {
    const left = (number) => (number === 1 ? data.after.card : data.after.cards.replace(BLANK, number));
    form.querySelector(".turn h2").textContent = data.after.heading.replace(WHOSE, () => data.players[seat]);
    const note = form.querySelector("p.turn-note");
    if (note) note.textContent = left(sum(hand));
    for (const each of keys()) {
      const { number } = each.dataset;
      each.dataset.most = hand[number];
      each.setAttribute("aria-label", `${number}, ${left(hand[number])}`);
      each
        .querySelector(".key-left")
        .replaceChildren(...Array.from({ length: hand[number] }, () => document.createElement("i")));
    }
    const standings = [...document.querySelectorAll(".standings .standing")];
    for (const each of standings) each.toggleAttribute("aria-current", each === standings[seat]);
    standings[seat].setAttribute("aria-current", "true");
    document.body.className = document.body.className.replace(
      /family-\S+/,
      /family-\S+/.exec(standings[seat].className)[0],
    );
  }

  function say(line, below, worth, stop, rules) {
    const verdict = part("#verdict");
    const [headline, detail, points] = verdict.querySelectorAll("strong, small, .verdict-points");
    let way = verdict.querySelector(".rules-on");
    headline.replaceChildren(...line.split(/(\[\d+[-–]\d+\])/).map(unbroken));
    detail.textContent = below;
    points.textContent = worth;
    if (way) way.hidden = !rules?.[0];
    if (rules?.[0]) {
      way ??= detail.parentElement.appendChild(make("a", { className: "rules-on" }));
      [way.href, way.textContent] = rules;
    }
    verdict.classList.toggle("verdict-stop", stop);
    verdict.classList.toggle("verdict-go", worth !== "");
  }

  form.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-number], [data-backspace], .slots > *");
    if (key?.dataset.number) tap(key.dataset.number);
    else if (key?.dataset.backspace !== undefined) back();
    else if (key) takeOut(key);
  });
  form.addEventListener("submit", (event) => {
    if (button().getAttribute("aria-disabled") === "true") event.preventDefault();
  });
  form.addEventListener("redraw", redraw);
  form.addEventListener("queued", lift);
  document.addEventListener("shown", fly);
  document.addEventListener("keydown", press);
  document.addEventListener("click", openCountry);
  document.addEventListener("outbox", follow);

  function back() {
    asked.refused = doubted = false;
    typed.pop();
    drawTyped();
  }

  function takeOut(slot) {
    asked.refused = doubted = false;
    typed.splice(typed.lastIndexOf(slot.textContent), 1);
    drawTyped();
    (slot.disabled ? (slots()[typed.length - 1] ?? keys()[0]) : slot).focus();
  }

  // Redraws the numbers after a script has filled in the field: with a draft, with input of another tab, or with the
  // page's values.
  function redraw() {
    if (of !== pages()) return begin();
    doubted = false;
    typed = [...field.value].filter((character) => hand[character] !== undefined).slice(0, slots().length);
    draw();
    if (asked.refused && typed.length) say(asked.headline, "", "", true, asked.rules); // keeps the reason until the first tap
  }

  // Reads the data of the page.
  function begin() {
    of = pages();
    data = Object.assign({}, ...[...form.querySelectorAll("script")].map(({ textContent }) => JSON.parse(textContent)));
    known = new Map(
      [...data.nowhere, ...data.arrivals, ...data.taken].flatMap((each) =>
        (each.names ?? data.groups[each.group]).split(" ").map((name) => [name, each]),
      ),
    );
    const verdict = part("#verdict");
    const way = verdict.querySelector(".rules-on");
    const stop = verdict.classList.contains("verdict-stop");
    initial = {
      headline: verdict.querySelector("strong").textContent,
      detail: verdict.querySelector("small").textContent,
      stop,
      refused: stop,
      rules: way && [way.href, way.textContent],
    };
    idle = button().dataset.idle ?? button().textContent;
    form.append(field);
    field.dataset.saved = data.after ? "" : written(data.typed.match(/\d/g) ?? []); // in a correction, the stored code name
    field.value = data.typed;
    follow();
  }

  function follow() {
    if (!form.isConnected) return document.removeEventListener("outbox", follow);
    if (of !== pages()) return begin();
    gone.clear();
    unsure.clear();
    for (const each of document.querySelectorAll(".arriving")) each.remove();
    const sent = data.after ? underway() : []; // while a play is stopped, underway() is empty and the log defines the turn
    if (sent.length) return goOn(sent);
    asked = initial;
    sit(data.seat, data.hands[data.seat]);
    if (data.after) turn(); // the page may show the turn after a dropped play
  }

  function press(event) {
    if (!form.isConnected) return document.removeEventListener("keydown", press);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (hand[event.key] !== undefined && event.key.length === 1) tap(event.key);
    else if (event.key === "Backspace") back();
    else if (event.key === "Enter" && [document.body, document.getElementById("main")].includes(document.activeElement))
      form.requestSubmit(button());
    else return;
    event.preventDefault();
  }

  // Stores the sent cards with their positions and their destination for the animation.
  function lift() {
    const tile = document.querySelector(".country-tile.lit");
    if (!tile?.checkVisibility() || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const family = /family-\S+/.exec(document.body.className);
    const cards = slots()
      .filter((slot) => !slot.disabled)
      .map((slot) => [slot, slot.getBoundingClientRect()]);
    flight = {
      tile,
      total: totals()[seat],
      from: points(totals()[seat]),
      to: tile.getBoundingClientRect(),
      cards: cards.map(([{ textContent }, from]) => [
        from,
        make("span", { className: `flying ${family}`, textContent }),
      ]),
    };
  }

  // Animates an entered play: the cards fly into their country, its foot turns, and the total counts up. Starts after
  // the page is painted, to not delay it. The text of the total is final at once; the style sheet draws the current
  // number (data-shown) over it.
  function fly() {
    if (!form.isConnected) return document.removeEventListener("shown", fly);
    if (!flight || queue().length) return;
    const { tile, total, from: had, to, cards } = flight;
    flight = undefined;
    requestAnimationFrame(() =>
      setTimeout(() => {
        for (const [from, card] of cards) {
          document.body.append(card);
          card.dataset.passing = "";
          card.ariaHidden = true;
          const way = [
            `${from.left}px ${from.top}px`,
            `${to.left + (to.width - from.width) / 2}px ${to.top + (to.height - from.height) / 2}px`,
          ];
          card.animate(
            { translate: way, scale: [1, 0.3], opacity: [1, 0.3] },
            { duration: 260, easing: "ease-in" },
          ).onfinish = () => card.remove();
        }
        tile.querySelector("a > span")?.animate({ transform: ["rotateX(0)", "rotateX(360deg)"] }, 260);
        for (let step = 1; step < 6; step++)
          setTimeout(() => (total.dataset.shown = Math.round(had + ((points(total) - had) * step) / 6)), 43 * step);
        setTimeout(() => delete total.dataset.shown, 260);
      }),
    );
  }

  // Shows the agents of a country in a dialog until the next tap.
  function openCountry(event) {
    if (!form.isConnected) return document.removeEventListener("click", openCountry);
    const link = event.target.closest(".country-tile a");
    if (!link) return;
    event.preventDefault();
    const country = document.querySelector(link.hash).cloneNode(true);
    const sheet = showSheet("country-sheet", country.querySelector("h3").textContent, country.children);
    sheet.addEventListener("click", () => sheet.close());
  }

  begin();
}

// No line breaks inside "[1-3]".
function unbroken(part) {
  return part[0] === "[" ? make("span", { className: "unbroken", textContent: part }) : part;
}

const totals = () => document.querySelectorAll(".standings .standing > b");
const points = (total) => parseInt(total.textContent, 10);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const fits = (numbers, cards) => [...numbers].every((number) => count(numbers, number) <= cards[number]);

function count(numbers, number) {
  let found = 0;
  for (const each of numbers) found += each === number;
  return found;
}
