// What is sent. A form marked data-live is sent without leaving the page, and its answered page is shown. The browser would do
// the same a little slower, but without a network it would lose the page; here everything stays on the screen and can be sent
// again. The entry key in the form makes that safe: the server takes a form only once.
//
// Plays at the table (data-queues) are kept on this device first (stored.js), shown as waiting in their slots, and sent in
// order, again and again, until they are answered. Each names the entry key of the play before it in its game (after_key), so
// that only plays of another device can come between (store/games.py). Two tabs may send the same play. A play that is refused
// is stopped, and so are those behind it, until somebody decides what to do with it; if it is the only one, it goes back to the
// slots where it was typed.

import { clear, forget, forgetForOthers, giveBack, keptForOthers, lineOf, saying, seatsTyped, sent, showSlot } from "./drafts.js";
import { breathe, bringUp, complain, hold, holdWhere, open, openings, openPanel, readAnswer, reveal, revision, settle, showPage, showSheet, toTurn, unsettle, waitOut } from "./page.js";
import { bodyHere, changedPlay, first, gameOf, ghosts, here, isStill, kept, keepPlay, make, newName, queue, removePlay, slots, underway, valueOf, waitingIn } from "./stored.js";

const ANSWER_WITHIN = 10000; // milliseconds
const BRIEF = 5000; // milliseconds after which a play is said to wait for the network
const SLOWEST = 15000; // the longest pause between two attempts, in milliseconds
const TAKEN = "taken"; // the value stored for a moment once a play is entered, so that other tabs know
const MOST_TOLD = 3; // values of a slot with which a play is named; with more it is named without them
const ENVELOPE = ["csrf_token", "entry_key", "revision", "after_key", "seen", "sure"]; // fields that are not of the play itself
const JUDGED = [200, 409, 422]; // statuses with which the server has said something about a form
const UNJUDGED = [408, 429, 502, 503, 504]; // statuses that say nothing about what was sent: it is sent again

let sending = 0; // how many other forms are being sent
const tapped = []; // buttons of data-again forms that were tapped while a form was being sent, by id
let replays = false; // such a tap is being made up for
const since = {}; // by the name of a play that this page has sent: openings() at that time
let busy = false; // plays are being sent
let current; // the name of the play that is on its way
let pause = 0;
let nextTry;
let stale = false; // what waits has to be drawn again
const inerted = []; // elements in which nothing can be tapped, as what is drawn takes their place
let lines; // what is being drawn: [the place, the line in it]
const speaker = make("p", { className: "visually-hidden", role: "status" });
document.body.after(speaker);

export const isSending = () => sending > 0;
export const isPosting = () => current !== undefined;

const box = () => document.querySelector("[data-module=outbox]"); // on the pages of a game where plays are entered
const words = () => JSON.parse(box()?.dataset.words ?? localStorage.getItem("outbox words") ?? "{}");

// Forms

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (event.defaultPrevented || form.dataset.live === undefined) return;
  event.preventDefault();
  if (form.dataset.again !== undefined && !replays) waitOut(); // a second tap right after is the same tap twice
  if (sending && form.dataset.again !== undefined && button?.id) return tapped.push(button.id);
  if (sending) return;
  const elsewhere = slots().filter((each) => each.dataset.unsent !== undefined && !form.contains(each));
  if (form.dataset.alone !== undefined && elsewhere.length) return complain(form, form.dataset.alone);
  const before = (each) => each?.dataset.queues !== undefined && each.dataset.first === undefined; // it is sent before one with data-first
  if (form.dataset.first !== undefined && elsewhere.some((each) => before(each.closest("form")))) return complain(form, form.dataset.first);
  const body = filled(form, button);
  if (form.dataset.gathers !== undefined && !body.has("play")) {
    const notice = complain(form, saying("empty"));
    return form.addEventListener("input", () => notice.remove(), { once: true });
  }
  if (form.dataset.queues === undefined || !box() || !put(form, button, body)) sendNow(form, button, body);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-clear]");
  if (!button) return;
  event.preventDefault();
  const was = clear(button.closest("[data-slot]"), button.was);
  if (!button.dataset.clear) return; // this button does not offer to bring the values back
  button.was = button.was ? undefined : was;
  [button.textContent, button.dataset.clear] = [button.dataset.clear, button.textContent];
});

