// A number, wherever one stands. The buttons of its stepper: one less, one more, not below 0, or what it says is its
// least; one outside of it names it by data-for, and one with data-each steps all steppers of its group. A tap into a
// number selects it, so that what is typed takes its place, even where a script had put the cursor; a second tap sets
// the cursor. Enter goes on to the next number where the keyboard says so.

let held; // what a tap has selected, as long as it has the focus

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
  // What was typed below the least is stepped from there; it is for the server to refuse it.
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
  const fields = [...target.form.querySelectorAll(".stepper > input")];
  const next = fields[fields.indexOf(target) + 1];
  next.focus();
  next.select();
});
