-- +goose Up
-- Links get a key of their own, which can be rotated without touching what else is derived from the first one. It
-- begins as a copy, so that links in mails that are out go on.
INSERT INTO secrets (name, value) SELECT 'links', value FROM secrets WHERE name = 'unsubscribe';

-- How many offers were made in a game: a link in a mail names the last one that the mail could show.
ALTER TABLE games ADD COLUMN offers BIGINT NOT NULL DEFAULT 0;
