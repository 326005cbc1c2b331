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

// Keeps the field in use, or else what is in the middle of the screen, where it is while something above it changes, so that a
// tap meets what it was aimed at. It is called before the change, and returns a function to be called after it.
export function anchored() {
  const { activeElement } = document;
  const { top, bottom } = activeElement?.getBoundingClientRect() ?? {};
  const inUse = activeElement?.matches("input, textarea, select") && bottom > 0 && top < innerHeight;
  const anchor = inUse ? activeElement : document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const before = anchor?.getBoundingClientRect().top;
  return () => {
    if (anchor?.isConnected) scrollerOf(anchor).scrollTop += anchor.getBoundingClientRect().top - before;
  };
}

function scrollerOf(element) {
  const scrolls = (each) => each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY);
  let each = element.parentElement;
  while (each && !scrolls(each)) each = each.parentElement;
  return each ?? document.scrollingElement;
}
