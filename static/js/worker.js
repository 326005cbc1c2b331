// The service worker. It forwards requests to the server. If the server does not answer, it shows the copy of the page
// that secure/page-cache.js has stored. It does not handle forms, and stores nothing itself.

const PATIENCE = 10000; // milliseconds, the same as ANSWER_WITHIN of sending.js
const NO_SERVER = [502, 504]; // responses of a proxy whose server does not answer
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
  await registration.navigationPreload?.enable(); // requests do not wait for the worker to start
  await clients.claim();
}

async function page(event) {
  const kept =
    (await caches.match(new URL(event.request.url).pathname)) ?? (await caches.match("/offline", { ignoreVary: true }));
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

// Rejects if the answer is late and there is a stored copy to show. Without a copy, it waits for the answer.
function inTime(answer, kept) {
  const late = new Promise((_, reject) => kept && setTimeout(reject, PATIENCE));
  return Promise.race([answer, late]);
}

// The content of a static URL never changes, so a cached file is always valid.
async function file(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function forget() {
  for (const name of await caches.keys()) await caches.delete(name);
}

async function forgetPage(request) {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(new URL(request.url).pathname);
}
