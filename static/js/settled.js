// After any changes (typed, opened, shown, sent) the event "settled" is sent once. Everything derived from the state of
// the page is redrawn then.

let due = false; // whether "settled" is pending

export function unsettle() {
  if (!due) queueMicrotask(settle);
  due = true;
}

export function settle() {
  if (!due) return;
  due = false;
  document.dispatchEvent(new Event("settled"));
}

for (const event of ["input", "redraw", "shown", "opened", "previewed"]) document.addEventListener(event, unsettle);
