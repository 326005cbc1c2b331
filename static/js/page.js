// The page on the screen. An answered page updates only the parts that differ, so that the focus, open details, the
// open panel and the scroll position stay. Only this file changes the open panel, the disabled buttons, the state of
// invalid fields and the scroll position.
//
// After any changes (typed, opened, shown, sent) the event "settled" is sent once. Everything derived from the state of
// the page is redrawn then.

import { make, playersOf } from "./stored.js";
import { Idiomorph } from "./vendor/idiomorph.js";

const DRESSING = 10000; // milliseconds to wait for style sheets
const BREATH = 500; // milliseconds after the content under a finger has changed, during which a tap was meant for the previous content
const TWICE = 300; // milliseconds during which a second tap on Undo or Redo counts as a double tap
const ROOM = 8; // pixels between a revealed element and an edge
const PRESSED = 1000; // maximum milliseconds that a pressed finger keeps the page unchanged
const CLICKED = 50; // milliseconds after a finger was lifted, until its click has arrived

let replacements = 0;
let due = false; // whether "settled" is pending

export const pages = () => replacements; // number of answered pages shown so far
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

// A finger on the screen. Its click goes to what is below it when it is lifted. Therefore answers are shown only after
// the click, because they could have moved or replaced what the finger has pressed.

let pressed; // promise of the end of the press
let lift; // ends it

document.addEventListener(
  "pointerdown",
  () => {
    const over = new Promise((done) => (lift = done)).then(() => pressed === over && (pressed = undefined));
    setTimeout(lift, PRESSED);
    pressed = over;
  },
  true,
);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(lift, CLICKED), true);

// Waits until no finger is on the screen.
export async function released() {
  while (pressed) await pressed;
}

// Answered pages

// Reads a response, and waits until its page can be shown: that page (`fresh`), and its URL (`to`) if it differs from
// the requested one (`table_answer` in web/table/enter.py).
export async function readAnswer(answer) {
  const led = answer.headers.get("Content-Location") ?? (answer.redirected && answer.url);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  await dress(fresh);
  await released();
  return { answer, to: led && new URL(led, location), fresh };
}

// Adds style sheets that only the answered page has, and waits until they are loaded, at most for DRESSING.
function dress(fresh) {
  const links = (page) => [...page.head.querySelectorAll(":scope > link[rel=stylesheet]")];
  const there = links(document).map((link) => link.href);
  const come = links(fresh)
    .filter((link) => !there.includes(link.href))
    .map(
      (link) =>
        new Promise((done) => {
          const added = document.importNode(link);
          added.onload = added.onerror = done;
          document.head.append(added);
        }),
    );
  return come.length && Promise.race([Promise.all(come), new Promise((done) => setTimeout(done, DRESSING))]);
}

// Shows an answered page. With `keep`, the open panel stays open, because the user has opened it since the request.
// Calls `isNew(element, came)` for each element that was added (`came`) or has a changed text.
export function showPage({ answer, to, fresh }, { keep = false, isNew } = {}) {
  const stay = anchored(); // measures first, before the layout changes
  const inactive = () => document.querySelector("[data-inactive]");
  const was = inactive();
  const reseated = playersOf(document) && playersOf(fresh) && playersOf(document) !== playersOf(fresh);
  const before = openId;
  const used = reseated && fieldInUse();
  const left = to && to.pathname !== location.pathname;
  keep &&= !left;
  if (to && !keep && to.href !== location.href) history.replaceState(null, "", to);
  openId = keep && panelOf(before, fresh) ? before : openIn(fresh);
  for (const element of fresh.querySelectorAll("noscript")) element.remove();
  document.title = fresh.title;
  document.body.className = fresh.body.className;
  morph(document.querySelector("body > header"), fresh.querySelector("body > header"), isNew);
  // If the players have changed, focus and typed values could move to other players' fields.
  if (reseated) document.getElementById("main").replaceWith(fresh.getElementById("main"));
  else morph(document.getElementById("main"), fresh.getElementById("main"), isNew);
  replacements += 1;
  held.clear(); // the new page defines which buttons are disabled
  drawPanels();
  leaveSeat();
  if (reseated || (!keep && openId !== before)) breathe();
  document.dispatchEvent(new CustomEvent("shown", { detail: { answer, at: to?.href ?? location.href } }));
  if (used) goOnIn(used);
  settle();
  if (openId === before) stay(); // nothing changes the layout after this
  if (left) begins();
  else if (openPanel() && openId !== before) bringUp(openPanel());
  leadToFault(!answer || answer.ok || keep);
  if (!was && inactive()) reveal(inactive());
}

