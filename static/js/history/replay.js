// Steps through a game by links, a slider and keys, or plays it. Each answered page updates the page on the screen
// (page.js), so that the controls keep the focus and stay under the finger.

import { readAnswer, showPage } from "../app.js";

const PAUSE = 1600; // milliseconds between two positions at speed 1
const SPEEDS = [1, 2, 4];
const TAKES_SPACE = "button, summary, select, textarea, input:not([type=range])";
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "end" };

export function start(form) {
  const main = form.parentElement;
  const slider = form.elements.at;
  const speaker = document.createElement("p");
  const known = new Map(); // promises of the previous and the next page, by URL
  let wanted; // URL of the requested page
  let asking; // its pending request
  let playing = false;
  let speed = SPEEDS[0];
  let timer;

  speaker.className = "visually-hidden";
  speaker.setAttribute("role", "status");
  document.body.append(speaker);

  main.addEventListener("click", (event) => {
    const there = event.target.closest("a");
    if (!there || !leads(there) || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    pause();
    go(there.href);
  });
  main.addEventListener("click", ({ target }) => {
    if (target.closest("#play")) playing ? pause() : play();
    else if (target.closest("#speed")) faster();
  });
  slider.addEventListener("input", () => {
    const url = new URL(location.href);
    url.searchParams.set("at", slider.value);
    pause();
    go(url.href);
  });
  document.addEventListener("keydown", (event) => {
    const step = KEYS[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === " " && !event.repeat && !event.target.closest(TAKES_SPACE)) {
      event.preventDefault();
      playing ? pause() : play();
    }
    if (!step || event.target === slider) return;
    event.preventDefault();
    pause();
    go(link(step).href);
  });
  document.addEventListener("visibilitychange", () => document.hidden && pause());
  addEventListener("pagehide", pause);
  draw();
  look();

  function link(name) {
    return form.querySelector(`#${name}`);
  }

  // Shows one position after another, from the first one if the last one is on the screen.
  function play() {
    playing = true;
    draw();
    if (ended()) go(link("first").href);
    else proceed();
  }

  function pause() {
    if (!playing) return;
    playing = false;
    clearTimeout(timer);
    asking?.given_up.abort();
    known.delete(asking?.url);
    asking = wanted = undefined; // an answer that arrives later moves nothing
    draw();
    announce();
  }

  function faster() {
    speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
    draw();
    if (playing) proceed();
  }

  // Shows the next position after a moment. The answer to it starts the next moment, so positions wait for a slow server.
  function proceed() {
    clearTimeout(timer);
    if (ended()) pause();
    else timer = setTimeout(() => go(link("forward").href), PAUSE / speed);
  }

  function ended() {
    return link("forward").hasAttribute("aria-disabled");
  }

  // Shows the state of the playback in the controls, which each answered page resets.
  function draw() {
    const [button, rate] = ["play", "speed"].map((id) => main.querySelector(`#${id}`));
    button.dataset.name ??= button.getAttribute("aria-label");
    main.toggleAttribute("data-playing", playing);
    button.hidden = slider.max === "0";
    button.setAttribute("aria-label", playing ? button.dataset.pause : button.dataset.name);
    rate.hidden = !playing;
    rate.textContent = `${rate.dataset.name}: ${speed}×`;
  }

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
    draw();
    if (playing) proceed();
    else announce();
    look();
  }

  // Announces the position, but not while positions follow each other faster than they are read out.
  function announce() {
    speaker.textContent = [...main.querySelectorAll("[data-spoken]")].map((each) => each.textContent.trim()).join(". ");
  }

  // Requests the previous and the next page in advance, and drops all others.
  function look() {
    const around = ["back", "forward"].map((id) => link(id).href);
    for (const url of [...known.keys()]) if (!around.includes(url)) known.delete(url);
    for (const url of around) if (url !== location.href) ask(url).catch(() => known.delete(url));
  }
}
