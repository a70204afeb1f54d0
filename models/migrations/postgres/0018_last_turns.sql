-- +goose Up

-- The last turn of a game is in its row too, so that lists and inboxes read one page for a game and not two. A turn that
-- was played before has no copy: the columns are NULL then, as they are at the start.
ALTER TABLE games ADD COLUMN last_seat BIGINT;
ALTER TABLE games ADD COLUMN last_turn TEXT;
ALTER TABLE games ADD COLUMN last_events TEXT;
ALTER TABLE games ADD COLUMN last_message TEXT;
ALTER TABLE games ADD COLUMN last_via TEXT;
ALTER TABLE games ADD COLUMN last_at BIGINT;
ALTER TABLE games ADD COLUMN last_occurrence BIGINT;
