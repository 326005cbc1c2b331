// Keeps the screen awake at the table of a running game, and on a page with data-awake.

const GOING = "main.table:not(.replay, :has(form[action$='/shelf'])), [data-awake]"; // that form is on pages of shelved games

let held; // the promise of the wake lock

export async function keepAwake() {
  const wanted = document.visibilityState === "visible" && document.querySelector(GOING) !== null;
  if (!navigator.wakeLock || wanted === Boolean(held)) return;
  if (!wanted) {
    const before = held;
    held = undefined;
    return (await before)?.release();
  }
  const asked = (held = navigator.wakeLock.request("screen").catch(() => {})); // a battery may be too low for it
  const lock = await asked;
  const over = () => held === asked && (held = undefined);
  if (lock) lock.addEventListener("release", over);
  else over();
}

// The browser releases the lock while the page is hidden.
document.addEventListener("visibilitychange", keepAwake);
