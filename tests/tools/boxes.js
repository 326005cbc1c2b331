// Returns what of the page on the screen is not in its place: [what is wrong, the element, its text].
//
// A text is cut (by a box that hides what is too long; in .fits, texts that do not fit are hidden as intended), leaves the card or key that it stands on, or touches the edge of the
// screen; a control lies on another one, or, with everything scrolled to its end, still under what stays at the foot.
() => {
  const EDGE = 4,
    SLACK = 1.5; // pixels: what stays free at the edge, and what rounding may come to
  const wrong = [];
  const told = (what, element, text) =>
    wrong.push([
      what,
      `${element.localName}.${[...element.classList].join(".")}`,
      text.trim().replace(/\s+/g, " ").slice(0, 40),
    ]);
  const shown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest(".visually-hidden, dialog:not([open])");
  const above = function* (element) {
    for (let each = element; each && each !== document.documentElement; each = each.parentElement) yield each;
  };
  const styles = new Map();
  const styleOf = (element) => styles.get(element) ?? styles.set(element, getComputedStyle(element)).get(element);
  const scrolls = (element) =>
    /auto|scroll/.test(styleOf(element).overflowX) && element.scrollWidth > element.clientWidth;
  const clips = (element) =>
    /hidden|clip/.test(styleOf(element).overflowX) || /hidden|clip/.test(styleOf(element).overflowY);
  const isCard = (element) =>
    styleOf(element).backgroundColor !== "rgba(0, 0, 0, 0)" && styleOf(element).display !== "inline";
  const inside = (rect, box) =>
    rect.left >= box.left - SLACK &&
    rect.right <= box.right + SLACK &&
    rect.top >= box.top - SLACK &&
    rect.bottom <= box.bottom + SLACK;

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest("svg, script, option, datalist, noscript, textarea") || !shown(parent))
      continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
    const size = parseFloat(styleOf(parent).fontSize);
    // A line box is higher than its letters: what counts is about as high as the font.
    const letters = rects.map(({ left, right, top, bottom }) => ({
      left,
      right,
      top: (top + bottom - size) / 2,
      bottom: (top + bottom + size) / 2,
    }));
    const around = [...above(parent)];
    const moves = around.some(scrolls);
    const clip = around.find((each) => clips(each) && each !== document.body && each.id !== "main");
    const card = around.find(isCard);
    const line = parent.closest(".fits")?.getBoundingClientRect();
    if (line && (parent.clientWidth === 0 || letters.every(({ top }) => top >= line.bottom - SLACK))) continue; // hidden
    if (clip && letters.some((rect) => !inside(rect, clip.getBoundingClientRect()))) told("is cut", parent, text.data);
    else if (
      !moves &&
      card &&
      card.id !== "main" &&
      letters.some((rect) => !inside(rect, card.getBoundingClientRect()))
    )
      told("leaves its card", parent, text.data);
    if (!moves && letters.some(({ left, right }) => left < EDGE || right > innerWidth - EDGE))
      told("touches the edge", parent, text.data);
    if (size > 0 && size < 14 && /[\p{L}\p{N}]/u.test(text.data)) told("is too small to read", parent, text.data);
  }

  for (const each of document.querySelectorAll("*")) each.scrollTop = each.scrollHeight;
  document.scrollingElement.scrollTop = document.scrollingElement.scrollHeight;
  const controls = [
    ...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary, textarea"),
  ].filter(shown);
  const stays = (element) => [...above(element)].find((each) => /sticky|fixed/.test(styleOf(each).position));
  // What of a control is in sight: the rest is scrolled away, or cut off.
  const inSight = (element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (const each of above(element.parentElement)) {
      if (styleOf(each).overflowY === "visible") continue;
      const box = each.getBoundingClientRect();
      [left, right, top, bottom] = [
        Math.max(left, box.left),
        Math.min(right, box.right),
        Math.max(top, box.top),
        Math.min(bottom, box.bottom),
      ];
    }
    return { left, right, top, bottom, width: right - left, height: bottom - top };
  };
  const boxes = controls
    .map((element) => ({ element, rect: inSight(element), stays: stays(element) }))
    .filter(({ rect }) => rect.width > 1 && rect.height > 1);
  const over = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
  boxes.forEach((one, at) => {
    for (const other of boxes.slice(at + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      if (one.stays === other.stays && over(one.rect, other.rect))
        told("lies on another", other.element, other.element.textContent || other.element.name);
    }
  });
  for (const foot of new Set(
    boxes.map((each) => each.stays).filter((each) => each && styleOf(each).bottom !== "auto"),
  )) {
    const box = foot.getBoundingClientRect();
    for (const { element, rect, stays } of boxes)
      if (
        stays !== foot &&
        !foot.contains(element) &&
        over(rect, box) &&
        rect.bottom > box.top + SLACK &&
        rect.top > innerHeight / 2
      )
        told("lies under the foot", element, element.textContent || element.name);
  }
  return wrong;
};
