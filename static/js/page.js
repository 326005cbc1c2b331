// What is shown. An answered page is shown by changing only what differs from the one on the screen: the focus, unfolded parts,
// the open panel and the scroll position stay. Which panel is open, which buttons can take a tap, what is wrong with a field
// and what scrolls where is decided here and nowhere else.
//
// After anything has changed (typed, opened, shown, sent) the event "settled" comes once: whatever is derived from the state of
// the page is drawn then.

import { make, panelOn, seatedIds } from "./stored.js";
import { Idiomorph } from "./vendor/idiomorph.js";

const DRESSING = 10000; // milliseconds to wait for style sheets
const BREATH = 500; // milliseconds after what stands under a finger has changed, in which a tap there was meant for what was there before
const TWICE = 300; // milliseconds in which a second tap on Undo or Redo is the same tap twice
const ROOM = 8; // pixels between an element that is brought into sight and an edge

let replacements = 0;
let due = false; // whether "settled" is still to come

export const pages = () => replacements; // how many answered pages were shown
export const revision = (page = document) => Number(page.querySelector("[name=revision]")?.value ?? 0);

export function unsettle() {
  if (!due) queueMicrotask(settle);
  due = true;
}

export function settle() {
  if (!due) return;
  due = false;
  document.dispatchEvent(new Event("settled"));
}

for (const event of ["input", "redraw", "shown", "opened", "previewed"]) document.addEventListener(event, unsettle);

// Answered pages

// Reads an answer: the `fresh` page in it, and its address (`to`) if it is another one than was asked (`table_answer` in web/table/enter.py).
export async function readAnswer(answer) {
  const led = answer.headers.get("Content-Location") ?? (answer.redirected && answer.url);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  await dress(fresh);
  return { answer, to: led && new URL(led, location), fresh };
}

// Adds the style sheets that the answered page has and this one lacks, and waits a moment until they are there.
function dress(fresh) {
  const links = (page) => [...page.head.querySelectorAll(":scope > link[rel=stylesheet]")];
  const there = links(document).map((link) => link.href);
  const come = links(fresh).filter((link) => !there.includes(link.href)).map((link) => new Promise((done) => {
    const added = document.importNode(link);
    added.onload = added.onerror = done;
    document.head.append(added);
  }));
  return come.length && Promise.race([Promise.all(come), new Promise((done) => setTimeout(done, DRESSING))]);
}

// Shows an answered page. With `keep` the open panel stays open: somebody has opened it since the page was asked for.
// `isNew(element, came)` is called for each element that was added (`came`) or whose text has changed.
export function showPage({ answer, to, fresh }, { keep = false, isNew } = {}) {
  const stay = anchored(); // first, while the layout is still what is on the screen
  const shelved = () => document.querySelector("[data-shelved]");
  const was = shelved();
  const reseated = seatedIds() && seatedIds(fresh) && seatedIds() !== seatedIds(fresh);
  const before = reseated && openId ? panelOn(fresh, openId) : openId;
  const left = to && to.pathname !== location.pathname;
  keep &&= !left;
  if (to && !keep && to.href !== location.href) history.replaceState(null, "", to);
  openId = keep && panelOf(before, fresh) ? before : openIn(fresh);
  for (const element of fresh.querySelectorAll("noscript")) element.remove();
  document.title = fresh.title;
  document.body.className = fresh.body.className;
  morph(document.querySelector("body > header"), fresh.querySelector("body > header"), isNew);
  // Where people sit otherwise, nothing that is filled in or in use belongs where it is.
  if (reseated) document.getElementById("main").replaceWith(fresh.getElementById("main"));
  else morph(document.getElementById("main"), fresh.getElementById("main"), isNew);
  replacements += 1;
  held.clear(); // the page says itself what is disabled
  drawPanels();
  leaveSeat();
  if (reseated || (!keep && openId !== before)) breathe();
  document.dispatchEvent(new CustomEvent("shown", { detail: { answer, at: to?.href ?? location.href } }));
  settle();
  if (openId === before) stay(); // from here on the layout is that of the next paint
  if (left) begins();
  else if (openPanel() && openId !== before) bringUp(openPanel());
  leadToFault(!answer || answer.ok || keep);
  if (!was && shelved()) reveal(shelved());
}

