// The keypad of Don Carlo: shows what the server's rules say of the code name as it grows. It knows no rule itself;
// it looks up what the page carries. The tray outlives the page.

import { start as keep } from "../unsent.js";

const BLANK = "%";

export function start(form) {
  const read = (selector) => JSON.parse(form.querySelector(selector).textContent);
  const data = { ...read("[data-keypad]"), ...read("[data-keypad-always]") };
  const tray = form.querySelector("[data-slots]");
  const slots = [...tray.children];
  const keys = [...form.querySelectorAll("[data-number]")];
  const verdict = form.querySelector("[data-verdict]");
  const button = form.querySelector("[data-send]");
  const [headline, detail, points] = verdict.querySelectorAll("strong, small, .verdict-points");
  const asked = { headline: headline.textContent, detail: detail.textContent, stop: verdict.classList.contains("verdict-stop") };
  const idle = button.textContent;
  const verdicts = new Map([...data.verdicts, ...data.nowhere].flatMap((each) => each.names.split(" ").map((name) => [name, each])));
  const sendable = [...verdicts].filter(([, each]) => each.points !== null).map(([name]) => name);
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "cards", className: "field", value: data.typed });
  form.append(field);
  if (form.dataset.unsentKey) keep(form);

  let typed = [...field.value].filter((character) => data.left[character] !== undefined).slice(0, slots.length);
  const name = (numbers) => [...numbers].sort().join("");
  const written = (numbers) => [...numbers].sort().join("/");
  // Only what has a blank is filled: a player's name can have the same sign in it.
  const filled = (sentence, numbers) => sentence.replace(BLANK, written(numbers));
  const leads = (numbers) => sendable.some((each) => numbers.every((number) => count(each, number) >= count(numbers, number)));

  function tap(number) {
    const grown = [...typed, number];
    if (leads(grown)) {
      typed = grown;
      draw();
    } else if (verdicts.get(name(typed))?.points != null) {
      draw();
      detail.textContent = reason(grown, number);
    } else {
      say(reason(grown, number), "", "", true);
    }
  }

  function reason(grown, number) {
    if (count(grown, number) > data.left[number]) return data.spent[number];
    if (grown.length > slots.length) return data.full;
    const found = verdicts.get(name(grown));
    return found ? filled(found.headline, grown) : data.spent[number];
  }

  function draw() {
    const shown = [...typed].sort();
    slots.forEach((slot, index) => {
      slot.textContent = shown[index] ?? "";
      slot.disabled = index >= shown.length;
      slot.classList.toggle("card-empty", slot.disabled);
      slot.setAttribute("aria-label", tray.dataset.remove.replace("{number}", slot.textContent));
    });
    for (const key of keys) key.setAttribute("aria-disabled", !leads([...typed, key.dataset.number]));
    const found = verdicts.get(name(typed));
    const may = found?.points != null;
    field.value = written(typed);
    form.dispatchEvent(new Event("input"));
    button.setAttribute("aria-disabled", !may);
    button.textContent = may && button.dataset.send ? filled(button.dataset.send, typed) : idle;
    const spent = typed.find((number) => count(typed, number) > data.left[number]);
    const mends = !may && leads(typed); // another card makes it a code name that may go
    if (found) say(filled(found.headline, typed), found.detail ?? (mends ? data.more : ""), may ? `+${found.points}` : "", !may && !mends);
    else if (spent) say(data.spent[spent], "", "", true);
    else say(asked.headline, asked.detail, "", asked.stop);
  }

  function say(line, below, worth, stop) {
    headline.replaceChildren(...line.split(/(\[\d+[-–]\d+\])/).map(unbroken));
    detail.textContent = below;
    points.textContent = worth;
    verdict.classList.toggle("verdict-stop", stop);
    verdict.classList.toggle("verdict-go", worth !== "");
  }

  for (const key of keys) key.addEventListener("click", () => tap(key.dataset.number));
  for (const slot of slots) slot.addEventListener("click", () => takeOut(slot));
  form.querySelector("[data-backspace]").addEventListener("click", back);
  form.addEventListener("submit", (event) => {
    if (button.getAttribute("aria-disabled") === "true") event.preventDefault();
  });
  document.addEventListener("keydown", press);

  function back() {
    typed.pop();
    draw();
  }

  function takeOut(slot) {
    typed.splice(typed.lastIndexOf(slot.textContent), 1);
    draw();
    (slot.disabled ? slots[typed.length - 1] ?? keys[0] : slot).focus();
  }

  function press(event) {
    if (!form.isConnected) return document.removeEventListener("keydown", press);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (data.left[event.key] !== undefined && event.key.length === 1) tap(event.key);
    else if (event.key === "Backspace") back();
    else if (event.key === "Enter" && [document.body, document.getElementById("main")].includes(document.activeElement)) form.requestSubmit(button);
    else return;
    event.preventDefault();
  }

  // After a play that was refused, the reason stays until the first tap.
  const kept = asked.stop && typed.length;
  draw();
  if (kept) say(asked.headline, "", "", true);
}

// No line breaks inside "[1-3]".
function unbroken(part) {
  return part[0] === "[" ? Object.assign(document.createElement("span"), { className: "unbroken", textContent: part }) : part;
}

function count(numbers, number) {
  let found = 0;
  for (const each of numbers) found += each === number;
  return found;
}
