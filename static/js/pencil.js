// Shows waiting plays in pencil, in their later places. The rest of the page stays as sent by the server: its totals
// contain only counted plays. If the game has changed since a play was sent, the page may already contain that
// play, so it is not shown.
//
// Templates set these attributes:
//   data-pencil   text of an otherwise hidden element: {change} and {number} are the waiting change and the
//                 result, {play} the name of the play. On a template element: its content is a row for plays of this
//                 kind; cells have data-player
//   data-from     the counted number, which the fields -change and -to or -markers of the slot data-number change, or
//                 all values for the player data-player. data-score: the counted number to show, which changes with it
//   data-has      field=value: shown if any of them waits
//   data-name-of  slots: the text is the name of the last play that waits in one of them

import { revision } from "./page.js";
import { slots, underway, valueOf } from "./stored.js";

const figures = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 3, useGrouping: false });
const inFigures = (number) => figures.format(number).replace("-", "−");
const inList = (text = "") => text.split(" ").filter(Boolean);

let drawn = false;

document.addEventListener("outbox", () => {
  const waiting = underway().filter((play) => Math.max(valueOf(play, "revision"), play.past ?? 0) >= revision());
  if (!waiting.length && !drawn) return;
  drawn = waiting.length > 0;
  const plays = waiting.map(({ body, says }) => Object.assign(new URLSearchParams(body), { says }));
  for (const row of document.querySelectorAll(".pencil-row")) row.remove();
  for (const place of document.querySelectorAll("[data-pencil]"))
    place.localName === "template" ? drawRows(place, plays) : drawMark(place, plays);
});

const slotsIn = (play) => play.getAll("play").map((each) => each.split("?")[0]);

// The sum of the numbers in a field, such as "3+4", or undefined.
function sumOf(text) {
  const numbers = text
    .replaceAll("−", "-")
    .replaceAll(",", ".")
    .match(/[-+]?\d+(\.\d+)?/g);
  return numbers?.reduce((sum, each) => sum + Number(each), 0);
}

// A player's values in a play: those of the player's own slot, and fields of the entire table that end with the player.
function valuesOf(play, player) {
  return slotsIn(play).flatMap((slot) => {
    const whose = /\.(@\d+)/.exec(slot)?.[1];
    const isOwn = (path) =>
      whose === undefined ? path.endsWith(`-${player}`) : whose === player && path !== "-number-before";
    return [...play]
      .filter(([name, value]) => name.startsWith(`${slot}-`) && value && isOwn(name.slice(slot.length)))
      .map(([, value]) => value);
  });
}

function drawMark(mark, plays) {
  const text = textOf(mark, plays);
  mark.hidden = text === undefined;
  if (text && mark.textContent !== text) mark.textContent = text; // a mark without a text has its own content
}

function textOf(mark, plays) {
  const { pencil, from, has, number: slot, nameOf, score = from, player } = mark.dataset;
  if (has)
    return plays.some((play) =>
      inList(has).some((each) => play.getAll(each.split("=")[0]).includes(each.split("=")[1])),
    )
      ? pencil
      : undefined;
  if (nameOf) return plays.findLast((play) => slotsIn(play).some((each) => inList(nameOf).includes(each)))?.says;
  if (slot && plays.some((play) => slotsIn(play).some((each) => each !== slot && besides(mark).includes(each))))
    return undefined; // the server calculates these
  let number;
  for (const play of plays) {
    const [to] = [play.getAll(`${slot}-to`), play.getAll(`${slot}-markers`)]
      .filter((values) => values.some(Boolean))
      .map((values) => values.map(sumOf));
    if (to && !to.includes(undefined)) number = to.reduce((sum, each) => sum + each, 0);
    const changes = (player ? valuesOf(play, player) : play.getAll(`${slot}-change`)).map(sumOf);
    for (const change of changes) if (change !== undefined) number = (number ?? Number(from)) + change;
  }
  if (number === undefined) return undefined;
  const change = number - from;
  return pencil
    .replace("{change}", `${change < 0 ? "−" : "+"} ${figures.format(Math.abs(change))}`)
    .replace("{number}", inFigures(Number(score) + change));
}

// The slots of a mark's panel.
function besides(mark) {
  const id =
    mark.closest("[data-opens]")?.dataset.opens ??
    mark.closest("[data-of]")?.dataset.of ??
    mark.closest("[data-panel]")?.id;
  return slots(document.getElementById(id) ?? undefined).map(({ dataset }) => dataset.slot);
}

// Draws rows below the counted ones. Each play takes the first row with room for all of its players.
function drawRows(template, plays) {
  const rows = [];
  for (const play of plays) {
    if (!slotsIn(play).some((slot) => slot.split(".")[0] === template.dataset.pencil)) continue;
    const row = template.content.firstElementChild.cloneNode(true);
    const filled = [...row.querySelectorAll("[data-player]")].filter(
      (cell) =>
        (cell.textContent = valuesOf(play, cell.dataset.player)
          .map((text) => inFigures(sumOf(text)))
          .join(" ")),
    );
    const there = rows.find((other) =>
      filled.every(({ dataset: { player } }) => !other.querySelector(`[data-player="${player}"]`).textContent),
    );
    if (!filled.length) continue;
    if (there)
      for (const cell of filled)
        there.querySelector(`[data-player="${cell.dataset.player}"]`).textContent = cell.textContent;
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
