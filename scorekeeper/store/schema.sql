-- The schema of a new database. Existing databases reach it through migrations.py.
--
-- Times are ISO 8601 texts with an offset. A moment is a number of seconds since 1970, for sorting. Totals and values of
-- records have no type, because INTEGER would refuse decimals in a strict table, and REAL would turn 45 into 45.0.

-- People. A merged player stays, without games, so that the merge can be undone.
CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,         -- the name after case folding, which identifies the player
    suggested INTEGER NOT NULL DEFAULT 1, -- whether the name is suggested for new games
    latest INTEGER,                      -- moment of the latest game that is not deleted, for the order of suggestions
    latest_seat INTEGER,
    merged_into INTEGER REFERENCES players
) STRICT;
CREATE INDEX players_suggested ON players (suggested, latest DESC, latest_seat, name);

-- Changes of names, suggestions and merges, for undo.
CREATE TABLE people_changes (
    id INTEGER PRIMARY KEY,
    player_id INTEGER NOT NULL REFERENCES players,
    act TEXT NOT NULL,                   -- a PeopleAct
    before TEXT NOT NULL,                -- the name
    after TEXT NOT NULL,
    made TEXT NOT NULL,                  -- time
    other_id INTEGER REFERENCES players  -- the other player of a merge
) STRICT;
CREATE INDEX people_changes_by_player ON people_changes (player_id, id);

-- Definitions of pads. A game keeps the definition with which it was played.
CREATE TABLE definitions (
    slug TEXT PRIMARY KEY,               -- the name and a digest of the facts: 'hearts~3fa9c2d15b7e'
    facts TEXT NOT NULL,                 -- JSON
    successor TEXT REFERENCES definitions, -- the pad that replaces this one and counts its games
    hidden INTEGER NOT NULL DEFAULT 0    -- not offered for a new game
) STRICT, WITHOUT ROWID;
CREATE INDEX definitions_replaced ON definitions (successor, slug) WHERE successor IS NOT NULL;

-- Games: one row per sitting.
CREATE TABLE games (
    id TEXT PRIMARY KEY,                 -- a UUID
    rulebook TEXT NOT NULL,              -- slug of the title, possibly of a pad in definitions
    options TEXT NOT NULL,               -- JSON, as in the game document
    revision INTEGER NOT NULL,           -- increases with every change
    finished INTEGER NOT NULL,           -- follows from the log
    started TEXT,                        -- times; null if unknown, only a date if its time is unknown
    ended TEXT,
    venue TEXT,
    note TEXT,
    moment INTEGER NOT NULL,             -- of a finished game's start or else end, of a running game's last change
    status TEXT NOT NULL,                -- 'active', 'archived' or 'deleted'
    external_result TEXT                 -- JSON: an ExternalResult; null for a game with plays
) STRICT;
CREATE INDEX games_by_moment ON games (status, finished, moment, id);
CREATE INDEX games_by_title ON games (rulebook, status, finished, moment, id);
CREATE INDEX games_without_figures ON games (moment, id)
    WHERE status = 'archived' OR (status = 'active' AND NOT finished);
CREATE INDEX games_with_place ON games (moment) WHERE venue IS NOT NULL;

