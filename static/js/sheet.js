// Shows an answered page as a sheet over the one in use: the ways behind "More". A tap beside it, Escape or Back closes it, and
// so does a button in it, once its answer is shown.

import { hold } from "./app.js";

export function showSheet({ fresh }) {
  const sheet = document.createElement("dialog");
  sheet.className = "drawer";
  sheet.dataset.passing = "";
  sheet.setAttribute("aria-label", fresh.querySelector("main nav").getAttribute("aria-label"));
  sheet.append(...fresh.querySelector("main").children);
  document.body.append(sheet);
  sheet.addEventListener("click", ({ target }) => target === sheet && sheet.close());
  sheet.addEventListener("submit", () => document.addEventListener("shown", () => sheet.close(), { once: true }));
  sheet.addEventListener("close", () => sheet.remove());
  sheet.showModal();
  hold();
}
