-- +goose Up

-- Whether the public list of players leaves the player out. It has only players who have proved an address, so that
-- the house is not on it.
ALTER TABLE players ADD COLUMN unlisted INTEGER NOT NULL DEFAULT 0;
CREATE INDEX players_listed ON players (name_key)
    WHERE unlisted = 0 AND confirmed_at > 0 AND deleted_at = 0 AND banned_at = 0;

-- Lists of games and of open challenges by variant. A list by ruleset, or of all rulesets, merges those of the
-- variants, so that a turn writes as many indexes as before.
DROP INDEX games_ongoing;
CREATE INDEX games_ongoing ON games (ruleset, variant, updated_at, id) WHERE status = 'ongoing';
DROP INDEX games_ended_ruleset;
CREATE INDEX games_ended_variant ON games (ruleset, variant, status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX challenges_open_variant ON challenges (ruleset, variant, created_at, id)
    WHERE status = 'open' AND opponent_id IS NULL AND invited = '';
