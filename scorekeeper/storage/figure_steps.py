"""The steps of the schema that the history is counted by: projections, all of them; one that has landed stays."""

from sqlite_utils import Database


def figures_of_games(db: Database) -> None:
    """Have what finished games on the table come to for the history, game by game and counted.

    Projections, all of them: of the results, and of what the logs hold out for records.
    """
    for statement in (
        # Who sat at these games and how they did; `rated`: whether they had somebody to win against.
        """CREATE TABLE sittings (
            player_id INTEGER NOT NULL REFERENCES players,
            game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
            rulebook TEXT NOT NULL,
            moment INTEGER NOT NULL,         -- of the game
            month TEXT NOT NULL,             -- of its end, as the clock at the table said: '2026-11'
            seat INTEGER NOT NULL,
            place INTEGER NOT NULL,
            total INTEGER,
            rated INTEGER NOT NULL,
            seconds INTEGER,                 -- how long the game took; null where that is not known
            PRIMARY KEY (player_id, moment, game_id)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX sittings_by_game ON sittings (game_id, place)",
        "CREATE INDEX sittings_by_total ON sittings (player_id, rulebook, total)",
        "CREATE INDEX sittings_by_title ON sittings (player_id, rulebook, moment)",
        "CREATE INDEX sittings_won ON sittings (player_id, rulebook, moment) WHERE place = 1",
        # Their sums: by player, title and year; by pair of players (who finished above whom); by month.
        """CREATE TABLE player_counts (
            player_id INTEGER NOT NULL REFERENCES players,
            rulebook TEXT NOT NULL,
            year INTEGER NOT NULL,
            games INTEGER NOT NULL,
            rated INTEGER NOT NULL,
            wins INTEGER NOT NULL,           -- of the rated ones; a shared first place is one
            PRIMARY KEY (player_id, rulebook, year)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX player_counts_by_year ON player_counts (year, rulebook, player_id, games, rated, wins)",
        "CREATE INDEX player_counts_by_title ON player_counts (rulebook, player_id, wins)",
        """CREATE TABLE pair_counts (
            player_id INTEGER NOT NULL REFERENCES players,
            other_id INTEGER NOT NULL REFERENCES players,
            rulebook TEXT NOT NULL,
            games INTEGER NOT NULL,
            above INTEGER NOT NULL,          -- how often the player finished above the other
            below INTEGER NOT NULL,
            PRIMARY KEY (player_id, other_id, rulebook)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE game_counts (
            month TEXT NOT NULL,             -- '2026-11'
            rulebook TEXT NOT NULL,
            games INTEGER NOT NULL,
            timed INTEGER NOT NULL,          -- those of which it is known how long they took,
            seconds INTEGER NOT NULL,        -- and how long all of these took
            PRIMARY KEY (month, rulebook)
        ) STRICT, WITHOUT ROWID""",
        # What each of these games holds out for a record.
        """CREATE TABLE marks (
            rulebook TEXT NOT NULL,
            name TEXT NOT NULL,
            value INTEGER NOT NULL,
            moment INTEGER NOT NULL,         -- of the game: the first to have reached a value holds the record
            game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
            PRIMARY KEY (rulebook, name, value, moment, game_id)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX marks_by_game ON marks (game_id)",
        "DROP INDEX games_by_moment",
        "CREATE INDEX games_by_moment ON games (shelf, finished, moment, id)",
        "CREATE INDEX games_by_title ON games (rulebook, shelf, finished, moment, id)",
        # Each player's latest game that is not deleted: its moment, and where they sat. So they are suggested.
        "ALTER TABLE players ADD COLUMN latest INTEGER",
        "ALTER TABLE players ADD COLUMN latest_seat INTEGER",
        "CREATE INDEX players_suggested ON players (suggested, latest DESC, latest_seat, name)",
        """CREATE INDEX games_without_figures ON games (moment, id)
        WHERE shelf = 'away' OR (shelf = 'table' AND NOT finished)""",
        # Facts about the box: found by their name, the latest first. A deleted game has none.
        "ALTER TABLE box_facts RENAME TO box_facts_by_game",
        """CREATE TABLE box_facts (
            rulebook TEXT NOT NULL,
            name TEXT NOT NULL,
            moment INTEGER NOT NULL,         -- of the game
            game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
            value TEXT NOT NULL,             -- JSON
            PRIMARY KEY (rulebook, name, moment, game_id)
        ) STRICT, WITHOUT ROWID""",
        """INSERT INTO box_facts SELECT rulebook, name, moment, game_id, value
        FROM box_facts_by_game JOIN games ON id = game_id WHERE shelf != 'deleted'""",
        "DROP TABLE box_facts_by_game",
        "CREATE INDEX box_facts_by_game ON box_facts (game_id)",
        "INSERT OR REPLACE INTO settings SELECT 'projections', 'stale' WHERE EXISTS (SELECT 1 FROM games)",
    ):
        db.execute(statement)


def places_and_margins(db: Database) -> None:
    """Have how many played each finished game on the table and by how much it was won, and what places players took.

    Projections, all of them, of the results.
    """
    for statement in (
        "ALTER TABLE sittings ADD COLUMN size INTEGER NOT NULL DEFAULT 0",  # how many sat there
        "ALTER TABLE sittings ADD COLUMN margin TEXT NOT NULL DEFAULT ''",  # as in storage/margins.py
        # Whoever sits first stands for the game.
        "CREATE INDEX sittings_by_size ON sittings (size, moment, game_id) WHERE seat = 0",
        "CREATE INDEX sittings_by_margin ON sittings (margin, moment, game_id) WHERE seat = 0",
        "CREATE INDEX sittings_by_length ON sittings (player_id, rulebook, seconds) WHERE seconds IS NOT NULL",
        """CREATE TABLE place_counts (
            player_id INTEGER NOT NULL REFERENCES players,
            rulebook TEXT NOT NULL,
            size INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            place INTEGER NOT NULL,
            games INTEGER NOT NULL,
            PRIMARY KEY (player_id, rulebook, size, seat, place)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE shape_counts (
            rulebook TEXT NOT NULL,
            size INTEGER NOT NULL,
            margin TEXT NOT NULL,
            games INTEGER NOT NULL,
            PRIMARY KEY (rulebook, size, margin)
        ) STRICT, WITHOUT ROWID""",
        "INSERT OR REPLACE INTO settings SELECT 'projections', 'stale' WHERE EXISTS (SELECT 1 FROM games)",
    ):
        db.execute(statement)
