-- +goose Up

-- What the mail held for the opponent without the command that passes it on, as the text of one message: the player's
-- next mail of the game offers it back.
ALTER TABLE inbound ADD COLUMN words TEXT NOT NULL DEFAULT '';
