// What a page can do only where there is TLS: be installed, be read where the network is gone, keep the screen awake.
// All of it is a bonus: it comes after the page, and whatever of it fails does so in silence.

const idle = self.requestIdleCallback ?? setTimeout;

if (document.readyState === "complete") begin();
else addEventListener("load", begin);

async function begin() {
  document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: "/manifest.webmanifest", crossOrigin: "use-credentials" }));
  const { keepAwake } = await import("./secure/awake.js");
  const { keep } = await import("./secure/kept.js");
  const seen = () => {
    keepAwake();
    idle(() => keep().catch(() => {}));
  };
  seen();
  new MutationObserver(seen).observe(document.body, { childList: true }); // another page in the place of this one
  document.addEventListener("visibilitychange", keepAwake); // while it is hidden, the browser lets the screen go dark
}
