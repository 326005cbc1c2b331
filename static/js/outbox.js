// Plays that were sent while the network was gone: they are kept on this device, shown as waiting, and sent again, in
// their order, until they are answered. Each names the entry key of the one before it in its game, so that only what
// another device enters comes between (desk/transaction.py). A key is taken once: two tabs may send the same.
// The first of a game that is refused stops those behind it, until somebody says what is to become of it.

import { reveal } from "./faults.js";
import { complain, read, replace, saying, send, UNJUDGED } from "./live.js";

const PREFIX = "outbox:"; // of a play that is kept; then come its number and its entry key
const WORDS = "outbox words"; // in which other pages say that plays wait
const MOST_TOLD = 3; // values of a form, if they are to say what it is
const SLOWEST = 15000; // milliseconds between two attempts

let box; // where a page of the game shows what waits
let words;
let clock;
let pause = 0;
let busy = false;

export function start(element) {
  box = element;
  words = JSON.parse(box.dataset.words);
  wake();
}

export function wake() {
  draw();
  soon();
}

// What the plays that wait in the game of this page say, in their order.
export function waiting() {
  return queue().map(({ body }) => new URLSearchParams(body));
}

const gameOf = (address) => /^\/games\/[^/]+/.exec(new URL(address, location).pathname)?.[0];
const here = () => gameOf(location);
const queue = (game = here()) => kept().filter((each) => each.game === game);

function kept() {
  try {
    return Object.keys(localStorage).filter((name) => /^outbox:\d+:/.test(name)).sort().flatMap(readable);
  } catch {
    return []; // this browser keeps nothing
  }
}

// One that cannot be read does not hide the others.
function readable(name) {
  try {
    const { game, action, body, says, stopped } = JSON.parse(localStorage.getItem(name));
    return gameOf(action) === game && body ? [{ game, action, body, says, stopped, name }] : [];
  } catch {
    return [];
  }
}

// Keeps a play; with other `values` in its form than it had.
function put({ name, ...play }, values = {}) {
  const body = new URLSearchParams(play.body);
  for (const field in values) body.set(field, values[field]);
  localStorage.setItem(name, JSON.stringify({ ...play, body: String(body) }));
}

const valueOf = ({ body }, field) => new URLSearchParams(body).get(field) ?? "";

// Only a play at the table may wait.
const mayWait = ({ action }) => box?.isConnected && new URL(action).pathname === `${here()}/plays`;

document.addEventListener("sending", (event) => {
  const { form, action } = event.detail;
  const before = queue();
  if (!before.length || gameOf(action) !== here()) return;
  if (!mayWait(event.detail)) {
    if (/do$/.test(action)) refuse(words.first); // what is undone would be what was entered before those that wait
  } else if (before[0].stopped) return; // this one goes before them
  else if (form.dataset.once !== undefined) refuse(words.first);
  else if (keep(event.detail, valueOf(before.at(-1), "entry_key"))) event.preventDefault();
  else refuse(words.full);

  function refuse(sentence) {
    event.preventDefault();
    complain(form, sentence);
  }
});

document.addEventListener("unanswered", (event) => {
  if (mayWait(event.detail) && keep(event.detail)) event.preventDefault();
});

// What was entered before those that are stopped is the one before them now.
document.addEventListener("sent", ({ target }) => {
  const [first] = queue();
  if (first?.stopped) put(first, { after_key: target.elements.entry_key.value });
});

function keep({ form, button, action, body }, after) {
  const number = 1 + Number(kept().at(-1)?.name.split(":")[1] ?? 0);
  const name = `${PREFIX}${String(number).padStart(9, 0)}:${body.get("entry_key")}`;
  try {
    localStorage.setItem(WORDS, box.dataset.words);
    put({ name, game: here(), action, body, says: told(form, button) }, after && { after_key: after });
  } catch {
    return false;
  }
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const key = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").slice(0, 22); // as the server makes them
  for (const field of document.getElementsByName("entry_key")) field.value = key;
  if (form.dispatchEvent(new Event("queued", { cancelable: true }))) empty(form);
  changed();
  soon();
  return true;
}

function empty(form) {
  form.reset();
  for (const part of form.querySelectorAll("[data-module]")) part.dispatchEvent(new Event("restored"));
  form.dispatchEvent(new Event("input"));
}

// What a play is called while it waits.
function told(form, button) {
  const shown = [...form.elements].filter((field) => field.name && field.type !== "hidden" && (!/radio|checkbox/.test(field.type) || field.checked));
  const typed = shown.map((field) => field.selectedOptions?.[0]?.text ?? (field.checked ? field.labels[0]?.innerText.match(/\p{L}[^]*/u)?.[0] : field.value)).filter(Boolean);
  const label = form.dataset.says ?? button?.innerText.trim() ?? "";
  return form.dataset.says || !typed.length || typed.length > MOST_TOLD ? label : `${label}: ${typed.join(", ")}`;
}

function soon() {
  pause = 0;
  run();
}

