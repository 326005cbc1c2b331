// The panels of a page (data-panel), one of which is open. The page contains all of them, so a link to a panel opens it
// without a request. The URL names the open panel, so that a reload and every answer return to it. A panel can have
// tabs (data-tab), one of which is in front. The others have data-behind; the style sheet decides whether that hides
// them.

import { bringUp } from "./scrolling.js";
import { make } from "./stored.js";

let openId; // the id of the open panel, or of the tab in front in it
let opened = 0;

export const openings = () => opened; // number of panels that the user has opened on this page
export const openPanel = () => panelOf(openId) ?? undefined;
const panelOf = (id, page = document) => page.getElementById(id)?.closest("[data-panel]");
const frontOf = (panel) => (panel?.querySelector("[data-tab]:not([data-behind])") ?? panel)?.id;
export const frontId = () => openId;
const openIn = (page) => frontOf(page.querySelector("[data-panel]:not([hidden])"));

// Chooses the panel to open on an answered page: the page's own, or with `keep` the open one, if the page has it.
export function openOn(fresh, keep) {
  openId = keep && panelOf(openId, fresh) ? openId : openIn(fresh);
}

// Opens a panel, or a tab with its panel, for the user; returns whether it exists.
export function open(id) {
  if (!place(id)) return false;
  opened += 1;
  document.dispatchEvent(new Event("opened"));
  return true;
}

// Opens the panel of a slot, unless the open panel has unsent input.
export function toPanelOf(slot) {
  const panel = slot?.closest("[data-panel]");
  if (panel && !openPanel()?.querySelector("[data-unsent]")) place(panel.id);
}

// Opens a panel, and changes the page's URL to that of the panel.
function place(id) {
  const panel = panelOf(id);
  if (!panel) return false;
  openId = id === panel.id ? frontOf(panel) : id;
  drawPanels();
  const way = document.querySelector(`a[data-opens="${openId}"]`);
  if (way && way.href !== location.href) history.replaceState(null, "", way.href);
  leaveSeat();
  return true;
}

// Shows the open panel and elements that belong to it (data-of-panel), and hides all others.
export function drawPanels() {
  const panel = openPanel();
  if (!panel) return;
  // Whether this is the open panel, a tab in front in it, or an element around it.
  const isOpen = (id) =>
    document.getElementById(id)?.contains(panel) ||
    (panelOf(id) && document.getElementById(id).matches(":not([hidden], [data-behind])"));
  for (const each of document.querySelectorAll("[data-panel]")) each.hidden = each !== panel;
  if (openId !== panel.id)
    for (const each of panel.querySelectorAll("[data-tab]")) each.toggleAttribute("data-behind", each.id !== openId);
  for (const each of document.querySelectorAll("[data-of-panel]")) each.hidden = !isOpen(each.dataset.ofPanel);
  for (const each of document.querySelectorAll("a[data-opens]")) {
    if (isOpen(each.dataset.opens)) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
  const family = /family-\S+/.exec(panel.className);
  if (family) document.body.className = document.body.className.replace(/family-\S+/, family[0]);
}

const turn = () => document.getElementById("main").dataset.onTurn;

// Removes the seat from the URL if it is that of the player on turn, so that the page follows the turn when another
// phone enters it.
export function leaveSeat() {
  const url = new URL(location);
  if (!turn() || url.searchParams.get("seat") !== turn()) return;
  url.searchParams.delete("seat");
  history.replaceState(null, "", url);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-opens]");
  if (!link || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  const before = openId;
  if (!open(link.dataset.opens)) return;
  event.preventDefault();
  if (before !== openId) bringUp(openPanel());
});

// Shows a dialog over the page. A tap outside, Escape or Back closes it.
export function showSheet(className, ariaLabel, content) {
  const sheet = make("dialog", { className, ariaLabel });
  sheet.dataset.passing = "";
  sheet.addEventListener("click", ({ target }) => target === sheet && sheet.close());
  sheet.addEventListener("close", () => sheet.remove());
  sheet.append(...content);
  document.body.append(sheet);
  sheet.showModal();
  return sheet;
}

// A link to a page whose content is in a template of this page (data-sheet: its id) shows it in a dialog.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-sheet]");
  const content = link && document.getElementById(link.dataset.sheet)?.content;
  if (!content || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  showSheet("drawer", link.ariaLabel, content.cloneNode(true).children);
});

openId = openIn(document);
drawPanels();
leaveSeat();
