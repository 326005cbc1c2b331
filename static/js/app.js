// Starts what a page asks for, and sends forms without leaving the page.

import "./faults.js";
import { listen } from "./live.js";
import "./stepper.js";

// Each element with data-module gets the modules of those names, in their order and once; if one fails, the others start.
export function start(root) {
  for (const element of root.querySelectorAll("[data-module]:not([data-started])")) begin(element);
  if (waits()) import("./outbox.js").then(({ wake }) => wake());
  // Over plain http there is nothing that it could do.
  if (isSecureContext) import("./secure.js").then(({ seen }) => seen());
}

async function begin(element) {
  for (const name of element.dataset.module.split(" ")) {
    (await import(`./${name}.js`)).start(element);
  }
  element.dataset.started = "";
}

// Plays that wait for the network are sent from any page.
function waits() {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith("outbox:"));
  } catch {
    return false; // this browser keeps nothing
  }
}

// A phone that was asleep may have missed something.
function woken() {
  if (document.visibilityState !== "hidden" && !waits() && document.querySelector("[name=revision]")) import("./wake.js").then(({ wake }) => wake());
}

listen(start);
start(document);
document.addEventListener("visibilitychange", woken);
addEventListener("online", woken);
