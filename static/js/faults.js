// Removes what is said to be wrong with a field as soon as the field is changed; if it is still wrong, the server says so
// again. A fault names its fields by data-wrong; a fault without it is named by its field's aria-describedby. A notice above
// the forms names by data-about the slots that it is about, and goes once they are changed; a question (data-asks) goes with
// the first change, because the answer would be to other numbers.

import { anchored, reveal } from "./scroll.js";

document.addEventListener("input", ({ target }) => {
  const stay = anchored();
  for (const fault of target.form?.querySelectorAll("[data-wrong]") ?? []) {
    const left = names(fault).filter((name) => name !== target.name);
    fault.dataset.wrong = left.join(" ");
    if (!left.length) fault.replaceChildren();
  }
  for (let held = target.closest("[aria-describedby]"); held; held = held.parentElement.closest("[aria-describedby]")) {
    for (const id of held.getAttribute("aria-describedby").split(" ")) {
      const said = document.getElementById(id);
      if (said?.matches(".fault:not([data-wrong])")) said.replaceChildren();
    }
  }
  target.removeAttribute("aria-invalid");
  const slot = target.closest("[data-slot]")?.dataset.slot;
  for (const notice of slot ? document.querySelectorAll("[data-about]") : []) {
    const about = notice.dataset.about.split(" ");
    const left = about.filter((each) => each !== slot);
    notice.dataset.about = left.join(" ");
    if (!left.length || (notice.dataset.asks !== undefined && left.length < about.length)) notice.remove();
  }
  stay();
});

// Scrolls what somebody unfolds into sight.
document.addEventListener("click", ({ target }) => {
  const fold = target.closest("summary")?.parentElement;
  requestAnimationFrame(() => fold?.open && reveal(fold));
});

// Marks the fields that the faults in a form name. Others that are marked stay so only while their fault is told.
export function markFaults(form) {
  const faults = [...form.querySelectorAll("[data-wrong]")];
  for (const field of form.elements) {
    const fault = field.name && faults.find((each) => names(each).includes(field.name));
    if (fault?.id) field.setAttribute("aria-describedby", fault.id);
    if (fault) field.setAttribute("aria-invalid", "true");
    else if (!told(field)) field.removeAttribute("aria-invalid");
  }
}

function told(field) {
  const described = field.closest("[aria-describedby]")?.getAttribute("aria-describedby") ?? "";
  return described.split(" ").some((id) => document.getElementById(id)?.matches(".fault:not(:empty)"));
}

function names(fault) {
  return fault.dataset.wrong.split(" ").filter(Boolean);
}
