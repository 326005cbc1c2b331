// Keys for the fields of a form (field_keys in _fields.html). They type into the field in use (data-at), which is the
// last focused one, or else the first empty one. A key with a value enters it and goes on to the next field without a
// value; keys that add up, and digits, stay in the field. Delete in an empty field goes back to the previous field.
//
// data- attributes
//   keys     group: the keys of the fields with this data-keys; way: keys, adds or digits
//            value, adds, digit: the value that a key enters, adds or types; delete
//            fixed-sum: enters the fixed sum, and 0 for the others
//   fields   keys: name of their group; side: their player or team; default: their value if they are empty
//            announced: its value was announced, and can still be changed
//   form     by: "field" to fill in a field of all players before the next field, "player" for the order of the page,
//            "order" for the order of data-order
//   groups   opens-digits: opens the digits (group "digits") for this field
//   cells    cell: a key goes on only within it; the button goes on to the next cell
//   button   goes-next: goes on to the next field that needs a value
// The form gets the event "pointed" when another field is in use.

import { reveal } from "./app.js";

const MAX_LENGTH = 12; // characters of a typed number or sum

// All fields of a form that keys type into, in the order of filling them in.
export function keyFields(form) {
  const all = [...form.querySelectorAll("input[data-keys]:not([type=checkbox])")].filter(
    (each) => !each.closest("[inert]"),
  );
  if (form.dataset.by === "order") return all.sort((one, other) => one.dataset.order - other.dataset.order);
  if (form.dataset.by !== "field") return all;
  const names = [...new Set(all.map(({ dataset }) => dataset.keys))];
  return names.flatMap((name) => all.filter(({ dataset }) => dataset.keys === name));
}

export const inUse = (form) => form.querySelector("[data-at]");
export const needsValue = (field) => field.value.trim() === "" && field.dataset.default === undefined;

// The next field after this one that needs a value, or undefined; `within`: only fields in this element.
export function nextEmpty(form, field, within = form) {
  const all = keyFields(form).filter((each) => within.contains(each));
  const at = all.indexOf(field);
  return [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))].find(needsValue);
}

// Enters a value as if it had been typed.
export function enter(field, value) {
  if (field.value === value) return;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

export function start(box) {
  const events = ["focusin", "input", "redraw", "shown", "opened"];
  const form = box.closest("form");
  let at; // the name of the field in use
  let fresh = true; // whether the next digit replaces its value
  let opened; // the name of the field with open digits

  function point({ type, target } = {}) {
    if (!box.isConnected) return events.forEach((event) => document.removeEventListener(event, point));
    const all = keyFields(form);
    if (type === "focusin" && all.includes(target) && at !== target.name) [at, fresh] = [target.name, true];
    const field =
      all.find(({ name }) => name === at) ??
      all.find(({ value, dataset }) => !value && dataset.announced === undefined) ??
      all[0];
    for (const each of all) {
      if (matchMedia("(pointer: coarse)").matches) each.inputMode = "none";
      each.toggleAttribute("data-at", each === field);
    }
    for (const group of box.children)
      group.hidden = group.dataset.group !== (opened === field?.name ? "digits" : field?.dataset.keys);
    form.toggleAttribute("data-digits", Boolean(field) && opened === field.name);
    if (["focusin", "input", undefined].includes(type) || fresh) form.dispatchEvent(new Event("pointed"));
  }

  function goTo(field) {
    if (!field) return;
    [at, fresh] = [field.name, true];
    point();
    field.focus({ preventScroll: true });
    reveal(field);
  }

  function type(field, digit) {
    const { value } = field;
    let typed = fresh && !"-+".includes(digit) ? digit : value + digit;
    if (digit === "-") typed = value.startsWith("-") ? value.slice(1) : `-${fresh ? "" : value}`;
    fresh = false;
    if (typed.length <= MAX_LENGTH) enter(field, typed);
  }

  function remove(field) {
    if (field.value) {
      const digits = [...box.children].find((group) => !group.hidden).dataset.way === "digits";
      enter(field, digits && !fresh ? field.value.slice(0, -1) : "");
      fresh = false;
      return;
    }
    const all = keyFields(form);
    const before = all.slice(0, all.indexOf(field)).findLast((each) => each.value);
    if (!before) return;
    enter(before, "");
    goTo(before);
  }

  function add(field, by) {
    const sum = (field.value.replace("−", "-").match(/[-+]?\d+/g) ?? []).reduce((all, each) => all + Number(each), by);
    enter(field, sum > 0 ? `+${sum}` : String(sum || ""));
  }

  box.addEventListener("mousedown", (event) => event.preventDefault()); // keeps the focus in the field
  box.addEventListener("click", ({ target }) => {
    const key = target.closest("button");
    const field = inUse(form);
    if (!key || !field) return;
    const { value, adds, digit, fixedSum } = key.dataset;
    at = field.name;
    if (key.dataset.opensDigits !== undefined) {
      [opened, fresh] = [at, true];
      point();
    } else if (key.dataset.delete !== undefined) remove(field);
    else if (adds) add(field, Number(adds));
    else if (digit) type(field, digit);
    else {
      const others = keyFields(form).filter((each) => each !== field && each.dataset.keys === field.dataset.keys);
      for (const each of fixedSum ? others : []) enter(each, "0");
      enter(field, fixedSum ?? value);
      goTo(nextEmpty(form, field, field.closest("[data-cell]") ?? form) ?? field);
    }
  });
  form.addEventListener(
    "click",
    ({ target }) => target.closest("[data-goes-next]") && goTo(nextEmpty(form, inUse(form))),
  );
  form.addEventListener("keydown", (event) => {
    const following =
      event.key === "Enter" && event.target.matches("input[data-keys]") && nextEmpty(form, event.target);
    if (!following) return;
    event.preventDefault();
    goTo(following);
  });
  form.addEventListener("queued", () => (at = undefined));
  for (const event of events) document.addEventListener(event, point);
  point();
}
