// Sends forms. A form with data-live is sent without leaving the page, and the answered page is shown. Without a
// network, the browser itself would replace the page by an error page; here, the page stays, and the form can be sent
// again. This is safe because the server accepts the entry key in the form only once.
//
// Plays (data-queues) are first stored on this phone (stored.js) and shown as waiting in their slots. Then they are
// sent in order, and repeated until they are answered. Each contains the entry key of the previous play of its game
// (after_key), so that only plays of other devices can come between them (store/games.py). Two tabs can send the same
// play. A refused play stops, together with those after it, until the user decides what to do with it. If it is the
// only one, it returns to its slots. If another phone has entered the same turn or
// round (data-clash), the user compares both entries and decides.

import {
  clear,
  forget,
  forgetForOthers,
  giveBack,
  keptForOthers,
  lineOf,
  saying,
  playersTyped,
  sent,
  showSlot,
} from "./drafts.js";
import {
  breathe,
  bringUp,
  complain,
  hold,
  holdWhere,
  leadInto,
  leadToFault,
  markFaults,
  open,
  openings,
  openPanel,
  readAnswer,
  reveal,
  revision,
  settle,
  showPage,
  showSheet,
  toPanelOf,
  unsettle,
  waitOut,
} from "./page.js";
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
  make,
  newName,
  queue,
  removePlay,
  slots,
  underway,
  valueOf,
  waitingIn,
} from "./stored.js";

const ANSWER_WITHIN = 10000; // milliseconds
const BRIEF = 5000; // milliseconds until a play is shown as waiting for the network
const SLOWEST = 15000; // maximum milliseconds between two attempts
const TAKEN = "taken"; // stored briefly instead of an entered play, to notify other tabs
const MAX_NAMED = 12; // maximum number of values in the name of a play; with more, the name has none
const LISTED = new Intl.ListFormat(document.documentElement.lang.replace(/^en$/, "en-GB")); // without a comma before "and", like the server
const ENVELOPE = ["csrf_token", "entry_key", "revision", "after_key", "seen", "sure"]; // fields other than the play
const PROCESSED = [200, 409, 422]; // statuses of a form that the server has processed
const UNPROCESSED = [408, 429, 502, 503, 504]; // statuses of a form that the server has not processed, so that it is sent again

let sending = 0; // number of forms being sent, other than plays
const tapped = []; // ids of data-again buttons tapped while a form was being sent
let replays = false; // whether such a tap is being repeated
const since = {}; // openings() at the time of sending, by name of the play
let busy = false; // whether plays are being sent
let current; // name of the play being sent
let compared; // name of the last play whose comparison the user has asked for
let pause = 0;
let nextTry;
let aside; // name of the stopped play whose notice the user has put aside
let stale = false; // whether waiting plays have to be redrawn
const inerts = []; // elements made inert because a waiting play occupies their slot
let lines; // lines being drawn: [place, line]
const speaker = make("p", { className: "visually-hidden", role: "status" });
document.body.after(speaker);

export const isSending = () => sending > 0;
export const isPosting = () => current !== undefined;

const box = () => document.querySelector("[data-module=outbox]"); // on game pages with forms for plays
const words = () => JSON.parse(box()?.dataset.words ?? localStorage.getItem("outbox words") ?? "{}");

// Forms

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (event.defaultPrevented || form.dataset.live === undefined) return;
  event.preventDefault();
  if (form.dataset.again !== undefined && !replays) waitOut(); // ignores the second tap of a double tap
  if (sending && form.dataset.again !== undefined && button?.id) return tapped.push(button.id);
  if (sending) return;
  const elsewhere = slots().filter((each) => each.dataset.unsent !== undefined && !form.contains(each));
  if (form.dataset.alone !== undefined && elsewhere.length) return refuse(form, form.dataset.alone);
  const before = (each) => each?.dataset.queues !== undefined && each.dataset.first === undefined; // has to be sent before a form with data-first
  if (form.dataset.first !== undefined && elsewhere.some((each) => before(each.closest("form"))))
    return refuse(form, form.dataset.first);
  const body = filled(form, button);
  if (refuseIncomplete(form, body)) return;
  if (form.dataset.gathers !== undefined && !body.has("play")) return refuse(form, saying("empty"));
  if (form.dataset.queues === undefined || !box() || !put(form, button, body)) sendNow(form, button, body);
});

