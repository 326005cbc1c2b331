// Links between the pages of a game.

import { hold } from "./buttons.js";
import { complain } from "./faults.js";
import { box, words } from "./outbox.js";
import { readAnswer, revision, showPage } from "./page.js";
import { openings, openPanel, showSheet } from "./panels.js";
import { ANSWER_WITHIN } from "./sending.js";
import { gameOf, here } from "./stored.js";

// Follows a link only if its page can be loaded, because the browser's error page would replace the page in use.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[href]");
  if (
    event.defaultPrevented ||
    !link ||
    !box() ||
    link.target ||
    link.hasAttribute("download") ||
    event.ctrlKey ||
    event.metaKey ||
    link.origin !== location.origin
  )
    return;
  const same = link.pathname === location.pathname;
  const sheet = link.matches(".bar-more");
  if (same && link.hash && link.search === location.search) return;
  event.preventDefault();
  link.setAttribute("aria-busy", "true");
  const to = new URL(link.href);
  // Lets other pages of the game lead back to the open panel.
  if (!same && gameOf(to) === here() && location.pathname === here() && location.search)
    to.searchParams.set("next", location.pathname + location.search);
  const [from, signal] = [openings(), AbortSignal.timeout(ANSWER_WITHIN)];
  try {
    const answer = await fetch(to, { method: same || sheet ? "GET" : "HEAD", signal });
    if (sheet && answer.ok) showMore(await readAnswer(answer));
    else if (!same || !answer.ok) location.href = to;
    else {
      const answered = await readAnswer(answer);
      if (openings() !== from) return;
      if (revision(answered.fresh) >= revision()) {
        showPage({ ...answered, to });
        if (!openPanel()) document.getElementById("main").scrollTop = 0;
      } else location.href = to; // the page on the screen is newer
    }
  } catch {
    if (navigator.serviceWorker?.controller)
      location.href = to; // the service worker may have a copy of the page
    else complain(link.closest("dialog") ?? openPanel() ?? box(), words().gone);
  } finally {
    link.removeAttribute("aria-busy");
  }
});

// Shows the menu "More" over the page. A button in it closes the menu when its answer is shown.
function showMore({ fresh }) {
  const sheet = showSheet("drawer", fresh.querySelector("main nav").ariaLabel, fresh.querySelector("main").children);
  sheet.addEventListener("submit", () => document.addEventListener("shown", () => sheet.close(), { once: true }));
  hold();
}
