// The expressions of definitions, as in scorekeeper/pads/expressions.py, which checks them: points appear while typing,
// also without a network. tests/pads/expressions.json has examples with their results, for both.
//
// Numbers are exact: fractions {over, under} of big integers, without common divisors, and `under` is positive.

const KEPT = 1000; // decimal places of points: three
const TOKEN =
  /(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?![0-9A-Za-z_.])|[A-Za-z_][0-9A-Za-z_]*|\/\/|[<>=!]=|[-+*/%<>(),[\]]|[ \t\r\n]+/y;
const WORDS = ["if", "else", "and", "or", "not"];
const known = new Map(); // read expressions, by their text

class NoResult extends Error {}

const none = () => {
  throw new NoResult();
};

const size = (number) => (number < 0n ? -number : number);

function fraction(over, under = 1n) {
  let [a, b] = [size(over), size(under)];
  while (b) [a, b] = [b, a % b];
  const by = under < 0n ? -a : a;
  return { over: over / by, under: under / by };
}

const exact = (number) => fraction(BigInt(Math.round(number * KEPT)), BigInt(KEPT));
const integer = (number) => fraction(BigInt(number));
const bounded = (number) => (compare(number, integer(1e9)) > 0 || compare(number, integer(-1e9)) < 0 ? none() : number);
const negative = ({ over, under }) => ({ over: -over, under });
const plus = (a, b) => fraction(a.over * b.under + b.over * a.under, a.under * b.under);
const times = (a, b) => fraction(a.over * b.over, a.under * b.under);
const divided = (a, b) => (b.over ? fraction(a.over * b.under, a.under * b.over) : none());
const floor = ({ over, under }) => fraction(over / under - (over % under < 0n ? 1n : 0n)); // big integers round towards 0
const compare = (a, b) => Math.sign(Number(a.over * b.under - b.over * a.under));

// Points: rounded to KEPT, halves away from zero.
function plain({ over, under }) {
  const rounded = (2n * size(over) * BigInt(KEPT) + under) / (2n * under);
  return Number(over < 0n ? -rounded : rounded) / KEPT;
}

const ARITHMETIC = {
  "+": plus,
  "-": (a, b) => plus(a, negative(b)),
  "*": times,
  "/": divided,
  "//": (a, b) => floor(divided(a, b)),
  "%": (a, b) => plus(a, negative(times(b, floor(divided(a, b))))),
};
const COMPARISONS = {
  "==": (order) => order === 0,
  "!=": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};
const least = (a, b) => (compare(b, a) < 0 ? b : a);
const most = (a, b) => (compare(b, a) > 0 ? b : a);
const OF_NUMBERS = { __proto__: null, min: (all) => all.reduce(least), max: (all) => all.reduce(most) };
const OF_A_NUMBER = {
  __proto__: null,
  abs: (number) => most(number, negative(number)),
  floor,
  ceil: (number) => negative(floor(negative(number))),
};
const OF_A_FIELD = {
  __proto__: null,
  total: (column) => column.reduce(plus, integer(0)),
  highest: (column) => column.reduce(most),
  lowest: (column) => column.reduce(least),
  rank: (column, own) => integer(1 + column.filter((each) => compare(each, own) > 0).length),
  level: (column, own) => integer(column.filter((each) => compare(each, own) === 0).length),
};

const valueIn = (values, name) => (Object.hasOwn(values, name) ? exact(values[name]) : none());

function ofField(name, field, { fields, own, earlier }) {
  if (name === "before") return Object.hasOwn(earlier, field) ? exact(earlier[field]) : integer(0);
  const column = fields.map((each) => valueIn(each, field));
  return OF_A_FIELD[name](column, column[own]);
}

function entry(values, { over, under }) {
  if (over < 0n || under !== 1n) none();
  return values[over < values.length ? Number(over) : values.length - 1];
}

