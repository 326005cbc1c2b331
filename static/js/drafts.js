// Drafts: typed and unsent values. Each slot, the form of one play (data-slot), has a draft in localStorage
// ("typed:<game>/<slot>") until the server has accepted exactly these values. All tabs of a phone show the same drafts.
// The names of slots and fields contain the ids of players (stored.js), so a draft stays with its player.
//
// The current value of a field is the one from the server, or its data-saved. If a play waits in a slot with
// data-stays, it is the value in that play. A draft contains only values that differ from the current ones, because
// otherwise it would revert changes by other phones. It also contains the slot's label, and the current values at the
// start of typing. If these have changed since, the slot shows a message with the new values, and the user decides
// which to keep. If another phone has entered that turn or round, a draft is not filled in: a message offers its values
// (data-entered), or it is dropped.

import { away, here, make, namesById, playersOf, queue, slots, waitingIn } from "./stored.js";

const TYPED = "typed:";
const NOT_TYPED = ["csrf_token", "entry_key", "revision", "after_key", "seen", "play"];

// A message from the head of the page; all pages have the same ones.
export const saying = (name) => document.querySelector("link[rel=icon]").dataset[name];

const keyOf = ({ dataset: { slot, key } }) => `${TYPED}${here() ?? ""}/${[slot, key].filter(Boolean).join("/")}`;

// The fields of a slot with user input. Hidden fields that a script fills in have the class "field".
function fieldsOf(slot) {
  return [...slot.querySelectorAll("input[name], select[name], textarea[name]")].filter(
    (field) =>
      field.closest("[data-slot]") === slot &&
      !NOT_TYPED.includes(field.name) &&
      (field.type !== "hidden" || field.classList.contains("field")),
  );
}

const isBox = ({ type }) => ["checkbox", "radio"].includes(type);
const filledIn = (field) => (isBox(field) ? (field.checked ? [field.value] : []) : [field.value]);

function valuesIn(slot, valuesOf = filledIn) {
  const found = {};
  for (const field of fieldsOf(slot)) (found[field.name] ??= []).push(...valuesOf(field));
  return found;
}

// The values of a field from the server.
function saved(field, refused) {
  if (field.dataset.saved !== undefined) return isBox(field) ? [] : [field.dataset.saved];
  if (refused) return isBox(field) ? [] : [""]; // these are the refused values
  if (isBox(field)) return field.defaultChecked ? [field.value] : [];
  if (field.options)
    return [[...field.options].find((option) => option.defaultSelected)?.value ?? field.options[0]?.value ?? ""];
  return [field.defaultValue ?? field.value];
}

// The current values of a slot, by field name.
export function standing(slot) {
  const waits = slot.dataset.stays !== undefined && waitingIn(slot.dataset.slot);
  const rendered = valuesIn(slot, (field) => saved(field, slot.dataset.refused !== undefined));
  if (!waits) return rendered;
  return Object.fromEntries(
    Object.entries(rendered).map(([each, values]) => [
      each,
      waits.has(each) ? waits.getAll(each) : values.map(() => ""),
    ]),
  );
}

// The typed values of a slot, by field name: the ones different from the current values.
function typed(slot) {
  const [before, differ] = [standing(slot), differing(slot)];
  return Object.fromEntries(
    Object.entries(valuesIn(slot)).filter(([each, values]) => differ(each, values, before[each] ?? [])),
  );
}

export const isTyped = (slot) => Object.keys(typed(slot)).length > 0;

// Returns a function that compares two lists of values of a field in this slot: whether they differ in meaning.
function differing(slot) {
  const fields = Object.fromEntries(fieldsOf(slot).map((field) => [field.name, field]));
  function meant(each, values) {
    if (fields[each]?.dataset.held !== undefined) return (values[0]?.match(/-?\d+/g) ?? []).sort(); // numbers in any order
    return fields[each]?.placeholder === "0" ? values.map((value) => (value === "0" ? "" : value)) : values; // an empty field means 0
  }
  return (each, values, others) => meant(each, values).join("\n") !== meant(each, others).join("\n");
}

