// Shows a button that prints the page. Without scripts, it stays hidden, because it would do nothing.

export function start(button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
