// Sends a form marked data-live and puts the answered page in the place of this one. The browser would do the same,
// a little slower; but when the network is gone this keeps everything on the screen, to be sent again. The entry key
// in the form makes that safe: the server takes the same play once.
//
// What a form goes through it is told by events, which bubble: "sending" before it goes (cancelled: another script sends
// it, and this one leaves it alone) and "underway" once it does, then "sent" where it was taken, or "unanswered" where
// nothing came back, or only that it has to be sent again later (cancelled: another script has kept it, and nothing is
// complained of). The detail of all but "sent" is what was sent: { form, button, action, body }.

import { reveal } from "./faults.js";

const PATIENCE = 10000; // milliseconds
const BRIEF = 5000; // the same where what was sent can wait (outbox.js), and others go on meanwhile

const BREATH = 800; // milliseconds after a change in which a form marked data-careful takes a tap for a mistake

export const UNJUDGED = [408, 429, 502, 503, 504]; // answers by which nobody has said anything about what was sent

const DRESSING = 3000; // milliseconds to wait for style sheets

export let sending = false; // whether a form is on its way
const waiting = []; // taps on buttons of forms marked data-again while another is on its way
let breath;
let start; // starts what a page asks for
let held = { key: document.querySelector("[name=entry_key]")?.value ?? "", parts: parts() }; // the page at hand

export function listen(starter) {
  start = starter;
  const speaker = document.createElement("p");
  speaker.className = "visually-hidden";
  speaker.setAttribute("role", "status");
  document.body.after(speaker);

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.dataset.live === undefined) return;
    event.preventDefault();
    if (sending && form.dataset.again !== undefined && event.submitter?.id) waiting.push(event.submitter.id);
    if (sending || (form.dataset.careful !== undefined && document.body.dataset.fresh !== undefined)) return;
    if (form.dataset.waits !== undefined && [...document.querySelectorAll("[data-unsent]")].some((each) => each !== form)) return complain(form, form.dataset.waits);
    const said = form.dataset.announces;
    const sent = { form, button: event.submitter, action: form.action, body: filled(form, event.submitter) };
    if (!tell("sending", sent)) return;
    const answered = await ask(sent);
    if (!answered) return;
    if (answered.answer.ok) form.dispatchEvent(new Event("sent", { bubbles: true }));
    try {
      replace(answered, answered.answer.ok && form.dataset.stay !== undefined && (event.submitter?.id || form.dataset.stay || form.id));
    } catch (error) {
      reportError(error);
      return leave(answered, form, event.submitter);
    }
    breathe();
    const told = document.querySelector("[data-announce]")?.textContent ?? "";
    speaker.textContent = answered.answer.ok ? said ?? told : ""; // a refusal speaks for itself
    document.getElementById(waiting.shift())?.click();
  });

  // Who fills something in has seen the page.
  document.addEventListener("input", () => delete document.body.dataset.fresh);

  // A page from the back button's memory has an old revision and a used key: fetch it fresh.
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
}

// A page that was just put in the place of another is marked data-fresh for a moment.
function breathe() {
  clearTimeout(breath);
  document.body.dataset.fresh = "";
  breath = setTimeout(() => delete document.body.dataset.fresh, BREATH);
}

function tell(name, sent) {
  return sent.form.dispatchEvent(new CustomEvent(name, { bubbles: true, cancelable: true, detail: sent }));
}

// Sends the form and returns what came back; if nothing did, it says so, and everything stays.
async function ask(sent) {
  const { form, button, action, body } = sent;
  const unconfirmed = Object.assign(document.createElement("small"), { textContent: saying("unconfirmed") });
  sending = true;
  for (const each of [form, button]) each?.setAttribute("aria-busy", "true");
  form.querySelector(".effect:not(:empty)")?.append(unconfirmed);
  tell("underway", sent);
  try {
    const answered = await send(action, body, document.querySelector("[data-module=outbox]") && form.action.endsWith("/plays") ? BRIEF : PATIENCE);
    if (!answered.answer.ok) waiting.length = 0;
    if (UNJUDGED.includes(answered.answer.status) && !tell("unanswered", sent)) return;
    return answered;
  } catch {
    waiting.length = 0;
    if (tell("unanswered", sent)) complain(form, saying("unanswered"));
  } finally {
    sending = false;
    for (const each of [form, button]) each?.removeAttribute("aria-busy");
    unconfirmed.remove();
  }
}

// What the head of the page has to say of sending: it stays the same.
export const saying = (name) => document.querySelector("link[rel=icon]").dataset[name];

function filled(form, button) {
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.append(button.name, button.value);
  return body;
}

