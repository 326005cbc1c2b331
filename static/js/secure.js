// What browsers allow only over https: installing the app, reading kept pages without a network, keeping the screen awake.
// All of it is a bonus: it is loaded after the page, and its failures are not shown.

const idle = self.requestIdleCallback ?? setTimeout;
const loaded = new Promise((done) => (document.readyState === "complete" ? done() : addEventListener("load", done)));
const modules = loaded.then(() => Promise.all([import("./secure/wake-lock.js"), import("./secure/page-cache.js")]));

loaded.then(() => document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: "/manifest.webmanifest", crossOrigin: "use-credentials" })));

// Is called for each page that is shown, also for one that replaces another.
export async function seen() {
  const [{ keepAwake }, { keep }] = await modules;
  keepAwake();
  idle(() => keep().catch(() => {}));
}
