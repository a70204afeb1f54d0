-- +goose Up
CREATE TABLE players (
    id           INTEGER PRIMARY KEY,
    name         TEXT    NOT NULL,
    name_key     TEXT    NOT NULL UNIQUE,
    email        TEXT    NOT NULL,
    email_key    TEXT    NOT NULL UNIQUE,
    locale       TEXT    NOT NULL,
    time_zone    TEXT    NOT NULL,
    settings     TEXT    NOT NULL,
    away_from    INTEGER NOT NULL DEFAULT 0,
    away_until   INTEGER NOT NULL DEFAULT 0,
    created_at   INTEGER NOT NULL,
    confirmed_at INTEGER NOT NULL DEFAULT 0,
    renamed_at   INTEGER NOT NULL DEFAULT 0,
    deleted_at   INTEGER NOT NULL DEFAULT 0,
    banned_at    INTEGER NOT NULL DEFAULT 0, -- by an operator
    link_epoch   INTEGER NOT NULL DEFAULT 0, -- part of every link to the player
    hard_bounces INTEGER NOT NULL DEFAULT 0, -- in a row
    failing_since INTEGER NOT NULL DEFAULT 0,
    failing_why  TEXT    NOT NULL DEFAULT ''
);

-- An invitation to make an account, by the hash of its code.
CREATE TABLE invitations (
    hash       BLOB    PRIMARY KEY,
    note       TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    left_uses  INTEGER NOT NULL
);

CREATE TABLE tokens (
    id         INTEGER PRIMARY KEY,
    player_id  INTEGER NOT NULL REFERENCES players (id),
    hash       BLOB    NOT NULL UNIQUE,
    label      TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    used_at    INTEGER NOT NULL
);
CREATE INDEX tokens_player ON tokens (player_id);

-- Browsers that are signed in, by the hash of their cookie.
CREATE TABLE sessions (
    id         INTEGER PRIMARY KEY,
    player_id  INTEGER NOT NULL REFERENCES players (id),
    hash       BLOB    NOT NULL UNIQUE,
    label      TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    used_at    INTEGER NOT NULL
);
CREATE INDEX sessions_player ON sessions (player_id);
CREATE INDEX sessions_used ON sessions (used_at);

-- Codes belong to an address: an account may come from one.
CREATE TABLE codes (
    id         INTEGER PRIMARY KEY,
    email_key  TEXT    NOT NULL,
    hash       BLOB    NOT NULL,
    expires_at INTEGER NOT NULL
);
CREATE INDEX codes_email ON codes (email_key);
CREATE INDEX codes_age ON codes (expires_at);

