"""Tries for minutes to lose or damage data: `./run soak`. `__main__.py` describes it."""
