// Scrolls elements into sight, and keeps elements where they are while others change.

const ROOM = 8; // pixels between the element and an edge

// Scrolls as little as possible until an element is in sight, and not behind what sticks to an edge of the screen.
export function reveal(element) {
  for (let fold = element.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  const { top, bottom } = element.getBoundingClientRect();
  const above = covered(element) + ROOM;
  const below = Math.min(innerHeight, ...sticking(".act", element).map((each) => each.top)) - ROOM;
  scrollerOf(element).scrollTop += Math.min(Math.max(0, bottom - below), top - above);
}

// Scrolls to the beginning of an element, if that is out of sight or in the lower half of the screen.
export function bringUp(element) {
  const above = covered(element);
  const { top } = element.getBoundingClientRect();
  if (top < above - 1 || top > innerHeight / 2 + above / 2) scrollerOf(element).scrollTop += top - above;
}

// The lower edge of what is above an element: of what sticks there, or the bar.
const covered = (element) => Math.max(0, scrollerOf(element).getBoundingClientRect().top, ...sticking("[data-sticky]", element).map((each) => each.bottom));

// The boxes of what sticks to an edge of the screen, in the columns of an element.
function sticking(which, element) {
  const { left, right } = element.getBoundingClientRect();
  return [...document.querySelectorAll(which)].filter((each) => !each.contains(element)).map((each) => each.getBoundingClientRect()).filter((box) => box.left < right && box.right > left);
}

// Keeps the focused field, or else the middle of the screen or the open panel, in place while content above it changes, and
// keeps the act from moving up. Call it before the change, and the function that it returns after the change.
export function anchored() {
  const { activeElement } = document;
  const { top, bottom } = activeElement?.getBoundingClientRect() ?? {};
  const inUse = activeElement?.matches("input, textarea, select") && bottom > 0 && top < innerHeight;
  const met = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const middle = met?.closest("[data-waits-here]")?.parentElement ?? met; // what waits there may go
  const inPanel = [...document.querySelectorAll("[data-panel]:not([hidden]) > *")].filter((each) => each.checkVisibility());
  const anchor = inUse ? activeElement : inPanel.length === 0 || inPanel.some((each) => each.contains(middle)) ? middle : inPanel[0];
  const before = anchor?.getBoundingClientRect().top;
  const foot = act()?.getBoundingClientRect().bottom;
  return () => {
    if (!anchor?.isConnected) return;
    const scroller = scrollerOf(anchor);
    scroller.scrollTop += anchor.getBoundingClientRect().top - before;
    if (act() && getComputedStyle(act()).position === "sticky") scroller.scrollTop -= Math.max(0, foot - act().getBoundingClientRect().bottom);
  };
}

const act = () => [...document.querySelectorAll(".act")].find((each) => each.checkVisibility());

function scrollerOf(element) {
  const scrolls = (each) => each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY);
  let each = element.parentElement;
  while (each && !scrolls(each)) each = each.parentElement;
  return each ?? document.scrollingElement;
}
