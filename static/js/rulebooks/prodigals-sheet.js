// The sheet as a keypad: a tap on a cell opens its panel, without asking the server, and the keys under it write into
// that panel's fields. What a field says while nothing is changed stands in its data-saved.

import { isChanged } from "../gathered.js";
import { chips } from "./prodigals-tiles.js";

export function start(form) {
  const paper = document.querySelector(".paper-frame"); // there is none where a single play is corrected
  const panels = [...form.querySelectorAll(".cell")];
  let at = null; // the field that digits go into
  let fresh = true; // whether the next digit begins a number

  const shown = () => panels.find((panel) => !panel.hidden && !panel.parentElement.hidden);
  const row = () => form.querySelector("[data-row]:not([hidden])") ?? form.querySelector("[data-row]");
  const saved = (panel) => [...panel.querySelectorAll("[data-saved]")];
  const changed = (panel) => saved(panel).some(isChanged);
  const inTurn = (panel) => [...panel.querySelectorAll("[data-most]")]; // fields that are filled in one after the other
  const unknown = (panel) => saved(panel).some((field) => field.matches("[data-most], [data-complete]") && !field.value);
  const tiles = chips(form, shown, write);

  paper?.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-cell], a[data-seat]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    open(link.dataset.cell ?? `${row().dataset.row}-${link.dataset.seat}`);
  });

  form.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-add], [data-digit], [data-minus], [data-back], [data-put-back], [data-same]")?.dataset;
    if (key?.add) add(Number(key.add));
    if (key?.digit) digit(key.digit);
    if (key?.minus !== undefined) edit((text) => (text.startsWith("-") ? text.slice(1) : `-${text}`));
    if (key?.back !== undefined) edit((text) => text.slice(0, -1));
    if (key?.putBack !== undefined) putBack();
    if (key?.same !== undefined) copy();
  });
  for (const reached of ["focusin", "click"]) { // a tap into a field that has the focus begins it anew
    form.addEventListener(reached, ({ target }) => target.matches(".cell [data-most], .cell [data-to]") && begin(target));
  }
  form.addEventListener("input", ({ target }) => {
    if (target.matches("[data-to]") && target.value) target.closest(".cell").querySelector("[data-change]").value = ""; // one of the two
  }, true);
  form.addEventListener("input", draw);

  begin(null);
  for (const field of form.querySelectorAll("[data-most]")) field.inputMode = "none"; // the keys are on the page
  draw();

  function open(id) {
    const panel = document.getElementById(id);
    const cell = paper.querySelector(`[data-cell="${id}"]`);
    for (const each of panels) each.hidden = each !== panel;
    for (const each of form.querySelectorAll("[data-row]")) each.hidden = !each.contains(panel);
    for (const each of document.querySelectorAll("[data-phase]")) each.hidden = true;
    for (const each of paper.querySelectorAll("[aria-current]")) each.removeAttribute("aria-current");
    cell.setAttribute("aria-current", "true");
    begin(null);
    remember(new URL(cell.href));
    draw();
    if (panel.querySelector("[data-held]")) panel.dispatchEvent(new Event("input", { bubbles: true })); // what its tiles would pay
  }

  // A reload, and whatever is sent, comes back to this panel.
  function remember(address) {
    const { seat, open } = Object.fromEntries(address.searchParams);
    history.replaceState(null, "", address);
    for (const other of document.querySelectorAll("form[action*='seat=']")) {
      other.setAttribute("action", other.getAttribute("action").replace(/seat=\d+/, `seat=${seat}`).replace(/open=(?!$)[^&]*/, `open=${open}`));
    }
    form.dataset.preview = form.dataset.preview.replace(/seat=\d+/, `seat=${seat}`);
  }

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
    const next = shown() && inTurn(shown()).length ? target() : null;
    for (const each of form.querySelectorAll("[data-most]")) each.toggleAttribute("data-at", each === next);
  }

  function target() {
    const fields = inTurn(shown());
    return at ?? row().querySelector("[data-other]") ?? fields.find((field) => !field.value || tooLarge(field)) ?? fields[0] ?? shown().querySelector("[data-to]");
  }

  function add(change) {
    const [by, to] = [shown().querySelector("[data-change]"), shown().querySelector("[data-to]")];
    fresh = true;
    if (to.value) write(to, Number.parseInt(to.value, 10) + change);
    else write(by, (Number.parseInt(by.value, 10) || 0) + change || "");
  }

  // The first digit replaces what stands there. Where no more can follow, the next digit begins the next field; but a
  // number that is too large stays where it was typed, with the reason, until the next digit begins it anew.
  function digit(figure) {
    const field = target();
    const most = Number(field.dataset.most ?? Infinity);
    const text = fresh ? figure : field.value + figure;
    if (at !== field) begin(field);
    fresh = false;
    const last = !following(field) && saved(shown()).every((each) => !each.dataset.saved);
    write(field, text);
    if (10 * Number(text) <= most) return;
    begin(Number(text) > most ? field : following(field));
    if (last && paper && !unknown(shown()) && !inTurn(shown()).some(tooLarge)) next();
  }

  const following = (field) => inTurn(shown())[inTurn(shown()).indexOf(field) + 1] ?? null;

  function edit(change) {
    const field = target();
    fresh = false;
    write(field, change(field.value));
  }

  function putBack() {
    for (const field of saved(shown())) {
      if (field.type === "radio") field.checked = false;
      else field.value = field.dataset.saved;
    }
    begin(null);
    shown().dispatchEvent(new Event("input", { bubbles: true }));
  }

  // To the next panel of which nothing is known yet.
  function next() {
    const from = panels.indexOf(shown());
    const found = [...panels.slice(from + 1), ...panels.slice(0, from)].find(unknown);
    if (found) open(found.id);
  }
  form.addEventListener("complete", next);

  // The numbers of somebody else, where this player's are not known: most begin alike.
  function source() {
    if (!inTurn(shown()).length || inTurn(shown()).some((field) => field.value)) return null;
    return panels.find((panel) => panel.parentElement === shown().parentElement && inTurn(panel).every((field) => field.value));
  }

  function copy() {
    const numbers = inTurn(source()).map((field) => field.value);
    inTurn(shown()).forEach((field, place) => write(field, numbers[place]));
    next();
  }

  function draw() {
    const says = [];
    for (const panel of panels) {
      const cell = paper?.querySelector(`[data-cell="${panel.id}"]`);
      cell?.toggleAttribute("data-changed", changed(panel));
      panel.querySelector("[data-put-back]").hidden = !changed(panel);
      const typed = panel.querySelector("[data-typed]");
      if (typed) typed.textContent = signed(panel.querySelector("[data-change]").value) || panel.querySelector("[data-to]").value.replace(/^-/, "−").replace(/^(?=.)/, "= ");
      if (cell && changed(panel)) says.push([panel.dataset.name, cell.closest("tr").querySelector(".paper-row").textContent, typed?.textContent].join(" ").trim());
    }
    form.dataset.says = says.join(", "); // while it waits for the network
    const same = row().querySelector("[data-same]");
    const other = same && shown() && source();
    if (same) same.hidden = !other;
    if (other) same.textContent = same.dataset.same.replace("{player}", other.dataset.name).replace("{numbers}", inTurn(other).map((field) => field.value).join(" "));
    for (const field of form.querySelectorAll("[data-most]")) field.toggleAttribute("data-over", tooLarge(field));
    for (const said of form.querySelectorAll("[data-too-large]")) { // until all are filled in, and the server says so
      const fields = inTurn(said.closest(".cell"));
      fields[0].closest(".markers").toggleAttribute("data-half", unknown(said.closest(".cell")));
      said.hidden = !unknown(said.closest(".cell")) || !fields.some(tooLarge);
    }
    point();
    for (const link of document.querySelectorAll("[data-opens]")) link.hidden = link.dataset.opens === shown()?.id; // it is open
    tiles.draw();
  }
}

const tooLarge = (field) => Number(field.value) > Number(field.dataset.most);
const signed = (text) => text.replace(/^-/, "−").replace(/^(?=\d)/, "+").replace(/^\D/, "$& ");
