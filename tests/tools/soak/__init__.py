"""What is promised for the day that something goes wrong, tried for minutes: `./run soak`.

Each part is a function that is given a folder of its own, its rounds and a `Tally`. A round begins with a chance of its
own, made of the seed, the part and the number of the round, so that it can be repeated alone.
"""