// Sends what waits, one after the other, until there is no answer.
async function run() {
  if (busy) return;
  busy = true;
  clearTimeout(clock);
  let happened, last;
  try {
    for (let play; (play = next()); ) {
      const body = new URLSearchParams(play.body);
      body.set("csrf_token", document.querySelector("[name=csrf_token]")?.value ?? body.get("csrf_token")); // another, if the device was paired anew
      const answered = await send(play.action, body);
      const { ok, status } = answered.answer;
      if (UNJUDGED.includes(status) || (ok && !answered.to)) throw 0;
      pause = 0;
      happened = true;
      if (ok) localStorage.removeItem(play.name);
      else if (localStorage.getItem(play.name)) put({ ...play, stopped: reasonOf(answered) }); // or it was dropped meanwhile
      if (play.game === location.pathname) last = answered;
    }
  } catch {
    pause = Math.min(SLOWEST, 2 * pause || 1000);
    clock = setTimeout(run, pause);
  }
  busy = false;
  if (last) await show(last);
  if (happened) changed();
  if (happened && queue()[0]?.stopped && box?.isConnected) reveal(box);
}

const next = () => kept().find((play) => !queue(play.game)[0].stopped);

// Why a play was not taken, and, where the game had changed, the revision that it has now.
function reasonOf({ answer, fresh }) {
  const said = [...fresh.querySelectorAll("[role=alert], .fault, .sheet-title")].map((each) => each.textContent.replace(/\s+/g, " ").trim());
  return { reason: said.find(Boolean), revision: answer.status === 409 ? fresh.querySelector("[name=revision]")?.value : "" };
}

// Shows the table as it is now, or else as it was answered.
async function show(answered) {
  const page = answered.answer.ok && answered;
  try {
    replace(page.to?.href === location.href ? page : await read(await fetch(location)), true);
  } catch {
    if (page) replace(page, true);
  }
}

// Sends one that was refused again: as it is, or, if the game had changed, knowing that.
function again({ stopped, ...play }) {
  put(play, stopped.revision && { revision: stopped.revision, after_key: "" });
  changed();
  soon();
}

// Puts one that was refused back into its form.
async function change(play) {
  const said = new URLSearchParams(play.body);
  for (const field of ["csrf_token", "entry_key", "revision", "after_key"]) if (said.has("kind")) said.delete(field);
  const address = said.has("kind") && `${play.game}?${said}`;
  try {
    const answered = await (address ? fetch(address).then(read) : send(play.action, said));
    if (address) answered.to = new URL(address, location);
    drop(play);
    replace(answered);
  } catch {
    complain(box, saying("unanswered"));
  }
}

// The one behind it follows the one before it.
function drop(play) {
  const plays = queue();
  const at = plays.findIndex(({ name }) => name === play.name);
  const behind = at >= 0 && plays[1 + at]; // or another tab has had its answer
  localStorage.removeItem(play.name);
  if (behind) put({ ...behind, stopped: {} }, { after_key: valueOf(play, "after_key"), revision: play.stopped.revision || valueOf(play, "revision") });
  changed();
}

function changed() {
  document.dispatchEvent(new Event("outbox"));
  draw();
}

function draw() {
  for (const each of document.querySelectorAll("[data-outbox]")) each.remove();
  if (!box?.isConnected) return drawElsewhere();
  const plays = queue();
  const [first, last] = [plays[0], plays.at(-1)];
  box.replaceChildren();
  if (!first) return;
  if (first.stopped?.reason) box.append(notice(first.stopped.reason, "stop", "alert"));
  const line = box.appendChild(notice(sentence(plays), "note", "status"));
  if (!first.stopped) return line.append(`. ${words.uncounted} `, press(words.back, () => drop(last)));
  const choices = box.appendChild(document.createElement("div"));
  choices.className = "quiet";
  choices.append(press(first.stopped.revision ? words.anyway : words.send, () => again(first)), press(words.change, () => change(first)), press(words.drop, () => drop(first)));
}

// On the other pages of a game and at home a line leads to the table.
function drawElsewhere() {
  if (document.querySelector("[data-module=outbox]")) return; // it begins in a moment
  try {
    words = JSON.parse(localStorage.getItem(WORDS));
  } catch {
    return; // this browser keeps nothing
  }
  if (!words?.waiting) return;
  for (const game of new Set(kept().map((play) => play.game))) {
    if (game !== here() && location.pathname !== "/") continue;
    const line = notice("", "note", "status");
    line.dataset.outbox = "";
    line.append(Object.assign(document.createElement("a"), { href: game, textContent: sentence(queue(game)) }));
    document.getElementById("main").prepend(line);
  }
}

function sentence(plays) {
  return `${plays[0].stopped ? words.stopped : words.waiting} ${plays.map(({ says }, at) => (at ? `${says} (${words.unchecked})` : says)).join(" · ")}`;
}

function notice(textContent, kind, role) {
  return Object.assign(document.createElement("p"), { className: `notice notice-${kind}`, role, textContent });
}

function press(textContent, onclick) {
  return Object.assign(document.createElement("button"), { type: "button", className: "quiet-action", textContent, onclick });
}

addEventListener("storage", async ({ key, newValue }) => {
  if (!key?.startsWith(PREFIX)) return;
  if (!newValue && box?.isConnected) await show({ answer: {} }); // another tab has had its answer
  changed();
});
addEventListener("online", soon);
document.addEventListener("visibilitychange", soon);