// What a form sends. A form that gathers plays (data-gathers) sends only slots with something typed, and the slot that its
// button names. `asks`: it is for a preview. The seat and the panel in the address go along, so that the answer shows them.
export function filled(form, button, asks = false) {
  const body = new URLSearchParams(new FormData(form, button));
  const none = asks && form.dataset.unsent === undefined; // with nothing typed, the preview is of the stored plays
  if (form.dataset.gathers !== undefined && !none) {
    for (const { dataset } of slots(form).filter((each) => each.dataset.unsent === undefined && !each.closest(".conflicts"))) {
      for (const name of new Set(body.keys())) if (name.startsWith(`${dataset.slot}-`)) body.delete(name);
      body.delete("play", dataset.slot);
    }
  }
  // A button that brings values replaces what its slot held before.
  const [own, said] = button?.name === "play" ? button.value.split("?") : [];
  for (const each of said ? body.getAll("play") : []) if (each !== button.value && each.startsWith(`${own}?`)) body.delete("play", each);
  for (const [name, value] of new URL(location).searchParams) if (["seat", "open"].includes(name) && !body.has(name)) body.append(name, value);
  return body;
}

// Sends a form's content and returns the answered page; throws if there is no answer within `patience` milliseconds.
async function post(action, body, patience = ANSWER_WITHIN) {
  const answered = await readAnswer(await fetch(action, { method: "POST", body, signal: AbortSignal.timeout(patience), headers: { Prefer: "return=representation" } }));
  if (UNJUDGED.includes(answered.answer.status)) throw new Error(answered.answer.statusText);
  return answered;
}

async function sendNow(form, button, body) {
  const said = form.dataset.announces;
  const from = openings();
  const wait = (change) => {
    sending += change;
    for (const each of [form, button]) change > 0 ? each?.setAttribute("aria-busy", "true") : each?.removeAttribute("aria-busy");
    hold();
  };
  wait(1);
  let answered;
  try {
    answered = await post(form.action, body);
  } catch {
    tapped.length = 0;
    complain(form, saying("unanswered"));
  }
  wait(-1);
  soon();
  if (answered) formArrived(form, button, body, answered, said, from);
}

function formArrived(form, button, body, answered, said, from) {
  const { ok } = answered.answer;
  if (!ok) tapped.length = 0;
  const own = [form, ...slots(form)].filter((each) => each.dataset.slot !== undefined);
  if (ok) for (const slot of own) sent(slot, body);
  // A refused page can have what was typed at another place of the log: it is kept there from now on, and not twice.
  const before = ok ? [] : own.filter((each) => each.dataset.key && each.dataset.unsent !== undefined).map((each) => each.cloneNode());
  try {
    showPage(answered, { keep: openings() !== from && openPanel() !== undefined });
    const there = slots().map(({ dataset }) => dataset.slot);
    const back = slots().some(({ dataset }) => dataset.refused !== undefined);
    for (const slot of back ? before : []) if (!there.includes(slot.dataset.slot)) forget(slot);
  } catch (error) {
    reportError(error);
    return leave(answered, form, button);
  }
  if (form.dataset.again === undefined) { // another button may now be where this one was
    waitOut();
    if (ok || form.dataset.careful !== undefined) breathe();
  }
  announce(ok && said);
  const again = document.getElementById(tapped.shift());
  replays = true;
  again?.form?.requestSubmit(again);
  replays = false;
}

// Tells screen readers what was done; without `said`, what the page has in data-told.
export function announce(said) {
  speaker.textContent = said || (document.querySelector("[data-told]")?.textContent.trim() ?? "");
}

// Has the browser show what this script failed to: the page at the answered address, or the answer to the form, sent again.
function leave({ to }, form, button) {
  if (to) return location.replace(to);
  delete form.dataset.live;
  if (!form.isConnected) document.body.append(form);
  form.requestSubmit(button);
}

// Plays

