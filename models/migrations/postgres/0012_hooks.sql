-- +goose Up

-- Webhooks. events lists kinds of notices, '' for all. The old secret signs too until old_until. No notice is sent before
-- retry_at, after failures attempts in a row that failed, the first at failing_since.
CREATE TABLE hooks (
    id            TEXT    PRIMARY KEY,
    player_id     BIGINT NOT NULL REFERENCES players (id),
    url           TEXT    NOT NULL,
    host          TEXT    NOT NULL,
    format        TEXT    NOT NULL,
    events        TEXT    NOT NULL,
    game_id       TEXT    NOT NULL,
    state         TEXT    NOT NULL,
    secret        BYTEA   NOT NULL,
    old_secret    BYTEA   NOT NULL,
    old_until     BIGINT NOT NULL DEFAULT 0,
    created_at    BIGINT NOT NULL,
    last_at       BIGINT NOT NULL DEFAULT 0,
    last_status   BIGINT NOT NULL DEFAULT 0,
    last_detail   TEXT    NOT NULL DEFAULT '',
    failing_since BIGINT NOT NULL DEFAULT 0,
    failures      BIGINT NOT NULL DEFAULT 0,
    retry_at      BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX hooks_player ON hooks (player_id);

-- Notices to players with webhooks, until deliveries are queued. part is the number of a message that a notice of earlier
-- ones includes; 0 for the notice itself.
CREATE TABLE hook_notices (
    id   BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key  TEXT   NOT NULL,
    part BIGINT NOT NULL,
    at   BIGINT NOT NULL
);

-- What goes to one webhook: a notice, or a test with notice_id 0.
CREATE TABLE hook_deliveries (
    id          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hook_id     TEXT    NOT NULL,
    player_id   BIGINT NOT NULL,
    host        TEXT    NOT NULL,
    notice_id   BIGINT NOT NULL,
    kind        TEXT    NOT NULL,
    message_id  TEXT    NOT NULL,
    created_at  BIGINT NOT NULL,
    next_at     BIGINT NOT NULL,
    lease_until BIGINT NOT NULL DEFAULT 0,
    lease       TEXT    NOT NULL DEFAULT '',
    attempts    BIGINT NOT NULL DEFAULT 0,
    status      TEXT    NOT NULL DEFAULT 'queued',
    reason      TEXT    NOT NULL DEFAULT '',
    failure     TEXT    NOT NULL DEFAULT '',
    done_at     BIGINT NOT NULL DEFAULT 0,
    UNIQUE (hook_id, message_id)
);
CREATE INDEX hook_deliveries_host ON hook_deliveries (host, next_at) WHERE done_at = 0;
CREATE INDEX hook_deliveries_leased ON hook_deliveries (host) WHERE lease_until > 0;
CREATE INDEX hook_deliveries_waiting ON hook_deliveries (hook_id) WHERE done_at = 0;
CREATE INDEX hook_deliveries_notice ON hook_deliveries (notice_id);
CREATE INDEX hook_deliveries_player ON hook_deliveries (player_id);
CREATE INDEX hook_deliveries_age ON hook_deliveries (created_at);

-- Hosts of webhooks: when to look for a delivery next, and until when its limit allows none.
CREATE TABLE hook_hosts (
    host    TEXT    PRIMARY KEY,
    next_at BIGINT NOT NULL,
    free_at BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX hook_hosts_queue ON hook_hosts (next_at);
