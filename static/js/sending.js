// Requests of forms: their bodies, and the announcement of what was sent.

import { readAnswer } from "./page.js";
import { make, slots } from "./stored.js";

export const ANSWER_WITHIN = 10000; // milliseconds
const UNPROCESSED = [408, 429, 502, 503, 504]; // statuses of a form that the server has not processed, so that it is sent again

let sending = 0; // number of forms being sent, other than plays
const speaker = make("p", { className: "visually-hidden", role: "status" });
document.body.after(speaker);

export const isSending = () => sending > 0;
export const countSending = (change) => (sending += change);

export const nameOn = (label) => (label.querySelector(".visually-hidden") ?? label).textContent.trim(); // not the short name

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
export async function post(action, body, patience = ANSWER_WITHIN) {
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

// Announces a text, or else the page's data-news, to screen readers.
export function announce(text) {
  speaker.textContent = text || (document.querySelector("[data-news]")?.textContent.trim() ?? "");
}
