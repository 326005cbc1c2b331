// Sends a form marked data-live and shows the answered page. The browser would do the same, a little slower; but when the
// network is gone this keeps everything on the screen, to be sent again. The entry key in the form makes that safe: the
// server takes the same form once. Plays at the table (data-queues) go through the outbox, which sends them in their order.

import { clear, sent, slots } from "./keeper.js";
import { put, soon } from "./outbox.js";
import { breathe, complain, hold, holdWhere, onPage, readAnswer, saying, showPage } from "./page.js";
import { openings, openPanel } from "./panels.js";

const ANSWER_WITHIN = 10000; // milliseconds
export const UNJUDGED = [408, 429, 502, 503, 504]; // answers by which nobody has said anything about what was sent

let sending = 0; // how many forms are on their way past the outbox
const tapped = []; // taps on buttons of forms marked data-again while another is on its way
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
  if (sending && form.dataset.again !== undefined && button?.id) return tapped.push(button.id);
  if (sending) return;
  const before = (each) => each?.dataset.queues !== undefined && each.dataset.first === undefined; // another that waits itself stops nobody
  const others = slots().some((each) => each.dataset.unsent !== undefined && !form.contains(each) && before(each.closest("form")));
  if (form.dataset.first !== undefined && others) return complain(form, form.dataset.first);
  const body = filled(form, button);
  if (form.dataset.gathers !== undefined && !body.has("play")) return; // nothing is typed
  if (form.dataset.queues !== undefined && document.querySelector("[data-module=outbox]") && put(form, button, body)) return;
  sendNow(form, button, body);
});

document.addEventListener("click", (event) => {
  const { target } = event;
  const button = target.closest("[data-clear]");
  if (!button) return;
  event.preventDefault();
  const was = clear(button.closest("[data-slot]"), button.was);
  if (!button.dataset.clear) return; // it is not offered to bring back what was there
  button.was = button.was ? undefined : was;
  [button.textContent, button.dataset.clear] = [button.dataset.clear, button.textContent];
});

// What a form says: of a form that gathers plays only the slots that say something else than what stands, and the one that
// the button is about. It comes back to the panel that is open.
export function filled(form, button, asks = false) {
  const body = new URLSearchParams(new FormData(form, button));
  const none = asks && form.dataset.unsent === undefined; // the figures go back to what stands
  if (form.dataset.gathers !== undefined && !none) {
    for (const { dataset } of slots(form).filter((each) => each.dataset.unsent === undefined)) {
      for (const name of new Set(body.keys())) if (name.startsWith(`${dataset.slot}-`)) body.delete(name);
      body.delete("play", dataset.slot);
    }
  }
  for (const [name, value] of new URL(location).searchParams) if (["seat", "open"].includes(name) && !body.has(name)) body.append(name, value);
  return body;
}

// Sends what was filled in, and returns what came back; throws if nothing did.
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
  if (form.dataset.careful !== undefined) breathe(); // the button in its place says something else
  announce(ok && said);
  document.getElementById(tapped.shift())?.click();
}

// Says what was done, where that is not on the screen; a refusal speaks for itself.
export function announce(said) {
  speaker.textContent = said || (document.querySelector("[data-announce]")?.textContent ?? "");
}

// The browser shows by itself what this script could not: the page it was led to, or the same form's answer once more.
function leave({ to }, form, button) {
  if (to) return location.replace(to);
  delete form.dataset.live;
  if (!form.isConnected) document.body.append(form);
  form.requestSubmit(button);
}
