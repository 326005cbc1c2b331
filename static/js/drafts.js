// What is typed and not sent: kept in localStorage ("typed:<game>/<slot>") for each slot, the form of one play (data-slot), until
// a change with exactly that content was acknowledged. It survives the page, and all tabs of a phone show the same. It belongs
// to a player (stored.js), and is shown where the player sits.
//
// What "stands" in a field is the value that the page came with, or its data-saved. In a slot with data-stays whose play waits,
// it is the value in that play. A typed value is kept only if it differs from what stands: otherwise it would bring back what
// was changed elsewhere. With it are kept the slot's label, and what stood there when somebody began to type: if that was
// changed meanwhile, the slot says so, and what stands now, so that whoever saves what was typed decides to.

import { fieldsOfPlayers, fieldsOfSeats, here, isOfNobodyHere, make, queue, seatedIds, seatedNames, slotOfPlayer, slotOfSeat, slots, waitingIn } from "./stored.js";

const TYPED = "typed:";
const NOT_TYPED = ["csrf_token", "entry_key", "revision", "after_key", "seated", "seen", "play"];

// A sentence of the head of the page, which is the same on all pages.
export const saying = (name) => document.querySelector("link[rel=icon]").dataset[name];

const keyOf = ({ dataset: { slot, key } }) => `${TYPED}${here() ?? ""}/${[slotOfPlayer(slot), key].filter(Boolean).join("/")}`;

// The fields of a slot that people fill in; hidden fields that a script fills in for them have the class "field".
function fieldsOf(slot) {
  return [...slot.querySelectorAll("input[name], select[name], textarea[name]")]
    .filter((field) => field.closest("[data-slot]") === slot && !NOT_TYPED.includes(field.name) && (field.type !== "hidden" || field.classList.contains("field")));
}

const isBox = ({ type }) => ["checkbox", "radio"].includes(type);
const filledIn = (field) => (isBox(field) ? (field.checked ? [field.value] : []) : [field.value]);

function valuesIn(slot, valuesOf = filledIn) {
  const found = {};
  for (const field of fieldsOf(slot)) (found[field.name] ??= []).push(...valuesOf(field));
  return found;
}

// The values of a field as the page came.
function saved(field, refused) {
  if (field.dataset.saved !== undefined) return isBox(field) ? [] : [field.dataset.saved];
  if (refused) return isBox(field) ? [] : [""]; // the page came with what was sent and refused
  if (isBox(field)) return field.defaultChecked ? [field.value] : [];
  if (field.options) return [[...field.options].find((option) => option.defaultSelected)?.value ?? field.options[0]?.value ?? ""];
  return [field.defaultValue ?? field.value];
}

// What stands in a slot, by the names of its fields.
export function standing(slot) {
  const waits = slot.dataset.stays !== undefined && waitingIn(slot.dataset.slot);
  const rendered = valuesIn(slot, (field) => saved(field, slot.dataset.refused !== undefined));
  if (!waits) return rendered;
  return Object.fromEntries(Object.entries(rendered).map(([each, values]) => [each, waits.has(each) ? waits.getAll(each) : values.map(() => "")]));
}

// What is typed in a slot, by the names of its fields: only values that differ from what stands.
function typed(slot) {
  const [before, differ] = [standing(slot), differing(slot)];
  return Object.fromEntries(Object.entries(valuesIn(slot)).filter(([each, values]) => differ(each, values, before[each] ?? [])));
}

export const isTyped = (slot) => Object.keys(typed(slot)).length > 0;

// Returns a function that says whether two lists of values of a field of this slot differ in meaning.
function differing(slot) {
  const fields = Object.fromEntries(fieldsOf(slot).map((field) => [field.name, field]));
  function meant(each, values) {
    if (fields[each]?.dataset.held !== undefined) return (values[0]?.match(/-?\d+/g) ?? []).sort(); // numbers in any order
    return fields[each]?.placeholder === "0" ? values.map((value) => (value === "0" ? "" : value)) : values; // empty is 0 there
  }
  return (each, values, others) => meant(each, values).join("\n") !== meant(each, others).join("\n");
}

// What a typed value replaces, by the names of the fields: what stands or, in a field for a change of a number, the number
// (data-stands). Fields are left out where that is not known: after a refusal, and in parts that a preview draws.
function replaced(slot) {
  const stands = standing(slot);
  const unknown = ({ dataset }) => (dataset.stands !== undefined ? waitingIn(slot.dataset.slot) : slot.dataset.refused !== undefined && dataset.saved === undefined);
  const known = fieldsOf(slot).filter((field) => !field.closest("[data-part]") && !unknown(field));
  return Object.fromEntries(known.map(({ name, dataset }) => [name, dataset.stands === undefined ? stands[name] : [dataset.stands]]));
}

