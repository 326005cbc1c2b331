// The outbox. Plays (data-queues) are first stored on this phone (stored.js) and shown as waiting in their slots
// (waiting.js). Then they are sent in order, and repeated until they are answered. Each contains the entry key of the
// previous play of its game (after_key), so that only plays of other devices can come between them (store/games.py). Two
// tabs can send the same play. A refused play stops, together with those after it, until the user decides what to do
// with it. If it is the only one, it returns to the slots where it was typed. If another phone has entered the same
// (data-clash), the user compares both entries and decides.

import { breathe, holdWhere, waitOut } from "./buttons.js";
import { forget, giveBack, saying, showSlot } from "./drafts.js";
import { complain, leadInto } from "./faults.js";
import { readAnswer, revision, showPage } from "./page.js";
import { open, openings, openPanel, toPanelOf } from "./panels.js";
import { bringUp, reveal } from "./scrolling.js";
import { announce, isSending, nameOn, post } from "./sending.js";
import { settle, unsettle } from "./settled.js";
import {
  changedPlay,
  first,
  gameOf,
  ghosts,
  here,
  isOfEarlierPage,
  isStill,
  kept,
  keepPlay,
  namesById,
  newName,
  queue,
  removePlay,
  slots,
  underway,
  valueOf,
  waitingIn,
} from "./stored.js";

const BRIEF = 5000; // milliseconds until a play is shown as waiting for the network
const SLOWEST = 15000; // maximum milliseconds between two attempts
const TAKEN = "taken"; // stored briefly instead of an entered play, to notify other tabs
const MAX_NAMED = 12; // maximum number of values in the name of a play; with more, the name has none
const ENVELOPE = ["csrf_token", "entry_key", "revision", "after_key", "seen", "sure"]; // fields other than the play
const PROCESSED = [200, 409, 422]; // statuses of a form that the server has processed

const since = {}; // openings() at the time of sending, by name of the play
let busy = false; // whether plays are being sent
export let current; // name of the play being sent
let compared; // name of the last play whose comparison the user has asked for
let pause = 0;
let nextTry;
export let aside; // name of the stopped play whose notice the user has put aside
let stale = false; // whether waiting plays have to be redrawn

export const isPosting = () => current !== undefined;

export const box = () => document.querySelector("[data-module=outbox]"); // on game pages with forms for plays
export const words = () => JSON.parse(box()?.dataset.words ?? localStorage.getItem("outbox words") ?? "{}");

// Stores a play for sending and empties its slots. Returns false if storing fails and the play has to be sent directly.
export function put(form, button, body) {
  const before = queue();
  const stopped = before.find((each) => each.stopped); // the new play is sent before the stopped ones
  const own = [form, ...slots(form)].filter(({ dataset }) =>
    body.getAll("play").some((each) => each.split("?")[0] === dataset.slot),
  );
  const name = newName(body.get("entry_key"), stopped);
  if (!stopped && before.length) body.set("after_key", valueOf(before.at(-1), "entry_key"));
  try {
    localStorage.setItem("outbox words", box().dataset.words);
    keepPlay({
      name,
      game: here(),
      action: form.action,
      body: String(body),
      slots: own.map(({ dataset }) => dataset.slot),
      says: nameFor(form, button, own, body),
      tapped: Date.now(),
    });
  } catch {
    if (before.length) complain(form, words().full);
    return before.length > 0;
  }
  since[name] = openings();
  soon(); // starts the request before drawing the page, which takes time
  form.dispatchEvent(new Event("queued", { bubbles: true }));
  breathe();
  renewKeys();
  for (const slot of [...own, ...form.querySelectorAll("[data-filled]")]) {
    forget(slot);
    delete slot.dataset.refused;
  }
  changed();
  own.forEach(showSlot);
  if (underway(before).some((each) => each.waits)) goOn();
  return true;
}

// Sets a new entry key in all forms, in the same format as the server's.
function renewKeys() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .slice(0, 22);
  for (const field of document.getElementsByName("entry_key")) field.value = key;
}

const spaced = (text) => text?.replace(/\s+/g, " ").trim();

// The name of a waiting play: its player and points, a few values, or the text of its button.
function nameFor(form, button, own, body) {
  if (form.dataset.playName) return form.dataset.playName;
  const pressed = [button?.closest("[role=group]")?.ariaLabel, spaced(button?.innerText)].filter(Boolean).join(": ");
  const asked = body
    .getAll("play")
    .find((each) => each.includes("?"))
    ?.split("?")[0]; // the play in the value of the button
  const figures = (slot) =>
    form.dataset.stale === undefined && spaced(slot.querySelector("[data-play-name]")?.textContent);
  return (
    own
      .map((slot) => {
        const isAsked = slot.dataset.slot === asked;
        if (isAsked && button.dataset.playName) return button.dataset.playName;
        return [slot.dataset.label, isAsked ? pressed : figures(slot) || short(slot)].filter(Boolean).join(": ");
      })
      .filter(Boolean)
      .join(" · ") || pressed
  );
}

