// The keypad of Don Carlo: shows what the server's rules say of the code name as it grows. It knows no rule itself;
// it looks up what the page carries. The tray outlives the page. While plays wait for the network it goes on as far as
// the page knows: what they took is taken, their cards are spent, and it is the next one's turn.

import { waiting } from "../outbox.js";

const BLANK = "%";
const WHOSE = "$";

export function start(form) {
  const read = (selector) => JSON.parse(form.querySelector(selector).textContent);
  const data = { ...read("[data-keypad]"), ...read("[data-keypad-always]") };
  const tray = form.querySelector("[data-slots]");
  const slots = [...tray.children];
  const keys = [...form.querySelectorAll("[data-number]")];
  const erase = form.querySelector("[data-backspace]");
  const verdict = form.querySelector("[data-verdict]");
  const button = form.querySelector("[data-send]");
  const [headline, detail, points] = verdict.querySelectorAll("strong, small, .verdict-points");
  const way = verdict.querySelector(".rules-on") ?? detail.parentElement.appendChild(Object.assign(document.createElement("a"), { className: "rules-on", hidden: true }));
  const asked = { headline: headline.textContent, detail: detail.textContent, stop: verdict.classList.contains("verdict-stop"), rules: [way.href, way.textContent] };
  const idle = button.textContent;
  const known = new Map([...data.nowhere, ...data.arrivals, ...data.taken].flatMap((each) => (each.names ?? data.groups[each.group]).split(" ").map((name) => [name, each])));
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "cards", className: "field" });
  form.append(field);

  let seat, hand, typed, sendable;
  const refusal = asked.stop; // what stands in the tray was sent, and not taken: it is unsent still
  const entered = data.after ? "" : data.typed; // what a correction begins from
  let underway = false; // what was typed is being sent
  let went = false; // whether it has gone on after plays that wait
  const gone = new Set(); // code names that wait to be sent
  const unsure = new Set(); // countries to which they go
  const name = (numbers) => [...numbers].sort().join("");
  const written = (numbers) => [...numbers].sort().join("/");
  const base = refusal ? "" : written(entered.match(/\d/g) ?? []);
  // Only what has a blank is filled: a player's name can have the same sign in it.
  const filled = (sentence, numbers) => sentence.replace(BLANK, () => written(numbers));
  const spent = (number) => data.spent[hand[number]].replace(/[$%]/g, (sign) => (sign === WHOSE ? data.players[seat] : number));
  const leads = (numbers) => sendable.some((each) => numbers.every((number) => count(each, number) >= count(numbers, number)));
  const open = (cards) => [...known].filter(([each, { points }]) => points !== null && !gone.has(each) && fits(each, cards)).map(([each]) => each);

  function judged(numbers) {
    const found = known.get(name(numbers));
    if (gone.has(name(numbers))) return { headline: data.after.waits, points: null };
    if (found && found.points !== null && !fits(numbers, hand)) return undefined;
    return found && unsure.has(found.country) ? { ...found, detail: data.after.unchecked, points: "" } : found;
  }

  function tap(number) {
    if (underway) return;
    const grown = [...typed, number];
    if (leads(grown)) {
      typed = grown;
      draw();
    } else if (judged(typed)?.points != null) {
      draw();
      detail.textContent = reason(grown, number);
    } else {
      say(reason(grown, number), "", "", true, rulesOf(grown));
    }
  }

  function reason(grown, number) {
    if (count(grown, number) > hand[number]) return spent(number);
    if (grown.length > slots.length) return data.full;
    const found = judged(grown);
    return found ? filled(found.headline, grown) : spent(number);
  }

  // Where the rules say why these numbers may not go: no country takes them, or they are no code name of this hand.
  const rulesOf = (numbers) => data.rules[fits(numbers, hand) && data.nowhere.includes(known.get(name(numbers))) ? "country" : "code"];

  function fill(shown) {
    slots.forEach((slot, index) => {
      slot.textContent = shown[index] ?? "";
      slot.disabled = index >= shown.length;
      slot.classList.toggle("card-empty", slot.disabled);
      slot.setAttribute("aria-label", tray.dataset.remove.replace("{number}", slot.textContent));
    });
  }

  function draw() {
    fill([...typed].sort());
    verdict.classList.remove("verdict-waits");
    erase.removeAttribute("aria-disabled");
    for (const key of keys) key.setAttribute("aria-disabled", !leads([...typed, key.dataset.number]));
    const found = judged(typed);
    const may = found?.points != null;
    field.value = written(typed);
    form.dataset.says = `${data.players[seat]} ${field.value}`;
    keep();
    form.dispatchEvent(new Event("input"));
    button.setAttribute("aria-disabled", !may);
    button.textContent = may && button.dataset.send ? filled(button.dataset.send, typed) : idle;
    const lacking = typed.find((number) => count(typed, number) > hand[number]);
    const mends = !may && leads(typed); // another card makes it a code name that may go
    if (found) say(filled(found.headline, typed), found.detail ?? (mends ? data.more : ""), may && found.points ? `+${found.points}` : "", !may && !mends, !may && !mends && rulesOf(typed));
    else if (lacking) say(spent(lacking), "", "", true, data.rules.code);
    else say(asked.headline, asked.detail, "", asked.stop, asked.rules);
  }

  const key = () => `unsent:${form.dataset.unsentKey}/${seat}/${sum(hand)}`; // each player's tray, until they have sent

  function keep() {
    form.toggleAttribute("data-unsent", field.value !== base);
    try {
      if (field.value !== base) localStorage.setItem(key(), JSON.stringify({ player: [String(seat)], cards: [field.value] }));
      else localStorage.removeItem(key());
    } catch {
      // A browser that keeps nothing loses what was not sent, and nothing else.
    }
  }

  function kept() {
    try {
      return JSON.parse(localStorage.getItem(key()))?.cards[0];
    } catch {
      return undefined;
    }
  }

  function clear() {
    localStorage.removeItem(key());
    underway = false;
    typed = [];
    field.value = "";
  }

  // Whose play is entered, and with which cards.
  function sit(whose, cards, text) {
    [seat, hand] = [whose, cards];
    sendable = open(hand);
    typed = [...(text || (kept() ?? entered))].filter((character) => hand[character] !== undefined).slice(0, slots.length);
  }

  // Where the plays that wait lead, as far as the page knows.
  function goOn() {
    const hands = data.hands.map((cards) => [...cards]);
    gone.clear();
    unsure.clear();
    let next = data.seat;
    for (const play of waiting()) {
      const sent = name(play.get("cards")?.match(/\d/g) ?? []);
      const found = known.get(sent);
      if (found?.points == null || gone.has(sent)) continue; // it is none of these, or the page knows of it
      const by = Number(play.get("player"));
      gone.add(sent);
      unsure.add(found.country);
      for (const number of sent) hands[by][number]--;
      next = hands.map((_, step) => (by + 1 + step) % hands.length).find((each) => open(hands[each]).length) ?? by;
    }
    const moved = next !== seat;
    sit(next, hands[next], moved ? "" : field.value);
    form.elements.player.value = seat;
    asked.stop = false;
    asked.rules = undefined;
    asked.headline = sendable.length ? data.after.asks : data.after.over;
    asked.detail = "";
    turn();
    draw();
  }

  // What is sent leaves the tray at once, and its receipt says that it is not confirmed. It stays kept until it is.
  function claim() {
    const found = judged(typed);
    const receipt = data.after?.receipts[found?.country];
    if (!receipt || !found.points) return;
    underway = true;
    fill([]);
    for (const key of [...keys, erase]) key.setAttribute("aria-disabled", true);
    button.setAttribute("aria-disabled", true);
    button.textContent = idle;
    say(receipt.replace(/[$%#]/g, (sign) => ({ $: data.players[seat], "%": written(typed), "#": `+${found.points}` })[sign]), data.after.unconfirmed, "", false);
    verdict.classList.add("verdict-waits");
  }

  function unclaim() {
    underway = false;
    draw();
  }

  // Says whose turn it is.
  function turn() {
    const left = (number) => (number === 1 ? data.after.card : data.after.cards.replace(BLANK, number));
    form.querySelector(".turn h2").textContent = data.after.heading.replace(WHOSE, () => data.players[seat]);
    const note = form.querySelector("p.turn-note");
    if (note) note.textContent = left(sum(hand));
    for (const each of keys) {
      const { number } = each.dataset;
      each.dataset.most = hand[number];
      each.setAttribute("aria-label", `${number}, ${left(hand[number])}`);
      each.querySelector(".key-left").replaceChildren(...Array.from({ length: hand[number] }, () => document.createElement("i")));
    }
    const standings = [...document.querySelectorAll(".standings .standing")];
    for (const each of standings) each.toggleAttribute("aria-current", each === standings[seat]);
    standings[seat].setAttribute("aria-current", "true");
    document.body.className = document.body.className.replace(/family-\S+/, /family-\S+/.exec(standings[seat].className)[0]);
  }

  function say(line, below, worth, stop, rules) {
    headline.replaceChildren(...line.split(/(\[\d+[-–]\d+\])/).map(unbroken));
    detail.textContent = below;
    points.textContent = worth;
    way.hidden = !rules?.[0];
    if (!way.hidden) [way.href, way.textContent] = rules;
    verdict.classList.toggle("verdict-stop", stop);
    verdict.classList.toggle("verdict-go", worth !== "");
  }

  for (const key of keys) key.addEventListener("click", () => tap(key.dataset.number));
  for (const slot of slots) slot.addEventListener("click", () => takeOut(slot));
  erase.addEventListener("click", back);
  form.addEventListener("submit", (event) => {
    if (button.getAttribute("aria-disabled") === "true") event.preventDefault();
  });
  form.addEventListener("underway", claim);
  form.addEventListener("unanswered", unclaim);
  form.addEventListener("sent", clear);
  form.addEventListener("queued", clear);
  document.addEventListener("keydown", press);
  document.addEventListener("outbox", follow);

  function back() {
    if (underway) return;
    typed.pop();
    draw();
  }

  function takeOut(slot) {
    typed.splice(typed.lastIndexOf(slot.textContent), 1);
    draw();
    (slot.disabled ? slots[typed.length - 1] ?? keys[0] : slot).focus();
  }

  function follow() {
    if (!form.isConnected) return document.removeEventListener("outbox", follow);
    const waits = data.after && waiting().length > 0;
    if (waits || went) goOn();
    went = waits;
  }

  function press(event) {
    if (!form.isConnected) return document.removeEventListener("keydown", press);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (hand[event.key] !== undefined && event.key.length === 1) tap(event.key);
    else if (event.key === "Backspace") back();
    else if (event.key === "Enter" && [document.body, document.getElementById("main")].includes(document.activeElement)) form.requestSubmit(button);
    else return;
    event.preventDefault();
  }

  // After a play that was refused, the reason stays until the first tap.
  sit(data.seat, data.hands[data.seat], data.after || refusal ? data.typed : "");
  draw();
  if (refusal && typed.length) say(asked.headline, "", "", true, asked.rules);
  follow();
}

// No line breaks inside "[1-3]".
function unbroken(part) {
  return part[0] === "[" ? Object.assign(document.createElement("span"), { className: "unbroken", textContent: part }) : part;
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const fits = (numbers, cards) => [...numbers].every((number) => count(numbers, number) <= cards[number]);

function count(numbers, number) {
  let found = 0;
  for (const each of numbers) found += each === number;
  return found;
}
