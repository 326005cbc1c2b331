// The players of a page, and sent plays in localStorage ("outbox:<number>:<entry key>").

const SENT = "outbox:";
const table = (page = document) => page.getElementById("main")?.dataset ?? {};

// The path of a URL's game.
export const gameOf = (url) => /^(?:[^/]+\/\/[^/]+)?(\/games\/[^/?#]+)/.exec(url)?.[1];
export const here = () => gameOf(location.href);
export const make = (name, values) => Object.assign(document.createElement(name), values);
export const slots = (root = document) => [...root.querySelectorAll("[data-slot]")];

// The players of a page in seat order, as text. Names of slots and fields, and values, contain the ids of players
// ("votes.@7", "@7:don"), so that stored values stay with their player.
export const playersOf = (page) => table(page).players ?? "";
export const namesById = () => Object.fromEntries(JSON.parse(table().players ?? "[]"));

// The id in a name whose player is not at this table, or undefined.
export function away(name) {
  const here = namesById();
  return [...name.matchAll(/@(\d+)/g)].map(([, id]) => id).find((id) => !(id in here));
}

// The sent plays: {name, game, action, body, slots, says, tapped, waits, stopped}. `name` is the key in localStorage,
// `says` the play's name on screen, `tapped` the time of its tap, `waits` whether it waits for the network, `stopped`
// the reason of its refusal. These keys must not change, because plays of an earlier version can still wait. The plays
// are cached until one is written or the current task ends, because all slots of a page read them.
let read;

export function kept() {
  if (!read) queueMicrotask(() => (read = undefined));
  try {
    read ??= Object.keys(localStorage)
      .filter((name) => /^outbox:\d+:/.test(name))
      .sort()
      .flatMap(readable);
  } catch {
    read = []; // this browser has no storage
  }
  return read;
}

// An array with a stored play, or an empty array if it cannot be read, so that the other plays are still used.
function readable(name) {
  try {
    const play = { slots: [], says: "", ...JSON.parse(localStorage.getItem(name)), name };
    return gameOf(play.action) === play.game && play.body ? [play] : [];
  } catch {
    return [];
  }
}

export function keepPlay({ name, ...play }) {
  read = undefined;
  localStorage.setItem(name, JSON.stringify(play));
}

export function removePlay({ name }) {
  read = undefined;
  localStorage.removeItem(name);
}

// Plays that another tab has sent, from their entry until this page shows them.
export const ghosts = [];

export const queue = (game = here()) => [...ghosts, ...kept()].filter((each) => each.game === game);
export const first = (game = here()) => kept().find((each) => each.game === game);
export const isStill = ({ name }) => localStorage.getItem(name) !== null;

// The plays of a queue to be sent, up to the first stopped one.
export function underway(plays = queue()) {
  const at = plays.findIndex((each) => each.stopped);
  return at < 0 ? plays : plays.slice(0, at);
}

// The fields of the last play that waits in a slot of this game, or undefined.
export function waitingIn(slot) {
  const play = queue().findLast((each) => each.slots.includes(slot));
  return play && !isOfEarlierPage(play) ? new URLSearchParams(play.body) : undefined;
}

// The localStorage key of a new play: after all others, or before a stopped one.
export function newName(key, stopped) {
  const numberOf = ({ name }) => Number(name.split(":")[1]);
  const number = stopped ? numberOf(stopped) - 1 : 1 + Math.max(0, ...kept().map(numberOf));
  return `${SENT}${String(number).padStart(9, 0)}:${key}`;
}

export const valueOf = ({ body }, field) => new URLSearchParams(body).get(field) ?? "";

// Whether a page of an earlier version sent a play. Its fields contain seats, which only the server can read.
export const isOfEarlierPage = (play) => valueOf(play, "seated") !== "";

// A play with changed field values; undefined removes a field.
export function changedPlay(play, values) {
  const body = new URLSearchParams(play.body);
  for (const [field, value] of Object.entries(values))
    value === undefined ? body.delete(field) : body.set(field, value);
  return { ...play, body: String(body) };
}
