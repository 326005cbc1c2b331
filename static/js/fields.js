// Number fields. The buttons of a stepper (data-step) change its number, down to 0 or data-least. A button outside of a
// stepper names its field with data-for; without it, the button changes all fields of its parent element. A held button
// repeats. The first tap on a number selects it, so that typing replaces it; a second tap sets the cursor. Enter goes
// to the next number if enterkeyhint labels the phone's Enter key that way. A link with data-fills fills in the fields
// of its form that its URL names.

const [HELD, AGAIN] = [450, 90]; // milliseconds until a held button repeats, and between two repetitions

let tappedInto; // the last tapped element, while it has the focus
let repeats, repeated; // the timer of a held button; whether it has repeated, so that the click after it is ignored

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-step]");
  if (button && !repeated) step(button);
  repeated = false;
  if (
    target !== tappedInto &&
    (["numeric", "none"].includes(target.inputMode) || target.matches(".stepper > input")) &&
    /^\s*[-−–]?[\d.,½]+\s*$/.test(target.value)
  )
    target.select();
  tappedInto = target;
});
document.addEventListener("focusout", () => (tappedInto = null));

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-fills]");
  if (!link) return;
  event.preventDefault();
  for (const [name, value] of new URL(link.href).searchParams) {
    const field = link.closest("form").elements.namedItem(name);
    if (field?.type !== "text") continue;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  link.closest("details").open = false;
});

// Unselects words that the chosen one excludes, before other scripts read the form, and shows the reason.
document.addEventListener(
  "input",
  ({ target }) => {
    for (const reason of target.closest(".words")?.querySelectorAll("[data-apart]") ?? []) {
      const words = reason.dataset.apart.split(" ");
      const isOne = (box) => box.checked && words.includes(box.value);
      const others = isOne(target)
        ? [...reason.parentElement.querySelectorAll("input")].filter((box) => box !== target && isOne(box))
        : [];
      for (const box of others) box.checked = false;
      reason.hidden = !others.length;
    }
  },
  true,
);

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
  for (const input of named
    ? [named]
    : (button.closest(".stepper") ?? button.parentElement).querySelectorAll(".stepper > input")) {
    const least = Number(input.closest("[data-least]")?.dataset.least ?? 0);
    const there = input.value.match(/[-−–]?\d+/g)?.reduce((sum, each) => sum + Number(each.replace(/[−–]/, "-")), 0); // a field can contain a sum such as 3+6−2
    // A number typed below the minimum is changed from its value, not from the minimum; the server refuses it.
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