// Keeps a play to be sent, and empties its slots at once. Returns false if it cannot be stored and has to be sent directly.
function put(form, button, body) {
  const before = queue();
  const stopped = before.find((each) => each.stopped); // the new play goes before it and those behind it
  const own = [form, ...slots(form)].filter(({ dataset }) => body.getAll("play").some((each) => each.split("?")[0] === dataset.slot));
  const name = newName(body.get("entry_key"), stopped);
  if (!stopped && before.length) body.set("after_key", valueOf(before.at(-1), "entry_key"));
  try {
    localStorage.setItem("outbox words", box().dataset.words);
    keepPlay({ name, game: here(), action: form.action, body: String(body), slots: own.map(({ dataset }) => dataset.slot), says: nameFor(form, button, own, body) });
  } catch {
    if (before.length) complain(form, words().full);
    return before.length > 0;
  }
  since[name] = openings();
  soon(); // on its way first: the page is drawn meanwhile
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

// Gives the forms a new entry key for the next play, made like the server's.
function renewKeys() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
  for (const field of document.getElementsByName("entry_key")) field.value = key;
}

const spaced = (text) => text?.replace(/\s+/g, " ").trim();

// What a play is called while it waits: whose it is, and its figures, what was filled in if that is short, or its button.
function nameFor(form, button, own, body) {
  if (form.dataset.says) return form.dataset.says;
  const pressed = [button?.closest("[role=group]")?.ariaLabel, spaced(button?.innerText)].filter(Boolean).join(": ");
  const asked = body.getAll("play").find((each) => each.includes("?"))?.split("?")[0]; // the play that the button itself names
  const figures = (slot) => form.dataset.stale === undefined && spaced(slot.querySelector("[data-says]")?.textContent);
  return own.map((slot) => {
    const isAsked = slot.dataset.slot === asked;
    if (isAsked && button.dataset.says) return button.dataset.says;
    return [slot.dataset.label, isAsked ? pressed : figures(slot) || short(slot)].filter(Boolean).join(": ");
  }).filter(Boolean).join(" · ") || pressed;
}

function short(slot) {
  const shown = [...slot.querySelectorAll("input[name], select[name]")].filter((field) => field.type !== "hidden" && (!/radio|checkbox/.test(field.type) || (field.checked && !field.defaultChecked)));
  const said = (field) => field.selectedOptions?.[0]?.text ?? (field.checked ? field.labels[0]?.innerText.match(/\p{L}[^]*/u)?.[0] : field.value);
  const whose = ({ name, labels }) => (/-\d+$/.test(name) && labels[0] ? `${labels[0].textContent.trim()} ` : ""); // its seat can change while it waits
  const told = shown.filter(said).map((field) => whose(field) + said(field));
  return told.length > MOST_TOLD ? "" : told.join(", ").replaceAll("-", "−");
}

// While plays wait for the network, opens the next panel that is not entered yet (data-next), if the last play was sent from
// the open one.
function goOn() {
  const [last, waiting] = [new Set(underway().at(-1)?.slots), new Set(underway().flatMap((play) => play.slots))];
  const holds = (panel, names, stays) => slots(panel).some(({ dataset }) => names.has(dataset.slot) && (!stays || dataset.stays !== undefined));
  const from = openPanel();
  if (!from?.dataset.next || !holds(from, last)) return;
  let panel = document.getElementById(from.dataset.next);
  while (panel && panel !== from && (panel.dataset.done !== undefined || holds(panel, waiting, true))) panel = document.getElementById(panel.dataset.next);
  if (!panel || panel === from) return;
  open(panel.id);
  bringUp(panel);
  breathe();
}

export function soon() {
  pause = 0;
  run();
}

// Sends the plays one after the other, until one has no answer; then it tries again after a pause.
async function run() {
  if (busy) return;
  busy = true;
  clearTimeout(nextTry);
  try {
    for (let play; (play = next()); ) {
      const { name } = play;
      const body = new URLSearchParams(play.body);
      body.set("csrf_token", document.querySelector("[name=csrf_token]")?.value ?? body.get("csrf_token")); // it is another one after pairing again
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
        stale = true; // whatever comes now is drawn with the page
        unsettle();
      }
      pause = 0;
      try {
        playArrived(kept().find((each) => each.name === name) ?? play, answered);
      } catch (error) {
        reportError(error);
        location.reload(); // the browser shows what this script failed to
      }
    }
  } finally {
    busy = false; // whatever happened: the next play is tried
  }
}

