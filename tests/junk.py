"""Invalid values to send instead of a form's own values."""

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