// The focused field of a slot: its name, its place among the fields with that name, and the cursor.
function fieldInUse() {
  const field = document.activeElement;
  if (!field?.closest("[data-slot]") || !field.name || !field.matches("input, textarea")) return undefined;
  return {
    name: field.name,
    place: [...document.getElementsByName(field.name)].indexOf(field),
    cursor: [field.selectionStart, field.selectionEnd],
  };
}

// Focuses that field on the new page, so that its next digit continues the number of the same player.
function goOnIn({ name, place, cursor }) {
  const field = document.getElementsByName(name)[place];
  if (!field?.checkVisibility()) return;
  field.focus({ preventScroll: true });
  if (cursor[0] !== null) field.setSelectionRange(...cursor);
}

// Focuses the first invalid field, and scrolls to it and to its error; `stay`: does not scroll.
export function leadToFault(stay = false) {
  const wrong = [...document.querySelectorAll("[aria-invalid=true]")].find((field) => field.checkVisibility());
  wrong?.focus({ preventScroll: true });
  if (stay) return;
  if (wrong?.matches(".stepper > input")) wrong.select(); // so that typing replaces it
  const place =
    wrong ??
    [...document.querySelectorAll(".fault:not(:empty), .notice-stop[role=alert], .moves")].find((each) =>
      each.checkVisibility(),
    );
  if (place) reveal(place);
  const reason =
    document.getElementById(wrong?.getAttribute("aria-describedby")) ??
    wrong?.form?.querySelector(`[data-wrong~="${CSS.escape(wrong.name)}"]`);
  if (reason) reveal(reason);
  const details = reason?.nextElementSibling;
  if (details?.matches(".problems")) reveal(details.firstElementChild);
  revealWays();
}

// Scrolls to a box below an error that lets other players give up what this play claims.
function revealWays() {
  for (const way of document.querySelectorAll(".fault:not(:empty) + [data-part^=displaced]:not(:empty)"))
    if (way.checkVisibility()) reveal(way);
}

// Opens the tab of a panel with an error, and scrolls to the error.
export function leadInto(panel) {
  const reason = panel.querySelector(".fault:not(:empty)");
  const tab = reason?.closest("[data-tab]");
  if (!reason) return;
  if (tab) open(tab.id);
  reveal(reason);
  revealWays();
}

// Scrolls a new page to its beginning, or to the corrected play.
function begins() {
  for (const each of [document.scrollingElement, document.getElementById("main")]) each.scrollTop = 0;
  document.querySelector(".log [aria-current]")?.scrollIntoView({ block: "center" });
}

function morph(old, fresh, isNew = () => {}) {
  Idiomorph.morph(old, fresh, {
    ignoreActiveValue: Boolean(document.activeElement?.closest("[data-slot], #new")), // drafts.js writes the values of slots, seats.js that of #new
    callbacks: {
      // Keeps open details, the mark of started modules, and the visibility of the notice of follow.js.
      beforeAttributeUpdated: (attribute, element, change) =>
        !(change === "remove" && ["open", "data-started"].includes(attribute)) &&
        !(attribute === "hidden" && element.dataset.module === "follow"),
      afterNodeAdded: (node) =>
        node.nodeType === Node.ELEMENT_NODE ? isNew(node, true) : node.data?.trim() && isNew(node.parentElement, false),
      beforeNodeMorphed: (node, other) => {
        if (node.nodeType === Node.TEXT_NODE && node.data.trim() !== other.data.trim())
          isNew(node.parentElement, false);
        // Idiomorph also leaves the focused field's stored value unchanged.
        if (node === document.activeElement && node.matches("input")) node.defaultValue = other.defaultValue;
        return !(node.nodeType === Node.ELEMENT_NODE && node.dataset.module === "follow"); // follow.js writes its text
      },
    },
  });
}

// The panels of a page (data-panel), one of which is open. The page contains all of them, so a link to a panel opens it
// without a request. The URL names the open panel, so that a reload and every answer return to it. A panel can have
// tabs (data-tab), one of which is in front. The others have data-behind; the style sheet decides whether that hides
// them.

