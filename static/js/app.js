// Starts what a page asks for, and sends forms without leaving the page. It is served as one file with all that it imports
// (web/shell/assets.py), so that a first visit asks once: a name at the top of one of them is in none of the others. Whoever
// needs one of their functions imports it from here.
//
// - A control says whose play it changes by the element that it stands in (data-slot), which shows the name. Figures that a
//   preview draws anew are named after their slot (data-part): preview.js.
// - keeper.js keeps what is typed and not sent, by game and slot: over a reload, another page, another tab.
// - outbox.js keeps what was sent and not answered, in its slot and in order; live.js sends all other forms.
// - page.js puts an answered page in by changing only what differs; panels.js opens one of its panels, faults.js shows what is
//   wrong, scroll.js what is to be seen. What cannot take a tap is disabled and looks so (hold in page.js), never deaf.
// - follow.js asks every 1.5 s whether the page is another one by now (304 if not).
// - An element with data-module gets the modules of those names, in their order: of this folder, or a title's own
//   (rulebooks/<slug>/<name>). What stays on top while the page scrolls says data-sticky.
// - secure.js is loaded over https alone: installed, read without a network (worker.js), and awake.

import "./faults.js";
import { follow } from "./follow.js";
import { showSlot, slots } from "./keeper.js";
import { listen } from "./live.js";
import { startOutbox } from "./outbox.js";
import { hold } from "./page.js";
import { place } from "./panels.js";
import { preview } from "./preview.js";
import "./stepper.js";

export * from "./keeper.js";
export * from "./outbox.js";
export * from "./page.js";
export * from "./panels.js";

const AT_HAND = { follow, outbox() {}, preview }; // the outbox begins with every page

// Each element with data-module gets the modules of those names, in their order and once; if one fails, the others start.
export function start(root) {
  for (const element of root.querySelectorAll("[data-module]:not([data-begun])")) begin(element);
  // Over plain http there is nothing that it could do.
  if (isSecureContext) import("./secure.js").then(({ seen }) => seen());
}

async function begin(element) {
  element.dataset.begun = "";
  for (const name of element.dataset.module.split(" ")) {
    (AT_HAND[name] ?? (await import(`./${name}.js`)).start)(element);
  }
  element.dataset.started = "";
}

// What was typed and what waits is on the page before it can be tapped.
function shown() {
  slots().forEach(showSlot);
  startOutbox();
  hold();
}

// What the version before kept is seldom there.
try {
  if (Object.keys(localStorage).some((key) => key.startsWith("unsent:"))) (await import("./legacy.js")).convert();
} catch {
  // This browser keeps nothing, or it cannot be had now.
}
place();
listen(start);
start(document);
document.addEventListener("shown", shown);
shown();
