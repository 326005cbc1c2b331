// What a page can do only where there is TLS: be installed, be read where the network is gone, keep the screen awake.
// All of it is a bonus: it comes after the page, and whatever of it fails does so in silence.

const idle = self.requestIdleCallback ?? setTimeout;
const loaded = new Promise((done) => (document.readyState === "complete" ? done() : addEventListener("load", done)));
const modules = loaded.then(() => Promise.all([import("./secure/awake.js"), import("./secure/kept.js")]));

loaded.then(() => document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: "/manifest.webmanifest", crossOrigin: "use-credentials" })));

// Each page that is shown is told of, also one in the place of another.
export async function seen() {
  const [{ keepAwake }, { keep }] = await modules;
  keepAwake();
  idle(() => keep().catch(() => {}));
}
