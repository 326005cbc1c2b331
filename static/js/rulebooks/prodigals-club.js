// The Prodigals Club: the sheet with its keys, tiles as chips, and the panels of the phases. Attributes of keys name
// their action: data-add (to a change), -digit, -minus, -back (delete), -put-back (restore), -same (copy another
// player), -lower (a marker: a tap lowers it by 1, a slide by several), -tile, -more (add the typed number), -correct
// (show the keys of tiles), -chip, -exchange, -remove, -sold, -none, -ways (numbers that a marker can have). Attributes
// of fields: data-change and -to of a number, -most of a marker, -held, -other (any number), -give and -take of an
// exchange, -pointed (the borough), -spared. Set for style sheets: data-half (incomplete), -over (too large), -changed
// and -typed (not saved).

import { clear, isTyped, make, open, openPanel, queue, reveal, slots, standing, unsettle } from "../app.js";

// Starts the form of the sheet or of a phase.
export function start(form) {
  (form.querySelector(".cell") ? sheet : phase)(form);
  bringAll();
  drawAwaited();
}

const SPACE = 18; // pixels of a slide that move a marker by 1

// The field with an unfinished number. It continues after the seats have changed, although the form is replaced then.
let unfinished;

// A field's name, and its place among the fields of its slot.
const identity = (field) =>
  `${field.name} ${[...field.closest("[data-slot]").querySelectorAll("input")].indexOf(field)}`;