function short(slot) {
  const nameOfKey = (key) => namesById()[key.slice(1)];
  const signed = (value) => value.replace(/-(?=[\d.])/g, "−"); // a name keeps its hyphen
  const points = [...slot.querySelectorAll("[data-points]")].filter(({ value }) => value);
  if (points.length) return points.map((each) => `${nameOfKey(each.dataset.points)} ${signed(each.value)}`).join(", ");
  const shown = [...slot.querySelectorAll("input[name], select[name]")].filter(
    (field) =>
      field.type !== "hidden" && (!/radio|checkbox/.test(field.type) || (field.checked && !field.defaultChecked)),
  );
  const onLabel = (text) => spaced(text.match(/\p{L}[^]*/u)?.[0] ?? text);
  const withoutHolder = (label) =>
    onLabel(label.innerText.replace(label.querySelector(".holder")?.innerText ?? "", ""));
  const valueIn = (field) =>
    field.selectedOptions?.[0]?.text ??
    (field.checked ? field.labels[0] && withoutHolder(field.labels[0]) : field.value);
  const ofGroup = (field) => field.closest(".picks")?.ariaLabel;
  const forSeveral = new Set(shown.map(({ dataset }) => dataset.side)).size > 1;
  // the name, not the key
  const whose = (field) => {
    if (field.dataset.side && forSeveral) return `${nameOfKey(field.dataset.side)} `;
    const named = /-@\d+$/.test(field.name) && (ofGroup(field) || field.labels[0]);
    return named ? `${ofGroup(field) ?? nameOn(field.labels[0])} ` : "";
  };
  const values = shown.filter(valueIn).map((field) => whose(field) + signed(valueIn(field)));
  return values.length > MAX_NAMED ? "" : values.join(", ");
}

// While plays wait for the network, opens the next incomplete panel (data-next), if the last play was sent from the
// open panel.
function goOn() {
  const [last, waiting] = [new Set(underway().at(-1)?.slots), new Set(underway().flatMap((play) => play.slots))];
  const holds = (panel, names, stays) =>
    slots(panel).some(({ dataset }) => names.has(dataset.slot) && (!stays || dataset.stays !== undefined));
  const from = openPanel();
  if (!from?.dataset.next || !holds(from, last)) return;
  let panel = document.getElementById(from.dataset.next);
  while (panel && panel !== from && (panel.dataset.done !== undefined || holds(panel, waiting, true)))
    panel = document.getElementById(panel.dataset.next);
  if (!panel || panel === from) return;
  open(panel.id);
  bringUp(panel);
  breathe();
}

export function soon() {
  pause = 0;
  run();
}

// Sends the plays one after the other. If one gets no answer, tries again after a pause.
async function run() {
  if (busy) return;
  busy = true;
  clearTimeout(nextTry);
  try {
    for (let play; (play = next()); ) {
      const { name } = play;
      const body = new URLSearchParams(play.body);
      body.set("csrf_token", document.querySelector("[name=csrf_token]")?.value ?? body.get("csrf_token")); // the token changes when the phone is paired again
      // The age tells the server when the button was tapped, because two taps far apart can arrive together.
      if (play.tapped) body.set("age", Math.max(0, Date.now() - play.tapped));
      current = name;
      changed();
      const slow = setTimeout(waits, BRIEF, name);
      let answered;
      try {
        answered = await post(play.action, body, 2 * BRIEF);
        if (answered.answer.ok && !answered.to) throw new Error(answered.answer.statusText);
      } catch {
        waits(name);
        pause = Math.min(SLOWEST, 2 * pause || 1000);
        nextTry = setTimeout(run, pause);
        return;
      } finally {
        clearTimeout(slow);
        current = undefined;
        changed(); // drawn together with the answered page
      }
      pause = 0;
      try {
        playArrived(kept().find((each) => each.name === name) ?? play, answered);
      } catch (error) {
        reportError(error);
        location.reload(); // lets the browser show the page
      }
    }
  } finally {
    busy = false; // also after an error, so that the next play is sent
  }
}

const next = () => kept().find((play) => !first(play.game).stopped && !isSending());

// Marks a play as waiting for the network.
function waits(name) {
  const play = kept().find((each) => each.name === name);
  if (!play || play.waits) return;
  keepPlay({ ...play, waits: true });
  changed();
  if (play.game === here()) goOn();
}

