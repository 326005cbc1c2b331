// Shows a button that prints the page. It is hidden without scripts, which printing needs.

export function start(button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
