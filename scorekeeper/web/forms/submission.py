"""The metadata sent with every form: idempotency key, revision and digest."""

import hashlib
import json
import re
import secrets
import sys

from flask import abort, request

from ...core.fields import small_number
from ...store.games import Submission

KEY = re.compile(r"[A-Za-z0-9_-]{16,64}", re.ASCII)
MAX_REVISIONS = 999_999_999
MAX_AGE = 24 * 60 * 60 * 1000
"""Maximum age of a form in milliseconds; an older form counts as one of this age."""
CARRIED = ("entry_key", "after_key", "csrf_token", "age")
"""Fields excluded from the digest: they differ if two tabs send the same play, or if a form is sent again."""


def new_entry_key() -> str:
    return secrets.token_urlsafe(16)


def sent_submission() -> Submission:
    """Return the Submission of the form in the request; aborts with 400 if its metadata is malformed."""
    key, revision = request.form.get("entry_key", ""), small_number(request.form.get("revision", "0"), MAX_REVISIONS)
    after = request.form.get("after_key", "")
    age = small_number(request.form.get("age", "0"), sys.maxsize)
    if not KEY.fullmatch(key) or revision is None or age is None or (after and not KEY.fullmatch(after)):
        abort(400)
    content = sorted(item for item in request.form.items(multi=True) if item[0] not in CARRIED)
    files = [
        (name, each.filename, hashlib.file_digest(each.stream, "sha256").hexdigest())  # type: ignore[arg-type]
        for name, each in request.files.items(multi=True)
    ]
    digest = hashlib.sha256(json.dumps([request.path, content, *files]).encode()).hexdigest()
    return Submission(key, digest, revision, after, min(age, MAX_AGE) / 1000)
