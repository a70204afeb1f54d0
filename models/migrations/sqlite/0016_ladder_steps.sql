-- +goose Up

-- What has happened on the ladders, in order: a player joined or left, or a game began or ended. The places follow from
-- it. player_id is 0 of a game, no is 0 of a player.
CREATE TABLE ladder_steps (
    event_id  TEXT    NOT NULL REFERENCES events (id),
    step      INTEGER NOT NULL, -- from 1
    what      TEXT    NOT NULL, -- join, leave, begin or end
    player_id INTEGER NOT NULL DEFAULT 0,
    no        INTEGER NOT NULL DEFAULT 0,
    at        INTEGER NOT NULL,
    PRIMARY KEY (event_id, step)
) WITHOUT ROWID;

-- Running games of a ladder, and the latest of the others.
CREATE INDEX event_games_state ON event_games (event_id, state, began_at);
