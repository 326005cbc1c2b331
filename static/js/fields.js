// Fields of numbers: steppers, and keys for numbers.

import { reveal } from "./page.js";

// The buttons of a stepper (data-step) make its number smaller or larger, down to 0 or its data-least; a button outside of a
// stepper names the field by data-for, or else steps all in the element that it is in. A button that is held repeats. A
// tap into a number selects it, so that what is typed replaces it; a second tap sets the cursor. Enter goes to the next number
// if the key on the phone says so (enterkeyhint).

const [HELD, AGAIN] = [450, 90]; // milliseconds until a held button repeats, and between two steps of it

let tappedInto; // the element that was tapped last, as long as it has the focus
let repeats, repeated; // the clock of a held button, and whether it has stepped already

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-step]");
  if (button && !repeated) step(button);
  repeated = false;
  if (target !== tappedInto && (["numeric", "none"].includes(target.inputMode) || target.matches(".stepper > input")) && /^\s*[-−–]?\d+\s*$/.test(target.value)) target.select();
  tappedInto = target;
});
document.addEventListener("focusout", () => (tappedInto = null));

document.addEventListener("pointerdown", ({ target }) => {
  const button = target.closest("[data-step]");
  repeated = false;
  clearTimeout(repeats);
  if (button) repeats = setTimeout(repeat, HELD);
  function repeat() {
    if (!button.isConnected) return;
    repeated = true;
    step(button);
    repeats = setTimeout(repeat, AGAIN);
  }
});
for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, () => clearTimeout(repeats));

function step(button) {
  const by = Number(button.dataset.step);
  const named = document.getElementById(button.dataset.for);
  for (const input of named ? [named] : (button.closest(".stepper") ?? button.parentElement).querySelectorAll(".stepper > input")) {
    const least = Number(input.closest("[data-least]")?.dataset.least ?? 0);
    const there = input.value.match(/[-−–]?\d+/g)?.reduce((sum, each) => sum + Number(each.replace(/[−–]/, "-")), 0); // of a sum all of it
    // A number that was typed below the least is stepped from where it is; the server refuses it.
    input.value = there < least ? there + by : Math.max(least, (there || 0) + by);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (key !== "Enter" || target.enterKeyHint !== "next") return;
  event.preventDefault();
  const all = [...target.form.querySelectorAll(".stepper > input")].filter((each) => each.checkVisibility());
  const following = all[all.indexOf(target) + 1];
  if (!following) return target.blur();
  following.focus();
  following.select();
});

// Keys for numbers on a phone (_fields.html), in the place of its own: they type into the field that has the focus. If none has
// it they begin at the first empty one, in a sheet that is filled in turn with that of the player whose turn it is. data-at
// marks the field. The first key into a field in which nothing was typed on this page takes the place of its number.
export function keys(box) {
  if (!matchMedia("(pointer: coarse)").matches) return;
  const moves = ["focusin", "input", "previewed"]; // after these the foot may be higher, and cover the field in use
  const events = [...moves, "focusout", "shown", "opened"];
  let last; // the field that had the focus last
  let changed; // the field that was changed last

  const fields = () => [...(document.getElementById(box.dataset.of)?.querySelectorAll(".stepper > input") ?? [])].filter((each) => !each.inert && each.checkVisibility());
  const empty = (all) => [...all.filter((each) => each.closest("[data-turn]")), ...all].find((each) => !each.value);
  const inUse = (all) => [document.activeElement, empty(all), last].find((each) => all.includes(each)) ?? all[0];

  box.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays in the field
  box.addEventListener("click", ({ target }) => {
    const key = target.closest("button");
    const all = fields();
    const field = inUse(all);
    if (!key || !field) return;
    if (key.dataset.next !== undefined) {
      const following = all[(all.indexOf(field) + 1) % all.length];
      following.focus();
      return following.select();
    }
    if (field !== document.activeElement) {
      field.focus();
      field.setSelectionRange(field === changed ? field.value.length : 0, field.value.length);
    }
    const { selectionStart: from, selectionEnd: to } = field;
    if (key.dataset.back === undefined) field.setRangeText(key.textContent.replace("−", "-"), from, to, "end");
    else field.setRangeText("", from === to ? Math.max(from - 1, 0) : from, to, "end");
    if (field.selectionEnd === field.value.length) field.scrollLeft = field.scrollWidth; // a long sum shows what was typed last
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  for (const event of events) document.addEventListener(event, point);
  point();

  // Shows where the next key types. A page that was answered has its fields as they are without scripts.
  function point({ type, target } = {}) {
    if (!box.isConnected) {
      for (const event of events) document.removeEventListener(event, point);
      return;
    }
    if (type === "shown") last = changed = undefined;
    if (type === "input") changed = target;
    const all = fields();
    if (all.includes(document.activeElement)) last = document.activeElement;
    if (last && last === document.activeElement && moves.includes(type)) reveal(last);
    const at = inUse(all);
    for (const each of all) {
      each.inputMode = "none";
      each.toggleAttribute("data-at", each === at && box.checkVisibility());
    }
  }
}
