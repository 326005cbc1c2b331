// On the other pages of a game, and at home, a line says that plays wait for the network (outbox.js), and leads to the table.

import { here, kept, notice, queue, sentence, WORDS } from "./outbox.js";

export function draw() {
  for (const each of document.querySelectorAll("[data-outbox]")) each.remove();
  if (document.querySelector("[data-module=outbox]")) return; // there they stand at the top of what is entered
  for (const game of new Set(kept().map((play) => play.game))) {
    if (game !== here() && location.pathname !== "/") continue;
    const line = notice("", "note", "status");
    line.dataset.outbox = "";
    line.append(Object.assign(document.createElement("a"), { href: game, textContent: sentence(queue(game), JSON.parse(localStorage.getItem(WORDS))) }));
    document.getElementById("main").prepend(line);
  }
}
