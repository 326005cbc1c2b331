// The panels of a page, of which one is open (data-panel): what leads to one opens it without asking the server, for the page
// holds all of them. The address says which it is, so that a reload and whatever is sent come back to it.

import { bringUp } from "./scroll.js";

const panels = () => [...document.querySelectorAll("[data-panel]")];
const ways = (id) => [...document.querySelectorAll(`a[data-opens="${id}"]`)];

let opened = 0;

// How often one was opened.
export const openings = () => opened;
export const openPanel = () => panels().find((panel) => !panel.hidden);
export const openName = () => openPanel()?.id;

// Opens a panel that somebody asked for; it returns whether there is one of that name.
export function open(id) {
  if (!place(id)) return false;
  opened += 1;
  remember();
  document.dispatchEvent(new Event("opened"));
  return true;
}

// Has one panel alone be seen, and what belongs to it (data-of-panel).
export function place(id = openName()) {
  const panel = document.getElementById(id);
  if (panel?.dataset.panel === undefined) return false;
  for (const each of panels()) each.hidden = each !== panel;
  for (const each of document.querySelectorAll("[data-of-panel]")) each.hidden = each.dataset.ofPanel !== id;
  for (const each of document.querySelectorAll("a[data-opens]")) {
    if (each.dataset.opens === id) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
  const family = /family-\S+/.exec(panel.className);
  if (family && /family-\S+/.test(document.body.className)) document.body.className = document.body.className.replace(/family-\S+/, family[0]);
  return true;
}

// The address is that of the open panel.
function remember() {
  const way = ways(openName() ?? "")[0];
  if (way && way.href !== location.href) history.replaceState(null, "", way.href);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-opens]");
  if (!link || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  const before = openPanel();
  if (!open(link.dataset.opens)) return;
  event.preventDefault();
  if (before !== openPanel()) bringUp(openPanel());
});
