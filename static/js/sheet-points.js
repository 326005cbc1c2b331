// Counts a sheet of rows while it is typed, also without a network: the points in each cell, the totals and the
// bonuses, and the summands of the cell in use. The form contains the facts (data-counting,
// scorekeeper/pads/sheet_form.py). A row with an expression that compares players also counts the cells filled before.
//
// data- attributes
//   cells    cell: the row of a cell to fill in; side: its player or team; shows: the slot whose fields a button shows
//   places   total, bonus: by player; cell-points: the points of a filled cell; made-of: the line about the cell in use
//   buttons  sends: enters the typed values; goes-next (field-keys.js): names the next cell
//   set here leads, on the total of the leading players; made, on a cell that shows its points instead of the typed
//            value; now, on the row and the fields in use; beside, on the button that enters, next to the button that goes on

import { make } from "./app.js";
import { figure, filled, summands, valueIn, write } from "./counting.js";
import { evaluate } from "./expressions.js";
import { inUse, keyFields, needsValue, nextEmpty } from "./field-keys.js";
import { scrollTo } from "./sheet-retry.js";

const sumOf = (numbers) => Math.round(1000 * numbers.reduce((sum, each) => sum + each, 0)) / 1000;

export function start(form) {
  let read; // the attribute and the facts in it
  let names, rows, bonuses, sides, words, lowestWins;
  const events = ["shown", "outbox", "settled"];
  const cells = () => [...form.querySelectorAll("[data-cell]")];
  const cellOf = (row, side) => cells().find(({ dataset }) => dataset.cell === row.key && dataset.side === side.key);
  const fieldsIn = (cell) => [...cell.querySelectorAll("input[data-keys]")];
  const isEmpty = (field) => (field.type === "checkbox" ? !field.checked : field.value.trim() === "");

  // The values in the fields of a cell by name, or undefined if one is missing or nothing was typed.
  function valuesIn(row, cell) {
    const fields = cell ? fieldsIn(cell) : [];
    if (fields.every(isEmpty)) return undefined;
    const found = fields.map((field, index) => {
      if (field.type === "checkbox") return Number(field.checked);
      return valueIn(field.value) ?? row.fields[index].default;
    });
    if (found.some((each) => each === undefined || each === null)) return undefined;
    return Object.fromEntries(row.fields.map(({ name }, index) => [name, found[index]]));
  }

  // The points in a row: {result, parts}, or undefined, for each side.
  function pointsIn(row) {
    const values = sides.map((side) => side.values[row.key] ?? valuesIn(row, cellOf(row, side)));
    const fields = values.filter(Boolean);
    return sides.map((side, at) => {
      const stored = side.points[row.key];
      const counted = values[at] && evaluate(row.points, { fields, own: fields.indexOf(values[at]), names });
      return counted ?? (stored === undefined ? undefined : { result: stored, parts: [] });
    });
  }

  const bonusOf = ({ rows: keys, start: from, points }, own) =>
    sumOf(keys.map((key) => own[key]?.result ?? 0)) >= from ? points : 0;

  function count() {
    if (!form.isConnected || !form.dataset.counting) return;
    if (read !== form.dataset.counting)
      ({ names, rows, bonuses, sides, words, lowestWins } = JSON.parse((read = form.dataset.counting)));
    const found = Object.fromEntries(rows.map((row) => [row.key, pointsIn(row)]));
    const own = sides.map((side, at) => Object.fromEntries(rows.map(({ key }) => [key, found[key][at]])));
    const totals = sides.map((side, at) =>
      sumOf([
        ...rows.filter(({ counts }) => counts).map(({ key }) => own[at][key]?.result ?? 0),
        ...bonuses.map((bonus) => bonusOf(bonus, own[at])),
      ]),
    );
    const best = (lowestWins ? Math.min : Math.max)(...totals);
    for (const [at, side] of sides.entries()) {
      const total = form.querySelector(`[data-total="${side.key}"]`);
      total.textContent = figure(totals[at]);
      total.toggleAttribute("data-leads", totals[at] === best && new Set(totals).size > 1);
    }
    for (const [index, line] of [...form.querySelectorAll("tfoot tr")].entries()) {
      for (const cell of line.querySelectorAll("[data-bonus]")) {
        cell.textContent = figure(
          bonusOf(bonuses[index], own[sides.findIndex(({ key }) => key === cell.dataset.bonus)]),
        );
      }
    }
    const at = inUse(form);
    for (const row of rows) for (const [index, side] of sides.entries()) drawCell(row, side, found[row.key][index], at);
    drawLine(found, at);
    drawButtons(at);
  }

  function drawCell(row, side, made, at) {
    const cell = cellOf(row, side);
    if (!cell) {
      const there = form.querySelector(`tr[data-row="${CSS.escape(row.key)}"] [data-cell-points*=".${side.key}."]`);
      if (there && made) there.textContent = figure(made.result);
      return;
    }
    const button = form.querySelector(`[data-shows="${CSS.escape(cell.dataset.slot)}"]`);
    if (button) {
      write(button.querySelector("b"), ["", made ? figure(made.result) : ""]);
      button.toggleAttribute("data-now", cell.contains(at));
      button.toggleAttribute("data-filled-in", Boolean(made));
      cell.toggleAttribute("data-now", cell.contains(at));
      return;
    }
    const [field] = fieldsIn(cell);
    const differs = made && made.result !== valueIn(field.value) && !cell.contains(at);
    cell.toggleAttribute("data-made", Boolean(differs));
    write(cell.querySelector(".value-made"), ["", differs ? figure(made.result) : ""]);
  }

  // "Anja, eggs" and "5 + 4 + 7 = 16"; the note of an empty field.
  function drawLine(found, at) {
    const cell = at?.closest("[data-cell]");
    const place = form.querySelector("[data-made-of]");
    if (!cell) return place.replaceChildren();
    const row = rows.find(({ key }) => key === cell.dataset.cell);
    const index = sides.findIndex(({ key }) => key === cell.dataset.side);
    const field = row.fields[fieldsIn(cell).indexOf(at)];
    const made = found[row.key][index];
    const family = /family-\S+/.exec(cell.closest("[class*=family-]").className)[0];
    for (const line of form.querySelectorAll("tr[data-row]"))
      line.toggleAttribute("data-now", line.dataset.row === row.key);
    for (const each of form.querySelectorAll(".field-keys, [data-made-of], tr[data-now]"))
      each.className = `${each.className.replace(/ ?family-\S+/, "")} ${family}`;
    const inSight = fieldsIn(cell).length > 1 && form.dataset.digits === undefined;
    const about =
      inSight || field.label === row.label
        ? filled(words.about, { row: row.label })
        : filled(words.field, { row: row.label, field: field.label });
    const typed =
      at.type === "checkbox"
        ? []
        : (at.value.replaceAll("−", "-").match(/[-+]?\s*[\d.,]+/g) ?? []).map((each) => valueIn(each));
    const parts = made?.parts.length > 1 ? made.parts : typed.length > 1 && fieldsIn(cell).length === 1 ? typed : [];
    const single =
      made && !parts.length && fieldsIn(cell).length === 1 && made.result !== typed[0] ? figure(typed[0] ?? 0) : "";
    const sum = parts.length ? `${summands(parts)} = ` : single ? `${single} → ` : "";
    const whose = [
      ["i", sides[index].sign],
      ["b", sides[index].name],
      ["", about],
    ];
    const left = make("span", {});
    const right = make("span", {});
    write(left, ...whose);
    if (made) write(right, ["", sum], ["em", figure(made.result)]);
    else write(right, ["small", field.note ?? ""]);
    if (place.innerHTML !== left.outerHTML + right.outerHTML) place.replaceChildren(left, right);
  }

  // The main button goes on to the next empty cell; once there is none, it enters the sheet.
  function drawButtons(at) {
    const [onward, sends] = [form.querySelector("[data-goes-next]"), form.querySelector("[data-sends]")];
    const following = onward && at ? nextEmpty(form, at) : undefined;
    const complete = Boolean(onward) && !keyFields(form).some(needsValue);
    sends.ariaLabel = sends.querySelector(".sends").textContent = complete ? words.result : words.enter;
    sends.toggleAttribute("data-beside", Boolean(following));
    if (!onward) return;
    onward.hidden = !following;
    const cell = following?.closest("[data-cell]");
    if (!cell) return;
    const row = rows.find(({ key }) => key === cell.dataset.cell);
    const { label } = cell.contains(at) ? row.fields[fieldsIn(cell).indexOf(following)] : row;
    onward.textContent = filled(words.next, {
      player: sides.find(({ key }) => key === cell.dataset.side).name,
      row: label,
    });
  }

  form.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-shows]");
    if (!button) return;
    const cell = form.querySelector(`[data-slot="${CSS.escape(button.dataset.shows)}"]`);
    cell.toggleAttribute("data-now", true);
    (fieldsIn(cell).find(needsValue) ?? fieldsIn(cell)[0]).focus({ preventScroll: true });
  });
  for (const event of ["input", "pointed", "redraw"]) form.addEventListener(event, count);
  form.addEventListener("pointed", () => {
    const place = form.querySelector("td :is([data-at], [data-now])");
    if (place) scrollTo(place.closest("td"));
  });
  for (const event of events) {
    document.addEventListener(event, function again() {
      if (form.isConnected) count();
      else document.removeEventListener(event, again);
    });
  }
  count();
}
