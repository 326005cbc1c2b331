"""The factory of the Flask application: settings, services, templates and blueprints."""

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

from flask import Flask
from flask_wtf.csrf import CSRFProtect
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader

from ..daily_backup import Daily
from ..instance import open_service, secret
from ..pairing import cookie_name
from ..paths import beside_package, default_folder
from ..store.games import ResultAlone
from ..titles import installed
from . import people, rules
from .access import devices, sharing
from .common import assets, errors, headers, health, language, png, pwa
from .common.charts import chart
from .common.language import shown
from .common.names import breakable, hyphenated
from .common.titles import kind_of
from .data import bgstats
from .data import views as data
from .forms.fields import faults, first_fault, wrong
from .history import evening, games, home, pair, records, year
from .seating import another, begin, pads
from .table import edit_result, etags, finale, helpers, options, picture, players, replay
from .table import views as game
from .table.lines import SIGNS
from .table.page import game_page
from .table.result import external_result_page

MAX_BYTES = 256 * 1024


def create_app(
    instance: Path | None = None,
    *,
    hosts: Iterable[str] = (),
) -> Flask:
    """Return the application for the database and titles in the directory `instance` (default: `default_folder()`).

    `hosts` are accepted host names, in addition to this machine's names and all IP addresses. Flask settings can be set
    in the environment as SCOREKEEPER_<NAME>. Raises Unusable.
    """
    folder = instance or default_folder()
    service, titles = open_service(folder), installed(folder)
    app = Flask(__name__, static_folder=None, instance_path=str(folder.absolute()))
    app.config.update(
        SECRET_KEY=secret(folder),
        MAX_CONTENT_LENGTH=MAX_BYTES,
        MAX_FORM_MEMORY_SIZE=MAX_BYTES,
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_NAME=cookie_name(secret(folder)),
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        WTF_CSRF_TIME_LIMIT=None,
        ALLOWED_HOSTS=devices.own_names() | set(hosts),
        STRICT_HOSTS=set(hosts) - devices.own_names(),
    )
    app.config.from_prefixed_env("SCOREKEEPER")
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True, "finalize": shown}
    app.session_interface = devices.Sessions()
    app.extensions["service"], app.extensions["titles"] = service, titles
    app.extensions["daily"] = Daily(service.store.path)
    own = {slug: FileSystemLoader(folder / "templates") for slug, folder in titles.folders.items()}
    app.jinja_loader = ChoiceLoader(  # the templates of custom titles are rulebooks/<slug>/...
        [FileSystemLoader(beside_package("templates")), PrefixLoader({"rulebooks": PrefixLoader(own)})]
    )
    app.jinja_env.globals.update(first_fault=first_fault, signs=SIGNS, chart=chart, game_page=game_page)
    app.jinja_env.globals["kind_of"] = kind_of
    app.jinja_env.filters.update(faults=faults, wrong=wrong, breakable=breakable, hyphenated=hyphenated)
    language.init_app(app, titles.catalogues)
    assets.init_app(app, beside_package("static"), titles.folders)
    etags.init_app(app)
    png.init_app(app)
    headers.init_app(app)
    devices.init_app(app)  # before CSRFProtect, which reads the form: access and size limits are checked first
    data.init_app(app)
    CSRFProtect(app)
    errors.init_app(app)
    app.register_error_handler(ResultAlone, external_result_page)
    health.init_app(app)
    pwa.init_app(app)
    for views in (
        *(devices, home, games, pair, records, year, evening, people, another, begin, pads, players),
        *(game, edit_result, replay, finale, picture, helpers, options, rules, data, bgstats, sharing),
    ):
        app.register_blueprint(views.blueprint)
    return app
