// Shows a button that prints the page: without scripts the browser's own menu does so.

export function start(button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