// Puts values into a slot's fields, by name; `whole` empties all other fields, and folds with a value of `unfold` are opened.
// A field that has its value already is left alone, so that the number that was tapped stays selected.
function fill(slot, values, whole = false, unfold = {}) {
  const left = Object.fromEntries(Object.entries(values).map(([each, said]) => [each, [...said]]));
  for (const field of fieldsOf(slot)) {
    const said = left[field.name];
    if (!said && !whole) continue;
    if (isBox(field)) field.checked = Boolean(said?.includes(field.value));
    else {
      const value = said?.shift() ?? "";
      if (field.value !== value) field.value = value;
    }
    if (field.type === "radio" && field.checked) said.splice(said.indexOf(field.value), 1); // the text field beside it has the same name
    if (field.name in unfold && field.value && field.value !== "0" && field.type !== "checkbox" && !field.hidden) field.closest("details")?.setAttribute("open", "");
  }
}

function stored(slot) {
  try {
    const { values = {}, before = {}, ...more } = JSON.parse(localStorage.getItem(keyOf(slot)));
    return { ...more, values: fieldsOfSeats(slot.dataset.slot, values), before: fieldsOfSeats(slot.dataset.slot, before) };
  } catch {
    return undefined; // nothing is kept, or this browser has no storage: then only what was not sent is lost
  }
}

// How many plays of its kind and player came before that of a slot (data-plays), with those of this phone that wait.
const playsNow = ({ dataset: { plays, slot } }) => plays && Number(plays) + queue().filter((each) => each.slots.includes(slot)).length;

export function keepValues(slot, values, before = {}, first = playsNow(slot)) {
  const of = (fields) => fieldsOfPlayers(slot.dataset.slot, fields);
  try {
    if (!Object.keys(values).length) return localStorage.removeItem(keyOf(slot));
    const { plays = first, names } = stored(slot) ?? {};
    const replaces = Object.fromEntries(Object.entries(before).filter(([each]) => each in values));
    localStorage.setItem(keyOf(slot), JSON.stringify({ values: of(values), plays, before: of(replaces), names: { ...names, ...seatedNames() }, label: slot.dataset.label }));
  } catch {
    // Without storage nothing is kept.
  }
}

export const forget = (slot) => keepValues(slot, {});

// Keeps what is typed in a slot, and marks the slot and its form with data-unsent.
function keep(slot) {
  const before = stored(slot);
  const others = Object.entries(before?.values ?? {}).filter(([each]) => isOfNobodyHere(each));
  const values = typed(slot);
  keepValues(slot, { ...Object.fromEntries(others), ...values }, { ...replaced(slot), ...before?.before });
  const unsent = Object.keys(values).length > 0;
  markUnsent(slot, unsent);
  if (!unsent) [tell(slot, "restored"), tell(slot, "meanwhile")];
}

function markUnsent(slot, unsent) {
  slot.toggleAttribute("data-unsent", unsent);
  const form = slot.closest("form");
  if (form && form !== slot) form.toggleAttribute("data-unsent", form.querySelector("[data-slot][data-unsent]") !== null);
}

// The sentence on what others have changed since something was typed in a slot (data-filled: they have filled in its cell),
// or whether a chosen option is gone; or "".
function meanwhile(slot, { values, before, plays }) {
  const { filled, label } = slot.dataset;
  const entered = slot.closest("[data-entered]")?.dataset.entered;
  if (filled !== undefined) return `${label}: ${entered.replace("{values}", Object.values(values).join())}`;
  if (plays < playsNow(slot)) return slot.dataset.refused === undefined ? (slot.dataset.entered ?? "") : ""; // never where a slot has no such number
  const [now, there, differ] = [replaced(slot), valuesIn(slot), differing(slot)];
  const names = Object.keys(before);
  const changed = names.filter((each) => now[each] && differ(each, now[each], before[each]) && differ(each, now[each], values[each]));
  const gone = names.some((each) => !isOfNobodyHere(each) && values[each].some((value) => value && !there[each]?.includes(value)));
  const said = [changed.length && saying("replaces").replace("{values}", changed.map((each) => inWords(slot, each, now[each])).join(", ")), gone && saying("gone")];
  return said.filter(Boolean).map((each) => [label, each].filter(Boolean).join(": ")).join(" ");
}

function inWords(slot, each, values) {
  const field = fieldsOf(slot).find((other) => other.name === each && (!isBox(other) || values.includes(other.value)));
  const label = field?.dataset.stands === undefined && field?.labels?.[0]?.textContent.trim();
  return [label, ...(field && isBox(field) ? [] : values)].filter(Boolean).join(" ").replaceAll("-", "−") || "–";
}

// Where a line about a slot stands: in its place for that (data-waits-here), or first in the slot.
export const lineOf = (slot) => document.querySelector(`[data-waits-here="${slot.closest("form")?.id || "-"}"]`) ?? ["form, [data-panel]", "[data-panel]"].map((around) => slot.closest(around)?.querySelector("[data-waits-here]")).find(Boolean) ?? slot;

const notes = new Map(); // lines about slots, by what they are about and the slot

// Shows a line about a slot, or removes it.
function tell(slot, what, said = "") {
  const name = `${what} ${slot.dataset.slot}`;
  const old = notes.get(name);
  const there = old?.isConnected && old.dataset.note === name; // the page has not taken it away, or taken it for something else
  if ((there ? old.textContent : "") === said) return;
  if (there) old.remove();
  notes.delete(name);
  if (!said) return;
  const line = make("p", { className: "notice notice-note", role: "status", textContent: said });
  line.dataset.note = name;
  notes.set(name, line);
  (what === "restored" ? slot : lineOf(slot)).prepend(line);
}

