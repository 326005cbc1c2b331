// What is wrong with a field goes as soon as the field is changed; what is still wrong the server says again. A fault
// names the fields that it is about, by data-wrong; one that does not is named by its field, in aria-describedby.

const ROOM = 8; // pixels between what is shown and an edge

document.addEventListener("input", ({ target }) => {
  for (const fault of target.form?.querySelectorAll("[data-wrong]") ?? []) {
    const left = names(fault).filter((name) => name !== target.name);
    fault.dataset.wrong = left.join(" ");
    if (!left.length) fault.replaceChildren();
  }
  for (let held = target.closest("[aria-describedby]"); held; held = held.parentElement.closest("[aria-describedby]")) {
    for (const id of held.getAttribute("aria-describedby").split(" ")) {
      const said = document.getElementById(id);
      if (said?.matches(".fault:not([data-wrong])")) said.replaceChildren();
    }
  }
  target.removeAttribute("aria-invalid");
});

// What unfolds is scrolled to where it can be seen.
document.addEventListener("click", ({ target }) => {
  const fold = target.closest("summary")?.parentElement;
  requestAnimationFrame(() => fold?.open && reveal(fold));
});

// Marks the fields that the faults in a form name, and no others.
export function markFaults(form) {
  const faults = [...form.querySelectorAll("[data-wrong]")];
  for (const field of form.elements) {
    const fault = field.name && faults.find((each) => names(each).includes(field.name));
    if (fault?.id) field.setAttribute("aria-describedby", fault.id);
    if (fault) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
}

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

function names(fault) {
  return fault.dataset.wrong.split(" ").filter(Boolean);
}

function scrollerOf(element) {
  const scrolls = (each) => each.scrollHeight > each.clientHeight && /auto|scroll/.test(getComputedStyle(each).overflowY);
  let each = element.parentElement;
  while (each && !scrolls(each)) each = each.parentElement;
  return each ?? document.scrollingElement;
}
