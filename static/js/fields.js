// Fields of numbers. The buttons of a stepper (data-step) make its number smaller or larger, down to 0 or its data-least; a
// button outside of a stepper names the field by data-for, or else steps all in the element that it is in. A button that is
// held repeats. A tap into a number selects it, so that what is typed replaces it; a second tap sets the cursor. Enter goes to
// the next number if the key on the phone says so (enterkeyhint).

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
