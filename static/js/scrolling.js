// Scrolling: to an element, to an opened panel, and back to the same content after a change above it.

const ROOM = 8; // pixels between a revealed element and an edge

// Scrolls to the content of details that the user opens.
document.addEventListener("click", ({ target }) => {
  const fold = target.closest("summary")?.parentElement;
  if (fold) requestAnimationFrame(() => fold.open && reveal(fold));
});

// Scrolls as little as possible until an element is visible and not covered by sticky elements.
export function reveal(element) {
  for (let fold = element.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  const { top, bottom } = element.getBoundingClientRect();
  const above = covered(element) + ROOM;
  const below =
    Math.min(
      innerHeight,
      ...sticking(".act, .keypad-foot", element).map((each) => Math.min(each.top, innerHeight - each.height)),
    ) - ROOM; // a bar still below the screen sticks to its foot afterwards
  scrollerOf(element).scrollTop += Math.min(Math.max(0, bottom - below), top - above);
}

// Scrolls to the beginning of the page; if an opened panel does not fit there, to that of the panel, below sticky
// elements.
export function bringUp(panel) {
  const scroller = scrollerOf(panel);
  scroller.scrollTop = 0;
  const { top, bottom } = panel.getBoundingClientRect();
  const bars = [...document.querySelectorAll(".act")].filter((each) => each.checkVisibility() && !panel.contains(each));
  const below = Math.min(innerHeight, ...bars.map((each) => each.getBoundingClientRect().top));
  if (bottom > below + 1)
    scroller.scrollTop = Math.floor(top - parseFloat(getComputedStyle(panel).scrollMarginTop) - covered(panel));
}

// The lower edge of sticky elements, or of the bar, above an element.
const covered = (element) =>
  Math.max(
    0,
    scrollerOf(element).getBoundingClientRect().top,
    ...sticking("[data-sticky]", element).map((each) => each.bottom),
  );

// The rectangles of sticky elements that overlap an element horizontally.
function sticking(which, element) {
  const { left, right } = element.getBoundingClientRect();
  return [...document.querySelectorAll(which)]
    .filter((each) => !each.contains(element) && getComputedStyle(each).position === "sticky")
    .map((each) => each.getBoundingClientRect())
    .filter((box) => box.left < right && box.right > left);
}

// Keeps the focused field, or else the middle of the screen or the open panel, at its position while content above it
// changes, and keeps the action bar from moving up. Not every browser does this automatically (overflow-anchor). Call
// it before any change, while the layout is still valid, and call the returned function once after all changes, so that
// each measures the layout only once.
export function anchored() {
  const { activeElement } = document;
  const { top, bottom } = activeElement?.getBoundingClientRect() ?? {};
  const inUse = activeElement?.matches("input, textarea, select") && bottom > 0 && top < innerHeight;
  const met = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const middle = met?.closest("[data-waits-here]")?.parentElement ?? met; // lines about waiting plays may be removed
  const inPanel = [...document.querySelectorAll("[data-panel]:not([hidden]) > *")].filter((each) =>
    each.checkVisibility(),
  );
  const anchor = inUse
    ? activeElement
    : inPanel.length === 0 || inPanel.some((each) => each.contains(middle))
      ? middle
      : inPanel[0];
  const before = anchor?.getBoundingClientRect().top;
  const act = () => [...document.querySelectorAll(".act")].find((each) => each.checkVisibility());
  const foot = act()?.getBoundingClientRect().bottom;
  return () => {
    if (!anchor?.isConnected) return;
    const scroller = scrollerOf(anchor);
    scroller.scrollTop += anchor.getBoundingClientRect().top - before;
    if (act() && getComputedStyle(act()).position === "sticky")
      scroller.scrollTop -= Math.max(0, foot - act().getBoundingClientRect().bottom);
  };
}

function scrollerOf(element) {
  const scrolls = (each) =>
    each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY);
  let each = element.parentElement;
  while (each && !scrolls(each)) each = each.parentElement;
  return each ?? document.scrollingElement;
}
