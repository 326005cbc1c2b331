// Who sits where. The names of slots and fields, and the values of some fields (data-holding), name players by their seats. What
// a phone keeps names the player instead ("votes.@7": 7 is their id), so that it goes with them when the seats change. An @ that
// is left on the page belongs to a player who does not sit there.

const table = (page = document) => page.getElementById("main")?.dataset ?? {};
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

// The id of a panel, with the seat that its player has on another page.
export const panelOn = (page, id) => inName(id, (seat) => asSeat(seatedIds(page))(asPlayer()(seat)));
