// Stores copies of the game pages shown last, for reading them offline. A copy is the page on the screen without its
// scripts, with the time of the copy at the top. The service worker (worker.js) shows the copies.

const PAGES = /^\/games\/[\da-f-]{36}(\/plays)?$/;
const SHOWN = "main.table, .result, .trail"; // a table, a result or a log, but not an error page
const UNPAIRED = "form[action='/pair']"; // on the pairing page, which an excluded device gets
const MAX_PAGES = 12; // pages to keep
const ROOT = new URL("../../", import.meta.url); // URL of this build's files; each build has a separate cache
const DIRECTIVES = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'";

export async function keep() {
  if (document.querySelector(UNPAIRED)) return forget();
  if (!PAGES.test(location.pathname) || !document.querySelector(SHOWN)) return;
  if (!navigator.serviceWorker.controller) await navigator.serviceWorker.register("/worker.js");
  const url = location.pathname;
  const copy = document.cloneNode(true);
  const cache = await caches.open(ROOT.pathname);
  await forget((name) => name !== ROOT.pathname);
  mark(copy, await offline(cache));
  await keepFiles(cache, copy);
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": DIRECTIVES };
  await cache.put(url, new Response(new XMLSerializer().serializeToString(copy), { headers }));
  const pages = (await cache.keys()).filter((each) => PAGES.test(new URL(each.url).pathname));
  await Promise.all(pages.slice(0, -MAX_PAGES).map((each) => cache.delete(each)));
}

async function forget(which = () => true) {
  const names = await caches.keys();
  await Promise.all(names.filter(which).map((name) => caches.delete(name)));
}

// The page shown instead of pages without a copy, in the language of the page on the screen.
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
  for (const each of copy.querySelectorAll("script, noscript, link:not([rel=stylesheet], [rel=icon]), [data-passing]"))
    each.remove();
  for (const each of copy.querySelectorAll("[role=alert]")) each.removeAttribute("role"); // screen readers announced these when they were new
  for (const each of copy.querySelectorAll("button, input, select, textarea")) each.disabled = true;
  for (const each of copy.querySelectorAll("a[download]")) each.removeAttribute("download"); // otherwise it would save the offline page as the file
  copy.querySelector("[data-words]")?.replaceChildren(); // offline.js shows the plays that wait at that time
  copy.head.append(...page.querySelectorAll("head script, head [data-offline]"));
  const banner = copy.importNode(page.querySelector("template").content, true);
  const time = banner.querySelector("time");
  time.dateTime = new Date().toISOString();
  time.textContent = new Date().toLocaleString(copy.documentElement.lang);
  copy.querySelector("header").after(banner);
  copy.body.classList.add("is-offline");
}

// Stores the styles, icons and scripts of a page. The content of a static URL never changes, so cached files are not
// loaded again.
async function keepFiles(cache, page) {
  const files = [...page.querySelectorAll(":not(noscript) > link[href], script[src]")].map(
    (each) => each.getAttribute("href") ?? each.getAttribute("src"),
  );
  const there = await Promise.all(files.map((file) => cache.match(file)));
  await cache.addAll(files.filter((_, at) => !there[at]));
}
