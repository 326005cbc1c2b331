// The form of players and seats. Choosing another player's colour swaps the two colours; several players can choose the
// same team. With data-address, the page's URL contains the form's values, so that a reload keeps them.

export function start(form) {
  const words = new Map(new FormData(form)); // values by field name, including the current colour of each seat
  let asked = 0;

  // Without data-live, the browser itself sends the form and opens the rules, so that Back returns to this URL.
  document.getElementById("rules")?.addEventListener("click", () => delete form.dataset.live);

  // "Add" must not take the focus from the field, where the next name is typed.
  form.addEventListener("mousedown", (event) => {
    if (event.target.closest("#add") && document.activeElement.id === "new") event.preventDefault();
  });
  document.addEventListener("shown", renaming);
  renaming();

  form.addEventListener("input", ({ target }) => {
    renaming();
    if (target.closest(".swatch")) choose(target);
    if (form.dataset.address) history.replaceState(null, "", `${form.dataset.address}?${new URLSearchParams(filled(form))}`);
    if (target.closest(".sheet") && form.querySelector("[data-part=sitting]")) sit().catch(() => {}); // without a network, the next request shows the error
  });

  // Updates the choice of the starting player if the chosen options change its rule.
  async function sit() {
    const mine = ++asked;
    const text = await (await fetch(location)).text();
    const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-part=sitting]");
    const stale = form.querySelector("[data-part=sitting]");
    if (mine === asked && fresh && fresh.firstElementChild.value !== stale.firstElementChild.value) stale.replaceWith(fresh);
  }

  // Shows the question whether a changed name is another player, if a player's name was changed.
  function renaming() {
    const choice = document.getElementById("new-names");
    if (choice) choice.hidden = ![...form.querySelectorAll("[name^=had-]")].some(({ name, value }) => value && value !== form.elements[name.replace("had", "name")].value.trim());
  }

  function choose({ name, value }) {
    const mine = words.get(name);
    const option = name.replace(/\d+$/, "");
    const other = [...form.querySelectorAll(`.swatch [name^="${option}"]:checked`)].find((each) => each.name !== name && each.value === value);
    if (other && mine && form.elements[`${name}-was`]) give(other.name, mine);
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
