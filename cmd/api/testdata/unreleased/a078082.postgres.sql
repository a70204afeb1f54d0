-- +goose Up
CREATE TABLE players (
    id           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name         TEXT    NOT NULL,
    name_key     TEXT    NOT NULL UNIQUE,
    email        TEXT    NOT NULL,
    email_key    TEXT    NOT NULL UNIQUE,
    locale       TEXT    NOT NULL,
    time_zone    TEXT    NOT NULL,
    settings     TEXT    NOT NULL,
    away_from    BIGINT  NOT NULL DEFAULT 0,
    away_until   BIGINT  NOT NULL DEFAULT 0,
    created_at   BIGINT  NOT NULL,
    confirmed_at BIGINT  NOT NULL DEFAULT 0,
    renamed_at   BIGINT  NOT NULL DEFAULT 0,
    deleted_at   BIGINT  NOT NULL DEFAULT 0
);

CREATE TABLE tokens (
    id         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player_id  BIGINT  NOT NULL REFERENCES players (id),
    hash       BYTEA   NOT NULL UNIQUE,
    label      TEXT    NOT NULL,
    created_at BIGINT  NOT NULL,
    used_at    BIGINT  NOT NULL
);
CREATE INDEX tokens_player ON tokens (player_id);

CREATE TABLE codes (
    id         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player_id  BIGINT  NOT NULL REFERENCES players (id),
    hash       BYTEA   NOT NULL,
    expires_at BIGINT  NOT NULL,
    tries      BIGINT  NOT NULL DEFAULT 0
);
CREATE INDEX codes_player ON codes (player_id);

CREATE TABLE challenges (
    id            TEXT    PRIMARY KEY,
    ruleset       TEXT    NOT NULL,
    variant       TEXT    NOT NULL,
    challenger_id BIGINT  NOT NULL REFERENCES players (id),
    opponent_id   BIGINT  REFERENCES players (id),
    invited       TEXT    NOT NULL DEFAULT '',
    seat          BIGINT  NOT NULL,
    pace          TEXT    NOT NULL,
    message       TEXT    NOT NULL,
    status        TEXT    NOT NULL,
    game_id       TEXT    NOT NULL DEFAULT '',
    created_at    BIGINT  NOT NULL,
    answered_at   BIGINT  NOT NULL DEFAULT 0
);
CREATE INDEX challenges_challenger ON challenges (challenger_id, created_at);
CREATE INDEX challenges_opponent ON challenges (opponent_id, created_at) WHERE opponent_id IS NOT NULL;
CREATE INDEX challenges_invited ON challenges (invited) WHERE invited <> '';
CREATE INDEX challenges_open ON challenges (created_at) WHERE status = 'open' AND opponent_id IS NULL AND invited = '';

CREATE TABLE games (
    id          TEXT    PRIMARY KEY,
    ruleset     TEXT    NOT NULL,
    variant     TEXT    NOT NULL,
    version     BIGINT  NOT NULL,
    first_id    BIGINT  NOT NULL REFERENCES players (id),
    second_id   BIGINT  NOT NULL REFERENCES players (id),
    status      TEXT    NOT NULL,
    position    TEXT    NOT NULL,
    ply         BIGINT  NOT NULL,
    to_move     BIGINT  NOT NULL,
    to_move_id  BIGINT  NOT NULL,
    winner      BIGINT  NOT NULL DEFAULT -1,
    reason      TEXT    NOT NULL DEFAULT '',
    pace        TEXT    NOT NULL,
    left_first  BIGINT  NOT NULL,
    left_second BIGINT  NOT NULL,
    deadline_at BIGINT  NOT NULL,
    remind_at   BIGINT  NOT NULL DEFAULT 0,
    draw_by     BIGINT  NOT NULL DEFAULT -1,
    back_by     BIGINT  NOT NULL DEFAULT -1,
    back_to     BIGINT  NOT NULL DEFAULT 0,
    rewinds     BIGINT  NOT NULL DEFAULT 0,
    hash        BYTEA   NOT NULL,
    created_at  BIGINT  NOT NULL,
    updated_at  BIGINT  NOT NULL,
    finished_at BIGINT  NOT NULL DEFAULT 0
);
CREATE INDEX games_first ON games (first_id, updated_at);
CREATE INDEX games_second ON games (second_id, updated_at);
CREATE INDEX games_recent ON games (updated_at);
CREATE INDEX games_awaiting ON games (to_move_id, deadline_at) WHERE status = 'ongoing';
CREATE INDEX games_deadline ON games (deadline_at) WHERE status = 'ongoing';
CREATE INDEX games_reminder ON games (remind_at) WHERE status = 'ongoing' AND remind_at > 0;

