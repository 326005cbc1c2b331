// Starts the modules that a page names. This file and all that it imports are served as one (web/shell/assets.py), so that a
// first visit asks once. So no two of these files may have the same name at their top level, and every other script imports
// their functions from here. Each imports only files above it:
//
//   stored.js   who sits where, and the plays that were sent, as this phone keeps them
//   drafts.js   what is typed and not sent, by game, player and kind of play
//   page.js     what is shown: answered pages, the open panel, buttons that wait, faults, scrolling
//   outbox.js   what is sent: plays, which wait for their answer on this phone, and all other forms
//   follow.js   what the server is asked meanwhile: previews, and what others have entered
//   fields.js   fields of numbers, and steppers
//   app.js      starts them, and the modules of a title
//
// What a later file has to know of an earlier one is an event of the document: "shown" (an answered page was), "opened" (a panel
// was), "settled" (after any change, once: time to draw), "outbox" (other plays wait), "stands" (the page on the screen is up to
// date), "behind" (it may not be); on a slot or form "redraw" (its fields were filled in by a script), "queued" (it was put into
// the outbox), "previewed". A later file can also hand in a function: holdWhere, onRefusal.
//
// What templates say to scripts:
//   main       seated, names, holding: the ids and names of who sits where, and the fields whose values are seats
//              on-turn: the seat whose turn it is
//   any        module: scripts of this folder, in order, or a title's own (rulebooks/<slug>/<name>)
//              part: what a preview draws anew, by name; told: read out once a play is entered; passing: not kept to be read later
//              sticky: stays on top while the page scrolls; awake: keeps the screen awake; shelved: the game is not at the table
//   panels     panel, tab: one is open, one in front (the others behind); next, done: the panel that follows, nothing is left here
//   links      opens: the panel or tab to which they lead; of-panel (any element): is shown with that panel
//   forms      live: sent by scripts; queues: through the outbox; gathers: several plays, those that were changed
//              once: not again while its play waits; careful, again: how its buttons wait after a tap (page.js)
//              first: what to say if something else has to be sent before; alone: if something else is typed; announces: what is
//              read out afterwards
//              preview: the address that says what it comes to; says: how its play is called; goes-on: it is the next player's then
//   slots      slot, label, key: the form of a play, whose it is, what tells it from the same slot in another round
//              refused: it came back with what was sent; stays: its values are a whole state, which stays in it while it waits
//              closes: what waits in it leaves no room for more; filled: a cell that is filled in already
//              plays, before, entered: how many such plays there were, the field for that, what to say if there are more by now
//              restored: what to say of values that were kept; waits-here, waits-below: where lines about plays that wait stand
//   fields     saved, stands: the value that stands, or the number that a change is added to; held: numbers in any order
//              step, for, least: a button that steps a number, whose, and down to what; sum: what a count counts; most: at most
//              next, back: keys that move on and delete; clear: a button that empties a slot; turn: a cell of the player on turn
//   faults     wrong, about: the names of the fields or slots that it is about; asks: it is a question
//   following  follows: the kind of page; seldom: it hardly changes; leads, word, lost, ended: where it goes on, and what it says
// What scripts say to styles and to each other: started, unsent, waits, saving, fresh (taps have to wait), stale (figures of
// before), typed, at (the field in use), new, shown (a number that counts up), note and play (what a line is about).
// The scripts of titles and of single pages name theirs themselves.

import { showSlot } from "./drafts.js";
import "./fields.js";
import { follow, preview } from "./follow.js";
import { startOutbox } from "./outbox.js";
import { leadToFault, settle } from "./page.js";
import { slots } from "./stored.js";

export * from "./stored.js";
export * from "./drafts.js";
export * from "./page.js";
export * from "./outbox.js";

const AT_HAND = { follow, outbox() {}, preview }; // the outbox starts on every page, by startOutbox
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
