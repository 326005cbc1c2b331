// Shows an answered page by changing only what differs from the one on the screen: the focus, unfolded parts, the open panel
// and the scroll position stay. keeper.js fills in again what was typed and not sent.

import { leaveSeat, openName, openPanel, place } from "./panels.js";
import { anchored, bringUp, reveal } from "./scroll.js";
import { panelOn, seatedIds } from "./seated.js";
import { Idiomorph } from "./vendor/idiomorph.js";

const DRESSING = 10000; // milliseconds to wait for style sheets
const BREATH = 500; // milliseconds after what stands under a finger has changed, in which a tap there was meant for what was there before
const TWICE = 300; // milliseconds in which a second tap on Undo or Redo is the same tap twice

let beginAnew; // starts the modules that a page names
let replacements = 0; // how many answered pages were shown
let breath;
let twice;

export const onPage = (starter) => (beginAnew = starter);
export const pages = () => replacements;
export const revision = (page = document) => Number(page.querySelector("[name=revision]")?.value ?? 0);

// Reads an answer: the `fresh` page in it, and its address (`to`) if it is another one than was asked (web/shell/following.py).
export async function readAnswer(answer) {
  const led = answer.headers.get("Content-Location") ?? (answer.redirected && answer.url);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  await dress(fresh);
  return { answer, to: led && new URL(led, location), fresh };
}

// Adds the style sheets that the answered page has and this one lacks, and waits a moment until they are there.
function dress(fresh) {
  const links = (page) => [...page.head.querySelectorAll(":scope > link[rel=stylesheet]")];
  const here = links(document).map((link) => link.href);
  const lacking = links(fresh).filter((link) => !here.includes(link.href));
  const come = lacking.map((link) => new Promise((done) => {
    const added = document.importNode(link);
    added.onload = added.onerror = done;
    document.head.append(added);
  }));
  return Promise.race([Promise.all(come), new Promise((done) => setTimeout(done, DRESSING))]);
}

// Shows an answered page. With `keep` the open panel stays open: somebody has opened it since the page was asked for.
// `isNew(element, came)` is called for each element that was added (`came`) or whose text has changed.
export function showPage({ answer, to, fresh }, { keep = false, isNew } = {}) {
  const reseated = seatedIds() && seatedIds(fresh) && seatedIds() !== seatedIds(fresh);
  const opened = openName();
  const before = reseated && opened ? panelOn(fresh, opened) : opened;
  const left = to && to.pathname !== location.pathname;
  if (left) keep = false;
  if (to && !keep && to.href !== location.href) history.replaceState(null, "", to);
  for (const element of fresh.querySelectorAll("noscript")) element.remove();
  document.title = fresh.title;
  document.body.className = fresh.body.className;
  const stay = anchored();
  const was = shelved();
  morph(document.querySelector("body > header"), fresh.querySelector("body > header"), isNew);
  // Where people sit otherwise, nothing that is filled in or in use belongs where it is.
  if (reseated) document.getElementById("main").replaceWith(fresh.getElementById("main"));
  else morph(document.getElementById("main"), fresh.getElementById("main"), isNew);
  replacements += 1;
  place(keep && before ? before : undefined);
  leaveSeat();
  beginAnew(document);
  document.dispatchEvent(new CustomEvent("shown", { detail: { answer, at: to?.href ?? location.href } }));
  if (reseated || (!keep && openName() !== before)) breathe();
  if (openName() === before) stay();
  if (left) begins();
  else if (openPanel() && openName() !== before) bringUp(openPanel());
  leadToFault(!answer || answer.ok || keep);
  if (!was && shelved()) reveal(shelved());
}

// What says that a game was archived or deleted.
const shelved = () => document.querySelector("[data-shelved]");

