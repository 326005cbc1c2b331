"""Invalid values to send instead of a form's own values, and game documents with faults."""

import json

UNREADABLE = {  # for every field, and as an entry key
    "junk": b"x?&=;%zz/..",
    "long": b"x" * 3_000,
    "many-digits": b"99999999999999",
    "nul": b"1\x002",
    "surrogate": b"\xed\xa0\x80",
    "no-utf8": b"\xff\xfe",
    "right-to-left": "\u202e116".encode(),
    "digits-of-others": "١٢".encode(),
    "emoji": "🕵️‍♀️".encode(),
    "html": b"\"'><script>alert(1)</script>",
    "format": b"{0.__class__}%(x)s%s",
}
JUNK = UNREADABLE | {
    "huge": b"7" * 300_000,
    "empty": b"",
    "negative": b"-1",
    "zero": b"0",
    "overflow": b"99999999999999999999999",
}

MORE_JUNK = (b"-0", b"1e9", b"NaN", b"9" * 5_000, b"\r\nSet-Cookie: a=b", b"\x1b[2J\x07", b"{}", b"[[[[[[[[", b"0/0/0")
MORE_JUNK += (b"../../etc/passwd", b"%00", b"a\xcc\x81" * 40, b"\xef\xbb\xbf1", b"chunked", b"gzip;q=nan", b"bytes=9-1")
ALL_JUNK = (*JUNK.values(), *MORE_JUNK)


def bent_document(chance, document):
    """Return a game document with faults, as bytes."""
    document = json.loads(json.dumps(document))
    for _ in range(chance.randint(1, 3)):
        bend(chance, document)
    written = json.dumps(document, ensure_ascii=chance.random() < 0.5).encode(errors="surrogatepass")
    if chance.random() < 0.15:
        at = chance.randrange(len(written))
        inserted = chance.choice((b"", chance.choice(ALL_JUNK)[:3_000]))
        return written[:at] + inserted + written[at + chance.randint(0, 40) :]
    return written


def bend(chance, value):
    """Change a random part of a value."""
    while value:
        key = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))
        if isinstance(value[key], dict | list) and value[key] and chance.random() < 0.85:
            value = value[key]
            continue
        match chance.randrange(5):
            case 0:
                del value[key]
            case 1 if isinstance(value, list):
                value.insert(key, chance.choice(value))
            case 2 if isinstance(value, list):
                chance.shuffle(value)
            case 1 | 2:
                value[chance.choice(ALL_JUNK)[:40].decode("latin-1")] = value[key]
            case 3 if isinstance(value[key], int):
                value[key] = chance.randint(-2, 12)
            case _:
                value[key] = strange(chance)
        return


def strange(chance):
    deep = None
    for _ in range(200):
        deep = [deep]
    values = (
        None,
        True,
        0,
        -1,
        10**30,
        1.5,
        1e308,
        "",
        "\ud800",
        "0",
        [],
        {},
        [[]],
        {"": None},
        deep,
        "Anneli",
        "ANNELI ",
    )
    dates = ("2026-02-30T25:00:00+99:99", "2026-11-22T06:00:00+00:00")
    return chance.choice((*values, *dates, chance.choice(ALL_JUNK)[:3_000].decode("latin-1"), chance.randint(0, 40)))