// Functions (play, answered) that return whether they have handled a refused play.
export const onRefusal = [];

function playArrived(play, answered) {
  const { ok } = answered.answer;
  const there = isStill(play); // otherwise it was dropped, or another tab has got the answer
  const ours = play.game === here() && box();
  const gone = openings() !== (since[play.name] ?? -1);
  if (!ok && there) {
    if (ours && !play.stopped && onRefusal.some((each) => each(play, answered))) return changed();
    if (answered.fresh.querySelector("[data-clash]"))
      return clashes(play, answered, ours, !gone && !document.querySelector("[data-unsent]"));
    const takes = answered.fresh.querySelector("form[data-queues]"); // without such a form, the game is over and no slot can show the play
    if (!takes || !ours || gone || play.stopped || queue(play.game).length > 1 || !putBack(play)) {
      keepPlay({ ...play, stopped: reasonOf(answered) });
      changed();
      if (ours) [toPanelOf(slotsOf(play)[0]), settle(), reveal(box()), document.dispatchEvent(new Event("behind"))];
      return;
    }
  }
  if (ok) aside = undefined;
  if (ok && there) localStorage.setItem(play.name, TAKEN);
  removePlay(play);
  const behind = first(play.game);
  if (ok && behind) keepPlay(changedPlay(behind, { after_key: valueOf(play, "entry_key") })); // the next play now follows this one
  if (ok) for (const each of queue(play.game)) if (isStill(each)) keepPlay({ ...each, past: revision(answered.fresh) }); // this page does not contain them (pencil.js)
  if (ours && revision(answered.fresh) >= revision()) showPage(answered, { keep: gone && openPanel() !== undefined });
  else changed();
  if (ours && ok) [breathe(), waitOut(), announce()];
}

// Another phone has entered the same turn or round as a play. The play stops, and the page that compares both is shown,
// or a button for it, if the user has typed or opened something else in the meantime (not `idle`).
function clashes(play, answered, ours, idle) {
  keepPlay({ ...play, stopped: { clash: true, revision: revision(answered.fresh) } });
  const shows = idle || compared === play.name;
  if (ours && shows) [showPage(answered), breathe()];
  changed();
  if (ours && !shows) [settle(), reveal(box()), document.dispatchEvent(new Event("behind"))];
}

// The user has decided between a play and an equal one of another phone, by the form with this key.
export function decided(key) {
  const plays = queue();
  const at = plays.findIndex(({ stopped }) => stopped?.clash);
  if (at < 0) return;
  removePlay(plays[at]);
  if (plays[at + 1]) keepPlay(changedPlay(plays[at + 1], { after_key: key }));
  soon();
}

// The reason of a refusal, its link to the rules, and the current revision if the game had changed. A reason in the
// rules explains more than the change.
function reasonOf({ answer, fresh }) {
  const way = fresh.querySelector(".rules-on");
  const to = way && new URL(way.href);
  to?.searchParams.delete("back"); // input is stored on this phone
  for (const each of fresh.querySelectorAll(".rules-on")) each.remove();
  const [found, fault] = ["[role=alert], .fault, .sheet-title", ".fault"].map((which) =>
    [...fresh.querySelectorAll(which)].map((each) => spaced(each.textContent)).find(Boolean),
  );
  const changed = answer.status === 409;
  const asked = fresh.querySelector("[name=sure]") && revision(fresh);
  return {
    reason: (changed && fault) || found,
    rules: way && [to.href, way.textContent],
    asked,
    revision: changed ? fresh.querySelector("[name=revision]")?.value : "",
    refused: changed && Boolean(fault),
  };
}

// Actions on waiting and stopped plays

// Drops a play, and links the next play to the previous one.
export function drop(play) {
  const plays = queue(play.game);
  const behind = plays[1 + plays.findIndex((each) => each.name === play.name)];
  removePlay(play);
  if (behind)
    keepPlay({
      ...changedPlay(behind, {
        after_key: valueOf(play, "after_key"),
        revision: play.stopped?.revision || valueOf(play, "revision"),
      }),
      stopped: play.stopped && {},
    });
  changed();
  slotsOf(play).forEach(showSlot);
  soon();
}

const slotsOf = (play) => slots().filter(({ dataset }) => play.slots.includes(dataset.slot));

// Turns a play back into a draft in its slots; returns whether it did. The play is removed in the meantime, because
// values of a waiting play do not count as typed.
function putBack(play) {
  const own = slotsOf(play);
  if (isOfEarlierPage(play)) return false;
  if (own.length < play.slots.length) return false;
  removePlay(play);
  const back = own.every((slot) => giveBack(slot, new URLSearchParams(play.body)));
  keepPlay(play);
  return back;
}

