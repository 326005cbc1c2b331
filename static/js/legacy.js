// Converts what the version before has kept of what was typed and not sent (unsent:…) to the keys of keeper.js. To be deleted
// with the next version.

export function convert() {
  try {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith("unsent:"))) {
      const [game, ...rest] = key.slice("unsent:".length).split("/");
      for (const [slot, values] of slots(rest, JSON.parse(localStorage.getItem(key)))) localStorage.setItem(`typed:/games/${game}/${slot}`, JSON.stringify({ values }));
      localStorage.removeItem(key);
    }
  } catch {
    // What cannot be read was not kept by the version before.
  }
}

function slots(rest, { player, ...values }) {
  const [first, second, third] = rest;
  if (first === "sheet") return Object.entries(Object.groupBy(Object.entries(values), ([name]) => /^[a-z-]+\.\d+/.exec(name)[0])).map(([slot, own]) => [slot, Object.fromEntries(own)]);
  if (first === "aaron") return [["aaron", named("aaron", values)]];
  if (second === "tally") return [[`tally.${first}`, named(`tally.${first}`, values)]];
  if (third) return [[`${third}.${second}`, named(`${third}.${second}`, values)]];
  if (values.cards) return [[`agent.${first}`, named(`agent.${first}`, values)]];
  return [];
}

const named = (slot, values) => Object.fromEntries(Object.entries(values).map(([name, each]) => [name.startsWith("option-") ? name : `${slot}-${name}`, each]));
