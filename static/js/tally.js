// A form while it is filled in: what it comes to as the server reckons it, and a draft that outlives the page.

import { start as startSteppers } from "./steppers.js";

const PAUSE = 120; // milliseconds after the last change before the server is asked
const CARRIED = ["csrf_token", "entry_key", "revision"];

export function start(form) {
  startSteppers(form);
  const boxes = () => [...form.elements].filter((each) => ["checkbox", "radio"].includes(each.type));
  // A field that shows 0 while it is empty says the same when 0 is typed; elsewhere empty and 0 are two things.
  const same = (name, value) => (value === "0" && form.elements[name].placeholder === "0" ? "" : value);
  const filled = () => JSON.stringify([...new FormData(form)].filter(([name]) => !CARRIED.includes(name)).map(([name, value]) => [name, same(name, value)]));
  const key = form.dataset.draft && `draft:${form.dataset.draft}`;
  const refused = form.dataset.refused !== undefined; // what stands there was sent, but not taken: it is a draft still
  const entered = refused ? null : filled();
  let clock;
  let asked = 0;

  form.addEventListener("input", () => {
    form.toggleAttribute("data-unsent", filled() !== entered);
    keep();
    clearTimeout(clock);
    clock = setTimeout(ask, PAUSE);
  });
  form.addEventListener("reset", () => setTimeout(() => form.dispatchEvent(new Event("input"))));
  form.addEventListener("sent", () => key && localStorage.removeItem(key));

  function keep() {
    if (!key) return;
    try {
      if (filled() === entered) localStorage.removeItem(key);
      else localStorage.setItem(key, filled());
    } catch {
      // A browser that keeps nothing loses a draft, and nothing else.
    }
  }

  function restore() {
    if (refused || !key) return keep();
    const kept = localStorage.getItem(key);
    if (!kept || kept === entered) return;
    const left = JSON.parse(kept);
    for (const each of boxes()) each.checked = left.some(([name, value]) => name === each.name && value === each.value);
    for (const each of form.querySelectorAll(".field[name]")) {
      const at = left.findIndex(([name]) => name === each.name); // of several with one name, each in its turn
      each.value = at < 0 ? "" : left.splice(at, 1)[0][1];
    }
    form.prepend(Object.assign(document.createElement("p"), { className: "notice notice-note", textContent: form.dataset.restored }));
    form.toggleAttribute("data-unsent", true);
    for (const fold of form.querySelectorAll("[data-module]")) fold.dispatchEvent(new Event("restored"));
    form.closest("details")?.setAttribute("open", "");
    ask();
  }

  async function ask() {
    if (!form.dataset.preview) return;
    const mine = ++asked;
    let text;
    try {
      const answer = await fetch(form.dataset.preview, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      text = await answer.text();
    } catch {
      return; // without a network the numbers stay; sending says what is wrong
    }
    if (mine !== asked) return; // a later question is on its way: its answer is the one that counts
    const fresh = new DOMParser().parseFromString(text, "text/html");
    for (const part of fresh.querySelectorAll("[data-part]")) {
      form.querySelector(`[data-part="${part.dataset.part}"]`)?.replaceWith(part);
    }
  }

  try {
    restore();
  } catch {
    // As above: what cannot be read back is no draft.
  }
}
