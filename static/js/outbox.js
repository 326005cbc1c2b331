// The outbox: plays that were sent. They are kept on this device, shown as waiting in their slots, and sent in order, again
// and again, until they are answered. Each names the entry key of the play before it in its game (after_key), so that only
// plays of another device can come between (store/games.py). The server takes a key once: two tabs may send the same
// play. A play that is refused is stopped, and so are those behind it, until somebody decides what to do with it; if it is the
// only one, it goes back to the slots where it was typed.

import { bringUp, reveal } from "./scroll.js";
import { refresh } from "./follow.js";
import { forget, forgetForOthers, giveBack, keptForOthers, keptOf, lineOf, showSlot, slots } from "./keeper.js";
import { announce, isSending, post, UNJUDGED } from "./live.js";
import { breathe, complain, gameOf, hold, holdWhere, readAnswer, revision, saying, showPage, waitOut } from "./page.js";
import { open, openings, openPanel, toTurn } from "./panels.js";
import { bodyHere, slotOfPlayer, slotOfSeat } from "./seated.js";

const SENT = "outbox:"; // the beginning of the name under which a play is stored; its number and its entry key follow
const TAKEN = "taken"; // the value stored for a moment once a play is entered, so that other tabs know
const BRIEF = 5000; // milliseconds after which a play is said to wait for the network
const SLOWEST = 15000; // the longest pause between two attempts, in milliseconds
const MOST_TOLD = 3; // values of a slot with which a play is named; with more it is named without them
const ENVELOPE = ["csrf_token", "entry_key", "revision", "after_key", "seen", "sure"]; // fields that are not of the play itself
const JUDGED = [200, 409, 422]; // statuses with which the server has said something about a form

let ghosts = []; // plays that another tab has sent, and that are entered, until this page shows them, too
const since = {}; // by the name of a play that this page has sent: openings() at that time
let nextTry;
let pause = 0;
let busy = false;
let current; // the play that is on its way
export const isPosting = () => current !== undefined;

const box = () => document.querySelector("[data-module=outbox]"); // on the pages of a game where plays are entered
const words = () => JSON.parse(box()?.dataset.words ?? localStorage.getItem("outbox words") ?? "{}");
const here = () => gameOf(location);
const placed = (play) => (play.game === here() ? { ...play, slots: play.slots.map(slotOfSeat) } : play);

export function kept() {
  try {
    return Object.keys(localStorage).filter((name) => /^outbox:\d+:/.test(name)).sort().flatMap(readable);
  } catch {
    return []; // this browser has no storage
  }
}

// A stored play in a list; an empty list if it cannot be read, so that it does not hide the others.
function readable(name) {
  try {
    const play = { ...JSON.parse(localStorage.getItem(name)), name };
    return gameOf(play.action) === play.game && play.body ? [placed({ slots: [], says: "", ...play })] : [];
  } catch {
    return [];
  }
}

export const queue = (game = here()) => [...ghosts.map(placed), ...kept()].filter((each) => each.game === game);
const first = (game = here()) => kept().find((each) => each.game === game);

// The plays of a queue that are being sent: those before the first stopped one.
export function underway(plays = queue()) {
  const at = plays.findIndex((each) => each.stopped);
  return at < 0 ? plays : plays.slice(0, at);
}

// The fields of the play that waits in a slot of this game, the last one if there are several; undefined if there is none.
export function waitingIn(slot) {
  const play = queue().findLast((each) => each.slots.includes(slot));
  return play && bodyHere(play.body);
}

export const keepPlay = ({ name, ...play }) => localStorage.setItem(name, JSON.stringify(play.game === here() ? { ...play, slots: play.slots.map(slotOfPlayer) } : play));
const changedBody = (body, values) => {
  const changed = new URLSearchParams(body);
  for (const field in values) values[field] === undefined ? changed.delete(field) : changed.set(field, values[field]);
  return String(changed);
};
const valueOf = ({ body }, field) => new URLSearchParams(body).get(field) ?? "";

