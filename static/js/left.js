// What was filled in for a game on this phone and not sent (`unsent:<game>/…`, see unsent.js and gathered.js), and plays
// that wait to be sent (outbox.js): shown, and forgotten when that is asked for.

const SEAT = /^unsent:[^/]+\/(\d+)\//; // whose it is, where a field does not say so
const SHOWN = 6; // so many values of one draft

export function start(element) {
  const { game } = element.dataset;
  const names = JSON.parse(element.dataset.names);
  const list = element.querySelector("ul");

  function show() {
    const found = left(game, names);
    list.replaceChildren(...found.map(({ says }) => Object.assign(document.createElement("li"), { textContent: says })));
    element.hidden = !found.length;
  }

  element.querySelector("[data-forget]")?.addEventListener("click", () => {
    for (const { key } of left(game, names)) localStorage.removeItem(key);
    document.dispatchEvent(new Event("outbox"));
    show();
  });
  document.addEventListener("outbox", () => element.isConnected && show());
  show();
}

function left(game, names) {
  try {
    const kept = Object.keys(localStorage).sort().filter((key) => /^(unsent|outbox):/.test(key)).map((key) => ({ key, value: readable(key) }));
    const waiting = kept.filter(({ key, value }) => key.startsWith("outbox:") && value?.game === `/games/${game}`);
    const drafts = kept.filter(({ key, value }) => value && (key.startsWith(`unsent:${game}/`) || key === `unsent:about ${game}`));
    return [...waiting.map(({ key, value }) => ({ key, says: value.says })), ...drafts.map(({ key, value }) => ({ key, says: told(key, value, names) }))];
  } catch {
    return []; // a browser that keeps nothing
  }
}

// One that cannot be read does not hide the others.
function readable(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return undefined;
  }
}

function told(key, values, names) {
  const said = Object.entries(values).filter(([name]) => name !== "player").flatMap(([, each]) => each).filter((value) => value !== "");
  const name = names[values.player?.[0] ?? SEAT.exec(key)?.[1]];
  const text = said.slice(0, SHOWN).join(", ") + (said.length > SHOWN ? " …" : "");
  return name ? `${name}: ${text}` : text;
}
