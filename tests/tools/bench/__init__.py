"""Times plays, pages and watchers: `./run bench`. `__main__.py` describes it."""