const next = () => kept().find((play) => !first(play.game).stopped && !isSending());

// Marks a play as waiting for the network: it has no answer so far.
function waits(name) {
  const play = kept().find((each) => each.name === name);
  if (!play || play.waits) return;
  keepPlay({ ...play, waits: true });
  changed();
  if (play.game === here()) goOn();
}

// Functions of a page (play, answered): whether they have seen to a refused play.
export const onRefusal = [];

function playArrived(play, answered) {
  const { ok } = answered.answer;
  const there = isStill(play); // if not, it was dropped, or another tab had its answer
  const ours = play.game === here() && box();
  const gone = openings() !== (since[play.name] ?? -1);
  if (!ok && there) {
    if (ours && !play.stopped && onRefusal.some((each) => each(play, answered))) return changed();
    const takes = answered.fresh.querySelector("form[data-queues]"); // otherwise nothing shows what is typed: the game is over
    if (!takes || !ours || gone || play.stopped || queue(play.game).length > 1 || !putBack(play)) {
      keepPlay({ ...play, stopped: reasonOf(answered) });
      changed();
      if (ours) [toTurn(), settle(), reveal(box()), document.dispatchEvent(new Event("behind"))];
      return;
    }
  }
  if (ok && there) localStorage.setItem(play.name, TAKEN);
  removePlay(play);
  const behind = first(play.game);
  if (ok && behind) keepPlay(changedPlay(behind, { after_key: valueOf(play, "entry_key") })); // it follows this play now
  if (ours && revision(answered.fresh) >= revision()) showPage(answered, { keep: gone && openPanel() !== undefined });
  else changed();
  if (ours && ok) [breathe(), waitOut(), announce()];
}

// Why a play was not taken, with the link to the rules, and, if the game had changed, its present revision.
function reasonOf({ answer, fresh }) {
  const way = fresh.querySelector(".rules-on");
  const to = way && new URL(way.href);
  to?.searchParams.delete("back"); // what was typed is kept here
  for (const each of fresh.querySelectorAll(".rules-on")) each.remove();
  const said = [...fresh.querySelectorAll("[role=alert], .fault, .sheet-title")].map((each) => spaced(each.textContent));
  const asked = fresh.querySelector("[name=sure]") && revision(fresh);
  const plays = Object.fromEntries(slots(fresh).map(({ dataset }) => [dataset.slot, dataset.plays]));
  return { plays, reason: said.find(Boolean), rules: way && [to.href, way.textContent], asked, revision: answer.status === 409 ? fresh.querySelector("[name=revision]")?.value : "" };
}

// What can be done with a play that waits or was stopped

// Drops a play: the play behind it then follows the play before it.
export function drop(play) {
  const plays = queue(play.game);
  const behind = plays[1 + plays.findIndex((each) => each.name === play.name)];
  removePlay(play);
  if (behind) keepPlay({ ...changedPlay(behind, { after_key: valueOf(play, "after_key"), revision: play.stopped?.revision || valueOf(play, "revision") }), stopped: play.stopped && {} });
  changed();
  slotsOf(play).forEach(showSlot);
  soon();
}

const slotsOf = (play) => slots().filter(({ dataset }) => play.slots.includes(dataset.slot));

// Puts a play back into its slots as typed; returns whether it did. It does not wait in the meantime, because the values of a
// waiting play do not count as typed.
function putBack(play) {
  const own = slotsOf(play);
  if (own.length < play.slots.length) return false;
  removePlay(play);
  const back = own.every((slot) => giveBack(slot, bodyHere(play.body)));
  keepPlay(play);
  return back;
}

// Puts a play back into its slots, to be changed and sent again.
function change(play) {
  if (queue().some((each) => each.name !== play.name && each.slots.some((slot) => play.slots.includes(slot))) || !putBack(play)) return askServer(play);
  drop(play);
  const panel = slotsOf(play)[0]?.closest("[data-panel]");
  if (panel) open(panel.id);
}

