// The page on the screen. An answered page updates only the parts that differ, so that the focus, open details, the
// open panel and the scroll position stay.

import { breathe, dropHeld } from "./buttons.js";
import { leadToFault } from "./faults.js";
import { drawPanels, frontId, leaveSeat, openOn, openPanel } from "./panels.js";
import { anchored, bringUp, reveal } from "./scrolling.js";
import { settle } from "./settled.js";
import { playersOf } from "./stored.js";
import { Idiomorph } from "./vendor/idiomorph.js";

const DRESSING = 10000; // milliseconds to wait for style sheets
const PRESSED = 1000; // maximum milliseconds that a pressed finger keeps the page unchanged
const CLICKED = 50; // milliseconds after a finger was lifted, until its click has arrived

let replacements = 0;

export const pages = () => replacements; // number of answered pages shown so far
export const revision = (page = document) => Number(page.querySelector("[name=revision]")?.value ?? 0);

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
  const before = frontId();
  const used = reseated && fieldInUse();
  const left = to && to.pathname !== location.pathname;
  keep &&= !left;
  if (to && !keep && to.href !== location.href) history.replaceState(null, "", to);
  openOn(fresh, keep);
  for (const element of fresh.querySelectorAll("noscript")) element.remove();
  document.title = fresh.title;
  document.body.className = fresh.body.className;
  morph(document.querySelector("body > header"), fresh.querySelector("body > header"), isNew);
  // If the players have changed, focus and typed values could move to other players' fields.
  if (reseated) document.getElementById("main").replaceWith(fresh.getElementById("main"));
  else morph(document.getElementById("main"), fresh.getElementById("main"), isNew);
  replacements += 1;
  dropHeld();
  drawPanels();
  leaveSeat();
  if (reseated || (!keep && frontId() !== before)) breathe();
  document.dispatchEvent(new CustomEvent("shown", { detail: { answer, at: to?.href ?? location.href } }));
  if (used) goOnIn(used);
  settle();
  if (frontId() === before) stay(); // nothing changes the layout after this
  if (left) begins();
  else if (openPanel() && frontId() !== before) bringUp(openPanel());
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
