// The sheet as a keypad: a tap on a cell opens its panel (panels.js), whose keys write into its own fields. What a field says
// while nothing is changed stands in its data-saved. A row of a panel for everybody (data-of) writes into the cell of that player.

import { clear, isTyped, slots, standing } from "../keeper.js";
import { open, openPanel } from "../panels.js";
import { chips } from "./prodigals-tiles.js";

export function start(form) {
  const paper = document.querySelector(".paper-frame"); // there is none where a single play is corrected
  const panels = () => [...form.querySelectorAll(".cell")];
  let at = null; // the field that digits go into
  let fresh = true; // whether the next digit begins a number

  const shown = () => panels().find((panel) => panel === openPanel()) ?? (paper ? undefined : panels()[0]);
  const slotsOf = (panel) => (paper ? slots(panel) : [panel.closest("[data-slot]")]); // the form of a single play is its slot
  const changed = (panel) => slotsOf(panel).some(isTyped);
  const inTurn = (panel) => [...panel.querySelectorAll("[data-most]")]; // fields that are filled in one after the other
  const unknown = (panel) => [...panel.querySelectorAll("[data-most], [data-complete]")].some((field) => !field.value);
  const tiles = chips(form, write, () => form.dispatchEvent(new Event("complete")));

  // A name opens the cell of that player in the row that is open.
  paper?.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-seat]");
    const row = openPanel()?.closest(".gathered") ? openPanel().id.replace(/-[^-]+$/, "") : panels()[0].id.replace(/-[^-]+$/, "");
    if (link && !event.ctrlKey && !event.metaKey && open(`${row}-${link.dataset.seat}`)) event.preventDefault();
  });
  form.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-add], [data-digit], [data-minus], [data-back], [data-put-back], [data-same], [data-by], [data-lower], [data-restore]");
    if (!key) return;
    const row = key.closest("[data-of]");
    const panel = row ? document.getElementById(row.dataset.of) : key.closest(".cell");
    const { add: change, by, digit: figure, minus, back, same, lower } = key.dataset;
    if (change ?? by) add(panel, Number(change ?? by));
    else if (lower) write(inTurn(panel)[lower], number(inTurn(panel)[lower]) - 1);
    else if (figure) digit(panel, figure);
    else if (minus !== undefined) edit(panel, (text) => (text.startsWith("-") ? text.slice(1) : `-${text}`));
    else if (back !== undefined) edit(panel, (text) => text.slice(0, -1));
    else if (same !== undefined) copy(panel);
    else putBack(panel);
  });
  for (const reached of ["focusin", "click"]) { // a tap into a field that has the focus begins it anew
    form.addEventListener(reached, ({ target }) => target.matches(".cell [data-most], .cell [data-to]") && begin(target));
  }
  form.addEventListener("input", ({ target }) => {
    if (target.matches?.("[data-to]") && target.value) target.closest("[data-slot]").querySelector("[data-change]").value = ""; // one of the two
  }, true);
  for (const event of ["input", "redraw", "previewed"]) form.addEventListener(event, draw);
  form.addEventListener("complete", next);
  document.addEventListener("outbox", draw);
  document.addEventListener("opened", () => {
    if (!form.isConnected) return;
    begin(null);
    draw();
  });

  begin(null);
  draw();

  // Writes into a field as if it had been typed there.
  function write(field, value) {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function begin(field) {
    at = field;
    fresh = true;
    tiles.leave();
    point();
  }

  // Shows where the next digit goes.
  function point() {
    const panel = shown();
    const next = panel && inTurn(panel).length ? target(panel) : null;
    for (const each of form.querySelectorAll("[data-most]")) each.toggleAttribute("data-at", each === next);
  }

  function target(panel) {
    const fields = inTurn(panel);
    const own = panel.contains(at) ? at : null;
    return own ?? panel.querySelector("[data-other]:not([inputmode=numeric])") ?? fields.find((field) => !field.value || tooLarge(field)) ?? fields[0] ?? panel.querySelector("[data-to]");
  }

  function add(panel, change) {
    const [by, to] = [panel.querySelector("[data-change]"), panel.querySelector("[data-to]")];
    fresh = true;
    if (to.value) write(to, number(to) + change);
    else write(by, (number(by) || 0) + change || "");
  }

  // The first digit replaces what stands there. Where no more can follow, the next digit begins the next field: a marker that
  // goes up is no second digit. A number that is too large stays where it was typed, with the reason, until the next digit.
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
    write(field, text);
    if (10 * Number(text) <= most) return;
    begin(Number(text) > Number(field.dataset.most ?? Infinity) ? field : following(field));
    if (last && paper && !unknown(panel) && !inTurn(panel).some(tooLarge)) next();
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

  // To what stands, which may be on its way still.
  function putBack(panel) {
    for (const slot of slotsOf(panel)) clear(slot, standing(slot));
    begin(null);
    draw();
  }

  // To the next panel of which nothing is known yet.
  function next() {
    const all = panels();
    const from = all.indexOf(shown());
    const found = [...all.slice(from + 1), ...all.slice(0, from)].find(unknown);
    if (found) open(found.id);
  }

  // The numbers of somebody else, where this player's are not known: most begin alike.
  function source(panel) {
    if (!inTurn(panel).length || inTurn(panel).some((field) => field.value)) return null;
    const known = panels().filter((each) => each.parentElement === panel.parentElement && inTurn(each).every((field) => field.value));
    return known.find((each) => each.dataset.handicap === panel.dataset.handicap) ?? known[0];
  }

  // The rightmost marker stands higher for whoever has a handicap there: it is copied only to one who has the same.
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
    if (!form.isConnected) return; // another page has come
    for (const panel of panels()) {
      const cell = paper?.querySelector(`[data-cell="${panel.id}"]`);
      cell?.toggleAttribute("data-changed", changed(panel));
      panel.querySelector("[data-put-back]").hidden = !changed(panel);
      const typed = panel.querySelector("[data-typed]");
      if (typed) typed.textContent = signed(panel.querySelector("[data-change]").value) || figure(panel.querySelector("[data-to]").value).replace(/^(?=.)/, "= ");
      const same = panel.querySelector("[data-same]");
      const other = same && source(panel);
      if (same) same.hidden = !other;
      if (other) same.textContent = same.dataset.same.replace("{player}", other.dataset.name).replace("{numbers}", copied(other, panel).map((each) => each || "…").join(" "));
    }
    for (const up of form.querySelectorAll("[data-rises]")) {
      const panel = document.getElementById(up.dataset.risesIn) ?? up.closest(".cell");
      const [before, after] = written(panel).find(([stands, now]) => Number(now) > Number(stands)) ?? [];
      up.textContent = after ? up.dataset.rises.replace("{before}", figure(before)).replace("{after}", figure(after)) : "";
    }
    for (const field of form.querySelectorAll("[data-most]")) field.toggleAttribute("data-over", tooLarge(field));
    for (const said of form.querySelectorAll("[data-too-large]")) { // until all are filled in, and the server says so
      const fields = inTurn(said.closest(".cell"));
      fields[0].closest(".markers").toggleAttribute("data-half", unknown(said.closest(".cell")));
      said.hidden = !unknown(said.closest(".cell")) || !fields.some(tooLarge);
    }
    for (const key of form.querySelectorAll("[data-lower]")) drawMarker(key, inTurn(document.getElementById(key.closest("[data-of]").dataset.of))[key.dataset.lower]);
    for (const key of form.querySelectorAll("[data-restore]")) key.disabled = !changed(document.getElementById(key.closest("[data-of]").dataset.of));
    for (const field of form.querySelectorAll("[data-most]")) field.inputMode = "none"; // the keys are on the page
    point();
    tiles.draw();
  }

  // What stands and what is written in its place: of a number, or of each marker.
  function written(panel) {
    const [by, to] = [panel.querySelector("[data-change]"), panel.querySelector("[data-to]")];
    if (to) return [[to.dataset.stands, to.value || String(Number(to.dataset.stands) + (number(by) || 0))]];
    return inTurn(panel).filter((field) => field.dataset.saved && field.value).map((field) => [field.dataset.saved, field.value]);
  }

  function drawMarker(key, field) {
    const [under, note] = ["b", "small"].map((name) => document.createElement(name));
    const moved = field.value !== field.dataset.saved;
    under.textContent = figure(field.value) || "–";
    note.textContent = moved ? key.closest("[data-from]").dataset.from.replace("{number}", figure(field.dataset.saved) || "–") : "−1";
    key.replaceChildren(under, " ", note);
    key.setAttribute("aria-label", `${field.ariaLabel}: ${key.textContent}`);
    key.classList.toggle("pick-moved", moved);
    key.disabled = Number.isNaN(number(field));
  }
}

const number = ({ value }) => Number.parseInt(value, 10);
const mostOf = ({ dataset }) => Math.min(Number(dataset.most ?? Infinity), dataset.saved ? Math.max(Number(dataset.saved), 9) : Infinity);
const tooLarge = (field) => Number(field.value) > Number(field.dataset.most);
const figure = (text) => text.replace("-", "−");
const signed = (text) => figure(text).replace(/^(?=\d)/, "+").replace(/^\D/, "$& ");
