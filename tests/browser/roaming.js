// What a roaming hand (roaming.py) sees on the page. It is a function of the players' names.
(names) => {
  if (window.roaming) return;
  const CONTROLS = "button, a[href], summary, label, input:not([type=hidden]), select";
  const heading = (each) => each.matches("label") && !each.control; // of keys that take the place of a field
  const STATES = ["aria-current", "aria-pressed", "aria-expanded", "aria-selected", "aria-checked", "aria-disabled"];
  const MESSAGES = "[role=alert], .fault, .notice-stop, .verdict-stop, .sure";
  const CARRIED = /^(csrf_token|entry_key|revision|seen|kind|player|play|sure|do)$/;
  const clean = (text) => (text ?? "").replace(/\s+/g, " ").trim();
  const seen = (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const named = (text) => names.filter((name) => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, "u").test(text));
  const text = (each) => clean(each.ariaLabel || each.innerText || each.labels?.[0]?.innerText);
  const of = (each) => each.form ?? each.control?.form;
  const on = (each) => (each.matches("[type=radio], [type=checkbox]") ? each.checked : (each.value ?? ""));

  function empty(each) {
    const field = each.control ?? each;
    const group = document.getElementsByName(field.name);
    return field.type === "radio"
      ? ![...group].some((one) => one.checked)
      : field.matches("input, select") && !field.value;
  }

  // The one player that a control, its label or the nearest heading above it names.
  function whose(element) {
    const labels = [element.ariaLabel, ...[...(element.labels ?? [])].map((each) => each.innerText)].join(" ");
    if (named(labels).length === 1) return named(labels)[0];
    for (let at = element; at && at.id !== "main" && at !== document.body; at = at.parentElement) {
      const headings = [...at.querySelectorAll("h2, h3")].map((each) => each.innerText);
      if (at.matches("[role=group]")) headings.push(at.ariaLabel ?? "");
      const found = new Set(headings.flatMap(named));
      if (found.size) return found.size === 1 ? [...found][0] : "";
    }
    return "";
  }

  // What is typed, by player and field; the number of a seat in a field's name does not count.
  function typed() {
    const found = {};
    for (const each of document.querySelectorAll("main input, main select")) {
      if (!each.name || CARRIED.test(each.name) || each.matches("[type=radio], [type=checkbox]")) continue;
      const player = whose(each);
      if (player) (found[`${player}: ${each.name.replace(/\d+/g, "#")}`] ??= []).push(each.value);
    }
    return found;
  }

  function look() {
    const controls = [...document.querySelectorAll(CONTROLS)].filter(
      (each) => seen(each) || [...(each.labels ?? [])].some(seen),
    );
    const scrolled = [...document.querySelectorAll("html, main, main *")].map(
      (each) => each.scrollTop + each.scrollLeft,
    );
    const at = document.activeElement?.matches("input, select") ? document.activeElement.outerHTML.slice(0, 200) : "";
    return {
      url: location.href,
      page: [
        location.href,
        document.body.innerText,
        at,
        scrolled.join(),
        ...controls.map((each) => [text(each), on(each), ...STATES.map((state) => each.getAttribute(state))].join("|")),
      ].join("\n"),
      messages: [...document.querySelectorAll(MESSAGES)]
        .filter(seen)
        .map((each) => clean(each.innerText))
        .filter(Boolean),
      keys: [...document.querySelectorAll(".cell-keys button, .cell-typing, .held button, .markers button")].filter(
        seen,
      ).length,
    };
  }

  // A control in reach, by chance: where to tap it, and what it is. As people do, the hand mostly goes on with what the last
  // tap has brought, fills in the form that it has begun, and sends it; it seldom leaves the page.
  let known = new Set();
  let last, control;
  const middle = () => ((box) => [box.x + box.width / 2, box.y + box.height / 2])(control.getBoundingClientRect());
  const place = (each) => each.closest("nav, table, ul, ol, fieldset, [role=group], .act, form, main");
  function find(way, where, chance, never) {
    const free = (each) => !each.closest(":disabled, [aria-disabled=true], [inert]") && !each.control?.disabled;
    const here = (each) => !each.href || (each.pathname.startsWith("/games/") && !each.download && !each.target);
    const barred = new RegExp(never, "iu");
    const reach = [...document.querySelectorAll(CONTROLS)].filter(
      (each) =>
        seen(each) &&
        !heading(each) &&
        free(each) &&
        here(each) &&
        text(each) &&
        each.type !== "range" &&
        !barred.test(`${text(each)} ${each.href ?? ""}`),
    );
    const fresh = reach.filter((each) => !known.has(each));
    const near = reach.filter((each) => last?.isConnected && (last.contains(each) || last.contains(of(each))));
    const blank = near.filter(empty);
    const sends = near.filter((each) => each.matches("button:not([type=button])"));
    const stays = reach.filter((each) => !each.href || each.pathname === location.pathname);
    const ways = [
      [0.15, fresh],
      [0.42, blank],
      [0.64, sends],
      [0.68, near],
      [0.68, fresh],
      [0.97, stays],
    ];
    const likely = ways.find(([share, each]) => way < share && each.length)?.[1] ?? reach;
    const places = [...new Set(likely.map(place))]; // so that a link in a short row is tapped as often as a key
    const among = likely.filter((each) => place(each) === places[Math.floor(where * places.length)]);
    control = among[Math.floor(chance * among.length)];
    if (!control) return null;
    known = new Set(reach);
    last = of(control) ?? control.closest("[data-slot], .phase-panel, .act");
    const hit = () => control.contains(document.elementFromPoint(...middle()));
    if (!hit()) control.scrollIntoView({ block: "center", behavior: "instant" });
    const already = "[aria-current], [aria-selected=true], [aria-pressed=true], :has(> :checked[type=radio])";
    const field = control.control ?? control;
    const types = field.matches("input:not([type=radio], [type=checkbox])");
    return hit()
      ? {
          point: middle(),
          text: text(control),
          whose: whose(control),
          types,
          cell: control.matches(".paper-cell"),
          sends: control.matches("button"),
          quick: control.matches("label, input, select, [type=button]"),
          idle:
            control.matches(already) ||
            control.href === location.href ||
            field.matches("select, [type=radio]:checked") ||
            (types && field.value !== ""),
        }
      : null;
  }

  window.roaming = { look, typed, find, again: middle };
};
