-- +goose Up

-- When the house is to move or to decide about a draw in a game: while it thinks, when its lease ends. 0: it is not.
ALTER TABLE games ADD COLUMN house_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_house ON games (house_at, id) WHERE house_at > 0;

-- The house plays as these players. A player who has one of their names gets another, which no other player has.
UPDATE players SET name = name || '-x' || lower(hex(randomblob(4)))
WHERE name_key IN ('house-easy', 'house-medium', 'house-hard');
UPDATE players SET name_key = lower(name) WHERE name_key IN ('house-easy', 'house-medium', 'house-hard');
DELETE FROM former_names WHERE name_key IN ('house-easy', 'house-medium', 'house-hard');
INSERT INTO players (name, name_key, email, email_key, locale, time_zone, settings, created_at)
VALUES ('house-easy', 'house-easy', '', 'house-easy', 'en', 'UTC', '{}', 0),
       ('house-medium', 'house-medium', '', 'house-medium', 'en', 'UTC', '{}', 0),
       ('house-hard', 'house-hard', '', 'house-hard', 'en', 'UTC', '{}', 0);
