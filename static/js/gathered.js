// What is gathered in a form and not sent yet: it says so by data-unsent, and outlives the page under data-unsent-key.
// A field that is part of it says in data-saved what stands there. Only fields that say something else are kept, so that
// a draft never brings back what was changed elsewhere since.

export function start(form) {
  const key = `unsent:${form.dataset.unsentKey}`;
  const fields = [...form.elements].filter((field) => field.dataset.saved !== undefined);

  form.addEventListener("input", keep);
  form.addEventListener("sent", () => localStorage.removeItem(key));
  form.addEventListener("queued", (event) => { // it waits to be sent: here stands again what was saved
    event.preventDefault();
    for (const field of fields.filter(isChanged)) {
      if (field.type === "radio") field.checked = false;
      else field.value = field.dataset.saved;
    }
    form.dispatchEvent(new Event("input"));
  });

  function keep() {
    const changes = {};
    for (const { name } of fields.filter(isChanged)) changes[name] = fields.filter((field) => field.name === name && standsFor(field)).map(({ value }) => value);
    form.toggleAttribute("data-unsent", Object.keys(changes).length > 0);
    try {
      if (Object.keys(changes).length) localStorage.setItem(key, JSON.stringify(changes));
      else localStorage.removeItem(key);
    } catch {
      // A browser that keeps nothing loses what was not sent, and nothing else.
    }
  }

  try {
    const kept = form.dataset.refused === undefined && JSON.parse(localStorage.getItem(key));
    if (kept) restore(kept);
    else keep();
  } catch {
    // As above: what cannot be read back is lost.
  }

  function restore(kept) {
    for (const field of fields) {
      const values = kept[field.name];
      if (values && field.type === "radio") field.checked = values.includes(field.value);
      else if (values) field.value = values.shift() ?? "";
    }
    form.dispatchEvent(new Event("input"));
  }
}

const standsFor = (field) => field.type !== "radio" || field.checked;

// Whether a field says something else than what stands. The order of several numbers in one field says nothing.
export function isChanged(field) {
  if (field.type === "radio") return field.checked;
  if (field.dataset.held === undefined) return field.value !== field.dataset.saved;
  return sorted(field.value) !== sorted(field.dataset.saved);
}

const sorted = (text) => (text.match(/-?\d+/g) ?? []).sort().join(" ");
