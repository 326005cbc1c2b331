// Keeps the screen awake at a table where a game goes on, and on a page that asks for it by data-awake.

const GOING = "main.table:not(.replay, :has(form[action$='/shelf'])), [data-awake]"; // that form brings a game back

let held; // the promise of what keeps it awake

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

// The browser takes it back while the page is hidden.
document.addEventListener("visibilitychange", keepAwake);
