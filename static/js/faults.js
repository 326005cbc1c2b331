// Error messages: shown above a form or beside their fields, and removed when these change.

import { open, openPanel } from "./panels.js";
import { anchored, reveal } from "./scrolling.js";
import { make } from "./stored.js";

// Focuses the first invalid field, and scrolls to it and to its error; `stay`: does not scroll.
export function leadToFault(stay = false) {
  const wrong = [...document.querySelectorAll("[aria-invalid=true]")].find((field) => field.checkVisibility());
  wrong?.focus({ preventScroll: true });
  if (stay) return;
  if (wrong?.matches(".stepper > input")) wrong.select(); // so that typing replaces it
  const place =
    wrong ??
    [...document.querySelectorAll(".fault:not(:empty), .notice-stop[role=alert], .moves")].find((each) =>
      each.checkVisibility(),
    );
  if (place) reveal(place);
  const reason =
    document.getElementById(wrong?.getAttribute("aria-describedby")) ??
    wrong?.form?.querySelector(`[data-wrong~="${CSS.escape(wrong.name)}"]`);
  if (reason) reveal(reason);
  const details = reason?.nextElementSibling;
  if (details?.matches(".problems")) reveal(details.firstElementChild);
  revealWays();
}

// Scrolls to a box below an error that lets other players give up what this play claims.
function revealWays() {
  for (const way of document.querySelectorAll(".fault:not(:empty) + [data-part^=displaced]:not(:empty)"))
    if (way.checkVisibility()) reveal(way);
}

// Opens the tab of a panel with an error, and scrolls to the error.
export function leadInto(panel) {
  const reason = panel.querySelector(".fault:not(:empty)");
  const tab = reason?.closest("[data-tab]");
  if (!reason) return;
  if (tab) open(tab.id);
  reveal(reason);
  revealWays();
}

export function complain(form, sentence) {
  const own = form.closest("[data-panel]") ?? form;
  const place = own.checkVisibility() ? own : (openPanel() ?? own); // the form of the sheet is hidden while the panel of a phase is open
  const notice = place.querySelector(".complaint") ?? make("p");
  notice.className = "notice notice-stop complaint";
  notice.role = "alert";
  notice.textContent = sentence;
  place.prepend(notice);
  reveal(notice);
  return notice;
}

// Removes error messages when the network is back.
addEventListener("online", () => {
  for (const notice of document.querySelectorAll(".complaint")) notice.remove();
});

// Removes the errors of a field when it changes; the server reports them again if they remain. An error names its
// fields with data-wrong, or the field names the error with aria-describedby. A notice above the forms names its slots
// with data-about, and is removed when all of them have changed. A question (data-asks) is removed after the first
// change, because its answer would confirm other values.
document.addEventListener("input", ({ target }) => {
  const over = [];
  for (const fault of target.form?.querySelectorAll("[data-wrong]") ?? [])
    if (!without(fault, "wrong", target.name).length && fault.hasChildNodes()) over.push(fault);
  for (
    let described = target.closest("[aria-describedby]");
    described;
    described = described.parentElement.closest("[aria-describedby]")
  ) {
    over.push(...reasonsOf(described).filter((fault) => fault.dataset.wrong === undefined));
  }
  const slot = target.closest("[data-slot]")?.dataset.slot;
  for (const notice of slot ? document.querySelectorAll("[data-about]") : []) {
    const about = names(notice, "about");
    const left = without(notice, "about", slot);
    if (!left.length || (notice.dataset.asks !== undefined && left.length < about.length)) over.push(notice);
  }
  for (const each of target.form?.elements ?? [target])
    if (each.name === target.name) each.removeAttribute("aria-invalid");
  if (!over.length) return; // no layout change, so no need to measure
  const stay = anchored();
  for (const each of over) each.matches(".fault") ? each.replaceChildren() : each.remove();
  stay();
});

const names = (element, list) => element.dataset[list].split(" ").filter(Boolean);

// Removes a name from a list in an attribute, and returns the others.
function without(element, list, name) {
  const left = names(element, list).filter((each) => each !== name);
  element.dataset[list] = left.join(" ");
  return left;
}

// The errors that describe a field, if they are not empty.
function reasonsOf(field) {
  const ids = field?.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)).filter((fault) => fault?.matches(".fault:not(:empty)"));
}

// Marks the fields with an error in this form as invalid, and removes the mark from fields whose error is gone.
export function markFaults(form) {
  const faults = [...form.querySelectorAll("[data-wrong]")];
  for (const field of form.elements) {
    const fault = field.name && faults.find((each) => names(each, "wrong").includes(field.name));
    if (fault?.id) field.setAttribute("aria-describedby", fault.id);
    if (fault) field.setAttribute("aria-invalid", "true");
    else if (reasonsOf(field.closest("[aria-describedby]")).every((fault) => fault.dataset.wrong !== undefined))
      field.removeAttribute("aria-invalid");
  }
}
