// A phone that was asleep, or had no network, asks whether its table is another one by now, and puts the fresh page in
// the place of the old one. What was typed stays: in its form where that is there still, or else in a sentence that
// leads to it.

import { read, replace, sending } from "./live.js";
import { filled, putBack } from "./unsent.js";

const GAME = /^\/games\/[\da-f-]{36}$/;
const FRAMES = 120; // as long as that the scripts of a form may take to start

let tag = '"none"';
let asking = false;

export async function wake() {
  if (asking || sending || !GAME.test(location.pathname)) return;
  asking = true;
  try {
    const asked = location.href;
    const answer = await fetch(asked, { cache: "no-store", headers: { "If-None-Match": tag } });
    if (answer.status === 304 || answer.status >= 500) return;
    const answered = await read(answer);
    if (sending || asked !== location.href) return; // it is the page of something else by now
    if (stands(answered.fresh) !== stands(document)) show(answered);
    tag = answer.headers.get("ETag") ?? tag;
  } catch {
    // No network yet: it asks again when there is one.
  } finally {
    asking = false;
  }
}

// What a page says of how the game stands.
function stands(page) {
  return [page.querySelector("[name=revision]")?.value, page.title, ...[...page.querySelectorAll("[data-sticky]")].map((each) => each.textContent.replace(/\s+/g, " "))].join();
}

function show(answered) {
  const typed = [...document.querySelectorAll("main form[data-live]")].filter(isTyped).map(taken);
  replace(answered, true);
  for (const each of typed) putIn(each);
}

// Puts what was typed into its form, unless that has kept it by itself (unsent.js, gathered.js); or says what it was.
async function putIn(typed) {
  const form = twin(typed);
  for (let frame = 0; form?.dataset.module && form.dataset.started === undefined && frame < FRAMES; frame += 1) await new Promise(requestAnimationFrame);
  if (!form) lead(typed);
  else if (!typed.kept) putBack(form, typed.changed);
  else if (Object.entries(typed.changed).some(([name, each]) => String(filled(form)[name]) !== String(each))) lead(typed);
}

function isTyped(form) {
  if (form.dataset.unsentKey) return form.dataset.unsent !== undefined;
  return [...form.elements].some((field) => field.type !== "hidden" && isChanged(field));
}

function isChanged(field) {
  if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
  if (field.options) return [...field.options].some((option) => option.selected !== option.defaultSelected) && field.selectedIndex > 0;
  return field.defaultValue !== undefined && field.value !== field.defaultValue;
}

// What there is to know of a form that will be gone.
function taken(form) {
  const values = filled(form);
  const names = [...form.elements].filter((field) => isChanged(field) || (field.type === "hidden" && field.classList.contains("field"))).map(({ name }) => name);
  const changed = Object.fromEntries(names.map((name) => [name, [...(values[name] ?? [])]]));
  return { id: form.id, kind: values.kind?.[0], player: values.player?.[0], kept: form.dataset.unsentKey !== undefined, told: form.dataset.says ?? told(form), values, changed };
}

function told(form) {
  const heading = form.querySelector("h2, h3")?.textContent.trim();
  const said = [...form.elements].filter((field) => field.classList.contains("field") || isChanged(field)).filter(({ type, checked }) => checked || !["checkbox", "radio"].includes(type));
  const values = said.map((field) => (field.checked ? field.labels?.[0]?.textContent.replace(/^[^\p{L}\p{N}]+/u, "").trim() : "") || field.value).filter(Boolean);
  return [heading, values.join(", ")].filter(Boolean).join(": ");
}

// The form of the same play on the page that is shown now: by the kind of play and whose it is, or else by its name.
function twin({ id, kind, player }) {
  const value = (form, name) => form.elements[name]?.value;
  return [...document.querySelectorAll("main form[data-live]")].find((form) => (kind ? value(form, "kind") === kind && value(form, "player") === player : id && form.id === id));
}

// Says what was typed and cannot be sent now; its address fills it in again.
function lead({ kind, told, values }) {
  const notice = document.getElementById("typed");
  if (!notice || !kind) return;
  const link = notice.querySelector("a");
  link.textContent = told;
  link.href = `${location.pathname}?${new URLSearchParams(Object.entries(values).flatMap(([name, each]) => each.map((value) => [name, value])))}`;
  notice.hidden = false;
}