// The values that typed ones replace, by field name: the current values or, in a field for a change, the number to
// change (data-base). Leaves out fields whose current value is unknown: after a refusal, and in parts that previews
// replace.
function replaced(slot) {
  const now = standing(slot);
  const unknown = ({ dataset }) =>
    dataset.base !== undefined
      ? waitingIn(slot.dataset.slot)
      : slot.dataset.refused !== undefined && dataset.saved === undefined;
  const known = fieldsOf(slot).filter((field) => !field.closest("[data-part]") && !unknown(field));
  return Object.fromEntries(
    known.map(({ name, dataset }) => [name, dataset.base === undefined ? now[name] : [dataset.base]]),
  );
}

// Fills a slot's fields with values by name. `emptyOthers` empties all other fields; details elements with a value in
// `unfold` are opened. Does not write equal values, so that a number selected by a tap stays selected.
function fill(slot, values, emptyOthers = false, unfold = {}) {
  const left = Object.fromEntries(Object.entries(values).map(([each, list]) => [each, [...list]]));
  for (const field of fieldsOf(slot)) {
    const list = left[field.name];
    if (!list && !emptyOthers) continue;
    if (isBox(field)) field.checked = Boolean(list?.includes(field.value));
    else {
      const value = list?.shift() ?? "";
      if (field.value !== value) field.value = value;
    }
    if (field.type === "radio" && field.checked) list.splice(list.indexOf(field.value), 1); // a text field for other numbers can have the same name
    if (field.name in unfold && field.value && field.value !== "0" && field.type !== "checkbox" && !field.hidden)
      field.closest("details")?.setAttribute("open", "");
  }
}

function stored(slot) {
  try {
    const text = localStorage.getItem(keyOf(slot));
    if (text === null) return undefined; // errors are slow, and a sheet has 50 slots
    const { values = {}, before = {}, ...more } = JSON.parse(text);
    return { ...more, values, before };
  } catch {
    return undefined; // no draft, or this browser has no storage
  }
}

// Number of earlier plays of a slot's kind and player (data-plays), including waiting ones of this phone, unless
// another phone has entered the same.
const playsNow = ({ dataset: { plays, slot } }) =>
  plays && Number(plays) + queue().filter((each) => each.slots.includes(slot) && !each.stopped?.clash).length;

export function keepValues(slot, values, before = {}, first = playsNow(slot)) {
  try {
    if (!Object.keys(values).length) return localStorage.removeItem(keyOf(slot));
    const { plays = first, names } = stored(slot) ?? {};
    const replaces = Object.fromEntries(Object.entries(before).filter(([each]) => each in values));
    localStorage.setItem(
      keyOf(slot),
      JSON.stringify({
        values,
        plays,
        before: replaces,
        names: { ...names, ...namesById() },
        label: slot.dataset.label,
      }),
    );
  } catch {
    // Without storage, there are no drafts.
  }
}

export const forget = (slot) => keepValues(slot, {});

// Stores the draft of a slot, and marks the slot and its form with data-unsent.
function keep(slot) {
  if (isPast(slot, stored(slot))) [forget(slot), tell(slot, "past")];
  const before = stored(slot);
  const others = Object.entries(before?.values ?? {}).filter(([each]) => away(each));
  const values = typed(slot);
  keepValues(slot, { ...Object.fromEntries(others), ...values }, { ...replaced(slot), ...before?.before });
  const unsent = Object.keys(values).length > 0;
  markUnsent(slot, unsent);
  if (!unsent) [tell(slot, "restored"), tell(slot, "meanwhile")];
}

function markUnsent(slot, unsent) {
  slot.toggleAttribute("data-unsent", unsent);
  const form = slot.closest("form");
  if (form && form !== slot)
    form.toggleAttribute("data-unsent", form.querySelector("[data-slot][data-unsent]") !== null);
}

// Whether a draft was typed for a turn or round that another phone has entered since. Waiting plays do not count,
// because the page may already contain one whose answer was lost. Always false for a slot without data-plays.
const isPast = ({ dataset }, draft) =>
  Boolean(draft) && dataset.refused === undefined && draft.plays < Number(dataset.plays);