// The sheet. A tap on a cell opens its panel (panels.js); the panel's keys write into its fields. data-saved is the
// stored value of a field. A row in a panel for all players writes into the panel named by data-of.
function sheet(form) {
  const paper = document.querySelector(".paper-frame"); // null in a correction of a single play
  const panels = () => [...form.querySelectorAll(".cell")];
  let at = null; // the field for typed digits
  let fresh = true; // whether the next digit begins a new number
  let slide; // the last slide on a marker's key: the field, its number before, the position, and whether it has moved

  const shown = () => panels().find((panel) => panel === openPanel()) ?? (paper ? undefined : panels()[0]);
  const panelFor = (key) => document.getElementById(key.closest("[data-of]")?.dataset.of) ?? key.closest(".cell");
  const slotsOf = (panel) => (paper ? slots(panel) : [panel.closest("[data-slot]")]); // in a correction, the form is the slot
  const changed = (panel) => slotsOf(panel).some(isTyped);
  const changeIn = (panel) => [panel.querySelector("[data-change]"), panel.querySelector("[data-to]")]; // a change of a number, or the new number
  const inTurn = (panel) => [...panel.querySelectorAll("[data-most]")]; // the marker fields, filled in one after the other
  const unknown = (panel) => [...panel.querySelectorAll("[data-most], [data-complete]")].some((field) => !field.value);
  const tiles = chips(form, next, add);

  // A tap on a name opens that player's cell in the open row.
  paper?.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-player]");
    const { id } = openPanel()?.closest(".gathered") ? openPanel() : panels()[0];
    if (link && !event.ctrlKey && !event.metaKey && open(id.replace(/[^-]+$/, link.dataset.player)))
      event.preventDefault();
  });
  form.addEventListener("click", ({ target }) => {
    const key = target.closest(
      "[data-add], [data-digit], [data-minus], [data-back], [data-put-back], [data-same], [data-lower]",
    );
    if (!key) return;
    const panel = panelFor(key);
    const { add: change, digit: figure, minus, back, same, lower } = key.dataset;
    if (change) {
      tiles.finish();
      add(panel, Number(change));
    } else if (lower && !slide?.moved) move(inTurn(panel)[lower], -1);
    else if (figure) digit(panel, figure);
    else if (minus !== undefined) edit(panel, (text) => (text.startsWith("-") ? text.slice(1) : `-${text}`));
    else if (back !== undefined) edit(panel, (text) => text.slice(0, -1));
    else if (same !== undefined) copy(panel);
    else putBack(panel);
  });
  form.addEventListener("pointerdown", ({ target, clientX, pointerId }) => {
    const key = target.closest("[data-lower]");
    const field = key && inTurn(panelFor(key))[key.dataset.lower];
    slide = field && !key.disabled ? { field, from: number(field), x: clientX, moved: false } : undefined;
    if (slide) key.setPointerCapture(pointerId);
  });
  form.addEventListener("pointermove", ({ buttons, clientX }) => {
    if (!slide || !buttons) return;
    const to = Math.min(slide.from + Math.trunc((clientX - slide.x) / SPACE), Number(slide.field.dataset.most));
    if (to === number(slide.field)) return;
    slide.moved = true;
    write(slide.field, to);
  });
  // Without this, browsers take a fast slide for a fling, and ignore the next tap.
  form.addEventListener("touchmove", (event) => slide?.moved && event.cancelable && event.preventDefault(), {
    passive: false,
  });
  form.addEventListener("pointercancel", () => {
    // the page scrolls
    if (slide?.moved) write(slide.field, slide.from);
  });
  form.addEventListener("keydown", (event) => {
    slide = undefined;
    const key = event.target.closest("[data-lower]");
    if (key) turn(inTurn(panelFor(key))[key.dataset.lower], event);
  });
  for (const reached of ["focusin", "click"]) {
    // a tap into a focused field also starts a new number
    form.addEventListener(
      reached,
      ({ target }) => target.matches(".cell [data-most], .cell [data-to]") && begin(target),
    );
  }
  form.addEventListener(
    "input",
    ({ target }) => {
      if (target.matches?.("[data-to]") && target.value)
        target.closest("[data-slot]").querySelector("[data-change]").value = ""; // a change or a new number, not both
    },
    true,
  );
  document.addEventListener("settled", draw);
  document.addEventListener("opened", () => form.isConnected && begin(null));

  const begun = [...form.querySelectorAll("[data-most], [data-to]")].find((field) => identity(field) === unfinished);
  begin(begun ?? null);
  fresh = !begun;
  draw();

  function begin(field) {
    at = field;
    fresh = true;
    unfinished = undefined;
    if (!field?.matches("[data-other]")) tiles.leave(); // this field edits the chosen chip
    point();
  }

  // Marks the field for the next digit.
  function point() {
    const panel = shown();
    const next = panel && inTurn(panel).length ? target(panel) : null;
    for (const each of form.querySelectorAll("[data-most]")) each.toggleAttribute("data-at", each === next);
  }

  function target(panel) {
    const fields = inTurn(panel);
    const own = panel.contains(at) ? at : null;
    return (
      own ??
      panel.querySelector("[data-other]:not([inputmode=numeric])") ??
      fields.find((field) => !field.value || tooLarge(field)) ??
      fields[0] ??
      panel.querySelector("[data-to]")
    );
  }

  function add(panel, change) {
    const [by, to] = changeIn(panel);
    fresh = true;
    if (to.value) write(to, number(to) + change);
    else write(by, Math.max((number(by) || 0) + change, lowest(panel)) || "");
  }

  // The minimum of a change: a player with tiles or properties cannot spend more than the current pounds.
  function lowest(panel) {
    const { base } = panel.querySelector("[data-to]").dataset;
    return base && panel.querySelector("[data-held]") && !tiles.none(panel) ? Math.min(0, -Number(base)) : -Infinity;
  }

  // Types a digit; the first one replaces the number in the field. If no digit can follow, the next one goes into the
  // next field. (A marker below 10 never gets a number with two digits.) A number above the maximum stays in its field,
  // with the error, until the next digit.
  function digit(panel, figure) {
    const field = target(panel);
    const most = mostOf(field);
    if (at !== field) begin(field);
    const last = !following(field) && inTurn(panel).every((each) => !each.dataset.saved);
    const text = fresh ? figure : field.value + figure;
    if (!fresh && Number(text) > most && following(field)) {
      begin(following(field));
      return digit(panel, figure);
    }
    fresh = false;
    unfinished = identity(field);
    write(field, text);
    if (10 * Number(text) <= most) return;
    begin(Number(text) > Number(field.dataset.most ?? Infinity) ? field : following(field));
    if (last && paper && !unknown(panel) && !inTurn(panel).some(tooLarge)) next();
  }

  function move(field, by) {
    write(field, Math.min(number(field) + by, Number(field.dataset.most)));
  }

  // On a marker's key, arrows move the marker, and digits are its new number.
  function turn(field, event) {
    const by = { ArrowDown: -1, ArrowLeft: -1, ArrowUp: 1, ArrowRight: 1 }[event.key];
    const most = Number(field.dataset.most);
    if (by) move(field, by);
    else if (!/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    else write(field, at === field && Number(field.value + event.key) <= most ? field.value + event.key : event.key);
    event.preventDefault();
    begin(by ? null : field);
  }

  function following(field) {
    const fields = inTurn(field.closest(".cell"));
    return fields[fields.indexOf(field) + 1] ?? null;
  }

  function edit(panel, change) {
    const field = target(panel);
    if (at !== field) begin(field);
    fresh = false;
    write(field, change(field.value));
  }

  // Restores the current values of the slots, which can be those of a waiting play.
  function putBack(panel) {
    for (const slot of slotsOf(panel)) clear(slot, standing(slot));
    begin(null);
  }

  // Opens the next panel with unknown values.
  function next() {
    const all = panels();
    const from = all.indexOf(shown());
    const found = [...all.slice(from + 1), ...all.slice(0, from)].find(unknown);
    if (found) open(found.id);
  }

  // The panel of another player to copy from, if this player has no numbers. Most players start with the same numbers.
  function source(panel) {
    if (!inTurn(panel).length || inTurn(panel).some((field) => field.value)) return null;
    const known = panels().filter(
      (each) => each.parentElement === panel.parentElement && inTurn(each).every((field) => field.value),
    );
    return known.find((each) => each.dataset.handicap === panel.dataset.handicap) ?? known[0];
  }

  // The numbers to copy. A handicap raises the rightmost marker, so that number is copied only between players with
  // equal handicaps.
  function copied(from, panel) {
    const numbers = inTurn(from).map((field) => field.value);
    return from.dataset.handicap === panel.dataset.handicap ? numbers : [...numbers.slice(0, -1), ""];
  }

  function copy(panel) {
    const numbers = copied(source(panel), panel);
    inTurn(panel).forEach((field, place) => write(field, numbers[place]));
    begin(null);
    if (!unknown(panel)) next();
  }

  function draw() {
    if (!form.isConnected) return document.removeEventListener("settled", draw);
    for (const panel of panels()) drawPanel(panel);
    for (const up of form.querySelectorAll("[data-rises]")) {
      const [before, after] = written(panelFor(up)).find(([was, now]) => Number(now) > Number(was)) ?? [];
      up.textContent = after
        ? up.dataset.rises.replace("{before}", figure(before)).replace("{after}", figure(after))
        : "";
    }
    for (const key of form.querySelectorAll("[data-lower]")) {
      const field = inTurn(panelFor(key))[key.dataset.lower];
      drawMarker(key, field, field.dataset.saved, "−1");
      key.disabled = Number.isNaN(number(field));
    }
    for (const key of form.querySelectorAll("[data-add^='-']")) {
      const [by, to] = changeIn(panelFor(key));
      key.disabled = !to.value && (number(by) || 0) <= lowest(panelFor(key));
    }
    for (const key of form.querySelectorAll("[data-of] [data-put-back]")) key.disabled = !changed(panelFor(key));
    point();
    tiles.draw();
    drawSave();
  }

  // The label of the button that saves: the only change, or the number of changes.
  function drawSave() {
    const label = document.querySelector("#save > [data-many]");
    if (!label) return;
    const { unchanged, one, many } = label.dataset;
    const typed = slots(form).filter((slot) => slot.dataset.unsent !== undefined && !slot.matches("[data-half]")); // without a half-entered exchange
    const text =
      typed.length > 1
        ? many.replace("{count}", typed.length)
        : typed.length
          ? one.replace("{play}", typed[0].dataset.title)
          : unchanged;
    if (label.textContent !== text) label.textContent = text;
  }

  function drawPanel(panel) {
    const part = (name) => panel.querySelector(`[data-${name}]`);
    const [fields, isUnknown] = [inTurn(panel), unknown(panel)];
    paper?.querySelector(`[data-opens="${panel.id}"]`)?.toggleAttribute("data-changed", changed(panel));
    part("put-back").hidden = !changed(panel);
    const [by, to] = changeIn(panel);
    if (part("typed")) part("typed").textContent = signed(by.value) || figure(to.value).replace(/^(?=.)/, "= ");
    const [same, other] = [part("same"), source(panel)];
    if (same) same.hidden = !other;
    if (same && other)
      same.textContent = same.dataset.same
        .replace("{player}", other.querySelector("h2").lastChild.textContent.trim())
        .replace(
          "{numbers}",
          copied(other, panel)
            .map((each) => each || "…")
            .join(" "),
        );
    for (const field of fields) {
      field.toggleAttribute("data-over", tooLarge(field));
      field.inputMode = "none"; // the keys are on the page
    }
    const fault = part("too-large");
    if (!fault) return;
    panel.querySelector(".markers").toggleAttribute("data-half", isUnknown);
    fault.hidden = !isUnknown || !fields.some(tooLarge); // when all are filled in, the server reports it
  }

  // Pairs of stored and typed values: one pair for a number, or one per marker.
  function written(panel) {
    const [by, to] = changeIn(panel);
    if (to) return [[to.dataset.base, to.value || String(Number(to.dataset.base) + (number(by) || 0))]];
    return inTurn(panel)
      .filter((field) => field.dataset.saved && field.value)
      .map((field) => [field.dataset.saved, field.value]);
  }
}