// Focuses the first faulty field, and scrolls to it and to what is wrong; `stay`: does not scroll.
export function leadToFault(stay = false) {
  const wrong = [...document.querySelectorAll("[aria-invalid=true]")].find((field) => field.checkVisibility());
  wrong?.focus({ preventScroll: true });
  if (stay) return;
  if (wrong?.matches(".stepper > input")) wrong.select(); // what is typed next takes its place
  const said = wrong ?? [...document.querySelectorAll(".fault:not(:empty), .notice-stop[role=alert], .moves")].find((each) => each.checkVisibility());
  if (said) reveal(said);
  const reason = document.getElementById(wrong?.getAttribute("aria-describedby")) ?? wrong?.form?.querySelector(`[data-wrong~="${CSS.escape(wrong.name)}"]`);
  if (reason) reveal(reason);
  const details = reason?.nextElementSibling;
  if (details?.matches(".problems")) reveal(details.firstElementChild);
  const way = said?.nextElementSibling; // the offer that others give up what is in the way
  if (way?.matches("[data-part^=room]:not(:empty)")) reveal(way);
}

// Scrolls another page to its beginning, or to the play that was corrected.
function begins() {
  for (const each of [document.scrollingElement, document.getElementById("main")]) each.scrollTop = 0;
  document.querySelector(".log [aria-current]")?.scrollIntoView({ block: "center" });
}

function morph(old, fresh, isNew = () => {}) {
  Idiomorph.morph(old, fresh, {
    ignoreActiveValue: Boolean(document.activeElement?.closest("[data-slot]")), // drafts.js writes it, if it has to change
    callbacks: {
      // Keeps what somebody unfolded, the mark of started modules, and the visibility of the notice of follow.js.
      beforeAttributeUpdated: (attribute, element, change) => !(change === "remove" && ["open", "data-started"].includes(attribute)) && !(attribute === "hidden" && element.dataset.module === "follow"),
      afterNodeAdded: (node) => (node.nodeType === Node.ELEMENT_NODE ? isNew(node, true) : node.data?.trim() && isNew(node.parentElement, false)),
      beforeNodeMorphed: (node, other) => {
        if (node.nodeType === Node.TEXT_NODE && node.data.trim() !== other.data.trim()) isNew(node.parentElement, false);
        return !(node.nodeType === Node.ELEMENT_NODE && node.dataset.module === "follow"); // follow.js writes it
      },
    },
  });
}

// The panels of a page (data-panel), one of which is open. The page holds all of them, so a link to a panel opens it without
// asking the server. The address names the open panel, so that a reload and every answer come back to it. A panel can have
// tabs (data-tab), one of which is in front. The others are data-behind; whether that hides them is the style sheet's to say.

let openId; // the id of the open panel, or of the tab in front in it
let opened = 0;

export const openings = () => opened; // how often somebody has opened a panel on this page
export const openPanel = () => panelOf(openId) ?? undefined;
const panelOf = (id, page = document) => page.getElementById(id)?.closest("[data-panel]");
const frontOf = (panel) => (panel?.querySelector("[data-tab]:not([data-behind])") ?? panel)?.id;
const openIn = (page) => frontOf(page.querySelector("[data-panel]:not([hidden])"));

// Opens a panel that somebody asked for, or a tab with its panel; returns whether there is one with that id.
export function open(id) {
  if (!place(id)) return false;
  opened += 1;
  document.dispatchEvent(new Event("opened"));
  return true;
}

// Opens the panel of the player on turn, unless something is typed in the open one.
export function toTurn() {
  if (!openPanel()?.querySelector("[data-unsent]")) place(`seat-${turn()}`);
}

// Opens a panel, and puts its address into the address bar.
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

// Shows the open panel and what belongs to it (data-of-panel), and hides all others.
function drawPanels() {
  const panel = openPanel();
  if (!panel) return;
  const isOpen = (id) => panelOf(id) && document.getElementById(id).matches(":not([hidden], [data-behind])");
  for (const each of document.querySelectorAll("[data-panel]")) each.hidden = each !== panel;
  if (openId !== panel.id) for (const each of panel.querySelectorAll("[data-tab]")) each.toggleAttribute("data-behind", each.id !== openId);
  for (const each of document.querySelectorAll("[data-of-panel]")) each.hidden = !isOpen(each.dataset.ofPanel);
  for (const each of document.querySelectorAll("a[data-opens]")) {
    if (isOpen(each.dataset.opens)) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
  const family = /family-\S+/.exec(panel.className);
  if (family) document.body.className = document.body.className.replace(/family-\S+/, family[0]);
}

const turn = () => document.getElementById("main").dataset.onTurn;

// Takes the seat of the player on turn out of the address: the page then goes on when another phone enters that turn.
function leaveSeat() {
  const address = new URL(location);
  if (!turn() || address.searchParams.get("seat") !== turn()) return;
  address.searchParams.delete("seat");
  history.replaceState(null, "", address);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-opens]");
  if (!link || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
  const before = openId;
  if (!open(link.dataset.opens)) return;
  event.preventDefault();
  if (before !== openId) bringUp(openPanel());
});