let openId; // the id of the open panel, or of the tab in front in it
let opened = 0;

export const openings = () => opened; // number of panels that the user has opened on this page
export const openPanel = () => panelOf(openId) ?? undefined;
const panelOf = (id, page = document) => page.getElementById(id)?.closest("[data-panel]");
const frontOf = (panel) => (panel?.querySelector("[data-tab]:not([data-behind])") ?? panel)?.id;
const openIn = (page) => frontOf(page.querySelector("[data-panel]:not([hidden])"));

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
function drawPanels() {
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
function leaveSeat() {
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

// Buttons. A button that cannot be used is disabled; taps on enabled buttons always count. `reasons` are functions that
// return whether to disable a button; `held` contains the buttons disabled by them.

const held = new Set();
const clocks = {};
const reasons = [
  (button) => clocks.twice && button.form.dataset.again !== undefined,
  (button) =>
    clocks.breath &&
    button.form.dataset.again === undefined &&
    (button.form.dataset.careful !== undefined || button.closest(".act")),
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

// Disables the buttons and links of the action bar (.act), and the buttons of data-careful forms, for BREATH. Called
// when sending or opening something has changed these buttons, because a double tap could press the new ones. Typing
// ends the pause, because it shows that the user has seen the new content.
export const breathe = () => holdFor("breath", BREATH);

// Disables the buttons of data-again forms (Undo, Redo) for the time of a double tap.
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
document.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest?.(".act a");
    if (link && clocks.breath) [event.preventDefault(), event.stopImmediatePropagation()];
    else if (link?.dataset.opens) breathe();
  },
  true,
);

// Errors

export function complain(form, sentence) {
  const own = form.closest("[data-panel]") ?? form;
  const place = own.checkVisibility() ? own : (openPanel() ?? own); // the form of the sheet is hidden while the panel of a phase is open
  const notice = place.querySelector(".complaint") ?? make("p");
  notice.className = "notice notice-stop complaint";
  notice.role = "alert";
  notice.textContent = sentence;
  place.prepend(notice);
  reveal(notice);
  return notice;
}

// Removes error messages when the network is back.
addEventListener("online", () => {
  for (const notice of document.querySelectorAll(".complaint")) notice.remove();
});

// Removes the errors of a field when it changes; the server reports them again if they remain. An error names its
// fields with data-wrong, or the field names the error with aria-describedby. A notice above the forms names its slots
// with data-about, and is removed when all of them have changed. A question (data-asks) is removed after the first
// change, because its answer would confirm other values.
document.addEventListener("input", ({ target }) => {
  const over = [];
  for (const fault of target.form?.querySelectorAll("[data-wrong]") ?? [])
    if (!without(fault, "wrong", target.name).length && fault.hasChildNodes()) over.push(fault);
  for (
    let described = target.closest("[aria-describedby]");
    described;
    described = described.parentElement.closest("[aria-describedby]")
  ) {
    over.push(...reasonsOf(described).filter((fault) => fault.dataset.wrong === undefined));
  }
  const slot = target.closest("[data-slot]")?.dataset.slot;
  for (const notice of slot ? document.querySelectorAll("[data-about]") : []) {
    const about = names(notice, "about");
    const left = without(notice, "about", slot);
    if (!left.length || (notice.dataset.asks !== undefined && left.length < about.length)) over.push(notice);
  }
  for (const each of target.form?.elements ?? [target])
    if (each.name === target.name) each.removeAttribute("aria-invalid");
  if (!over.length) return; // no layout change, so no need to measure
  const stay = anchored();
  for (const each of over) each.matches(".fault") ? each.replaceChildren() : each.remove();
  stay();
});

const names = (element, list) => element.dataset[list].split(" ").filter(Boolean);

// Removes a name from a list in an attribute, and returns the others.
function without(element, list, name) {
  const left = names(element, list).filter((each) => each !== name);
  element.dataset[list] = left.join(" ");
  return left;
}

// The errors that describe a field, if they are not empty.
function reasonsOf(field) {
  const ids = field?.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)).filter((fault) => fault?.matches(".fault:not(:empty)"));
}

