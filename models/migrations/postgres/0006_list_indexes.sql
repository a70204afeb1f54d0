-- +goose Up

-- Every list of games walks an index that begins with what it is filtered by and ends with what it is ordered by. A
-- game that is over is not written again, so that the indexes of those cost a turn nothing; of the games under way, a
-- turn writes three. The parts of a list, by status, seat and ruleset, are merged.
DROP INDEX games_first;
DROP INDEX games_second;
DROP INDEX games_recent;
CREATE INDEX games_pair ON games (first_id, second_id);
DROP INDEX games_first_ongoing;
CREATE INDEX games_first_ongoing ON games (first_id, second_id, id) WHERE status = 'ongoing'; -- no turn changes it

CREATE INDEX games_ended ON games (status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX games_ended_ruleset ON games (ruleset, status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX games_first_ended ON games (first_id, status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX games_first_ended_ruleset ON games (first_id, ruleset, status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX games_second_ended ON games (second_id, status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX games_second_ended_ruleset ON games (second_id, ruleset, status, updated_at, id) WHERE status <> 'ongoing';

CREATE INDEX games_ongoing ON games (ruleset, updated_at, id) WHERE status = 'ongoing';
CREATE INDEX games_to_move ON games (to_move_id, ruleset, updated_at, id) WHERE status = 'ongoing';
CREATE INDEX games_waiting ON games ((first_id + second_id - to_move_id), ruleset, updated_at, id)
    WHERE status = 'ongoing'; -- by the player who waits

-- When something is to be done with a game: a reminder, or its end. It takes the place of two indexes.
DROP INDEX games_deadline;
DROP INDEX games_reminder;
CREATE INDEX games_due ON games
    ((CASE WHEN remind_at > 0 AND remind_at < deadline_at THEN remind_at ELSE deadline_at END), id)
    WHERE status = 'ongoing';

CREATE INDEX challenges_out ON challenges (challenger_id) WHERE status = 'open';

-- What players have achieved, counted as games end.
CREATE TABLE player_records (
    player_id BIGINT  NOT NULL REFERENCES players (id),
    ruleset   TEXT    NOT NULL,
    won       BIGINT  NOT NULL,
    lost      BIGINT  NOT NULL,
    drawn     BIGINT  NOT NULL,
    PRIMARY KEY (player_id, ruleset)
);
INSERT INTO player_records (player_id, ruleset, won, lost, drawn)
SELECT player_id, ruleset,
       SUM(CASE WHEN status = 'finished' AND winner = seat THEN 1 ELSE 0 END),
       SUM(CASE WHEN status = 'finished' AND winner = 1 - seat THEN 1 ELSE 0 END),
       SUM(CASE WHEN status = 'finished' AND winner = -1 THEN 1 ELSE 0 END)
FROM (SELECT first_id AS player_id, ruleset, status, winner, 0 AS seat FROM games WHERE status <> 'ongoing'
      UNION ALL
      SELECT second_id, ruleset, status, winner, 1 FROM games WHERE status <> 'ongoing') AS ended
GROUP BY player_id, ruleset;
