// A game as one HTML file: steps through its positions. The boards are stored as edits, each of the board before it; if
// they would make the file too large, it has only the last board, as it is.

const found = (id) => document.getElementById(id);
const [slider, back, forward, board, card] = ["at", "back", "forward", "board", "play"].map(found);
const plays = [...found("plays").children];
let text = "";
const boards = JSON.parse(found("positions").textContent).map((edits) => {
  for (const [at, gone, come] of edits) text = text.slice(0, at) + come + text.slice(at + gone);
  return text;
});

function step(number) {
  show(number);
  const { bottom } = card.getBoundingClientRect();
  if (bottom < 0 || bottom > innerHeight) card.scrollIntoView();
}

function show(number) {
  const at = Math.min(Math.max(number, 0), plays.length - 1);
  if (boards.length) board.innerHTML = boards[at];
  card.className = `file-play ${plays[at].className}`;
  card.replaceChildren(...plays[at].cloneNode(true).childNodes);
  for (const play of plays) play.removeAttribute("aria-current");
  plays[at].setAttribute("aria-current", "true");
  slider.value = at;
  slider.setAttribute("aria-valuetext", card.firstChild.textContent);
  back.setAttribute("aria-disabled", at === 0);
  forward.setAttribute("aria-disabled", at === plays.length - 1);
}

found("controls").hidden = card.hidden = false;
slider.addEventListener("input", () => step(+slider.value));
back.addEventListener("click", () => step(+slider.value - 1));
forward.addEventListener("click", () => step(+slider.value + 1));
found("plays").addEventListener("click", (event) => {
  const play = event.target.closest("li");
  if (play) step(plays.indexOf(play));
});
addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by && event.target !== slider) step(+slider.value + by);
});
show(plays.length - 1);
