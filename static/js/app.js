// Starts the modules that a page names. This file and all that it imports are served as one (web/shell/assets.py), so that a
// first visit asks once. So no two of these files may have the same name at their top level, and every other script imports
// their functions from here. Each imports only files above it:
//
//   stored.js   who sits where, and the plays that were sent, as this phone keeps them
//   drafts.js   what is typed and not sent, by game, player and kind of play
//   page.js     what is shown: answered pages, the open panel, buttons that wait, faults, scrolling
//   outbox.js   what is sent: plays, which wait for their answer on this phone, and all other forms
//   follow.js   what the server is asked meanwhile: previews, and what others have entered
//   fields.js   fields of numbers: steppers, keys for numbers
//   app.js      starts them, and the modules of a title
//
// What a later file has to know of an earlier one is an event of the document: "shown" (an answered page was), "opened" (a panel
// was), "settled" (after any change, once: time to draw), "outbox" (other plays wait), "stands" (the page on the screen is up to
// date), "behind" (it may not be); on a slot or form "redraw" (its fields were filled in by a script), "queued" (it was put into
// the outbox), "previewed". A later file can also hand in a function: holdWhere, onRefusal.

import { showSlot } from "./drafts.js";
import { keys } from "./fields.js";
import { follow, preview } from "./follow.js";
import { startOutbox } from "./outbox.js";
import { leadToFault, settle } from "./page.js";
import { slots } from "./stored.js";

export * from "./stored.js";
export * from "./drafts.js";
export * from "./page.js";
export * from "./outbox.js";

const AT_HAND = { follow, keys, outbox() {}, preview }; // the outbox starts on every page, by startOutbox
const begun = new WeakSet(); // elements whose modules were started

// Starts the modules of each element with data-module, once; if those of one element fail, those of the others still start.
async function begin(element) {
  begun.add(element);
  for (const name of element.dataset.module.split(" ")) {
    (AT_HAND[name] ?? (await import(`./${name}.js`)).start)(element);
  }
  element.dataset.started = "";
}

// Starts what the page on the screen needs, fills in what was typed, and shows what waits, before anything can be tapped.
function shown() {
  for (const element of document.querySelectorAll("[data-module]")) if (!begun.has(element)) begin(element);
  // Over plain http browsers have none of what it uses.
  if (isSecureContext) import("./secure.js").then(({ seen }) => seen());
  slots().forEach(showSlot);
  startOutbox();
}

document.addEventListener("shown", shown);
shown();
settle();
if (document.querySelector("[aria-invalid=true]")) leadToFault(); // a form without data-live was refused
// A page from the back button's memory has an old revision and a used key: fetch it fresh.
addEventListener("pageshow", (event) => event.persisted && location.reload());
