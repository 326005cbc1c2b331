// Sends a form marked data-live and shows the answered page. The browser would do the same a little slower, but without a
// network it would lose the page; here everything stays on the screen and can be sent again. The entry key in the form makes
// that safe: the server takes a form only once. Plays at the table (data-queues) go through the outbox.

import { clear, sent, slots } from "./keeper.js";
import { put, soon } from "./outbox.js";
import { breathe, complain, hold, holdWhere, onPage, readAnswer, saying, showPage, waitOut } from "./page.js";
import { openings, openPanel } from "./panels.js";

const ANSWER_WITHIN = 10000; // milliseconds
export const UNJUDGED = [408, 429, 502, 503, 504]; // statuses that say nothing about what was sent: it is sent again

let sending = 0; // how many forms this file is sending
const tapped = []; // buttons of data-again forms that were tapped while a form was being sent, by id
let replays = false; // such a tap is being made up for
const speaker = Object.assign(document.createElement("p"), { className: "visually-hidden", role: "status" });

export const isSending = () => sending > 0;

export function listen(starter) {
  onPage(starter);
  document.body.after(speaker);
  holdWhere((button) => sending > 0 && button.form.dataset.again === undefined);
  // A page from the back button's memory has an old revision and a used key: fetch it fresh.
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (event.defaultPrevented || form.dataset.live === undefined) return;
  event.preventDefault();
  if (form.dataset.again !== undefined && !replays) waitOut(); // a second tap right after is the same tap twice
  if (sending && form.dataset.again !== undefined && button?.id) return tapped.push(button.id);
  if (sending) return;
  const before = (each) => each?.dataset.queues !== undefined && each.dataset.first === undefined; // it is sent before one with data-first
  const others = slots().some((each) => each.dataset.unsent !== undefined && !form.contains(each) && before(each.closest("form")));
  if (form.dataset.first !== undefined && others) return complain(form, form.dataset.first);
  const body = filled(form, button);
  if (form.dataset.gathers !== undefined && !body.has("play")) {
    const notice = complain(form, saying("empty"));
    return form.addEventListener("input", () => notice.remove(), { once: true });
  }
  if (form.dataset.queues !== undefined && document.querySelector("[data-module=outbox]") && put(form, button, body)) return;
  sendNow(form, button, body);
});

document.addEventListener("click", (event) => {
  const { target } = event;
  const button = target.closest("[data-clear]");
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
  for (const [name, value] of new URL(location).searchParams) if (["seat", "open"].includes(name) && !body.has(name)) body.append(name, value);
  return body;
}

// Sends a form's content and returns the answered page; throws if there is no answer within `patience` milliseconds.
export async function post(action, body, patience = ANSWER_WITHIN) {
  const given_up = new AbortController();
  const clock = setTimeout(() => given_up.abort(), patience);
  try {
    return await readAnswer(await fetch(action, { method: "POST", body, signal: given_up.signal, headers: { Prefer: "return=representation" } }));
  } finally {
    clearTimeout(clock);
  }
}

async function sendNow(form, button, body) {
  const said = form.dataset.announces;
  const from = openings();
  sending += 1;
  for (const each of [form, button]) each?.setAttribute("aria-busy", "true");
  hold();
  let answered;
  try {
    answered = await post(form.action, body);
    if (UNJUDGED.includes(answered.answer.status)) throw new Error(answered.answer.statusText);
  } catch {
    tapped.length = 0;
    complain(form, saying("unanswered"));
  } finally {
    sending -= 1;
    for (const each of [form, button]) each?.removeAttribute("aria-busy");
    hold();
    soon();
  }
  if (answered) formArrived(form, button, body, answered, said, from);
}

function formArrived(form, button, body, answered, said, from) {
  const { ok } = answered.answer;
  if (!ok) tapped.length = 0;
  if (ok) for (const slot of [form, ...slots(form)].filter((each) => each.dataset.slot !== undefined)) sent(slot, body);
  try {
    showPage(answered, { keep: openings() !== from && openPanel() !== undefined });
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

// Tells screen readers what was done; without `said`, what the page has in data-announce.
export function announce(said) {
  speaker.textContent = said || (document.querySelector("[data-announce]")?.textContent ?? "");
}

// Has the browser show what this script failed to: the page at the answered address, or the answer to the form, sent again.
function leave({ to }, form, button) {
  if (to) return location.replace(to);
  delete form.dataset.live;
  if (!form.isConnected) document.body.append(form);
  form.requestSubmit(button);
}
