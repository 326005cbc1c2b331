// The panels of a page (data-panel), one of which is open. The page holds all of them, so a link to a panel opens it without
// asking the server. The address names the open panel, so that a reload and every answer come back to it.
//
// A panel can have tabs (data-tab), one of which is in front. The others are data-behind; whether that hides them is the
// style sheet's to say, as there may be room for all.

import { bringUp } from "./scroll.js";

const panels = () => [...document.querySelectorAll("[data-panel]")];

let opened = 0;

// How often somebody has opened a panel on this page.
export const openings = () => opened;
export const openPanel = () => panels().find((panel) => !panel.hidden);
export const openName = () => (openPanel()?.querySelector("[data-tab]:not([data-behind])") ?? openPanel())?.id;

// Opens a panel that somebody asked for; returns whether there is one with that id.
export function open(id) {
  if (!place(id)) return false;
  opened += 1;
  remember();
  document.dispatchEvent(new Event("opened"));
  return true;
}

// Shows one panel, or a tab with its panel, and what belongs to it (data-of-panel), and hides all others.
export function place(id = openName()) {
  const found = document.getElementById(id);
  const panel = found?.closest("[data-panel]");
  if (!panel) return false;
  for (const each of panels()) each.hidden = each !== panel;
  if (found !== panel) for (const each of panel.querySelectorAll("[data-tab]")) each.toggleAttribute("data-behind", each !== found);
  for (const each of document.querySelectorAll("[data-of-panel]")) each.hidden = !isOpen(each.dataset.ofPanel);
  for (const each of document.querySelectorAll("a[data-opens]")) {
    if (isOpen(each.dataset.opens)) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
  const family = /family-\S+/.exec(panel.className);
  if (family) document.body.className = document.body.className.replace(/family-\S+/, family[0]);
  return true;
}

// Whether a panel is open, or a tab in front in its panel.
function isOpen(id) {
  const found = document.getElementById(id);
  return found?.hidden === false && found.dataset.behind === undefined;
}

// Puts the address of the open panel into the address bar.
function remember() {
  const way = document.querySelector(`a[data-opens="${openName()}"]`);
  if (way && way.href !== location.href) history.replaceState(null, "", way.href);
  leaveSeat();
}

const turn = () => document.getElementById("main").dataset.onTurn;

// Takes the seat of the player on turn out of the address: the page then goes on when another phone enters that turn.
export function leaveSeat() {
  const address = new URL(location);
  if (!turn() || address.searchParams.get("seat") !== turn()) return;
  address.searchParams.delete("seat");
  history.replaceState(null, "", address);
}

// Opens the panel of the player on turn, unless something is typed in the open one.
export function toTurn() {
  if (!openPanel()?.querySelector("[data-unsent]") && place(`seat-${turn()}`)) remember();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-opens]");
  if (!link || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  const before = openName();
  if (!open(link.dataset.opens)) return;
  event.preventDefault();
  if (before !== openName()) bringUp(openPanel());
});