// Shows each player's tiles or properties as chips. A key adds one, and a tap on a chip selects it to be sold,
// exchanged or removed, or to change a property's value. A property's number takes effect with its first digit; ✓ only
// ends the input. Calls `complete()` when the initial number of tiles is entered, and `earn(panel, pounds)` when a
// property is sold.
function chips(form, complete, earn) {
  let chosen = null; // the panel and the place of the selected chip
  let corrected = null; // the panel whose known tiles are corrected
  let draft = null; // while a property is typed: its panel and place, and the previous properties and field value
  const part = (panel, name) => panel.querySelector(`[data-${name}]`);
  const held = (panel) => part(panel, "held");
  const all = () => [...form.querySelectorAll(".cell:has([data-held])")];

  for (const box of form.querySelectorAll("[data-pointed]")) keep(box);
  form.addEventListener("change", ({ target }) => target.matches(".cell .cell-tiles [data-other]") && more(target));
  form.addEventListener("input", ({ target }) => target.matches(".cell [data-other]") && type(target));
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches(".cell [data-other]")) return;
    event.preventDefault();
    more(event.target);
  });
  const rest = () => form.querySelectorAll(".cell [data-other]").forEach(more); // adds a typed tile
  document.addEventListener("submit", rest, true); // so that it is sent
  addEventListener("pagehide", rest); // or stays in the draft
  form.addEventListener("click", ({ target }) => {
    const key = target.closest(
      "[data-tile], [data-more], [data-correct], [data-chip], [data-exchange], [data-remove], [data-sold], [data-none]",
    );
    const panel = key?.closest(".cell");
    if (!panel) return;
    if (key.dataset.tile) take(panel, key.dataset.tile);
    if (key.dataset.more !== undefined) more(part(panel, "other"));
    if (key.dataset.correct !== undefined) {
      corrected = corrected === panel ? null : panel;
      unsettle();
    }
    if (key.dataset.chip) choose(panel, Number(key.dataset.chip));
    if (key.dataset.exchange !== undefined) exchange(panel);
    if (key.dataset.sold !== undefined) {
      earn(panel, price(panel));
      remove(panel, unknown(panel) ? "0" : "");
    }
    if (key.dataset.remove !== undefined) remove(panel);
    if (key.dataset.none !== undefined) {
      leave();
      write(held(panel), none(panel) ? held(panel).dataset.saved : unknown(panel) ? "0" : "");
    }
  });

  form.addEventListener("queued", () => {
    leave();
    corrected = null;
  });
  document.addEventListener("opened", () => (corrected = null));

  // Whether a trade of that player waits for its answer. Until then, the player's tiles are unknown.
  const queued = () =>
    queue()
      .flatMap(({ body }) => new URLSearchParams(body).getAll("play"))
      .map((each) => each.split("?"));
  const going = (panel) =>
    [...panel.querySelectorAll(".trade, .swap")].some(({ dataset }) =>
      queued().some(([slot]) => slot === dataset.slot),
    );

  // The tiles whose sale waits for its answer. They cannot be sold again.
  const sold = (panel) =>
    queued()
      .filter(([slot, sale]) => sale && slot === panel.querySelector(".trade")?.dataset.slot)
      .map(([, sale]) => new URLSearchParams(sale).get("tile"));

  const swapping = (panel) => Boolean(part(panel, "give")?.value);
  const tile = (panel) => (chosen?.panel === panel ? listed(held(panel).value)[chosen.place] : undefined);

  // Whether the properties were never entered. Then 0 means none, because an empty field means unknown.
  const unknown = (panel) =>
    held(panel).dataset.unknown !== undefined &&
    ["", "0"].includes(standing(held(panel).closest("[data-slot]"))[held(panel).name][0]);
  const none = (panel) => held(panel).value === (unknown(panel) ? "0" : "");
  const price = (panel) => Number(listed(part(panel, "other").value)[0] ?? tile(panel)); // the typed price, or the market value

  // Handles a tile's key: in a started exchange, it is the tile taken; otherwise it is added to the tiles held.
  function take(panel, value) {
    if (swapping(panel)) write(part(panel, "take"), value);
    else add(panel, value);
  }

  function exchange(panel) {
    const limits = [...panel.querySelector(".swap").querySelectorAll("[type=radio]")];
    if (!limits.some((limit) => limit.checked)) part(panel, "usual").checked = true;
    const value = tile(panel);
    leave();
    part(panel, "take").value = "";
    write(part(panel, "give"), value);
  }

  function add(panel, value) {
    const field = held(panel);
    const values = [...listed(field.value), value];
    write(field, values.join(" "));
    if (!field.dataset.saved && values.length === Number(field.dataset.complete)) complete();
  }

  function more(other) {
    const [value] = listed(other.value);
    other.value = "";
    const panel = other.closest(".cell");
    if (!value || !held(panel)) return;
    if (!part(panel, "none")) return take(panel, value);
    leave(); // type() has already added it to the list
  }

  // Writes the typed property to the list: replaces the selected one, or adds one.
  function type(other) {
    const panel = other.closest(".cell");
    if (!part(panel, "none")) return;
    const [value] = listed(other.value);
    if (draft?.panel !== panel) {
      if (!value) return;
      const values = none(panel) ? [] : listed(held(panel).value);
      draft = {
        panel,
        values,
        before: held(panel).value,
        place: tile(panel) === undefined ? values.length : chosen.place,
      };
    }
    const { values, before, place } = draft;
    if (value && (place < values.length || Number(value)))
      write(held(panel), values.toSpliced(place, 1, value).join(" "));
    else write(held(panel), value && !values.length && unknown(panel) ? "0" : before); // a new property cannot have the value 0
  }

  // Ends the typed number; the next digit begins another property.
  function finish() {
    if (!draft) return;
    part(draft.panel, "other").value = "";
    chosen = draft = null;
    unsettle();
  }

  function choose(panel, place) {
    const again = chosen?.panel === panel && chosen.place === place;
    leave();
    if (!again) chosen = { panel, place };
    unsettle();
  }

  function remove(panel, nothing = "") {
    const values = listed(held(panel).value).toSpliced(chosen.place, 1);
    leave();
    write(held(panel), values.join(" ") || nothing);
  }

  function leave() {
    finish();
    chosen = null;
  }

  function draw() {
    for (const panel of all()) {
      drawChips(panel);
      const shut = going(panel) && !swapping(panel);
      for (const key of panel.querySelectorAll("[data-tile], .cell-tiles [data-other], [data-remove]"))
        key.disabled = shut;
      const box = panel.querySelector(".swap");
      if (box) {
        box.classList.remove("only-noscript");
        box.hidden = !swapping(panel);
        box.toggleAttribute("data-half", !part(panel, "take").value);
      }
      // The prices of the selected tile, calculated by the server.
      const value = tile(panel);
      const trade = panel.querySelector(".trade");
      if (!trade) continue;
      trade.classList.remove("only-noscript");
      trade.hidden = value === undefined;
      const tiles = panel.querySelector(".cell-tiles");
      const correct = part(panel, "correct");
      if (tiles) tiles.hidden = !trade.hidden || (correct && corrected !== panel && !swapping(panel));
      if (correct) {
        correct.hidden = !trade.hidden || swapping(panel);
        correct.setAttribute("aria-expanded", corrected === panel);
      }
      drawEstate(panel, value);
      const sales = trade.querySelector("[data-sales]");
      if (sales) drawPrices(sales, value, trade.dataset.slot);
    }
  }

  // Draws the keys for a selected property, and the key "none".
  function drawEstate(panel, value) {
    const [key, sold] = [part(panel, "none"), part(panel, "sold")];
    if (!key) return;
    key.hidden = none(panel) ? !isTyped(held(panel).closest("[data-slot]")) : held(panel).value !== "";
    key.setAttribute("aria-pressed", none(panel));
    if (sold && value !== undefined) sold.textContent = sold.dataset.sold.replace("{price}", price(panel));
  }

  // Draws the keys that sell a tile. data-sales contains the prices of each tile by discount, from 0: "8:8 7 6;". For a
  // tile of the borough, the discount is one higher than printed.
  function drawPrices(box, tile, slot) {
    const drawn = `${tile} ${box.dataset.sales}`;
    if (box.drawn === drawn && box.firstElementChild) return;
    box.drawn = drawn;
    const [, found] =
      box.dataset.sales
        .split(";")
        .map((each) => each.split(":"))
        .find(([each]) => each === tile) ?? [];
    const prices = found?.split(" ") ?? [];
    box.replaceChildren(
      ...(found ? ["another", "borough"] : []).map((where, more) => {
        const row = make("div", {
          className: `prices prices-${where}`,
          role: "group",
          ariaLabel: box.dataset.sell.replace("{tile}", tile),
        });
        row.append(make("small", { className: "prices-for", textContent: box.parentElement.dataset.for }));
        row.append(
          ...prices.slice(1).map((_, printed) => {
            const pounds = prices[printed + more];
            const made = make("button", { name: "play", value: `${slot}?tile=${tile}&discount=${printed + more}` });
            made.append(make("small", { textContent: `−${printed}` }), ` ${pounds}`);
            made.dataset.playName = box.parentElement.dataset.sells.replace("{tile}", tile).replace("{pounds}", pounds);
            return made;
          }),
        );
        return row;
      }),
    );
  }

  function drawChips(panel) {
    const row = panel.querySelector(".held");
    const focused = row.contains(document.activeElement) && document.activeElement.dataset.chip;
    const gone = sold(panel);
    const before = draft?.panel === panel && draft.values; // keeps the keys in place while digits are typed
    row.replaceChildren(
      ...(before || (part(panel, "none") && none(panel) ? [] : listed(held(panel).value))).map((value, place) => {
        const given = swapping(panel) && place === listed(held(panel).value).indexOf(part(panel, "give").value);
        const shownAs = given ? `${value}→${part(panel, "take").value || "?"}` : value;
        const chip = make("button", { type: "button", className: "numbers-chip", textContent: shownAs });
        chip.dataset.chip = place;
        if (gone.includes(value)) [chip.disabled] = [true, gone.splice(gone.indexOf(value), 1)];
        chip.setAttribute("aria-label", row.dataset.chosen.replace("{number}", value));
        chip.setAttribute("aria-pressed", chosen?.panel === panel && chosen.place === place);
        return chip;
      }),
    );
    if (focused) (row.children[focused] ?? row.lastElementChild)?.focus();
  }

  // Stores the borough switch for the round and sets it in all panels. The borough changes after each round.
  function keep(box) {
    const key = "borough";
    const boxes = () => form.querySelectorAll("[data-pointed]");
    try {
      box.checked = localStorage.getItem(key) === form.dataset.borough;
      box.addEventListener("change", () => {
        for (const each of boxes()) each.checked = box.checked;
        if (box.checked) localStorage.setItem(key, form.dataset.borough);
        else localStorage.removeItem(key);
      });
    } catch {
      // Without storage, the switch is off on the next page.
    }
  }

  return { draw, leave, finish, none };
}