// The message if the current values of a slot have changed since typing began (data-filled: its cell was filled in), or
// if a chosen option no longer exists; otherwise "".
function meanwhile(slot, { values, before, plays }) {
  const { filled, label } = slot.dataset;
  const entered = slot.closest("[data-entered]")?.dataset.entered;
  if (filled !== undefined) return `${label}: ${entered.replace("{values}", Object.values(values).join())}`;
  if (plays < playsNow(slot)) return ""; // the refusal shows the entered values
  const [now, there, differ] = [replaced(slot), valuesIn(slot), differing(slot)];
  const names = Object.keys(before);
  const changed = names.filter(
    (each) => now[each] && differ(each, now[each], before[each]) && differ(each, now[each], values[each]),
  );
  const gone = names.some(
    (each) => !away(each) && values[each].some((value) => value && !there[each]?.includes(value)),
  );
  const found = [
    changed.length &&
      saying("replaces").replace("{values}", changed.map((each) => inWords(slot, each, now[each])).join(", ")),
    gone && saying("gone"),
  ];
  return found
    .filter(Boolean)
    .map((each) => [label, each].filter(Boolean).join(": "))
    .join(" ");
}

function inWords(slot, each, values) {
  const field = fieldsOf(slot).find((other) => other.name === each && (!isBox(other) || values.includes(other.value)));
  const label = field?.dataset.base === undefined && (field?.labels?.[0]?.textContent.trim() || field?.ariaLabel);
  return [label, ...(field && isBox(field) ? [] : values)].filter(Boolean).join(" ").replaceAll("-", "−") || "–";
}

// The element for lines about a slot: its place for them (data-waits-here), or the slot itself.
export const lineOf = (slot) =>
  document.querySelector(`[data-waits-here="${slot.closest("form")?.id || "-"}"]`) ??
  ["form, [data-panel]", "[data-panel]"]
    .map((around) => slot.closest(around)?.querySelector("[data-waits-here]"))
    .find(Boolean) ??
  slot;

const notes = new Map(); // lines about slots, by subject and slot

// Shows a line about a slot, or removes it. `button`: an element at its end.
function tell(slot, what, message = "", button = undefined) {
  const name = `${what} ${slot.dataset.slot}`;
  const old = notes.get(name);
  const there = old?.isConnected && old.dataset.note === name; // an update of the page can remove the line or reuse its element
  if ((there ? old.firstChild.textContent : "") === message) return;
  if (there) old.remove();
  notes.delete(name);
  if (!message) return;
  const line = make("p", { className: "notice notice-note", role: "status", textContent: message });
  line.dataset.note = name;
  if (button) line.append(" ", button);
  notes.set(name, line);
  (what === "restored" ? slot : lineOf(slot)).prepend(line);
}

// Fills a slot with its current values and its draft. The event "redraw" notifies scripts that draw from its fields.
export function showSlot(slot) {
  const refused = slot.dataset.refused !== undefined;
  const draft = stored(slot);
  const past = isPast(slot, draft) && draft;
  if (past && !slot.dataset.entered) forget(slot);
  tell(slot, "past", ...(past && slot.dataset.entered ? offer(slot, past) : []));
  const kept = past ? undefined : draft;
  fill(slot, { ...(refused ? {} : standing(slot)), ...kept?.values }, !refused, kept?.values);
  const number = slot.querySelector("[data-before]");
  if (number && (kept || !refused)) number.value = kept?.plays ?? playsNow(slot);
  const message = kept ? meanwhile(slot, kept) : "";
  tell(slot, "restored", kept && slot.dataset.restored);
  tell(slot, "meanwhile", message);
  const isCurrent =
    kept &&
    !message &&
    !isTyped(slot) &&
    Object.keys(kept.values).every((each) => fieldsOf(slot).some((field) => field.name === each));
  if ((refused && !kept) || isCurrent)
    keep(slot); // the typed values are current now, so this removes the draft
  else markUnsent(slot, (kept || refused) && isTyped(slot)); // without a draft, the fields have their current values
  slot.dispatchEvent(new Event("redraw", { bubbles: true }));
}

