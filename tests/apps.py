"""The application as tests open it, many times over: templates are compiled once for all of them."""

from jinja2 import BytecodeCache

from scorekeeper.web import create_app


class Compiled(BytecodeCache):
    """Keeps what a template was compiled to, by its name, its file and its text."""

    def __init__(self):
        self.kept = {}

    def load_bytecode(self, bucket):
        bucket.code = self.kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket):
        self.kept[bucket.key, bucket.checksum] = bucket.code


COMPILED = Compiled()


def open_app(instance, **options):
    """Return the application over that folder."""
    app = create_app(instance, **options)
    app.jinja_env.bytecode_cache = COMPILED
    return app
