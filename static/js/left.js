// Lists what was typed for a game on this phone and not sent (keeper.js), and plays that wait to be sent (outbox.js), with a
// button that forgets all of it.

import { forgetAll, keptOf, queue } from "./app.js";

const WHOSE = /^[a-z-]+\.@(\d+)/; // the player in the name of a slot
const SHOWN = 6; // values shown of one slot

export function start(element) {
  const game = `/games/${element.dataset.game}`;
  const names = JSON.parse(element.dataset.names);
  const list = element.querySelector("ul");

  function show() {
    const found = [...queue(game).map(({ says }) => says), ...Object.entries(keptOf(game)).filter(([slot]) => !slot.startsWith("asked-")).map(([slot, values]) => told(slot, values, names))];
    list.replaceChildren(...found.map((textContent) => Object.assign(document.createElement("li"), { textContent })));
    element.hidden = !found.length;
  }

  element.querySelector("[data-forget]")?.addEventListener("click", () => {
    for (const { name } of queue(game)) localStorage.removeItem(name);
    forgetAll(game);
    document.dispatchEvent(new Event("outbox"));
  });
  for (const news of ["outbox", "shown"]) document.addEventListener(news, () => element.isConnected && show());
  show();
}

function told(slot, values, names) {
  const said = Object.values(values).flat().filter((value) => value !== "").map((value) => value.replace(/^@(\d+)/, (_, who) => names[who] ?? ""));
  const [, whose = ""] = WHOSE.exec(slot) ?? [];
  const name = names[whose];
  const text = said.slice(0, SHOWN).join(", ") + (said.length > SHOWN ? " …" : "");
  return name ? `${name}: ${text}` : text;
}
