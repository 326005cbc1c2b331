// Follows a game: while the page is visible, it asks again and again for the page, and shows what has changed. So a paired
// phone shows within two seconds what another one has entered. For watchers, what is new is marked until the next change.

import { isSending } from "./live.js";
import { isPosting } from "./outbox.js";
import { pages, readAnswer, revision, showPage } from "./page.js";
import { openings, openPanel } from "./panels.js";

const BETWEEN = 1500; // milliseconds between two questions
const SELDOM = 5000; // the same on a page that says data-seldom: it hardly changes
const LONGEST = 8000; // the longest pause after questions without an answer
const GIVEN_UP = 6000; // milliseconds after which a question is given up
const LOST = 4000; // milliseconds without an answer after which the page says so
const LANGUAGE = navigator.languages.find((each) => each.startsWith(document.documentElement.lang)) ?? document.documentElement.lang;
const MARKED = ".standing, .log > li, .screen-row";

let tag = '"none"';
let of; // the address of the page with that tag
let heard = Date.now();
let failures = 0;
let asking;
let over = false; // the page is no longer shared with this device
let nextQuestion;

const notice = () => document.querySelector("[data-follows]");
const spoken = () => document.querySelector("[data-told]")?.textContent.trim() ?? "";

export function follow() {
  clearTimeout(nextQuestion);
  nextQuestion = setTimeout(refresh, BETWEEN);
}

// Asks now. If the page on the screen is up to date then, the event "stands" says so, with the moment of the question.
export function refresh() {
  asking ??= askAgain().finally(() => {
    asking = undefined;
    clearTimeout(nextQuestion);
    const pause = notice()?.dataset.seldom === undefined ? BETWEEN : SELDOM;
    if (notice() && !over) nextQuestion = setTimeout(refresh, Math.min(LONGEST, pause * 2 ** Math.max(0, failures - 1)));
  });
  return asking;
}

async function askAgain() {
  if (over || !notice() || document.visibilityState === "hidden" || isSending()) return;
  const [asked, before, from, began] = [location.href, pages(), openings(), performance.now()];
  const given_up = new AbortController();
  const patience = setTimeout(() => given_up.abort(), GIVEN_UP);
  try {
    const answer = await fetch(asked, { cache: "no-store", headers: { "If-None-Match": of === asked ? tag : '"none"', Prefer: "return=minimal" }, signal: given_up.signal });
    if (answer.status >= 500) throw new Error(answer.statusText);
    over = [403, 404].includes(answer.status);
    if (over) return say(notice().dataset.ended);
    heard = Date.now();
    failures = 0;
    say("");
    const changed = answer.status === 200 && !answer.headers.has("Preference-Applied");
    if (changed && !pageArrived(await readAnswer(answer), asked, before, from)) return;
    [tag, of] = [answer.headers.get("ETag") ?? '"none"', asked]; // only once that page is shown
    document.dispatchEvent(new CustomEvent("stands", { detail: began }));
  } catch {
    failures += 1;
    if (Date.now() - heard > LOST) say(notice()?.dataset.lost ?? "");
  } finally {
    clearTimeout(patience);
  }
}

// Whether the open panel has to stay, as something is typed or waits in it. That of a turn or phase (data-once) need not: if
// somebody else enters it meanwhile, the page goes on to the next, and what was typed is kept for its player.
function inUse() {
  const slot = openPanel()?.querySelector("[data-unsent], [data-waits]");
  return slot !== null && slot !== undefined && !slot.matches("[data-once]:not([data-stays])");
}

// Shows the page that has arrived, unless another page was shown meanwhile, or it is older than the one shown, or a play is
// on its way: the answer to that brings the page, or the end of the game. Returns whether the page on the screen is up to
// date with it.
function pageArrived(answered, asked, before, from) {
  const followed = answered.fresh.querySelector("[data-follows]");
  if (isSending() || isPosting() || before !== pages()) return false;
  if (followed?.dataset.follows !== notice().dataset.follows) { // the game is over now, or this device watches
    const leads = followed?.dataset.leads;
    return Boolean(leads ? location.assign(leads) : location.reload());
  }
  if (revision(answered.fresh) < revision()) return false;
  if (followed.dataset.follows === "table" || revision()) return entered(answered, { keep: from !== openings() || asked !== location.href || inUse() });
  const marked = document.querySelectorAll(".new");
  const found = new Set();
  const said = spoken();
  marked.forEach((each) => markNew(each, false));
  showPage(answered, { keep: true, isNew: (element, came) => found.add(element.closest(MARKED) ?? (came && element)) });
  if (found.size === 0) marked.forEach((each) => found.add(each)); // nothing visible has changed: the old marks stay
  for (const each of found) if (each?.isConnected && !each.classList.contains("gain")) markNew(each, true);
  if (spoken() !== said) screenSpeaker().textContent = spoken();
  return true;
}

// Shows a paired phone's page (the table, or the result) only if it says something else of the game: otherwise only its entry keys differ, and what a
// preview has drawn stays.
function entered(answered, how) {
  const says = (page) => [revision(page), page.title, ...[...page.querySelectorAll("[data-sticky], [data-told]")].map(withoutPreview)].join();
  if (says(answered.fresh) !== says(document)) showPage(answered, how);
  return true;
}

function withoutPreview(element) {
  const copy = element.cloneNode(true);
  for (const part of copy.querySelectorAll("[data-part]")) part.remove();
  return copy.textContent.replace(/\s+/g, " ");
}

function markNew(element, fresh) {
  element.classList.toggle("new", fresh);
  if (!element.classList.length) element.removeAttribute("class"); // as it was answered
  if (fresh) element.dataset.new = notice().dataset.word;
  else delete element.dataset.new;
}

function say(sentence) {
  const said = sentence.replace("{time}", new Date(heard).toLocaleTimeString(LANGUAGE, { hour: "numeric", minute: "2-digit" }));
  if (notice() && notice().textContent !== said) notice().textContent = said;
  if (notice()) notice().hidden = !said;
}

function screenSpeaker() {
  const found = document.getElementById("told") ?? Object.assign(document.createElement("p"), { id: "told", className: "visually-hidden", role: "status" });
  if (!found.isConnected) document.body.append(found);
  return found;
}

// The tag of a page that was shown as an answer to something else: follow.js need not ask for that page again.
document.addEventListener("shown", ({ detail: { answer, at } }) => {
  if (answer?.headers?.get("ETag")) [tag, of] = [answer.headers.get("ETag"), at];
});
document.addEventListener("visibilitychange", () => document.visibilityState !== "hidden" && notice() && refresh());
addEventListener("online", () => notice() && refresh());
