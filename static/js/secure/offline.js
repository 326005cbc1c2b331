// On a page that was kept: shows when that was, which plays wait on this device (outbox.js) and which games were kept, and
// loads the page itself as soon as the server answers again.

const PAUSE = 5000; // milliseconds between two questions whether the server answers

const time = document.querySelector(".offline time");
const box = document.querySelector("[data-words]");
const list = document.querySelector("[data-kept]");

if (time) time.textContent = spoken(time.dateTime);
if (box) box.append(...waiting(JSON.parse(box.dataset.words)));
if (list) show(list);
addEventListener("online", look);
setInterval(look, PAUSE);

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch("/health", { cache: "no-store" });
    if (answer.ok) location.reload();
  } catch {
    // There is still no answer.
  }
}

// A line with the plays of this game that wait, in a list; an empty list if there are none.
function waiting(words) {
  const names = Object.keys(localStorage).filter((name) => name.startsWith("outbox:")).sort();
  const plays = names.map(readable).filter((play) => play?.game === location.pathname);
  const said = plays.map(({ says }, at) => (at ? `${says} (${words.unchecked})` : says)).join(" · ");
  const textContent = `${plays[0]?.stopped ? words.stopped : words.waiting} ${said}`;
  return plays.length ? [Object.assign(document.createElement("p"), { className: "notice notice-note", textContent })] : [];
}

// A stored play, or undefined if it cannot be read, so that it does not hide the others.
function readable(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return undefined;
  }
}

// The time of day, with its date where that is not today.
function spoken(moment) {
  const when = new Date(moment);
  const today = when.toDateString() === new Date().toDateString();
  const { lang } = document.documentElement;
  const own = navigator.languages.find((each) => each.startsWith(lang)) ?? lang; // the reader's region
  return when.toLocaleString(own, { timeStyle: "short", ...(today ? {} : { dateStyle: "medium" }) });
}

// Lists the games that were kept, the one seen last first.
async function show(list) {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      if (!/\/games\/[^/]+$/.test(url)) continue;
      const page = new DOMParser().parseFromString(await (await cache.match(url)).text(), "text/html");
      found.unshift([url, page.title, spoken(page.querySelector(".offline time").dateTime)]);
    }
  }
  list.hidden = !found.length;
  document.querySelector("[data-nothing]").hidden = found.length > 0;
  list.querySelector("ul").append(...found.map(([url, title, seen]) => {
    const item = document.createElement("li");
    const link = Object.assign(document.createElement("a"), { href: url, className: "game" });
    link.append(
      Object.assign(document.createElement("b"), { textContent: title }),
      Object.assign(document.createElement("small"), { textContent: seen }),
    );
    item.append(link);
    return item;
  }));
}
