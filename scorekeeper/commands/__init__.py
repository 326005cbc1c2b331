"""Implementations of the commands that `cli.py` parses."""