// Keeps a play to be sent, and empties its slots at once. Returns false if it cannot be stored and has to be sent directly.
export function put(form, button, body) {
  const before = queue();
  const stopped = before.find((each) => each.stopped); // the new play goes before it and those behind it
  const own = [form, ...slots(form)].filter(({ dataset }) => body.getAll("play").some((each) => each.split("?")[0] === dataset.slot));
  const number = stopped ? numberOf(stopped) - 1 : 1 + Math.max(0, ...kept().map(numberOf));
  const name = `${SENT}${String(number).padStart(9, 0)}:${body.get("entry_key")}`;
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
  breathe();
  renewKeys();
  for (const slot of [...own, ...form.querySelectorAll("[data-filled]")]) {
    forget(slot);
    delete slot.dataset.refused;
  }
  form.dispatchEvent(new Event("queued", { bubbles: true }));
  changed();
  for (const slot of own) showSlot(slot);
  if (underway(before).some((each) => each.waits)) goOn();
  return true;
}

const numberOf = ({ name }) => Number(name.split(":")[1]);

// Gives the forms a new entry key for the next play, made like the server's.
function renewKeys() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
  for (const field of document.getElementsByName("entry_key")) field.value = key;
}

// What a play is called while it waits: whose it is, and its figures, what was filled in if that is short, or its button.
function nameFor(form, button, own, body) {
  if (form.dataset.says) return form.dataset.says;
  const asked = body.getAll("play").find((each) => each.includes("?"))?.split("?")[0];
  const parts = own.map((slot) => slot.dataset.slot === asked && button.dataset.says ? button.dataset.says : [slot.dataset.label, slot.dataset.slot === asked ? pressed(button) : (form.dataset.stale === undefined && slot.querySelector("[data-says]")?.textContent.replace(/\s+/g, " ").trim()) || short(slot)].filter(Boolean).join(": "));
  return parts.filter(Boolean).join(" · ") || pressed(button);
}

// The label of a button, after the name of its group.
function pressed(button) {
  return [button?.closest("[role=group]")?.ariaLabel, button?.innerText.replace(/\s+/g, " ").trim()].filter(Boolean).join(": ");
}

