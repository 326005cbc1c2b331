// The number input of Don Carlo's helpers, with cards as chips. A tap on a chip removes the card, a tap on a key adds
// one, at most data-most of each number.

import { make } from "../app.js";

export function start(box) {
  const field = box.querySelector("input");
  const chips = box.querySelector(".numbers-held");
  const keys = [...box.querySelectorAll("[data-number]")];
  const cards = () => field.value.match(/\d+/g) ?? [];
  const isLeft = ({ dataset }) => cards().filter((number) => number === dataset.number).length < dataset.most;

  field.hidden = true;
  box.querySelector("label").removeAttribute("for");
  for (const key of keys) key.addEventListener("click", () => isLeft(key) && write([...cards(), key.dataset.number]));
  draw();

  function write(numbers) {
    field.value = numbers.join(" ");
    draw();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function draw() {
    chips.replaceChildren(
      ...cards().map((number, at) => {
        const chip = make("button", { type: "button", className: "numbers-chip", textContent: number });
        chip.ariaLabel = box.dataset.remove.replace("{number}", number);
        chip.addEventListener("click", () => {
          write(cards().toSpliced(at, 1));
          (chips.children[at] ?? chips.lastElementChild ?? keys[0]).focus();
        });
        return chip;
      }),
    );
    for (const key of keys) key.ariaDisabled = !isLeft(key);
  }
}
