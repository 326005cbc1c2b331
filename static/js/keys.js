// On-screen number keys (_fields.html) that replace a phone's keyboard. They type into the focused field. If no field
// has the focus, they use the first empty one, and prefer a field of the player on turn. data-at marks that field. The
// first key replaces the number in a field not yet changed on this page.

import { reveal } from "./app.js";

export function start(box) {
  if (!matchMedia("(pointer: coarse)").matches) return;
  const moves = ["focusin", "input", "previewed"]; // these can make the foot of the page higher, so that it covers the field in use
  const events = [...moves, "focusout", "shown", "opened"];
  let last; // the last focused field
  let changed; // the last changed field
  let away = false; // whether the page was scrolled away from the last focused field, which a preview must not undo

  const fields = () =>
    [...(document.getElementById(box.dataset.of)?.querySelectorAll(".stepper > input") ?? [])].filter(
      (each) => !each.inert && each.checkVisibility(),
    );
  const empty = (all) => [...all.filter((each) => each.closest("[data-turn]")), ...all].find((each) => !each.value);
  const inUse = (all) => [document.activeElement, empty(all), last].find((each) => all.includes(each)) ?? all[0];

  box.addEventListener("mousedown", (event) => event.preventDefault()); // keeps the focus in the field
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
    if (field.selectionEnd === field.value.length) field.scrollLeft = field.scrollWidth; // shows the end of a long sum
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  for (const event of events) document.addEventListener(event, point);
  document.addEventListener("scroll", scrolled, { capture: true, passive: true });
  point();

  function scrolled() {
    if (!box.isConnected) return document.removeEventListener("scroll", scrolled, { capture: true });
    if (!last) return;
    const { left, right, top, bottom } = last.getBoundingClientRect();
    away = document.elementFromPoint((left + right) / 2, (top + bottom) / 2) !== last;
  }

  // Marks the field that the next key types into. It also sets inputMode again, which an answered page resets.
  function point({ type, target } = {}) {
    if (!box.isConnected) {
      for (const event of events) document.removeEventListener(event, point);
      return;
    }
    if (type === "shown") last = changed = undefined;
    if (type === "input") changed = target;
    const all = fields();
    if (all.includes(document.activeElement)) last = document.activeElement;
    if (type !== "previewed") away = false;
    if (last && last === document.activeElement && moves.includes(type) && !away) reveal(last);
    const at = inUse(all);
    const shown = [...document.querySelectorAll(".number-keys")].some((each) => each.checkVisibility()); // each panel has keys
    for (const each of all) {
      each.inputMode = "none";
      each.toggleAttribute("data-at", each === at && shown);
    }
  }
}
