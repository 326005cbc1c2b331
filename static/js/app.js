// Starts what a page asks for, and sends forms without leaving the page. It is served as one file with all that it imports
// (web/shell/assets.py), so that a first visit asks once: a name at the top of one of them is in none of the others. Whoever
// needs one of their functions imports it from here.

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
