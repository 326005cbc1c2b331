// What is filled in and not sent yet: the form says so by data-unsent, and with a data-unsent-key it outlives the page.
// Only what is not as it stood is kept, so that a draft never brings back what has been changed elsewhere since.

const CARRIED = ["csrf_token", "entry_key", "revision", "seen"];

export function start(form) {
  const key = form.dataset.unsentKey && `unsent:${form.dataset.unsentKey}`;
  const refused = form.dataset.refused !== undefined; // what stands there was sent, but not taken: it is unsent still
  const entered = refused ? {} : filled(form);
  const unsent = () => {
    const now = filled(form);
    return Object.fromEntries(Object.keys({ ...entered, ...now }).filter((name) => String(now[name]) !== String(entered[name])).map((name) => [name, now[name] ?? []]));
  };

  form.addEventListener("input", () => {
    form.toggleAttribute("data-unsent", Object.keys(unsent()).length > 0);
    keep();
  });
  const clear = form.querySelector("[data-clear]");
  let cleared;
  clear?.addEventListener("click", (event) => {
    event.preventDefault();
    const back = cleared;
    cleared = back ? undefined : filled(form);
    putBack(form, back ?? {}, true);
    [clear.textContent, clear.dataset.clear] = [clear.dataset.clear, clear.textContent];
  });
  form.querySelector("[data-forget]")?.addEventListener("click", () => localStorage.removeItem(key)); // it leads to an empty form
  for (const taken of ["sent", "queued"]) form.addEventListener(taken, () => key && localStorage.removeItem(key));

  function keep() {
    if (!key) return;
    try {
      if (Object.keys(unsent()).length) localStorage.setItem(key, JSON.stringify(unsent()));
      else localStorage.removeItem(key);
    } catch {
      // A browser that keeps nothing loses what was not sent, and nothing else.
    }
  }

  function restore(kept) {
    if (form.dataset.restored) form.prepend(Object.assign(document.createElement("p"), { className: "notice notice-note", textContent: form.dataset.restored }));
    form.closest("details")?.setAttribute("open", "");
    putBack(form, kept);
  }

  try {
    const kept = !refused && key && JSON.parse(localStorage.getItem(key));
    if (kept) restore(kept);
    else keep();
  } catch {
    // As above: what cannot be read back is lost.
  }
}

// What is filled in, by name; a field that shows 0 while it is empty says the same when 0 is typed.
export function filled(form) {
  const values = {};
  for (const [name, value] of new FormData(form)) {
    if (CARRIED.includes(name)) continue;
    (values[name] ??= []).push(value === "0" && form.elements[name].placeholder === "0" ? "" : value);
  }
  return values;
}

// Puts these in their fields, by name; with `whole` in the place of all that is filled in: what is not among them is empty.
export function putBack(form, left, whole = false) {
  for (const each of form.elements) {
    const values = left[each.name];
    const carried = each.type === "hidden" && !each.classList.contains("field"); // what the form says of itself
    if ((!values && !whole) || !each.name || carried) continue;
    const box = ["checkbox", "radio"].includes(each.type);
    const at = values && box ? values.indexOf(each.value) : -1;
    if (box) each.checked = values ? at >= 0 : each.type === "radio" && each.value === "0";
    if (at >= 0) values.splice(at, 1); // what is typed beside it has the same name
    else if (!box) each.value = values?.shift() ?? "";
    if (values && each.value && each.type !== "checkbox") each.closest("details")?.setAttribute("open", "");
  }
  for (const part of form.querySelectorAll("[data-module]")) part.dispatchEvent(new Event("restored"));
  form.dispatchEvent(new Event("input"));
}
