// The service worker between the pages and the network. It passes on what the server answers; if no answer comes, it shows
// the page that secure/page-cache.js has kept. It never answers a form, and keeps nothing itself.

const PATIENCE = 10000; // milliseconds, as long as a form waits for its answer (outbox.js)
const NO_SERVER = [502, 504]; // a proxy's answers when the server behind it does not answer
const SHUT_OUT = 403;
const NOT_THERE = [404, 410];

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(begin()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (new URL(request.url).pathname.startsWith("/static/")) event.respondWith(file(request));
});

async function begin() {
  await registration.navigationPreload?.enable(); // nobody waits for the worker to start
  await clients.claim();
}

async function page(event) {
  const kept = (await caches.match(new URL(event.request.url).pathname)) ?? (await caches.match("/offline", { ignoreVary: true }));
  try {
    const answer = await inTime(asked(event), kept);
    if (answer.status === SHUT_OUT) await forget();
    if (NOT_THERE.includes(answer.status)) await forgetPage(event.request);
    return NO_SERVER.includes(answer.status) && kept ? kept : answer;
  } catch {
    return kept ?? Response.error();
  }
}

async function asked({ request, preloadResponse }) {
  return (await preloadResponse) ?? fetch(request);
}

// The answer, or a rejection if it is late; without a kept page there is nothing else to show, and it is waited for.
function inTime(answer, kept) {
  const late = new Promise((_, reject) => kept && setTimeout(reject, PATIENCE));
  return Promise.race([answer, late]);
}

// A file never changes under its address.
async function file(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function forget() {
  for (const name of await caches.keys()) await caches.delete(name);
}

async function forgetPage(request) {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(new URL(request.url).pathname);
}