// The panel of a phase. A key with data-ways cycles through the numbers that a marker can have; data-spared resets a
// player's markers. Other keys choose a number, next to a field for other numbers. All numbers come from the page.
function phase(form) {
  form.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-ways]");
    const ways = key?.dataset.ways.split(" ");
    if (key) write(field(key), ways[(ways.indexOf(field(key).value) + 1) % ways.length]);
  });
  form.addEventListener("change", ({ target }) => target.matches("[data-spared]") && spare(target));
  // In the capture phase, to clear the other choice before the values are stored or previewed.
  form.addEventListener("input", (event) => alone(form, event.target), true);
  form.addEventListener("input", ({ target }) => target.closest("[aria-invalid]")?.removeAttribute("aria-invalid"));
  document.addEventListener("settled", () => drawWays(form));
  drawWays(form);
}

// Scrolls to the keys of a phase if the sheet above is not sticky, as on short screens, where both do not fit.
let last;
function bringAll() {
  const panel = openPanel();
  const paper = document.querySelector(".paper-frame");
  if (
    panel &&
    panel.id !== last &&
    panel.matches(".phase-panel") &&
    paper &&
    getComputedStyle(paper).position === "static"
  )
    panel.scrollIntoView({ block: "nearest" });
  last = panel?.id;
}

