// The eye of the hand (hand.py): what lies under each tap, as the page shows it. It is a function of the players' names.
(names) => {
  if (window.eye) return;
  const clean = (text) => (text ?? "").replace(/\s+/g, " ").trim();
  const seen = (each) => each.checkVisibility({ visibilityProperty: true });
  const named = (text) => names.filter((name) => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, "u").test(text));
  const CONTROLS = "button, a[href], label, input:not([type=hidden])";

  // Whose: the one name in the headings of the smallest part of the page that has any.
  function whose(element) {
    for (let at = element; at && at.id !== "main" && at !== document.body; at = at.parentElement) {
      const headings = [...at.querySelectorAll("h2, h3")].filter(seen).map((each) => each.innerText);
      if (at.matches("[role=group]")) headings.push(at.ariaLabel ?? "");
      const found = new Set(headings.flatMap(named));
      if (found.size) return found.size === 1 ? [...found][0] : null;
    }
    return null;
  }

  // The ids of the players in the order of their names, from the last page that has them.
  let ids = [];
  function idsNow() {
    const players = JSON.parse(document.getElementById("main")?.dataset.players ?? "[]");
    const byName = Object.fromEntries(players.map(([id, name]) => [name, id]));
    if (players.length) ids = names.map((name) => byName[name]);
    return ids;
  }

  // A text with the indexes of the players' names instead of their ids.
  const seats = (text) => text.replace(/(?:@|%40)(\d+)/g, (_, id) => idsNow().indexOf(Number(id)));
  const key = (seat) => `@${idsNow()[seat]}`;

  // The name of a field as its slot has it; one without a slot in its name is its form's, of the kind that this says.
  function slotted({ name: real, form }) {
    const name = seats(real);
    if (name.startsWith("agent.")) return ""; // see below
    if (/^[a-z-]+\.\d+-/.test(name) || /^(hyde-park|end-round)-/.test(name)) return name;
    const kind = form?.elements.kind?.value;
    const carried = ["csrf_token", "entry_key", "revision", "seen", "kind", "player", "play", "sure", "cards"];
    if (!kind || name.includes(".") || carried.includes(name)) return "";
    return `${kind}.${names.indexOf(whose(form))}-${name}`;
  }

  // All that is filled in. Of the cards of a code name it is what lies in the tray.
  function filled() {
    const values = {};
    for (const each of document.querySelectorAll("input, select")) {
      const name = each.name && slotted(each);
      if (name && (!/radio|checkbox/.test(each.type) || each.checked)) (values[name] ??= []).push(seats(each.value));
    }
    for (const tray of document.querySelectorAll("[role=group][aria-label=Cards]")) {
      if (seen(tray)) values[`agent.${names.indexOf(whose(tray))}-cards`] = cards(tray);
    }
    return values;
  }

  const cards = (tray) => [...tray.children].map((each) => clean(each.textContent)).filter(Boolean);

  // The field that a stepper writes to, and which of those with its name.
  function aim(control) {
    if (control.dataset.step === undefined || control.dataset.each !== undefined) return null;
    const input = document.getElementById(control.dataset.for) ?? control.closest(".stepper")?.querySelector("input");
    return input && [slotted(input), [...document.getElementsByName(input.name)].indexOf(input)];
  }

  // The field that is marked as the one that digits go into.
  function pointed() {
    const input = [...document.querySelectorAll("[data-at]")].find(seen);
    return input ? [slotted(input), [...document.getElementsByName(input.name)].indexOf(input)] : null;
  }

  function says(control) {
    const text = clean(control.ariaLabel || control.innerText || control.labels?.[0]?.innerText);
    const where = control.closest("table") ? "the sheet" : control.closest("[role=group]")?.ariaLabel;
    return [text, where ?? ""];
  }

  function look(element) {
    const control = element.closest?.(CONTROLS);
    if (!control) return null;
    const [what, where] = says(control);
    const slot = control.closest("[data-slot]") ?? control.form?.closest("[data-slot]");
    const seat = slot && /^[a-z-]+\.(\d+)/.exec(seats(slot.dataset.slot))?.[1];
    const owner = names[seat];
    return {
      what,
      where,
      value: control.value ?? "",
      whose: whose(control) ?? owner ?? null,
      form: owner ?? whose(control.form ?? control.closest("form")),
      slot: slot?.dataset.slot ?? "",
      differs: Boolean(owner && whose(slot) && owner !== whose(slot)),
      open: clean(document.querySelector("table [aria-current=true]")?.closest("tr").querySelector("th").innerText),
      available: !(
        control.matches(":disabled") ||
        control.control?.matches(":disabled") ||
        control.closest("[inert], [aria-disabled=true]")
      ),
      link: control.matches("a[href]"),
      aim: aim(control),
      at: pointed(),
      shown: filled(),
    };
  }

  // One note for each tap: what lay there when the finger came, or rather when the page got the click.
  let down;
  let last = () => {}; // the note that what the last one did is still to be added to
  document.addEventListener(
    "pointerdown",
    (event) => {
      last();
      const mine = (down = { time: Date.now(), ...look(event.target) });
      setTimeout(() => mine.clicked || mine.what === undefined || noted({ ...mine, clicked: false }), 700);
    },
    true,
  );
  document.addEventListener(
    "click",
    (event) => {
      if (!event.isTrusted || !down || down.clicked) return;
      down.clicked = true;
      const note = look(event.target);
      const [key, began] = [document.querySelector("[name=entry_key]"), { ...down }];
      const page = key?.value;
      let done = !note;
      let after;
      if (event.target.closest("button")) window.addEventListener("click", () => (after = filled()), { once: true });
      last = () =>
        done ||
        ((done = true),
        noted({
          ...note,
          time: began.time,
          clicked: true,
          was: began.what,
          after: after ?? filled(),
          swapped: !key?.isConnected || document.querySelector("[name=entry_key]")?.value !== page,
        }));
      setTimeout(last);
    },
    true,
  );

  // What the page says of things that it did not take.
  const told = new WeakMap();
  function listen() {
    for (const each of document.querySelectorAll("[role=alert], .notice-stop, .fault")) {
      const text = clean(each.innerText);
      if (text && told.get(each) !== text && seen(each)) noted({ said: text, time: Date.now() });
      told.set(each, text);
    }
  }
  new MutationObserver(() => requestAnimationFrame(listen)).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });

  // Something to tap: by weight among the sorts of things in reach, then any of that sort. It is brought into sight.
  function find(sorts, first, second) {
    const reach = new Map();
    for (const control of document.querySelectorAll(CONTROLS)) {
      const leaves = control.href && (control.pathname !== location.pathname || !control.closest("main"));
      if (!seen(control) || control.matches("input") || leaves) continue;
      const [what, where] = says(control);
      const sort = sorts.find(
        ([pattern, inside]) => new RegExp(pattern, "u").test(what) && new RegExp(`^(?:${inside})`, "u").test(where),
      );
      if (sort) reach.set(sort, [...(reach.get(sort) ?? []), control]);
    }
    let at = first * [...reach.keys()].reduce((sum, [, , weight]) => sum + weight, 0);
    const sort = [...reach.keys()].find(([, , weight]) => (at -= weight) < 0);
    const control = reach.get(sort)?.[Math.floor(second * reach.get(sort).length)];
    if (!control) return null;
    const middle = () => ((box) => [box.x + box.width / 2, box.y + box.height / 2])(control.getBoundingClientRect());
    const hit = () => control.contains(document.elementFromPoint(...middle()));
    if (!hit()) control.scrollIntoView({ block: "center", behavior: "instant" });
    return hit() ? middle() : null;
  }

  function waiting() {
    const names = Object.keys(localStorage)
      .filter((name) => /^outbox:\d/.test(name))
      .sort();
    const plays = names.map((name) => JSON.parse(localStorage.getItem(name)));
    return plays.map((play) => ({ ...play, body: seats(play.body), slots: play.slots.map(seats) }));
  }

  window.eye = { find, filled, key, waiting };
};
