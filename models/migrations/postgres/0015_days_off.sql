-- +goose Up

-- The weekdays on which a player's clocks do not run, such as 'sat,sun', and whether a vacation begins by itself when
-- their time in a game runs out.
ALTER TABLE players ADD COLUMN days_off TEXT NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN auto_vacation BIGINT NOT NULL DEFAULT 0;

-- Whether vacations stop the clocks of the game that a challenge begins.
ALTER TABLE challenges ADD COLUMN vacation BIGINT NOT NULL DEFAULT 1;

-- The days off by which the running clock counts, with their time zone: 'sat,sun Europe/Warsaw'.
ALTER TABLE games ADD COLUMN days_off TEXT NOT NULL DEFAULT '';

CREATE INDEX vacations_until ON vacations (until_at);
