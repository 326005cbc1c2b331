// Shares the picture of a result or an evening (`data-picture`) where the browser can share files, else the text that
// the link points to, with the phone's share menu or by copying it. Over plain http, browsers have neither
// navigator.share nor the clipboard API, but execCommand can copy a selection.

const DARK = "(prefers-color-scheme: dark)";

export function start(link) {
  const shown = document.getElementById(link.hash.slice(1));
  const name = link.dataset.picture?.split("/").pop();
  const drawn = link.dataset.picture && `${link.dataset.picture}?shade=${matchMedia(DARK).matches ? "dark" : "light"}`;
  const picture = drawn && document.getElementById("picture");
  if (picture) picture.href = drawn;
  let file; // fetched at the first tap, and kept for the next one

  link.addEventListener("click", async (event) => {
    event.preventDefault();
    if (!navigator.share) return copy();
    const data = { text: shown.textContent };
    if (drawn && navigator.canShare?.({ files: [new File([], name, { type: "image/png" })] })) {
      file ??= await fetched().catch(() => undefined);
      if (file) data.files = [file];
    }
    // If fetching took so long that the browser no longer counts the tap, the next tap shares at once.
    navigator.share(data).catch((error) => ["AbortError", "NotAllowedError"].includes(error.name) || copy());
  });

  async function fetched() {
    const answer = await fetch(drawn);
    if (!answer.ok) throw new Error(answer.statusText);
    return new File([await answer.blob()], name, { type: "image/png" });
  }

  function copy() {
    shown.closest("details")?.setAttribute("open", ""); // text in closed details cannot be selected
    getSelection().selectAllChildren(shown);
    document.addEventListener("copy", plain);
    const copied = document.execCommand("copy");
    document.removeEventListener("copy", plain);
    if (copied) link.textContent = link.dataset.copied;
    else shown.scrollIntoView({ block: "center" }); // the user can copy the selection
  }

  // Copies plain text. By default, browsers also copy the page's colours.
  function plain(event) {
    event.preventDefault();
    event.clipboardData.setData("text/plain", shown.textContent);
  }
}