-- One row a position: ply 0 is the start, ply N the position after turn N.
CREATE TABLE turns (
    game_id  TEXT    NOT NULL REFERENCES games (id),
    ply      BIGINT  NOT NULL,
    seat     BIGINT  NOT NULL,
    turn     TEXT    NOT NULL,
    position TEXT    NOT NULL,
    key_hash BIGINT  NOT NULL,
    events   TEXT    NOT NULL,
    message  TEXT    NOT NULL,
    via      TEXT    NOT NULL,
    at       BIGINT  NOT NULL,
    hash     BYTEA   NOT NULL,
    PRIMARY KEY (game_id, ply)
);
CREATE INDEX turns_repetition ON turns (game_id, key_hash);

-- The outbox: one thing to tell one player.
CREATE TABLE notices (
    id           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key          TEXT    NOT NULL UNIQUE,
    kind         TEXT    NOT NULL,
    player_id    BIGINT  NOT NULL DEFAULT 0,
    email        TEXT    NOT NULL,
    game_id      TEXT    NOT NULL DEFAULT '',
    ply          BIGINT  NOT NULL DEFAULT 0,
    challenge_id TEXT    NOT NULL DEFAULT '',
    detail       TEXT    NOT NULL DEFAULT '',
    created_at   BIGINT  NOT NULL,
    due_at       BIGINT  NOT NULL,
    waits_from   BIGINT  NOT NULL,
    next_at      BIGINT  NOT NULL,
    lease_until  BIGINT  NOT NULL DEFAULT 0,
    lease        TEXT    NOT NULL DEFAULT '',
    attempts     BIGINT  NOT NULL DEFAULT 0,
    status       TEXT    NOT NULL DEFAULT 'queued',
    reason       TEXT    NOT NULL DEFAULT '',
    done_at      BIGINT  NOT NULL DEFAULT 0,
    bundle       TEXT    NOT NULL DEFAULT '',
    mail         TEXT    NOT NULL DEFAULT ''
);
CREATE INDEX notices_queue ON notices (next_at) WHERE done_at = 0;
CREATE INDEX notices_recipient ON notices (email, id) WHERE done_at = 0;
CREATE INDEX notices_game ON notices (game_id) WHERE done_at = 0;
CREATE INDEX notices_ledger ON notices (player_id, id);
CREATE INDEX notices_done ON notices (done_at) WHERE done_at > 0;

-- The first answer to a request that came with an Idempotency-Key.
CREATE TABLE answers (
    player_id    BIGINT  NOT NULL,
    key          TEXT    NOT NULL,
    fingerprint  BYTEA   NOT NULL,
    status       BIGINT  NOT NULL,
    content_type TEXT    NOT NULL,
    etag         TEXT    NOT NULL,
    body         BYTEA   NOT NULL,
    created_at   BIGINT  NOT NULL,
    PRIMARY KEY (player_id, key)
);
CREATE INDEX answers_age ON answers (created_at);

-- Secrets that this server makes for itself, such as the one that signs unsubscribe links.
CREATE TABLE secrets (
    name  TEXT PRIMARY KEY,
    value BYTEA NOT NULL
);

-- Addresses of strangers who want no invitations.
CREATE TABLE refusals (
    email_key  TEXT   PRIMARY KEY,
    created_at BIGINT NOT NULL
);

-- What happened to a game beside its turns, for both players to see.
CREATE TABLE game_log (
    id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game_id TEXT    NOT NULL REFERENCES games (id),
    ply     BIGINT  NOT NULL,
    at      BIGINT  NOT NULL,
    kind    TEXT    NOT NULL,
    seat    BIGINT  NOT NULL DEFAULT -1,
    detail  TEXT    NOT NULL
);
CREATE INDEX game_log_game ON game_log (game_id, id);

