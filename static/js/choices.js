// Sends the form of a changed choice with its first button, so that the page shows the effect at once.

export function start(form) {
  form.addEventListener("change", () => form.requestSubmit(form.querySelector("button")));
}
