// The panels of the phases: keys that go through the few numbers a marker can come to, "spared", and keys beside which
// any other number can be typed. What the numbers are, the page says; this only puts them in.

export function start(form) {
  form.addEventListener("click", ({ target }) => {
    const key = target.closest("[data-ways]");
    const ways = key?.dataset.ways.split(" ");
    if (key) put(field(key), ways[(ways.indexOf(field(key).value) + 1) % ways.length]);
  });
  form.addEventListener("change", ({ target }) => target.matches("[data-spared]") && spare(target));
  // What was chosen before is taken back on the way down, before what is filled in is kept or asked about.
  form.addEventListener("input", (event) => alone(form, event.target), true);
  for (const event of ["input", "redraw"]) form.addEventListener(event, () => draw(form));
  draw(form);
}

function field(key) {
  return key.parentElement.querySelector("input");
}

function put(input, value) {
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function spare(box) {
  for (const key of box.closest(".picks").querySelectorAll("[data-ways]")) {
    put(field(key), key.dataset.ways.split(" ")[0]);
    key.disabled = box.checked || !key.dataset.ways.includes(" ");
  }
}

// A number is either on a key or typed.
function alone(form, changed) {
  const others = [...form.elements].filter((each) => each.name === changed.name && each !== changed);
  if (changed.dataset?.other !== undefined && changed.value.trim()) for (const each of others) each.checked = false;
  if (changed.type === "radio") for (const each of others) if (each.dataset.other !== undefined) each.value = "";
}

function draw(form) {
  for (const key of form.querySelectorAll("[data-ways]")) {
    const [stands, more] = key.dataset.ways.split(" ");
    drawMarker(key, field(key), stands, more ? "+1" : key.closest("[data-top]").dataset.top);
  }
}

// The key of a marker says what is filled in, and where it moved from; a `note` while that is what `stands`.
export function drawMarker(key, { value, ariaLabel }, stands, note) {
  const [under, small] = ["b", "small"].map((name) => document.createElement(name));
  const moved = value !== stands;
  under.textContent = figure(value) || "–";
  small.textContent = moved ? key.closest("[data-from]").dataset.from.replace("{number}", figure(stands) || "–") : note;
  key.replaceChildren(under, " ", small);
  key.ariaLabel = `${ariaLabel}: ${key.textContent}`;
  key.classList.toggle("pick-moved", moved);
}

export const figure = (text) => text.replace("-", "−");
