// Counts up the numbers of class "count", one after the other, when they become visible. The style sheet draws the
// current number (data-shown) over the text, which stays unchanged for the layout and for screen readers.

const STEP = 70; // milliseconds between two numbers

export function start(element) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const numbers = [...element.querySelectorAll(".count")];
  for (const each of numbers) each.dataset.shown = "";
  const watch = new IntersectionObserver(([seen]) => {
    if (!seen.isIntersecting) return;
    watch.disconnect();
    count(numbers);
  });
  watch.observe(element);
}

async function count(numbers) {
  for (const each of numbers) {
    const [last] = each.textContent.match(/\d+/);
    for (let now = 1; now < last; now++) {
      each.dataset.shown = each.textContent.replace(last, now);
      await new Promise((resolve) => setTimeout(resolve, STEP));
    }
    delete each.dataset.shown;
  }
}
