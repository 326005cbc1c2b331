// Shows the numbers in a text field as chips: a tap on a chip removes its number, a tap on a key adds one, at most data-most
// of each.

export function start(box) {
  const field = box.querySelector("input[name]");
  const held = box.querySelector("[data-held]");
  const other = box.querySelector("input:not([name])"); // where any other number can be typed
  const keys = [...box.querySelectorAll("[data-more]")];
  const numbers = () => field.value.match(/[-−–]?\d+/g) ?? [];

  field.hidden = true;
  box.querySelector("label").removeAttribute("for");

  function write(values) {
    field.value = values.join(" ");
    draw();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function draw() {
    held.replaceChildren(...numbers().map((number, at) => {
      const chip = Object.assign(document.createElement("button"), { type: "button", className: "numbers-chip", textContent: number });
      chip.setAttribute("aria-label", box.dataset.remove.replace("{number}", number));
      chip.addEventListener("click", () => {
        write(numbers().toSpliced(at, 1));
        (held.children[at] ?? held.lastElementChild ?? box.querySelector("[data-more]")).focus();
      });
      return chip;
    }));
    for (const key of keys) if (key.dataset.most) key.setAttribute("aria-disabled", !hasMore(key));
  }

  function hasMore({ dataset }) {
    return !dataset.most || numbers().filter((number) => number === dataset.more).length < dataset.most;
  }

  function add(number) {
    if (/^\d+$/.test(number)) write([...numbers(), number]);
  }

  function addOther() {
    add(other.value.trim());
    other.value = "";
  }

  for (const key of keys) {
    key.addEventListener("click", () => (key.dataset.more ? hasMore(key) && add(key.dataset.more) : addOther()));
  }
  if (other) listen();
  (box.closest("[data-slot]") ?? box).addEventListener("redraw", draw);
  draw();

  function listen() {
    other.addEventListener("input", (event) => event.stopPropagation());
    other.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      addOther();
    });
    box.closest("form")?.addEventListener("submit", addOther); // a number that was typed and not added is sent, too
  }
}
