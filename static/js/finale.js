// The way to the next stage of a game's end. A step takes the place of the one before it in the history, so that Back leads out of
// the end at once. On the big screen (data-alone) it goes on by itself, unless motion is not wanted.

const STAGE = 1800; // milliseconds

export function start(link) {
  const on = () => location.replace(link.href);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    on();
  });
  if (link.dataset.alone !== undefined && !matchMedia("(prefers-reduced-motion: reduce)").matches) setTimeout(on, STAGE);
}
