// Starts the modules that a page names, and sends forms without leaving the page. This file and all that it imports are
// served as one (web/shell/assets.py), so that a first visit asks once. So no two of these files may have the same name at
// their top level, and every other script imports their functions from here.
//
// - A control belongs to the play of the element that it is in (data-slot), which shows the player's name. Figures that
//   previews replace are named after their slot (data-part): preview.js.
// - keeper.js keeps what is typed and not sent, by game and slot: over a reload, another page, another tab.
// - seated.js knows who sits where: what is kept belongs to a player, not to a seat.
// - outbox.js keeps plays that were sent and not answered, and shows them in their slots; live.js sends all other forms.
// - page.js shows an answered page by changing only what differs; panels.js opens panels, faults.js marks wrong fields,
//   scroll.js scrolls. A button that cannot take a tap is disabled and looks so (hold in page.js); no tap is ignored.
// - follow.js asks every 1.5 s for the page, and is answered 304 while it has not changed.
// - data-module names the modules of an element, in order: files of this folder, or a title's own (rulebooks/<slug>/<name>).
//   data-sticky marks what stays on top while the page scrolls, data-passing what is shown for a moment only.
// - secure.js is loaded over https only: installing, reading without a network (worker.js), keeping the screen awake.

import "./faults.js";
import { follow } from "./follow.js";
import { showSlot, slots } from "./keeper.js";
import { listen } from "./live.js";
import { startOutbox } from "./outbox.js";
import { hold, leadToFault } from "./page.js";
import { leaveSeat, place } from "./panels.js";
import { preview } from "./preview.js";
import "./stepper.js";

export * from "./keeper.js";
export * from "./outbox.js";
export * from "./page.js";
export * from "./panels.js";
export * from "./scroll.js";
export * from "./seated.js";

const AT_HAND = { follow, outbox() {}, preview }; // the outbox starts on every page, by startOutbox

// Starts the modules of each element with data-module, once; if those of one element fail, those of the others still start.
export function start(root) {
  for (const element of root.querySelectorAll("[data-module]:not([data-begun])")) begin(element);
  // Over plain http browsers have none of what it uses.
  if (isSecureContext) import("./secure.js").then(({ seen }) => seen());
}

async function begin(element) {
  element.dataset.begun = "";
  for (const name of element.dataset.module.split(" ")) {
    (AT_HAND[name] ?? (await import(`./${name}.js`)).start)(element);
  }
  element.dataset.started = "";
}

// Fills in what was typed and shows what waits, before anything can be tapped.
function shown() {
  slots().forEach(showSlot);
  startOutbox();
  hold();
}

place();
leaveSeat();
listen(start);
start(document);
document.addEventListener("shown", shown);
shown();
if (document.querySelector("[aria-invalid=true]")) leadToFault(); // a form without data-live was refused
