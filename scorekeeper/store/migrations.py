"""Schema migrations; one that has landed never changes.

SQL comments are part of the stored schema, so they keep their original wording.
"""

import json

from sqlite_utils import Database


def figures_of_games(db: Database) -> None:
    """Add statistics of finished games with shelf 'table', per game and as sums.

    All of them are projections of the results and of the values for records.
    """
    for statement in (
        # The players of these games and their results; `rated`: whether there was an opponent.
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
        # Sums of these: by player, title and year; by pair of players (which of them finished above); by month.
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
        # Candidates for records in these games.
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
        # Moment and seat of each player's latest game, without deleted ones; for the order of suggested names.
        "ALTER TABLE players ADD COLUMN latest INTEGER",
        "ALTER TABLE players ADD COLUMN latest_seat INTEGER",
        "CREATE INDEX players_suggested ON players (suggested, latest DESC, latest_seat, name)",
        """CREATE INDEX games_without_figures ON games (moment, id)
        WHERE shelf = 'away' OR (shelf = 'table' AND NOT finished)""",
        # Facts about the game box: found by name, latest first. A deleted game has none.
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
    """Add the number of players and the margin of each finished game with shelf 'table', and counts of places.

    All of these are projections of the results.
    """
    for statement in (
        "ALTER TABLE sittings ADD COLUMN size INTEGER NOT NULL DEFAULT 0",  # number of players
        "ALTER TABLE sittings ADD COLUMN margin TEXT NOT NULL DEFAULT ''",  # a name in MARGINS (results.py)
        # The row of seat 0 represents the game.
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


def games_and_plays(db: Database) -> None:
    """Create the tables of players, games, seats, plays, the trail of changes, results and settings."""
    for statement in (
        """CREATE TABLE players (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            folded TEXT NOT NULL UNIQUE      -- the name after case folding: who is the same player
        ) STRICT""",
        """CREATE TABLE games (
            id TEXT PRIMARY KEY,             -- a UUID
            rulebook TEXT NOT NULL,
            options TEXT NOT NULL,           -- JSON, as in the game document
            revision INTEGER NOT NULL,       -- goes up with every change
            finished INTEGER NOT NULL,       -- what the log comes to
            started TEXT, ended TEXT,        -- ISO 8601 with an offset
            venue TEXT, note TEXT,
            moment INTEGER NOT NULL          -- seconds since 1970: the end, or else the last change; for sorting
        ) STRICT""",
        "CREATE INDEX games_by_moment ON games (finished, moment DESC)",
        """CREATE TABLE seats (
            game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            player_id INTEGER NOT NULL REFERENCES players,
            PRIMARY KEY (game_id, seat)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX seats_by_player ON seats (player_id)",
        """CREATE TABLE plays (
            game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
            position INTEGER NOT NULL,       -- from 0
            body TEXT NOT NULL,              -- JSON, as in the game document, with seats for names
            PRIMARY KEY (game_id, position)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE changes (
            game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
            revision INTEGER NOT NULL,       -- the revision that this change made
            act TEXT NOT NULL,
            edits TEXT NOT NULL,             -- JSON: [position, play taken out or null, play put in or null] each
            made TEXT NOT NULL,              -- ISO 8601 with an offset
            entry_key TEXT UNIQUE,           -- of the form that asked for it
            digest TEXT,                     -- of what that form said
            PRIMARY KEY (game_id, revision)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE results (
            game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
            line INTEGER NOT NULL,           -- from 0, best first
            seat INTEGER,                    -- null for somebody who is not at the table
            name TEXT NOT NULL,              -- of that somebody; otherwise the seat's player has it
            place INTEGER NOT NULL,
            total INTEGER,
            PRIMARY KEY (game_id, line)
        ) STRICT, WITHOUT ROWID""",
        "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    ):
        db.execute(statement)


def shelves(db: Database) -> None:
    """Add the status (shelf) of games: archived without an end, or deleted but restorable."""
    db.execute("ALTER TABLE games ADD COLUMN shelf TEXT NOT NULL DEFAULT 'table'")  # or 'away', 'deleted'
    db.execute("DROP INDEX games_by_moment")
    db.execute("CREATE INDEX games_by_moment ON games (shelf, finished, moment DESC)")


def box_facts(db: Database) -> None:
    """Store the facts about the game box in plays as a projection per game, instead of a setting that undo ignored.

    If there are games, the setting "projections" triggers a rebuild from their logs.
    """
    db.execute(
        """CREATE TABLE box_facts (
            game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
            name TEXT NOT NULL,
            value TEXT NOT NULL,             -- JSON
            PRIMARY KEY (game_id, name)
        ) STRICT, WITHOUT ROWID"""
    )
    db.execute("DELETE FROM settings WHERE name GLOB 'learned *'")
    db.execute("INSERT INTO settings SELECT 'projections', 'stale' WHERE EXISTS (SELECT 1 FROM games)")


def players_of_games(db: Database) -> None:
    """Add changes of a game's players, and of people: their names, and whether these are suggested."""
    db.execute("ALTER TABLE changes ADD COLUMN table_edit TEXT")  # JSON; null if only the log was edited
    db.execute("ALTER TABLE players ADD COLUMN suggested INTEGER NOT NULL DEFAULT 1")
    db.execute(
        """CREATE TABLE people_changes (
            id INTEGER PRIMARY KEY,
            player_id INTEGER NOT NULL REFERENCES players,
            act TEXT NOT NULL,               -- 'rename', 'hide' or 'show'
            before TEXT NOT NULL,            -- the name
            after TEXT NOT NULL,
            made TEXT NOT NULL,              -- ISO 8601 with an offset
            entry_key TEXT NOT NULL UNIQUE,  -- of the form that asked for it
            digest TEXT NOT NULL             -- of what that form said
        ) STRICT"""
    )


def places_and_notes(db: Database) -> None:
    """Add changes of a game's place and note, and search words of finished games with shelf 'table'.

    The words are a projection.
    """
    for statement in (
        "ALTER TABLE changes ADD COLUMN about_edit TEXT",  # JSON; null without a change of place or note
        """CREATE TABLE terms (
            kind TEXT NOT NULL,              -- 'place': the whole place; 'word': a word of the place or the note
            term TEXT NOT NULL,              -- without case and accents
            moment INTEGER NOT NULL,         -- of the game
            game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
            PRIMARY KEY (kind, term, moment, game_id)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX terms_by_game ON terms (game_id, kind, term)",
        """CREATE TABLE term_counts (
            kind TEXT NOT NULL,
            term TEXT NOT NULL,
            games INTEGER NOT NULL,
            PRIMARY KEY (kind, term)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX term_counts_by_games ON term_counts (kind, games)",
        # The latest places.
        "CREATE INDEX games_with_place ON games (moment) WHERE venue IS NOT NULL",
        "INSERT OR REPLACE INTO settings SELECT 'projections', 'stale' WHERE EXISTS (SELECT 1 FROM games)",
    ):
        db.execute(statement)


def merged_people(db: Database) -> None:
    """Add merges of people: the other player has the seats of both until they are split again."""
    for statement in (
        "ALTER TABLE players ADD COLUMN merged_into INTEGER REFERENCES players",  # null for a player not merged
        # The player entered for a seat, if merged into its player since.
        "ALTER TABLE seats ADD COLUMN entered_as INTEGER REFERENCES players",
        "ALTER TABLE people_changes ADD COLUMN other_id INTEGER REFERENCES players",  # the other player of a merge
        "CREATE INDEX people_changes_by_player ON people_changes (player_id, id)",
        "CREATE INDEX changes_of_tables ON changes (game_id, revision) WHERE table_edit IS NOT NULL",
        "CREATE INDEX changes_of_notes ON changes (game_id, revision) WHERE about_edit IS NOT NULL",
    ):
        db.execute(statement)


def shared_games(db: Database) -> None:
    """Add games shared with other devices, which view them or enter plays."""
    for statement in (
        # Anyone with the key may view the game.
        """CREATE TABLE watch_keys (
            game_id TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
            key TEXT NOT NULL
        ) STRICT, WITHOUT ROWID""",
        # A device with the key may take over entering plays, once.
        """CREATE TABLE hand_overs (
            game_id TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
            key TEXT NOT NULL,
            device TEXT NOT NULL,            -- that keeps the book until then, by a random name
            until INTEGER NOT NULL           -- seconds since 1970
        ) STRICT, WITHOUT ROWID""",
        # Devices with rights in a game that differ from their rights in the instance.
        """CREATE TABLE books (
            game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
            device TEXT NOT NULL,
            keeps INTEGER NOT NULL,          -- 1: it keeps the book, 0: it watches
            PRIMARY KEY (game_id, device)
        ) STRICT, WITHOUT ROWID""",
    ):
        db.execute(statement)


def imports(db: Database) -> None:
    """Add imports and the games they replace.

    Before, an import was only a set of changes; their keys were the form's key, a dot and a number.
    """
    for statement in (
        """CREATE TABLE imports (
            id INTEGER PRIMARY KEY,
            entry_key TEXT NOT NULL UNIQUE,  -- of the form that asked for it
            digest TEXT NOT NULL,            -- of what that form said
            made TEXT NOT NULL,              -- ISO 8601 with an offset
            -- How many games were new or the same, were brought back, kept, replaced or left out,
            new INTEGER NOT NULL, same INTEGER NOT NULL, back INTEGER NOT NULL,
            ours INTEGER NOT NULL, theirs INTEGER NOT NULL, left_out INTEGER NOT NULL,
            stayed INTEGER                   -- and had been changed when it was taken back; null before
        ) STRICT""",
        "ALTER TABLE changes ADD COLUMN import_id INTEGER REFERENCES imports",  # null for changes by users
        "ALTER TABLE changes ADD COLUMN times_edit TEXT",  # JSON; null if a game's times were not replaced
        """INSERT INTO imports (entry_key, digest, made, new, same, back, ours, theirs, left_out)
        SELECT substr(entry_key, 1, instr(entry_key || '.', '.') - 1) AS own, digest, min(made), count(*), 0, 0, 0, 0, 0
        FROM changes WHERE act = 'import' AND entry_key IS NOT NULL GROUP BY own ORDER BY min(made)""",
        """UPDATE changes SET entry_key = NULL, digest = NULL, import_id = (SELECT id FROM imports
            WHERE imports.entry_key = substr(changes.entry_key, 1, instr(changes.entry_key || '.', '.') - 1))
        WHERE act = 'import' AND entry_key IS NOT NULL""",
        "CREATE INDEX changes_of_imports ON changes (import_id, game_id, revision) WHERE import_id IS NOT NULL",
    ):
        db.execute(statement)


def beginnings(db: Database) -> None:
    """Sort finished games by their start or, if unknown, their end; undated games come first and have no month."""
    for statement in (
        # From the second day of year 1 to the last but one of 9999, a moment is valid in every time zone; one second
        # less means undated. Times that SQLite cannot parse (it knows only part of ISO 8601) do not change.
        """UPDATE games SET moment = coalesce(max(-62135510399, min(253402214399,
            CAST(strftime('%s', coalesce(started, ended)) AS INTEGER))), moment)
        WHERE finished AND coalesce(started, ended) IS NOT NULL""",
        "UPDATE games SET moment = -62135510400 WHERE finished AND coalesce(started, ended) IS NULL",
        "INSERT OR REPLACE INTO settings SELECT 'projections', 'stale' WHERE EXISTS (SELECT 1 FROM games)",
    ):
        db.execute(statement)


def results_alone(db: Database) -> None:
    """Add games scored elsewhere, with only a result and no plays."""
    db.execute("ALTER TABLE games ADD COLUMN told TEXT")  # JSON: place and points by seat; null for a game with plays


def no_box_facts(db: Database) -> None:
    """Drop the facts about the game box: forms now start from the plays of the last games."""
    db.execute("DROP TABLE box_facts")


def definitions(db: Database) -> None:
    """Add definitions of pads: a game keeps the definition that it was played with."""
    db.execute(
        """CREATE TABLE definitions (
            slug TEXT PRIMARY KEY,           -- its name and a digest of the facts: 'hearts~3fa9c2d15b7e'
            facts TEXT NOT NULL              -- JSON
        ) STRICT, WITHOUT ROWID"""
    )


def records_of_pads(db: Database) -> None:
    """Rebuild the records, because pads can now have records."""
    db.execute("INSERT OR REPLACE INTO settings SELECT 'projections', 'stale' WHERE EXISTS (SELECT 1 FROM definitions)")


def titles_that_change(db: Database) -> None:
    """Change no table; from this version on, a change can replace a game's title, which older versions cannot read."""


def one_lead(db: Database) -> None:
    """Rebuild the records: the lead is defined differently, and games with only a result can hold records."""
    db.execute("INSERT OR REPLACE INTO settings SELECT 'projections', 'stale' WHERE EXISTS (SELECT 1 FROM games)")


def one_delta(db: Database) -> None:
    """Join all effects of a change other than edits of the log in one column: {part of the game: [before, after]}."""
    db.execute("ALTER TABLE changes ADD COLUMN delta TEXT")  # JSON; null if it only edited the log
    for game_id, revision, *edits in db.execute(
        """SELECT game_id, revision, table_edit, about_edit, times_edit FROM changes
        WHERE coalesce(table_edit, about_edit, times_edit) IS NOT NULL"""
    ).fetchall():
        table, about, times = (None if each is None else json.loads(each) for each in edits)
        delta: dict[str, object] = {}
        if table:
            before, after, renames = table
            parts = zip(("players", "options", "rulebook"), before, after, strict=False)
            delta |= {part: [old, new] for part, old, new in parts if old != new}
            if renames:
                delta["names"] = [[[who, old] for who, old, _ in renames], [[who, new] for who, _, new in renames]]
        if about:
            delta |= {part: [old, new] for part, old, new in zip(("venue", "note"), *about, strict=True) if old != new}
        if times:
            delta |= {part: [old, new] for part, old, new in zip(("started", "ended", "moment"), *times, strict=True)}
        # A change remains undoable even if no difference is left; only an empty delta would mean that it is not.
        delta = delta or ({"names": [[], []]} if table else {"note": about[0][1:] + about[1][1:]} if about else {})
        db.execute(
            "UPDATE changes SET delta = ? WHERE game_id = ? AND revision = ?", [json.dumps(delta), game_id, revision]
        )
    for statement in (
        "DROP INDEX changes_of_tables",
        "DROP INDEX changes_of_notes",
        "ALTER TABLE changes DROP COLUMN table_edit",
        "ALTER TABLE changes DROP COLUMN about_edit",
        "ALTER TABLE changes DROP COLUMN times_edit",
        "CREATE INDEX changes_with_delta ON changes (game_id, revision) WHERE delta IS NOT NULL",
    ):
        db.execute(statement)


def no_hand_overs(db: Database) -> None:
    """Drop the rights of devices in single games: every paired device may enter plays in all games."""
    for table in ("hand_overs", "books"):
        db.execute(f"DROP TABLE {table}")


def details_of_imports(db: Database) -> None:
    """Add an import's details of single games and files; null for earlier imports."""
    db.execute("ALTER TABLE imports ADD COLUMN details TEXT")  # JSON


def flat_history(db: Database) -> None:
    """Replace the tables of sums by one row per finished game and one per player in it; store the details of records.

    All of these are projections, and a rebuild fills them.
    """
    for table in (
        *("player_counts", "pair_counts", "game_counts", "shape_counts", "place_counts", "term_counts"),
        *("sittings", "terms", "marks"),
    ):
        db.execute(f"DROP TABLE {table}")
    for statement in (
        # Finished games with shelf 'table'.
        """CREATE TABLE finished_games (
            game_id TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
            rulebook TEXT NOT NULL,
            moment INTEGER NOT NULL,         -- of the game
            day TEXT NOT NULL,               -- of its beginning, or else end, by the local clock; '' if not known
            size INTEGER NOT NULL,           -- number of players
            margin TEXT NOT NULL,            -- as in storage/margins.py
            seconds INTEGER,                 -- duration; null if not known
            venue TEXT NOT NULL              -- without case and accents; '' if not known
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX finished_by_moment ON finished_games (moment, game_id)",
        "CREATE INDEX finished_by_title ON finished_games (rulebook, moment, game_id)",
        "CREATE INDEX finished_by_size ON finished_games (rulebook, size, seconds)",
        "CREATE INDEX finished_by_venue ON finished_games (venue, moment, game_id)",
        "CREATE INDEX finished_by_day ON finished_games (day, rulebook, seconds)",
        # Their players and results; `rated`: whether there was an opponent at the table.
        """CREATE TABLE player_results (
            player_id INTEGER NOT NULL REFERENCES players,
            game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
            rulebook TEXT NOT NULL,
            moment INTEGER NOT NULL,         -- these six as in finished_games
            day TEXT NOT NULL,
            year TEXT NOT NULL,              -- of the day
            size INTEGER NOT NULL,
            seconds INTEGER,
            venue TEXT NOT NULL,
            seat INTEGER NOT NULL,
            place INTEGER NOT NULL,          -- rank in the result
            total INTEGER,
            rated INTEGER NOT NULL,
            PRIMARY KEY (player_id, moment, game_id)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX results_by_game ON player_results (game_id)",
        # Ordered by game, so that the players of consecutive games are stored close together.
        "CREATE INDEX results_by_moment ON player_results (moment, game_id, player_id, place)",
        "CREATE INDEX results_by_player ON player_results (player_id, moment, game_id, place)",
        "CREATE INDEX results_by_title ON player_results (player_id, rulebook, year, size, seat, place)",
        "CREATE INDEX results_by_total ON player_results (player_id, rulebook, rated, total)",
        "CREATE INDEX results_by_length ON player_results (player_id, rulebook, rated, seconds)",
        "CREATE INDEX results_by_venue ON player_results (player_id, venue)",
        "CREATE INDEX results_by_day ON player_results (day, player_id, rulebook, rated, place)",
        "CREATE INDEX results_won ON player_results (rulebook, player_id, place, rated) WHERE place = 1 AND rated",
        # The words of their places and notes.
        """CREATE TABLE search_words (
            word TEXT NOT NULL,              -- without case and accents
            game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
            PRIMARY KEY (word, game_id)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX words_by_game ON search_words (game_id)",
        # Their candidates for records.
        """CREATE TABLE marks (
            rulebook TEXT NOT NULL,
            name TEXT NOT NULL,
            value INTEGER NOT NULL,
            moment INTEGER NOT NULL,         -- of the game: the first to reach a value holds the record
            game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
            seats TEXT NOT NULL,             -- JSON: the seats of the holders; [] for the whole table
            number INTEGER,                  -- of the play, from 1; null if it is about no single play
            what TEXT,                       -- JSON: more about it, a message with seats for names
            PRIMARY KEY (rulebook, name, value, moment, game_id)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX marks_by_game ON marks (game_id)",
        "INSERT OR REPLACE INTO settings SELECT 'projections', 'stale' WHERE EXISTS (SELECT 1 FROM games)",
    ):
        db.execute(statement)


def submissions(db: Database) -> None:
    """Move the idempotency keys of forms from three tables into one."""
    for statement in (
        """CREATE TABLE submissions (
            key TEXT PRIMARY KEY,            -- of a form that was sent: the same form sent again does nothing
            digest TEXT NOT NULL,            -- of the form's content
            -- What it made: a revision of a game, a change of a name, or an import.
            game_id TEXT REFERENCES games ON DELETE CASCADE,
            revision INTEGER,
            name_change INTEGER REFERENCES people_changes ON DELETE CASCADE,
            import_id INTEGER REFERENCES imports
        ) STRICT, WITHOUT ROWID""",
        # If the key of an import was also used for a name, the import keeps it: the URL of its page contains it.
        "INSERT INTO submissions SELECT entry_key, digest, NULL, NULL, NULL, id FROM imports",
        """INSERT OR IGNORE INTO submissions
            SELECT entry_key, digest, game_id, revision, NULL, NULL FROM changes WHERE entry_key IS NOT NULL""",
        "INSERT OR IGNORE INTO submissions SELECT entry_key, digest, NULL, NULL, id, NULL FROM people_changes",
        "CREATE INDEX submissions_of_names ON submissions (name_change) WHERE name_change IS NOT NULL",
        "CREATE INDEX submissions_of_imports ON submissions (import_id) WHERE import_id IS NOT NULL",
        # SQLite cannot drop a UNIQUE column, so the tables are recreated without it.
        """CREATE TABLE new_changes (
            game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
            revision INTEGER NOT NULL,       -- the revision that this change made
            act TEXT NOT NULL,
            edits TEXT NOT NULL,             -- JSON: [position, play taken out or null, play put in or null] each
            made TEXT NOT NULL,              -- ISO 8601 with an offset
            delta TEXT,                      -- JSON; null if it only edited the log
            import_id INTEGER REFERENCES imports,
            PRIMARY KEY (game_id, revision)
        ) STRICT, WITHOUT ROWID""",
        "INSERT INTO new_changes SELECT game_id, revision, act, edits, made, delta, import_id FROM changes",
        """CREATE TABLE new_people_changes (
            id INTEGER PRIMARY KEY,
            player_id INTEGER NOT NULL REFERENCES players,
            act TEXT NOT NULL,
            before TEXT NOT NULL,            -- the name
            after TEXT NOT NULL,
            made TEXT NOT NULL,              -- ISO 8601 with an offset
            other_id INTEGER REFERENCES players
        ) STRICT""",
        "INSERT INTO new_people_changes SELECT id, player_id, act, before, after, made, other_id FROM people_changes",
        """CREATE TABLE new_imports (
            id INTEGER PRIMARY KEY,
            made TEXT NOT NULL,              -- ISO 8601 with an offset
            -- How many games were new or the same, were brought back, kept, replaced or left out.
            new INTEGER NOT NULL, same INTEGER NOT NULL, back INTEGER NOT NULL,
            ours INTEGER NOT NULL, theirs INTEGER NOT NULL, left_out INTEGER NOT NULL,
            details TEXT                     -- JSON; null for an import of an earlier version
        ) STRICT""",
        "INSERT INTO new_imports SELECT id, made, new, same, back, ours, theirs, left_out, details FROM imports",
        *(
            statement
            for table in ("changes", "people_changes", "imports")
            for statement in (f"DROP TABLE {table}", f"ALTER TABLE new_{table} RENAME TO {table}")
        ),
        "CREATE INDEX changes_of_imports ON changes (import_id, game_id, revision) WHERE import_id IS NOT NULL",
        "CREATE INDEX changes_with_delta ON changes (game_id, revision) WHERE delta IS NOT NULL",
        "CREATE INDEX people_changes_by_player ON people_changes (player_id, id)",
    ):
        db.execute(statement)


def totals_with_decimals(db: Database) -> None:
    """Allow totals with decimals, and mark the games rated for statistics against other players."""
    for table, column in (("results", "total"), ("player_results", "total"), ("marks", "value")):
        (created,) = db.execute("SELECT sql FROM sqlite_master WHERE name = ?", [table]).fetchone()
        indexes = db.execute(
            "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql != ''", [table]
        )
        after = [sql for (sql,) in indexes.fetchall()]
        # INTEGER in a strict table takes no decimals, and REAL would turn every 45 into 45.0.
        db.execute(
            created.replace(f"CREATE TABLE {table}", f"CREATE TABLE new_{table}").replace(
                f"{column} INTEGER", f"{column} ANY"
            )
        )
        for statement in (
            f"INSERT INTO new_{table} SELECT * FROM {table}",  # noqa: S608  (names of ours)
            f"DROP TABLE {table}",
            f"ALTER TABLE new_{table} RENAME TO {table}",
            *after,
        ):
            db.execute(statement)
    for statement in (
        "ALTER TABLE finished_games ADD COLUMN rated INTEGER NOT NULL DEFAULT 0",  # as in player_results
        "UPDATE finished_games SET rated = size > 1",
        "DROP INDEX results_by_player",
        "CREATE INDEX results_by_player ON player_results (player_id, moment, game_id, place, rated)",
        "DROP INDEX results_by_title",
        "CREATE INDEX results_by_title ON player_results (player_id, rulebook, year, size, seat, place, rated)",
    ):
        db.execute(statement)


def living_pads(db: Database) -> None:
    """Store the successors of pads, and which pads are hidden from the choice of a new game."""
    for statement in (
        # The pad that replaces it and counts its games; null for a pad without a successor.
        "ALTER TABLE definitions ADD COLUMN successor TEXT REFERENCES definitions",
        "ALTER TABLE definitions ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX definitions_replaced ON definitions (successor, slug) WHERE successor IS NOT NULL",
    ):
        db.execute(statement)


STEPS = (
    games_and_plays,
    shelves,
    box_facts,
    players_of_games,
    figures_of_games,
    places_and_notes,
    merged_people,
    shared_games,
    imports,
    places_and_margins,
    beginnings,
    results_alone,
    no_box_facts,
    definitions,
    records_of_pads,
    titles_that_change,
    one_lead,
    one_delta,
    no_hand_overs,
    details_of_imports,
    flat_history,
    submissions,
    totals_with_decimals,
    living_pads,
)
