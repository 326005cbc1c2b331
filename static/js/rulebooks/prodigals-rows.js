// A competition for everybody at once: each row (data-of) writes into the fields of that player's cell, as its keys do.

import { isChanged } from "../gathered.js";

export function start(form) {
  const panelOf = (key) => document.getElementById(key.closest("[data-of]").dataset.of);
  const markerOf = (key) => panelOf(key).querySelectorAll("[data-most]")[Number(key.dataset.lower)];
  const number = (field) => Number.parseInt(field.value, 10);

  // The fields of everybody's cells, which are in sight without scripts alone.
  for (const cells of form.querySelectorAll(".cells.only-noscript")) {
    cells.classList.remove("only-noscript");
    for (const each of [cells, ...cells.querySelectorAll(".cell")]) each.hidden = true;
  }
  form.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-by], [data-lower], [data-restore]");
    if (key?.dataset.by) add(panelOf(key), Number(key.dataset.by));
    else if (key?.dataset.lower) write(markerOf(key), number(markerOf(key)) - 1);
    else if (key) restore(panelOf(key));
  });
  form.addEventListener("input", draw);
  draw();

  function add(panel, change) {
    const [by, to] = [panel.querySelector("[data-change]"), panel.querySelector("[data-to]")];
    if (to.value) write(to, number(to) + change);
    else write(by, (number(by) || 0) + change || "");
  }

  function restore(panel) {
    for (const field of panel.querySelectorAll("[data-saved]")) write(field, field.dataset.saved);
  }

  function draw() {
    for (const key of form.querySelectorAll("[data-lower]")) drawMarker(key, markerOf(key));
    for (const key of form.querySelectorAll("[data-restore]")) key.disabled = ![...panelOf(key).querySelectorAll("[data-saved]")].some(isChanged);
  }

  function drawMarker(key, field) {
    const [under, note] = ["b", "small"].map((name) => document.createElement(name));
    under.textContent = figure(field.value);
    note.textContent = isChanged(field) ? key.closest("[data-from]").dataset.from.replace("{number}", figure(field.dataset.saved)) : "−1";
    key.replaceChildren(under, " ", note);
    key.setAttribute("aria-label", `${field.ariaLabel}: ${key.textContent}`);
    key.classList.toggle("pick-moved", isChanged(field));
    key.disabled = Number.isNaN(number(field));
  }
}

function write(field, value) {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

const figure = (text) => text.replace("-", "−") || "–";
