// Whether what is written on a page can be read: its colours on those that lie behind them. `seen` are those that were
// found readable before, wherever that was: they are not looked at again. Returns what is wrong, and what was readable.
async ([exclude, seen]) => {
  const behind = new Map(),
    known = new Set(seen),
    clear = "rgba(0, 0, 0, 0) none 1";
  const under = (each) => {
    // down to what hides the rest; null where it lies over what is not its own
    if (!each) return "";
    if (!behind.has(each)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(each);
      const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
      const hides = backgroundColor.startsWith("rgb(") && own.endsWith(" none 1");
      const rest = hides ? "" : /absolute|fixed/.test(position) ? null : under(each.parentElement);
      behind.set(each, rest === null ? null : own === clear ? rest : `${own}, ${rest}`);
    }
    return behind.get(each);
  };
  const drawn = (each) => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(each);
    const around = each.matches("a") && [textDecorationLine, getComputedStyle(each.parentElement).color];
    const rest = under(each);
    return rest === null ? null : [color, fontSize, fontWeight, textShadow, around, rest].join("; ");
  };
  const FIELDS = "input:not([type=checkbox], [type=radio], [type=hidden]), select, textarea";
  const texts = (each) =>
    [...each.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.data.trim() : ""));
  const shown = (each) => each.checkVisibility() && each.getBoundingClientRect().width > 1;
  // Of a single letter axe says nothing.
  const writes = (each) => each.matches(FIELDS) || texts(each).join("").length > 1;
  const unseen = new Map(
    [...document.body.querySelectorAll("*")]
      .filter((each) => writes(each) && shown(each) && !each.closest(exclude))
      .map((each) => [each, drawn(each)])
      .filter(([, colours]) => !known.has(colours)),
  );
  if (!unseen.size) return [[], []];
  const where = { include: [...unseen.keys()], exclude: [exclude] };
  const how = { runOnly: ["color-contrast", "link-in-text-block"], preload: false };
  const { passes, violations } = await axe.run(where, { ...how, selectors: false, elementRef: true });
  const readable = passes.filter(({ id }) => id === "color-contrast").flatMap(({ nodes }) => nodes);
  return [
    violations.length ? (await axe.run(where, { ...how, resultTypes: ["violations"] })).violations : [],
    [...new Set(readable.map(({ element }) => unseen.get(element)))].filter(Boolean),
  ];
};
