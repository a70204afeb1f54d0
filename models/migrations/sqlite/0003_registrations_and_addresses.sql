-- +goose Up

-- A code is for one purpose: one that signs in confirms no new address, and the other way round. registration_id is
-- the registration that the mail with the code was about; 0 for none.
ALTER TABLE codes ADD COLUMN purpose TEXT NOT NULL DEFAULT 'sign_in';
ALTER TABLE codes ADD COLUMN registration_id INTEGER NOT NULL DEFAULT 0;

-- Accounts that somebody asked for, one row a request, until a code proves the address. The name is taken only
-- then. request is the hash of the secret of its request, network the keyed hash of the network that it came from;
-- both are empty where none is known.
CREATE TABLE registrations_by_request (
    id         INTEGER PRIMARY KEY,
    email_key  TEXT    NOT NULL,
    email      TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    locale     TEXT    NOT NULL,
    time_zone  TEXT    NOT NULL,
    request    BLOB    NOT NULL,
    network    BLOB    NOT NULL,
    created_at INTEGER NOT NULL
);
INSERT INTO registrations_by_request (email_key, email, name, locale, time_zone, request, network, created_at)
SELECT email_key, email, name, locale, time_zone, x'', x'', created_at FROM registrations;
DROP TABLE registrations;
ALTER TABLE registrations_by_request RENAME TO registrations;
CREATE INDEX registrations_email ON registrations (email_key, id);
CREATE INDEX registrations_age ON registrations (created_at);

CREATE INDEX sign_in_requests_owner ON sign_in_requests (owner, expires_at);

-- What was mailed to an address before it had an account.
CREATE INDEX notices_strangers ON notices (LOWER(email)) WHERE player_id = 0;

-- Changes of address that were asked for, and those that the address before may still undo. number counts those of a
-- player. done_at is when a code confirmed it, ended_at when it was withdrawn or another one took its place.
CREATE TABLE address_changes (
    player_id    INTEGER NOT NULL REFERENCES players (id),
    number       INTEGER NOT NULL,
    former_email TEXT    NOT NULL,
    former_key   TEXT    NOT NULL,
    email        TEXT    NOT NULL,
    email_key    TEXT    NOT NULL,
    tries        INTEGER NOT NULL DEFAULT 0,
    asked_at     INTEGER NOT NULL,
    done_at      INTEGER NOT NULL DEFAULT 0,
    ended_at     INTEGER NOT NULL DEFAULT 0,
    undone_at    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (player_id, number)
) WITHOUT ROWID;
CREATE INDEX address_changes_former ON address_changes (former_key);
CREATE INDEX address_changes_age ON address_changes (asked_at);

-- The address as the challenger wrote it, where the player has another one by now; "" where they have not.
ALTER TABLE challenges ADD COLUMN invited_as TEXT NOT NULL DEFAULT '';
