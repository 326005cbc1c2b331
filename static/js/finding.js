// The search for a game: shows the games that fit while the user types or chooses. The URL contains the search, so that
// Back returns to it. Without an answer, the browser loads the page.

import { released } from "./app.js";

const PAUSE = 120; // milliseconds after the last letter

export function start(form) {
  let clock;
  const query = () => String(new URLSearchParams([...new FormData(form)].filter(([, value]) => value)));

  async function find() {
    clearTimeout(clock);
    const asked = query();
    try {
      const answer = await fetch(`${form.action}?${asked}`);
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      await released();
      if (asked !== query()) return; // a newer request is pending
      for (const id of ["found", "count"])
        document.getElementById(id).replaceChildren(...fresh.getElementById(id).childNodes);
      history.replaceState(null, "", asked ? `?${asked}` : location.pathname);
    } catch {
      location.assign(`${form.action}?${asked}`);
    }
  }

  form.addEventListener("input", ({ target }) => {
    clearTimeout(clock);
    clock = setTimeout(find, target.type === "search" ? PAUSE : 0);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    document.activeElement.blur(); // closes the keyboard of a phone
    find();
  });
}
