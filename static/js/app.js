// Starts the modules that a page names in data-module. The server joins this file and all of its imports into one
// (web/common/assets.py), so that a first visit needs one request. Therefore top-level names must be unique across
// these files, and all other scripts import from app.js. Each file imports only files above it, and they are joined in
// this order:
//
//   stored.js     the players of the page, and sent plays stored on this phone
//   drafts.js     typed and unsent values, by game, player and kind of play
//   fields.js     number fields and steppers
//   settled.js    the event after any changes, to redraw everything derived
//   buttons.js    disabled buttons
//   scrolling.js  the scroll position
//   panels.js     the open panel, and dialogs
//   faults.js     error messages and invalid fields
//   page.js       the page on the screen, updated by answered pages
//   sending.js    requests of forms
//   outbox.js     plays, which wait on this phone for their answer
//   waiting.js    waiting plays, shown in their slots and in the bar
//   forms.js      all other forms
//   links.js      links between the pages of a game
//   follow.js     requests in the background: previews, and updates by other phones
//   pencil.js     waiting plays, shown in their later places
//   app.js        starts these files and the modules of games
//
// Earlier files notify later ones by events of the document: "shown" (an answered page is on the screen), "opened" (a
// panel), "settled" (once after any changes: redraw), "outbox" (waiting plays have changed), "current" (the page is up
// to date), "behind" (it may be outdated). Events of a slot or form: "redraw" (a script has filled in its fields),
// "queued" (its play was added to the outbox), "previewed". Later files can also register functions with holdWhere and
// onRefusal.
//
// data- attributes that templates set for scripts:
//   main       players: ids and names of the players in seat order; on-turn: the player on turn
//   any        module: scripts of this directory, in order, or of a game (rulebooks/<slug>/<name>)
//              part: name of an element that previews replace; news: text to announce after an entry
//              passing: omitted from offline copies; sticky: stays at the top during scrolling
//              awake: keeps the screen awake; inactive: the game is archived or deleted
//   panels     panel, tab: one panel is open, with one tab in front (the others have data-behind)
//              next: id of the following panel; done: this panel is complete
//   links      opens: the panel or tab that the link opens; of-panel (on any element): visible with that panel, or
//              with any panel in that element
//              sheet: id of the template with the content of its page, which is shown in a dialog
//              fills: fills in the fields of its form that its URL names
//   forms      live: sent by scripts; queues: through the outbox; gathers: sends several plays, only the changed ones
//              once: cannot be sent again while its play waits; careful, again: its buttons ignore double taps
//              first, alone: message if other plays have to be sent first, or if anything else is typed
//              clash: asks which of two entries for the same thing counts
//              announces: announced after sending; preview: URL of the preview
//              play-name (also on buttons, or on an element that contains it): name of the play while it waits
//              advances: becomes the next player's form after sending
//   slots      slot: name of a play's form; label: its player; title: its play; key: distinguishes the same slot of
//              another round
//              refused: contains the refused values; filled: a cell already filled in
//              stays: keeps its values visible while its play waits; closes: takes only one waiting play
//              plays: number of earlier plays of this kind; before: the field for it
//              entered: the play of another phone, if there are more plays now; restored: message about restored values
//              waits-here, waits-below: places for lines about waiting plays
//   fields     saved: the stored value; base: the number to change; held: numbers in any order
//              step, for, least: a stepper button, its field, and the minimum; most: the maximum
//              apart: words that exclude each other, on the reason to show
//              sum: a count of filled-in fields, by a part of their names
//              next, back: keys that go to the next field and delete; clear: a button that empties a slot
//              turn: a cell of the player on turn
//   faults     wrong, about: the fields or slots with the error; asks: a confirmation question
//   following  follows: the type of page; seldom: it rarely changes; leads: the URL to go to when the game is over
//              word, lost, ended: labels for new elements, a lost connection, and the end of sharing
// data- attributes that scripts set for style sheets and for each other: started, unsent, waits, saving, fresh (buttons
// ignore double taps), stale (outdated numbers), typed, at (the field in use), new, shown (a number that counts up),
// note and play (subject of a line). Scripts of games and of single pages document their attributes themselves.

import { slots } from "./stored.js";
import { showSlot } from "./drafts.js";
import "./fields.js";
import { settle } from "./settled.js";
import { leadToFault } from "./faults.js";
import { startOutbox } from "./outbox.js";
import "./waiting.js";
import "./forms.js";
import "./links.js";
import { follow, preview } from "./follow.js";
import "./pencil.js";

export * from "./stored.js";
export * from "./drafts.js";
export * from "./settled.js";
export * from "./scrolling.js";
export * from "./buttons.js";
export * from "./panels.js";
export * from "./faults.js";
export * from "./page.js";
export * from "./sending.js";
export * from "./outbox.js";

const AT_HAND = { follow, outbox() {}, preview }; // startOutbox starts the outbox on every page
const begun = new WeakSet(); // elements whose modules were started

// Starts the modules of an element with data-module. An error does not affect the modules of other elements.
async function begin(element) {
  begun.add(element);
  for (const name of element.dataset.module.split(" ")) {
    (AT_HAND[name] ?? (await import(`./${name}.js`)).start)(element);
  }
  element.dataset.started = "";
}

// Starts the modules of the page, restores typed values and shows waiting plays, before buttons become active.
function shown() {
  for (const element of document.querySelectorAll("[data-module]")) if (!begun.has(element)) begin(element);
  // secure.js uses features that browsers offer only over https.
  if (isSecureContext) import("./secure.js").then(({ seen }) => seen());
  slots().forEach(showSlot);
  startOutbox();
}

document.addEventListener("shown", shown);
shown();
settle();
if (document.querySelector("[aria-invalid=true]")) leadToFault(); // a refused form without data-live
// A page from the back/forward cache has an old revision and a used entry key, so it is reloaded.
addEventListener("pageshow", (event) => event.persisted && location.reload());