// Does the same if a slot is not on the page or holds something else: the server answers with the form filled in.
async function askServer(play) {
  const said = new URLSearchParams(play.body);
  for (const field of ENVELOPE) said.delete(field);
  try {
    const answered = await fetch(`${play.game}?${said}`).then(readAnswer);
    if (!JUDGED.includes(answered.answer.status)) throw new Error(answered.answer.statusText);
    drop(play);
    showPage({ ...answered, to: new URL(`${play.game}?${said}`, location) });
  } catch {
    complain(box(), saying("unanswered"));
  }
}

// Sends a stopped play again, at the revision of this page, or of its reason if that is newer; with "sure" if it was asked
// about at that revision.
function again({ stopped, ...play }) {
  const at = Math.max(revision(), Number(stopped.revision) || 0);
  keepPlay(changedPlay(play, { revision: at, sure: stopped.asked === at ? "yes" : undefined }));
  queue(play.game).forEach((each, place) => { // the plays behind it have other numbers of earlier plays (data-before)
    const moved = each.slots.filter((slot) => stopped.revision && each.name !== play.name && stopped.plays?.[slot]);
    if (moved.length) keepPlay(changedPlay(each, Object.fromEntries(moved.map((slot) => [`${slot}-number-before`, Number(stopped.plays[slot]) + place]))));
    since[each.name] = openings(); // it and those behind it are sent from here: the page goes on with them
  });
  changed();
  soon();
}

// Drawing what waits

function changed() {
  stale = true;
  unsettle();
}

document.addEventListener("settled", () => {
  if (!stale) return;
  stale = false;
  draw();
  document.dispatchEvent(new Event("outbox"));
});

// Shows plays that wait in their slots, and stopped ones above the forms. Lines that are the same as before stay in the page:
// a screen reader would read new ones again.
function draw() {
  const before = [...document.querySelectorAll(".outbox-line")];
  for (const button of before.flatMap((each) => [...each.querySelectorAll("button")])) button.disabled = false;
  lines = [];
  drawAnew();
  const ends = new Map(); // by place, its last line
  const drawn = lines.map(([place, line]) => {
    const at = before.findIndex((old) => old.parentElement === place && old.isEqualNode(line));
    return [place, at < 0 ? line : before.splice(at, 1)[0]];
  });
  for (const line of before) line.remove();
  for (const [place, line] of drawn) {
    if (line.parentElement !== place) ends.has(place) ? ends.get(place).after(line) : place.prepend(line);
    ends.set(place, line);
    for (const button of line.querySelectorAll("button")) button.disabled = button.dataset.play === current;
  }
  for (const act of document.querySelectorAll(".act, .game-next")) act.toggleAttribute("data-saving", isPosting());
}

function drawAnew() {
  for (const each of document.querySelectorAll("[data-waits]")) delete each.dataset.waits;
  for (const each of inerted.splice(0)) each.inert = false;
  const says = words();
  if (!box()) return elsewhere(says);
  const plays = queue();
  const sent = underway(plays);
  const stopped = plays.slice(sent.length);
  const own = sent.filter((play) => !ghosts.some(({ name }) => name === play.name));
  const waiting = own.some((play) => play.waits); // if one waits, all behind it do
  const bar = document.querySelector(".bar-title > .bar-link");
  if (waiting || stopped.length) bar.dataset.waits = waiting ? `${says.waiting} ${own.length}` : `${says.unentered} ${stopped.length}`;
  for (const play of plays) {
    const said = stopped.includes(play) ? "" : waiting && own.includes(play) ? says.waiting : says.saving; // stopped plays are named above
    for (const slot of play.slots) markWaiting(play, slot, said, says, play === plays.at(-1));
  }
  if (stopped.length) stop(stopped[0], stopped, says);
  const missing = waiting ? own.filter((play) => !play.slots.some(placeOf)) : [];
  if (missing.length) { // in a place where it does not move the act
    lay(document.querySelector("[data-waits-below]") ?? box(), `${sentence(missing, says)}. ${says.uncounted} `, ...missing.map((play) => press(says.back, play, drop)));
  }
  for (const [slot, said] of keptForOthers()) {
    lay(box(), `${says.left} ${said}. `, press(says.drop, { name: slot, says: said }, () => [forgetForOthers(slot), changed()]));
  }
  markTyped(says);
}

