// Starts what a page asks for, and sends forms without leaving the page.

import { listen } from "./live.js";

// Each element with data-module gets the module of that name, once.
async function start(root) {
  for (const element of root.querySelectorAll("[data-module]:not([data-started])")) {
    const module = await import(`./${element.dataset.module}.js`);
    module.start(element);
    element.dataset.started = "";
  }
}

listen(start);
start(document);