// Shows why a form is not sent, until anything else is typed.
function refuse(form, reason) {
  const notice = complain(form, reason);
  document.addEventListener("input", () => notice.remove(), { once: true });
}

// Refuses an incomplete play, because without a network the server cannot. data-needs contains the server's
// messages about empty fields by the beginning of their names. A single field is not needed if all players' values in
// the fields before it are equal. The message appears in the place of the server's message.
function refuseIncomplete(form, body) {
  let before = [];
  for (const [begin, message] of Object.entries(JSON.parse(form.dataset.needs ?? "{}"))) {
    const names = [...new Set([...form.elements].map(({ name }) => name).filter((name) => name?.startsWith(begin)))];
    const values = names.map((name) => body.getAll(name).find((value) => value.trim()));
    const empty = names.filter((_, at) => values[at] === undefined);
    if (empty.length && (names.length > 1 || before.length < 2 || new Set(before).size > 1))
      return showMissing(form, empty, message);
    before = values;
  }
  return false;
}

const nameOn = (label) => (label.querySelector(".visually-hidden") ?? label).textContent.trim(); // not the short name

function showMissing(form, empty, message) {
  const place = form.querySelector(".fault[data-wrong]") ?? [...form.querySelectorAll(".fault")].at(-1);
  place.id ||= "incomplete";
  const marked = empty
    .map((name) => form.querySelector(`[name="${name}"]`))
    .map((field) => field.closest("[role=group]") ?? field);
  place.textContent = message.replace("{players}", () =>
    LISTED.format(marked.map(({ ariaLabel, labels }) => ariaLabel ?? nameOn(labels[0]))),
  );
  for (const each of marked) {
    each.setAttribute("aria-invalid", "true");
    each.setAttribute("aria-describedby", place.id);
    if (!each.matches("input")) each.tabIndex = -1;
    each.addEventListener("input", () => each.removeAttribute("aria-invalid"), { once: true });
  }
  place.setAttribute("role", "alert");
  place.dataset.wrong = empty.join(" ");
  form.dataset.refused = ""; // so that a preview keeps the reason
  markFaults(form);
  leadToFault();
  return true;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-clear]");
  if (!button) return;
  event.preventDefault();
  const was = clear(button.closest("[data-slot]"), button.was);
  if (!button.dataset.clear) return; // this button cannot restore the values
  button.was = button.was ? undefined : was;
  [button.textContent, button.dataset.clear] = [button.dataset.clear, button.textContent];
});

// The body of a form. A form with several plays (data-gathers) sends only slots with input, and the slot of its button.
// `asks`: for a preview. The body includes the seat and the panel from the URL, so that the answer shows the same ones.
export function filled(form, button, asks = false) {
  const body = new URLSearchParams(new FormData(form, button));
  const none = asks && form.dataset.unsent === undefined; // without input, the preview is of the stored plays
  if (form.dataset.gathers !== undefined && !none) {
    for (const { dataset } of slots(form).filter(
      (each) => each.dataset.unsent === undefined && !each.closest(".conflicts"),
    )) {
      for (const name of new Set(body.keys())) if (name.startsWith(`${dataset.slot}-`)) body.delete(name);
      body.delete("play", dataset.slot);
    }
  }
  // A button with its own values replaces those of its slot.
  const [own, values] = button?.name === "play" ? button.value.split("?") : [];
  for (const each of values ? body.getAll("play") : [])
    if (each !== button.value && each.startsWith(`${own}?`)) body.delete("play", each);
  for (const [name, value] of new URL(location).searchParams)
    if (["seat", "open"].includes(name) && !body.has(name)) body.append(name, value);
  return body;
}