// Marks the players with something typed and not sent in a panel that is not open.
function markTyped(says = words()) {
  const seats = seatsTyped();
  for (const link of document.querySelectorAll(".standing[data-opens]")) {
    const hides = seats.has(/\d+$/.exec(link.dataset.opens)[0]) && link.getAttribute("aria-current") === null;
    link.toggleAttribute("data-typed", hides);
    if (hides) link.setAttribute("aria-description", says.typed);
    else link.removeAttribute("aria-description");
  }
}

// The element in which a play is shown while it waits: its slot, unless that becomes the next player's (data-goes-on).
const placeOf = (slot) => document.querySelector(`[data-slot="${CSS.escape(slot)}"]:not([data-goes-on])`);

// Shows a play that waits in its slot: what it is, and once there was no answer for a while a button that takes it back.
function markWaiting(play, name, said, says, last) {
  const slot = placeOf(name);
  if (!slot) return;
  const link = document.querySelector(`.paper-cell[data-opens="${slot.closest("[data-panel]")?.id}"]`);
  for (const each of [slot, link]) if (each) each.dataset.waits = "";
  const place = lineOf(slot);
  const takes = slot.dataset.closes !== undefined; // what waits there takes its only place
  if (takes || (slot.closest("form")?.dataset.once !== undefined && last)) shut(slot, place);
  if (!said || lines.some(([there, { dataset }]) => there === place && dataset.play === play.name)) return; // one line is enough for all its slots there
  const back = said === says.waiting && press(says.back, play, drop);
  const line = back ? lay(place, `${says.waits} ${play.says}. ${says.uncounted} `, asSign(back)) : lay(place, `${said} ${play.says}`);
  line.classList.add("slot-waits");
  line.dataset.play = play.name;
}

// Shows a button as the sign of Undo, so that its line stays short.
function asSign(button) {
  [button.className, button.ariaLabel] = ["beside", button.textContent];
  button.replaceChildren(document.getElementById("undo-sign").content.cloneNode(true));
  return button;
}

// Makes a slot inert, except for the place that shows the waiting play with its button.
function shut(within, place) {
  for (const child of within.children) {
    if (child === place || child.inert || child.matches(".slot-waits")) continue;
    if (child.contains(place)) shut(child, place);
    else [child.inert] = [true, inerted.push(child)];
  }
}

function stop(play, plays, says) {
  const { reason, revision: at, rules } = play.stopped;
  const past = at && Number(at) < revision(); // more has changed since, which the page shows
  if (reason && !past) Object.assign(lay(box(), reason), { className: "notice notice-stop outbox-line", role: "alert" });
  lay(box(), sentence(plays, says));
  const choices = make("div", { className: "quiet outbox-line" });
  // A page without a form for plays, such as a result, has nothing to send: the play can only be dropped.
  if (document.querySelector("form[data-queues]")) choices.append(press(at ? says.anyway : says.send, play, again), press(says.change, play, change));
  choices.append(press(says.drop, play, drop));
  if (rules) choices.append(make("a", { className: "quiet-action", href: rules[0], textContent: rules[1] }));
  lines.push([box(), choices]);
}

function sentence(plays, says) {
  const told = plays.map((play, at) => (at ? `${play.says} (${says.unchecked})` : play.says));
  return `${plays[0].stopped ? says.stopped : says.waiting} ${told.join(" · ")}`;
}

// Adds a line to a place, with buttons, and returns it.
function lay(place, said, ...buttons) {
  const line = make("p", { className: "notice notice-note outbox-line", role: "status" });
  line.append(said, ...buttons);
  lines.push([place, line]);
  return line;
}

// A button for one play, which its label names: several can wait. `done` is called with the play as it is stored then.
function press(label, play, done) {
  const textContent = label.replace("%", () => play.says);
  const onclick = () => done(kept().find(({ name }) => name === play.name) ?? play);
  const button = make("button", { type: "button", className: "quiet-action", textContent, onclick });
  button.dataset.play = play.name;
  return button;
}

// Shows, on other pages of a game and at home, a line that leads to the table where plays wait.
function elsewhere(says) {
  for (const game of new Set(kept().map((play) => play.game))) {
    if (game !== here() && location.pathname !== "/") continue;
    lay(document.getElementById("main"), "", make("a", { href: game, textContent: sentence(queue(game), says) }));
  }
}

