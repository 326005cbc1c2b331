// Fields of numbers. The buttons of a stepper (data-step) make its number smaller or larger, down to 0 or its data-least; a
// button outside of the stepper names the field by data-for, and one with data-each steps all steppers of its group. A tap
// into a number selects it, so that what is typed replaces it; a second tap sets the cursor. Enter goes to the next number if
// the key on the phone says so (enterkeyhint).

let held; // the element that was tapped last, as long as it has the focus

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  for (const input of steppedBy(button)) by(Number(button.dataset.step), input);
});

function steppedBy(button) {
  if (button.dataset.each !== undefined) return button.parentElement.querySelectorAll(".stepper > input");
  return [document.getElementById(button.dataset.for) ?? button.closest(".stepper").querySelector("input")];
}

function by(step, input) {
  const least = Number(input.closest("[data-least]")?.dataset.least ?? 0);
  const typed = Number.parseInt(input.value.replace("−", "-"), 10);
  // A number that was typed below the least is stepped from where it is; the server refuses it.
  input.value = typed < least ? typed + step : Math.max(least, (typed || 0) + step);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("focusout", () => (held = null));
document.addEventListener("click", ({ target }) => {
  if (target !== held && (["numeric", "none"].includes(target.inputMode) || target.matches(".stepper > input")) && /^\s*[-−]?\d+\s*$/.test(target.value)) target.select();
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
