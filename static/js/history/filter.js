// The filter sheet. Its button shows the number of games that match the form, and the URL of the open sheet follows the form, so
// a reload keeps every choice. "Close" goes back; the submitted list replaces the sheet in the browser's history.

const PAUSE = 150; // milliseconds without a change before the count is requested

export function start(foot) {
  const button = foot.querySelector("button");
  const { form } = button;
  const plain = button.textContent;
  const isOpen = () => foot.checkVisibility();
  const filled = () => String(new URLSearchParams([...new FormData(form)].filter(([, value]) => value)));
  let clock, opened;

  async function count() {
    if (!isOpen()) return; // closed within the pause: the URL is the list's again
    button.setAttribute("aria-busy", "true");
    const query = filled();
    history.replaceState(null, "", `?${query}${location.hash}`);
    const said = await fetch(`${foot.dataset.counts}?${query}`).then((answer) => answer.ok && answer.text()).catch(() => "");
    if (query !== filled()) return; // a newer request is pending
    button.removeAttribute("aria-busy");
    button.textContent = said || plain;
  }

  form.addEventListener("input", () => {
    if (!isOpen()) return;
    button.setAttribute("aria-busy", "true");
    clearTimeout(clock);
    clock = setTimeout(count, PAUSE);
  });
  addEventListener("hashchange", () => {
    opened = location.hash === "#filter";
    if (opened) count();
  });
  form.querySelector("[href='#found']").addEventListener("click", (event) => {
    if (!opened) return;
    event.preventDefault();
    history.back();
  });
  form.addEventListener("submit", (event) => {
    if (!isOpen() || event.submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    location.replace(`?${filled()}`);
  });
  if (isOpen()) count();
}
