// Keeps the screen awake on the table of a running game, and on pages with data-awake.

const GOING = "main.table:not(.replay, :has(form[action$='/status'])), [data-awake]"; // archived and deleted games have that form

let held; // the promise of the wake lock

export async function keepAwake() {
  const wanted = document.visibilityState === "visible" && document.querySelector(GOING) !== null;
  if (!navigator.wakeLock || wanted === Boolean(held)) return;
  if (!wanted) {
    const before = held;
    held = undefined;
    return (await before)?.release();
  }
  const asked = (held = navigator.wakeLock.request("screen").catch(() => {})); // rejected if the battery is low, for example
  const lock = await asked;
  const over = () => held === asked && (held = undefined);
  if (lock) lock.addEventListener("release", over);
  else over();
}

// The browser releases the lock while the page is hidden.
document.addEventListener("visibilitychange", keepAwake);
