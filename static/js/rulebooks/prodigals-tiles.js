// The tiles of a player as chips: a key adds one, a tap chooses one, to be sold, exchanged or taken away. All of it stands in the
// panel of the player whose tiles they are.

import { queue } from "../outbox.js";

export const listed = (text) => text.match(/\d+/g) ?? [];

// `write(field, value)` writes as if it had been typed; `complete()`: as many are known as there are to be.
export function chips(form, write, complete) {
  let chosen = null; // the panel and the place of the chip that was tapped
  const part = (panel, name) => panel.querySelector(`[data-${name}]`);
  const held = (panel) => part(panel, "held");
  const all = () => [...form.querySelectorAll(".cell:has([data-held])")];

  for (const box of form.querySelectorAll("[data-borough]")) keep(box);
  form.addEventListener("change", ({ target }) => target.matches("[data-other]") && target.closest(".cell") && more(target));
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches(".cell [data-other]")) return;
    event.preventDefault();
    more(event.target);
  });
  document.addEventListener("submit", () => form.querySelectorAll(".cell [data-other]").forEach(more), true); // what was typed and not added yet goes along
  form.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-tile], [data-more], [data-chip], [data-exchange], [data-remove]");
    const panel = key?.closest(".cell");
    if (!panel) return;
    if (key.dataset.tile) take(panel, key.dataset.tile);
    if (key.dataset.more !== undefined) more(part(panel, "other"));
    if (key.dataset.chip) choose(panel, Number(key.dataset.chip));
    if (key.dataset.exchange !== undefined) exchange(panel);
    if (key.dataset.remove !== undefined) remove(panel);
  });


  form.addEventListener("queued", leave);

  // Whether tiles of that player go with what is sent and not answered yet: what is held besides is not known until then.
  const going = (panel) => [...panel.querySelectorAll("[data-trade], [data-swap]")].some(({ dataset }) => queue().some(({ body }) => new URLSearchParams(body).getAll("play").some((each) => each.split("?")[0] === dataset.slot)));

  // The tiles whose sale is sent and not answered yet: each is sold once.
  function sold(panel) {
    const slot = part(panel, "trade")?.dataset.slot;
    return queue().flatMap(({ body }) => new URLSearchParams(body).getAll("play")).filter((each) => each.startsWith(`${slot}?`)).map((each) => new URLSearchParams(each.split("?")[1]).get("tile"));
  }

  const swapping = (panel) => Boolean(part(panel, "give")?.value);
  const tile = (panel) => (chosen?.panel === panel ? listed(held(panel).value)[chosen.place] : undefined);

  // A key says what is taken in an exchange that was begun, or else what is held besides.
  function take(panel, value) {
    if (swapping(panel)) write(part(panel, "take"), value);
    else add(panel, value);
  }

  function exchange(panel) {
    const limits = [...part(panel, "swap").querySelectorAll("[type=radio]")];
    if (!limits.some((limit) => limit.checked)) part(panel, "usual").checked = true;
    const value = tile(panel);
    leave();
    part(panel, "take").value = "";
    write(part(panel, "give"), value);
  }

  function add(panel, value) {
    const field = held(panel);
    const values = [...listed(field.value), value];
    write(field, values.join(" "));
    if (!field.dataset.saved && values.length === Number(field.dataset.complete)) complete();
  }

  function more(other) {
    const [value] = listed(other.value);
    other.value = "";
    const panel = other.closest(".cell");
    if (value && held(panel)) take(panel, value);
  }

  function choose(panel, place) {
    chosen = chosen?.panel === panel && chosen.place === place ? null : { panel, place };
    draw();
  }

  function remove(panel) {
    const values = listed(held(panel).value).toSpliced(chosen.place, 1);
    leave();
    write(held(panel), values.join(" "));
  }

  function leave() {
    chosen = null;
  }

  function draw() {
    for (const panel of all()) {
      drawChips(panel);
      const shut = going(panel) && !swapping(panel);
      for (const key of panel.querySelectorAll("[data-tile], [data-tiles] [data-other], [data-remove]")) key.disabled = shut;
      const box = part(panel, "swap");
      if (box) {
        box.classList.remove("only-noscript");
        box.hidden = !swapping(panel);
        box.toggleAttribute("data-half", !part(panel, "take").value);
      }
      // What the chosen tile would pay, as the server says.
      const value = tile(panel);
      const trade = part(panel, "trade");
      if (!trade) continue;
      trade.classList.remove("only-noscript");
      trade.hidden = value === undefined;
      const tiles = part(panel, "tiles");
      if (tiles) tiles.hidden = !trade.hidden;
      const sales = trade.querySelector("[data-sales]");
      if (sales) drawPrices(sales, value, trade.dataset.slot);
    }
  }

  // The keys of a tile, made of what the page says that it would pay: "8:8 7 6;" by discount. In the borough it is one more than
  // is printed.
  function drawPrices(box, tile, slot) {
    const said = `${tile} ${box.dataset.sales}`;
    if (box.said === said && box.firstElementChild) return;
    box.said = said;
    const [, found] = box.dataset.sales.split(";").map((each) => each.split(":")).find(([each]) => each === tile) ?? [];
    const prices = found?.split(" ") ?? [];
    box.replaceChildren(...(found ? ["another", "borough"] : []).map((where, more) => {
      const row = Object.assign(document.createElement("div"), { className: `prices prices-${where}`, role: "group", ariaLabel: box.dataset.sell.replace("{tile}", tile) });
      row.append(...prices.slice(1).map((_, printed) => key(printed, prices[printed + more], `${slot}?tile=${tile}&discount=${printed + more}`)));
      return row;
    }));
  }

  function key(printed, pounds, value) {
    const made = Object.assign(document.createElement("button"), { name: "play", value });
    made.append(Object.assign(document.createElement("small"), { textContent: `−${printed}` }), ` ${pounds}`);
    return made;
  }

  function drawChips(panel) {
    const row = part(panel, "chips");
    const focused = row.contains(document.activeElement) && document.activeElement.dataset.chip;
    const gone = sold(panel);
    row.replaceChildren(...listed(held(panel).value).map((value, place) => {
      const given = swapping(panel) && place === listed(held(panel).value).indexOf(part(panel, "give").value);
      const shownAs = given ? `${value}→${part(panel, "take").value || "?"}` : value;
      const chip = Object.assign(document.createElement("button"), { type: "button", className: "numbers-chip", textContent: shownAs });
      chip.dataset.chip = place;
      if (gone.includes(value)) [chip.disabled] = [true, gone.splice(gone.indexOf(value), 1)];
      chip.setAttribute("aria-label", row.dataset.chosen.replace("{number}", value));
      chip.setAttribute("aria-pressed", chosen?.panel === panel && chosen.place === place);
      return chip;
    }));
    if (focused) (row.children[focused] ?? row.lastElementChild)?.focus();
  }

  // Which borough is pointed at changes from round to round: until then the switch stays as it is, for everybody.
  function keep(box) {
    const key = "borough";
    const boxes = () => form.querySelectorAll("[data-borough]");
    try {
      box.checked = localStorage.getItem(key) === box.dataset.borough;
      box.addEventListener("change", () => {
        for (const each of boxes()) each.checked = box.checked;
        if (box.checked) localStorage.setItem(key, box.dataset.borough);
        else localStorage.removeItem(key);
      });
    } catch {
      // A browser that keeps nothing forgets it with the page.
    }
  }

  return { draw, leave };
}