// In the list of what is missing before the round ends, marks unsaved input.
function drawAwaited() {
  for (const link of document.querySelectorAll("[data-awaits]")) {
    const typedIn = [
      ...document.querySelectorAll(`#phase-${link.dataset.awaits}, [id^="${link.dataset.awaits}-"].cell`),
    ].filter((panel) => slots(panel).some(isTyped));
    const names = typedIn
      .map((panel) => panel.querySelector("h2")?.lastChild.textContent.trim())
      .filter(Boolean)
      .join(", ");
    link.querySelector("b").textContent = typedIn.length
      ? [link.closest("ul").dataset.typed, names].filter(Boolean).join(": ")
      : "";
  }
}

for (const event of ["opened", "shown"]) document.addEventListener(event, bringAll);
document.addEventListener("shown", () => queueMicrotask(() => document.querySelectorAll(".conflicts").forEach(reveal))); // after the keys are drawn
document.addEventListener("settled", drawAwaited);

function field(key) {
  return key.parentElement.querySelector("input");
}

// Writes into a field and sends the event of typing.
function write(field, value) {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function spare(box) {
  for (const key of box.closest(".picks").querySelectorAll("[data-ways]")) {
    write(field(key), key.dataset.ways.split(" ")[0]);
    key.disabled = box.checked || !key.dataset.ways.includes(" ");
  }
}

// Clears the key if a number is typed, and the typed number if a key is chosen.
function alone(form, changed) {
  const others = [...form.elements].filter((each) => each.name === changed.name && each !== changed);
  if (changed.dataset?.other !== undefined && changed.value.trim()) for (const each of others) each.checked = false;
  if (changed.type === "radio") for (const each of others) if (each.dataset.other !== undefined) each.value = "";
}

function drawWays(form) {
  for (const key of form.querySelectorAll("[data-ways]")) {
    const [saved, more] = key.dataset.ways.split(" ");
    drawMarker(key, field(key), saved, more ? "+1" : key.closest("[data-top]").dataset.top);
  }
}

// Draws the key of a marker: its number and, struck through, the previous one; or the `note` if the number is `saved`.
function drawMarker(key, { value, ariaLabel }, saved, note) {
  const [moved, before] = [value !== saved, figure(saved) || "–"];
  const [under, small] = ["b", moved ? "s" : "small"].map((name) => document.createElement(name));
  under.textContent = figure(value) || "–";
  small.textContent = moved ? before : note;
  key.replaceChildren(under, " ", small);
  key.ariaLabel = `${ariaLabel}: ${under.textContent} ${moved ? key.closest("[data-from]").dataset.from.replace("{number}", before) : note}`;
  key.classList.toggle("pick-moved", moved);
}

const number = ({ value }) => Number.parseInt(value.replace(/[−–]/, "-"), 10);
const mostOf = ({ dataset }) =>
  Math.min(Number(dataset.most ?? Infinity), dataset.saved ? Math.max(Number(dataset.saved), 9) : Infinity);
const tooLarge = (field) => Number(field.value) > Number(field.dataset.most);
const signed = (text) =>
  figure(text)
    .replace(/^(?=\d)/, "+")
    .replace(/^\D/, "$& ");
const figure = (text) => text.replace("-", "−");
const listed = (text) => text.match(/\d+/g) ?? [];
