"""What every form says of itself besides its fields: its entry key, the revision it was made for, and a digest."""

import hashlib
import json
import re
import secrets

from flask import abort, request

from ...core.fields import small_number
from ...store.games import Submission

KEY = re.compile(r"[A-Za-z0-9_-]{16,64}", re.ASCII)
MAX_REVISIONS = 999_999_999
CARRIED = ("entry_key", "after_key", "csrf_token")
"""Fields that are no content: two tabs can send the same play with another key of the play before it."""
SEATED = "seated"
"""The field with the ids of the players for whom a form was drawn, in the order of their seats: "7.12.9"."""
IDS = re.compile(r"[1-9][0-9]{0,8}(\.[1-9][0-9]{0,8}){0,19}", re.ASCII)


def new_entry_key() -> str:
    """Return a key that no form has carried yet."""
    return secrets.token_urlsafe(16)


def sent_submission() -> Submission:
    """Return the Submission of the form in the request; aborts with 400 if what it says of itself cannot be read."""
    key, revision = request.form.get("entry_key", ""), small_number(request.form.get("revision", "0"), MAX_REVISIONS)
    after = request.form.get("after_key", "")
    if not KEY.fullmatch(key) or revision is None or (after and not KEY.fullmatch(after)):
        abort(400)
    if not IDS.fullmatch(request.form.get(SEATED, "1")):
        abort(400)
    said = sorted(item for item in request.form.items(multi=True) if item[0] not in CARRIED)
    files = [
        (name, each.filename, hashlib.file_digest(each.stream, "sha256").hexdigest())  # type: ignore[arg-type]
        for name, each in request.files.items(multi=True)
    ]
    digest = hashlib.sha256(json.dumps([request.path, said, *files]).encode()).hexdigest()
    return Submission(key, digest, revision, after)
