// The form of players and seats: a tap on a colour that somebody else has swaps the two. With data-address, what is filled in
// is written into the address of the page, so that a reload keeps it.

export function start(form) {
  const words = new Map(new FormData(form)); // the value of each field, with it the colour of each seat
  let asked = 0;

  // The browser itself goes to the rules, and Back comes back to this address.
  document.getElementById("rules")?.addEventListener("click", () => delete form.dataset.live);

  // A tap on "Add" leaves the focus in the field, for the next name.
  form.addEventListener("mousedown", (event) => {
    if (event.target.closest("#add") && document.activeElement.id === "new") event.preventDefault();
  });
  document.addEventListener("shown", renaming);
  renaming();

  form.addEventListener("input", ({ target }) => {
    renaming();
    if (target.closest(".swatch")) choose(target);
    if (form.dataset.address) history.replaceState(null, "", `${form.dataset.address}?${new URLSearchParams(filled(form))}`);
    if (target.closest(".sheet") && form.querySelector("[data-part=sitting]")) sit().catch(() => {}); // without a network the server says so later
  });

  // Shows how the first seat is found with the options as they are now, if that is another way.
  async function sit() {
    const mine = ++asked;
    const text = await (await fetch(location)).text();
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-part=sitting]");
    const stale = form.querySelector("[data-part=sitting]");
    if (mine === asked && fresh && fresh.firstElementChild.value !== stale.firstElementChild.value) stale.replaceWith(fresh);
  }

  // Shows the question whose a new name is, if somebody has another name than before.
  function renaming() {
    const choice = document.getElementById("new-names");
    if (choice) choice.hidden = ![...form.querySelectorAll("[name^=had-]")].some(({ name, value }) => value && value !== form.elements[name.replace("had", "name")].value.trim());
  }

  function choose({ name, value }) {
    const mine = words.get(name);
    const option = name.replace(/\d+$/, "");
    const other = [...form.querySelectorAll(`.swatch [name^="${option}"]:checked`)].find((each) => each.name !== name && each.value === value);
    if (other && mine) give(other.name, mine);
    give(name, value);
  }

  function give(name, word) {
    const radio = form.querySelector(`.swatch [name="${name}"][value="${word}"]`);
    radio.checked = true;
    radio.closest(".seat").classList.replace(`family-${words.get(name)}`, `family-${word}`);
    words.set(name, word);
  }
}

function filled(form) {
  const seen = (name) => name.startsWith("known-") && form.elements[`${name}-was`].value;
  return [...new FormData(form)].filter(([name, value]) => (form.elements[name].type !== "hidden" || ["order", "after"].includes(name)) && value !== seen(name));
}
