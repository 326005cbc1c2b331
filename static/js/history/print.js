// Shows a button that prints the page. Without scripts it stays hidden, and the browser's menu prints.

export function start(button) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
