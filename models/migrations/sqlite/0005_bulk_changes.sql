-- +goose Up

-- What changes many games at once, or many rows of one player: accepted here by one row, then applied to each game when
-- it is next loaded to be changed, and to the others in small parts. IDs are never used again.
CREATE TABLE bulk_changes (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    player_id INTEGER NOT NULL, -- whose games; 0: all that are under way
    kind      TEXT    NOT NULL,
    at        INTEGER NOT NULL,
    detail    TEXT    NOT NULL,
    walked_at INTEGER NOT NULL DEFAULT 0 -- when no game was left that it is to be applied to
);
CREATE INDEX bulk_changes_player ON bulk_changes (player_id, id);

-- The last of bulk_changes that a game's row contains.
ALTER TABLE games ADD COLUMN applied_change INTEGER NOT NULL DEFAULT 0;

-- Games under way by player, in an order that no turn changes.
CREATE INDEX games_first_ongoing ON games (first_id, id) WHERE status = 'ongoing';
CREATE INDEX games_second_ongoing ON games (second_id, id) WHERE status = 'ongoing';
