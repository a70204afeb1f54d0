-- +goose Up

-- Round robins and ladders. maker_id is 0 for an operator's. size is the number of players with whom a round robin
-- begins; 0 of a ladder. at_once is the number of games that a player plays at a time; 0 for all. step numbers what
-- has happened in the event: the ends of games and withdrawals.
CREATE TABLE events (
    id              TEXT    PRIMARY KEY,
    kind            TEXT    NOT NULL, -- round_robin or ladder
    ruleset         TEXT    NOT NULL,
    variant         TEXT    NOT NULL,
    pace            TEXT    NOT NULL,
    title           TEXT    NOT NULL DEFAULT '',
    size            BIGINT NOT NULL DEFAULT 0,
    doubled         BIGINT NOT NULL DEFAULT 0, -- 1: each pair plays twice
    at_once         BIGINT NOT NULL DEFAULT 0,
    repeats         BIGINT NOT NULL DEFAULT 0, -- 1: the next one opens when this begins
    min_reliability BIGINT NOT NULL DEFAULT 0, -- in percent; 0 for none
    vacation        BIGINT NOT NULL DEFAULT 1, -- 0: vacations do not stop the clocks of its games
    status          TEXT    NOT NULL,           -- open, running or ended
    maker_id        BIGINT NOT NULL DEFAULT 0,
    previous        TEXT    NOT NULL DEFAULT '', -- the event whose beginning opened this one
    step            BIGINT NOT NULL DEFAULT 0,
    created_at      BIGINT NOT NULL,
    began_at        BIGINT NOT NULL DEFAULT 0,
    ended_at        BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX events_recent ON events (created_at, id);
CREATE INDEX events_status ON events (status, created_at, id);
CREATE INDEX events_previous ON events (previous) WHERE previous <> '';
CREATE INDEX events_maker ON events (maker_id) WHERE maker_id > 0;

-- The players of events. number is that of the lot in the player's group, or the place on a ladder; 0 before the
-- beginning. drawn_name is the name by which the lot was drawn, '' after the account was deleted. withdrawn is how
-- the player left after the beginning, at a step; dropped is 1 if none of their games counts. absence is the number
-- of the absence in which they last lost a game of the event by time. On a ladder, a player who has left is
-- withdrawn and has no place.
CREATE TABLE event_players (
    event_id       TEXT    NOT NULL REFERENCES events (id),
    player_id      BIGINT NOT NULL REFERENCES players (id),
    part           BIGINT NOT NULL DEFAULT 0, -- the group, from 1
    number         BIGINT NOT NULL DEFAULT 0,
    drawn_name     TEXT    NOT NULL DEFAULT '',
    seed           BIGINT,                    -- the rating by which groups were made; NULL without one
    absence        BIGINT NOT NULL DEFAULT 0,
    withdrawn      TEXT    NOT NULL DEFAULT '', -- withdrawn, absent or deleted
    withdrawn_step BIGINT NOT NULL DEFAULT 0,
    dropped        BIGINT NOT NULL DEFAULT 0,
    joined_at      BIGINT NOT NULL,
    moved_at       BIGINT NOT NULL DEFAULT 0, -- of a ladder: the last game or the joining
    PRIMARY KEY (event_id, player_id)
);
CREATE INDEX event_players_player ON event_players (player_id, event_id);

-- The games of events, by number; those of a ladder are numbered as they begin. score is that of the player who
-- moves first: 2, 1 or 0; -1 without one. had_result is 1 if the game has had a result, even one that does not count.
CREATE TABLE event_games (
    event_id   TEXT    NOT NULL REFERENCES events (id),
    no         BIGINT NOT NULL,
    part       BIGINT NOT NULL DEFAULT 0,
    round      BIGINT NOT NULL DEFAULT 0,
    first_id   BIGINT NOT NULL REFERENCES players (id),
    second_id  BIGINT NOT NULL REFERENCES players (id),
    challenger BIGINT NOT NULL DEFAULT -1, -- of a ladder: the challenger's seat
    game_id    TEXT    NOT NULL DEFAULT '',
    state      TEXT    NOT NULL,            -- waiting, running, over or void
    score      BIGINT NOT NULL DEFAULT -1,
    had_result BIGINT NOT NULL DEFAULT 0,
    reason     TEXT    NOT NULL DEFAULT '',
    step       BIGINT NOT NULL DEFAULT 0,  -- of its end
    began_at   BIGINT NOT NULL DEFAULT 0,
    ended_at   BIGINT NOT NULL DEFAULT 0,
    to_end     BIGINT NOT NULL DEFAULT 0,  -- 1: the game is to end, because a player has withdrawn
    PRIMARY KEY (event_id, no)
);
CREATE INDEX event_games_to_end ON event_games (game_id) WHERE to_end = 1;
CREATE UNIQUE INDEX event_games_game ON event_games (game_id) WHERE game_id <> '';

-- The event of a game, and whether vacations stop its clocks.
ALTER TABLE games ADD COLUMN event_id TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN vacation BIGINT NOT NULL DEFAULT 1;
CREATE INDEX games_event ON games (event_id) WHERE event_id <> '';
