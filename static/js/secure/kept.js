// Keeps the pages of games that were seen last, to be read where the network is gone: each as it stands on the screen,
// without its scripts, and with a line on top that says of when it is. The worker (worker.js) shows them.

const PAGES = /^\/games\/[\da-f-]{36}(\/plays)?$/;
const SHOWN = "main.table, .result, .trail"; // a table, a result or a log; not what says that there is none
const STRANGER = "form[action='/pair']"; // the page of a device that was shut out
const MOST = 12;
const ROOT = new URL("../../", import.meta.url); // of the files of this build: one cache for each
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

// The page for what was not kept, in the language of the one on the screen.
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
  for (const each of copy.querySelectorAll("script, noscript, link:not([rel=stylesheet], [rel=icon])")) each.remove();
  for (const each of copy.querySelectorAll("[role=alert]")) each.removeAttribute("role"); // said when it was new
  for (const each of copy.querySelectorAll("button, input, select, textarea")) each.disabled = true;
  for (const each of copy.querySelectorAll("a[download]")) each.removeAttribute("download"); // it would save the page that says no
  copy.querySelector("[data-words]")?.replaceChildren(); // what waits is said when the copy is shown (offline.js)
  copy.head.append(...page.querySelectorAll("head script, head [data-offline]"));
  const banner = copy.importNode(page.querySelector("template").content, true);
  const time = banner.querySelector("time");
  time.dateTime = new Date().toISOString();
  time.textContent = new Date().toLocaleString(copy.documentElement.lang);
  copy.querySelector("header").after(banner);
  copy.body.classList.add("is-offline");
}

// What a page needs besides. None of it changes under its address, so that what is there stays.
async function keepFiles(cache, page) {
  const files = [...page.querySelectorAll(":not(noscript) > link[href], script[src]")].map((each) => each.getAttribute("href") ?? each.getAttribute("src"));
  const there = await Promise.all(files.map((file) => cache.match(file)));
  await cache.addAll(files.filter((_, at) => !there[at]));
}