-- The players of a game, by seat from 0. If the seats of an external result are unknown, their order means nothing.
CREATE TABLE seats (
    game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players,
    entered_as INTEGER REFERENCES players, -- the player entered for the seat, if merged since
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_player ON seats (player_id);

-- The log of each game, the only source of its score.
CREATE TABLE plays (
    game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    position INTEGER NOT NULL,           -- from 0
    body TEXT NOT NULL,                  -- JSON, as in the game document, with seats instead of names
    PRIMARY KEY (game_id, position)
) STRICT, WITHOUT ROWID;

-- Changes of each game, for undo.
CREATE TABLE changes (
    game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    revision INTEGER NOT NULL,           -- the revision made by this change
    act TEXT NOT NULL,                   -- a ChangeKind
    edits TEXT NOT NULL,                 -- JSON: [position, removed play or null, inserted play or null] each
    made TEXT NOT NULL,                  -- time
    delta TEXT,                          -- JSON: {part of the game: [before, after]}; null if it only edited the log
    import_id INTEGER REFERENCES imports,
    PRIMARY KEY (game_id, revision)
) STRICT, WITHOUT ROWID;
CREATE INDEX changes_of_imports ON changes (import_id, game_id, revision) WHERE import_id IS NOT NULL;
CREATE INDEX changes_with_delta ON changes (game_id, revision) WHERE delta IS NOT NULL;

-- Imports, with the numbers of games that were new, the same, restored, kept, replaced or omitted.
CREATE TABLE imports (
    id INTEGER PRIMARY KEY,
    made TEXT NOT NULL,                  -- time
    new INTEGER NOT NULL,
    same INTEGER NOT NULL,
    back INTEGER NOT NULL,
    ours INTEGER NOT NULL,
    theirs INTEGER NOT NULL,
    left_out INTEGER NOT NULL,
    details TEXT                         -- JSON
) STRICT;

-- Idempotency keys of forms: the same form sent again does nothing.
CREATE TABLE submissions (
    key TEXT PRIMARY KEY,
    digest TEXT NOT NULL,                -- of the form's content
    game_id TEXT REFERENCES games ON DELETE CASCADE, -- its effect: a revision of a game,
    revision INTEGER,
    name_change INTEGER REFERENCES people_changes ON DELETE CASCADE, -- a change of a name,
    import_id INTEGER REFERENCES imports -- or an import
) STRICT, WITHOUT ROWID;
CREATE INDEX submissions_of_names ON submissions (name_change) WHERE name_change IS NOT NULL;
CREATE INDEX submissions_of_imports ON submissions (import_id) WHERE import_id IS NOT NULL;

-- Games that anyone with the key may watch.
CREATE TABLE watch_keys (
    game_id TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    key TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Keys of the instance, remembered options and choices for tables, and 'projections': 'stale' if the projections have to be rebuilt.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- All tables below are projections: `scorekeeper check --rebuild` rebuilds them from the logs.

-- The result of each game, one row per place.
CREATE TABLE results (
    game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    line INTEGER NOT NULL,               -- from 0, best first
    seat INTEGER,                        -- null for a participant who is not a player, such as Aaron
    name TEXT NOT NULL,                  -- of such a participant
    place INTEGER NOT NULL,
    total ANY,
    PRIMARY KEY (game_id, line)
) STRICT, WITHOUT ROWID;

-- Active finished games.
CREATE TABLE finished_games (
    game_id TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    rulebook TEXT NOT NULL,
    moment INTEGER NOT NULL,
    day TEXT NOT NULL,                   -- of the start or else end, by the local clock; '' if unknown
    size INTEGER NOT NULL,               -- number of players
    margin TEXT NOT NULL,                -- a name in MARGINS (results.py)
    seconds INTEGER,                     -- duration; null if unknown
    venue TEXT NOT NULL,                 -- without case and accents; '' if unknown
    rated INTEGER NOT NULL DEFAULT 0     -- several players against each other, with a known winner
) STRICT, WITHOUT ROWID;
CREATE INDEX finished_by_moment ON finished_games (moment, game_id);
CREATE INDEX finished_by_title ON finished_games (rulebook, moment, game_id);
CREATE INDEX finished_by_size ON finished_games (rulebook, size, seconds);
CREATE INDEX finished_by_venue ON finished_games (venue, moment, game_id);
CREATE INDEX finished_by_day ON finished_games (day, rulebook, seconds);

-- Their players. The columns that are also in finished_games are the same.
CREATE TABLE player_results (
    player_id INTEGER NOT NULL REFERENCES players,
    game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    rulebook TEXT NOT NULL,
    moment INTEGER NOT NULL,
    day TEXT NOT NULL,
    year TEXT NOT NULL,                  -- of the day
    size INTEGER NOT NULL,
    seconds INTEGER,
    venue TEXT NOT NULL,
    seat INTEGER,                        -- counted from the starting player; null if unknown
    place INTEGER NOT NULL,
    total ANY,
    rated INTEGER NOT NULL,
    PRIMARY KEY (player_id, moment, game_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX results_by_game ON player_results (game_id);
-- Ordered by game, so that the players of consecutive games are stored close together.
CREATE INDEX results_by_moment ON player_results (moment, game_id, player_id, place);
CREATE INDEX results_by_player ON player_results (player_id, moment, game_id, place, rated);
CREATE INDEX results_by_title ON player_results (player_id, rulebook, year, size, seat, place, rated);
CREATE INDEX results_by_total ON player_results (player_id, rulebook, rated, total);
CREATE INDEX results_by_length ON player_results (player_id, rulebook, rated, seconds);
CREATE INDEX results_by_venue ON player_results (player_id, venue);
CREATE INDEX results_by_day ON player_results (day, player_id, rulebook, rated, place);
CREATE INDEX results_won ON player_results (rulebook, player_id, place, rated) WHERE place = 1 AND rated;

-- The words of their places, notes, expansions and roles.
CREATE TABLE search_words (
    word TEXT NOT NULL,                  -- without case and accents
    game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    PRIMARY KEY (word, game_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX words_by_game ON search_words (game_id);

-- Their candidates for records.
CREATE TABLE marks (
    rulebook TEXT NOT NULL,
    name TEXT NOT NULL,
    value ANY NOT NULL,
    moment INTEGER NOT NULL,             -- of the game: the first to reach a value holds the record
    game_id TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
    seats TEXT NOT NULL,                 -- JSON: the seats of the holders; [] for all players together
    number INTEGER,                      -- of the play, from 1; null if no single play is the record
    what TEXT,                           -- JSON: details as a message, with seats instead of names
    PRIMARY KEY (rulebook, name, value, moment, game_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX marks_by_game ON marks (game_id);
