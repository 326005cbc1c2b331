// Puts a page in the place of another one piece by piece: what is the same stays, with the focus, the selection and the
// folds that are open in it, and what stands on the screen keeps its place. Tells `isNew` each element that has come in,
// and each whose text is another now.

export function renew(fresh, isNew = () => {}) {
  const [anchor, scroller] = seen();
  const before = anchor?.getBoundingClientRect().top;
  const focused = document.activeElement?.id;
  for (const element of fresh.querySelectorAll("noscript")) element.remove();
  document.title = fresh.title;
  document.body.className = fresh.body.className;
  for (const part of ["header", "main"]) put(document.querySelector(`body > ${part}`), fresh.querySelector(`body > ${part}`), isNew);
  if (anchor?.isConnected && scroller.scrollTop > 0) scroller.scrollTop += anchor.getBoundingClientRect().top - before;
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

// What stands in the middle of the screen, and what it scrolls in.
function seen() {
  const anchor = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  let scroller = anchor;
  while (scroller && !(scroller.scrollTop > 0)) scroller = scroller.parentElement;
  return [anchor, scroller ?? document.scrollingElement];
}

function put(old, fresh, isNew) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    const other = old.data.trim() !== fresh.data.trim();
    old.data = fresh.data;
    if (other) isNew(old.parentElement, false);
    return;
  }
  if (old.dataset.module === "watch") return; // it speaks for itself
  if (old.dataset.started !== undefined) return old.replaceWith(document.importNode(fresh, true)); // a script made of it what it is
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !["open", "data-started"].includes(name)) old.removeAttribute(name);
  let here = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const found = fitting(old, here, wanted);
    if (!found) {
      const added = old.insertBefore(document.importNode(wanted, true), here);
      if (added.nodeType === Node.ELEMENT_NODE) isNew(added, true);
      else if (added.data?.trim()) isNew(old, false);
      continue;
    }
    if (wanted.id && found !== here) old.insertBefore(found, here);
    else {
      while (here !== found) here = gone(here);
      here = found.nextSibling;
    }
    put(found, wanted, isNew);
  }
  while (here) here = gone(here);
}

function gone(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

// What can stay for a piece of the answered page: the one of the same id, or else the next of the same sort.
function fitting(parent, here, wanted) {
  if (wanted.nodeType !== Node.ELEMENT_NODE) return here?.nodeType === wanted.nodeType ? here : undefined;
  if (wanted.id) return [...parent.children].find((each) => each.id === wanted.id && each.nodeName === wanted.nodeName);
  for (let each = here; each; each = each.nextSibling) {
    if (each.id) return undefined;
    if (each.nodeName === wanted.nodeName && each.className === wanted.className) return each;
  }
}
