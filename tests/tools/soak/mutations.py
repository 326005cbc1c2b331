"""Requests that are not as a page would send them: forms filled in at random, and then given faults."""

import io
import json
from urllib.parse import quote_from_bytes, urlencode

from tests.junk import JUNK
from tests.pages import BUTTONS

URLENCODED = "application/x-www-form-urlencoded"
MORE_JUNK = (
    b"-0",
    b"+1",
    b"1e9",
    b"0x1f",
    b"1.5",
    b"NaN",
    b"-99999999999999999999999999",
    b"9" * 5_000,
    b"\r\nSet-Cookie: a=b",
    b"\x1b[2J\x07\x08",
    b"null",
    b"{}",
    b"[[[[[[[[",
    b"on",
    b"1:2:3:4",
    b"::",
    b"1/1/1/1/1/1/1/1/1/1",
    b"0/0/0",
    b"-",
    b"../../etc/passwd",
    b"%00",
    b"a\xcc\x81" * 40,
    b"\xf4\x8f\xbf\xbf",
    b"\xef\xbb\xbf1",
    b"\xc2\xa01\xc2\xa0",
    "x\u2028y\u0000z".encode(),
    b"?tile=8&discount=2&tile=9",
)
ALL_JUNK = (*JUNK.values(), *MORE_JUNK)
NAMES = ("Anneli", "Benito", "Carla", "anneli", "ANNELI ", "Zo\u00eb", "Zoe\u0308", "O'Hara", "1", "x" * 200, " ")
TEXT = ("text", "search", "", "number", "tel", "date", "time")


def junk(chance):
    return chance.choice(ALL_JUNK)


def small_junk(chance):
    """Return junk that fits into an address or a header."""
    return junk(chance)[:3_000]


def number(chance):
    return str(chance.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 20, 99, 100, -1, -5)))


def plausible(chance, given):
    """Return what somebody might type into a field with these attributes."""
    told = " ".join(given.get(each, "") for each in ("name", "inputmode", "pattern", "autocomplete"))
    if "name" in told.split("-")[0] or given.get("maxlength") == "40":
        return chance.choice(NAMES)
    if "card" in told:
        return "/".join(str(chance.randint(0, 6)) for _ in range(chance.randint(1, 4)))
    return number(chance) if chance.random() < 0.8 else chance.choice(NAMES)


def filled(chance, form):
    """Return the pairs of a form whose fields somebody has changed at random, with one of its buttons pressed."""
    pairs, choices = [], {}
    fields = [each for each in form.all("input", "select", "textarea") if each.given.get("name")]
    for each in fields:
        given, kind = each.given, each.given.get("type", "")
        if "disabled" in given or kind in BUTTONS:
            continue
        name, value = given["name"], given.get("value", "")
        if kind == "radio":
            choices.setdefault(name, []).append((value, "checked" in given))
        elif kind == "checkbox":
            if ("checked" in given) != (chance.random() < 0.15):
                pairs.append((name, value or "on"))
        elif each.tag == "select":
            options = [
                (option.given.get("value", option.text), "selected" in option.given) for option in each.all("option")
            ]
            choices.setdefault(name, []).extend(options)
        elif kind == "hidden":
            pairs.append((name, value))
        else:
            pairs.append((name, plausible(chance, given) if chance.random() < (0.25 if value else 0.4) else value))
    for name, options in choices.items():
        chosen = [value for value, is_chosen in options if is_chosen]
        if options and (chance.random() < 0.3 or not chosen):
            chosen = [chance.choice(options)[0]]
        pairs += [(name, value) for value in chosen]
    named = [(name, value) for name, value in form.buttons if name]
    return pairs + ([chance.choice(named)] if named and chance.random() < 0.9 else [])


