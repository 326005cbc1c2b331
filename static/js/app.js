// Starts what a page asks for, and sends forms without leaving the page.

import "./faults.js";
import { show, slots } from "./keeper.js";
import { listen } from "./live.js";
import { start as outbox } from "./outbox.js";
import { hold } from "./page.js";
import { place } from "./panels.js";
import "./stepper.js";

// Each element with data-module gets the modules of those names, in their order and once; if one fails, the others start.
export function start(root) {
  for (const element of root.querySelectorAll("[data-module]:not([data-begun])")) begin(element);
  // Over plain http there is nothing that it could do.
  if (isSecureContext) import("./secure.js").then(({ seen }) => seen());
}

async function begin(element) {
  element.dataset.begun = "";
  for (const name of element.dataset.module.split(" ").filter((each) => each !== "outbox")) {
    (await import(`./${name}.js`)).start(element);
  }
  element.dataset.started = "";
}

// What was typed and what waits is on the page before it can be tapped.
function shown() {
  slots().forEach(show);
  outbox();
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
