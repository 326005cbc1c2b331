"""Tries for minutes whether the app keeps what it promises when something goes wrong: `./run soak`.

Each part is a function that takes a folder of its own, its `Rounds` and a `Tally`. Each round gets a `Random` of its
own, made of the seed, the part and the number of the round, so that it can be repeated alone.
"""
