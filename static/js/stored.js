// Data in localStorage identifies players by id, not by seat, so that it stays with its player when seats change. This
// file converts between ids and seats, and reads and writes sent plays ("outbox:<number>:<entry key>").

const SENT = "outbox:";
const table = (page = document) => page.getElementById("main")?.dataset ?? {};

// The path of a URL's game.
export const gameOf = (address) => /^(?:[^/]+\/\/[^/]+)?(\/games\/[^/?#]+)/.exec(address)?.[1];
export const here = () => gameOf(location.href);
export const make = (name, values) => Object.assign(document.createElement(name), values);
export const slots = (root = document) => [...root.querySelectorAll("[data-slot]")];

// On a page, the names of slots and fields, and the values of some fields (data-holding), contain seats ("votes.0").
// Stored names contain player ids instead ("votes.@7"). A name that keeps its @ on a page belongs to a player who is
// not at this table.
export const seatedIds = (page) => table(page).seated ?? "";
export const seatedNames = () => JSON.parse(table().names ?? "{}");

const asPlayer = (ids = seatedIds()) => (seat) => (ids.split(".")[seat] ? `@${ids.split(".")[seat]}` : seat);
const asSeat = (ids = seatedIds()) => (who) => (who.startsWith("@") && ids.split(".").includes(who.slice(1)) ? String(ids.split(".").indexOf(who.slice(1))) : who);

const inSlot = (slot, as) => slot.replace(/^([a-z-]+\.)(@?\d+)/, (_, kind, who) => kind + as(who));
const inName = (name, as) => name.replace(/-(@?\d+)(?=-|$)/g, (_, who) => `-${as(who)}`);

// Converts the seats in a field of a slot, [name, values].
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

// Converts a panel's id to the seat of its player on another page.
export const panelOn = (page, id) => inName(id, (seat) => asSeat(seatedIds(page))(asPlayer()(seat)));

// Converts a field's name to the seat of its player on another page.
export function fieldOn(page, slot, name) {
  const as = (seat) => asSeat(seatedIds(page))(asPlayer()(seat));
  return name.startsWith(`${slot}-`) ? inSlot(slot, as) + inName(name.slice(slot.length), as) : name;
}

// The fields of a sent play, with its players' seats on this page.
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

// The sent plays: {name, game, action, body, slots, says, tapped, waits, stopped}. `name` is the key in localStorage,
// `says` the play's name on screen, `tapped` the time of its tap, `waits` whether it waits for the network, `stopped` the
// reason why it was refused. They are cached until one is written or the current task ends, because all slots of a page read them.
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

// An array with a stored play, or an empty array if it cannot be read, so that the other plays are still used.
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

// The plays of a queue to be sent: those before the first stopped one.
export function underway(plays = queue()) {
  const at = plays.findIndex((each) => each.stopped);
  return at < 0 ? plays : plays.slice(0, at);
}

// The fields of the last play that waits in a slot of this game, or undefined.
export function waitingIn(slot) {
  const play = queue().findLast((each) => each.slots.includes(slot));
  return play && bodyHere(play.body);
}

// The localStorage key of a new play: after all others, or before a stopped one.
export function newName(key, stopped) {
  const numberOf = ({ name }) => Number(name.split(":")[1]);
  const number = stopped ? numberOf(stopped) - 1 : 1 + Math.max(0, ...kept().map(numberOf));
  return `${SENT}${String(number).padStart(9, 0)}:${key}`;
}

export const valueOf = ({ body }, field) => new URLSearchParams(body).get(field) ?? "";

// A play with changed field values; undefined removes a field.
export function changedPlay(play, values) {
  const body = new URLSearchParams(play.body);
  for (const [field, value] of Object.entries(values)) value === undefined ? body.delete(field) : body.set(field, value);
  return { ...play, body: String(body) };
}
