// Requests in the background: previews of forms (data-preview), and updates by other phones.

import { isTyped } from "./drafts.js";
import { markFaults } from "./faults.js";
import { isPosting } from "./outbox.js";
import { pages, readAnswer, released, revision, showPage } from "./page.js";
import { openings, openPanel } from "./panels.js";
import { anchored } from "./scrolling.js";
import { announce, filled, isSending } from "./sending.js";
import { slots } from "./stored.js";

const PREVIEW_AFTER = 120; // milliseconds after the last change before a preview is requested
const BETWEEN = 1500; // milliseconds between two requests for the page
const SELDOM = 5000; // the same for pages with data-seldom, which rarely change
const LONGEST = 8000; // maximum milliseconds between two requests after failures
const GIVEN_UP = 6000; // timeout of a request in milliseconds
const LOST = 4000; // milliseconds without an answer until the page shows that it may be outdated
const LANGUAGE =
  navigator.languages.find((each) => each.startsWith(document.documentElement.lang)) ?? document.documentElement.lang;
const MARKED = ".standing, .log > li, .ranking-row";

// Previews a form: the server calculates, and the parts of its answer (data-part) replace those of the page.
export function preview(form) {
  let clock;
  let asked = 0;
  let idle = true; // whether the numbers are calculated without any input
  let shown = pages(); // the page with these numbers
  const typedIn = new Set(); // the slots with input since then

  for (const event of ["input", "redraw"])
    form.addEventListener(event, ({ type, target }) => {
      if (shown !== pages()) {
        // a new page has current numbers, also for the sent input
        [shown, idle] = [pages(), true];
        clearTimeout(clock);
      }
      const slot = target.closest("[data-slot]"); // its mark data-unsent may be set only after this event
      if ((type === "redraw" && isRefused()) || (idle && !anyTyped() && !(slot && isTyped(slot)))) return;
      form.dataset.stale = ""; // the numbers are outdated
      if (slot && type === "input") typedIn.add(slot);
      asked += 1; // makes answers to earlier requests invalid
      count();
      clearTimeout(clock);
      clock = setTimeout(() => (type === "input" || (shown === pages() && !isRefused())) && ask(), PREVIEW_AFTER); // another page may be shown after the delay
    });

  // Updates counts of filled-in fields, such as "3 of 7", without the server.
  function count() {
    for (const each of form.querySelectorAll("[data-sum]")) {
      const counted = [...form.elements].filter(({ name }) => name?.includes(each.dataset.sum));
      each.textContent = each.textContent.replace(
        /[-−]?\d+/,
        counted.reduce((sum, { value }) => sum + (Number(value) || 0), 0),
      );
    }
  }

  // Whether the form shows a refusal that a preview would remove before anything has changed. Previews of a sheet
  // (data-gathers) keep it.
  function isRefused() {
    return form.dataset.gathers === undefined && wasRefused();
  }

  function wasRefused() {
    return [form, ...slots(form)].some(({ dataset }) => dataset.refused !== undefined);
  }

  function anyTyped() {
    return form.matches("[data-unsent], :has([data-unsent])");
  }

  // Removes the errors of changed slots, because they may not apply any more.
  function dropFaults() {
    const stay = anchored();
    for (const slot of typedIn)
      for (const fault of slot.querySelectorAll(".fault[data-part]:not([data-wrong])")) fault.replaceChildren();
    markFaults(form);
    stay();
  }

  async function ask() {
    const [mine, before] = [++asked, pages()];
    idle = !anyTyped();
    if (!form.dataset.preview) return; // an update of the page has reused the element for another form
    let text;
    const body = filled(form, null, true);
    const refused = wasRefused();
    if (refused) body.append("refused", "yes"); // keeps a reason that still applies
    try {
      const answer = await fetch(form.dataset.preview, { method: "POST", body });
      if (answer.status === 409) return await renew(before);
      if (!answer.ok) return;
      text = await answer.text();
      await released();
    } catch {
      dropFaults(); // without a network the numbers stay; sending shows the error
      return;
    }
    // Drops the answer if the form has changed or another page was shown since the request.
    if (mine !== asked || before !== pages() || !form.isConnected) return;
    if (!refused && wasRefused()) return ask(); // refused since the request, so the answer would remove the reason
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const stay = anchored();
    for (const part of fresh.querySelectorAll("[data-part]")) {
      const named = `[data-part="${CSS.escape(part.dataset.part)}"]`;
      const old =
        form.querySelector(named) ?? [...document.querySelectorAll(named)].find((each) => !each.closest("form"));
      if (!old || old.isEqualNode(part)) continue;
      const focused = old.contains(document.activeElement) && document.activeElement.id;
      old.replaceWith(part);
      if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    }
    delete form.dataset.stale;
    typedIn.clear();
    markFaults(form);
    stay();
    form.dispatchEvent(new Event("previewed", { bubbles: true }));
  }
}

