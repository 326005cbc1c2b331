// Forms with data-live are sent without leaving the page, and the answered page is shown. Without a network, the browser
// itself would replace the page by an error page; here, the page stays, and the form can be sent again. This is safe
// because the server accepts the entry key in the form only once. Plays are passed to the outbox.

import { breathe, hold, holdWhere, waitOut } from "./buttons.js";
import { clear, forget, saying, sent } from "./drafts.js";
import { complain, leadToFault, markFaults } from "./faults.js";
import { box, decided, put, soon } from "./outbox.js";
import { showPage } from "./page.js";
import { openings, openPanel } from "./panels.js";
import { announce, countSending, filled, isSending, nameOn, post } from "./sending.js";
import { slots } from "./stored.js";

const LISTED = new Intl.ListFormat(document.documentElement.lang.replace(/^en$/, "en-GB")); // without a comma before "and", like the server

const tapped = []; // ids of data-again buttons tapped while a form was being sent
let replays = false; // whether such a tap is being repeated

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (event.defaultPrevented || form.dataset.live === undefined) return;
  event.preventDefault();
  if (form.dataset.again !== undefined && !replays) waitOut(); // ignores the second tap of a double tap
  if (isSending() && form.dataset.again !== undefined && button?.id) return tapped.push(button.id);
  if (isSending()) return;
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
// the fields before it are equal. The message appears instead of the server's.
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

async function sendNow(form, button, body) {
  const announcement = form.dataset.announces;
  const from = openings();
  const wait = (change) => {
    countSending(change);
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

// Lets the browser show a page that this script failed to show: the answered URL, or the answer to the form after
// sending it again.
function leave({ to }, form, button) {
  if (to) return location.replace(to);
  delete form.dataset.live;
  if (!form.isConnected) document.body.append(form);
  form.requestSubmit(button);
}

// Disables all buttons while another form is being sent, except Undo and Redo: their taps are repeated afterwards.
holdWhere(({ form }) => isSending() && form.dataset.again === undefined);
