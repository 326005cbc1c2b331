// Fields of numbers. The buttons of a stepper (data-step) make its number smaller or larger, down to 0 or its data-least; a
// button outside of the stepper names the field by data-for, and one with data-each steps all steppers of its group. A tap
// into a number selects it, so that what is typed replaces it; a second tap sets the cursor. Enter goes to the next number if
// the key on the phone says so (enterkeyhint). A button that is held repeats.

const [HELD, AGAIN] = [450, 90]; // milliseconds until a held button repeats, and between two steps of it

let held; // the element that was tapped last, as long as it has the focus
let repeats, repeated; // the clock of a held button, and whether it has stepped already

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (button && !repeated) step(button);
  repeated = false;
});

document.addEventListener("pointerdown", ({ target }) => {
  const button = target.closest("[data-step]");
  repeated = false;
  clearTimeout(repeats);
  if (button) repeats = setTimeout(again, HELD);
  function again() {
    if (!button.isConnected) return;
    repeated = true;
    step(button);
    repeats = setTimeout(again, AGAIN);
  }
});
for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, () => clearTimeout(repeats));

function step(button) {
  for (const input of steppedBy(button)) by(Number(button.dataset.step), input);
}

function steppedBy(button) {
  if (button.dataset.each !== undefined) return button.parentElement.querySelectorAll(".stepper > input");
  return [document.getElementById(button.dataset.for) ?? button.closest(".stepper").querySelector("input")];
}

function by(step, input) {
  const least = Number(input.closest("[data-least]")?.dataset.least ?? 0);
  const typed = input.value.match(/[-−–]?\d+/g)?.reduce((sum, each) => sum + Number(each.replace(/[−–]/, "-")), 0); // of a sum all of it
  // A number that was typed below the least is stepped from where it is; the server refuses it.
  input.value = typed < least ? typed + step : Math.max(least, (typed || 0) + step);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("focusout", () => (held = null));
document.addEventListener("click", ({ target }) => {
  if (target !== held && (["numeric", "none"].includes(target.inputMode) || target.matches(".stepper > input")) && /^\s*[-−–]?\d+\s*$/.test(target.value)) target.select();
  held = target;
});

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (key !== "Enter" || target.enterKeyHint !== "next") return;
  event.preventDefault();
  const fields = [...target.form.querySelectorAll(".stepper > input")].filter((each) => each.checkVisibility());
  const next = fields[fields.indexOf(target) + 1];
  if (!next) return target.blur();
  next.focus();
  next.select();
});
