// What is filled in and not sent yet: the form says so by data-unsent, and with a data-unsent-key it outlives the page.

const CARRIED = ["csrf_token", "entry_key", "revision"];

export function start(form) {
  // A field that shows 0 while it is empty says the same when 0 is typed; elsewhere empty and 0 are two things.
  const same = (name, value) => (value === "0" && form.elements[name].placeholder === "0" ? "" : value);
  const filled = () => JSON.stringify([...new FormData(form)].filter(([name]) => !CARRIED.includes(name)).map(([name, value]) => [name, same(name, value)]));
  const key = form.dataset.unsentKey && `unsent:${form.dataset.unsentKey}`;
  const refused = form.dataset.refused !== undefined; // what stands there was sent, but not taken: it is unsent still
  const entered = refused ? null : filled();

  form.addEventListener("input", () => {
    form.toggleAttribute("data-unsent", filled() !== entered);
    keep();
  });
  const clear = form.querySelector("[data-clear]");
  let cleared;
  clear?.addEventListener("click", (event) => {
    event.preventDefault();
    const [back, nothing] = [cleared, form.querySelectorAll("[type=radio][value='0']")];
    cleared = back ? undefined : [...new FormData(form)];
    fill(form, back ?? [...nothing].map(({ name, value }) => [name, value]));
    [clear.textContent, clear.dataset.clear] = [clear.dataset.clear, clear.textContent];
  });
  form.addEventListener("sent", () => key && localStorage.removeItem(key));

  function keep() {
    if (!key) return;
    try {
      if (filled() === entered) localStorage.removeItem(key);
      else localStorage.setItem(key, filled());
    } catch {
      // A browser that keeps nothing loses what was not sent, and nothing else.
    }
  }

  function restore() {
    if (refused || !key) return keep();
    const kept = localStorage.getItem(key);
    if (!kept || kept === entered) return;
    if (form.dataset.restored) form.prepend(Object.assign(document.createElement("p"), { className: "notice notice-note", textContent: form.dataset.restored }));
    form.closest("details")?.setAttribute("open", "");
    fill(form, JSON.parse(kept));
  }

  try {
    restore();
  } catch {
    // As above: what cannot be read back is lost.
  }
}

// Puts these in the place of all that is filled in; what is not among them is empty.
function fill(form, left) {
  const boxes = [...form.elements].filter((each) => ["checkbox", "radio"].includes(each.type));
  for (const each of boxes) {
    const at = left.findIndex(([name, value]) => name === each.name && value === each.value);
    each.checked = at >= 0;
    if (at >= 0) left.splice(at, 1); // what is typed beside it has the same name
  }
  for (const each of form.querySelectorAll(".field[name]")) {
    const at = left.findIndex(([name]) => name === each.name); // of several with one name, each in its turn
    each.value = at < 0 ? "" : left.splice(at, 1)[0][1];
    if (each.value) each.closest("details")?.setAttribute("open", "");
  }
  for (const part of form.querySelectorAll("[data-module]")) part.dispatchEvent(new Event("restored"));
  form.dispatchEvent(new Event("input"));
}
