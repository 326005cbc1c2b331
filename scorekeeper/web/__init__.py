"""The web application: pages that the server renders, over the desk."""

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

from flask import Flask
from flask_wtf.csrf import CSRFProtect

from ..desk import Desk
from ..instance import beside_package, catalogues, default_folder, installed, open_store, secret
from ..memo import Memo
from . import (
    access,
    asking,
    assets,
    charts,
    corrections,
    errors,
    games,
    headers,
    kept,
    language,
    pages,
    pairing,
    seating,
)

MOST_BYTES = 256 * 1024


def create_app(
    instance: Path | None = None,
    *,
    hosts: Iterable[str] = (),
) -> Flask:
    """Return the application over the database in the folder `instance`, with the titles that lie there too.

    `hosts` are names under which it may be reached besides IP addresses and this machine's own name. Raises
    instance.Unusable.
    """
    folder = instance or default_folder()
    store = open_store(folder)
    app = Flask(__name__, static_folder=None, template_folder=str(beside_package("templates")))
    app.config.update(
        SECRET_KEY=secret(folder),
        MAX_CONTENT_LENGTH=MOST_BYTES,
        MAX_FORM_MEMORY_SIZE=MOST_BYTES,
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        WTF_CSRF_TIME_LIMIT=None,
        ALLOWED_HOSTS=access.own_names() | set(hosts),
    )
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.session_interface = access.Sessions()
    app.extensions["desk"] = Desk(store, installed(folder))
    app.extensions["guesses"] = access.Guesses()
    app.extensions["kept"] = Memo(kept.MOST)
    app.jinja_env.globals.update(signs=pages.SIGNS, seat_options=seating.seat_options, chart=charts.chart)
    language.init_app(app, catalogues(folder))
    assets.init_app(app, beside_package("static"))
    headers.init_app(app)
    access.init_app(app)
    CSRFProtect(app)
    errors.init_app(app)
    app.register_blueprint(pairing.blueprint)
    app.register_blueprint(games.blueprint)
    app.register_blueprint(corrections.blueprint)
    app.register_blueprint(asking.blueprint)
    return app
