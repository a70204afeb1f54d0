-- +goose Up

-- Whether the players agreed on a rated game, and why it is not rated after its end; '' if it is. Games that ended
-- before are not rated. absence numbers the absence of the player who lost the game by time, or never played in it; 0
-- for every other end. The numbers of turns are -1 where they must be counted.
ALTER TABLE games ADD COLUMN rated BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN unrated_because TEXT NOT NULL DEFAULT 'unrated';
ALTER TABLE games ADD COLUMN absence BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN first_turns BIGINT NOT NULL DEFAULT -1;
ALTER TABLE games ADD COLUMN second_turns BIGINT NOT NULL DEFAULT -1;
UPDATE games SET rated = 1, unrated_because = '' WHERE status = 'ongoing';

-- What a challenge asks of its opponent; 0 for nothing.
ALTER TABLE challenges ADD COLUMN rated BIGINT NOT NULL DEFAULT 1;
ALTER TABLE challenges ADD COLUMN min_rating BIGINT NOT NULL DEFAULT 0;
ALTER TABLE challenges ADD COLUMN max_rating BIGINT NOT NULL DEFAULT 0;
ALTER TABLE challenges ADD COLUMN min_reliability BIGINT NOT NULL DEFAULT 0;

-- Whether others see the player's ratings.
ALTER TABLE players ADD COLUMN hide_rating BIGINT NOT NULL DEFAULT 0;

-- When a player's last game ended, so that no two end at the same time. absence is odd from a loss by time until the
-- player sends a turn, and never the same number twice; absence_rated is the last one in which such a loss was rated.
CREATE TABLE standings (
    player_id     BIGINT PRIMARY KEY REFERENCES players (id),
    ended_at      BIGINT NOT NULL,
    absence       BIGINT NOT NULL DEFAULT 0,
    absence_rated BIGINT NOT NULL DEFAULT 0
);

-- Ratings after the last rated game. opponents is the number of different established ones, at most 5.
CREATE TABLE ratings (
    player_id  BIGINT NOT NULL REFERENCES players (id),
    ruleset    TEXT    NOT NULL,
    variant    TEXT    NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games      BIGINT NOT NULL,
    opponents  BIGINT NOT NULL,
    rated_at   BIGINT NOT NULL,
    PRIMARY KEY (player_id, ruleset, variant)
);
CREATE INDEX ratings_ranking ON ratings (ruleset, variant, rating, player_id)
    WHERE games >= 10 AND opponents >= 5 AND deviation <= 110;

-- The ratings of both players before and after each rated game.
CREATE TABLE game_ratings (
    game_id           TEXT    NOT NULL REFERENCES games (id),
    seat              BIGINT NOT NULL,
    player_id         BIGINT NOT NULL REFERENCES players (id),
    opponent_id       BIGINT NOT NULL,
    ruleset           TEXT    NOT NULL,
    variant           TEXT    NOT NULL,
    rated_at          BIGINT NOT NULL,
    before_rating     DOUBLE PRECISION NOT NULL,
    before_deviation  DOUBLE PRECISION NOT NULL,
    before_volatility DOUBLE PRECISION NOT NULL,
    after_rating      DOUBLE PRECISION NOT NULL,
    after_deviation   DOUBLE PRECISION NOT NULL,
    after_volatility  DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game_id, seat)
);
CREATE INDEX game_ratings_player ON game_ratings (player_id, ruleset, variant, rated_at, opponent_id);
