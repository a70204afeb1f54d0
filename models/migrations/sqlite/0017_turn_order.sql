-- +goose Up

-- A request reads few pages of a large database. Games are numbered in the order of their beginnings, so that those
-- under way are neighbours, and the turns of a game are neighbours under one number. Rows of tables WITHOUT ROWID are
-- also in the inner pages of their trees: of 1,000,000 games' turns those took 600 MB, of these they take 30 MB.
-- position_keys holds four bytes of each position's key by ply, to find repetitions while the game is under way. It is
-- NULL while the turns of the game are in former_turns. Foreign keys are off in migrations.
DROP TRIGGER turns_kept;
DROP TRIGGER turns_final;
CREATE TABLE new_games (
    number        INTEGER PRIMARY KEY,
    id            TEXT    NOT NULL UNIQUE,
    ruleset       TEXT    NOT NULL,
    variant       TEXT    NOT NULL,
    version       INTEGER NOT NULL,
    first_id      INTEGER NOT NULL REFERENCES players (id),
    second_id     INTEGER NOT NULL REFERENCES players (id),
    status        TEXT    NOT NULL,
    position      TEXT    NOT NULL,
    ply           INTEGER NOT NULL,
    to_move       INTEGER NOT NULL,
    to_move_id    INTEGER NOT NULL,
    winner        INTEGER NOT NULL DEFAULT -1,
    reason        TEXT    NOT NULL DEFAULT '',
    pace          TEXT    NOT NULL,
    first_left    INTEGER NOT NULL,
    second_left   INTEGER NOT NULL,
    deadline_at   INTEGER NOT NULL,
    remind_at     INTEGER NOT NULL DEFAULT 0,
    draw_by       INTEGER NOT NULL DEFAULT -1,
    takeback_by   INTEGER NOT NULL DEFAULT -1,
    takeback_to   INTEGER NOT NULL DEFAULT 0,
    takebacks     INTEGER NOT NULL DEFAULT 0,
    hash          BLOB    NOT NULL,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    finished_at   INTEGER NOT NULL DEFAULT 0,
    offers        INTEGER NOT NULL DEFAULT 0,
    applied_change INTEGER NOT NULL DEFAULT 0,
    house_at      INTEGER NOT NULL DEFAULT 0,
    rated         INTEGER NOT NULL DEFAULT 0,
    unrated_because TEXT  NOT NULL DEFAULT 'unrated',
    absence       INTEGER NOT NULL DEFAULT 0,
    first_turns   INTEGER NOT NULL DEFAULT -1,
    second_turns  INTEGER NOT NULL DEFAULT -1,
    event_id      TEXT    NOT NULL DEFAULT '',
    vacation      INTEGER NOT NULL DEFAULT 1,
    days_off      TEXT    NOT NULL DEFAULT '',
    position_keys BLOB
);
INSERT INTO new_games (id, ruleset, variant, version, first_id, second_id, status, position, ply, to_move, to_move_id, winner,
    reason, pace, first_left, second_left, deadline_at, remind_at, draw_by, takeback_by, takeback_to, takebacks, hash,
    created_at, updated_at, finished_at, offers, applied_change, house_at, rated, unrated_because, absence, first_turns,
    second_turns, event_id, vacation, days_off)
    SELECT id, ruleset, variant, version, first_id, second_id, status, position, ply, to_move, to_move_id, winner,
    reason, pace, first_left, second_left, deadline_at, remind_at, draw_by, takeback_by, takeback_to, takebacks, hash,
    created_at, updated_at, finished_at, offers, applied_change, house_at, rated, unrated_because, absence, first_turns,
    second_turns, event_id, vacation, days_off
    FROM games ORDER BY created_at, id;