-- What floods are bounded by: until when a scope's allowance is spent. Scopes hold no readable address.
CREATE TABLE bounds (
    scope    TEXT    PRIMARY KEY,
    until_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX bounds_age ON bounds (until_at);

-- Accounts that somebody asked for, until a code proves the address. The name is taken only then.
CREATE TABLE registrations (
    email_key  TEXT    PRIMARY KEY,
    email      TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    locale     TEXT    NOT NULL,
    time_zone  TEXT    NOT NULL,
    created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX registrations_age ON registrations (created_at);

-- Requests for a code: whoever holds one has tries of their own. Known by hashes.
CREATE TABLE sign_in_requests (
    hash       BLOB    PRIMARY KEY,
    owner      BLOB    NOT NULL,
    tries      INTEGER NOT NULL DEFAULT 0,
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sign_in_requests_age ON sign_in_requests (expires_at);

CREATE TABLE challenges (
    id            TEXT    PRIMARY KEY,
    ruleset       TEXT    NOT NULL,
    variant       TEXT    NOT NULL,
    challenger_id INTEGER NOT NULL REFERENCES players (id),
    opponent_id   INTEGER REFERENCES players (id),
    invited       TEXT    NOT NULL DEFAULT '',
    seat          INTEGER NOT NULL,
    pace          TEXT    NOT NULL,
    message       TEXT    NOT NULL,
    status        TEXT    NOT NULL,
    game_id       TEXT    NOT NULL DEFAULT '',
    rematch_of    TEXT    NOT NULL DEFAULT '',
    created_at    INTEGER NOT NULL,
    expires_at    INTEGER NOT NULL,
    answered_at   INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX challenges_challenger ON challenges (challenger_id, created_at);
CREATE INDEX challenges_opponent ON challenges (opponent_id, created_at) WHERE opponent_id IS NOT NULL;
CREATE INDEX challenges_waiting ON challenges (opponent_id) WHERE status = 'open' AND opponent_id IS NOT NULL;
CREATE INDEX challenges_invited ON challenges (invited) WHERE invited <> '';
CREATE INDEX challenges_open ON challenges (created_at) WHERE status = 'open' AND opponent_id IS NULL AND invited = '';
CREATE INDEX challenges_expiry ON challenges (expires_at) WHERE status = 'open';
CREATE INDEX challenges_rematch ON challenges (rematch_of) WHERE rematch_of <> '';

CREATE TABLE games (
    id          TEXT    PRIMARY KEY,
    ruleset     TEXT    NOT NULL,
    variant     TEXT    NOT NULL,
    version     INTEGER NOT NULL,
    first_id    INTEGER NOT NULL REFERENCES players (id),
    second_id   INTEGER NOT NULL REFERENCES players (id),
    status      TEXT    NOT NULL,
    position    TEXT    NOT NULL,
    ply         INTEGER NOT NULL,
    to_move     INTEGER NOT NULL,
    to_move_id  INTEGER NOT NULL,
    winner      INTEGER NOT NULL DEFAULT -1,
    reason      TEXT    NOT NULL DEFAULT '',
    pace        TEXT    NOT NULL,
    first_left  INTEGER NOT NULL,
    second_left INTEGER NOT NULL,
    deadline_at INTEGER NOT NULL,
    remind_at   INTEGER NOT NULL DEFAULT 0,
    draw_by     INTEGER NOT NULL DEFAULT -1,
    takeback_by     INTEGER NOT NULL DEFAULT -1,
    takeback_to     INTEGER NOT NULL DEFAULT 0,
    takebacks     INTEGER NOT NULL DEFAULT 0,
    hash        BLOB    NOT NULL,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL,
    finished_at INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX games_first ON games (first_id);
CREATE INDEX games_second ON games (second_id);
CREATE INDEX games_recent ON games (updated_at);
CREATE INDEX games_awaiting ON games (to_move_id, deadline_at) WHERE status = 'ongoing';
CREATE INDEX games_deadline ON games (deadline_at) WHERE status = 'ongoing';
CREATE INDEX games_first_offers ON games (second_id) WHERE status = 'ongoing' AND (draw_by = 0 OR takeback_by = 0);
CREATE INDEX games_second_offers ON games (first_id) WHERE status = 'ongoing' AND (draw_by = 1 OR takeback_by = 1);
CREATE INDEX games_reminder ON games (remind_at) WHERE status = 'ongoing' AND remind_at > 0;

-- One row a position: ply 0 is the start, ply N the position after turn N.
CREATE TABLE turns (
    game_id  TEXT    NOT NULL REFERENCES games (id),
    ply      INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    turn     TEXT    NOT NULL,
    position TEXT    NOT NULL,
    key_hash INTEGER NOT NULL,
    events   TEXT    NOT NULL,
    message  TEXT    NOT NULL,
    via      TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    hash     BLOB    NOT NULL,
    PRIMARY KEY (game_id, ply)
) WITHOUT ROWID;
CREATE INDEX turns_repetition ON turns (game_id, key_hash);

-- The outbox: one thing to tell one player.
CREATE TABLE notices (
    id           INTEGER PRIMARY KEY,
    key          TEXT    NOT NULL UNIQUE,
    kind         TEXT    NOT NULL,
    player_id    INTEGER NOT NULL DEFAULT 0,
    email        TEXT    NOT NULL,
    game_id      TEXT    NOT NULL DEFAULT '',
    ply          INTEGER NOT NULL DEFAULT 0,
    challenge_id TEXT    NOT NULL DEFAULT '',
    offer        TEXT    NOT NULL DEFAULT '',
    detail       TEXT    NOT NULL DEFAULT '',
    created_at   INTEGER NOT NULL,
    due_at       INTEGER NOT NULL,
    waits_from   INTEGER NOT NULL,
    next_at      INTEGER NOT NULL,
    lease_until  INTEGER NOT NULL DEFAULT 0,
    lease        TEXT    NOT NULL DEFAULT '',
    attempts     INTEGER NOT NULL DEFAULT 0,
    status       TEXT    NOT NULL DEFAULT 'queued',
    reason       TEXT    NOT NULL DEFAULT '',
    primary_id   INTEGER NOT NULL DEFAULT 0,
    failure      TEXT    NOT NULL DEFAULT '',
    done_at      INTEGER NOT NULL DEFAULT 0,
    bundle       TEXT    NOT NULL DEFAULT '',
    mail         TEXT    NOT NULL DEFAULT ''
);
CREATE INDEX notices_queue ON notices (next_at) WHERE done_at = 0;
CREATE INDEX notices_recipient ON notices (email, id) WHERE done_at = 0;
CREATE INDEX notices_game ON notices (game_id) WHERE done_at = 0;
CREATE INDEX notices_ledger ON notices (player_id, id);

-- The response to a request that happens once under its key; only the adapter by which the
-- request came can read it.
CREATE TABLE responses (
    player_id   INTEGER NOT NULL,
    via         TEXT NOT NULL,
    key         TEXT NOT NULL,
    fingerprint BLOB NOT NULL,
    record      BLOB NOT NULL,
    created_at  INTEGER NOT NULL,
    PRIMARY KEY (player_id, via, key)
) WITHOUT ROWID;
CREATE INDEX responses_age ON responses (created_at);

-- Secrets that this server makes for itself, such as the one that signs unsubscribe links.
CREATE TABLE secrets (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
);

-- Addresses of strangers who want no invitations.
CREATE TABLE refusals (
    email_key  TEXT   PRIMARY KEY,
    created_at INTEGER NOT NULL
);

-- What happened to a game beside its turns, for both players to see.
CREATE TABLE game_log (
    id      INTEGER PRIMARY KEY,
    game_id TEXT    NOT NULL REFERENCES games (id),
    ply     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    kind    TEXT    NOT NULL,
    seat    INTEGER NOT NULL DEFAULT -1,
    detail  TEXT    NOT NULL
);
CREATE INDEX game_log_game ON game_log (game_id, id);

-- When a server was last known to run.
CREATE TABLE heartbeats (
    id        INTEGER PRIMARY KEY,
    at        INTEGER NOT NULL,
    steady_at INTEGER NOT NULL -- the time by steady beats alone: what is older may be deleted
);

-- Vacations, past ones included, by day of the player's calendar.
CREATE TABLE vacations (
    id        INTEGER PRIMARY KEY,
    player_id INTEGER NOT NULL REFERENCES players (id),
    first_day TEXT    NOT NULL,
    last_day  TEXT    NOT NULL,
    from_at   INTEGER NOT NULL,
    until_at  INTEGER NOT NULL
);
CREATE INDEX vacations_player ON vacations (player_id, from_at);

-- What players will answer to turns that may come: private, one a player and game.
CREATE TABLE plans (
    game_id      TEXT    NOT NULL REFERENCES games (id),
    player_id    INTEGER NOT NULL REFERENCES players (id),
    ply          INTEGER NOT NULL,
    version      INTEGER NOT NULL,
    lines        TEXT    NOT NULL,
    ended        TEXT    NOT NULL,
    ended_detail TEXT    NOT NULL,
    updated_at   INTEGER NOT NULL,
    PRIMARY KEY (game_id, player_id)
) WITHOUT ROWID;

-- What the players of a game say to each other, turns or no turns: numbered in each
-- game. What came with a turn outlives the turn.
CREATE TABLE messages (
    game_id TEXT    NOT NULL REFERENCES games (id),
    number  INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    ply     INTEGER NOT NULL,
    text    TEXT    NOT NULL,
    notice  TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (game_id, number)
) WITHOUT ROWID;

-- How far each player has read in a game.
CREATE TABLE chats (
    game_id   TEXT    NOT NULL REFERENCES games (id),
    seat      INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players (id),
    read_to   INTEGER NOT NULL,
    unread    INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) WITHOUT ROWID;
CREATE INDEX chats_player ON chats (player_id, unread);

-- Whom players want nothing from.
CREATE TABLE blocks (
    player_id  INTEGER NOT NULL REFERENCES players (id),
    blocked_id INTEGER NOT NULL REFERENCES players (id),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (player_id, blocked_id)
) WITHOUT ROWID;
CREATE INDEX blocks_blocked ON blocks (blocked_id);

-- Names that nobody else may take yet. The owner is known by a keyed hash of their address.
CREATE TABLE former_names (
    name_key TEXT    PRIMARY KEY,
    owner    BLOB    NOT NULL,
    until_at INTEGER NOT NULL
);

-- Mail that came in. The raw mail is there until it is settled, and for a while after that where
-- somebody may want to see it again.
CREATE TABLE inbound (
    id            INTEGER PRIMARY KEY,
    key           BLOB NOT NULL UNIQUE,
    source        TEXT NOT NULL,
    message_id    TEXT NOT NULL,
    envelope_from TEXT NOT NULL,
    envelope_to   TEXT NOT NULL,
    link          TEXT NOT NULL,
    raw           BLOB,
    size          INTEGER NOT NULL,
    thread        TEXT NOT NULL,
    received_at   INTEGER NOT NULL,
    next_at       INTEGER NOT NULL,
    lease_until   INTEGER NOT NULL DEFAULT 0,
    lease         TEXT NOT NULL DEFAULT '',
    attempts      INTEGER NOT NULL DEFAULT 0,
    status        TEXT NOT NULL DEFAULT 'queued',
    result        TEXT NOT NULL DEFAULT '',
    reason        TEXT NOT NULL DEFAULT '',
    detail        TEXT NOT NULL DEFAULT '',
    auth          TEXT NOT NULL DEFAULT '',
    player_id     INTEGER NOT NULL DEFAULT 0,
    game_id       TEXT NOT NULL DEFAULT '',
    challenge_id  TEXT NOT NULL DEFAULT '',
    ply           INTEGER NOT NULL DEFAULT 0,
    answer        TEXT NOT NULL DEFAULT '',
    unsaid        INTEGER NOT NULL DEFAULT 0,
    done_at       INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX inbound_queue ON inbound (next_at, size) WHERE done_at = 0;
CREATE INDEX inbound_thread ON inbound (thread, id) WHERE done_at = 0;
CREATE INDEX inbound_player ON inbound (player_id, received_at) WHERE player_id > 0;
CREATE INDEX inbound_stranger ON inbound (challenge_id, received_at) WHERE challenge_id <> '';
CREATE INDEX inbound_unsaid ON inbound (player_id, game_id) WHERE unsaid = 1;
CREATE INDEX inbound_done ON inbound (done_at) WHERE done_at > 0;

-- A game that is over stands for good, and a turn is never changed: a takeback deletes it,
-- and only while the game is under way.
-- +goose StatementBegin
CREATE TRIGGER games_final BEFORE UPDATE OF id, ruleset, variant, version, first_id, second_id,
    status, position, ply, to_move,
    winner, reason, hash, created_at, finished_at ON games WHEN OLD.status <> 'ongoing'
BEGIN
    SELECT RAISE(ABORT, 'a game that is over stands for good');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER games_kept BEFORE DELETE ON games WHEN OLD.status <> 'ongoing'
BEGIN
    SELECT RAISE(ABORT, 'a game that is over stands for good');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER turns_final BEFORE UPDATE ON turns
BEGIN
    SELECT RAISE(ABORT, 'a turn stands as it was played');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER turns_kept BEFORE DELETE ON turns
WHEN EXISTS (SELECT 1 FROM games WHERE id = OLD.game_id AND status <> 'ongoing')
BEGIN
    SELECT RAISE(ABORT, 'a game that is over stands for good');
END;
-- +goose StatementEnd
