"""A game: its table, its corrections, its replay and its result, each a page of it at one of its positions."""

from flask import Blueprint

blueprint = Blueprint("game", __name__, url_prefix="/games/<uuid:game_id>")
