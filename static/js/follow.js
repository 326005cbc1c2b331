// What the server is asked while nothing is sent: what a form comes to that is being filled in (data-preview), and what others
// have entered.

import { isTyped } from "./drafts.js";
import { announce, filled, isPosting, isSending } from "./outbox.js";
import { anchored, markFaults, openings, openPanel, pages, readAnswer, revision, showPage } from "./page.js";
import { slots } from "./stored.js";

const PREVIEW_AFTER = 120; // milliseconds after the last change before the server is asked
const BETWEEN = 1500; // milliseconds between two questions for the page
const SELDOM = 5000; // the same on a page that says data-seldom: it hardly changes
const LONGEST = 8000; // the longest pause after questions without an answer
const GIVEN_UP = 6000; // milliseconds after which a question is given up
const LOST = 4000; // milliseconds without an answer after which the page says so
const LANGUAGE = navigator.languages.find((each) => each.startsWith(document.documentElement.lang)) ?? document.documentElement.lang;
const MARKED = ".standing, .log > li, .screen-row";

// Shows what a form comes to: the server counts, and its figures (data-part) replace those of the page.
export function preview(form) {
  let clock;
  let asked = 0;
  let idle = true; // the figures are of what stands, not of anything typed
  let shown = pages(); // the number of the page with these figures

  for (const event of ["input", "redraw"]) form.addEventListener(event, ({ type, target }) => {
    if (shown !== pages()) [shown, idle] = [pages(), true]; // it came with figures of its own
    const slot = target.closest("[data-slot]"); // it may be marked with data-unsent only after this
    if ((type === "redraw" && isRefused()) || (idle && !anyTyped() && !(slot && isTyped(slot)))) return;
    form.dataset.stale = ""; // the figures are those of before
    asked += 1; // an answer to an earlier question no longer fits
    count();
    clearTimeout(clock);
    clock = setTimeout(() => (type === "input" || (shown === pages() && !isRefused())) && ask(), PREVIEW_AFTER); // by then another page may be shown
  });

  // A count of what is filled in, such as "3 of 7", needs no answer.
  function count() {
    for (const each of form.querySelectorAll("[data-sum]")) {
      const counted = [...form.elements].filter(({ name }) => name?.includes(each.dataset.sum));
      each.textContent = each.textContent.replace(/[-−]?\d+/, counted.reduce((sum, { value }) => sum + (Number(value) || 0), 0));
    }
  }

  // The page says why: a preview would take that away before anything is changed. That of a sheet (data-gathers) does not.
  function isRefused() {
    return form.dataset.gathers === undefined && wasRefused();
  }

  function wasRefused() {
    return [form, ...slots(form)].some(({ dataset }) => dataset.refused !== undefined);
  }

  function anyTyped() {
    return form.matches("[data-unsent], :has([data-unsent])");
  }

  async function ask() {
    const [mine, before] = [++asked, pages()];
    idle = !anyTyped();
    if (!form.dataset.preview) return; // another form by now, whose page took the place of this one's
    let text;
    const body = filled(form, null, true);
    if (wasRefused()) body.append("refused", "yes"); // a reason that still holds stays
    try {
      const answer = await fetch(form.dataset.preview, { method: "POST", body });
      if (!answer.ok) return;
      text = await answer.text();
    } catch {
      return; // without a network the figures stay; whoever sends is told what is wrong
    }
    // Drops the answer if the form has changed since, or another page with figures of its own was shown.
    if (mine !== asked || before !== pages() || !form.isConnected) return;
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const stay = anchored();
    for (const part of fresh.querySelectorAll("[data-part]")) {
      const named = `[data-part="${CSS.escape(part.dataset.part)}"]`;
      const old = form.querySelector(named) ?? [...document.querySelectorAll(named)].find((each) => !each.closest("form"));
      if (!old || old.isEqualNode(part)) continue;
      const focused = old.contains(document.activeElement) && document.activeElement.id;
      old.replaceWith(part);
      if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    }
    delete form.dataset.stale;
    markFaults(form);
    stay();
    form.dispatchEvent(new Event("previewed", { bubbles: true }));
  }
}

// Follows a game: while the page is visible, it is asked for again and again, and what has changed is shown. So a paired phone
// shows within two seconds what another one has entered. For watchers, what is new is marked until the next change.

let tag = '"none"';
let of; // the address of the page with that tag
let heard = Date.now();
let failures = 0;
let asking;
let over = false; // the page is no longer shared with this device
let nextQuestion;

const notice = () => document.querySelector("[data-follows]");
const spoken = () => document.querySelector("[data-told]")?.textContent.trim();

export function follow() {
  clearTimeout(nextQuestion);
  nextQuestion = setTimeout(refresh, BETWEEN);
}

// Asks now. If the page on the screen is up to date then, the event "stands" says so, with the moment of the question.
function refresh() {
  asking ??= askAgain().finally(() => {
    asking = undefined;
    clearTimeout(nextQuestion);
    const usual = notice()?.dataset.seldom === undefined ? BETWEEN : SELDOM;
    if (notice() && !over) nextQuestion = setTimeout(refresh, Math.min(LONGEST, usual * 2 ** Math.max(0, failures - 1)));
  });
}

async function askAgain() {
  if (over || !notice() || document.visibilityState === "hidden" || isSending()) return;
  const [asked, before, from, began] = [location.href, pages(), openings(), performance.now()];
  try {
    const headers = { "If-None-Match": of === asked ? tag : '"none"', Prefer: "return=minimal" };
    const answer = await fetch(asked, { cache: "no-store", headers, signal: AbortSignal.timeout(GIVEN_UP) });
    if (answer.status >= 500) throw new Error(answer.statusText);
    over = [403, 404].includes(answer.status);
    if (over) return say(notice().dataset.ended);
    heard = Date.now();
    failures = 0;
    say("");
    const news = answer.status === 200 && !answer.headers.has("Preference-Applied");
    if (news && !pageArrived(await readAnswer(answer), asked, before, from)) return;
    [tag, of] = [answer.headers.get("ETag") ?? '"none"', asked]; // only once that page is shown
    document.dispatchEvent(new CustomEvent("stands", { detail: began }));
  } catch {
    failures += 1;
    if (Date.now() - heard > LOST) say(notice()?.dataset.lost ?? "");
  }
}

// Whether the open panel has to stay, as something is typed or waits in it. That of a turn or phase (data-once) need not: if
// somebody else enters it meanwhile, the page goes on to the next, and what was typed is kept for its player.
function inUse() {
  const slot = openPanel()?.querySelector("[data-unsent], [data-waits]");
  return slot && !slot.matches("[data-once]:not([data-stays])");
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
  if (spoken() !== said) announce();
  return true;
}

// Shows a paired phone's page (the table, or the result) only if it says something else of the game: otherwise only its entry
// keys differ, and what a preview has drawn stays.
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
  const place = notice();
  if (!place) return;
  const said = sentence.replace("{time}", new Date(heard).toLocaleTimeString(LANGUAGE, { hour: "numeric", minute: "2-digit" }));
  if (place.textContent !== said) place.textContent = said;
  place.hidden = !said;
}

// The tag of a page that was shown as an answer to something else: that page need not be asked for again.
document.addEventListener("shown", ({ detail: { answer, at } }) => {
  if (answer?.headers?.get("ETag")) [tag, of] = [answer.headers.get("ETag"), at];
});
document.addEventListener("behind", refresh);
document.addEventListener("visibilitychange", () => document.visibilityState !== "hidden" && notice() && refresh());
addEventListener("online", () => notice() && refresh());
