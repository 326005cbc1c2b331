// The tiles of a player as chips: a key adds one, a tap chooses one, to be sold, exchanged or taken away.

export const listed = (text) => text.match(/\d+/g) ?? [];

// `shown()`: the panel that is open; `write(field, value)` writes as if it had been typed.
export function chips(form, shown, write) {
  let chosen = -1; // the place of the chip that was tapped
  const keys = () => form.querySelector("[data-row]:not([hidden])");
  const held = () => shown()?.querySelector("[data-held]");

  for (const box of form.querySelectorAll("[data-trade]")) new MutationObserver(offers).observe(box, { childList: true });
  for (const box of form.querySelectorAll("[data-borough]")) keep(box);
  for (const box of form.querySelectorAll("[data-swap], [data-trade]")) box.classList.remove("only-noscript");
  for (const other of form.querySelectorAll("[data-other]")) {
    other.addEventListener("input", (event) => event.stopPropagation());
    other.addEventListener("change", () => more(other));
    other.addEventListener("keydown", (event) => event.key === "Enter" && (event.preventDefault(), more(other)));
    form.addEventListener("submit", () => more(other)); // what was typed and not added yet goes along
  }
  form.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-tile], [data-more], [data-chip], [data-exchange], [data-remove]")?.dataset;
    if (key?.tile) take(key.tile);
    if (key?.more !== undefined) more(keys().querySelector("[data-other]"));
    if (key?.chip) choose(Number(key.chip));
    if (key?.exchange !== undefined) exchange();
    if (key?.remove !== undefined) remove();
  });

  const part = (name) => shown()?.querySelector(`[data-${name}]`);
  const swapping = () => Boolean(part("give")?.value);

  // A key says what is taken in an exchange that was begun, or else what is held besides.
  function take(value) {
    if (swapping()) write(part("take"), value);
    else add(value);
  }

  function exchange() {
    const limits = [...part("swap").querySelectorAll("[type=radio]")];
    if (!limits.some((limit) => limit.checked)) part("usual").checked = true;
    const value = listed(held().value)[chosen];
    leave();
    part("take").value = "";
    write(part("give"), value);
  }

  function add(value) {
    const field = held();
    const values = [...listed(field.value), value];
    write(field, values.join(" "));
    if (!field.dataset.saved && values.length === Number(field.dataset.complete)) form.dispatchEvent(new Event("complete"));
  }

  function more(other) {
    const [value] = listed(other.value);
    other.value = "";
    if (value && held()) take(value);
  }

  function choose(place) {
    chosen = place === chosen ? -1 : place;
    draw();
  }

  function remove() {
    const values = listed(held().value).toSpliced(chosen, 1);
    leave();
    write(held(), values.join(" "));
  }

  function leave() {
    chosen = -1;
  }

  // What the chosen tile would pay, as the server says.
  function offers() {
    const value = held() && listed(held().value)[chosen];
    const box = keys()?.querySelector("[data-trade]");
    if (!box) return;
    box.hidden = value === undefined;
    const tiles = box.parentElement.querySelector("[data-tiles]");
    if (tiles) tiles.hidden = !box.hidden;
    for (const each of box.querySelectorAll("[data-sale]")) each.hidden = each.dataset.sale !== value;
  }

  function draw() {
    const row = shown()?.querySelector("[data-chips]");
    if (!row) return;
    const focused = document.activeElement?.dataset.chip;
    row.replaceChildren(...listed(held().value).map((value, place) => {
      const given = swapping() && place === listed(held().value).indexOf(part("give").value);
      const shownAs = given ? `${value}→${part("take").value || "?"}` : value;
      const chip = Object.assign(document.createElement("button"), { type: "button", className: "numbers-chip", textContent: shownAs });
      chip.dataset.chip = place;
      chip.setAttribute("aria-label", row.dataset.chosen.replace("{number}", value));
      chip.setAttribute("aria-pressed", place === chosen);
      return chip;
    }));
    if (focused) (row.children[focused] ?? row.lastElementChild)?.focus();
    for (const box of form.querySelectorAll("[data-swap]")) {
      box.hidden = !box.querySelector("[data-give]").value;
      box.toggleAttribute("data-half", !box.querySelector("[data-take]").value);
    }
    offers();
  }

  // Which borough is pointed at changes from round to round: until then the switch stays as it is.
  function keep(box) {
    const key = "borough";
    try {
      box.checked = localStorage.getItem(key) === box.dataset.borough;
      box.addEventListener("change", () => (box.checked ? localStorage.setItem(key, box.dataset.borough) : localStorage.removeItem(key)));
    } catch {
      // A browser that keeps nothing forgets it with the page.
    }
  }

  return { draw, leave };
}