// Buttons that cannot take a tap: all while another form is sent, except Undo and Redo, whose taps are made up for.
holdWhere(({ form }) => sending > 0 && form.dataset.again === undefined);
// While plays are being sent, undo and the like: they would undo what was entered before those plays. Stopped plays disable
// nothing: somebody may have to reopen the game for them.
holdWhere(({ form }) => form.dataset.queues === undefined && gameOf(form.action) === here() && underway().length && box());
// A play that was sent ahead of a stopped one has to be answered before another is sent. Nor is a play sent ahead of a stopped
// one if an older play of the same slot waits behind that.
holdWhere(({ form }) => form.dataset.queues !== undefined && queue().some((play, at) => at > 0 && (play.stopped || (first()?.stopped && [form, ...slots(form)].some(({ dataset }) => dataset.unsent !== undefined && play.slots.includes(dataset.slot))))));
// A play that stays in its form (data-stays) and waits can be sent again only if something else is typed.
holdWhere(({ form }) => form.dataset.stays !== undefined && form.dataset.unsent === undefined && waitingIn(form.dataset.slot));
// A form that is sent once (data-once), while its play is the last one that waits.
holdWhere(({ form }) => form.dataset.once !== undefined && queue().slice(-1).flatMap((play) => bodyHere(play.body).getAll("play")).map((each) => CSS.escape(each.split("?")[0]))
  .some((slot) => form.dataset.slot === slot || form.querySelector(`:is([data-slot="${slot}"], button[value="${slot}"])`)));

// Follows a link only if its page can be loaded: the browser's own error page would take away the page that is in use.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  if (event.defaultPrevented || !link || !box() || link.target || link.hasAttribute("download") || event.ctrlKey || event.metaKey || link.origin !== location.origin) return;
  const same = link.pathname === location.pathname;
  const sheet = link.matches(".bar-more");
  if (same && link.hash && link.search === location.search) return;
  event.preventDefault();
  link.setAttribute("aria-busy", "true");
  const to = new URL(link.href);
  // Another page of the game leads back to the panel that is open now.
  if (!same && gameOf(to) === here() && location.pathname === here() && location.search) to.searchParams.set("next", location.pathname + location.search);
  const [from, signal] = [openings(), AbortSignal.timeout(BRIEF)];
  try {
    const answer = await fetch(to, { method: same || sheet ? "GET" : "HEAD", signal });
    if (sheet && answer.ok) showMore(await readAnswer(answer));
    else if (!same || !answer.ok) location.href = to;
    else {
      const answered = await readAnswer(answer);
      if (openings() !== from) return;
      if (revision(answered.fresh) >= revision()) showPage({ ...answered, to });
      else location.href = to; // a newer page was shown meanwhile
    }
  } catch {
    if (navigator.serviceWorker?.controller) location.href = to; // the worker may have kept that page
    else complain(openPanel() ?? box(), words().gone);
  } finally {
    link.removeAttribute("aria-busy");
  }
});

// Shows the ways behind "More" over the page in use; a button there closes them, once its answer is shown.
function showMore({ fresh }) {
  const sheet = showSheet("drawer", fresh.querySelector("main nav").ariaLabel, fresh.querySelector("main").children);
  sheet.addEventListener("submit", () => document.addEventListener("shown", () => sheet.close(), { once: true }));
  hold();
}

// Another tab has sent a play, or had its answer: until this page shows that, the play's slot is not offered again.
addEventListener("storage", ({ key, oldValue, newValue }) => {
  if (!/^outbox:/.test(key)) return;
  if (newValue === TAKEN && box()) {
    ghosts.push({ slots: [], ...JSON.parse(oldValue), name: key, waits: false, entered: performance.now() });
    document.dispatchEvent(new Event("behind"));
  }
  changed();
  slots().forEach(showSlot);
});
document.addEventListener("stands", ({ detail }) => {
  const left = ghosts.filter((each) => each.entered >= detail);
  if (left.length === ghosts.length) return;
  ghosts.splice(0, Infinity, ...left);
  changed();
  slots().forEach(showSlot);
});
document.addEventListener("opened", () => markTyped());
addEventListener("online", soon);
document.addEventListener("visibilitychange", soon);

export function startOutbox() {
  changed();
  soon();
}
