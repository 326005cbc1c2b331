// The filter sheet. Its button shows the number of matching games. The URL of the open sheet contains the form's
// values, so that a reload keeps them. "Close" goes back; the submitted list replaces the sheet in the browser's
// history.

const PAUSE = 150; // milliseconds after the last change before the count is requested

export function start(foot) {
  const button = foot.querySelector("button");
  const { form } = button;
  const plain = button.textContent;
  const isOpen = () => foot.checkVisibility();
  const filled = () => String(new URLSearchParams([...new FormData(form)].filter(([, value]) => value)));
  let clock, opened;

  async function count() {
    if (!isOpen()) return; // closed during the pause: the URL is that of the list again
    button.setAttribute("aria-busy", "true");
    const query = filled();
    history.replaceState(null, "", `?${query}${location.hash}`);
    const counted = await fetch(`${foot.dataset.counts}?${query}`)
      .then((answer) => answer.ok && answer.text())
      .catch(() => "");
    if (query !== filled()) return; // a newer request is pending
    button.removeAttribute("aria-busy");
    button.textContent = counted || plain;
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
