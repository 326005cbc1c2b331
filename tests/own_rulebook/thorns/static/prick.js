// Says that the script of a title was found.
export function start(element) {
  element.dataset.pricked = "yes";
}
