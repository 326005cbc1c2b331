// Shares the text that a link points to, with the phone's share menu or by copying it. Over plain http, browsers have
// neither navigator.share nor the clipboard API, but execCommand can copy a selection.

export function start(link) {
  const shown = document.getElementById(link.hash.slice(1));

  link.addEventListener("click", (event) => {
    event.preventDefault();
    if (!navigator.share) copy();
    else navigator.share({ text: shown.textContent }).catch((error) => error.name === "AbortError" || copy());
  });

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
