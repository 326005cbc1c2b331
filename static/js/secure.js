// Features that browsers offer only over https: installing the app, offline pages, keeping the screen awake. They are
// optional, so they are loaded after the page, and their errors are not shown.

const idle = self.requestIdleCallback ?? setTimeout;
const loaded = new Promise((done) => (document.readyState === "complete" ? done() : addEventListener("load", done)));
const modules = loaded.then(() => Promise.all([import("./secure/wake-lock.js"), import("./secure/page-cache.js")]));

loaded.then(() =>
  document.head.append(
    Object.assign(document.createElement("link"), {
      rel: "manifest",
      href: "/manifest.webmanifest",
      crossOrigin: "use-credentials",
    }),
  ),
);

// Called for each page on the screen, also after an update by page.js.
export async function seen() {
  const [{ keepAwake }, { keep }] = await modules;
  keepAwake();
  idle(() => keep().catch(() => {}));
}
