// What somebody can do with a play that waited for the network and was refused (outbox.js).

import { complain, read, replace, saying, send } from "./live.js";
import { changed, drop, press, put, soon } from "./outbox.js";

const CARRIED = ["csrf_token", "entry_key", "revision", "after_key", "seen"];
const JUDGED = [200, 409, 422];

// Why a play was not taken, with the way to the rules, and, where the game had changed, the revision that it has now.
export function reasonOf({ answer, fresh }) {
  const way = fresh.querySelector(".rules-on");
  const to = way && new URL(way.href);
  to?.searchParams.delete("back"); // what was typed is kept here
  for (const each of fresh.querySelectorAll(".rules-on")) each.remove();
  const said = [...fresh.querySelectorAll("[role=alert], .fault, .sheet-title")].map((each) => each.textContent.replace(/\s+/g, " ").trim());
  const asked = Boolean(fresh.querySelector("[name=sure]"));
  return { reason: said.find(Boolean), rules: way && [to.href, way.textContent], asked, revision: answer.status === 409 ? fresh.querySelector("[name=revision]")?.value : "" };
}

// A phone that only watches by now can but throw it away.
export function offer(choices, play, words) {
  const writes = document.querySelector("form[action*='/plays']");
  if (writes) choices.append(press(play.stopped.revision ? words.anyway : words.send, play, again), press(words.change, play, change));
  choices.append(press(words.drop, play, drop));
  const [href, textContent] = play.stopped.rules ?? [];
  if (href) choices.append(Object.assign(document.createElement("a"), { className: "quiet-action", href, textContent }));
}

// Sends it again: knowing that the game had changed, or what was asked about it. A refusal asked nothing yet.
function again({ stopped, ...play }) {
  put(play, stopped.revision ? { revision: stopped.revision, after_key: "" } : stopped.asked && { sure: "yes" });
  changed();
  soon();
}

// Puts it back into its form: an address can fill in one play, and what was gathered is answered with its form.
async function change(play, { target }) {
  const said = new URLSearchParams(play.body);
  const single = said.has("kind");
  if (single) for (const field of CARRIED) said.delete(field);
  const address = `${play.game}?${said}`;
  try {
    const answered = await (single ? fetch(address).then(read) : send(play.action, said));
    if (!JUDGED.includes(answered.answer.status)) throw new Error(answered.answer.statusText);
    if (single) answered.to = new URL(address, location);
    drop(play);
    replace(answered);
  } catch {
    complain(target.parentElement, saying("unanswered"));
  }
}