// Shows something over the page in use, until a tap beside it, Escape or Back.
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

// Buttons. One that cannot take a tap is disabled and looks so; no tap is ignored. `held` are those that are disabled here:
// each for one of the reasons, functions of a button.

const held = new Set();
const clocks = {};
const reasons = [
  (button) => clocks.twice && button.form.dataset.again !== undefined,
  (button) => clocks.breath && button.form.dataset.again === undefined && (button.form.dataset.careful !== undefined || button.closest(".act")),
];
export const holdWhere = (reason) => reasons.push(reason);

export function hold() {
  document.body.toggleAttribute("data-fresh", clocks.breath !== undefined);
  for (const button of document.querySelectorAll("button")) {
    if (button.type !== "submit" || button.form?.dataset.live === undefined) continue;
    const holds = reasons.some((reason) => reason(button));
    if (holds && !button.disabled) held.add(button);
    if (holds || held.delete(button)) button.disabled = holds;
  }
}

// Disables the buttons and links of the act, and the buttons of data-careful forms, for a moment: something was sent or
// entered, or another panel or page was opened from the act, and a second tap could meet what stands there now. It ends at
// once when something is filled in: then they were seen.
export const breathe = () => holdFor("breath", BREATH);

// Disables the buttons of data-again forms (Undo, Redo) for as long as a double tap takes.
export const waitOut = () => holdFor("twice", TWICE);

function holdFor(name, time) {
  clearTimeout(clocks[name]);
  clocks[name] = setTimeout(release, time, name);
  hold();
}

function release(name) {
  clearTimeout(clocks[name]);
  delete clocks[name];
  hold();
}

document.addEventListener("settled", hold);
document.addEventListener("input", () => clocks.breath && release("breath"));
document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".act a");
  if (link && clocks.breath) [event.preventDefault(), event.stopImmediatePropagation()];
  else if (link?.dataset.opens) breathe();
}, true);

// Complaints and faults

export function complain(form, sentence) {
  const own = form.closest("[data-panel]") ?? form;
  const place = own.checkVisibility() ? own : (openPanel() ?? own); // a sheet is out of sight while a phase is open
  const notice = place.querySelector(".complaint") ?? make("p");
  notice.className = "notice notice-stop complaint";
  notice.role = "alert";
  notice.textContent = sentence;
  place.prepend(notice);
  reveal(notice);
  return notice;
}

// The network is back: complaints about it are over.
addEventListener("online", () => {
  for (const notice of document.querySelectorAll(".complaint")) notice.remove();
});

// What is said to be wrong with a field goes as soon as the field is changed; if it is still wrong, the server says so again. A
// fault names its fields by data-wrong; a fault without it is named by its field's aria-describedby. A notice above the forms
// names by data-about the slots that it is about, and goes once they are changed; a question (data-asks) goes with the first
// change, because the answer would be to other numbers.
document.addEventListener("input", ({ target }) => {
  const over = [];
  for (const fault of target.form?.querySelectorAll("[data-wrong]") ?? []) if (!without(fault, "wrong", target.name).length && fault.hasChildNodes()) over.push(fault);
  for (let described = target.closest("[aria-describedby]"); described; described = described.parentElement.closest("[aria-describedby]")) {
    over.push(...reasonsOf(described).filter((said) => said.dataset.wrong === undefined));
  }
  const slot = target.closest("[data-slot]")?.dataset.slot;
  for (const notice of slot ? document.querySelectorAll("[data-about]") : []) {
    const about = names(notice, "about");
    const left = without(notice, "about", slot);
    if (!left.length || (notice.dataset.asks !== undefined && left.length < about.length)) over.push(notice);
  }
  target.removeAttribute("aria-invalid");
  if (!over.length) return; // nothing moves, and nothing is measured
  const stay = anchored();
  for (const each of over) each.matches(".fault") ? each.replaceChildren() : each.remove();
  stay();
});

