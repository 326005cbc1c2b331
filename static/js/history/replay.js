// Steps through a game by links, a slider and keys. Each answered page updates the page on the screen (page.js), so
// that the controls keep the focus and stay under the finger.

import { readAnswer, showPage } from "../app.js";

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "end" };

export function start(form) {
  const main = form.parentElement;
  const slider = form.elements.at;
  const speaker = document.createElement("p");
  const known = new Map(); // promises of the previous and the next page, by URL
  let wanted; // URL of the requested page
  let asking; // its pending request

  speaker.className = "visually-hidden";
  speaker.setAttribute("role", "status");
  document.body.append(speaker);

  main.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || !leads(link) || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(link.href);
  });
  slider.addEventListener("input", () => {
    const address = new URL(location.href);
    address.searchParams.set("at", slider.value);
    go(address.href);
  });
  document.addEventListener("keydown", (event) => {
    const step = KEYS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.target === slider) return;
    event.preventDefault();
    go(form.querySelector(`#${step}`).href);
  });
  look();

  function leads(link) {
    const address = new URL(link.href);
    return address.origin === location.origin && address.pathname === location.pathname;
  }

  // Shows the page at a URL, and aborts the pending request for another page.
  async function go(address) {
    asking?.given_up.abort();
    known.delete(asking?.address);
    asking = known.has(address) ? undefined : { address, given_up: new AbortController() };
    wanted = address;
    try {
      const page = await ask(address, asking?.given_up.signal);
      if (asking?.address === address) asking = undefined;
      if (wanted === address) show(page, address);
    } catch {
      if (wanted === address) location.assign(address); // the browser shows the error
    }
  }

  function ask(address, signal) {
    if (!known.has(address)) known.set(address, fetched(address, signal));
    return known.get(address);
  }

  async function fetched(address, signal) {
    const answer = await fetch(address, { signal });
    if (!answer.ok || answer.redirected) throw new Error(answer.statusText); // not a page of this replay: the browser opens it
    return readAnswer(answer);
  }

  function show(answered, address) {
    known.delete(address); // its elements are now part of the page and cannot be shown again
    showPage({ ...answered, to: new URL(address) });
    speaker.textContent = [...main.querySelectorAll("[data-said]")].map((each) => each.textContent.trim()).join(". ");
    look();
  }

  // Requests the previous and the next page in advance, and drops all others.
  function look() {
    const around = ["back", "forward"].map((id) => form.querySelector(`#${id}`).href);
    for (const address of [...known.keys()]) if (!around.includes(address)) known.delete(address);
    for (const address of around) if (address !== location.href) ask(address).catch(() => known.delete(address));
  }
}
