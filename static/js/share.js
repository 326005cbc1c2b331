// Shares the text to which a link leads: with the phone's own sharing, or else by copying it. Over plain http a browser has
// neither navigator.share nor a clipboard to write to, but it can copy what is selected.

export function start(link) {
  const shown = document.getElementById(link.hash.slice(1));

  link.addEventListener("click", (event) => {
    event.preventDefault();
    if (!navigator.share) copy();
    else navigator.share({ text: shown.textContent }).catch((error) => error.name === "AbortError" || copy());
  });

  function copy() {
    shown.closest("details")?.setAttribute("open", ""); // what is folded away cannot be selected
    getSelection().selectAllChildren(shown);
    document.addEventListener("copy", plain);
    const copied = document.execCommand("copy");
    document.removeEventListener("copy", plain);
    if (copied) link.textContent = link.dataset.copied;
    else shown.scrollIntoView({ block: "center" }); // selected, to be copied by hand
  }

  // Copies plain text: otherwise the browser adds the colours of the page.
  function plain(event) {
    event.preventDefault();
    event.clipboardData.setData("text/plain", shown.textContent);
  }
}