const names = (element, list) => element.dataset[list].split(" ").filter(Boolean);

// Takes a name out of a list of an element, and returns the others.
function without(element, list, name) {
  const left = names(element, list).filter((each) => each !== name);
  element.dataset[list] = left.join(" ");
  return left;
}

// The faults by which a field is described, as far as they say something.
function reasonsOf(field) {
  const ids = field?.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)).filter((said) => said?.matches(".fault:not(:empty)"));
}

// Marks the fields that the faults in a form name. Others that are marked stay so only while their fault is told.
export function markFaults(form) {
  const faults = [...form.querySelectorAll("[data-wrong]")];
  for (const field of form.elements) {
    const fault = field.name && faults.find((each) => names(each, "wrong").includes(field.name));
    if (fault?.id) field.setAttribute("aria-describedby", fault.id);
    if (fault) field.setAttribute("aria-invalid", "true");
    else if (!reasonsOf(field.closest("[aria-describedby]")).length) field.removeAttribute("aria-invalid");
  }
}

// Scrolling

// Scrolls what somebody unfolds into sight.
document.addEventListener("click", ({ target }) => {
  const fold = target.closest("summary")?.parentElement;
  if (fold) requestAnimationFrame(() => fold.open && reveal(fold));
});

// Scrolls as little as possible until an element is in sight, and not behind what sticks to an edge of the screen.
export function reveal(element) {
  for (let fold = element.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  const { top, bottom } = element.getBoundingClientRect();
  const above = covered(element) + ROOM;
  const below = Math.min(innerHeight, ...sticking(".act", element).map((each) => each.top)) - ROOM;
  scrollerOf(element).scrollTop += Math.min(Math.max(0, bottom - below), top - above);
}

// Scrolls to the beginning of an element, if that is out of sight or in the lower half of the screen.
export function bringUp(element) {
  const above = covered(element);
  const { top } = element.getBoundingClientRect();
  if (top < above - 1 || top > innerHeight / 2 + above / 2) scrollerOf(element).scrollTop += top - above;
}

// The lower edge of what is above an element: of what sticks there, or the bar.
const covered = (element) => Math.max(0, scrollerOf(element).getBoundingClientRect().top, ...sticking("[data-sticky]", element).map((each) => each.bottom));

// The boxes of what sticks to an edge of the screen, in the columns of an element.
function sticking(which, element) {
  const { left, right } = element.getBoundingClientRect();
  return [...document.querySelectorAll(which)].filter((each) => !each.contains(element)).map((each) => each.getBoundingClientRect()).filter((box) => box.left < right && box.right > left);
}

// Keeps the focused field, or else the middle of the screen or the open panel, in place while content above it changes, and
// keeps the act from moving up. Not every browser does that by itself (overflow-anchor). Call it before anything is changed,
// when to measure costs nothing, and the function that it returns once after all changes: that measures what is painted next.
export function anchored() {
  const { activeElement } = document;
  const { top, bottom } = activeElement?.getBoundingClientRect() ?? {};
  const inUse = activeElement?.matches("input, textarea, select") && bottom > 0 && top < innerHeight;
  const met = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const middle = met?.closest("[data-waits-here]")?.parentElement ?? met; // what waits there may go
  const inPanel = [...document.querySelectorAll("[data-panel]:not([hidden]) > *")].filter((each) => each.checkVisibility());
  const anchor = inUse ? activeElement : inPanel.length === 0 || inPanel.some((each) => each.contains(middle)) ? middle : inPanel[0];
  const before = anchor?.getBoundingClientRect().top;
  const act = () => [...document.querySelectorAll(".act")].find((each) => each.checkVisibility());
  const foot = act()?.getBoundingClientRect().bottom;
  return () => {
    if (!anchor?.isConnected) return;
    const scroller = scrollerOf(anchor);
    scroller.scrollTop += anchor.getBoundingClientRect().top - before;
    if (act() && getComputedStyle(act()).position === "sticky") scroller.scrollTop -= Math.max(0, foot - act().getBoundingClientRect().bottom);
  };
}

function scrollerOf(element) {
  const scrolls = (each) => each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY);
  let each = element.parentElement;
  while (each && !scrolls(each)) each = each.parentElement;
  return each ?? document.scrollingElement;
}

// The page as it came.

openId = openIn(document);
drawPanels();
leaveSeat();
if (document.referrer.startsWith(location.origin)) breathe(); // perhaps by a tap on an act that was here
