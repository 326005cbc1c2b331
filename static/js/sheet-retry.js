// Sends a refused sheet again. If another phone has filled in some of its cells while the sheet waited for the network,
// the other cells are sent again, because they are unchanged. Values typed into the filled cells are kept and shown
// there.

import { drop, isOfEarlierPage, keepPlay, keepValues, onRefusal, slots } from "./app.js";

// Also scrolls the sheet to the column of the player on turn.

export function start(form) {
  if (!onRefusal.length) onRefusal.push(sendRest);
  document.addEventListener("shown", turn);
  turn();

  function turn() {
    if (!form.isConnected) return document.removeEventListener("shown", turn);
    const cell = form.querySelector("[data-turn]");
    if (cell) scrollTo(cell);
  }
}

// Scrolls the sheet sideways to a cell.
export function scrollTo(element) {
  const [cell, frame] = [element.getBoundingClientRect(), element.closest(".scores-frame")];
  const [left, right] = [frame.querySelector("th").getBoundingClientRect().right, frame.getBoundingClientRect().right];
  frame.scrollLeft += Math.max(0, cell.right - right) - Math.max(0, left - cell.left);
}

// Replaces a refused sheet in the outbox by its free cells, at the current revision. Returns whether filled cells were
// the reason of the refusal.
function sendRest(play, { answer, fresh }) {
  const body = new URLSearchParams(play.body);
  const now = fresh.querySelector("[name=revision]")?.value;
  const there = (slot) => fresh.querySelector(`.filling [data-slot="${CSS.escape(slot)}"]`);
  if (isOfEarlierPage(play)) return false;
  if (answer.status !== 409 || !now || now === body.get("revision") || !play.slots.every(there)) return false;
  const isFilled = (slot) => there(slot).dataset.filled !== undefined;
  for (const slot of slots().filter(({ dataset }) => play.slots.includes(dataset.slot) && isFilled(dataset.slot))) {
    keepValues(slot, Object.fromEntries(fieldsIn(body, slot.dataset.slot).map((each) => [each, body.getAll(each)])));
  }
  for (const slot of play.slots.filter(isFilled)) {
    body.delete("play", slot);
    for (const field of fieldsIn(body, slot)) body.delete(field);
  }
  body.set("revision", now);
  body.set("after_key", "");
  const names = play.says.split(" · ");
  const label =
    names.length === play.slots.length ? names.filter((_, at) => !isFilled(play.slots[at])).join(" · ") : play.says;
  const left = play.slots.filter((slot) => !isFilled(slot));
  if (left.length) keepPlay({ ...play, says: label, slots: left, body: String(body) });
  else drop(play);
  return true;
}

// The sent fields of a slot; a filled cell has no fields on the page.
const fieldsIn = (body, slot) => [...new Set(body.keys())].filter((each) => each.startsWith(`${slot}-`));
