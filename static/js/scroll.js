// What is scrolled, and what stays where it is.

const ROOM = 8; // pixels between what is shown and an edge

// Shows an element with as little scrolling as that takes, and not behind what sticks to an edge of the screen.
export function reveal(element) {
  for (let fold = element.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  const edges = (sticking) => [...document.querySelectorAll(sticking)].filter((each) => !each.contains(element)).map((each) => each.getBoundingClientRect());
  const { top, bottom } = element.getBoundingClientRect();
  const above = Math.max(0, ...edges("[data-sticky]").map((each) => each.bottom)) + ROOM;
  const below = Math.min(innerHeight, ...edges(".foot, .last-play").map((each) => each.top)) - ROOM;
  scrollerOf(element).scrollTop += top < above ? top - above : Math.min(Math.max(0, bottom - below), top - above);
}

// Shows where an element begins, if that is out of sight.
export function bringUp(element) {
  const covered = Math.max(0, ...[...document.querySelectorAll("[data-sticky]")].filter((each) => !each.contains(element)).map((each) => each.getBoundingClientRect().bottom));
  const { top } = element.getBoundingClientRect();
  if (top < covered - 1 || top > innerHeight / 2 + covered / 2) scrollerOf(element).scrollTop += top - covered;
}

// The field in use, or else what stands in the middle of the screen, stays there, whatever comes and goes above it: what is
// returned is called after that. A tap meets what was aimed at.
export function anchored() {
  const { activeElement } = document;
  const inUse = activeElement?.matches("input, textarea, select") && inSight(activeElement);
  const anchor = inUse ? activeElement : document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const before = anchor?.getBoundingClientRect().top;
  return () => {
    if (anchor?.isConnected) scrollerOf(anchor).scrollTop += anchor.getBoundingClientRect().top - before;
  };
}

function inSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

function scrollerOf(element) {
  const scrolls = (each) => each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY);
  let each = element.parentElement;
  while (each && !scrolls(each)) each = each.parentElement;
  return each ?? document.scrollingElement;
}
