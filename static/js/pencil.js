// Shows waiting plays in pencil, in the places where they will stand. The page itself stays as the server sent it: its
// totals contain only counted plays. If the game has changed since a play was sent, the page may already contain that
// play, so it is not shown.
//
// Templates set these attributes:
//   data-pencil   text of an element that is hidden otherwise; {change} and {number} are the change that waits and the
//                 result. On a template element: its content is a row for the plays of this kind; cells have data-seat
//   data-from     the counted number; data-adds and data-sets name the fields that change or replace it; data-seat
//                 names a player instead, all of whose values are added. data-more: the other part of the result
//   data-has      field=value: shown without numbers if any of them waits
//   data-says     slots: {says} is the name of the last play that waits in one of them
//   data-unless   slots whose waiting plays make the result unknown; then nothing is shown

import { revision } from "./page.js";
import { bodyHere, underway, valueOf } from "./stored.js";

const figures = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 3, useGrouping: false });
const inFigures = (number) => figures.format(number).replace("-", "−");
const inList = (text = "") => text.split(" ").filter(Boolean);

let drawn = false;

document.addEventListener("outbox", () => {
  const waiting = underway().filter((play) => Math.max(valueOf(play, "revision"), play.past ?? 0) >= revision());
  if (!waiting.length && !drawn) return;
  drawn = waiting.length > 0;
  const plays = waiting.map(({ body, says }) => Object.assign(bodyHere(body), { says }));
  for (const row of document.querySelectorAll(".pencil-row")) row.remove();
  for (const place of document.querySelectorAll("[data-pencil]")) place.localName === "template" ? drawRows(place, plays) : drawMark(place, plays);
});

const slotsIn = (play) => play.getAll("play").map((each) => each.split("?")[0]);

// The sum of the numbers in a field, such as "3+4", or undefined.
function sumOf(text) {
  const numbers = text.replaceAll("−", "-").replaceAll(",", ".").match(/[-+]?\d+(\.\d+)?/g);
  return numbers?.reduce((sum, each) => sum + Number(each), 0);
}

// A player's values in a play: those of the player's own slot, and fields of the entire table that end with the seat.
function valuesOf(play, seat) {
  return slotsIn(play).flatMap((slot) => {
    const whose = /\.(\d+)/.exec(slot)?.[1];
    const isOwn = (path) => (whose === undefined ? path.endsWith(`-${seat}`) : whose === seat && path !== "-number-before");
    return [...play].filter(([name, value]) => name.startsWith(`${slot}-`) && value && isOwn(name.slice(slot.length))).map(([, value]) => value);
  });
}

function drawMark(mark, plays) {
  const text = textOf(mark.dataset, plays);
  mark.hidden = text === undefined;
  if (text && mark.textContent !== text) mark.textContent = text; // a mark without a text has its own content
}

function textOf({ pencil, from, more = 0, adds, sets, has, says, seat, unless }, plays) {
  if (has) return plays.some((play) => inList(has).some((each) => play.getAll(each.split("=")[0]).includes(each.split("=")[1]))) ? pencil : undefined;
  if (says) return plays.findLast((play) => slotsIn(play).some((slot) => inList(says).includes(slot)))?.says;
  if (plays.some((play) => slotsIn(play).some((slot) => inList(unless).includes(slot)))) return undefined;
  let number;
  for (const play of plays) {
    for (const field of inList(sets)) {
      const values = play.getAll(field).map(sumOf);
      if (values.length && values.every((value) => value !== undefined)) number = values.reduce((sum, value) => sum + value, 0);
    }
    const changes = [...inList(adds).flatMap((field) => play.getAll(field)), ...(seat ? valuesOf(play, seat) : [])].map(sumOf);
    for (const change of changes) if (change !== undefined) number = (number ?? Number(from)) + change;
  }
  if (number === undefined) return undefined;
  const change = number - from;
  return pencil.replace("{change}", `${change < 0 ? "−" : "+"} ${figures.format(Math.abs(change))}`).replace("{number}", inFigures(number + Number(more)));
}

// Draws rows below the counted ones. Each play takes the first row with room for all of its players.
function drawRows(template, plays) {
  const rows = [];
  for (const play of plays) {
    if (!slotsIn(play).some((slot) => slot.split(".")[0] === template.dataset.pencil)) continue;
    const row = template.content.firstElementChild.cloneNode(true);
    const filled = [...row.querySelectorAll("[data-seat]")].filter((cell) => (cell.textContent = valuesOf(play, cell.dataset.seat).map((text) => inFigures(sumOf(text))).join(" ")));
    const there = rows.find((other) => filled.every(({ dataset: { seat } }) => !other.querySelector(`[data-seat="${seat}"]`).textContent));
    if (!filled.length) continue;
    if (there) for (const cell of filled) there.querySelector(`[data-seat="${cell.dataset.seat}"]`).textContent = cell.textContent;
    else rows.push(row);
  }
  rows.forEach((row, at) => {
    row.dataset.passing = "";
    const number = row.querySelector("[data-number]");
    if (number) number.textContent = Number(number.dataset.number) + at;
  });
  template.closest("table").tBodies[0].append(...rows);
  const frame = template.closest("[data-empty]");
  if (frame) frame.hidden = !frame.querySelector(".pencil-row");
}
