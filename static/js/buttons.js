// Buttons. A button that cannot be used is disabled; taps on enabled buttons always count. `reasons` are functions that
// return whether to disable a button; `held` contains the buttons disabled by them.

const BREATH = 500; // milliseconds after the content under a finger has changed, during which a tap was meant for the previous content
const TWICE = 300; // milliseconds during which a second tap on Undo or Redo counts as a double tap

const held = new Set();
const clocks = {};
const reasons = [
  (button) => clocks.twice && button.form.dataset.again !== undefined,
  (button) =>
    clocks.breath &&
    button.form.dataset.again === undefined &&
    (button.form.dataset.careful !== undefined || button.closest(".act")),
];
export const holdWhere = (reason) => reasons.push(reason);
export const dropHeld = () => held.clear(); // on an answered page, which itself defines which buttons are disabled

export function hold() {
  document.body.toggleAttribute("data-fresh", clocks.breath !== undefined);
  for (const button of document.querySelectorAll("button")) {
    if (button.type !== "submit" || button.form?.dataset.live === undefined) continue;
    const holds = reasons.some((reason) => reason(button));
    if (holds && !button.disabled) held.add(button);
    if (holds || held.delete(button)) button.disabled = holds;
  }
}

// Disables the buttons and links of the action bar (.act), and the buttons of data-careful forms, for BREATH. Called
// when sending or opening something has changed these buttons, because a double tap could press the new ones. Typing
// ends the pause, because it shows that the user has seen the new content.
export const breathe = () => holdFor("breath", BREATH);

// Disables the buttons of data-again forms (Undo, Redo) for the time of a double tap.
export const waitOut = () => holdFor("twice", TWICE);

function holdFor(name, time) {
  clearTimeout(clocks[name]);
  clocks[name] = setTimeout(release, time, name);
  hold();
}

function release(name) {
  clearTimeout(clocks[name]);
  delete clocks[name];
  hold();
}

document.addEventListener("settled", hold);
document.addEventListener("input", () => clocks.breath && release("breath"));
document.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest?.(".act a");
    if (link && clocks.breath) [event.preventDefault(), event.stopImmediatePropagation()];
    else if (link?.dataset.opens) breathe();
  },
  true,
);

if (document.referrer.startsWith(location.origin)) breathe(); // a tap on a button of the previous page may have led here
