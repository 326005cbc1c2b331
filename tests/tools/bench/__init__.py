"""Measures what pages, plays and replays cost, compared with the least possible. Nothing here passes or fails."""