// Shows the current page instead of one with an older revision, because the server refuses previews of it. Then
// previews the typed values again.
async function renew(before) {
  if (notice()) return refresh();
  const answered = await readAnswer(await fetch(location));
  if (answered.answer.ok && before === pages()) showPage(answered, { keep: true });
}

// Follows a game: while the page is visible, requests it at intervals and shows changes. A paired phone shows entries
// of other phones within two seconds. For watchers, new elements are marked until the next change.

let tag = '"none"';
let of; // URL of the page with that tag
let heard = Date.now();
let failures = 0;
let asking;
let over = false; // whether the page is no longer shared with this device
let nextQuestion;

const notice = () => document.querySelector("[data-follows]");
const spoken = () => document.querySelector("[data-news]")?.textContent.trim();

export function follow() {
  clearTimeout(nextQuestion);
  nextQuestion = setTimeout(refresh, BETWEEN);
}

// Requests the page now. If the page on the screen is up to date, sends the event "current" with the time of the
// request.
function refresh() {
  asking ??= askAgain().finally(() => {
    asking = undefined;
    clearTimeout(nextQuestion);
    const usual = notice()?.dataset.seldom === undefined ? BETWEEN : SELDOM;
    if (notice() && !over)
      nextQuestion = setTimeout(refresh, Math.min(LONGEST, usual * 2 ** Math.max(0, failures - 1)));
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
    [tag, of] = [answer.headers.get("ETag") ?? '"none"', asked]; // set only when that page is shown
    document.dispatchEvent(new CustomEvent("current", { detail: began }));
  } catch {
    failures += 1;
    if (Date.now() - heard > LOST) say(notice()?.dataset.lost ?? "");
  }
}

// Whether the open panel has to stay open because of unsent or waiting input. A turn or phase (data-once) does not: if
// another phone enters it, the page goes to the next one, and the input stays as a draft of its player.
function inUse() {
  const slot = openPanel()?.querySelector("[data-unsent], [data-waits]");
  return slot && !slot.matches("[data-once]:not([data-stays])");
}

// Shows a received page, unless another page was shown since the request, it is older than the page on the screen, or a
// play is being sent, because the answer to that contains the page. Returns whether the page on the screen is now up to
// date.
function pageArrived(answered, asked, before, from) {
  const followed = answered.fresh.querySelector("[data-follows]");
  if (isSending() || isPosting() || before !== pages()) return false;
  if (followed?.dataset.follows !== notice().dataset.follows) {
    // the game is over, or this device has lost the right to enter
    const leads = followed?.dataset.leads;
    return Boolean(leads ? location.assign(leads) : location.reload());
  }
  if (revision(answered.fresh) < revision()) return false;
  if (followed.dataset.follows === "table" || revision())
    return entered(answered, { keep: from !== openings() || asked !== location.href || inUse() });
  const marked = document.querySelectorAll(".new");
  const found = new Set();
  const news = spoken();
  marked.forEach((each) => markNew(each, false));
  showPage(answered, { keep: true, isNew: (element, came) => found.add(element.closest(MARKED) ?? (came && element)) });
  if (found.size === 0) marked.forEach((each) => found.add(each)); // no visible change: keeps the old marks
  for (const each of found) if (each?.isConnected && !each.classList.contains("gain")) markNew(each, true);
  if (spoken() !== news) announce();
  return true;
}

// Shows a page of a paired phone (the table or the result) only if the game has changed. Otherwise only its entry keys
// differ, and the preview on the screen stays.
function entered(answered, how) {
  const before = revision();
  const contentOf = (page) =>
    [
      revision(page),
      page.title,
      ...[...page.querySelectorAll("[data-sticky], [data-news]")].map(withoutPreview),
    ].join();
  if (contentOf(answered.fresh) !== contentOf(document)) showPage(answered, how);
  if (revision() !== before) announce(); // another phone has changed the game
  return true;
}

function withoutPreview(element) {
  const copy = element.cloneNode(true);
  for (const part of copy.querySelectorAll("[data-part]")) part.remove();
  return copy.textContent.replace(/\s+/g, " ");
}

function markNew(element, fresh) {
  element.classList.toggle("new", fresh);
  if (!element.classList.length) element.removeAttribute("class"); // so that the element equals the server's
  if (fresh) element.dataset.new = notice().dataset.word;
  else delete element.dataset.new;
}

function say(sentence) {
  const place = notice();
  if (!place) return;
  const text = sentence.replace(
    "{time}",
    new Date(heard).toLocaleTimeString(LANGUAGE, { hour: "numeric", minute: "2-digit" }),
  );
  if (place.textContent !== text) place.textContent = text;
  place.hidden = !text;
}

// Remembers the tag of a page shown as an answer to another request, so that it is not sent again.
document.addEventListener("shown", ({ detail: { answer, at } }) => {
  if (answer?.headers?.get("ETag")) [tag, of] = [answer.headers.get("ETag"), at];
});
document.addEventListener("behind", refresh);
document.addEventListener("visibilitychange", () => document.visibilityState !== "hidden" && notice() && refresh());
addEventListener("online", () => notice() && refresh());