// Focuses the first faulty field, and scrolls to it and to what is wrong; `stay`: does not scroll.
export function leadToFault(stay = false) {
  const wrong = [...document.querySelectorAll("[aria-invalid=true]")].find((field) => field.checkVisibility());
  wrong?.focus({ preventScroll: true });
  if (stay) return;
  if (wrong?.matches(".stepper > input")) wrong.select(); // what is typed next takes its place
  const said = wrong ?? [...document.querySelectorAll(".fault:not(:empty), .notice-stop[role=alert]")].find((each) => each.checkVisibility());
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
    ignoreActiveValue: Boolean(document.activeElement?.closest("[data-slot]")), // keeper.js writes it, if it has to change
    callbacks: {
      // Keeps what somebody unfolded, the marks of started modules, and the visibility of the notice of follow.js.
      beforeAttributeUpdated: (attribute, element, change) => !(change === "remove" && ["open", "data-begun", "data-started"].includes(attribute)) && !(attribute === "hidden" && element.dataset.module === "follow"),
      afterNodeAdded: (node) => (node.nodeType === Node.ELEMENT_NODE ? isNew(node, true) : node.data?.trim() && isNew(node.parentElement, false)),
      beforeNodeMorphed: (node, other) => {
        if (node.nodeType === Node.TEXT_NODE && node.data.trim() !== other.data.trim()) isNew(node.parentElement, false);
        return !(node.nodeType === Node.ELEMENT_NODE && node.dataset.module === "follow"); // follow.js writes it
      },
    },
  });
}

// Disables the buttons and links of the act, and the buttons of data-careful forms, for a moment: something was sent or
// entered, or another panel or page was opened from the act, and a second tap could meet what stands there now. It ends at
// once when something is filled in: then they were seen.
export function breathe() {
  document.body.dataset.fresh = "";
  hold();
  clearTimeout(breath);
  breath = setTimeout(breathed, BREATH);
}

function breathed() {
  clearTimeout(breath);
  if (!isFresh()) return;
  delete document.body.dataset.fresh;
  hold();
}

document.addEventListener("input", breathed);
document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".act a");
  if (!link) return;
  if (isFresh()) [event.preventDefault(), event.stopImmediatePropagation()];
  else if (link.dataset.opens) breathe();
}, true);

const isFresh = () => document.body.dataset.fresh !== undefined;

// Disables the buttons of data-again forms (Undo, Redo) for as long as a double tap takes.
export function waitOut() {
  clearTimeout(twice);
  twice = setTimeout(() => {
    twice = undefined;
    hold();
  }, TWICE);
  hold();
}

// Functions of a button, each a reason to disable it: `hold` disables buttons that cannot take a tap now.
const reasons = [
  (button) => button.form?.dataset.again !== undefined && twice !== undefined,
  (button) => isFresh() && button.form?.dataset.again === undefined && (button.form?.dataset.careful !== undefined || button.closest(".act")),
];
export const holdWhere = (reason) => reasons.push(reason);

export function hold() {
  for (const button of document.querySelectorAll("button")) {
    if (button.type !== "submit" || button.form?.dataset.live === undefined) continue;
    const held = reasons.some((reason) => reason(button));
    if (held && !button.disabled) [button.disabled, button.dataset.on] = [true, "hold"];
    else if (!held && button.dataset.on === "hold") {
      button.disabled = false;
      delete button.dataset.on;
    }
  }
}

export function complain(form, sentence) {
  const place = form.closest("[data-panel]") ?? form;
  const notice = place.querySelector("[data-complaint]") ?? document.createElement("p");
  notice.className = "notice notice-stop";
  notice.dataset.complaint = "";
  notice.setAttribute("role", "alert");
  notice.textContent = sentence;
  place.prepend(notice);
  reveal(notice);
  return notice;
}

// The network is back: complaints about it are over.
addEventListener("online", () => {
  for (const notice of document.querySelectorAll("[data-complaint]")) notice.remove();
});

if (document.referrer.startsWith(location.origin)) breathe(); // perhaps by a tap on an act that was here

// A sentence about sending, from the head of the page, which is the same on all pages.
export const saying = (name) => document.querySelector("link[rel=icon]").dataset[name];

// The game that an address is about.
export const gameOf = (address) => /^\/games\/[^/?#]+/.exec(new URL(address, location).pathname)?.[0];
