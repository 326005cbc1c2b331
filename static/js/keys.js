// Keys for numbers on a phone (_fields.html), in the place of its own: they type into the field that has the focus. If none has
// it they begin at the first empty one, in a sheet that is filled in turn with that of the player whose turn it is. data-at
// marks the field. The first key into a field in which nothing was typed on this page takes the place of its number.

import { reveal } from "./app.js";

export function start(box) {
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
