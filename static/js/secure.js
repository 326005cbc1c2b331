// What a page can do only where there is TLS: be installed, be read where the network is gone, keep the screen awake.
// All of it is a bonus: whatever of it fails does so in silence, and the page goes on as it does over plain http.

import { keepAwake } from "./secure/awake.js";
import { keep } from "./secure/kept.js";

const manifest = Object.assign(document.createElement("link"), { rel: "manifest", href: "/manifest.webmanifest", crossOrigin: "use-credentials" });
const idle = self.requestIdleCallback ?? setTimeout;

function seen() {
  keepAwake();
  idle(() => keep().catch(() => {}));
}

document.head.append(manifest);
seen();
new MutationObserver(seen).observe(document.body, { childList: true }); // another page in the place of this one
document.addEventListener("visibilitychange", keepAwake); // the browser lets go of the screen while the page is hidden
