-- +goose Up

-- Reports of players, games and messages to the operator. player_id and message are 0, and game_id is '', where a
-- report is not about one. closed_at is 0 while a report is open.
CREATE TABLE reports (
    id          INTEGER PRIMARY KEY,
    reporter_id INTEGER NOT NULL REFERENCES players (id),
    player_id   INTEGER NOT NULL DEFAULT 0,
    game_id     TEXT    NOT NULL DEFAULT '',
    message     INTEGER NOT NULL DEFAULT 0,
    reason      TEXT    NOT NULL,
    note        TEXT    NOT NULL DEFAULT '',
    created_at  INTEGER NOT NULL,
    closed_at   INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX reports_open ON reports (id) WHERE closed_at = 0;
CREATE INDEX reports_closed ON reports (closed_at) WHERE closed_at > 0;
CREATE INDEX reports_reporter ON reports (reporter_id, id);

-- What operators did by commands. The account and the game are numbers and IDs, so that a deleted account is not named.
CREATE TABLE operator_acts (
    id        INTEGER PRIMARY KEY,
    at        INTEGER NOT NULL,
    operator  TEXT    NOT NULL,
    command   TEXT    NOT NULL,
    player_id INTEGER NOT NULL DEFAULT 0,
    game_id   TEXT    NOT NULL DEFAULT '',
    detail    TEXT    NOT NULL DEFAULT '',
    outcome   TEXT    NOT NULL DEFAULT ''
);
CREATE INDEX operator_acts_age ON operator_acts (at);

-- What the operator tells everybody until an instant. The last one counts.
CREATE TABLE announcements (
    id       INTEGER PRIMARY KEY,
    text     TEXT    NOT NULL,
    made_at  INTEGER NOT NULL,
    until_at INTEGER NOT NULL
);

-- Since when the player's messages are refused; 0: they are not.
ALTER TABLE players ADD COLUMN muted_at INTEGER NOT NULL DEFAULT 0;
