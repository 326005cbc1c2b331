// Keeps the pages of games that were seen last, to be read without a network: each as it is on the screen, without its
// scripts, and with a line on top that says when that was. The worker (worker.js) shows them.

const PAGES = /^\/games\/[\da-f-]{36}(\/plays)?$/;
const SHOWN = "main.table, .result, .trail"; // a table, a result or a log; not the page of a game that is not there
const STRANGER = "form[action='/pair']"; // on the page of a device that was shut out
const MOST = 12; // pages
const ROOT = new URL("../../", import.meta.url); // the address of this build's files; each build has its own cache
const DIRECTIVES = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

export async function keep() {
  if (document.querySelector(STRANGER)) return forget();
  if (!PAGES.test(location.pathname) || !document.querySelector(SHOWN)) return;
  if (!navigator.serviceWorker.controller) await navigator.serviceWorker.register("/worker.js");
  const address = location.pathname;
  const copy = document.cloneNode(true);
  const cache = await caches.open(ROOT.pathname);
  await forget((name) => name !== ROOT.pathname);
  mark(copy, await offline(cache));
  await keepFiles(cache, copy);
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": DIRECTIVES };
  await cache.put(address, new Response(new XMLSerializer().serializeToString(copy), { headers }));
  const pages = (await cache.keys()).filter((each) => PAGES.test(new URL(each.url).pathname));
  await Promise.all(pages.slice(0, -MOST).map((each) => cache.delete(each)));
}

async function forget(which = () => true) {
  const names = await caches.keys();
  await Promise.all(names.filter(which).map((name) => caches.delete(name)));
}

// The page that is shown instead of pages that were not kept, in the language of the page on the screen.
async function offline(cache) {
  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
  const stored = await cache.match("/offline", { ignoreVary: true });
  const page = stored && parsed(await stored.text());
  if (page?.documentElement.lang === document.documentElement.lang) return page;
  const answer = await fetch("/offline");
  await cache.put("/offline", answer.clone());
  const fresh = parsed(await answer.text());
  await keepFiles(cache, fresh);
  return fresh;
}

function mark(copy, page) {
  for (const each of copy.querySelectorAll("script, noscript, link:not([rel=stylesheet], [rel=icon]), [data-passing]")) each.remove();
  for (const each of copy.querySelectorAll("[role=alert]")) each.removeAttribute("role"); // they were read out when they were new
  for (const each of copy.querySelectorAll("button, input, select, textarea")) each.disabled = true;
  for (const each of copy.querySelectorAll("a[download]")) each.removeAttribute("download"); // it would save the page for what was not kept
  copy.querySelector("[data-words]")?.replaceChildren(); // offline.js fills in what waits when the copy is shown
  copy.head.append(...page.querySelectorAll("head script, head [data-offline]"));
  const banner = copy.importNode(page.querySelector("template").content, true);
  const time = banner.querySelector("time");
  time.dateTime = new Date().toISOString();
  time.textContent = new Date().toLocaleString(copy.documentElement.lang);
  copy.querySelector("header").after(banner);
  copy.body.classList.add("is-offline");
}

// Keeps the styles, icons and scripts of a page. A file never changes under its address: one in the cache is not loaded again.
async function keepFiles(cache, page) {
  const files = [...page.querySelectorAll(":not(noscript) > link[href], script[src]")].map((each) => each.getAttribute("href") ?? each.getAttribute("src"));
  const there = await Promise.all(files.map((file) => cache.match(file)));
  await cache.addAll(files.filter((_, at) => !there[at]));
}
