// Shows what a form comes to while it is filled in: the server counts, and its figures (data-part) replace those of the page.

import { markFaults } from "./faults.js";
import { isTyped, slots } from "./keeper.js";
import { filled } from "./live.js";
import { pages } from "./page.js";
import { anchored } from "./scroll.js";

const PREVIEW_AFTER = 120; // milliseconds after the last change before the server is asked

export function preview(form) {
  let clock;
  let asked = 0;
  let idle = true; // the figures are of what stands, not of anything typed
  let shown = pages(); // the number of the page with these figures

  for (const event of ["input", "redraw"]) form.addEventListener(event, ({ type }) => {
    if (shown !== pages()) [shown, idle] = [pages(), true]; // it came with figures of its own
    if ((type === "redraw" && isRefused()) || (idle && !anyTyped())) return;
    form.dataset.stale = ""; // the figures are those of before
    asked += 1; // an answer to an earlier question no longer fits
    count();
    clearTimeout(clock);
    clock = setTimeout(() => (type === "input" || (shown === pages() && !isRefused())) && ask(), PREVIEW_AFTER); // by then another page may be shown
  });
  if (anyTyped() && !isRefused()) clock = setTimeout(ask, PREVIEW_AFTER);

  // A count of what is filled in, such as "3 of 7", needs no answer.
  function count() {
    for (const each of form.querySelectorAll("[data-sum]")) {
      const filled = [...form.elements].filter(({ name }) => name?.includes(each.dataset.sum));
      each.textContent = each.textContent.replace(/[-−]?\d+/, filled.reduce((sum, { value }) => sum + (Number(value) || 0), 0));
    }
  }

  // The page says why: a preview would take that away before anything is changed. That of a sheet (data-gathers) does not.
  function isRefused() {
    return form.dataset.gathers === undefined && wasRefused();
  }

  function wasRefused() {
    return [form, ...slots(form)].some(({ dataset }) => dataset.refused !== undefined);
  }

  // It looks into the slots, too: the keeper may mark them with data-unsent a moment later.
  function anyTyped() {
    return form.dataset.unsent !== undefined || form.querySelector("[data-unsent]") || [form, ...slots(form)].some((each) => each.dataset.slot !== undefined && isTyped(each));
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
      const stale = form.querySelector(named) ?? [...document.querySelectorAll(named)].find((each) => !each.closest("form"));
      if (!stale || stale.isEqualNode(part)) continue;
      const focused = stale.contains(document.activeElement) && document.activeElement.id;
      stale.replaceWith(part);
      if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    }
    delete form.dataset.stale;
    markFaults(form);
    stay();
    form.dispatchEvent(new Event("previewed", { bubbles: true }));
  }
}
