// Runs on an offline copy of a page. It shows the time of the copy, plays that wait on this phone (outbox.js) and the
// other copies, and loads the current page when the server answers again.

const PAUSE = 5000; // milliseconds between two checks of the server

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
    // The server does not answer yet.
  }
}

// An array with a line about this game's waiting plays, or an empty array.
function waiting(words) {
  const names = Object.keys(localStorage)
    .filter((name) => name.startsWith("outbox:"))
    .sort();
  const plays = names.map(readable).filter((play) => play?.game === location.pathname);
  const listed = plays.map(({ says }, at) => (at ? `${says} (${words.unchecked})` : says)).join(" · ");
  const textContent = `${plays[0]?.stopped ? words.stopped : words.waiting} ${listed}`;
  return plays.length
    ? [Object.assign(document.createElement("p"), { className: "notice notice-note", textContent })]
    : [];
}

// A stored play, or undefined if it is not valid JSON, so that the other plays are still shown.
function readable(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return undefined;
  }
}

// The time as text, with the date if it is not today.
function spoken(moment) {
  const when = new Date(moment);
  const today = when.toDateString() === new Date().toDateString();
  const { lang } = document.documentElement;
  const own = navigator.languages.find((each) => each.startsWith(lang)) ?? lang; // with the user's region, such as en-GB
  return when.toLocaleString(own, { timeStyle: "short", ...(today ? {} : { dateStyle: "medium" }) });
}

// Lists the stored games, the most recent first.
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
  list.querySelector("ul").append(
    ...found.map(([url, title, seen]) => {
      const item = document.createElement("li");
      const link = Object.assign(document.createElement("a"), { href: url, className: "game" });
      link.append(
        Object.assign(document.createElement("b"), { textContent: title }),
        Object.assign(document.createElement("small"), { textContent: seen }),
      );
      item.append(link);
      return item;
    }),
  );
}