// The message about values typed for an earlier turn, and a button that fills them in for this one.
function offer(slot, { values, before }) {
  const button = make("button", { type: "button", className: "quiet-action", textContent: saying("use") });
  button.addEventListener("click", () => {
    forget(slot);
    keepValues(slot, values, before);
    showSlot(slot);
    slot.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const typed = Object.entries(values)
    .map(([each, list]) => inWords(slot, each, list))
    .join(", ");
  return [`${slot.dataset.entered} ${saying("past").replace("{values}", () => typed)}`, button];
}

// Deletes the draft of a slot if exactly its values were sent in `body`; keeps values typed since then.
export function sent(slot, body) {
  const values = typed(slot);
  const same = Object.entries(values).every(([each, list]) => String(body.getAll(each)) === String(list));
  if (!same)
    return keepValues(slot, values, Object.fromEntries(Object.keys(values).map((each) => [each, body.getAll(each)])));
  forget(slot);
  delete slot.dataset.refused;
}

// Turns the values of a refused play into a draft again, if the slot has no other draft; returns whether it did.
export function giveBack(slot, body) {
  if (stored(slot)) return false;
  const before = standing(slot);
  const values = Object.fromEntries(
    Object.keys(before)
      .map((each) => [each, body.getAll(each)])
      .filter(([each, list]) => String(list) !== String(before[each])),
  );
  keepValues(slot, values, replaced(slot), Number(body.get(`${slot.dataset.slot}-number-before`) ?? playsNow(slot)));
  return true;
}

// Empties a slot, or fills it with the values `back`; returns its previous values.
export function clear(slot, back) {
  const was = valuesIn(slot);
  fill(slot, back ?? {}, true);
  for (const field of back ? [] : fieldsOf(slot))
    if (field.type === "radio" && field.value === "0") field.checked = true;
  slot.dispatchEvent(new Event("input", { bubbles: true }));
  slot.dispatchEvent(new Event("redraw", { bubbles: true }));
  return was;
}

// All drafts of this game, [slot, {values, names, label}], including drafts of slots on other pages.
function keptHere() {
  const begins = `${TYPED}${here()}/`;
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(begins))
      .sort()
      .map((key) => [key.slice(begins.length), JSON.parse(localStorage.getItem(key))]);
  } catch {
    return []; // this browser has no storage, or an entry is not valid JSON
  }
}

// The players with a draft.
export const playersTyped = () => new Set(keptHere().map(([slot]) => /^[a-z-]+\.(@\d+)/.exec(slot)?.[1]));

// The drafts of players who are not at this table, as text by slot: "Cleo: 30" or "Cleo: Votes: −2".
export function keptForOthers() {
  const found = [];
  for (const [slot, { values = {}, names, label }] of playersOf(document) ? keptHere() : []) {
    const typedFor = {};
    for (const [each, list] of Object.entries(values)) {
      const who = away(each);
      if (who) (typedFor[who] ??= []).push(...list.filter(Boolean));
    }
    const texts = Object.entries(typedFor).map(([who, list]) => {
      const whose = slot.split(/[./]/)[1] === `@${who}` && label?.includes(names?.[who]) ? label : names?.[who];
      return [whose, list.join(", ").replaceAll("-", "−")].filter(Boolean).join(": ");
    });
    if (texts.length) found.push([slot, texts.filter(Boolean).join(" · ")]);
  }
  return found;
}

export function forgetForOthers(slot) {
  const key = `${TYPED}${here()}/${slot}`;
  const kept = JSON.parse(localStorage.getItem(key));
  const left = Object.entries(kept.values).filter(([each]) => !away(each));
  if (left.length) localStorage.setItem(key, JSON.stringify({ ...kept, values: Object.fromEntries(left) }));
  else localStorage.removeItem(key);
}

document.addEventListener("input", ({ target }) => {
  const slot = target.closest?.("[data-slot]");
  if (slot) keep(slot);
});

// Another tab has changed a draft.
addEventListener("storage", ({ key }) => {
  if (key?.startsWith(TYPED))
    slots()
      .filter((slot) => keyOf(slot) === key)
      .forEach(showSlot);
});