// Sends what was filled in, and returns what came back, for `replace`; throws if nothing did.
export async function send(action, body, patience = PATIENCE) {
  const given_up = new AbortController();
  const clock = setTimeout(() => given_up.abort(), patience);
  const from = held;
  try {
    return await read(await fetch(action, { method: "POST", body, signal: given_up.signal, headers: { Prefer: "return=representation" } }), from);
  } finally {
    clearTimeout(clock);
  }
}

// Reads an answer: the `fresh` page in it, and where that is (`to`), if it is elsewhere (web/following.py). Of what was
// held when it was asked for, only the numbers came (web/parts.py).
export async function read(answer, from) {
  const led = answer.headers.get("Content-Location") ?? (answer.redirected && answer.url);
  held = { key: "", parts: [] };
  let next = 0;
  const text = (await answer.text()).replace(/<!--\[(\d*)\]-->/g, (_, number) => {
    next = Number(number || next) + 1;
    if (!(next <= from.parts.length)) throw new RangeError(number);
    return `<!--[-->${from.parts[next - 1]}<!--]-->`;
  });
  held = { key: text.match(/name="entry_key" value="([^"]+)/)?.[1] ?? "", parts: [...text.matchAll(/<!--\[-->([^]*?)<!--\]-->/g)].map((found) => found[1]) };
  const fresh = new DOMParser().parseFromString(text, "text/html");
  await dress(fresh);
  return { answer, to: led && new URL(led, location), fresh };
}

// The parts of the page as it was loaded, before anything is typed or unfolded.
function parts() {
  const marks = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
  const [range, box, found] = [new Range(), document.createElement("div"), []];
  while (marks.nextNode()) {
    if (marks.currentNode.data === "[") range.setStartAfter(marks.currentNode);
    if (marks.currentNode.data !== "]") continue;
    range.setEndBefore(marks.currentNode);
    box.replaceChildren(range.cloneContents());
    found.push(box.innerHTML);
  }
  return found;
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

// Puts a page that was answered in the place of this one; what is to `stay` in its place on the screen is named by its id; true: all of it.
export function replace({ answer, to, fresh }, stay) {
  const scroller = () => document.querySelector(".at-table > main") ?? document.scrollingElement;
  const seen = scroller().scrollTop;
  for (const element of fresh.querySelectorAll("noscript")) element.remove();
  const stays = () => document.getElementById(stay === true ? "" : stay || "");
  const anchor = () => stays()?.closest("details") ?? stays();
  const place = () => anchor()?.getClientRects()[0]?.top;
  const before = place();
  const focused = document.activeElement?.id;
  const moved = to && to.href !== location.href;
  const elsewhere = moved && to.pathname !== location.pathname;
  if (moved) history.replaceState(null, "", to);
  document.title = fresh.title;
  document.body.className = fresh.body.className;
  document.body.replaceChildren(...fresh.body.children);
  start(document);
  if (stay === true) scroller().scrollTop = seen;
  else if (stay && !elsewhere) {
    scroller().scrollTop = seen;
    scroller().scrollTop += (place() ?? before) - before || 0;
    const covered = document.querySelector("[data-sticky]")?.getBoundingClientRect().bottom ?? 0;
    scroller().scrollTop += Math.min(0, place() - covered - 50 || 0); // never hidden above
  } else if (moved) {
    scrollTo(0, 0);
    document.querySelector(".log [aria-current]")?.scrollIntoView({ block: "center" });
  }
  const wrong = document.querySelector("[aria-invalid=true]");
  (wrong ?? document.getElementById(focused || "main") ?? document.getElementById("main")).focus({ preventScroll: true });
  if (answer.ok) return;
  scroller().scrollTop = seen; // the page stays where the finger was, but for what has to be seen
  const said = wrong ?? document.querySelector(".fault:not(:empty)") ?? document.querySelector(".notice-stop[role=alert]");
  if (said) reveal(said);
  const reason = document.getElementById(wrong?.getAttribute("aria-describedby"));
  if (reason) reveal(reason);
  const way = said?.nextElementSibling; // out of it
  if (way?.matches("[data-part^=room]:not(:empty)")) reveal(way);
}

// The browser shows by itself what this script could not: the page it was led to, or the same form's answer once more.
function leave({ to }, form, button) {
  if (to) return location.replace(to);
  delete form.dataset.live;
  if (!form.isConnected) document.body.append(form);
  form.requestSubmit(button);
}

export function complain(form, sentence) {
  const notice = form.querySelector("[data-complaint]") ?? document.createElement("p");
  notice.className = "notice notice-stop";
  notice.dataset.complaint = "";
  notice.setAttribute("role", "alert");
  notice.textContent = sentence;
  form.prepend(notice);
  reveal(notice);
}
