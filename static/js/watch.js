// Follows a game: asks again and again whether the page is another one by now, while somebody can see it, and puts what
// changed in its place. What is new is marked until the next change.

import { start as begin } from "./app.js";
import { renew } from "./renew.js";

const PAUSE = 1500; // milliseconds between two questions
const SELDOM = 5000; // the same for a page that hardly changes any more
const LONGEST = 8000; // the same after questions without an answer
const PATIENCE = 6000; // milliseconds until an answer is given up
const LOST = 4000; // milliseconds without an answer after which that is said
const LANGUAGE = navigator.languages.find((each) => each.startsWith(document.documentElement.lang)) ?? document.documentElement.lang;
const MARKED = ".standing, .log > li, .screen-row";

export function start(notice) {
  const speaker = document.createElement("p");
  speaker.className = "visually-hidden";
  speaker.setAttribute("role", "status");
  document.body.append(speaker);

  let tag = '"none"';
  let heard = Date.now();
  let failures = 0;
  let asking = false;
  let over = false;
  let clock;

  async function ask() {
    clearTimeout(clock);
    if (asking || over || document.visibilityState === "hidden") return;
    asking = true;
    const given_up = new AbortController();
    const patience = setTimeout(() => given_up.abort(), PATIENCE);
    try {
      const answer = await fetch(location.href, { cache: "no-store", headers: { "If-None-Match": tag }, signal: given_up.signal });
      if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
      else if ([403, 404].includes(answer.status)) end();
      else if (answer.status !== 304) throw new Error(answer.statusText);
      tag = answer.headers.get("ETag") ?? tag;
      heard = Date.now();
      failures = 0;
      if (!over) say("");
    } catch {
      failures += 1;
      if (Date.now() - heard > LOST) say(notice.dataset.lost);
    } finally {
      clearTimeout(patience);
      asking = false;
      if (!over) clock = setTimeout(ask, Math.min(LONGEST, (notice.dataset.seldom === undefined ? PAUSE : SELDOM) * 2 ** Math.max(0, failures - 1)));
    }
  }

  function show(fresh) {
    if (fresh.getElementById("watching")?.dataset.kind !== notice.dataset.kind) {
      over = true;
      return location.reload(); // to the result, or to the table of who keeps the book now
    }
    const marked = document.querySelectorAll(".new");
    const found = new Set();
    const before = told();
    marked.forEach((each) => mark(each, false));
    renew(fresh, (element, came) => found.add(element.closest(MARKED) ?? (came && element)));
    if (found.size === 0) marked.forEach((each) => found.add(each)); // nothing to see: what was new is so still
    for (const each of found) if (each?.isConnected && !each.classList.contains("gain")) mark(each, true);
    begin(document);
    if (told() !== before) speaker.textContent = told();
  }

  function mark(element, fresh) {
    element.classList.toggle("new", fresh);
    if (!element.classList.length) element.removeAttribute("class"); // as it was answered
    if (fresh) element.dataset.new = notice.dataset.word;
    else delete element.dataset.new;
  }

  function end() {
    over = true;
    say(notice.dataset.ended);
  }

  function say(sentence) {
    const said = sentence.replace("{time}", new Date(heard).toLocaleTimeString(LANGUAGE, { hour: "numeric", minute: "2-digit" }));
    if (notice.textContent !== said) notice.textContent = said;
    notice.hidden = !said;
  }

  const told = () => document.querySelector("[data-told]")?.textContent.trim() ?? "";

  document.addEventListener("visibilitychange", ask);
  window.addEventListener("online", ask);
  ask();
}