// Turns a play back into a draft, to be changed and sent again.
export function change(play) {
  if (
    queue().some((each) => each.name !== play.name && each.slots.some((slot) => play.slots.includes(slot))) ||
    !putBack(play)
  )
    return askServer(play);
  drop(play);
  aside = first()?.name; // the notice of the next one would cover the panel
  const panel = slotsOf(play)[0]?.closest("[data-panel]");
  if (!panel) return;
  open(panel.id);
  const signal = AbortSignal.timeout(BRIEF); // the reason comes with the preview
  panel.addEventListener("previewed", () => leadInto(panel), { once: true, signal });
}

// Turns a play back into a draft if a slot is missing or has other input: the server answers with the form filled in.
async function askServer(play) {
  const fields = new URLSearchParams(play.body);
  for (const field of ENVELOPE) fields.delete(field);
  try {
    const answered = await fetch(`${play.game}?${fields}`).then(readAnswer);
    if (!PROCESSED.includes(answered.answer.status)) throw new Error(answered.answer.statusText);
    drop(play);
    showPage({ ...answered, to: new URL(`${play.game}?${fields}`, location) });
  } catch {
    complain(box(), saying("unanswered"));
  }
}

// Sends a stopped play again, at the newer revision of this page and of its refusal. Adds "sure" if it was refused with
// a question at that revision.
export function again({ stopped, ...play }) {
  const at = Math.max(revision(), Number(stopped.revision) || 0);
  keepPlay(changedPlay(play, { revision: at, sure: stopped.asked === at ? "yes" : undefined }));
  sendAgain(play);
}

// Sends a play again unchanged, to get the page that compares it with the entry of another phone.
export function compare({ stopped, ...play }) {
  compared = play.name;
  keepPlay(play);
  sendAgain(play);
}

function sendAgain({ game }) {
  for (const each of queue(game)) since[each.name] = openings(); // counts as sent from the open panel, so that the page follows them
  changed();
  soon();
}

export function changed() {
  stale = true;
  unsettle();
}

document.addEventListener("settled", () => {
  if (!stale) return;
  stale = false;
  document.dispatchEvent(new Event("outbox"));
});

// Closes the notice of a stopped play, or shows it again.
export function putAside(name) {
  aside = name;
  changed();
  if (!name) [settle(), reveal(box())];
}

// Disables Undo and all other forms of the game while plays are being sent, because these would change the game before
// the plays. Stopped plays disable nothing, because the user may have to reopen the game first.
holdWhere(
  ({ form }) => form.dataset.queues === undefined && gameOf(form.action) === here() && underway().length && box(),
);
// While a play before a stopped one is being sent, disables the forms of plays. Also disables them for a slot with a
// play that waits behind a stopped one.
holdWhere(
  ({ form }) =>
    form.dataset.queues !== undefined &&
    queue().some(
      (play, at) =>
        at > 0 &&
        (play.stopped ||
          (first()?.stopped &&
            [form, ...slots(form)].some(
              ({ dataset }) => dataset.unsent !== undefined && play.slots.includes(dataset.slot),
            ))),
    ),
);
// While a play waits in its form (data-stays), disables the form until something else is typed.
holdWhere(
  ({ form }) => form.dataset.stays !== undefined && form.dataset.unsent === undefined && waitingIn(form.dataset.slot),
);
// Disables a data-once form while its play is the last waiting one.
holdWhere(
  ({ form }) =>
    form.dataset.once !== undefined &&
    queue()
      .slice(-1)
      .flatMap((play) => new URLSearchParams(play.body).getAll("play"))
      .map((each) => CSS.escape(each.split("?")[0]))
      .some(
        (slot) =>
          form.dataset.slot === slot || form.querySelector(`:is([data-slot="${slot}"], button[value="${slot}"])`),
      ),
);

// Another tab has sent a play or got its answer. Until this page shows the play, its slot stays occupied.
addEventListener("storage", ({ key, oldValue, newValue }) => {
  if (!/^outbox:/.test(key)) return;
  if (newValue === TAKEN && box()) {
    ghosts.push({ slots: [], ...JSON.parse(oldValue), name: key, waits: false, entered: performance.now() });
    document.dispatchEvent(new Event("behind"));
  }
  changed();
  slots().forEach(showSlot);
});
document.addEventListener("current", ({ detail }) => {
  const left = ghosts.filter((each) => each.entered >= detail);
  if (left.length === ghosts.length) return;
  ghosts.splice(0, Infinity, ...left);
  changed();
  slots().forEach(showSlot);
});

addEventListener("online", soon);
document.addEventListener("visibilitychange", soon);

export function startOutbox() {
  changed();
  soon();
}