-- When a server was last known to run.
CREATE TABLE heartbeats (
    id BIGINT  PRIMARY KEY,
    at BIGINT  NOT NULL
);

-- Vacations, past ones included, by day of the player's calendar.
CREATE TABLE vacations (
    id        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    player_id BIGINT  NOT NULL REFERENCES players (id),
    first_day TEXT    NOT NULL,
    last_day  TEXT    NOT NULL,
    from_at   BIGINT  NOT NULL,
    until_at  BIGINT  NOT NULL
);
CREATE INDEX vacations_player ON vacations (player_id, from_at);

-- What players will answer to turns that may come: private, one a player and game.
CREATE TABLE plans (
    game_id      TEXT    NOT NULL REFERENCES games (id),
    player_id    BIGINT  NOT NULL REFERENCES players (id),
    ply          BIGINT  NOT NULL,
    version      BIGINT  NOT NULL,
    lines        TEXT    NOT NULL,
    ended        TEXT    NOT NULL,
    ended_detail TEXT    NOT NULL,
    updated_at   BIGINT  NOT NULL,
    PRIMARY KEY (game_id, player_id)
);

-- What the players of a game say to each other, turns or no turns: numbered in each
-- game. What came with a turn outlives the turn.
CREATE TABLE messages (
    game_id TEXT    NOT NULL REFERENCES games (id),
    number  BIGINT  NOT NULL,
    seat    BIGINT  NOT NULL,
    ply     BIGINT  NOT NULL,
    text    TEXT    NOT NULL,
    notice  TEXT    NOT NULL,
    at      BIGINT  NOT NULL,
    PRIMARY KEY (game_id, number)
);

-- How far each player has read in a game.
CREATE TABLE chats (
    game_id   TEXT    NOT NULL REFERENCES games (id),
    seat      BIGINT  NOT NULL,
    player_id BIGINT  NOT NULL REFERENCES players (id),
    read_to   BIGINT  NOT NULL,
    unread    BIGINT  NOT NULL,
    PRIMARY KEY (game_id, seat)
);
CREATE INDEX chats_player ON chats (player_id, unread);

-- Whom players want nothing from.
CREATE TABLE blocks (
    player_id  BIGINT  NOT NULL REFERENCES players (id),
    blocked_id BIGINT  NOT NULL REFERENCES players (id),
    created_at BIGINT  NOT NULL,
    PRIMARY KEY (player_id, blocked_id)
);
CREATE INDEX blocks_blocked ON blocks (blocked_id);

-- Names that nobody else may take yet. The owner is known by a keyed hash of their address.
CREATE TABLE former_names (
    name_key TEXT    PRIMARY KEY,
    owner    BYTEA   NOT NULL,
    until_at BIGINT  NOT NULL
);

-- A game that is over stands for good, and a turn is never changed: a takeback deletes it,
-- and only while the game is under way.
-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%', TG_ARGV[0];
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION keep_turns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM games WHERE id = OLD.game_id AND status <> 'ongoing') THEN
        RAISE EXCEPTION 'a game that is over stands for good';
    END IF;
    RETURN OLD;
END $$;
-- +goose StatementEnd
CREATE TRIGGER games_final BEFORE UPDATE OF id, ruleset, variant, version, first_id, second_id, status, position, ply, to_move,
    winner, reason, hash, created_at, finished_at ON games FOR EACH ROW WHEN (OLD.status <> 'ongoing')
    EXECUTE FUNCTION refuse_change('a game that is over stands for good');
CREATE TRIGGER games_kept BEFORE DELETE ON games FOR EACH ROW WHEN (OLD.status <> 'ongoing')
    EXECUTE FUNCTION refuse_change('a game that is over stands for good');
CREATE TRIGGER turns_final BEFORE UPDATE ON turns FOR EACH ROW
    EXECUTE FUNCTION refuse_change('a turn stands as it was played');
CREATE TRIGGER turns_kept BEFORE DELETE ON turns FOR EACH ROW EXECUTE FUNCTION keep_turns();
