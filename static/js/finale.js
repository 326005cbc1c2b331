// The link to the next stage of the finale. A stage replaces the previous one in the browser's history, so that Back
// leaves the finale. On the big screen (data-alone) the stages advance automatically, unless the user prefers reduced
// motion.

const STAGE = 1800; // milliseconds

export function start(link) {
  const on = () => location.replace(link.href);
  link.addEventListener("click", (event) => {
    event.preventDefault();
    on();
  });
  if (link.dataset.alone !== undefined && !matchMedia("(prefers-reduced-motion: reduce)").matches)
    setTimeout(on, STAGE);
}