// Returns a read expression: `number` and `parts`, its summands, as functions of a scope. It can contain nodes
// with a `condition` instead, lists, and numbers with a `name`.
function parse(text) {
  const tokens = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length; ) {
    const [token] = TOKEN.exec(text) ?? wrong(text);
    if (token.trim()) tokens.push(token);
  }
  const taken = (...signs) => (signs.includes(tokens[0]) ? tokens.shift() : undefined);
  const due = (sign) => taken(sign) ?? wrong(text);
  const ofNumber = (node) => node.number ?? wrong(text);
  const ofCondition = (node) => node.condition ?? wrong(text);
  const number = (of, parts = (scope) => [of(scope)]) => ({ number: of, parts });

  function choice() {
    const then = either();
    if (!taken("if")) return then;
    const test = ofCondition(either());
    due("else");
    const otherwise = choice();
    const chosen = (what) => (scope) => (test(scope) ? then : otherwise)[what](scope);
    if (then.condition && otherwise.condition) return { condition: chosen("condition") };
    [then, otherwise].forEach(ofNumber);
    return number(chosen("number"), chosen("parts"));
  }

  function joined(sign, next, how) {
    const first = next();
    if (tokens[0] !== sign) return first;
    const all = [ofCondition(first)];
    while (taken(sign)) all.push(ofCondition(next()));
    return { condition: (scope) => all[how]((each) => each(scope)) };
  }
  const either = () => joined("or", both, "some");
  const both = () => joined("and", negated, "every");

  function negated() {
    if (!taken("not")) return compared();
    const inner = ofCondition(negated());
    return { condition: (scope) => !inner(scope) };
  }

  function compared() {
    const first = sum();
    const others = [];
    for (let sign; (sign = taken(...Object.keys(COMPARISONS))); ) others.push([COMPARISONS[sign], ofNumber(sum())]);
    if (!others.length) return first;
    ofNumber(first);
    return {
      condition(scope) {
        let left = first.number(scope);
        return others.every(([meets, other]) => {
          const right = other(scope);
          const met = meets(compare(left, right));
          left = right;
          return met;
        });
      },
    };
  }

  function calculated(next, signs) {
    let left = next();
    for (let sign; (sign = taken(...signs)); ) {
      const [one, two, how] = [left, next(), ARITHMETIC[sign]];
      [one, two].forEach(ofNumber);
      const signed = sign === "-" ? negative : (part) => part;
      const parts = (scope) => [...one.parts(scope), ...two.parts(scope).map(signed)];
      left = number(
        (scope) => bounded(how(one.number(scope), two.number(scope))),
        "+-".includes(sign) ? parts : undefined,
      );
    }
    return left;
  }
  const sum = () => calculated(product, ["+", "-"]);
  const product = () => calculated(signed, ["*", "/", "//", "%"]);

  function signed() {
    const sign = taken("+", "-");
    if (!sign) return called();
    const inner = signed();
    ofNumber(inner);
    return sign === "+"
      ? number(inner.number, inner.parts)
      : number(
          (scope) => negative(inner.number(scope)),
          (scope) => inner.parts(scope).map(negative),
        );
  }

  function listed(end) {
    const all = [];
    while (!taken(end)) {
      all.push(choice());
      if (!taken(",") && tokens[0] !== end) wrong(text);
    }
    return all;
  }

  function called() {
    let node = operand();
    while (taken("(")) node = call(node.name, listed(")"));
    return node;
  }

  function call(name, [first, ...more]) {
    const [list, index] = [first?.list, more[0]];
    if (OF_NUMBERS[name] && first) {
      const all = [first, ...more].map(ofNumber);
      return number((scope) => OF_NUMBERS[name](all.map((each) => each(scope))));
    }
    if (name === "at" && list?.length && more.length === 1) {
      const [all, place] = [list.map(ofNumber), ofNumber(index)];
      return number((scope) =>
        entry(
          all.map((each) => each(scope)),
          place(scope),
        ),
      );
    }
    if (more.length || !first) wrong(text);
    if (OF_A_NUMBER[name]) {
      const inner = ofNumber(first);
      return number((scope) => OF_A_NUMBER[name](inner(scope)));
    }
    if ((OF_A_FIELD[name] || name === "before") && first.name)
      return number((scope) => bounded(ofField(name, first.name, scope)));
    return wrong(text);
  }

  function operand() {
    if (taken("(")) {
      const inner = choice();
      due(")");
      return inner;
    }
    if (taken("[")) return { list: listed("]") };
    const token = tokens.shift() ?? wrong(text);
    if (/^[0-9]/.test(token)) {
      const [before, after = ""] = token.split(".");
      const value = fraction(BigInt(before + after), 10n ** BigInt(after.length));
      if (compare(value, integer(1e9)) > 0) wrong(text);
      return number(() => value);
    }
    if (!/^\w/.test(token) || WORDS.includes(token)) wrong(text);
    return { name: token, ...number(({ fields, own, names }) => valueIn({ ...names, ...fields[own] }, token)) };
  }

  const node = choice();
  ofNumber(node);
  return tokens.length ? wrong(text) : node;
}

function wrong(text) {
  throw new SyntaxError(`not an expression: ${text}`);
}

// Returns {result, parts} of an expression, or null if it has no result for a scope or a value is missing in it.
// `parts` are the summands that make the result, without zeros: "20 + 30".
//
// A scope has plain numbers: `fields`, those of each player by name; `own`, the index of the player in it; `names`,
// such as the round; and `earlier`, the player's sums of the fields in earlier rounds.
export function evaluate(text, { fields = [], own = 0, names = {}, earlier = {} } = {}) {
  if (!known.has(text)) known.set(text, parse(text.trim()));
  const { number, parts } = known.get(text);
  const scope = { fields, own, names, earlier };
  try {
    return { result: plain(number(scope)), parts: parts(scope).map(plain).filter(Boolean) };
  } catch (error) {
    if (error instanceof NoResult) return null;
    throw error;
  }
}