// Sends a form's body and returns the answered page; throws if there is no answer within `patience` milliseconds.
async function post(action, body, patience = ANSWER_WITHIN) {
  const answered = await readAnswer(
    await fetch(action, {
      method: "POST",
      body,
      signal: AbortSignal.timeout(patience),
      headers: { Prefer: "return=representation" },
    }),
  );
  if (UNPROCESSED.includes(answered.answer.status)) throw new Error(answered.answer.statusText);
  return answered;
}

async function sendNow(form, button, body) {
  const announcement = form.dataset.announces;
  const from = openings();
  const wait = (change) => {
    sending += change;
    for (const each of [form, button])
      change > 0 ? each?.setAttribute("aria-busy", "true") : each?.removeAttribute("aria-busy");
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
  if (answered) formArrived(form, button, body, answered, announcement, from);
}

function formArrived(form, button, body, answered, announcement, from) {
  const { ok } = answered.answer;
  if (!ok) tapped.length = 0;
  if (ok && form.dataset.clash !== undefined) decided(body.get("entry_key"));
  const own = [form, ...slots(form)].filter((each) => each.dataset.slot !== undefined);
  if (ok) for (const slot of own) sent(slot, body);
  // A refused page can show the input in a slot at another position of the log. The old draft is removed, so that it
  // exists only once.
  const before = ok
    ? []
    : own.filter((each) => each.dataset.key && each.dataset.unsent !== undefined).map((each) => each.cloneNode());
  try {
    showPage(answered, { keep: openings() !== from && openPanel() !== undefined });
    const there = slots().map(({ dataset }) => dataset.slot);
    const back = slots().some(({ dataset }) => dataset.refused !== undefined);
    for (const slot of back ? before : []) if (!there.includes(slot.dataset.slot)) forget(slot);
  } catch (error) {
    reportError(error);
    return leave(answered, form, button);
  }
  if (form.dataset.again === undefined) {
    // a different button may now be at the same position
    waitOut();
    if (ok || form.dataset.careful !== undefined) breathe();
  }
  announce(ok && announcement);
  const again = document.getElementById(tapped.shift());
  if (again?.type !== "submit") return; // there is nothing more to undo or redo
  replays = true;
  again.form?.requestSubmit(again);
  replays = false;
}

// Announces a text, or else the page's data-news, to screen readers.
export function announce(text) {
  speaker.textContent = text || (document.querySelector("[data-news]")?.textContent.trim() ?? "");
}

// Lets the browser show a page that this script failed to show: the answered URL, or the answer to the form after
// sending it again.
function leave({ to }, form, button) {
  if (to) return location.replace(to);
  delete form.dataset.live;
  if (!form.isConnected) document.body.append(form);
  form.requestSubmit(button);
}

// Plays

// Stores a play for sending and empties its slots. Returns false if storing fails and the play has to be sent directly.
function put(form, button, body) {
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
  const whose = (field) =>
    /-@\d+$/.test(field.name) && (ofGroup(field) || field.labels[0])
      ? `${ofGroup(field) ?? nameOn(field.labels[0])} `
      : ""; // the name, not the key
  const values = shown.filter(valueIn).map((field) => whose(field) + valueIn(field));
  return values.length > MAX_NAMED ? "" : values.join(", ").replaceAll("-", "−");
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
        stale = true; // drawn together with the answered page
        unsettle();
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
function decided(key) {
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
function change(play) {
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
function again({ stopped, ...play }) {
  const at = Math.max(revision(), Number(stopped.revision) || 0);
  keepPlay(changedPlay(play, { revision: at, sure: stopped.asked === at ? "yes" : undefined }));
  sendAgain(play);
}

// Sends a play again unchanged, to get the page that compares it with the entry of another phone.
function compare({ stopped, ...play }) {
  compared = play.name;
  keepPlay(play);
  sendAgain(play);
}

function sendAgain({ game }) {
  for (const each of queue(game)) since[each.name] = openings(); // counts as sent from the open panel, so that the page follows them
  changed();
  soon();
}

// Drawing waiting plays

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

// Shows waiting plays in their slots, and stopped ones above the forms. Keeps unchanged lines in the page, because
// screen readers would announce new ones again.
function draw() {
  const before = [...document.querySelectorAll(".outbox-line")];
  for (const button of before.flatMap((each) => [...each.querySelectorAll("button")])) button.disabled = false;
  lines = [];
  collectLines();
  const ends = new Map(); // the last line of each place
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

function collectLines() {
  for (const each of document.querySelectorAll("[data-waits]")) delete each.dataset.waits;
  for (const each of inerts.splice(0)) each.inert = false;
  const labels = words();
  if (!box()) return elsewhere(labels);
  const plays = queue();
  const sent = underway(plays);
  const stopped = plays.slice(sent.length);
  const own = sent.filter((play) => !ghosts.some(({ name }) => name === play.name));
  const waiting = own.some((play) => play.waits); // if one waits, so do all after it
  drawCount(waiting ? own : stopped, labels);
  for (const play of plays) {
    const state = stopped.includes(play) ? "" : waiting && own.includes(play) ? labels.waiting : labels.saving; // stopped plays are listed above the forms
    for (const slot of play.slots) markWaiting(play, slot, state, labels, play === plays.at(-1));
  }
  if (stopped.length && stopped[0].name !== aside) stop(stopped[0], stopped, labels);
  const missing = waiting ? own.filter((play) => !play.slots.some(placeOf)) : [];
  if (missing.length) lay(box(), `${sentence(missing, labels)}. ${labels.uncounted}`).classList.add("visually-hidden");
  // Next to the keys, so that it is in sight of the finger that typed it.
  const atHand = [...document.querySelectorAll(".act [data-waits-here]")].find((each) =>
    each.closest(".act").checkVisibility(),
  );
  for (const [slot, typed] of keptForOthers()) {
    lay(
      atHand ?? box(),
      `${labels.left} ${typed}. `,
      press(labels.drop, { name: slot, says: typed }, () => [forgetForOthers(slot), changed()]),
    );
  }
  markTyped(labels);
}

// Marks players with unsent input in a closed panel.
function markTyped(labels = words()) {
  const players = playersTyped();
  for (const link of document.querySelectorAll(".standing[data-opens]")) {
    const hides = players.has(/@\d+$/.exec(link.dataset.opens)?.[0]) && link.getAttribute("aria-current") === null;
    link.toggleAttribute("data-typed", hides);
    if (hides) link.setAttribute("aria-description", labels.typed);
    else link.removeAttribute("aria-description");
  }
}

// The element that shows a waiting play: its slot, unless the slot is already the next player's (data-advances).
const placeOf = (slot) => document.querySelector(`[data-slot="${CSS.escape(slot)}"]:not([data-advances])`);

// Shows the number of waiting or stopped plays in the bar, because it moves nothing there. A tap lists the plays.
function drawCount(plays, labels) {
  const count = document.querySelector(".bar-waits");
  if (!count) return;
  const text = plays.length
    ? (plays[0].stopped ? labels.unentered : labels.count)[plays.length > 1 ? 1 : 0].replace("%", plays.length)
    : "";
  count.hidden = !text;
  count.classList.toggle("bar-stops", Boolean(plays[0]?.stopped));
  if (count.lastElementChild.textContent !== text) count.lastElementChild.textContent = text;
  const list = document.querySelector(".waiting-list");
  const waiting = plays.filter((play) => !play.stopped);
  if (!waiting.length) list?.closest("dialog").close();
  else if (list) drawList(list, waiting, labels);
}

document.addEventListener("click", ({ target }) => {
  const count = target.closest?.(".bar-waits");
  if (!count) return;
  const sent = underway();
  if (!sent.length) return putAside(aside ? undefined : queue()[0]?.name);
  const list = make("ul", { className: "waiting-list" });
  drawList(list, sent, words());
  showSheet("drawer", count.textContent.trim(), [make("h2", { textContent: count.textContent.trim() }), list]);
});

// Closes the notice of a stopped play, or shows it again.
function putAside(name) {
  aside = name;
  changed();
  if (!name) [settle(), reveal(box())];
}

// Draws lines with a button that drops a waiting play. Unchanged lines and their buttons stay, because each attempt to
// send draws the list again: otherwise the list would lose the focus, and a finger its button. The play being sent
// cannot be dropped; its button is not disabled, because that would take the focus from it.
function drawList(list, plays, labels) {
  const before = new Map([...list.children].map((line) => [line.lastElementChild.dataset.play, line]));
  for (const play of plays) {
    if (before.delete(play.name)) continue;
    const button = asSign(press(labels.back, play, (stored) => stored.name !== current && drop(stored)));
    const line = make("li");
    line.append(make("span", { textContent: play.says }), button);
    list.append(line);
  }
  for (const line of before.values()) line.remove();
  for (const { lastElementChild: button } of list.children)
    button.ariaDisabled = button.dataset.play === current ? "true" : null;
}

// Shows a waiting play in its slot.
function markWaiting(play, name, state, labels, last) {
  const slot = placeOf(name);
  if (!slot) return;
  const link = document.querySelector(
    `:is(.paper-cell, .phase-link, .standing)[data-opens="${slot.closest("[data-panel]")?.id}"]`,
  );
  for (const each of [slot, link]) if (each) each.dataset.waits = "";
  const place = lineOf(slot);
  const takes = slot.dataset.closes !== undefined; // the waiting play takes the only place of the slot
  if (takes || (slot.closest("form")?.dataset.once !== undefined && last)) shut(slot, place);
  if (!state || lines.some(([there, { dataset }]) => there === place && dataset.play === play.name)) return; // one line for all slots with this place
  const line = lay(
    place,
    state === labels.waiting ? `${labels.waits} ${play.says}. ${labels.uncounted}` : `${state} ${play.says}`,
  );
  line.classList.add("slot-waits", "visually-hidden");
  line.dataset.play = play.name;
}

// Shows a button as the Undo icon.
function asSign(button) {
  [button.className, button.ariaLabel] = ["beside", button.textContent];
  button.replaceChildren(document.getElementById("undo-sign").content.cloneNode(true));
  return button;
}

// Makes a slot inert, except for the line of the waiting play and its button.
function shut(within, place) {
  for (const child of within.children) {
    if (child === place || child.inert || child.matches(".slot-waits")) continue;
    if (child.contains(place)) shut(child, place);
    else [child.inert] = [true, inerts.push(child)];
  }
}

function stop(play, plays, labels) {
  const { reason, revision: at, refused, rules, clash } = play.stopped;
  const past = at && Number(at) < revision(); // the page already shows a later change
  if (reason && !past)
    Object.assign(lay(box(), reason), { className: "notice notice-stop outbox-line outbox-stop", role: "alert" });
  lay(box(), sentence(plays, labels)).classList.add("outbox-stop");
  const choices = make("div", { className: "quiet outbox-line outbox-stop" });
  if (clash) choices.append(press(labels.compare, play, compare));
  // On a page without a form for plays, such as a result, the play can only be dropped.
  else if (document.querySelector("form[data-queues]"))
    choices.append(
      press(at && !refused ? labels.anyway : labels.send, play, again),
      press(labels.change, play, change),
    );
  if (!clash) choices.append(press(labels.drop, play, drop));
  choices.append(press(labels.later, play, ({ name }) => putAside(name)));
  if (rules) choices.append(make("a", { className: "quiet-action", href: rules[0], textContent: rules[1] }));
  lines.push([box(), choices]);
}

function sentence(plays, labels) {
  const names = plays.map((play, at) => (at ? `${play.says} (${labels.unchecked})` : play.says));
  return `${plays[0].stopped ? labels.stopped : labels.waiting} ${names.join(" · ")}`;
}

// Adds a line to a place, with buttons, and returns it.
function lay(place, text, ...buttons) {
  const line = make("p", { className: "notice notice-note outbox-line", role: "status" });
  line.append(text, ...buttons);
  lines.push([place, line]);
  return line;
}

// A button for one play. Its label names the play, because several can wait. Calls `done` with the stored play.
function press(label, play, done) {
  const textContent = label.replace("%", () => play.says);
  const onclick = () => done(kept().find(({ name }) => name === play.name) ?? play);
  const button = make("button", { type: "button", className: "quiet-action", textContent, onclick });
  button.dataset.play = play.name;
  return button;
}

// Shows a line with a link to the waiting plays, on the game's other pages and on the start page.
function elsewhere(labels) {
  if (document.querySelector("[data-clash]")) return;
  for (const game of new Set(kept().map((play) => play.game))) {
    if (game !== here() && location.pathname !== "/") continue;
    lay(document.getElementById("main"), "", make("a", { href: game, textContent: sentence(queue(game), labels) }));
  }
}

// Disables all buttons while another form is being sent, except Undo and Redo: their taps are repeated afterwards.
holdWhere(({ form }) => sending > 0 && form.dataset.again === undefined);
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

// Follows a link only if its page can be loaded, because the browser's error page would replace the page in use.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  if (
    event.defaultPrevented ||
    !link ||
    !box() ||
    link.target ||
    link.hasAttribute("download") ||
    event.ctrlKey ||
    event.metaKey ||
    link.origin !== location.origin
  )
    return;
  const same = link.pathname === location.pathname;
  const sheet = link.matches(".bar-more");
  if (same && link.hash && link.search === location.search) return;
  event.preventDefault();
  link.setAttribute("aria-busy", "true");
  const to = new URL(link.href);
  // Lets other pages of the game lead back to the open panel.
  if (!same && gameOf(to) === here() && location.pathname === here() && location.search)
    to.searchParams.set("next", location.pathname + location.search);
  const [from, signal] = [openings(), AbortSignal.timeout(ANSWER_WITHIN)];
  try {
    const answer = await fetch(to, { method: same || sheet ? "GET" : "HEAD", signal });
    if (sheet && answer.ok) showMore(await readAnswer(answer));
    else if (!same || !answer.ok) location.href = to;
    else {
      const answered = await readAnswer(answer);
      if (openings() !== from) return;
      if (revision(answered.fresh) >= revision()) {
        showPage({ ...answered, to });
        if (!openPanel()) document.getElementById("main").scrollTop = 0;
      } else location.href = to; // the page on the screen is newer
    }
  } catch {
    if (navigator.serviceWorker?.controller)
      location.href = to; // the service worker may have a copy of the page
    else complain(link.closest("dialog") ?? openPanel() ?? box(), words().gone);
  } finally {
    link.removeAttribute("aria-busy");
  }
});

// Shows the menu "More" over the page. A button in it closes the menu when its answer is shown.
function showMore({ fresh }) {
  const sheet = showSheet("drawer", fresh.querySelector("main nav").ariaLabel, fresh.querySelector("main").children);
  sheet.addEventListener("submit", () => document.addEventListener("shown", () => sheet.close(), { once: true }));
  hold();
}

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
document.addEventListener("opened", () => markTyped());
addEventListener("online", soon);
document.addEventListener("visibilitychange", soon);

export function startOutbox() {
  changed();
  soon();
}
