// Copies a text field. Over plain http a browser has no clipboard to write to, but it can copy what is selected.

export function start(element) {
  const field = element.querySelector("textarea");
  const button = element.querySelector("button");
  button.addEventListener("click", async () => {
    field.focus();
    field.select();
    let copied = false;
    try {
      await navigator.clipboard.writeText(field.value);
      copied = true;
    } catch {
      copied = document.execCommand("copy");
    }
    if (copied) button.textContent = button.dataset.copied;
  });
}
