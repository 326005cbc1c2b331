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
    const url = new URL(location.href);
    url.searchParams.set("at", slider.value);
    go(url.href);
  });
  document.addEventListener("keydown", (event) => {
    const step = KEYS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.target === slider) return;
    event.preventDefault();
    go(form.querySelector(`#${step}`).href);
  });
  look();

  function leads(link) {
    const url = new URL(link.href);
    return url.origin === location.origin && url.pathname === location.pathname;
  }

  // Shows the page at a URL, and aborts the pending request for another page.
  async function go(url) {
    asking?.given_up.abort();
    known.delete(asking?.url);
    asking = known.has(url) ? undefined : { url, given_up: new AbortController() };
    wanted = url;
    try {
      const page = await ask(url, asking?.given_up.signal);
      if (asking?.url === url) asking = undefined;
      if (wanted === url) show(page, url);
    } catch {
      if (wanted === url) location.assign(url); // the browser shows the error
    }
  }

  function ask(url, signal) {
    if (!known.has(url)) known.set(url, fetched(url, signal));
    return known.get(url);
  }

  async function fetched(url, signal) {
    const answer = await fetch(url, { signal });
    if (!answer.ok || answer.redirected) throw new Error(answer.statusText); // not a page of this replay: the browser opens it
    return readAnswer(answer);
  }

  function show(answered, url) {
    known.delete(url); // its elements are now part of the page and cannot be shown again
    showPage({ ...answered, to: new URL(url) });
    speaker.textContent = [...main.querySelectorAll("[data-spoken]")].map((each) => each.textContent.trim()).join(". ");
    look();
  }

  // Requests the previous and the next page in advance, and drops all others.
  function look() {
    const around = ["back", "forward"].map((id) => form.querySelector(`#${id}`).href);
    for (const url of [...known.keys()]) if (!around.includes(url)) known.delete(url);
    for (const url of around) if (url !== location.href) ask(url).catch(() => known.delete(url));
  }
}
