// What a form comes to while it is filled in, as the server counts it.

import { mark } from "./faults.js";

const PAUSE = 120; // milliseconds after the last change before the server is asked

export function start(form) {
  let clock;
  let asked = 0;

  form.addEventListener("input", () => {
    clearTimeout(clock);
    clock = setTimeout(ask, PAUSE);
  });
  form.addEventListener("reset", () => setTimeout(() => form.dispatchEvent(new Event("input"))));
  if ([...form.elements].some(touched)) clock = setTimeout(ask, PAUSE); // filled in before this was loaded

  async function ask() {
    const mine = ++asked;
    let text;
    try {
      const answer = await fetch(form.dataset.preview, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      text = await answer.text();
    } catch {
      return; // without a network the numbers stay; sending says what is wrong
    }
    // A later question is on its way, and its answer counts; or the page is another by now, with figures of its own.
    if (mine !== asked || !form.isConnected) return;
    const fresh = new DOMParser().parseFromString(text, "text/html");
    for (const part of fresh.querySelectorAll("[data-part]")) {
      const named = `[data-part="${part.dataset.part}"]`;
      const stale = form.querySelector(named) ?? [...document.querySelectorAll(named)].find((each) => !each.closest("form"));
      const focused = stale?.contains(document.activeElement) && document.activeElement.id;
      stale?.replaceWith(part);
      if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    }
    mark(form);
  }
}

function touched(field) {
  return field.type !== "hidden" && (field.checked !== field.defaultChecked || (field.defaultValue ?? field.value) !== field.value);
}
