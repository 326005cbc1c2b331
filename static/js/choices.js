// Shows at once what a changed choice means, by sending its form with the first button.

export function start(form) {
  form.addEventListener("change", () => form.requestSubmit(form.querySelector("button")));
}
