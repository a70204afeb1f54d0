-- +goose Up

-- Running games of a ladder, and the others by their ends: a player may be challenged again some time after the end.
DROP INDEX IF EXISTS event_games_state;
CREATE INDEX event_games_state ON event_games (event_id, state, ended_at);

-- What was found only by reading a whole table.
CREATE INDEX IF NOT EXISTS former_names_owner ON former_names (owner);
CREATE INDEX IF NOT EXISTS former_names_until ON former_names (until_at);
CREATE INDEX IF NOT EXISTS address_changes_email ON address_changes (email_key);
CREATE INDEX IF NOT EXISTS notices_challenge ON notices (challenge_id) WHERE done_at = 0 AND challenge_id <> '';
CREATE INDEX IF NOT EXISTS hooks_url ON hooks (url);
