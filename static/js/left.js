// What was filled in for a game on this phone, and never sent: shown, and forgotten when that is asked for.
// Keys are `unsent:<game>/…` (unsent.js, gathered.js), and `outbox:…` of plays that wait for the network (outbox.js).

const SEAT = /^unsent:[^/]+\/(?:\d+\/)?(\d+)(?:\/[a-z]+)?$/; // after a revision, or before a kind
const SHOWN = 6; // so many values of one draft

export function start(element) {
  const { game } = element.dataset;
  const names = JSON.parse(element.dataset.names);
  const list = element.querySelector("ul");

  function show() {
    const found = unsent(game);
    list.replaceChildren(...found.map(({ key, values }) => Object.assign(document.createElement("li"), { textContent: told(key, values, names) })));
    element.hidden = !found.length;
  }

  element.querySelector("[data-forget]")?.addEventListener("click", () => {
    for (const { key } of unsent(game)) localStorage.removeItem(key);
    show();
  });
  show();
}

function unsent(game) {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(`unsent:${game}/`) || key === `unsent:about ${game}`);
    const waiting = Object.keys(localStorage).filter((key) => key.startsWith("outbox:")).map((key) => ({ key, play: JSON.parse(localStorage.getItem(key)) }));
    const drafts = keys.sort().map((key) => ({ key, values: JSON.parse(localStorage.getItem(key)) }));
    return [...drafts, ...waiting.filter(({ play }) => play.game === `/games/${game}`).map(({ key, play }) => ({ key, values: { says: play.says } }))];
  } catch {
    return []; // a browser that keeps nothing
  }
}

function told(key, values, names) {
  const said = Object.entries(values).filter(([name]) => name !== "player").flatMap(([, each]) => each).filter((value) => value !== "");
  const name = names[values.player?.[0] ?? SEAT.exec(key)?.[1]];
  const text = said.slice(0, SHOWN).join(", ") + (said.length > SHOWN ? " …" : "");
  return name ? `${name}: ${text}` : text;
}