def bent(chance, pairs, others):
    """Return the pairs with one to three faults; `others` are the names of fields of other forms."""
    pairs = list(pairs)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        if not pairs:
            return [(b"x", junk(chance))]
        at = chance.randrange(len(pairs))
        name, value = pairs[at]
        match chance.randrange(11):
            case 0 | 1 | 2:
                pairs[at] = (name, junk(chance))
            case 3:
                pairs[at] = (name, number(chance))
            case 4:
                del pairs[at]
            case 5:
                pairs.insert(at, (name, chance.choice((value, junk(chance), number(chance)))))
            case 6:
                pairs[at] = (name, chance.choice(pairs)[1])
            case 7:
                pairs[at] = (chance.choice(others) if others else "x", value)
            case 8:
                other = str(name).translate({ord(digit): str(chance.randint(0, 99)) for digit in "0123456789"})
                pairs.append((other, chance.choice((value, number(chance), junk(chance)))))
            case 9:
                pairs[at] = (chance.choice((f"{name}[]", f"{name}[x][y]", f"{name}-", f"-{name}", f"{name}.0")), value)
            case 10:
                chance.shuffle(pairs)
    return pairs


def encoded(chance, pairs):
    """Return the arguments for the test client to send these pairs: as a form, as files, as JSON, or broken."""
    kind = chance.random()
    if kind < 0.85:
        return {"data": urlencode(pairs), "content_type": URLENCODED}
    if kind < 0.93:
        body = io.BytesIO()
        for name, value in pairs:
            as_file = b'; filename="x.json"' if chance.random() < 0.2 else b""
            head = b'Content-Disposition: form-data; name="' + raw(name).replace(b'"', b"%22") + b'"' + as_file
            body.write(b"--soak\r\n" + head + b"\r\n\r\n" + raw(value) + b"\r\n")
        body.write(b"--soak--\r\n")
        sent = body.getvalue()
        cut = chance.randrange(len(sent)) if chance.random() < 0.3 else len(sent)
        return {"data": sent[:cut], "content_type": "multipart/form-data; boundary=soak"}
    if kind < 0.96:
        told = {text(name): text(value) for name, value in pairs}
        return {"data": json.dumps(told).encode(), "content_type": "application/json"}
    return {
        "data": urlencode(pairs),
        "content_type": chance.choice((URLENCODED + "; charset=utf-16", "text/plain", "")),
    }


def query(chance, names):
    """Return a query for an address, with some of these names."""
    chosen = [chance.choice(names) for _ in range(chance.randint(1, 3))]
    values = [number(chance) if chance.random() < 0.6 else small_junk(chance) for _ in chosen]
    return "&".join(
        f"{quote_from_bytes(raw(name))}={quote_from_bytes(raw(value))}"
        for name, value in zip(chosen, values, strict=True)
    )


def raw(value):
    return value if isinstance(value, bytes) else str(value).encode(errors="surrogatepass")


def text(value):
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def bent_document(chance, document):
    """Return a game document with faults, as bytes."""
    document = json.loads(json.dumps(document))
    for _ in range(chance.randint(1, 3)):
        _bend(chance, document)
    written = json.dumps(document, ensure_ascii=chance.random() < 0.5).encode(errors="surrogatepass")
    if chance.random() < 0.15:
        at = chance.randrange(len(written))
        return written[:at] + chance.choice((b"", small_junk(chance))) + written[at + chance.randint(0, 40) :]
    return written


def _bend(chance, value):
    """Change something somewhere inside a value."""
    while True:
        inside = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not inside:
            return
        key = chance.choice(inside)
        if isinstance(value[key], dict | list) and value[key] and chance.random() < 0.85:
            value = value[key]
            continue
        match chance.randrange(6):
            case 0:
                del value[key]
            case 1 | 2:
                value[key] = _strange(chance)
            case 3 if isinstance(value, list):
                value.insert(key, chance.choice(value))
            case 4 if isinstance(value, list):
                chance.shuffle(value)
            case 5 if isinstance(value, dict):
                value[text(small_junk(chance))[:40]] = value[key]
            case _:
                value[key] = chance.randint(-2, 12) if isinstance(value[key], int) else _strange(chance)
        return


def _strange(chance):
    deep = None
    for _ in range(200):
        deep = [deep]
    return chance.choice(
        (
            None,
            True,
            0,
            -1,
            10**30,
            1.5,
            1e308,
            "",
            "Anneli",
            "\ud800",
            "0",
            [],
            {},
            [[]],
            {"": None},
            deep,
            *NAMES[:4],
            text(small_junk(chance)),
            chance.randint(0, 40),
            "2026-02-30T25:00:00+99:99",
            "2026-11-22T06:00:00+00:00",
        )
    )
