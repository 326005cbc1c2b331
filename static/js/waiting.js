// A page with an offer looks every two seconds, while it is seen, whether another phone has taken it.

const PAUSE = 2000;

export function start(element) {
  const clock = setInterval(async () => {
    if (!element.isConnected) return clearInterval(clock);
    if (document.hidden) return;
    try {
      const answer = await fetch(location.href);
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-state]");
      if (fresh && element.isConnected && fresh.dataset.state !== element.dataset.state) location.reload();
    } catch {
      // No network for a moment: it asks again.
    }
  }, PAUSE);
}