function short(slot) {
  const shown = [...slot.querySelectorAll("input[name], select[name]")].filter((field) => field.type !== "hidden" && (!/radio|checkbox/.test(field.type) || (field.checked && !field.defaultChecked)));
  const said = (field) => field.selectedOptions?.[0]?.text ?? (field.checked ? field.labels[0]?.innerText.match(/\p{L}[^]*/u)?.[0] : field.value);
  const whose = ({ name, labels }) => (/-\d+$/.test(name) && labels[0] ? `${labels[0].textContent.trim()} ` : ""); // its seat can change while it waits
  const typed = shown.filter(said).map((field) => whose(field) + said(field));
  return typed.length > MOST_TOLD ? "" : typed.join(", ").replaceAll("-", "−");
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
      const coming = post(play.action, body, 2 * BRIEF);
      draw();
      const slow = setTimeout(() => waits(name), BRIEF);
      let answered;
      try {
        answered = await coming;
        if (UNJUDGED.includes(answered.answer.status) || (answered.answer.ok && !answered.to)) throw new Error(answered.answer.statusText);
      } catch {
        waits(name);
        pause = Math.min(SLOWEST, 2 * pause || 1000);
        nextTry = setTimeout(run, pause);
        break;
      } finally {
        clearTimeout(slow);
        current = undefined;
        draw();
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
  const there = localStorage.getItem(play.name) !== null; // if not, it was dropped, or another tab had its answer
  const ours = play.game === here() && box();
  const gone = openings() !== (since[play.name] ?? -1);
  if (!ok && there) {
    if (ours && !play.stopped && onRefusal.some((each) => each(play, answered))) return changed();
    const takes = answered.fresh.querySelector("form[data-queues]"); // otherwise nothing shows what is typed: the game is over
    if (!takes || !ours || gone || play.stopped || queue(play.game).length > 1 || !putBack(play)) {
      keepPlay({ ...play, stopped: reasonOf(answered) });
      changed();
      if (ours) [toTurn(), reveal(box()), refresh()];
      return;
    }
  }
  if (ok && there) localStorage.setItem(play.name, TAKEN);
  localStorage.removeItem(play.name);
  const behind = first(play.game);
  if (ok && behind) keepPlay({ ...behind, body: changedBody(behind.body, { after_key: valueOf(play, "entry_key") }) }); // it follows this play now
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
  const said = [...fresh.querySelectorAll("[role=alert], .fault, .sheet-title")].map((each) => each.textContent.replace(/\s+/g, " ").trim());
  const asked = fresh.querySelector("[name=sure]") && revision(fresh);
  const plays = Object.fromEntries(slots(fresh).map(({ dataset }) => [dataset.slot, dataset.plays]));
  return { plays, reason: said.find(Boolean), rules: way && [to.href, way.textContent], asked, revision: answer.status === 409 ? fresh.querySelector("[name=revision]")?.value : "" };
}

function changed() {
  draw();
  document.dispatchEvent(new Event("outbox"));
}

// Drops a play: the play behind it then follows the play before it.
export function drop(play) {
  const plays = queue(play.game);
  const behind = plays[1 + plays.findIndex((each) => each.name === play.name)];
  localStorage.removeItem(play.name);
  if (behind) keepPlay({ ...behind, stopped: play.stopped && {}, body: changedBody(behind.body, { after_key: valueOf(play, "after_key"), revision: play.stopped?.revision || valueOf(play, "revision") }) });
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
  localStorage.removeItem(play.name);
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
  const sure = stopped.asked === at ? "yes" : undefined;
  keepPlay({ ...play, body: changedBody(play.body, { revision: at, sure }) });
  for (const each of stopped.revision ? queue(play.game).filter(({ name }) => name !== play.name) : []) keepPlay({ ...each, body: changedBody(each.body, moved(each, stopped.plays)) });
  for (const each of queue()) since[each.name] = openings(); // it and those behind it are sent from here: the page goes on with them
  changed();
  soon();
}

// Updates the number of earlier plays (data-before) in a play queued behind one that is sent again.
function moved({ slots: own, name }, plays = {}) {
  const fields = own.map((slot) => [`${slot}-number-before`, plays[slot]]);
  return Object.fromEntries(fields.filter(([, now]) => now).map(([each, now]) => [each, Number(now) + queue().findIndex((play) => play.name === name)]));
}

// Shows plays that wait in their slots, and stopped ones above the forms. Lines that are the same as before stay in the page:
// a screen reader would read new ones again.
export function draw() {
  const buttons = () => document.querySelectorAll("[data-outbox] button");
  for (const button of buttons()) button.disabled = false;
  const before = [...document.querySelectorAll("[data-outbox]")].map((each) => [each, each.dataset.outbox]);
  for (const [each] of before) delete each.dataset.outbox;
  drawAnew();
  const drawn = [...document.querySelectorAll("[data-outbox]")].reverse();
  for (const [each, name] of before) each.dataset.outbox = name;
  let next;
  for (const each of drawn) {
    const at = before.findIndex(([old]) => old.parentElement === each.parentElement && old.isEqualNode(each));
    const stays = at < 0 ? each : before.splice(at, 1)[0][0];
    if (stays !== each) each.remove();
    else if (next?.parentElement === each.parentElement) next.before(each);
    next = stays;
  }
  for (const [each] of before) each.remove();
  for (const button of buttons()) button.disabled = button.dataset.play === current;
  for (const act of document.querySelectorAll(".act, .game-next")) act.toggleAttribute("data-saving", isPosting());
  hold();
}

function drawAnew() {
  for (const each of document.querySelectorAll("[data-waits]")) {
    delete each.dataset.waits;
    for (const shut of each.querySelectorAll("[data-shut]")) [shut.inert] = [false, delete shut.dataset.shut];
  }
  const says = words();
  if (!box()) return elsewhere(says);
  const plays = queue();
  const sent = underway(plays);
  const stopped = plays.slice(sent.length);
  const own = sent.filter((play) => !ghosts.includes(play));
  const waiting = own.some((play) => play.waits); // if one waits, all behind it do
  const bar = document.querySelector(".bar-title > .bar-link");
  if (waiting || stopped.length) bar.dataset.waits = waiting ? `${says.waiting} ${own.length}` : `${says.unentered} ${stopped.length}`; // taken off above
  for (const play of plays) {
    const said = stopped.includes(play) ? "" : waiting && own.includes(play) ? says.waiting : says.saving; // stopped plays are named above
    for (const slot of play.slots) markWaiting(play, slot, said, says, play === plays.at(-1));
  }
  if (stopped.length) stop(stopped[0], stopped, says);
  if (waiting) {
    const missing = own.filter((play) => !play.slots.some(placeOf));
    if (missing.length) {
      const told = line(`${sentence(missing, says)}. ${says.uncounted} `, "note");
      told.append(...missing.map((play) => press(says.back, play, drop)));
      (document.querySelector("[data-waits-below]") ?? box()).append(told); // where it does not move the act
    }
  }
  for (const [slot, said] of Object.entries(keptForOthers(here()))) {
    const told = line(`${says.left} ${said}. `, "note");
    told.append(press(says.drop, { name: slot, says: said }, () => [forgetForOthers(here(), slot), changed()]));
    box().append(told);
  }
  markTyped(says);
}

// Marks the players with something typed and not sent in a panel that is not open.
function markTyped(says) {
  const typed = new Set(Object.keys(keptOf(here())).map((slot) => /^[a-z-]+\.(\d+)/.exec(slotOfSeat(slot))?.[1]));
  for (const link of document.querySelectorAll(".standing[data-opens]")) {
    const [, seat] = /(\d+)$/.exec(link.dataset.opens);
    const hides = typed.has(seat) && link.getAttribute("aria-current") === null;
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
  const link = slot && document.querySelector(`a[data-opens="${slot.closest("[data-panel]")?.id}"][data-cell]`);
  if (link) link.dataset.waits = "";
  if (!slot) return;
  slot.dataset.waits = "";
  const place = lineOf(slot);
  if (slot.dataset.closes !== undefined) shut(slot, place); // what waits there takes its only place
  if (place.querySelector(`[data-outbox="${play.name}"]`)) return; // one line is enough for all its slots there
  const waits = said === says.waiting;
  const uncounted = waits ? `. ${says.uncounted} ` : "";
  const found = line(`${waits ? says.waits : said} ${play.says}${uncounted}`, "note");
  found.classList.add("slot-waits");
  found.dataset.outbox = play.name;
  if (waits) found.append(asSign(press(says.back, play, drop)));
  if (slot.closest("form")?.dataset.once !== undefined && last) shut(slot, place);
  const before = [...place.querySelectorAll(":scope > .slot-waits")].at(-1);
  if (said && before) before.after(found);
  else if (said) place.prepend(found);
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
    else [child.inert, child.dataset.shut] = [true, ""];
  }
}

function stop(first, plays, says) {
  const past = first.stopped.revision && Number(first.stopped.revision) < revision(); // more has changed since, which the page shows
  if (first.stopped.reason && !past) box().append(line(first.stopped.reason, "stop", "alert"));
  box().append(line(sentence(plays, says), "note"));
  const choices = Object.assign(document.createElement("div"), { className: "quiet" });
  choices.dataset.outbox = "";
  // A page without a form for plays, such as a result, has nothing to send: the play can only be dropped.
  if (document.querySelector("form[data-queues]")) choices.append(press(first.stopped.revision ? says.anyway : says.send, first, again), press(says.change, first, change));
  choices.append(press(says.drop, first, drop));
  const [href, textContent] = first.stopped.rules ?? [];
  if (href) choices.append(Object.assign(document.createElement("a"), { className: "quiet-action", href, textContent }));
  box().append(choices);
}

function sentence(plays, says) {
  const told = plays.map((play, at) => (at ? `${play.says} (${says.unchecked})` : play.says));
  return `${plays[0].stopped ? says.stopped : says.waiting} ${told.join(" · ")}`;
}

function line(textContent, kind, role = "status") {
  const found = Object.assign(document.createElement("p"), { className: `notice notice-${kind}`, role, textContent });
  found.dataset.outbox = "";
  return found;
}

// A button for one play, which its label names: several can wait. `done` is called with the play as it is stored then.
function press(label, play, done) {
  const textContent = label.replace("%", () => play.says);
  const onclick = () => done(kept().find(({ name }) => name === play.name) ?? play);
  const found = Object.assign(document.createElement("button"), { type: "button", className: "quiet-action", textContent, onclick });
  found.dataset.play = play.name;
  return found;
}

// Shows, on other pages of a game and at home, a line that leads to the table where plays wait.
function elsewhere(says) {
  for (const game of new Set(kept().map((play) => play.game))) {
    if (game !== here() && location.pathname !== "/") continue;
    const found = line("", "note");
    found.append(Object.assign(document.createElement("a"), { href: game, textContent: sentence(queue(game), says) }));
    document.getElementById("main").prepend(found);
  }
}

const lastPlays = () => queue().slice(-1).flatMap((play) => bodyHere(play.body).getAll("play")).map((each) => CSS.escape(each.split("?")[0]));

// While plays are being sent, undo and the like are disabled: they would undo what was entered before those plays. Stopped plays
// disable nothing: somebody may have to reopen the game for them.
holdWhere(({ form }) => form.dataset.queues === undefined && gameOf(form.action) === here() && underway().length && box());
// A play that was sent ahead of a stopped one has to be answered before another is sent. Nor is a play sent ahead of a stopped
// one if an older play of the same slot waits behind that.
holdWhere(({ form }) => form.dataset.queues !== undefined && queue().some((play, at) => at > 0 && (play.stopped || (first()?.stopped && [form, ...slots(form)].some(({ dataset }) => dataset.unsent !== undefined && play.slots.includes(dataset.slot))))));
// A play that stays in its form (data-stays) and waits can be sent again only if something else is typed.
holdWhere(({ form }) => form.dataset.stays !== undefined && form.dataset.unsent === undefined && waitingIn(form.dataset.slot));
// A form that is sent once (data-once) is disabled while its play is the last one that waits.
holdWhere(({ form }) => form.dataset.once !== undefined && lastPlays().some((slot) => form.dataset.slot === slot || form.querySelector(`:is([data-slot="${slot}"], button[value="${slot}"])`)));

// Follows a link only if its page can be loaded: the browser's own error page would take away the page that is in use.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  if (event.defaultPrevented || !link || !box() || link.target || link.hasAttribute("download") || event.ctrlKey || event.metaKey || link.origin !== location.origin) return;
  const same = link.pathname === location.pathname;
  const sheet = link.dataset.sheet !== undefined;
  if (same && link.hash && link.search === location.search) return;
  event.preventDefault();
  link.setAttribute("aria-busy", "true");
  const to = new URL(link.href);
  // Another page of the game leads back to the panel that is open now.
  if (!same && gameOf(to) === here() && location.pathname === here() && location.search) to.searchParams.set("next", location.pathname + location.search);
  const [from, signal] = [openings(), AbortSignal.timeout(BRIEF)];
  try {
    const answer = await fetch(to, { method: same || sheet ? "GET" : "HEAD", signal });
    if (sheet && answer.ok) (await import("./sheet.js")).showSheet(await readAnswer(answer));
    else if (!same || !answer.ok) location.href = to;
    else {
      const answered = await readAnswer(answer);
      if (openings() !== from) return;
      if (revision(answered.fresh) >= revision()) showPage({ ...answered, to: new URL(link.href) });
      else location.href = link.href; // a newer page was shown meanwhile
    }
  } catch {
    if (navigator.serviceWorker?.controller) location.href = to; // the worker may have kept that page
    else complain(openPanel() ?? box(), words().gone);
  } finally {
    link.removeAttribute("aria-busy");
  }
});

// Another tab has sent a play, or had its answer: until this page shows that, the play's slot is not offered again.
addEventListener("storage", ({ key, oldValue, newValue }) => {
  if (!key?.startsWith(SENT)) return;
  if (newValue === TAKEN && box()) {
    ghosts.push({ slots: [], ...JSON.parse(oldValue), name: key, waits: false, entered: performance.now() });
    refresh();
  }
  changed();
  slots().forEach(showSlot);
});
document.addEventListener("stands", ({ detail }) => {
  if (!ghosts.some((each) => each.entered < detail)) return;
  ghosts = ghosts.filter((each) => each.entered >= detail);
  changed();
  slots().forEach(showSlot);
});
document.addEventListener("opened", () => markTyped(words()));
addEventListener("online", soon);
document.addEventListener("visibilitychange", soon);

export function startOutbox() {
  draw();
  soon();
}
