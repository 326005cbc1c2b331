// What this phone keeps in localStorage names players by their ids, not by their seats: so it goes with them when the seats
// change. This file knows who sits where, and reads and writes the plays that were sent ("outbox:<number>:<entry key>").

const SENT = "outbox:";
const table = (page = document) => page.getElementById("main")?.dataset ?? {};

// The game that an address is about.
export const gameOf = (address) => /^(?:[^/]+\/\/[^/]+)?(\/games\/[^/?#]+)/.exec(address)?.[1];
export const here = () => gameOf(location.href);
export const make = (name, values) => Object.assign(document.createElement(name), values);
export const slots = (root = document) => [...root.querySelectorAll("[data-slot]")];

// The names of slots and fields, and the values of some fields (data-holding), name players by their seats. What is kept names
// the player instead ("votes.@7": 7 is their id). An @ that is left on the page belongs to a player who does not sit there.
export const seatedIds = (page) => table(page).seated ?? "";
export const seatedNames = () => JSON.parse(table().names ?? "{}");

const asPlayer = (ids = seatedIds()) => (seat) => (ids.split(".")[seat] ? `@${ids.split(".")[seat]}` : seat);
const asSeat = (ids = seatedIds()) => (who) => (who.startsWith("@") && ids.split(".").includes(who.slice(1)) ? String(ids.split(".").indexOf(who.slice(1))) : who);

const inSlot = (slot, as) => slot.replace(/^([a-z-]+\.)(@?\d+)/, (_, kind, who) => kind + as(who));
const inName = (name, as) => name.replace(/-(@?\d+)(?=-|$)/g, (_, who) => `-${as(who)}`);

// A field of a slot, [name, values], with other seats.
function inField(slot, [name, values], as) {
  if (!name.startsWith(`${slot}-`)) return [name, values];
  const path = name.slice(slot.length);
  const holds = table().holding?.split(" ").includes(slot.split(".")[0] + inName(path, () => "@"));
  return [inSlot(slot, as) + inName(path, as), holds ? values.map((value) => value.replace(/^@?\d+/, as)) : values];
}

export const slotOfPlayer = (slot) => inSlot(slot, asPlayer());
export const slotOfSeat = (slot) => inSlot(slot, asSeat());
export const fieldsOfPlayers = (slot, values) => Object.fromEntries(Object.entries(values).map((each) => inField(slot, each, asPlayer())));
export const fieldsOfSeats = (slot, values) => Object.fromEntries(Object.entries(values).map((each) => inField(slotOfPlayer(slot), each, asSeat())));
export const isOfNobodyHere = (name) => /[.-]@\d/.test(name);

// The id of a panel, with the seat that its player has on another page.
export const panelOn = (page, id) => inName(id, (seat) => asSeat(seatedIds(page))(asPlayer()(seat)));

// The fields of a play that was sent, with the seats that its players have on this page.
export function bodyHere(text) {
  const body = new URLSearchParams(text);
  const ids = body.get("seated") ?? seatedIds();
  if (ids === seatedIds()) return body;
  const as = (seat) => asSeat()(asPlayer(ids)(seat));
  const own = body.getAll("play").map((each) => each.split("?")[0]).sort((one, other) => other.length - one.length);
  return new URLSearchParams([...body].map(([name, value]) => {
    if (name === "play") return [name, inSlot(value, as)];
    return inField(own.find((slot) => name.startsWith(`${slot}-`)), [name, [value]], as).flat();
  }));
}

// The plays that were sent, each {name, game, action, body, slots, says, waits, stopped}: `name` is its key in localStorage,
// `waits` says that there was no answer for a while, `stopped` why it was not taken. All slots of a page ask for them, so they
// are read once until something is written, or what is going on now is over.
let read;

export function kept() {
  if (!read) queueMicrotask(() => (read = undefined));
  try {
    read ??= Object.keys(localStorage).filter((name) => /^outbox:\d+:/.test(name)).sort().flatMap(readable);
  } catch {
    read = []; // this browser has no storage
  }
  return read.map(placed);
}

// A stored play in a list; an empty list if it cannot be read, so that it does not hide the others.
function readable(name) {
  try {
    const play = { slots: [], says: "", ...JSON.parse(localStorage.getItem(name)), name };
    return gameOf(play.action) === play.game && play.body ? [play] : [];
  } catch {
    return [];
  }
}

const placed = (play) => (play.game === here() ? { ...play, slots: play.slots.map(slotOfSeat) } : play);

export function keepPlay({ name, ...play }) {
  read = undefined;
  localStorage.setItem(name, JSON.stringify(play.game === here() ? { ...play, slots: play.slots.map(slotOfPlayer) } : play));
}

export function removePlay({ name }) {
  read = undefined;
  localStorage.removeItem(name);
}

// Plays that another tab has sent, and that are entered, until this page shows them, too.
export const ghosts = [];

export const queue = (game = here()) => [...ghosts.map(placed), ...kept()].filter((each) => each.game === game);
export const first = (game = here()) => kept().find((each) => each.game === game);
export const isStill = ({ name }) => localStorage.getItem(name) !== null;

// The plays of a queue that are being sent: those before the first stopped one.
export function underway(plays = queue()) {
  const at = plays.findIndex((each) => each.stopped);
  return at < 0 ? plays : plays.slice(0, at);
}

// The fields of the play that waits in a slot of this game, the last one if there are several; undefined if there is none.
export function waitingIn(slot) {
  const play = queue().findLast((each) => each.slots.includes(slot));
  return play && bodyHere(play.body);
}

// The key for a new play: behind all others, or before a stopped one.
export function newName(key, stopped) {
  const numberOf = ({ name }) => Number(name.split(":")[1]);
  const number = stopped ? numberOf(stopped) - 1 : 1 + Math.max(0, ...kept().map(numberOf));
  return `${SENT}${String(number).padStart(9, 0)}:${key}`;
}

export const valueOf = ({ body }, field) => new URLSearchParams(body).get(field) ?? "";

// A play with other values of some fields; undefined removes a field.
export function changedPlay(play, values) {
  const body = new URLSearchParams(play.body);
  for (const [field, value] of Object.entries(values)) value === undefined ? body.delete(field) : body.set(field, value);
  return { ...play, body: String(body) };
}
