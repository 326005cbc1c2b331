// The form of players and seats. Players take their seats on this phone; only the button that begins or saves sends
// them. Choosing another player's colour swaps the two colours; several players can choose the same team. With
// data-url, the page's URL contains the form's values, so that a reload and Back keep them.
//
// data-fewest, data-most: the number of players; data-longest: the length of a name; data-alike, data-nameless,
// data-too-long: refusals of a name.

import { pages, released } from "./app.js";

const MANY = 6; // with more seats, free ones are not shown
const NUMBERED = ["id", "name", "for", "aria-describedby", "popovertarget"];

export function start(form) {
  const [fewest, most] = [Number(form.dataset.fewest), Number(form.dataset.most)];
  const list = document.getElementById("seats");
  const field = () => form.elements.new;
  const seats = () => [...form.querySelectorAll(".seat")];
  const nameIn = (seat) => seat.querySelector("[name^=name-]");
  let words; // values by field name, including the current colour of each seat
  let asked = 0;

  // Without data-live, the browser itself sends the form and opens the rules, so that Back returns to this URL.
  document.getElementById("rules")?.addEventListener("click", () => delete form.dataset.live);

  // A tap on "Add" or a name must not take the focus from the field for the next name.
  form.addEventListener("mousedown", (event) => {
    if (event.target.closest("#add, .chip[aria-pressed]") && document.activeElement === field()) event.preventDefault();
  });

  form.addEventListener("submit", (event) => {
    const { id, value } = event.submitter ?? {};
    const [act, what] = value?.split(/:(.*)/s) ?? [];
    const typed = field().value.trim();
    const entered = !id && (value === "enter" || value === "save"); // by the Enter key
    if (entered && !typed && form.contains(document.activeElement?.closest(".suggestions"))) return;
    const number = Number(what);
    const taken = seats();
    if (form.getAttribute("aria-busy")) return event.preventDefault(); // nothing changes after sending
    if (act === "add" || (entered && (typed || value === "enter"))) (act === "add" || typed) && add(typed, true);
    else if (act === "seat") toggle(what);
    else if (act === "remove") free(taken[number]);
    else if (act === "up" || act === "down")
      move(taken[number], act === "up" ? taken[number - 1] : taken[number + 1], act);
    else if (act === "first") [list.prepend(...taken.slice(number)), changed()];
    else {
      if (["begin", "save"].includes(id) && typed && !add(typed, true)) event.preventDefault();
      return;
    }
    event.preventDefault();
  });

  form.addEventListener("input", ({ target }) => {
    renaming();
    if (target.closest(".swatch")) choose(target);
    if (target.name?.startsWith("name-")) draw();
    keep();
    if (target.closest(".sheet")) [document.getElementById("table-fault")?.remove(), refresh("sitting")];
  });
  document.addEventListener("shown", () => form.isConnected && shown());
  shown();

  // Draws an answered page, with a refusal of a name beside its field.
  function shown() {
    draw();
    const refused = form.querySelector(".seat[data-fault] .seat-form");
    if (refused?.showPopover && !refused.matches(":popover-open")) refused.showPopover();
  }

  function toggle(name) {
    const seat = seats().find((each) => alike(nameIn(each).value, name));
    if (seat) free(seat);
    else add(name, false);
  }

  // Seats a player, if possible; returns whether it did. `typed`: the name is in the field.
  function add(text, typed) {
    const name = text.replace(/\s+/g, " ").trim().normalize("NFC");
    const taken = seats();
    const twice = taken.some((each) => alike(nameIn(each).value, name));
    const full = taken.length >= most && document.getElementById("no-room").textContent;
    const { length } = [...name];
    const tooLong = length > form.dataset.longest && form.dataset.tooLong.replace("{length}", length);
    const refusal =
      full ||
      tooLong ||
      (!name && form.dataset.nameless) ||
      (twice && form.dataset.alike.replace("{player}", () => name));
    if (refusal) return refuse(refusal);
    const seat = copy(0, { player: name, seat: taken.length, number: taken.length + 1 });
    nameIn(seat).value = name;
    for (const choices of seat.querySelectorAll(".swatches")) {
      const radios = [...choices.querySelectorAll("[type=radio]")];
      const option = radios[0].name.replace(/-\d+$/, "");
      const chosen = taken.map((each) => each.querySelector(`.swatch [name^="${option}-"]:checked`)?.value);
      const distinct = choices.querySelector("[name$=-was]");
      const radio = distinct ? radios.find((each) => !chosen.includes(each.value)) : radios[chosen.length % 2];
      if (radio) radio.checked = true;
    }
    if (taken.length) taken.at(-1).after(seat);
    else list.prepend(seat);
    if (typed) field().value = "";
    changed();
    seat.scrollIntoView({ block: "nearest" });
    return true;
  }

  function free(seat) {
    seat?.remove();
    changed();
  }

  function move(seat, other, act) {
    if (!seat || !other) return;
    act === "up" ? other.before(seat) : other.after(seat);
    if (form.elements.order) form.elements.order.value = "kept";
    changed();
    seat.querySelector(".seat-form").showPopover?.();
    const button = seat.querySelector(`[value^=${act}]`);
    (button.disabled ? seat.querySelector(".seat-moves :enabled") : button).focus();
  }

  // A copy of the empty seat (0) or the free one (1) with these values instead of their names in braces.
  function copy(which, values) {
    const made = document.importNode(document.getElementById("new-seat").content.children[which], true);
    const fill = (text) => text.replace(/\{(player|seat|number)\}/g, (_, name) => values[name]);
    for (const each of [made, ...made.querySelectorAll("*")]) {
      for (const { name, value } of [...each.attributes]) if (value.includes("{")) each.setAttribute(name, fill(value));
      for (const node of each.childNodes) if (node.nodeType === Node.TEXT_NODE) node.data = fill(node.data);
    }
    return made;
  }

  function refuse(sentence) {
    const fault = document.getElementById("new-fault") ?? document.createElement("p");
    Object.assign(fault, { id: "new-fault", className: "fault", role: "alert", textContent: sentence });
    document.getElementById("adding").after(fault);
    field().setAttribute("aria-invalid", "true");
    field().setAttribute("aria-describedby", "new-fault");
    field().focus();
    return false;
  }

  // Numbers the seats again after a change of their order.
  function changed() {
    document.getElementById("new-fault")?.remove();
    document.getElementById("players-fault")?.remove();
    field().removeAttribute("aria-invalid");
    const checked = form.querySelectorAll(".seat :checked"); // fields with the same name for a moment would lose it
    const first = [...checked];
    seats().forEach((seat, at) => {
      for (const each of seat.querySelectorAll("*")) {
        for (const name of NUMBERED) {
          const value = each.getAttribute(name);
          if (value) each.setAttribute(name, value.replace(/-\d+(?=$|-was$|-fault$)/, `-${at}`));
        }
        if (each.name === "do") each.value = each.value.replace(/\d+$/, at);
      }
      const fresh = copy(0, { player: "", seat: at, number: at + 1 });
      for (const css of [".seat-number", ".seat-open i", ".seat-open .visually-hidden", ".seat-name label"]) {
        seat.querySelector(css).textContent = fresh.querySelector(css).textContent;
      }
    });
    for (const each of first) each.checked = true;
    for (const { name, value } of first) {
      const before = form.elements[`${name}-was`];
      if (before) before.value = value;
    }
    draw();
    keep();
    refresh("winner");
  }

  // Shows everything that depends on the seats.
  function draw() {
    words = new Map(new FormData(form));
    const taken = seats();
    const names = taken.map((seat) => nameIn(seat).value);
    const seated = (name) => names.some((each) => alike(each, name));
    taken.forEach((seat, at) => {
      for (const [act, where] of [
        ["up", 0],
        ["down", taken.length - 1],
      ])
        seat.querySelector(`[value^=${act}]`).disabled = at === where;
      show(seat);
    });
    for (const each of list.querySelectorAll(".seat-free")) each.remove();
    for (let number = taken.length + 1; number <= most && most <= MANY; number += 1) list.append(copy(1, { number }));
    for (const chip of form.querySelectorAll(".chip[aria-pressed]")) {
      const seat = taken[names.findIndex((name) => alike(name, chip.textContent))];
      chip.ariaPressed = String(Boolean(seat));
      chip.className = `chip ${/family-\S+/.exec(seat?.className) ?? ""}`;
    }
    for (const each of form.querySelectorAll(".suggestion"))
      each.hidden = seated(each.querySelector("[name$=-was]").value);
    document.getElementById("adding").hidden = false;
    document.getElementById("no-room").hidden = true;
    for (const [id, hides] of [
      ["order", taken.length < 2],
      ["missing", taken.length >= fewest && taken.length <= most],
    ]) {
      const each = document.getElementById(id);
      if (each) each.hidden = hides;
      for (const radio of each?.querySelectorAll("input") ?? []) radio.disabled = hides;
    }
    const missing = document.getElementById("missing");
    const begin = document.getElementById("begin");
    if (missing?.hidden) begin.removeAttribute("aria-disabled");
    else if (missing) begin.ariaDisabled = "true";
    if (missing) begin.setAttribute("aria-describedby", missing.hidden ? "table-fault" : "missing");
    if (missing?.hidden && !document.getElementById("table-fault")) begin.removeAttribute("aria-describedby");
    renaming();
  }

  // Shows a seat's name and choices on its button; a team is offered if these players can need it.
  function show(seat) {
    const chosen = [...seat.querySelectorAll(".swatch :checked")];
    const own = seat.querySelector(".seat-form");
    if (!own.popover) own.popover = "auto"; // not in the page, because browsers do not focus a refused name in a popover
    seat.querySelector(".seat-open b").textContent = nameIn(seat).value;
    seat.querySelector(".seat-open small").textContent = chosen
      .map((each) => each.closest(".swatch").querySelector(".swatch-label").textContent)
      .join(" ");
    const dot = chosen.map((each) => each.closest(".swatch").querySelector(".swatch-dot")).find(Boolean);
    seat.querySelector(".sign").textContent = dot?.textContent ?? "";
    seat.className = `seat ${dot ? /family-\S+/.exec(dot.closest(".swatch").className) : ""}`;
    seat.toggleAttribute("data-fault", Boolean(seat.querySelector(".fault:not(:empty)")));
    for (const choices of seat.querySelectorAll(".swatches:not(:has([name$=-was]))")) {
      choices.querySelectorAll(".swatch").forEach((each, at) => {
        const { name, value } = each.firstElementChild;
        const used = form.querySelector(`.seat [name^="${name.replace(/\d+$/, "")}"][value="${value}"]:checked`);
        each.hidden = at > seats().length / 2 && !used;
      });
    }
  }

  function keep() {
    if (form.dataset.url) history.replaceState(null, "", `${form.dataset.url}?${new URLSearchParams(filled(form))}`);
  }

  // Updates what only the server knows about the starting player, without waiting for it: by the chosen options
  // ("sitting") or the players ("winner").
  async function refresh(part) {
    const stale = form.querySelector(`[data-part=${part}]`);
    const mine = ++asked;
    if (!stale) return;
    try {
      const [shown, text] = [pages(), await (await fetch(location)).text()];
      const fresh = new DOMParser().parseFromString(text, "text/html").querySelector(`[data-part=${part}]`);
      await released();
      if (mine !== asked || shown !== pages() || !fresh || fresh.isEqualNode(stale)) return;
      stale.replaceWith(fresh);
      draw();
    } catch {} // without a network, Begin shows the error
  }

  // Shows the question whether a changed name is another player, if a player's name was changed.
  function renaming() {
    const choice = document.getElementById("new-names");
    if (choice)
      choice.hidden = !seats().some(
        (seat) =>
          seat.querySelector("[name^=had-]").value &&
          seat.querySelector("[name^=had-]").value !== nameIn(seat).value.trim(),
      );
  }

  function choose({ name, value }) {
    const mine = words.get(name);
    const option = name.replace(/\d+$/, "");
    const other = [...form.querySelectorAll(`.swatch [name^="${option}"]:checked`)].find(
      (each) => each.name !== name && each.value === value,
    );
    if (other && mine && form.elements[`${name}-was`])
      form.querySelector(`.swatch [name="${other.name}"][value="${mine}"]`).checked = true;
    draw();
  }
}

const alike = (one, other) => one.trim().toLowerCase() === other.trim().toLowerCase();

function filled(form) {
  const seen = (name) => name.startsWith("known-") && form.elements[`${name}-was`].value;
  return [...new FormData(form)].filter(
    ([name, value]) =>
      (form.elements[name].type !== "hidden" || ["order", "after"].includes(name)) && value !== seen(name),
  );
}
