-- +goose Up

-- A player's notes on a game, which nobody else sees. version counts their changes; the text is empty if they were
-- emptied.
CREATE TABLE notes (
    player_id  INTEGER NOT NULL REFERENCES players (id),
    game_id    TEXT NOT NULL REFERENCES games (id),
    version    INTEGER NOT NULL,
    text       TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (player_id, game_id)
);

-- Lines of play that a player keeps, which nobody else sees. position is the one that they begin at, so that they stay
-- when turns are taken back; turns has a turn in each line of text.
CREATE TABLE kept_lines (
    id         INTEGER PRIMARY KEY,
    player_id  INTEGER NOT NULL REFERENCES players (id),
    game_id    TEXT NOT NULL REFERENCES games (id),
    ply        INTEGER NOT NULL,
    position   TEXT NOT NULL,
    turns      TEXT NOT NULL,
    name       TEXT NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE INDEX kept_lines_game ON kept_lines (player_id, game_id, id);

-- The feeds of a player: 'atom' and 'ics'. Their addresses have the secret of which hash is the hash.
CREATE TABLE feeds (
    player_id  INTEGER NOT NULL REFERENCES players (id),
    kind       TEXT NOT NULL,
    hash       BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (player_id, kind)
) WITHOUT ROWID;