// Fills a slot with what stands and what is kept for it. The event "redraw" tells scripts that draw from its fields.
export function showSlot(slot) {
  const refused = slot.dataset.refused !== undefined;
  const kept = stored(slot);
  fill(slot, { ...(refused ? {} : standing(slot)), ...kept?.values }, !refused, kept?.values);
  const number = slot.querySelector("[data-before]");
  if (number && (kept || !refused)) number.value = kept?.plays ?? playsNow(slot);
  const said = kept ? meanwhile(slot, kept) : "";
  tell(slot, "restored", kept && slot.dataset.restored);
  tell(slot, "meanwhile", said);
  const stands = kept && !said && !isTyped(slot) && Object.keys(kept.values).every((each) => fieldsOf(slot).some((field) => field.name === each));
  if ((refused && !kept) || stands) keep(slot); // what was typed stands there now: nothing is left to keep
  else markUnsent(slot, isTyped(slot));
  slot.dispatchEvent(new Event("redraw", { bubbles: true }));
}

// Forgets what is kept for a slot if exactly that was sent in `body`; what was typed since then stays.
export function sent(slot, body) {
  const values = typed(slot);
  const same = Object.entries(values).every(([each, said]) => String(body.getAll(each)) === String(said));
  if (!same) return keepValues(slot, values, Object.fromEntries(Object.keys(values).map((each) => [each, body.getAll(each)])));
  forget(slot);
  delete slot.dataset.refused;
}

// Keeps what was sent and not taken as typed again, if nothing else is typed in the slot; returns whether it did.
export function giveBack(slot, body) {
  if (stored(slot)) return false;
  const before = standing(slot);
  const values = Object.fromEntries(Object.keys(before).map((each) => [each, body.getAll(each)]).filter(([each, said]) => String(said) !== String(before[each])));
  keepValues(slot, values, replaced(slot), Number(body.get(`${slot.dataset.slot}-number-before`) ?? playsNow(slot)));
  return true;
}

// Empties a slot, or fills it with `back`; returns the values that were there before.
export function clear(slot, back) {
  const was = valuesIn(slot);
  fill(slot, back ?? {}, true);
  for (const field of back ? [] : fieldsOf(slot)) if (field.type === "radio" && field.value === "0") field.checked = true;
  slot.dispatchEvent(new Event("input", { bubbles: true }));
  slot.dispatchEvent(new Event("redraw", { bubbles: true }));
  return was;
}

// All that is kept for this game, [slot, {values, names, label}], also for slots that are not on the page.
function keptHere() {
  const begins = `${TYPED}${here()}/`;
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(begins)).sort().map((key) => [key.slice(begins.length), JSON.parse(localStorage.getItem(key))]);
  } catch {
    return []; // this browser has no storage, or something else is stored under such a name
  }
}

// The seats whose players have something typed.
export const seatsTyped = () => new Set(keptHere().map(([slot]) => /^[a-z-]+\.(\d+)/.exec(slotOfSeat(slot))?.[1]));

// What is kept for players who do not sit at the table of this page: "Cleo: 30" or "Cleo: Votes: −2", by the name of the slot.
export function keptForOthers() {
  const found = [];
  for (const [slot, { values = {}, names, label }] of seatedIds() ? keptHere() : []) {
    const typedFor = {};
    for (const [each, said] of Object.entries(fieldsOfSeats(slot.split("/")[0], values))) {
      const [, who] = /[.-]@(\d+)/.exec(each) ?? [];
      if (who) (typedFor[who] ??= []).push(...said.filter(Boolean));
    }
    const told = Object.entries(typedFor).map(([who, said]) => {
      const whose = slot.split(/[./]/)[1] === `@${who}` && label?.includes(names?.[who]) ? label : names?.[who];
      return [whose, said.join(", ").replaceAll("-", "−")].filter(Boolean).join(": ");
    });
    if (told.length) found.push([slot, told.filter(Boolean).join(" · ")]);
  }
  return found;
}

export function forgetForOthers(slot) {
  const key = `${TYPED}${here()}/${slot}`;
  const kept = JSON.parse(localStorage.getItem(key));
  const left = Object.entries(kept.values).filter(([each]) => !isOfNobodyHere(Object.keys(fieldsOfSeats(slot.split("/")[0], { [each]: [] }))[0]));
  if (left.length) localStorage.setItem(key, JSON.stringify({ ...kept, values: Object.fromEntries(left) }));
  else localStorage.removeItem(key);
}

document.addEventListener("input", ({ target }) => {
  const slot = target.closest?.("[data-slot]");
  if (slot) keep(slot);
});

// Another tab has typed, or sent.
addEventListener("storage", ({ key }) => {
  if (key?.startsWith(TYPED)) slots().filter((slot) => keyOf(slot) === key).forEach(showSlot);
});
