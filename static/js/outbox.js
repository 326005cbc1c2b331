// Plays that were sent while the network was gone: they are kept on this device, shown as waiting, and sent again, in
// their order, until they are answered. Each names the entry key of the one before it in its game, so that only what
// another device enters comes between (desk/transaction.py). A key is taken once: two tabs may send the same.
// The first of a game that is refused stops those behind it, until somebody says what is to become of it.

import { reveal } from "./faults.js";
import { complain, read, replace, send, UNJUDGED } from "./live.js";

const PREFIX = "outbox:"; // of a play that is kept; then come its number and its entry key
export const WORDS = "outbox words"; // in which other pages say that plays wait
const MOST_TOLD = 3; // values of a form, if they are to say what it is
const SLOWEST = 15000; // milliseconds between two attempts

let box; // where a page of the game shows what waits
let words;
let clock;
let pause = 0;
let busy = false;
let overtaken = false; // whether another tab has had an answer while this one is sending
let shows = 0;

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
export const here = () => gameOf(location);
export const queue = (game = here()) => kept().filter((each) => each.game === game);

export function kept() {
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
export function put({ name, ...play }, values = {}) {
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

// Without a network a link would lead to the browser's own page, and nothing more could be entered on this one.
document.addEventListener("click", (event) => {
  if (navigator.onLine || !box?.isConnected || navigator.serviceWorker?.controller || !event.target.closest("a[href]:not([href^='#'])")) return;
  event.preventDefault();
  complain(box, words.gone);
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
  const shown = [...form.elements].filter((field) => field.name && field.type !== "hidden" && (!/radio|checkbox/.test(field.type) || (field.checked && !field.defaultChecked)));
  const typed = shown.map((field) => field.selectedOptions?.[0]?.text ?? (field.checked ? field.labels[0]?.innerText.match(/\p{L}[^]*/u)?.[0] : field.value)).filter(Boolean);
  const label = form.dataset.says ?? button?.innerText.trim() ?? "";
  return form.dataset.says || !typed.length || typed.length > MOST_TOLD ? label : `${label}: ${typed.join(", ")}`;
}

export function soon() {
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
      else if (localStorage.getItem(play.name)) put({ ...play, stopped: (await import("./refused.js")).reasonOf(answered) }); // or it was dropped meanwhile
      if (play.game === location.pathname) last = answered;
    }
  } catch {
    pause = Math.min(SLOWEST, 2 * pause || 1000);
    clock = setTimeout(run, pause);
  }
  busy = false;
  if (overtaken) last = { answer: {} };
  overtaken = false;
  if (last) await show(last);
  if (happened) changed();
  if (happened && queue()[0]?.stopped && box?.isConnected) reveal(box);
}

const next = () => kept().find((play) => !queue(play.game)[0].stopped);

// Shows the table as it is now, or else as it was answered.
async function show(answered) {
  const page = answered.answer.ok && answered;
  const mine = ++shows;
  try {
    const now = page?.to?.href === location.href ? page : await read(await fetch(location));
    if (mine === shows) replace(now, true); // or what was asked for later is newer
  } catch {
    if (page) replace(page, true);
  }
}

// The one behind it follows the one before it.
export function drop(play) {
  const plays = queue();
  const at = plays.findIndex(({ name }) => name === play.name);
  const behind = at >= 0 && plays[1 + at]; // or another tab has had its answer
  localStorage.removeItem(play.name);
  if (behind) put({ ...behind, stopped: {} }, { after_key: valueOf(play, "after_key"), revision: play.stopped.revision || valueOf(play, "revision") });
  changed();
}

export function changed() {
  document.dispatchEvent(new Event("outbox"));
  draw();
}

function draw() {
  for (const each of document.querySelectorAll("[data-outbox]")) each.remove();
  if (!box?.isConnected) return import("./elsewhere.js").then(({ draw }) => draw()).catch(() => {}); // nor is this of use without a network
  const plays = queue();
  const [first, last] = [plays[0], plays.at(-1)];
  box.replaceChildren();
  if (!first) return;
  if (first.stopped?.reason) box.append(notice(first.stopped.reason, "stop", "alert"));
  const line = box.appendChild(notice(sentence(plays, words), "note", "status"));
  if (!first.stopped) return line.append(`. ${words.uncounted} `, press(words.back, last, drop));
  const choices = box.appendChild(document.createElement("div"));
  choices.className = "quiet";
  import("./refused.js").then(({ offer }) => offer(choices, first, words)).catch(() => {}); // there has just been an answer
}

export function sentence(plays, words) {
  return `${plays[0].stopped ? words.stopped : words.waiting} ${plays.map(({ says }, at) => (at ? `${says} (${words.unchecked})` : says)).join(" · ")}`;
}

export function notice(textContent, kind, role) {
  return Object.assign(document.createElement("p"), { className: `notice notice-${kind}`, role, textContent });
}

// A button that says which play it is about: several wait, and it does with one of them what it says.
export function press(label, play, done) {
  const textContent = label.replace("%", () => play.says);
  return Object.assign(document.createElement("button"), { type: "button", className: "quiet-action", textContent, onclick: (event) => done(play, event) });
}

addEventListener("storage", async ({ key, newValue }) => {
  if (!key?.startsWith(PREFIX)) return;
  if (!newValue && busy) overtaken = true;
  else if (!newValue && box?.isConnected) await show({ answer: {} }); // another tab has had its answer
  changed();
});
addEventListener("online", wake);
document.addEventListener("visibilitychange", soon);
