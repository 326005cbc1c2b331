// Waiting and stopped plays on the screen: in their slots, in the bar, and with what the user can do about them.

import { forgetForOthers, keptForOthers, lineOf, playersTyped } from "./drafts.js";
import { again, aside, box, change, changed, compare, current, drop, isPosting, putAside, words } from "./outbox.js";
import { revision } from "./page.js";
import { showSheet } from "./panels.js";
import { ghosts, here, kept, make, queue, underway } from "./stored.js";

const inerts = []; // elements made inert because a waiting play occupies their slot
let lines; // lines being drawn: [place, line]

document.addEventListener("outbox", draw);

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

document.addEventListener("opened", () => markTyped());
