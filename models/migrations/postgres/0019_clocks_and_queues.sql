-- +goose Up

-- A vacation counts by the calendar of the zone in which it was planned: its days are those of zone. Those that are
-- already stored have the zone that their player has now. A day counts that a change of zones had left out, and a
-- vacation that began by itself ends where a planned one begins.
UPDATE vacations SET last_day = first_day WHERE last_day < first_day;
UPDATE vacations SET until_at = from_at WHERE until_at < from_at;
UPDATE vacations SET until_at = (SELECT MIN(n.from_at) FROM vacations n WHERE n.player_id = vacations.player_id
        AND n.from_at > vacations.from_at)
    WHERE EXISTS (SELECT 1 FROM vacations n WHERE n.player_id = vacations.player_id
        AND n.from_at > vacations.from_at AND n.from_at < vacations.until_at);
ALTER TABLE vacations ADD COLUMN zone TEXT NOT NULL DEFAULT '' CHECK (first_day <= last_day AND from_at <= until_at);
UPDATE vacations SET zone = (SELECT time_zone FROM players WHERE players.id = vacations.player_id);

-- What counts for turns that begin before a change of days off, or of the zone in which they are, takes effect, with
-- that instant: '1796688000000 sat,sun Europe/Warsaw', or the instant alone if no days were off. Empty if the newest
-- choice counts.
ALTER TABLE players ADD COLUMN former_days_off TEXT NOT NULL DEFAULT '';

-- The house takes one game of each player in turn, the easy level first: in the order of house_order, which is set when
-- a game begins to wait for it.
ALTER TABLE games ADD COLUMN house_order BIGINT NOT NULL DEFAULT 0;
DROP INDEX games_house;
CREATE INDEX games_house ON games (house_order, house_at, id) WHERE house_at > 0;

-- The mailbox of an address, as mailaddr.Mailbox finds it: without the label after a +, and at Gmail without dots.
ALTER TABLE players ADD COLUMN mailbox TEXT GENERATED ALWAYS AS (
    CASE WHEN substr(email_key, strpos(email_key, '@') + 1) IN ('gmail.com', 'googlemail.com')
        THEN replace(substr(email_key, 1, greatest(0, CASE WHEN strpos(email_key, '+') BETWEEN 2 AND strpos(email_key, '@')
            THEN strpos(email_key, '+') ELSE strpos(email_key, '@') END - 1)), '.', '') || '@gmail.com'
        ELSE substr(email_key, 1, greatest(0, CASE WHEN strpos(email_key, '+') BETWEEN 2 AND strpos(email_key, '@')
            THEN strpos(email_key, '+') ELSE strpos(email_key, '@') END - 1)) || substr(email_key, strpos(email_key, '@'))
    END) STORED;
CREATE INDEX players_mailbox ON players (mailbox);
-- Where a webhook's messages go beside its URL: a chat or a room, or the name of a device.
ALTER TABLE hooks ADD COLUMN target TEXT NOT NULL DEFAULT '';
-- When a mail server last refused a mail to a player because of who sent it, 0 for never, and in which words.
ALTER TABLE players ADD COLUMN refused_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE players ADD COLUMN refused_why TEXT NOT NULL DEFAULT '';
CREATE INDEX players_refused ON players (refused_at) WHERE refused_at > 0;