// Marks the fields with an error in this form as invalid, and removes the mark from fields whose error is gone.
export function markFaults(form) {
  const faults = [...form.querySelectorAll("[data-wrong]")];
  for (const field of form.elements) {
    const fault = field.name && faults.find((each) => names(each, "wrong").includes(field.name));
    if (fault?.id) field.setAttribute("aria-describedby", fault.id);
    if (fault) field.setAttribute("aria-invalid", "true");
    else if (reasonsOf(field.closest("[aria-describedby]")).every((fault) => fault.dataset.wrong !== undefined))
      field.removeAttribute("aria-invalid");
  }
}

// Scrolling

// Scrolls to the content of details that the user opens.
document.addEventListener("click", ({ target }) => {
  const fold = target.closest("summary")?.parentElement;
  if (fold) requestAnimationFrame(() => fold.open && reveal(fold));
});

// Scrolls as little as possible until an element is visible and not covered by sticky elements.
export function reveal(element) {
  for (let fold = element.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  const { top, bottom } = element.getBoundingClientRect();
  const above = covered(element) + ROOM;
  const below =
    Math.min(
      innerHeight,
      ...sticking(".act, .keypad-foot", element).map((each) => Math.min(each.top, innerHeight - each.height)),
    ) - ROOM; // a bar still below the screen sticks to its foot afterwards
  scrollerOf(element).scrollTop += Math.min(Math.max(0, bottom - below), top - above);
}

// Scrolls to the beginning of the page; if an opened panel does not fit there, to that of the panel, below sticky
// elements.
export function bringUp(panel) {
  const scroller = scrollerOf(panel);
  scroller.scrollTop = 0;
  const { top, bottom } = panel.getBoundingClientRect();
  const bars = [...document.querySelectorAll(".act")].filter((each) => each.checkVisibility() && !panel.contains(each));
  const below = Math.min(innerHeight, ...bars.map((each) => each.getBoundingClientRect().top));
  if (bottom > below + 1)
    scroller.scrollTop = Math.floor(top - parseFloat(getComputedStyle(panel).scrollMarginTop) - covered(panel));
}

// The lower edge of sticky elements, or of the bar, above an element.
const covered = (element) =>
  Math.max(
    0,
    scrollerOf(element).getBoundingClientRect().top,
    ...sticking("[data-sticky]", element).map((each) => each.bottom),
  );

// The rectangles of sticky elements that overlap an element horizontally.
function sticking(which, element) {
  const { left, right } = element.getBoundingClientRect();
  return [...document.querySelectorAll(which)]
    .filter((each) => !each.contains(element) && getComputedStyle(each).position === "sticky")
    .map((each) => each.getBoundingClientRect())
    .filter((box) => box.left < right && box.right > left);
}

// Keeps the focused field, or else the middle of the screen or the open panel, at its position while content above it
// changes, and keeps the action bar from moving up. Not every browser does this automatically (overflow-anchor). Call
// it before any change, while the layout is still valid, and call the returned function once after all changes, so that
// each measures the layout only once.
export function anchored() {
  const { activeElement } = document;
  const { top, bottom } = activeElement?.getBoundingClientRect() ?? {};
  const inUse = activeElement?.matches("input, textarea, select") && bottom > 0 && top < innerHeight;
  const met = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const middle = met?.closest("[data-waits-here]")?.parentElement ?? met; // lines about waiting plays may be removed
  const inPanel = [...document.querySelectorAll("[data-panel]:not([hidden]) > *")].filter((each) =>
    each.checkVisibility(),
  );
  const anchor = inUse
    ? activeElement
    : inPanel.length === 0 || inPanel.some((each) => each.contains(middle))
      ? middle
      : inPanel[0];
  const before = anchor?.getBoundingClientRect().top;
  const act = () => [...document.querySelectorAll(".act")].find((each) => each.checkVisibility());
  const foot = act()?.getBoundingClientRect().bottom;
  return () => {
    if (!anchor?.isConnected) return;
    const scroller = scrollerOf(anchor);
    scroller.scrollTop += anchor.getBoundingClientRect().top - before;
    if (act() && getComputedStyle(act()).position === "sticky")
      scroller.scrollTop -= Math.max(0, foot - act().getBoundingClientRect().bottom);
  };
}

function scrollerOf(element) {
  const scrolls = (each) =>
    each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY);
  let each = element.parentElement;
  while (each && !scrolls(each)) each = each.parentElement;
  return each ?? document.scrollingElement;
}

// Initial state of the page.

openId = openIn(document);
drawPanels();
leaveSeat();
if (document.referrer.startsWith(location.origin)) breathe(); // a tap on a button of the previous page may have led here