DROP TABLE games;
ALTER TABLE new_games RENAME TO games;
CREATE INDEX games_awaiting ON games (to_move_id, deadline_at) WHERE status = 'ongoing';
CREATE INDEX games_first_offers ON games (second_id) WHERE status = 'ongoing' AND (draw_by = 0 OR takeback_by = 0);
CREATE INDEX games_second_offers ON games (first_id) WHERE status = 'ongoing' AND (draw_by = 1 OR takeback_by = 1);
CREATE INDEX games_second_ongoing ON games (second_id, id) WHERE status = 'ongoing';
CREATE INDEX games_pair ON games (first_id, second_id);
CREATE INDEX games_first_ongoing ON games (first_id, second_id, id) WHERE status = 'ongoing';
CREATE INDEX games_ended ON games (status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX games_first_ended ON games (first_id, status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX games_first_ended_ruleset ON games (first_id, ruleset, status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX games_second_ended ON games (second_id, status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX games_second_ended_ruleset ON games (second_id, ruleset, status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX games_to_move ON games (to_move_id, ruleset, updated_at, id) WHERE status = 'ongoing';
CREATE INDEX games_waiting ON games ((first_id + second_id - to_move_id), ruleset, updated_at, id)
    WHERE status = 'ongoing';
CREATE INDEX games_due ON games
    ((CASE WHEN remind_at > 0 AND remind_at < deadline_at THEN remind_at ELSE deadline_at END), id)
    WHERE status = 'ongoing';
CREATE INDEX games_house ON games (house_at, id) WHERE house_at > 0;
CREATE INDEX games_ongoing ON games (ruleset, variant, updated_at, id) WHERE status = 'ongoing';
CREATE INDEX games_ended_variant ON games (ruleset, variant, status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX games_event ON games (event_id) WHERE event_id <> '';

-- The turns move from former_turns, a game at a time, while the server runs.
DROP INDEX turns_repetition;
ALTER TABLE turns RENAME TO former_turns;

-- One row a position: ply 0 is the start, ply N the position after turn N.
CREATE TABLE turns (
    id         INTEGER PRIMARY KEY, -- games.number * 1048576 + ply
    seat       INTEGER NOT NULL,
    turn       TEXT    NOT NULL,
    position   TEXT    NOT NULL,
    events     TEXT    NOT NULL,
    message    TEXT    NOT NULL,
    via        TEXT    NOT NULL,
    at         INTEGER NOT NULL,
    occurrence INTEGER NOT NULL, -- number of occurrences of the position in the game by then
    hash       BLOB    NOT NULL
);
CREATE VIEW game_turns AS
    SELECT g.id AS game_id, t.id % 1048576 AS ply, t.seat, t.turn, t.position, t.events, t.message, t.via, t.at,
        t.occurrence, t.hash
    FROM games g JOIN turns t ON t.id BETWEEN g.number * 1048576 AND g.number * 1048576 + 1048575
    UNION ALL SELECT f.game_id, f.ply, f.seat, f.turn, f.position, f.events, f.message, f.via, f.at,
        CASE f.key_hash WHEN -3750763034362895579 THEN 1 ELSE (SELECT COUNT(*) FROM former_turns o
            WHERE o.game_id = f.game_id AND o.key_hash = f.key_hash AND o.ply <= f.ply) END,
        f.hash
    FROM former_turns f;

-- A game that is over stands for good, and a turn is never changed: a takeback deletes it, and only while the game is
-- under way. Turns leave former_turns once they are in turns.
-- +goose StatementBegin
CREATE TRIGGER games_final BEFORE UPDATE OF number, id, ruleset, variant, version, first_id, second_id,
    status, position, ply, to_move,
    winner, reason, hash, created_at, finished_at ON games WHEN OLD.status <> 'ongoing'
BEGIN
    SELECT RAISE(ABORT, 'a game that is over stands for good');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER games_kept BEFORE DELETE ON games WHEN OLD.status <> 'ongoing'
BEGIN
    SELECT RAISE(ABORT, 'a game that is over stands for good');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER turns_final BEFORE UPDATE ON turns
BEGIN
    SELECT RAISE(ABORT, 'a turn stands as it was played');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER turns_kept BEFORE DELETE ON turns
WHEN EXISTS (SELECT 1 FROM games WHERE number = OLD.id / 1048576 AND status <> 'ongoing')
BEGIN
    SELECT RAISE(ABORT, 'a game that is over stands for good');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER former_turns_final BEFORE UPDATE ON former_turns
BEGIN
    SELECT RAISE(ABORT, 'a turn stands as it was played');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER former_turns_kept BEFORE DELETE ON former_turns
WHEN EXISTS (SELECT 1 FROM games WHERE id = OLD.game_id AND status <> 'ongoing' AND NOT EXISTS (
    SELECT 1 FROM turns t WHERE t.id = games.number * 1048576 + OLD.ply AND t.hash = OLD.hash))
BEGIN
    SELECT RAISE(ABORT, 'a game that is over stands for good');
END;
-- +goose StatementEnd
