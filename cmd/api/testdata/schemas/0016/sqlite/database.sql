PRAGMA auto_vacuum = 2;
BEGIN;
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
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
, unlisted INTEGER NOT NULL DEFAULT 0, hide_rating INTEGER NOT NULL DEFAULT 0, muted_at INTEGER NOT NULL DEFAULT 0, days_off TEXT NOT NULL DEFAULT '', auto_vacation INTEGER NOT NULL DEFAULT 0);
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
, scope TEXT NOT NULL DEFAULT 'play', expires_at INTEGER NOT NULL DEFAULT 0);
CREATE TABLE sessions (
    id         INTEGER PRIMARY KEY,
    player_id  INTEGER NOT NULL REFERENCES players (id),
    hash       BLOB    NOT NULL UNIQUE,
    label      TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    used_at    INTEGER NOT NULL
);
CREATE TABLE codes (
    id         INTEGER PRIMARY KEY,
    email_key  TEXT    NOT NULL,
    hash       BLOB    NOT NULL,
    expires_at INTEGER NOT NULL
, purpose TEXT NOT NULL DEFAULT 'sign_in', registration_id INTEGER NOT NULL DEFAULT 0);
CREATE TABLE bounds (
    scope    TEXT    PRIMARY KEY,
    until_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE sign_in_requests (
    hash       BLOB    PRIMARY KEY,
    owner      BLOB    NOT NULL,
    tries      INTEGER NOT NULL DEFAULT 0,
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;
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
, invited_as TEXT NOT NULL DEFAULT '', rated INTEGER NOT NULL DEFAULT 1, min_rating INTEGER NOT NULL DEFAULT 0, max_rating INTEGER NOT NULL DEFAULT 0, min_reliability INTEGER NOT NULL DEFAULT 0, vacation INTEGER NOT NULL DEFAULT 1) WITHOUT ROWID;
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
, offers INTEGER NOT NULL DEFAULT 0, applied_change INTEGER NOT NULL DEFAULT 0, house_at INTEGER NOT NULL DEFAULT 0, rated INTEGER NOT NULL DEFAULT 0, unrated_because TEXT NOT NULL DEFAULT 'unrated', absence INTEGER NOT NULL DEFAULT 0, first_turns INTEGER NOT NULL DEFAULT -1, second_turns INTEGER NOT NULL DEFAULT -1, event_id TEXT NOT NULL DEFAULT '', vacation INTEGER NOT NULL DEFAULT 1, days_off TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
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
CREATE TABLE responses (
    player_id   INTEGER NOT NULL,
    via         TEXT NOT NULL,
    key         TEXT NOT NULL,
    fingerprint BLOB NOT NULL,
    record      BLOB NOT NULL,
    created_at  INTEGER NOT NULL,
    PRIMARY KEY (player_id, via, key)
) WITHOUT ROWID;
CREATE TABLE secrets (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
);
CREATE TABLE refusals (
    email_key  TEXT   PRIMARY KEY,
    created_at INTEGER NOT NULL
);
CREATE TABLE game_log (
    id      INTEGER PRIMARY KEY,
    game_id TEXT    NOT NULL REFERENCES games (id),
    ply     INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    kind    TEXT    NOT NULL,
    seat    INTEGER NOT NULL DEFAULT -1,
    detail  TEXT    NOT NULL
);
CREATE TABLE heartbeats (
    id        INTEGER PRIMARY KEY,
    at        INTEGER NOT NULL,
    steady_at INTEGER NOT NULL -- the time by steady beats alone: what is older may be deleted
);
CREATE TABLE vacations (
    id        INTEGER PRIMARY KEY,
    player_id INTEGER NOT NULL REFERENCES players (id),
    first_day TEXT    NOT NULL,
    last_day  TEXT    NOT NULL,
    from_at   INTEGER NOT NULL,
    until_at  INTEGER NOT NULL
);
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
CREATE TABLE chats (
    game_id   TEXT    NOT NULL REFERENCES games (id),
    seat      INTEGER NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players (id),
    read_to   INTEGER NOT NULL,
    unread    INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) WITHOUT ROWID;
CREATE TABLE blocks (
    player_id  INTEGER NOT NULL REFERENCES players (id),
    blocked_id INTEGER NOT NULL REFERENCES players (id),
    created_at INTEGER NOT NULL,
    PRIMARY KEY (player_id, blocked_id)
) WITHOUT ROWID;
CREATE TABLE former_names (
    name_key TEXT    PRIMARY KEY,
    owner    BLOB    NOT NULL,
    until_at INTEGER NOT NULL
);
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
, words TEXT NOT NULL DEFAULT '');
CREATE TABLE "registrations" (
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
CREATE TABLE bulk_changes (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    player_id INTEGER NOT NULL, -- whose games; 0: all that are under way
    kind      TEXT    NOT NULL,
    at        INTEGER NOT NULL,
    detail    TEXT    NOT NULL,
    walked_at INTEGER NOT NULL DEFAULT 0 -- when no game was left that it is to be applied to
);
CREATE TABLE player_records (
    player_id INTEGER NOT NULL REFERENCES players (id),
    ruleset   TEXT    NOT NULL,
    won       INTEGER NOT NULL,
    lost      INTEGER NOT NULL,
    drawn     INTEGER NOT NULL,
    PRIMARY KEY (player_id, ruleset)
) WITHOUT ROWID;
CREATE TABLE standings (
    player_id     INTEGER PRIMARY KEY REFERENCES players (id),
    ended_at      INTEGER NOT NULL,
    absence       INTEGER NOT NULL DEFAULT 0,
    absence_rated INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE ratings (
    player_id  INTEGER NOT NULL REFERENCES players (id),
    ruleset    TEXT    NOT NULL,
    variant    TEXT    NOT NULL,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    games      INTEGER NOT NULL,
    opponents  INTEGER NOT NULL,
    rated_at   INTEGER NOT NULL,
    PRIMARY KEY (player_id, ruleset, variant)
) WITHOUT ROWID;
CREATE TABLE game_ratings (
    game_id           TEXT    NOT NULL REFERENCES games (id),
    seat              INTEGER NOT NULL,
    player_id         INTEGER NOT NULL REFERENCES players (id),
    opponent_id       INTEGER NOT NULL,
    ruleset           TEXT    NOT NULL,
    variant           TEXT    NOT NULL,
    rated_at          INTEGER NOT NULL,
    before_rating     REAL    NOT NULL,
    before_deviation  REAL    NOT NULL,
    before_volatility REAL    NOT NULL,
    after_rating      REAL    NOT NULL,
    after_deviation   REAL    NOT NULL,
    after_volatility  REAL    NOT NULL,
    PRIMARY KEY (game_id, seat)
) WITHOUT ROWID;
CREATE TABLE notes (
    player_id  INTEGER NOT NULL REFERENCES players (id),
    game_id    TEXT NOT NULL REFERENCES games (id),
    version    INTEGER NOT NULL,
    text       TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (player_id, game_id)
);
CREATE TABLE kept_lines (
    id         INTEGER PRIMARY KEY,
    player_id  INTEGER NOT NULL REFERENCES players (id),
    game_id    TEXT NOT NULL REFERENCES games (id),
    ply        INTEGER NOT NULL,
    position   TEXT NOT NULL,
    turns      TEXT NOT NULL,
    name       TEXT NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE TABLE feeds (
    player_id  INTEGER NOT NULL REFERENCES players (id),
    kind       TEXT NOT NULL,
    hash       BLOB NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (player_id, kind)
) WITHOUT ROWID;
CREATE TABLE hooks (
    id            TEXT    PRIMARY KEY,
    player_id     INTEGER NOT NULL REFERENCES players (id),
    url           TEXT    NOT NULL,
    host          TEXT    NOT NULL,
    format        TEXT    NOT NULL,
    events        TEXT    NOT NULL,
    game_id       TEXT    NOT NULL,
    state         TEXT    NOT NULL,
    secret        BLOB    NOT NULL,
    old_secret    BLOB    NOT NULL,
    old_until     INTEGER NOT NULL DEFAULT 0,
    created_at    INTEGER NOT NULL,
    last_at       INTEGER NOT NULL DEFAULT 0,
    last_status   INTEGER NOT NULL DEFAULT 0,
    last_detail   TEXT    NOT NULL DEFAULT '',
    failing_since INTEGER NOT NULL DEFAULT 0,
    failures      INTEGER NOT NULL DEFAULT 0,
    retry_at      INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE hook_notices (
    id   INTEGER PRIMARY KEY,
    key  TEXT    NOT NULL,
    part INTEGER NOT NULL,
    at   INTEGER NOT NULL
);
CREATE TABLE hook_deliveries (
    id          INTEGER PRIMARY KEY,
    hook_id     TEXT    NOT NULL,
    player_id   INTEGER NOT NULL,
    host        TEXT    NOT NULL,
    notice_id   INTEGER NOT NULL,
    kind        TEXT    NOT NULL,
    message_id  TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    next_at     INTEGER NOT NULL,
    lease_until INTEGER NOT NULL DEFAULT 0,
    lease       TEXT    NOT NULL DEFAULT '',
    attempts    INTEGER NOT NULL DEFAULT 0,
    status      TEXT    NOT NULL DEFAULT 'queued',
    reason      TEXT    NOT NULL DEFAULT '',
    failure     TEXT    NOT NULL DEFAULT '',
    done_at     INTEGER NOT NULL DEFAULT 0,
    UNIQUE (hook_id, message_id)
);
CREATE TABLE hook_hosts (
    host    TEXT    PRIMARY KEY,
    next_at INTEGER NOT NULL,
    free_at INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE events (
    id              TEXT    PRIMARY KEY,
    kind            TEXT    NOT NULL, -- round_robin or ladder
    ruleset         TEXT    NOT NULL,
    variant         TEXT    NOT NULL,
    pace            TEXT    NOT NULL,
    title           TEXT    NOT NULL DEFAULT '',
    size            INTEGER NOT NULL DEFAULT 0,
    doubled         INTEGER NOT NULL DEFAULT 0, -- 1: each pair plays twice
    at_once         INTEGER NOT NULL DEFAULT 0,
    repeats         INTEGER NOT NULL DEFAULT 0, -- 1: the next one opens when this begins
    min_reliability INTEGER NOT NULL DEFAULT 0, -- in percent; 0 for none
    vacation        INTEGER NOT NULL DEFAULT 1, -- 0: vacations do not stop the clocks of its games
    status          TEXT    NOT NULL,           -- open, running or ended
    maker_id        INTEGER NOT NULL DEFAULT 0,
    previous        TEXT    NOT NULL DEFAULT '', -- the event whose beginning opened this one
    step            INTEGER NOT NULL DEFAULT 0,
    created_at      INTEGER NOT NULL,
    began_at        INTEGER NOT NULL DEFAULT 0,
    ended_at        INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE event_players (
    event_id       TEXT    NOT NULL REFERENCES events (id),
    player_id      INTEGER NOT NULL REFERENCES players (id),
    part           INTEGER NOT NULL DEFAULT 0, -- the group, from 1
    number         INTEGER NOT NULL DEFAULT 0,
    drawn_name     TEXT    NOT NULL DEFAULT '',
    seed           INTEGER,                    -- the rating by which groups were made; NULL without one
    absence        INTEGER NOT NULL DEFAULT 0,
    withdrawn      TEXT    NOT NULL DEFAULT '', -- withdrawn, absent or deleted
    withdrawn_step INTEGER NOT NULL DEFAULT 0,
    dropped        INTEGER NOT NULL DEFAULT 0,
    joined_at      INTEGER NOT NULL,
    moved_at       INTEGER NOT NULL DEFAULT 0, -- of a ladder: the last game or the joining
    PRIMARY KEY (event_id, player_id)
) WITHOUT ROWID;
CREATE TABLE event_games (
    event_id   TEXT    NOT NULL REFERENCES events (id),
    no         INTEGER NOT NULL,
    part       INTEGER NOT NULL DEFAULT 0,
    round      INTEGER NOT NULL DEFAULT 0,
    first_id   INTEGER NOT NULL REFERENCES players (id),
    second_id  INTEGER NOT NULL REFERENCES players (id),
    challenger INTEGER NOT NULL DEFAULT -1, -- of a ladder: the challenger's seat
    game_id    TEXT    NOT NULL DEFAULT '',
    state      TEXT    NOT NULL,            -- waiting, running, over or void
    score      INTEGER NOT NULL DEFAULT -1,
    had_result INTEGER NOT NULL DEFAULT 0,
    reason     TEXT    NOT NULL DEFAULT '',
    step       INTEGER NOT NULL DEFAULT 0,  -- of its end
    began_at   INTEGER NOT NULL DEFAULT 0,
    ended_at   INTEGER NOT NULL DEFAULT 0,
    to_end     INTEGER NOT NULL DEFAULT 0,  -- 1: the game is to end, because a player has withdrawn
    PRIMARY KEY (event_id, no)
) WITHOUT ROWID;
CREATE TABLE reports (
    id          INTEGER PRIMARY KEY,
    reporter_id INTEGER NOT NULL REFERENCES players (id),
    player_id   INTEGER NOT NULL DEFAULT 0,
    game_id     TEXT    NOT NULL DEFAULT '',
    message     INTEGER NOT NULL DEFAULT 0,
    reason      TEXT    NOT NULL,
    note        TEXT    NOT NULL DEFAULT '',
    created_at  INTEGER NOT NULL,
    closed_at   INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE operator_acts (
    id        INTEGER PRIMARY KEY,
    at        INTEGER NOT NULL,
    operator  TEXT    NOT NULL,
    command   TEXT    NOT NULL,
    player_id INTEGER NOT NULL DEFAULT 0,
    game_id   TEXT    NOT NULL DEFAULT '',
    detail    TEXT    NOT NULL DEFAULT '',
    outcome   TEXT    NOT NULL DEFAULT ''
);
CREATE TABLE announcements (
    id       INTEGER PRIMARY KEY,
    text     TEXT    NOT NULL,
    made_at  INTEGER NOT NULL,
    until_at INTEGER NOT NULL
);
CREATE TABLE ladder_steps (
    event_id  TEXT    NOT NULL REFERENCES events (id),
    step      INTEGER NOT NULL, -- from 1
    what      TEXT    NOT NULL, -- join, leave, begin or end
    player_id INTEGER NOT NULL DEFAULT 0,
    no        INTEGER NOT NULL DEFAULT 0,
    at        INTEGER NOT NULL,
    PRIMARY KEY (event_id, step)
) WITHOUT ROWID;
INSERT INTO goose_db_version VALUES (1,0,1,'2026-11-26 10:03:18');
INSERT INTO goose_db_version VALUES (2,1,1,'2026-11-26 10:03:18');
INSERT INTO goose_db_version VALUES (3,2,1,'2026-11-26 10:03:18');
INSERT INTO goose_db_version VALUES (4,3,1,'2026-11-26 10:03:18');
INSERT INTO goose_db_version VALUES (5,4,1,'2026-11-26 10:03:18');
INSERT INTO goose_db_version VALUES (6,5,1,'2026-11-26 10:03:18');
INSERT INTO goose_db_version VALUES (7,6,1,'2026-11-26 10:03:18');
INSERT INTO goose_db_version VALUES (8,7,1,'2026-11-26 10:03:18');
INSERT INTO goose_db_version VALUES (9,8,1,'2026-11-26 10:03:18');
INSERT INTO goose_db_version VALUES (10,9,1,'2026-11-26 10:03:18');
INSERT INTO goose_db_version VALUES (11,10,1,'2026-11-26 10:03:18');
INSERT INTO goose_db_version VALUES (12,11,1,'2026-11-26 10:03:18');
INSERT INTO goose_db_version VALUES (13,12,1,'2026-11-26 10:03:18');
INSERT INTO goose_db_version VALUES (14,13,1,'2026-11-26 10:03:18');
INSERT INTO goose_db_version VALUES (15,14,1,'2026-11-26 10:03:18');
INSERT INTO goose_db_version VALUES (16,15,1,'2026-11-26 10:03:18');
INSERT INTO goose_db_version VALUES (17,16,1,'2026-11-26 10:03:18');
INSERT INTO sqlite_sequence VALUES ('goose_db_version',17);
INSERT INTO sqlite_sequence VALUES ('bulk_changes',16);
INSERT INTO players VALUES (1,'house-easy','house-easy','','house-easy','en','UTC','{}',0,0,0,0,0,0,0,0,0,0,'',0,0,0,'',0);
INSERT INTO players VALUES (2,'house-medium','house-medium','','house-medium','en','UTC','{}',0,0,0,0,0,0,0,0,0,0,'',0,0,0,'',0);
INSERT INTO players VALUES (3,'house-hard','house-hard','','house-hard','en','UTC','{}',0,0,0,0,0,0,0,0,0,0,'',0,0,0,'',0);
INSERT INTO players VALUES (4,'ann','ann','ann@example.org','ann@example.org','en','Europe/Warsaw','{"mail":{"offer_answer":"off"},"games":{"rn9k9dsf":"off"},"reminders":["50%","3h"],"confirm_replies":true,"confirmed":1,"quiet":{"from":"23:00","until":"01:00"}}',1798239600000,1798844400000,1795687398207,1795687398207,0,0,0,7411825753278409420,0,0,'',0,0,0,'',0);
INSERT INTO players VALUES (5,'bob','bob','bob@example.org','bob@example.org','en','Europe/Warsaw','{}',0,0,1795687398216,1795687398216,0,0,0,9194929752474174755,0,0,'',0,0,0,'',0);
INSERT INTO players VALUES (6,'dan','dan','dan@example.org','dan@example.org','en','Europe/Warsaw','{"hooks":true}',1795687399550,1796079600000,1795687398228,1795687398228,0,0,0,4318530576763948739,3,1795687399787,'550 5.1.1 no such user',1,0,0,'sun',1);
INSERT INTO players VALUES (7,'eve','eve','eve@example.org','eve@example.org','en','Europe/Warsaw','{"mail":{"game_over":"off","your_turn":"off"}}',0,0,1795687398254,1795687398254,0,0,1795687400009,2953131058550765742,0,0,'',0,0,0,'',0);
INSERT INTO players VALUES (8,'gone-xm8vhkck','gone-xm8vhkck','','gone-xm8vhkck','en','UTC','{}',0,0,1795687398264,1795687398264,0,1795687399896,0,1611226131234194305,0,0,'',0,0,0,'',0);
INSERT INTO players VALUES (9,'gil','gil','gus@example.org','gus@example.org','en','Europe/Warsaw','{"mail":{"your_turn":"digest"},"digest_hour":23}',0,0,1795687398283,1795687398283,1795687399890,0,0,8902113155284651449,0,0,'',0,0,0,'',0);
INSERT INTO players VALUES (10,'cleo','cleo','cleo@example.org','cleo@example.org','en','America/New_York','{}',0,0,1795687398322,1795687398322,0,0,0,724716919537413546,0,0,'',0,0,0,'',0);
INSERT INTO invitations VALUES (X'9FACCA95B8D8EAFD4155B2BB70CE8EC753E6034B69B7FA3CFE2991803CE81912','a friend',1795687399530,1796896999530,1);
INSERT INTO tokens VALUES (1,4,X'019C7A7B1BE764F74F61882E1BD3F8BA505349D66F951B2AD34D10583337C461','laptop of ann',1795687398207,1795687398207,'play',0);
INSERT INTO tokens VALUES (2,5,X'5BC8BB831FC6CC62C78ED91DF33EEBB6C70916B84891264C25AB37F20259464E','laptop of bob',1795687398216,1795687398216,'play',0);
INSERT INTO tokens VALUES (3,6,X'C4A44E72CBAF24643B54ACAF432DCF8D854B72283603A097EB671659B95BEF3F','laptop of dan',1795687398228,1795687398228,'play',0);
INSERT INTO tokens VALUES (6,9,X'857FECBC55B953825EBC69F14DE4DDA6DF5A9A3D36A837595F557305C7A658AC','laptop of gus',1795687398283,1795687398283,'play',0);
INSERT INTO sessions VALUES (1,10,X'C388BBD46B9C5EF4B11FF8C2F65E59650ECCB0B46591BC8E4057A8E24B88477F','/',1795687398322,1795687398322);
INSERT INTO codes VALUES (1,'hal@example.org',X'4DE2A7F18A5CF1B8FC6FD49B188E5A1D897AAFB3BEFF9A1AD9C2D243236CE924',1795688300030,'sign_in',1);
INSERT INTO codes VALUES (2,'bob@example.org',X'926F04277D8F8C8FBA73044D4C4BB9D3407FA441A2CEC9627A9B20349263E68C',1795688300038,'sign_in',0);
INSERT INTO bounds VALUES ('code-own.kCXQf-PjbYVWUGF9K7rqBA',1795687398229);
INSERT INTO bounds VALUES ('code-own.GrpRS5Yyg5cSfnIqN6tMag',1795687398251);
INSERT INTO bounds VALUES ('code-own.jw0CSkny4tu7Q-4O5_wSKw',1795687398265);
INSERT INTO bounds VALUES ('spraying.U2VTzlXNzCPrXn1rbWn7ig',1795687398283);
INSERT INTO bounds VALUES ('code-own.OS91us3P11QAaMK-L2JbIw',1795687398287);
INSERT INTO bounds VALUES ('code-own.dM9I3stqRoUGNx8gGP03SQ',1795687398303);
INSERT INTO bounds VALUES ('code-own.NLC8nPRPB_7wtMkLESewQQ',1795687398317);
INSERT INTO bounds VALUES ('hook-host.127.0.0.1',1795687399894);
INSERT INTO bounds VALUES ('code-own.tE1zqKsjsPTnxtTIGv3r2g',1795687400057);
INSERT INTO bounds VALUES ('code-own.pWFUY5SXmcm3-Wp8UUGusw',1795687400178);
INSERT INTO bounds VALUES ('code-strangers.xdCrSfHL10Srl2thrwSyJA',1795687467320);
INSERT INTO bounds VALUES ('code-asker.vcQ8wwtqyyG7fi3D_VeWLQ',1795687542200);
INSERT INTO bounds VALUES ('code-asker.0RUsEX5d_rEWRtN6hXDl6g',1795687974200);
INSERT INTO bounds VALUES ('code-asker.k7o8w8weFxoA0ya1CwKvbQ',1795689702200);
INSERT INTO bounds VALUES ('house.6',1795691718672);
INSERT INTO bounds VALUES ('reports.6',1795696038902);
INSERT INTO bounds VALUES ('invitations.jyXu7u97XnBqKofTpUMdZQ',1795716199275);
INSERT INTO bounds VALUES ('invitations.NLZrg0ICUz7YHw32VEMXaA',1795716199288);
INSERT INTO bounds VALUES ('home.77XWSjfbgkVQPEPySkFt5Q',1803463398207);
INSERT INTO bounds VALUES ('home.QbmeujprE4QEjqZuKKxtfg',1803463398216);
INSERT INTO bounds VALUES ('home.LpXcofdX-b-Rjnu8M-8Eww',1803463398228);
INSERT INTO bounds VALUES ('home.lfHqQr4L32JOsRll6N8t7Q',1803463398254);
INSERT INTO bounds VALUES ('home.i8-jLK6G0iXbSo3OcruG8Q',1803463398264);
INSERT INTO bounds VALUES ('home.ZpHloyTmUZpW8HXW4TGfOg',1803463398283);
INSERT INTO bounds VALUES ('home.KU5FKhfHEDZw07r8KU9uUg',1803463398322);
INSERT INTO sign_in_requests VALUES (X'3AEA6AAE0AA398A689BE86F38EB261B0250AE229F3035D40C59E58DC5121086D',X'CD77E446F8E3456561D81FC765A76FF6',0,1795773798212);
INSERT INTO sign_in_requests VALUES (X'4CE92DABF957596CF5C6A320BE490C55999E2D029FBD639624F0ED62FA865B41',X'472245BEBC5FADEF04BBD3389A9E2922',0,1795773798200);
INSERT INTO sign_in_requests VALUES (X'8B1A478233AFA1EE59D12D0C85F0883166A493A3B02222A14C900B39055AA087',X'90709ECF39C181DCEDD781E0335ED694',0,1795773798274);
INSERT INTO sign_in_requests VALUES (X'B5C96FA97CD1706016024144B8BF0B11E9AF427CDFD78B5B165BB3CBCA87EF9E',X'1157279583D200F5032F10E69B087A4A',1,1795773798288);
INSERT INTO sign_in_requests VALUES (X'CAA4CACE13823CA5FCA2886019647C00A8A299B17F94E2B7C9AA5FC648D47786',X'CF941BE2A4CFC52025927AA16B1841F6',0,1795773798222);
INSERT INTO sign_in_requests VALUES (X'CAB75F4807551D4B7D007276022ED73409E309AFDF575D93C211276491EE1AF6',X'CD77E446F8E3456561D81FC765A76FF6',0,1795773800033);
INSERT INTO sign_in_requests VALUES (X'D3A86B69130C2A85C31AED008F68F798F13AC6DA8D45C31566D9593412B6B512',X'566233DE7B98F44A5382C7A01494FE34',0,1795773800028);
INSERT INTO sign_in_requests VALUES (X'DABE09DA7E5C3B6D992CA85D67C939B139D14908FD6A685631BDBBB93F0F775E',X'4FA4BFCA3FD31FA18BC416168D832599',0,1795773798236);
INSERT INTO sign_in_requests VALUES (X'E7564919B908BBCC87FAE5D975500821309071EA50F69C354E0A57270F1BDEC0',X'D7E68C0C41D2F1D4BF674151F4186666',0,1795773798258);
INSERT INTO challenges VALUES ('2rhg7btb','hanniball','standard',4,NULL,'sam@example.com',1,'3d','Do you play?','open','','',1795687399275,1796896999275,0,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('2w8bg68h','hnefatafl','7x7',4,5,'',0,'3d','','accepted','f47tj78g','',1795687399202,1796896999202,1795687399203,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('3z9z6yv5','hnefatafl','7x7',4,5,'',0,'3d','','accepted','rn9k9dsf','',1795687399232,1796896999232,1795687399233,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('76d59ny7','sevensages','standard',4,5,'',0,'3d','','accepted','3p3xw4nj','',1795687399029,1796896999029,1795687399031,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('77kp6zm7','bohnduell','standard',4,5,'',0,'3d','','accepted','g85ptc9w','',1795687399051,1796896999051,1795687399052,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('7zv5zn2z','hnefatafl','7x7',4,5,'',0,'3d','','accepted','n8ytf9fc','',1795687399210,1796896999210,1795687399211,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('bjy2tc4h','hnefatafl','7x7',5,4,'',0,'3d','','open','','rn9k9dsf',1795687399247,1796896999247,0,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('bs2kzrzv','hnefatafl','7x7',4,5,'',0,'3d','','accepted','nh429zvr','',1795687399108,1796896999108,1795687399110,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('c7s42jdp','bohnduell','long',4,5,'',0,'3d','','accepted','v5f4cbgx','',1795687399071,1796896999071,1795687399072,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('dd4p3twd','hnefatafl','7x7',4,5,'',0,'3d','','accepted','ys5sbfyp','',1795687399195,1796896999195,1795687399196,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('f25ws7wg','hnefatafl','7x7',5,6,'',0,'3d','','accepted','j6534kwn','',1795687399543,1796896999543,1795687399545,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('jngkcbg9','hnefatafl','9x9',4,5,'',0,'3d','','accepted','7mfq75n9','',1795687399090,1796896999090,1795687399091,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('jxx5wbjq','sevensages','short',4,NULL,'',-1,'3d','Who dares?','open','','',1795687399273,1800871399273,0,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('nfyhv4kp','bohnduell','standard',4,10,'',0,'14d+1d/21d','','open','','',1795687399274,1796896999274,0,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('nyssc758','hanniball','standard',4,NULL,'tess@example.com',-1,'3d','','open','','',1795687399288,1796896999288,0,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('pbrg2s8n','sevensages','short',4,5,'',0,'3d','','accepted','f7knq37k','',1795687399039,1796896999039,1795687399041,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('pg24d6xp','hanniball','standard',4,5,'',-1,'3d','','declined','','',1795687399280,1796896999280,1795687399281,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('ptny6cn5','hanniball','standard',4,5,'',-1,'3d','','withdrawn','','',1795687399283,1796896999283,1795687399288,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('qcqqnybr','hnefatafl','7x7',4,5,'',0,'3d','','accepted','7h2dj8fy','',1795687399267,1796896999267,1795687399268,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('rngygf5j','hnefatafl','7x7',4,5,'',0,'3d','','accepted','mj8c8fmm','',1795687399227,1796896999227,1795687399228,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('s9zv7cts','bohnduell','standard',8,7,'',0,'3d','','accepted','cms8zpgz','',1795687399163,1796896999163,1795687399164,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('v2dscs2j','hanniball','standard',4,5,'',0,'3d','','accepted','dkscfr9r','',1795687399015,1796896999015,1795687399017,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('vdp3m874','hnefatafl','11x11',8,7,'',0,'3d','','accepted','7c78zwnc','',1795687399178,1796896999178,1795687399180,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('vq2dsnf4','hanniball','standard',8,7,'',0,'3d','','accepted','ntf5dgft','',1795687399125,1796896999125,1795687399130,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('vrtqpxt8','hnefatafl','11x11',4,5,'',0,'3d','','accepted','p8kskt4q','',1795687399079,1796896999079,1795687399080,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('ygqmss56','hnefatafl','7x7',6,1,'',0,'3d','','accepted','rcncvvgp','',1795687398672,1796896998672,1795687398672,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('yqshsd8x','hnefatafl','7x7',4,5,'',0,'3d','','accepted','zjr75njm','',1795687399222,1796896999222,1795687399223,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('z3qncfq4','sevensages','standard',8,7,'',0,'3d','','accepted','9cd5wkqw','',1795687399145,1796896999145,1795687399146,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('zf9kzr36','hnefatafl','7x7',4,9,'',0,'3d','','accepted','n4d6tbrj','',1795687399538,1796896999538,1795687399540,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('zktpvjbk','hnefatafl','7x7',4,5,'',0,'3d','','accepted','h6hsphw8','',1795687399251,1796896999251,1795687399255,'',1,0,0,0,1);
INSERT INTO games VALUES ('3p3xw4nj','sevensages','standard',1,4,5,'ongoing','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-1',4,0,4,-1,'','3d',259200000,259200000,1795946599036,1795816999036,-1,-1,0,0,X'BA3AA7C794212C61E9A4996DF5A62D0FDB9846ED74A95D326D03BF91FB513E23',1795687399031,1795687399036,0,0,9,0,1,'',0,2,2,'',1,'');
INSERT INTO games VALUES ('7c78zwnc','hnefatafl','11x11',1,8,7,'finished','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a',8,0,8,-1,'repetition','3d',259200000,259200000,0,0,-1,-1,0,0,X'84073874DF5FD7C225D549F128CBD1E85C295DC9ECB0CEAE747C4E92CCCEA9F0',1795687399180,1795687399193,1795687399193,0,0,0,1,'',0,4,4,'',1,'');
INSERT INTO games VALUES ('7h2dj8fy','hnefatafl','7x7',1,4,5,'aborted','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a',0,0,4,-1,'aborted','3d',259200000,259200000,0,0,-1,-1,0,0,X'BD0CFF1FFF9C1128DA0A8E91E7273EFCE632E8BA6390406F46D220CD66184575',1795687399268,1795687399272,1795687399272,0,0,0,1,'aborted',0,0,0,'',1,'');
INSERT INTO games VALUES ('7mfq75n9','hnefatafl','9x9',1,4,5,'ongoing','3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/3tt4/4tt3 d',5,1,5,-1,'','3d',259200000,259200000,1795946599683,1795860199683,-1,-1,0,0,X'886CF3F883F4681393240DDFE81D7B8BFACBA1C99DC7D17727AE12874C5351D5',1795687399091,1795687399683,0,0,9,0,1,'',0,3,2,'',1,'');
INSERT INTO games VALUES ('886n783m','bohnduell','standard',1,4,5,'ongoing','12:0,0,0,0:0/12:0,0,0,0:0 g',0,0,4,-1,'','3d',259200000,259200000,1795946598896,1795816998896,-1,-1,0,0,X'AC25A23664EC6D917057B5E8F6FC1678112D3F1FCF0E08871CA23FE13265D261',1795687398896,1795687398896,0,0,9,0,1,'',0,0,0,'3zv2xsw4',1,'');
INSERT INTO games VALUES ('9cd5wkqw','sevensages','standard',1,8,7,'finished','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0',8,0,8,-1,'repetition','3d',259200000,259200000,0,0,-1,-1,0,0,X'2F236CF75950A3FCEAB899B424312B4558417798759F685DBF67C12DFA314F11',1795687399146,1795687399161,1795687399161,0,0,0,1,'',0,4,4,'',1,'');
INSERT INTO games VALUES ('cms8zpgz','bohnduell','standard',1,8,7,'finished','0:1,1,1,0:5/0:3,4,1,0:8 r',10,1,7,1,'count','3d',259200000,259200000,0,0,-1,-1,0,0,X'7C89B38CF2122484312D4BA376BA76C62FC108DC1EB1BAD457E3124AD9880F59',1795687399164,1795687399175,1795687399175,0,0,0,1,'',0,6,4,'',1,'');
INSERT INTO games VALUES ('dkscfr9r','hanniball','standard',1,4,5,'ongoing','3/3m2l2/1e1ele1e1/3h1h1h1/9/9/9/3h5/9/9/3H5/1H1H3H1/1E1E1E1E1/2L1M1L2/3 w e8 5',4,0,4,-1,'','3d',259200000,259200000,1795946599024,1795816999024,-1,-1,0,0,X'4838F6FCA4D45A62888FB55E8805DF896697C72EA3CD39DA7E1BD1B87E476575',1795687399017,1795687399024,0,0,9,0,1,'',0,2,2,'',1,'');
INSERT INTO games VALUES ('f47tj78g','hnefatafl','7x7',1,4,5,'ongoing','3t3/1t5/t6/1tTKTtt/3T3/3t3/3t3 d',3,1,5,-1,'','3d',259200000,259200000,1795946599207,1795860199207,-1,0,2,0,X'5E9AADA1FE6CE7DE69DF0D13F456AA7F830008662152EB1AD908321D80DDAB57',1795687399203,1795687399207,0,1,9,0,1,'',0,2,1,'',1,'');
INSERT INTO games VALUES ('f7knq37k','sevensages','short',1,4,5,'ongoing','7s7/15/3s2s4s3/15/3s3s7/15/9so4/7SS6/15/15/3S11/15/3S3S3S3/15/7S7 w 0-0',4,0,4,-1,'','3d',259200000,259200000,1795946599049,1795816999049,-1,-1,0,0,X'EADA54BA38028C5CAAD994C8F91EC3CB4AE440349303E2C3319DBFB5938A4B62',1795687399041,1795687399049,0,0,9,0,1,'',0,2,2,'',1,'');
INSERT INTO games VALUES ('g85ptc9w','bohnduell','standard',1,4,5,'ongoing','6:1,2,1,1:1/6:1,2,1,1:1 g',4,0,4,-1,'','3d',259200000,259200000,1795946599069,1795816999069,-1,-1,0,0,X'63F5620B127A688E671AE2364AA6FA7F38438C67C4FA5644088E83B35E15B0D7',1795687399052,1795687399069,0,0,9,0,1,'',0,2,2,'',1,'');
INSERT INTO games VALUES ('h6hsphw8','hnefatafl','7x7',1,4,5,'finished','3t3/3t3/tT5/1tTKTtt/3T3/3t3/3t3 a',2,0,4,-1,'agreement','3d',259200000,259200000,0,0,-1,-1,0,0,X'7698DD3A38C0CBE9FDFB25EBB749C26BCCA90501809507D062CA677877AA613F',1795687399255,1795687399264,1795687399264,1,0,0,1,'',0,1,1,'',1,'');
INSERT INTO games VALUES ('j6534kwn','hnefatafl','7x7',1,5,6,'ongoing','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d',1,1,6,-1,'','3d',259200000,259200000,1796338799999,1796252399999,-1,-1,0,0,X'F40D3851D37489187DA11C7B42073E7641B153051CB9EA2998AA4BDC06688FD2',1795687399545,1795687399549,0,0,11,0,1,'',0,1,0,'',1,'sun Europe/Warsaw');
INSERT INTO games VALUES ('mj8c8fmm','hnefatafl','7x7',1,4,5,'ongoing','3t3/1t5/t6/1tTKTtt/3T3/3t3/3t3 d',3,1,5,-1,'','3d',259200000,259200000,1795946599231,1795860199231,-1,-1,0,0,X'5372D02F52412CCFB7E852486AC7E2541BC468A0D02A027DFEAF8DC63E9D5A34',1795687399228,1795687399231,0,0,9,0,1,'',0,2,1,'',1,'');
INSERT INTO games VALUES ('n4d6tbrj','hnefatafl','7x7',1,4,9,'ongoing','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d',1,1,9,-1,'','3d',259200000,259200000,1795946599542,1795860199542,-1,-1,0,0,X'345701EE0A4DBE556DFC5CD4E84E77ED7BDB03B23BB6592E6857B521251D59E1',1795687399540,1795687399542,0,0,9,0,1,'',0,1,0,'',1,'');
INSERT INTO games VALUES ('n8ytf9fc','hnefatafl','7x7',1,4,5,'ongoing','3t3/1t5/t6/1tTKTtt/3T3/3t3/3t3 d',3,1,5,-1,'','3d',259200000,259200000,1795946599221,1795860199221,-1,-1,0,1,X'12CADAFBA8F86DA53F282B16B95E2D73BB48CD702D12E31BA9E36178D17AEFFE',1795687399211,1795687399221,0,1,9,0,1,'',0,-1,-1,'',1,'');
INSERT INTO games VALUES ('nh429zvr','hnefatafl','7x7',1,4,5,'ongoing','3t3/7/Tt5/2TKTtt/T6/3t3/3t3 a',4,0,4,-1,'','3d',259200000,259200000,1795946599115,1795816999115,-1,-1,0,0,X'EBE2076D60213AFAA37F19D4010A9DD8B0D3328CEA7ED24607F1BBA093C5C9FC',1795687399110,1795687399115,0,0,9,0,1,'',0,2,2,'',1,'');
INSERT INTO games VALUES ('ntf5dgft','hanniball','standard',1,8,7,'finished','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 9',8,0,8,-1,'repetition','3d',259200000,259200000,0,0,-1,-1,0,0,X'AF9361362EE0121317D7C2FAE9BE7DCE907475B5ACD2B4BCC6A58A955DD4A0AD',1795687399130,1795687399140,1795687399140,0,0,0,1,'',0,4,4,'',1,'');
INSERT INTO games VALUES ('p8kskt4q','hnefatafl','11x11',1,4,5,'ongoing','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a',4,0,4,-1,'','3d',259200000,259200000,1795946599086,1795816999086,-1,-1,0,0,X'E94D9501760C3499C9D559A6C848AE9725A202C62637B8D1F32A6A55F5C4F6E9',1795687399080,1795687399086,0,0,9,0,1,'',0,2,2,'',1,'');
INSERT INTO games VALUES ('rcncvvgp','hnefatafl','7x7',1,6,1,'ongoing','3t3/3t3/3T3/1t1KTtt/T2T3/3t3/3t3 a',4,0,6,-1,'','3d',259200000,259200000,1796338799142,1796252399142,-1,-1,0,0,X'1CD5E7BAB8481BB3D9E6F76A3F1D1F6490AB43BE58A0D0360E456AF138075F3E',1795687398672,1795687398692,0,0,11,0,1,'',0,2,2,'',1,'');
INSERT INTO games VALUES ('rn9k9dsf','hnefatafl','7x7',1,4,5,'finished','3t3/3t3/tT5/1tTKTtt/3T3/3t3/3t3 a',2,0,4,1,'resignation','3d',259200000,259200000,0,0,-1,-1,0,0,X'0924757251D988BC72818DB49144C3A8EDA231668B6B47CDCD97F5592D9E958D',1795687399233,1795687399238,1795687399238,0,0,0,1,'',0,1,1,'',1,'');
INSERT INTO games VALUES ('v5f4cbgx','bohnduell','long',1,4,5,'ongoing','10:2,3,3,1:2/14:0,2,1,1:1 r',5,1,5,-1,'','3d',259200000,259200000,1795946600234,1795860200234,-1,-1,0,0,X'675715F3FD91EC511E9CA06E5A2E95EA6D3F204138B40C5000352757B3238AFA',1795687399072,1795687400234,0,0,9,0,1,'',0,3,2,'',1,'');
INSERT INTO games VALUES ('ys5sbfyp','hnefatafl','7x7',1,4,5,'ongoing','3t3/1t5/t6/1tTKTtt/3T3/3t3/3t3 d',3,1,5,-1,'','3d',259200000,259200000,1795946599200,1795860199200,1,-1,0,0,X'94AA8B597EF4738D49D3B31EB1E21FB2E038A0FA6FA41D1577E354B87E484B91',1795687399196,1795687399200,0,1,9,0,1,'',0,2,1,'',1,'');
INSERT INTO games VALUES ('zjr75njm','hnefatafl','7x7',1,4,5,'ongoing','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d',1,1,5,-1,'','3d',259200000,259200000,1795946599224,1795860199224,-1,-1,0,0,X'11979AB56AC04304B746D9BECFE95CA3A6FB6A39FBA4611CB5A9F2ABFD1E0DCC',1795687399223,1795687399224,0,0,9,0,1,'',0,1,0,'',1,'');
INSERT INTO turns VALUES ('3p3xw4nj',0,-1,'','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0',6777436483730609828,'[]','','',1795687399031,X'A20C758BF92CA41D8CEFBEF41A129E72BC3B7484221D6FF914DEE65CAB3ABE3A');
INSERT INTO turns VALUES ('3p3xw4nj',1,0,'h5-h8~h10~i10','7s7/15/3s3s3s3/15/3s3s3s3/8o6/15/7S7/15/15/3S7S3/15/3S3S3S3/15/7S7 b 0-0',1177157510922876270,'[{"kind":"moved","seat":0,"piece":"Stone","from":"h5","to":"h8"},{"kind":"kicked","seat":0,"way":["h8","h10","i10"]}]','','http',1795687399032,X'390C4E2FAC53C62D285B5820AA4E826B5A40D36EE84CEB910BCFE3CE4A4AAD5D');
INSERT INTO turns VALUES ('3p3xw4nj',2,1,'l13-i10~e6~h9~e12~f13','7s7/15/3s1o1s7/15/3s3s3s3/8s6/15/7S7/15/15/3S7S3/15/3S3S3S3/15/7S7 w 0-0',-3253116983561042815,'[{"kind":"moved","seat":1,"piece":"Stone","from":"l13","to":"i10"},{"kind":"kicked","seat":1,"way":["i10","e6","h9","e12","f13"]}]','','http',1795687399034,X'6B02C12D3ECCF8EEA80876800FE0BAE2C0AC647397416A95C639F670504A4297');
INSERT INTO turns VALUES ('3p3xw4nj',3,0,'h1-j1','7s7/15/3s1o1s7/15/3s3s3s3/8s6/15/7S7/15/15/3S7S3/15/3S3S3S3/15/9S5 b 0-0',7902084203735463230,'[{"kind":"moved","seat":0,"piece":"Stone","from":"h1","to":"j1"}]','','http',1795687399035,X'1C45627BA9CC0C0CEFEB48E3A84423C60F3E34D96A3F060321E9E806753B25D4');
INSERT INTO turns VALUES ('3p3xw4nj',4,1,'d13-f13~g13~g1','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-1',6777437583242238039,'[{"kind":"moved","seat":1,"piece":"Stone","from":"d13","to":"f13"},{"kind":"kicked","seat":1,"way":["f13","g13","g1"]},{"kind":"point","seat":1,"at":"g1","count":1}]','','http',1795687399036,X'BA3AA7C794212C61E9A4996DF5A62D0FDB9846ED74A95D326D03BF91FB513E23');
INSERT INTO turns VALUES ('7c78zwnc',0,-1,'','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a',-3060488010442422035,'[]','','',1795687399180,X'79A94581891153A3B3F59C1F68A59CD21CA49DA9D9E5325AF0527CC950816302');
INSERT INTO turns VALUES ('7c78zwnc',1,0,'d1-d2','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/3t1t5/4tttt3 d',5570891024578007348,'[{"kind":"moved","seat":0,"piece":"attacker","from":"d1","to":"d2"}]','','http',1795687399181,X'B8495E85349FED6AD7D5BBC447A273A626C0D8027EBC74B55C2FBC8FBFDFF47D');
INSERT INTO turns VALUES ('7c78zwnc',2,1,'f4-e4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/3t1t5/4tttt3 a',-6365979012145978359,'[{"kind":"moved","seat":1,"piece":"defender","from":"f4","to":"e4"}]','','http',1795687399185,X'2BDB7103CC896C6694BC60DF83FBE07BA59DB88E9EC19278412B8CFE722CDC96');
INSERT INTO turns VALUES ('7c78zwnc',3,0,'d2-d1','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/5t5/3ttttt3 d',6615255128350068752,'[{"kind":"moved","seat":0,"piece":"attacker","from":"d2","to":"d1"}]','','http',1795687399186,X'65E29B46A510DFCEFA14854873611DBFA0A5DFB436906C2EB03C5AFBC71BA4D7');
INSERT INTO turns VALUES ('7c78zwnc',4,1,'e4-f4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a',-3060488010442422035,'[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"f4"}]','','http',1795687399187,X'3305C8D485552F9B516232414C4C55DA266CBA737243083B5CC4CA40AA021570');
INSERT INTO turns VALUES ('7c78zwnc',5,0,'d1-d2','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/3t1t5/4tttt3 d',5570891024578007348,'[{"kind":"moved","seat":0,"piece":"attacker","from":"d1","to":"d2"}]','','http',1795687399187,X'9C612CE0CDAAC433D169B3922AC4BBB40CC72C27AB6B452DD82C6AFEC0FDE0A4');
INSERT INTO turns VALUES ('7c78zwnc',6,1,'f4-e4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/3t1t5/4tttt3 a',-6365979012145978359,'[{"kind":"moved","seat":1,"piece":"defender","from":"f4","to":"e4"}]','','http',1795687399188,X'1D367DB07CF7F821929B754892C36931172C9B9D07ECD8A20A34979EE904CA6E');
INSERT INTO turns VALUES ('7c78zwnc',7,0,'d2-d1','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/5t5/3ttttt3 d',6615255128350068752,'[{"kind":"moved","seat":0,"piece":"attacker","from":"d2","to":"d1"}]','','http',1795687399192,X'384CEC20CDAB0C68F11232FD6EF801C820D7CCB1DBF077D7947F918FD930E212');
INSERT INTO turns VALUES ('7c78zwnc',8,1,'e4-f4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a',-3060488010442422035,'[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"f4"}]','','http',1795687399193,X'84073874DF5FD7C225D549F128CBD1E85C295DC9ECB0CEAE747C4E92CCCEA9F0');
INSERT INTO turns VALUES ('7h2dj8fy',0,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a',66403238188274183,'[]','','',1795687399268,X'BD0CFF1FFF9C1128DA0A8E91E7273EFCE632E8BA6390406F46D220CD66184575');
INSERT INTO turns VALUES ('7mfq75n9',0,-1,'','3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a',5004258489730583101,'[]','','',1795687399091,X'1D39EAD9032CB731C20B0F79ED669B1C75AA728CA6C28A395839BDA9660C2E74');
INSERT INTO turns VALUES ('7mfq75n9',1,0,'d1-d2','3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/3tt4/4tt3 d',8060792236650229116,'[{"kind":"moved","seat":0,"piece":"attacker","from":"d1","to":"d2"}]','','http',1795687399094,X'C78DEE6AE55A234E4C267E6DE992325706D52B553A7A032247E4BA0BAF2BD369');
INSERT INTO turns VALUES ('7mfq75n9',2,1,'e7-d7','3ttt3/4t4/3T5/t3T3t/ttTTKTTtt/t3T3t/4T4/3tt4/4tt3 a',8978266779794306617,'[{"kind":"moved","seat":1,"piece":"defender","from":"e7","to":"d7"}]','','http',1795687399097,X'1CEECAFC83AB7DB1F81E8A687CFB06A2A0DED63260ECF52DC837CD88F6163684');
INSERT INTO turns VALUES ('7mfq75n9',3,0,'d2-d1','3ttt3/4t4/3T5/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d',1094057593625100516,'[{"kind":"moved","seat":0,"piece":"attacker","from":"d2","to":"d1"}]','','http',1795687399102,X'F7EA14C1BE8A98962B2CAE3A51D66568A761F308917EC01327AC59AAA8AF0273');
INSERT INTO turns VALUES ('7mfq75n9',4,1,'d7-e7','3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a',5004258489730583101,'[{"kind":"moved","seat":1,"piece":"defender","from":"d7","to":"e7"}]','','http',1795687399104,X'81592E8FC1CA5015FC3046E585492EC724F334C90CF1999AA8EF280E99554A4F');
INSERT INTO turns VALUES ('7mfq75n9',5,0,'d1-d2','3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/3tt4/4tt3 d',8060792236650229116,'[{"kind":"moved","seat":0,"piece":"attacker","from":"d1","to":"d2"}]','','mail',1795687399683,X'886CF3F883F4681393240DDFE81D7B8BFACBA1C99DC7D17727AE12874C5351D5');
INSERT INTO turns VALUES ('886n783m',0,-1,'','12:0,0,0,0:0/12:0,0,0,0:0 g',-3750763034362895579,'[]','','',1795687398896,X'AC25A23664EC6D917057B5E8F6FC1678112D3F1FCF0E08871CA23FE13265D261');
INSERT INTO turns VALUES ('9cd5wkqw',0,-1,'','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0',6777436483730609828,'[]','','',1795687399146,X'94877599F73B84B7ACE54501462C090037EA4B61E7A9E585DD46F22D29A4D5EF');
INSERT INTO turns VALUES ('9cd5wkqw',1,0,'h5-g5','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S2S4S3/15/3S3S3S3/15/7S7 b 0-0',8125781741391164861,'[{"kind":"moved","seat":0,"piece":"Stone","from":"h5","to":"g5"}]','','http',1795687399148,X'E32A1FED2FEFC033A95FA02A6B867A7804AFC212C0A0AA472F89B35005A9E05B');
INSERT INTO turns VALUES ('9cd5wkqw',2,1,'h11-g11','7s7/15/3s3s3s3/15/3s2s4s3/15/15/7o7/15/15/3S2S4S3/15/3S3S3S3/15/7S7 w 0-0',-7570642496653219572,'[{"kind":"moved","seat":1,"piece":"Stone","from":"h11","to":"g11"}]','','http',1795687399151,X'B571A8B07DECED52256FE820B214CF1842C33C8006D2DC2921F7FCD735F44E57');
INSERT INTO turns VALUES ('9cd5wkqw',3,0,'g5-h5','7s7/15/3s3s3s3/15/3s2s4s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 b 0-0',1779806904846952861,'[{"kind":"moved","seat":0,"piece":"Stone","from":"g5","to":"h5"}]','','http',1795687399154,X'FB719D56009679346EA109F8A99C10BC15A92709D6ED958C042F63E99B2681D7');
INSERT INTO turns VALUES ('9cd5wkqw',4,1,'g11-h11','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0',6777436483730609828,'[{"kind":"moved","seat":1,"piece":"Stone","from":"g11","to":"h11"}]','','http',1795687399155,X'0D81D6CAFF3305ED320820D5F53BDF78C37B339DB4380E64DC95CC9D13CC492E');
INSERT INTO turns VALUES ('9cd5wkqw',5,0,'h5-g5','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S2S4S3/15/3S3S3S3/15/7S7 b 0-0',8125781741391164861,'[{"kind":"moved","seat":0,"piece":"Stone","from":"h5","to":"g5"}]','','http',1795687399157,X'D431A00EB5446F4AF8979DE1A481AC8A58DDB45DBF48937534B95312F27D04E4');
INSERT INTO turns VALUES ('9cd5wkqw',6,1,'h11-g11','7s7/15/3s3s3s3/15/3s2s4s3/15/15/7o7/15/15/3S2S4S3/15/3S3S3S3/15/7S7 w 0-0',-7570642496653219572,'[{"kind":"moved","seat":1,"piece":"Stone","from":"h11","to":"g11"}]','','http',1795687399158,X'2BAF4E32206F3DA934E7FDFA4C6B610D4399FE13B36FDD44041020A2A4A04E2A');
INSERT INTO turns VALUES ('9cd5wkqw',7,0,'g5-h5','7s7/15/3s3s3s3/15/3s2s4s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 b 0-0',1779806904846952861,'[{"kind":"moved","seat":0,"piece":"Stone","from":"g5","to":"h5"}]','','http',1795687399159,X'0F23EE2E9E5D7F32B2BD6D70439BEC108B0D4B047E8EAFB78C7E81342341D9D3');
INSERT INTO turns VALUES ('9cd5wkqw',8,1,'g11-h11','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0',6777436483730609828,'[{"kind":"moved","seat":1,"piece":"Stone","from":"g11","to":"h11"}]','','http',1795687399161,X'2F236CF75950A3FCEAB899B424312B4558417798759F685DBF67C12DFA314F11');
INSERT INTO turns VALUES ('cms8zpgz',0,-1,'','12:0,0,0,0:0/12:0,0,0,0:0 g',-3750763034362895579,'[]','','',1795687399164,X'5EC7600FECE13CEB00B5AB85B6D6D7F789CDCB827798D8EA7F37460F4AB1FFCC');
INSERT INTO turns VALUES ('cms8zpgz',1,0,'p2','9:1,1,1,0:0/12:0,0,0,0:0 r',-3750763034362895579,'[{"kind":"placed","seat":0,"from":"gs","to":"g2","count":3}]','','http',1795687399166,X'5A8768DCB19E954564628CA3FD2B23AD22379C46C43AD989B97BD928F6279164');
INSERT INTO turns VALUES ('cms8zpgz',2,1,'p3','9:1,1,0,0:0/10:1,1,0,0:1 g',-3750763034362895579,'[{"kind":"placed","seat":1,"from":"rs","to":"r3","count":2},{"kind":"stolen","seat":0,"from":"g2","to":"rl","count":1}]','','http',1795687399167,X'6BA323EDE027C77D690AD1BF98318CDC7D674279341C0D688F737BDCDBA4DF5D');
INSERT INTO turns VALUES ('cms8zpgz',3,0,'p1','5:2,2,1,1:1/10:0,1,0,0:1 r',-3750763034362895579,'[{"kind":"placed","seat":0,"from":"gs","to":"g1","count":4},{"kind":"stolen","seat":1,"from":"r4","to":"gl","count":1}]','','http',1795687399168,X'47A3D6059F86104B7A30619BEBA50115662B244FAF7AB4CD46454B2D12772E3D');
INSERT INTO turns VALUES ('cms8zpgz',4,1,'p2','5:2,0,1,1:1/7:1,2,1,0:3 g',-3750763034362895579,'[{"kind":"placed","seat":1,"from":"rs","to":"r2","count":3},{"kind":"stolen","seat":0,"from":"g3","to":"rl","count":2}]','','http',1795687399169,X'CC3DAC54C52D062B6DAAD8383B89CD4ABDC872D1974AFA1ED2768576AC506872');
INSERT INTO turns VALUES ('cms8zpgz',5,0,'p3','3:3,1,1,1:2/7:1,2,0,0:3 r',-3750763034362895579,'[{"kind":"placed","seat":0,"from":"gs","to":"g3","count":2},{"kind":"stolen","seat":1,"from":"r2","to":"gl","count":1}]','','http',1795687399170,X'97485330EE412BDC84B12BA63831CC375B41AB4D1D7AF5A38E2B7702EDBE81F6');
INSERT INTO turns VALUES ('cms8zpgz',6,1,'p2','3:3,0,1,1:2/4:2,3,1,0:4 g',-3750763034362895579,'[{"kind":"placed","seat":1,"from":"rs","to":"r2","count":3},{"kind":"stolen","seat":0,"from":"g3","to":"rl","count":1}]','','http',1795687399171,X'EF021C724374D524A1FEE63B8FFC7716B8C78A9112913E37AA99447B0A66F71D');
INSERT INTO turns VALUES ('cms8zpgz',7,0,'p3','1:4,1,1,1:3/4:2,3,0,0:4 r',-3750763034362895579,'[{"kind":"placed","seat":0,"from":"gs","to":"g3","count":2},{"kind":"stolen","seat":1,"from":"r2","to":"gl","count":1}]','','http',1795687399172,X'4CF0DE5C2D452E2D65D21D582A97CD3699EC8F83B23FFF261B9EA1A8098530E3');
INSERT INTO turns VALUES ('cms8zpgz',8,1,'p1','1:0,1,1,1:3/0:3,4,1,1:8 g',-3750763034362895579,'[{"kind":"placed","seat":1,"from":"rs","to":"r1","count":4},{"kind":"stolen","seat":0,"from":"g4","to":"rl","count":4}]','','http',1795687399173,X'4FC0ABAA1A62B520880E4951D9F99C657553B38DC26F235C850857BC62B3B2BD');
INSERT INTO turns VALUES ('cms8zpgz',9,0,'p4','0:1,1,1,1:4/0:3,4,1,0:8 g',-3750763034362895579,'[{"kind":"placed","seat":0,"from":"gs","to":"g4","count":1},{"kind":"stolen","seat":1,"from":"r1","to":"gl","count":1},{"kind":"skipped","seat":1}]','','http',1795687399174,X'3CA607ADB00A437D2DB45C1D566E5A808D8B9A0BDE224F597F86D9A7A4E1C538');
INSERT INTO turns VALUES ('cms8zpgz',10,0,'e1','0:1,1,1,0:5/0:3,4,1,0:8 r',-3750763034362895579,'[{"kind":"sown","seat":0,"from":"g1","to":"gl","count":1},{"kind":"ended","seat":1,"count":3,"reason":"count"}]','','http',1795687399175,X'7C89B38CF2122484312D4BA376BA76C62FC108DC1EB1BAD457E3124AD9880F59');
INSERT INTO turns VALUES ('dkscfr9r',0,-1,'','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 1',5345373608646877090,'[]','','',1795687399017,X'5A2C91B52909E21A3964659E3D35BDD5D543D7F75E158E6C318CE18501445836');
INSERT INTO turns VALUES ('dkscfr9r',1,0,'f4-d5','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/3H5/1H1H3H1/1E1E1E1E1/2L3L2/1M1 b e8 2',-975211595775886633,'[{"kind":"moved","seat":0,"piece":"Horse","from":"f4","to":"d5"}]','','http',1795687399019,X'DF181F21600B55F18ED7F50607C9681C3681DD6689BA20965FECAC2E759672BD');
INSERT INTO turns VALUES ('dkscfr9r',2,1,'b12-c10 c14-d14','1m1/3l2l2/1e1e1e1e1/3h1h1h1/9/2h6/9/9/9/9/3H5/1H1H3H1/1E1E1E1E1/2L3L2/1M1 w e8 3',-5776825891538023956,'[{"kind":"moved","seat":1,"piece":"Horse","from":"b12","to":"c10"},{"kind":"moved","seat":1,"piece":"Lion","from":"c14","to":"d14"}]','','http',1795687399021,X'BF83261322CA9549AEFE55683AD12873554CEF379D3EF203282D9265DE6BC9B5');
INSERT INTO turns VALUES ('dkscfr9r',3,0,'e1-e2','1m1/3l2l2/1e1e1e1e1/3h1h1h1/9/2h6/9/9/9/9/3H5/1H1H3H1/1E1E1E1E1/2L1M1L2/3 b e8 4',2923414477639350425,'[{"kind":"moved","seat":0,"piece":"Monkey","from":"e1","to":"e2"}]','','http',1795687399022,X'435CB63ACAF4195E487F7211A122F08F410ECD9CDEAD6E85977FCD196CDECC6A');
INSERT INTO turns VALUES ('dkscfr9r',4,1,'c10-d8 d14-e13 e15-d14','3/3m2l2/1e1ele1e1/3h1h1h1/9/9/9/3h5/9/9/3H5/1H1H3H1/1E1E1E1E1/2L1M1L2/3 w e8 5',5977346301766039396,'[{"kind":"moved","seat":1,"piece":"Horse","from":"c10","to":"d8"},{"kind":"moved","seat":1,"piece":"Lion","from":"d14","to":"e13"},{"kind":"moved","seat":1,"piece":"Monkey","from":"e15","to":"d14"}]','','http',1795687399024,X'4838F6FCA4D45A62888FB55E8805DF896697C72EA3CD39DA7E1BD1B87E476575');
INSERT INTO turns VALUES ('f47tj78g',0,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a',66403238188274183,'[]','','',1795687399203,X'73F1DD61DEED586E5194E172D6D0A71CE9DBB147DCF9672ED496E2F0B1BEF8DE');
INSERT INTO turns VALUES ('f47tj78g',1,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d',-7381817118139899358,'[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795687399204,X'030BBA0D696DF8A91B841AD167CACEC1427D01B325721BADAE13A0515873E9E4');
INSERT INTO turns VALUES ('f47tj78g',2,1,'d5-b5','3t3/3t3/tT5/1tTKTtt/3T3/3t3/3t3 a',-3149671997121494093,'[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"b5"}]','','http',1795687399206,X'BB8D7CD5556FE97F9003905D31A977F7E6ED810EAC39343E695F1AF66937C488');
INSERT INTO turns VALUES ('f47tj78g',3,0,'d6-b6xb5','3t3/1t5/t6/1tTKTtt/3T3/3t3/3t3 d',-3194461269840349353,'[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"b6"},{"kind":"captured","seat":1,"piece":"defender","at":"b5"}]','','http',1795687399207,X'5E9AADA1FE6CE7DE69DF0D13F456AA7F830008662152EB1AD908321D80DDAB57');
INSERT INTO turns VALUES ('f7knq37k',0,-1,'','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0',6777436483730609828,'[]','','',1795687399041,X'B6619236C76A4B09A8469669820ADC83F25F095445240DB4C12577FA2BE8A38A');
INSERT INTO turns VALUES ('f7knq37k',1,0,'h5-h8~h10~h9~k9','7s7/15/3s3s3s3/15/3s3s3s3/15/10o4/7S7/15/15/3S7S3/15/3S3S3S3/15/7S7 b 0-0',3240172204014635329,'[{"kind":"moved","seat":0,"piece":"Stone","from":"h5","to":"h8"},{"kind":"kicked","seat":0,"way":["h8","h10","h9","k9"]}]','','http',1795687399043,X'F66031DB17551BAF2E477F27F26EA86A392EB74CA1F7AA8D67D279B130ADB183');
INSERT INTO turns VALUES ('f7knq37k',2,1,'l11-j9','7s7/15/3s3s3s3/15/3s3s7/15/9so4/7S7/15/15/3S7S3/15/3S3S3S3/15/7S7 w 0-0',7551030537317137285,'[{"kind":"moved","seat":1,"piece":"Stone","from":"l11","to":"j9"}]','','http',1795687399044,X'10E9BD3029A6DDA58127E867EBD767ADBF2A2078B88348B1BE0673207505A512');
INSERT INTO turns VALUES ('f7knq37k',3,0,'l5-i8','7s7/15/3s3s3s3/15/3s3s7/15/9so4/7SS6/15/15/3S11/15/3S3S3S3/15/7S7 b 0-0',-1688004405409192645,'[{"kind":"moved","seat":0,"piece":"Stone","from":"l5","to":"i8"}]','','http',1795687399046,X'3CB4B52712C1AE2D7969DFF735FCFB6B8A68B1636E3C5742F27CDF01B2A17E12');
INSERT INTO turns VALUES ('f7knq37k',4,1,'h13-g13','7s7/15/3s2s4s3/15/3s3s7/15/9so4/7SS6/15/15/3S11/15/3S3S3S3/15/7S7 w 0-0',9103672216241987090,'[{"kind":"moved","seat":1,"piece":"Stone","from":"h13","to":"g13"}]','','http',1795687399049,X'EADA54BA38028C5CAAD994C8F91EC3CB4AE440349303E2C3319DBFB5938A4B62');
INSERT INTO turns VALUES ('g85ptc9w',0,-1,'','12:0,0,0,0:0/12:0,0,0,0:0 g',-3750763034362895579,'[]','','',1795687399052,X'E4BE44B45E12B8D83643B6AB0DB46BA0530320133E87099A9C40CC178DE20783');
INSERT INTO turns VALUES ('g85ptc9w',1,0,'p3','10:1,1,0,0:0/12:0,0,0,0:0 r',-3750763034362895579,'[{"kind":"placed","seat":0,"from":"gs","to":"g3","count":2}]','','http',1795687399064,X'D754B03701A6FD63B00D50EC9C6818A05F143E652407A712503C9916AE5681DC');
INSERT INTO turns VALUES ('g85ptc9w',2,1,'p1','10:0,1,0,0:0/8:1,1,1,1:1 g',-3750763034362895579,'[{"kind":"placed","seat":1,"from":"rs","to":"r1","count":4},{"kind":"stolen","seat":0,"from":"g4","to":"rl","count":1}]','','http',1795687399067,X'32A9AB2610F3B8A67507A310032973D4DD59BA5FB7D8E8541306763055753280');
INSERT INTO turns VALUES ('g85ptc9w',3,0,'p1','6:1,2,1,1:1/8:0,1,1,1:1 r',-3750763034362895579,'[{"kind":"placed","seat":0,"from":"gs","to":"g1","count":4},{"kind":"stolen","seat":1,"from":"r4","to":"gl","count":1}]','','http',1795687399068,X'5BCBC2411D2331E7B6A1B159593C22401426642B01A86A152181F51D10705B38');
INSERT INTO turns VALUES ('g85ptc9w',4,1,'p3','6:1,2,1,1:1/6:1,2,1,1:1 g',-3750763034362895579,'[{"kind":"placed","seat":1,"from":"rs","to":"r3","count":2}]','','http',1795687399069,X'63F5620B127A688E671AE2364AA6FA7F38438C67C4FA5644088E83B35E15B0D7');
INSERT INTO turns VALUES ('h6hsphw8',0,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a',66403238188274183,'[]','','',1795687399255,X'776A2706B1BE2280584536FE5EC9CD9B487104818568E6D8DEE46542F84DB55E');
INSERT INTO turns VALUES ('h6hsphw8',1,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d',-7381817118139899358,'[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795687399257,X'3F4A02F29537E861A9A83B8A1FA95E67679718806079FBD72B0636D3D80E447F');
INSERT INTO turns VALUES ('h6hsphw8',2,1,'d5-b5','3t3/3t3/tT5/1tTKTtt/3T3/3t3/3t3 a',-3149671997121494093,'[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"b5"}]','','http',1795687399259,X'7698DD3A38C0CBE9FDFB25EBB749C26BCCA90501809507D062CA677877AA613F');
INSERT INTO turns VALUES ('j6534kwn',0,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a',66403238188274183,'[]','','',1795687399545,X'FE0A607AF96024A7C763AD85B32CF57B1102F4A1B093AC37B0F6E78DCABA834B');
INSERT INTO turns VALUES ('j6534kwn',1,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d',-7381817118139899358,'[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795687399549,X'F40D3851D37489187DA11C7B42073E7641B153051CB9EA2998AA4BDC06688FD2');
INSERT INTO turns VALUES ('mj8c8fmm',0,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a',66403238188274183,'[]','','',1795687399228,X'6A2BD20770E5FC10937B379D4D915B6EB5E60CC5721DAD0891734FC360812248');
INSERT INTO turns VALUES ('mj8c8fmm',1,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d',-7381817118139899358,'[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795687399230,X'3373C5D7AE39BD2B36C1D855768A74ED78F76A285C337B24EAB5BE6527988B49');
INSERT INTO turns VALUES ('mj8c8fmm',2,1,'d5-b5','3t3/3t3/tT5/1tTKTtt/3T3/3t3/3t3 a',-3149671997121494093,'[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"b5"}]','','http',1795687399231,X'9569347D7EDE9F4A37D6749BA4A0AADAB3CF8E547D9E32320FE0EC7E4112EBD2');
INSERT INTO turns VALUES ('mj8c8fmm',3,0,'d6-b6xb5','3t3/1t5/t6/1tTKTtt/3T3/3t3/3t3 d',-3194461269840349353,'[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"b6"},{"kind":"captured","seat":1,"piece":"defender","at":"b5"}]','','plan',1795687399231,X'5372D02F52412CCFB7E852486AC7E2541BC468A0D02A027DFEAF8DC63E9D5A34');
INSERT INTO turns VALUES ('n4d6tbrj',0,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a',66403238188274183,'[]','','',1795687399540,X'C36BDE42873D30611FBD9B441D76F5151B94D363A72B2C5BE628DC5AB4E405B1');
INSERT INTO turns VALUES ('n4d6tbrj',1,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d',-7381817118139899358,'[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795687399542,X'345701EE0A4DBE556DFC5CD4E84E77ED7BDB03B23BB6592E6857B521251D59E1');
INSERT INTO turns VALUES ('n8ytf9fc',0,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a',66403238188274183,'[]','','',1795687399211,X'100C596B2BB824277F990C5C8A6C24F8F4166694B90F72224F4254C8E611427F');
INSERT INTO turns VALUES ('n8ytf9fc',1,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d',-7381817118139899358,'[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795687399213,X'8BC55981F47665383C400DBE5D9A775BBB59D9E1AEFCEA15BECF42C04738EE13');
INSERT INTO turns VALUES ('n8ytf9fc',2,1,'d5-b5','3t3/3t3/tT5/1tTKTtt/3T3/3t3/3t3 a',-3149671997121494093,'[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"b5"}]','','http',1795687399214,X'98F31447E320A5B679B21B93B6C3E08AE5291D51267F7AFE6BF78E671EC500B6');
INSERT INTO turns VALUES ('n8ytf9fc',3,0,'d6-b6xb5','3t3/1t5/t6/1tTKTtt/3T3/3t3/3t3 d',-3194461269840349353,'[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"b6"},{"kind":"captured","seat":1,"piece":"defender","at":"b5"}]','','http',1795687399221,X'12CADAFBA8F86DA53F282B16B95E2D73BB48CD702D12E31BA9E36178D17AEFFE');
INSERT INTO turns VALUES ('nh429zvr',0,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a',66403238188274183,'[]','','',1795687399110,X'20A275354B097DA2FBAE61E17A477149669E8084097D175A587C651F72863BB2');
INSERT INTO turns VALUES ('nh429zvr',1,0,'d6-a6','3t3/t6/3T3/ttTKTtt/3T3/3t3/3t3 d',2752087202919898274,'[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"a6"}]','','http',1795687399112,X'2D1827944845F1442F491B166262443E544D868A32C3B028D5C5A625F8F74ACA');
INSERT INTO turns VALUES ('nh429zvr',2,1,'d5-a5xa6','3t3/7/T6/ttTKTtt/3T3/3t3/3t3 a',6345548648463981600,'[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"a5"},{"kind":"captured","seat":0,"piece":"attacker","at":"a6"}]','','http',1795687399113,X'56A24486CC70A65E7ABB8FE949D8761C2CBF8FAD604DB060937964E8840EF4CD');
INSERT INTO turns VALUES ('nh429zvr',3,0,'b4-b5','3t3/7/Tt5/t1TKTtt/3T3/3t3/3t3 d',-3661734928731927389,'[{"kind":"moved","seat":0,"piece":"attacker","from":"b4","to":"b5"}]','','http',1795687399114,X'C1033D05571340362DD685429F8D8CD623BE1DAC41AAEEBF1846ACD34403158A');
INSERT INTO turns VALUES ('nh429zvr',4,1,'d3-a3xa4','3t3/7/Tt5/2TKTtt/T6/3t3/3t3 a',-416218101035980615,'[{"kind":"moved","seat":1,"piece":"defender","from":"d3","to":"a3"},{"kind":"captured","seat":0,"piece":"attacker","at":"a4"}]','','http',1795687399115,X'EBE2076D60213AFAA37F19D4010A9DD8B0D3328CEA7ED24607F1BBA093C5C9FC');
INSERT INTO turns VALUES ('ntf5dgft',0,-1,'','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 1',5345373608646877090,'[]','','',1795687399130,X'EA986866305AC6E5CC10AC8B50A7458FD92185D0763B48888774CF3B136D283C');
INSERT INTO turns VALUES ('ntf5dgft',1,0,'b4-a6','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/H8/9/3H1H1H1/1E1E1E1E1/2L3L2/1M1 b e8 2',3931818018120964775,'[{"kind":"moved","seat":0,"piece":"Horse","from":"b4","to":"a6"}]','','http',1795687399132,X'1DD3759CB32A5FF30395844B461D21F9587F8431288A7E979127F4052FAD99BA');
INSERT INTO turns VALUES ('ntf5dgft',2,1,'b12-a10','1m1/2l3l2/1e1e1e1e1/3h1h1h1/9/h8/9/9/9/H8/9/3H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 3',-3915142033280983564,'[{"kind":"moved","seat":1,"piece":"Horse","from":"b12","to":"a10"}]','','http',1795687399133,X'454966DF5F63DF60C5D453C3C35E6BB4CAD9701118955B2EC091CA10C5A73C8A');
INSERT INTO turns VALUES ('ntf5dgft',3,0,'a6-b4','1m1/2l3l2/1e1e1e1e1/3h1h1h1/9/h8/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 b e8 4',1055053025162994401,'[{"kind":"moved","seat":0,"piece":"Horse","from":"a6","to":"b4"}]','','http',1795687399134,X'D7E3C20355914E7F00FEFA03DF19338F68F327C5297DEC38257EC04DBD781BB8');
INSERT INTO turns VALUES ('ntf5dgft',4,1,'a10-b12','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 5',5345373608646877090,'[{"kind":"moved","seat":1,"piece":"Horse","from":"a10","to":"b12"}]','','http',1795687399136,X'626A77583A49C476588EEFB9146931BFAA8B1D42C3126E1C5549A9594CADA721');
INSERT INTO turns VALUES ('ntf5dgft',5,0,'b4-a6','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/H8/9/3H1H1H1/1E1E1E1E1/2L3L2/1M1 b e8 6',3931818018120964775,'[{"kind":"moved","seat":0,"piece":"Horse","from":"b4","to":"a6"}]','','http',1795687399137,X'C7A669DA407E1C63BB0A4CCDE20787960BF776764BA418BA9C1BA8900A0FA37E');
INSERT INTO turns VALUES ('ntf5dgft',6,1,'b12-a10','1m1/2l3l2/1e1e1e1e1/3h1h1h1/9/h8/9/9/9/H8/9/3H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 7',-3915142033280983564,'[{"kind":"moved","seat":1,"piece":"Horse","from":"b12","to":"a10"}]','','http',1795687399138,X'ADBE6EAF27FDCFD0844CF6E36DAE061BF8A38F38079E195CACD7C5F54F1E1A61');
INSERT INTO turns VALUES ('ntf5dgft',7,0,'a6-b4','1m1/2l3l2/1e1e1e1e1/3h1h1h1/9/h8/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 b e8 8',1055053025162994401,'[{"kind":"moved","seat":0,"piece":"Horse","from":"a6","to":"b4"}]','','http',1795687399139,X'9A73EF1AA69C3C361F9E5F7D4D3FDAB0A43AF94C25D28DE9D9A477051BCE24B3');
INSERT INTO turns VALUES ('ntf5dgft',8,1,'a10-b12','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 9',5345373608646877090,'[{"kind":"moved","seat":1,"piece":"Horse","from":"a10","to":"b12"}]','','http',1795687399140,X'AF9361362EE0121317D7C2FAE9BE7DCE907475B5ACD2B4BCC6A58A955DD4A0AD');
INSERT INTO turns VALUES ('p8kskt4q',0,-1,'','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a',-3060488010442422035,'[]','','',1795687399080,X'8D124EBE41C637B9BFB0AC529378B07B36818DA43306884352A9166C7277CE43');
INSERT INTO turns VALUES ('p8kskt4q',1,0,'d1-d2','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/3t1t5/4tttt3 d',5570891024578007348,'[{"kind":"moved","seat":0,"piece":"attacker","from":"d1","to":"d2"}]','','http',1795687399081,X'E5407C3A2DF764D8B83654F14255BE64696070AD6F1CB9AA1304C2C40B46A063');
INSERT INTO turns VALUES ('p8kskt4q',2,1,'f4-e4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/3t1t5/4tttt3 a',-6365979012145978359,'[{"kind":"moved","seat":1,"piece":"defender","from":"f4","to":"e4"}]','','http',1795687399082,X'F96E3DF2FEC0145603A0070D13B40BF16B417A62E1E77B8CC3C1A4308A57E074');
INSERT INTO turns VALUES ('p8kskt4q',3,0,'d2-d1','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/5t5/3ttttt3 d',6615255128350068752,'[{"kind":"moved","seat":0,"piece":"attacker","from":"d2","to":"d1"}]','','http',1795687399084,X'8F37DA90CE36242C0CA3138E2471306099DE30BC4E6FEAEB39CF925D29250675');
INSERT INTO turns VALUES ('p8kskt4q',4,1,'e4-f4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a',-3060488010442422035,'[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"f4"}]','','http',1795687399086,X'E94D9501760C3499C9D559A6C848AE9725A202C62637B8D1F32A6A55F5C4F6E9');
INSERT INTO turns VALUES ('rcncvvgp',0,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a',66403238188274183,'[]','','',1795687398672,X'C52CFE2E69E7D6A78DC42A7F3E0063B74840D639675FC2713AE7B1DF54431F00');
INSERT INTO turns VALUES ('rcncvvgp',1,0,'a4-a3','3t3/3t3/3T3/1tTKTtt/t2T3/3t3/3t3 d',7428588127718543710,'[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a3"}]','','http',1795687398676,X'A1CC67D280E40EC8FF86438A0183E58FAE4BAE2FEAA633A64823631766B25EC6');
INSERT INTO turns VALUES ('rcncvvgp',2,1,'c4-c3','3t3/3t3/3T3/1t1KTtt/t1TT3/3t3/3t3 a',700324744293218207,'[{"kind":"moved","seat":1,"piece":"defender","from":"c4","to":"c3"}]','','house',1795687398677,X'BFF3731965B8CA05ECEAB20B0C9607E90A0EF681A1C38DC5D54DEA7C85B023FC');
INSERT INTO turns VALUES ('rcncvvgp',3,0,'a3-a2','3t3/3t3/3T3/1t1KTtt/2TT3/t2t3/3t3 d',-6777332765415891028,'[{"kind":"moved","seat":0,"piece":"attacker","from":"a3","to":"a2"}]','','http',1795687398690,X'068FB112BF150A5CF66E4E542FB31F420F907B26BB369BB52DC5A3D20B361198');
INSERT INTO turns VALUES ('rcncvvgp',4,1,'c3-a3xa2','3t3/3t3/3T3/1t1KTtt/T2T3/3t3/3t3 a',4719200712253972256,'[{"kind":"moved","seat":1,"piece":"defender","from":"c3","to":"a3"},{"kind":"captured","seat":0,"piece":"attacker","at":"a2"}]','','house',1795687398692,X'1CD5E7BAB8481BB3D9E6F76A3F1D1F6490AB43BE58A0D0360E456AF138075F3E');
INSERT INTO turns VALUES ('rn9k9dsf',0,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a',66403238188274183,'[]','','',1795687399233,X'1C563566C9DBE53F2505F379DD0C54ED294F24FFBC2B215059FA7159AC2C84E0');
INSERT INTO turns VALUES ('rn9k9dsf',1,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d',-7381817118139899358,'[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795687399236,X'0D867ABDF68D31095238D04DAEE207A79B0151D95E5D96982AB974935DCB1D07');
INSERT INTO turns VALUES ('rn9k9dsf',2,1,'d5-b5','3t3/3t3/tT5/1tTKTtt/3T3/3t3/3t3 a',-3149671997121494093,'[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"b5"}]','','http',1795687399237,X'0924757251D988BC72818DB49144C3A8EDA231668B6B47CDCD97F5592D9E958D');
INSERT INTO turns VALUES ('v5f4cbgx',0,-1,'','20:0,0,0,0:0/20:0,0,0,0:0 g',-3750763034362895579,'[]','','',1795687399072,X'8252A411C7CB1FC5C4390836FF0134B628A79ABB4239015D68DE5F07E8EBD3DB');
INSERT INTO turns VALUES ('v5f4cbgx',1,0,'p2','17:1,1,1,0:0/20:0,0,0,0:0 r',-3750763034362895579,'[{"kind":"placed","seat":0,"from":"gs","to":"g2","count":3}]','','http',1795687399073,X'7CDE7F1DFF4E53866C19F086FB2860CA8001E8812B623B6AC04C767EDDF4A139');
INSERT INTO turns VALUES ('v5f4cbgx',2,1,'p1','17:0,1,1,0:0/16:1,1,1,1:1 g',-3750763034362895579,'[{"kind":"placed","seat":1,"from":"rs","to":"r1","count":4},{"kind":"stolen","seat":0,"from":"g4","to":"rl","count":1}]','','http',1795687399075,X'4273CA57C371FBCD9C1F8C99D55010B366008DD19840BDF7C327FA1DC4C2685B');
INSERT INTO turns VALUES ('v5f4cbgx',3,0,'p2','14:1,2,2,0:0/16:1,1,1,1:1 r',-3750763034362895579,'[{"kind":"placed","seat":0,"from":"gs","to":"g2","count":3}]','','http',1795687399076,X'42B7B79012DDFB319B0EF100C42F0BDB6A08ADF0F83F5DDF945F575DAA44BC19');
INSERT INTO turns VALUES ('v5f4cbgx',4,1,'p3','14:1,2,2,0:0/14:2,2,1,1:1 g',-3750763034362895579,'[{"kind":"placed","seat":1,"from":"rs","to":"r3","count":2}]','','http',1795687399077,X'E740DD09D6F09632C26A987C64F295B41EC3FF24B0888213B532D7597A42883A');
INSERT INTO turns VALUES ('v5f4cbgx',5,0,'p1','10:2,3,3,1:2/14:0,2,1,1:1 r',-3750763034362895579,'[{"kind":"placed","seat":0,"from":"gs","to":"g1","count":4},{"kind":"stolen","seat":1,"from":"r4","to":"gl","count":2}]','','http',1795687400234,X'675715F3FD91EC511E9CA06E5A2E95EA6D3F204138B40C5000352757B3238AFA');
INSERT INTO turns VALUES ('ys5sbfyp',0,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a',66403238188274183,'[]','','',1795687399196,X'B32D960EF5C83B0604DB67BDA9F10EEC113646E04004DF379C78D53B05B63768');
INSERT INTO turns VALUES ('ys5sbfyp',1,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d',-7381817118139899358,'[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795687399197,X'637E4BA33AB9BE4D4339C51CFA0FBCE43A0D0F9C68DE6DC949965F397F94F018');
INSERT INTO turns VALUES ('ys5sbfyp',2,1,'d5-b5','3t3/3t3/tT5/1tTKTtt/3T3/3t3/3t3 a',-3149671997121494093,'[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"b5"}]','','http',1795687399199,X'93B0F465C3F0859D5EE34221678FEE955B53E30F9D026ACC7DBB6A791D738A4A');
INSERT INTO turns VALUES ('ys5sbfyp',3,0,'d6-b6xb5','3t3/1t5/t6/1tTKTtt/3T3/3t3/3t3 d',-3194461269840349353,'[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"b6"},{"kind":"captured","seat":1,"piece":"defender","at":"b5"}]','','http',1795687399200,X'94AA8B597EF4738D49D3B31EB1E21FB2E038A0FA6FA41D1577E354B87E484B91');
INSERT INTO turns VALUES ('zjr75njm',0,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a',66403238188274183,'[]','','',1795687399223,X'AD5C22F5C8762526B2F61F7F83EC74CCD104FB98B40EDE7E828C7769EA685635');
INSERT INTO turns VALUES ('zjr75njm',1,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d',-7381817118139899358,'[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795687399224,X'11979AB56AC04304B746D9BECFE95CA3A6FB6A39FBA4611CB5A9F2ABFD1E0DCC');
INSERT INTO notices VALUES (1,'code.1795687398200.3ppusyaucz','code',4,'ann@example.org','',0,'','','{"network":"JOkb6M27Gjdq1s6rBX2TdA"}',1795687398200,1795687398200,0,0,0,'',1,'sent','',0,'',1795687398208,'','');
INSERT INTO notices VALUES (2,'code.1795687398212.kmerl6cpkh','code',5,'bob@example.org','',0,'','','{"network":"JOkb6M27Gjdq1s6rBX2TdA"}',1795687398212,1795687398212,0,0,0,'',1,'sent','',0,'',1795687398217,'','');
INSERT INTO notices VALUES (3,'code.1795687398222.urzr27ivrs','code',6,'dan@example.org','',0,'','','{"network":"JOkb6M27Gjdq1s6rBX2TdA"}',1795687398222,1795687398222,0,0,0,'',1,'sent','',0,'',1795687398228,'','');
INSERT INTO notices VALUES (4,'code.1795687398236.iio7tguszq','code',7,'eve@example.org','',0,'','','{"network":"JOkb6M27Gjdq1s6rBX2TdA"}',1795687398236,1795687398236,0,0,0,'',1,'sent','',0,'',1795687398256,'','');
INSERT INTO notices VALUES (5,'code.1795687398258.qk6f2dzmh4','code',8,'','',0,'','','{"network":"JOkb6M27Gjdq1s6rBX2TdA"}',1795687398258,1795687398258,0,0,0,'',1,'sent','',0,'',1795687398264,'','');
INSERT INTO notices VALUES (6,'code.1795687398274.ojmwdltglt','code',9,'gus@example.org','',0,'','','{"network":"JOkb6M27Gjdq1s6rBX2TdA"}',1795687398274,1795687398274,0,0,0,'',1,'sent','',0,'',1795687398282,'','');
INSERT INTO notices VALUES (7,'code.1795687398288.wvpbpyzdq5','code',10,'cleo@example.org','',0,'','','{"network":"JOkb6M27Gjdq1s6rBX2TdA"}',1795687398288,1795687398288,0,0,0,'',1,'sent','',0,'',1795687398302,'','');
INSERT INTO notices VALUES (8,'turn.rcncvvgp.0','your_turn',6,'dan@example.org','rcncvvgp',0,'','','',1795687398672,1795687698672,0,0,0,'',0,'dropped','turn_played',0,'',1795687398676,'','');
INSERT INTO notices VALUES (9,'turn.rcncvvgp.2','your_turn',6,'dan@example.org','rcncvvgp',2,'','','',1795687398677,1795687398679,0,0,0,'',1,'sent','',0,'',1795687398699,'','');
INSERT INTO notices VALUES (10,'turn.rcncvvgp.4','your_turn',6,'dan@example.org','rcncvvgp',4,'','','',1795687398692,1795687398999,0,0,0,'',1,'sent','',0,'',1795687399010,'','');
INSERT INTO notices VALUES (11,'event_began.3zv2xsw4.4','event_began',4,'ann@example.org','',0,'','','{"event":"3zv2xsw4"}',1795687398896,1795687398896,0,0,0,'',1,'sent','',0,'',1795687398914,'','');
INSERT INTO notices VALUES (12,'event_began.3zv2xsw4.5','event_began',5,'bob@example.org','',0,'','','{"event":"3zv2xsw4"}',1795687398896,1795687398896,0,0,0,'',1,'sent','',0,'',1795687398928,'','');
INSERT INTO notices VALUES (13,'challenge.v2dscs2j','challenge',5,'bob@example.org','',0,'v2dscs2j','','',1795687399015,1795687399015,0,0,0,'',1,'dropped','challenge_decided',0,'',1795687399030,'','');
INSERT INTO notices VALUES (14,'answer.v2dscs2j','challenge_answer',4,'ann@example.org','dkscfr9r',0,'v2dscs2j','','{"decision":"accepted"}',1795687399017,1795687399017,0,0,0,'',1,'dropped','played_already',0,'',1795687399039,'','');
INSERT INTO notices VALUES (15,'turn.dkscfr9r.0','your_turn',4,'ann@example.org','dkscfr9r',0,'','','',1795687399017,1795687399017,0,0,0,'',1,'dropped','turn_played',0,'',1795687399039,'','');
INSERT INTO notices VALUES (16,'turn.dkscfr9r.1','your_turn',5,'bob@example.org','dkscfr9r',1,'','','',1795687399019,1795687399019,0,0,0,'',0,'dropped','turn_played',0,'',1795687399021,'','');
INSERT INTO notices VALUES (17,'turn.dkscfr9r.2','your_turn',4,'ann@example.org','dkscfr9r',2,'','','',1795687399021,1795687399021,0,0,0,'',0,'dropped','turn_played',0,'',1795687399022,'','');
INSERT INTO notices VALUES (18,'turn.dkscfr9r.3','your_turn',5,'bob@example.org','dkscfr9r',3,'','','',1795687399022,1795687399022,0,0,0,'',0,'dropped','turn_played',0,'',1795687399024,'','');
INSERT INTO notices VALUES (19,'turn.dkscfr9r.4','your_turn',4,'ann@example.org','dkscfr9r',4,'','','',1795687399024,1795687399024,0,0,0,'',1,'sent','',0,'',1795687399067,'','');
INSERT INTO notices VALUES (20,'challenge.76d59ny7','challenge',5,'bob@example.org','',0,'76d59ny7','','',1795687399029,1795687399029,0,0,0,'',1,'dropped','challenge_decided',0,'',1795687399042,'','');
INSERT INTO notices VALUES (21,'answer.76d59ny7','challenge_answer',4,'ann@example.org','3p3xw4nj',0,'76d59ny7','','{"decision":"accepted"}',1795687399031,1795687399031,0,0,0,'',1,'dropped','played_already',0,'',1795687399106,'','');
INSERT INTO notices VALUES (22,'turn.3p3xw4nj.0','your_turn',4,'ann@example.org','3p3xw4nj',0,'','','',1795687399031,1795687399031,0,0,0,'',0,'dropped','turn_played',0,'',1795687399032,'','');
INSERT INTO notices VALUES (23,'turn.3p3xw4nj.1','your_turn',5,'bob@example.org','3p3xw4nj',1,'','','',1795687399032,1795687399032,0,0,0,'',0,'dropped','turn_played',0,'',1795687399034,'','');
INSERT INTO notices VALUES (24,'turn.3p3xw4nj.2','your_turn',4,'ann@example.org','3p3xw4nj',2,'','','',1795687399034,1795687399034,0,0,0,'',0,'dropped','turn_played',0,'',1795687399035,'','');
INSERT INTO notices VALUES (25,'turn.3p3xw4nj.3','your_turn',5,'bob@example.org','3p3xw4nj',3,'','','',1795687399035,1795687399035,0,0,0,'',0,'dropped','turn_played',0,'',1795687399036,'','');
INSERT INTO notices VALUES (26,'turn.3p3xw4nj.4','your_turn',4,'ann@example.org','3p3xw4nj',4,'','','',1795687399036,1795687399036,0,0,0,'',1,'sent','bundled',21,'',1795687399106,'','');
INSERT INTO notices VALUES (27,'challenge.pbrg2s8n','challenge',5,'bob@example.org','',0,'pbrg2s8n','','',1795687399039,1795687399039,0,0,0,'',0,'dropped','challenge_decided',0,'',1795687399041,'','');
INSERT INTO notices VALUES (28,'answer.pbrg2s8n','challenge_answer',4,'ann@example.org','f7knq37k',0,'pbrg2s8n','','{"decision":"accepted"}',1795687399041,1795687399041,0,0,0,'',1,'dropped','played_already',0,'',1795687399163,'','');
INSERT INTO notices VALUES (29,'turn.f7knq37k.0','your_turn',4,'ann@example.org','f7knq37k',0,'','','',1795687399041,1795687399041,0,0,0,'',0,'dropped','turn_played',0,'',1795687399043,'','');
INSERT INTO notices VALUES (30,'turn.f7knq37k.1','your_turn',5,'bob@example.org','f7knq37k',1,'','','',1795687399043,1795687399043,0,0,0,'',1,'dropped','turn_played',0,'',1795687399086,'','');
INSERT INTO notices VALUES (31,'turn.f7knq37k.2','your_turn',4,'ann@example.org','f7knq37k',2,'','','',1795687399044,1795687399044,0,0,0,'',0,'dropped','turn_played',0,'',1795687399046,'','');
INSERT INTO notices VALUES (32,'turn.f7knq37k.3','your_turn',5,'bob@example.org','f7knq37k',3,'','','',1795687399046,1795687399046,0,0,0,'',0,'dropped','turn_played',0,'',1795687399049,'','');
INSERT INTO notices VALUES (33,'turn.f7knq37k.4','your_turn',4,'ann@example.org','f7knq37k',4,'','','',1795687399049,1795687399049,0,0,0,'',1,'sent','bundled',28,'',1795687399163,'','');
INSERT INTO notices VALUES (34,'challenge.77kp6zm7','challenge',5,'bob@example.org','',0,'77kp6zm7','','',1795687399051,1795687399051,0,0,0,'',0,'dropped','challenge_decided',0,'',1795687399052,'','');
INSERT INTO notices VALUES (35,'answer.77kp6zm7','challenge_answer',4,'ann@example.org','g85ptc9w',0,'77kp6zm7','','{"decision":"accepted"}',1795687399052,1795687399052,0,0,0,'',1,'dropped','played_already',0,'',1795687399197,'','');
INSERT INTO notices VALUES (36,'turn.g85ptc9w.0','your_turn',4,'ann@example.org','g85ptc9w',0,'','','',1795687399052,1795687399052,0,0,0,'',0,'dropped','turn_played',0,'',1795687399064,'','');
INSERT INTO notices VALUES (37,'turn.g85ptc9w.1','your_turn',5,'bob@example.org','g85ptc9w',1,'','','',1795687399064,1795687399064,0,0,0,'',0,'dropped','turn_played',0,'',1795687399067,'','');
INSERT INTO notices VALUES (38,'turn.g85ptc9w.2','your_turn',4,'ann@example.org','g85ptc9w',2,'','','',1795687399067,1795687399067,0,0,0,'',0,'dropped','turn_played',0,'',1795687399068,'','');
INSERT INTO notices VALUES (39,'turn.g85ptc9w.3','your_turn',5,'bob@example.org','g85ptc9w',3,'','','',1795687399068,1795687399068,0,0,0,'',0,'dropped','turn_played',0,'',1795687399069,'','');
INSERT INTO notices VALUES (40,'turn.g85ptc9w.4','your_turn',4,'ann@example.org','g85ptc9w',4,'','','',1795687399069,1795687399069,0,0,0,'',1,'sent','bundled',35,'',1795687399197,'','');
INSERT INTO notices VALUES (41,'challenge.c7s42jdp','challenge',5,'bob@example.org','',0,'c7s42jdp','','',1795687399071,1795687399071,0,0,0,'',0,'dropped','challenge_decided',0,'',1795687399072,'','');
INSERT INTO notices VALUES (42,'answer.c7s42jdp','challenge_answer',4,'ann@example.org','v5f4cbgx',0,'c7s42jdp','','{"decision":"accepted"}',1795687399072,1795687399072,0,0,0,'',1,'dropped','played_already',0,'',1795687399225,'','');
INSERT INTO notices VALUES (43,'turn.v5f4cbgx.0','your_turn',4,'ann@example.org','v5f4cbgx',0,'','','',1795687399072,1795687399072,0,0,0,'',0,'dropped','turn_played',0,'',1795687399073,'','');
INSERT INTO notices VALUES (44,'turn.v5f4cbgx.1','your_turn',5,'bob@example.org','v5f4cbgx',1,'','','',1795687399073,1795687399073,0,0,0,'',0,'dropped','turn_played',0,'',1795687399075,'','');
INSERT INTO notices VALUES (45,'turn.v5f4cbgx.2','your_turn',4,'ann@example.org','v5f4cbgx',2,'','','',1795687399075,1795687399075,0,0,0,'',0,'dropped','turn_played',0,'',1795687399076,'','');
INSERT INTO notices VALUES (46,'turn.v5f4cbgx.3','your_turn',5,'bob@example.org','v5f4cbgx',3,'','','',1795687399076,1795687399076,0,0,0,'',0,'dropped','turn_played',0,'',1795687399077,'','');
INSERT INTO notices VALUES (47,'turn.v5f4cbgx.4','your_turn',4,'ann@example.org','v5f4cbgx',4,'','','',1795687399077,1795687399077,0,0,0,'',1,'sent','bundled',42,'',1795687399225,'','');
INSERT INTO notices VALUES (48,'challenge.vrtqpxt8','challenge',5,'bob@example.org','',0,'vrtqpxt8','','',1795687399079,1795687399079,0,0,0,'',0,'dropped','challenge_decided',0,'',1795687399080,'','');
INSERT INTO notices VALUES (49,'answer.vrtqpxt8','challenge_answer',4,'ann@example.org','p8kskt4q',0,'vrtqpxt8','','{"decision":"accepted"}',1795687399080,1795687399080,0,0,0,'',1,'dropped','played_already',0,'',1795687399263,'','');
INSERT INTO notices VALUES (50,'turn.p8kskt4q.0','your_turn',4,'ann@example.org','p8kskt4q',0,'','','',1795687399080,1795687399080,0,0,0,'',0,'dropped','turn_played',0,'',1795687399081,'','');
INSERT INTO notices VALUES (51,'turn.p8kskt4q.1','your_turn',5,'bob@example.org','p8kskt4q',1,'','','',1795687399081,1795687399081,0,0,0,'',0,'dropped','turn_played',0,'',1795687399082,'','');
INSERT INTO notices VALUES (52,'turn.p8kskt4q.2','your_turn',4,'ann@example.org','p8kskt4q',2,'','','',1795687399082,1795687399082,0,0,0,'',0,'dropped','turn_played',0,'',1795687399084,'','');
INSERT INTO notices VALUES (53,'turn.p8kskt4q.3','your_turn',5,'bob@example.org','p8kskt4q',3,'','','',1795687399084,1795687399084,0,0,0,'',1,'dropped','turn_played',0,'',1795687399147,'','');
INSERT INTO notices VALUES (54,'turn.p8kskt4q.4','your_turn',4,'ann@example.org','p8kskt4q',4,'','','',1795687399086,1795687399086,0,0,0,'',1,'sent','bundled',49,'',1795687399263,'','');
INSERT INTO notices VALUES (55,'challenge.jngkcbg9','challenge',5,'bob@example.org','',0,'jngkcbg9','','',1795687399090,1795687399090,0,0,0,'',0,'dropped','challenge_decided',0,'',1795687399091,'','');
INSERT INTO notices VALUES (56,'answer.jngkcbg9','challenge_answer',4,'ann@example.org','7mfq75n9',0,'jngkcbg9','','{"decision":"accepted"}',1795687399091,1795687399091,0,0,0,'',1,'dropped','played_already',0,'',1795687399272,'','');
INSERT INTO notices VALUES (57,'turn.7mfq75n9.0','your_turn',4,'ann@example.org','7mfq75n9',0,'','','',1795687399091,1795687399091,0,0,0,'',0,'dropped','turn_played',0,'',1795687399094,'','');
INSERT INTO notices VALUES (58,'turn.7mfq75n9.1','your_turn',5,'bob@example.org','7mfq75n9',1,'','','',1795687399094,1795687399094,0,0,0,'',0,'dropped','turn_played',0,'',1795687399097,'','');
INSERT INTO notices VALUES (59,'turn.7mfq75n9.2','your_turn',4,'ann@example.org','7mfq75n9',2,'','','',1795687399097,1795687399097,0,0,0,'',0,'dropped','turn_played',0,'',1795687399102,'','');
INSERT INTO notices VALUES (60,'turn.7mfq75n9.3','your_turn',5,'bob@example.org','7mfq75n9',3,'','','',1795687399102,1795687399102,0,0,0,'',0,'dropped','turn_played',0,'',1795687399104,'','');
INSERT INTO notices VALUES (61,'turn.7mfq75n9.4','your_turn',4,'ann@example.org','7mfq75n9',4,'','','',1795687399104,1795687399104,0,0,0,'',1,'sent','bundled',56,'',1795687399272,'','');
INSERT INTO notices VALUES (62,'challenge.bs2kzrzv','challenge',5,'bob@example.org','',0,'bs2kzrzv','','',1795687399108,1795687399108,0,0,0,'',0,'dropped','challenge_decided',0,'',1795687399110,'','');
INSERT INTO notices VALUES (63,'answer.bs2kzrzv','challenge_answer',4,'ann@example.org','nh429zvr',0,'bs2kzrzv','','{"decision":"accepted"}',1795687399110,1795687399110,0,0,0,'',1,'dropped','played_already',0,'',1795687399293,'','');
INSERT INTO notices VALUES (64,'turn.nh429zvr.0','your_turn',4,'ann@example.org','nh429zvr',0,'','','',1795687399110,1795687399110,0,0,0,'',0,'dropped','turn_played',0,'',1795687399112,'','');
INSERT INTO notices VALUES (65,'turn.nh429zvr.1','your_turn',5,'bob@example.org','nh429zvr',1,'','','',1795687399112,1795687399112,0,0,0,'',0,'dropped','turn_played',0,'',1795687399113,'','');
INSERT INTO notices VALUES (66,'turn.nh429zvr.2','your_turn',4,'ann@example.org','nh429zvr',2,'','','',1795687399113,1795687399113,0,0,0,'',0,'dropped','turn_played',0,'',1795687399114,'','');
INSERT INTO notices VALUES (67,'turn.nh429zvr.3','your_turn',5,'bob@example.org','nh429zvr',3,'','','',1795687399114,1795687399114,0,0,0,'',0,'dropped','turn_played',0,'',1795687399115,'','');
INSERT INTO notices VALUES (68,'turn.nh429zvr.4','your_turn',4,'ann@example.org','nh429zvr',4,'','','',1795687399115,1795687399115,0,0,0,'',1,'sent','bundled',63,'',1795687399293,'','');
INSERT INTO notices VALUES (69,'challenge.vq2dsnf4','challenge',7,'eve@example.org','',0,'vq2dsnf4','','',1795687399125,1795687399125,0,0,0,'',1,'dropped','challenge_decided',0,'',1795687399160,'','');
INSERT INTO notices VALUES (70,'answer.vq2dsnf4','challenge_answer',8,'','ntf5dgft',0,'vq2dsnf4','','{"decision":"accepted"}',1795687399130,1795687399130,0,0,0,'',1,'dropped','game_over',0,'',1795687399163,'','');
INSERT INTO notices VALUES (71,'turn.ntf5dgft.0','your_turn',8,'','ntf5dgft',0,'','','',1795687399130,1795687399130,0,0,0,'',1,'dropped','kind_off',0,'',1795687399163,'','');
INSERT INTO notices VALUES (72,'turn.ntf5dgft.1','your_turn',7,'eve@example.org','ntf5dgft',1,'','','',1795687399132,1795687399132,0,0,0,'',0,'dropped','turn_played',0,'',1795687399133,'','');
INSERT INTO notices VALUES (73,'turn.ntf5dgft.2','your_turn',8,'','ntf5dgft',2,'','','',1795687399133,1795687399133,0,0,0,'',0,'dropped','turn_played',0,'',1795687399134,'','');
INSERT INTO notices VALUES (74,'turn.ntf5dgft.3','your_turn',7,'eve@example.org','ntf5dgft',3,'','','',1795687399134,1795687399134,0,0,0,'',0,'dropped','turn_played',0,'',1795687399136,'','');
INSERT INTO notices VALUES (75,'turn.ntf5dgft.4','your_turn',8,'','ntf5dgft',4,'','','',1795687399136,1795687399136,0,0,0,'',0,'dropped','turn_played',0,'',1795687399137,'','');
INSERT INTO notices VALUES (76,'turn.ntf5dgft.5','your_turn',7,'eve@example.org','ntf5dgft',5,'','','',1795687399137,1795687399137,0,0,0,'',0,'dropped','turn_played',0,'',1795687399138,'','');
INSERT INTO notices VALUES (77,'turn.ntf5dgft.6','your_turn',8,'','ntf5dgft',6,'','','',1795687399138,1795687399138,0,0,0,'',0,'dropped','turn_played',0,'',1795687399139,'','');
INSERT INTO notices VALUES (78,'turn.ntf5dgft.7','your_turn',7,'eve@example.org','ntf5dgft',7,'','','',1795687399139,1795687399139,0,0,0,'',0,'dropped','game_over',0,'',1795687399140,'','');
INSERT INTO notices VALUES (79,'over.ntf5dgft.0','game_over',8,'','ntf5dgft',8,'','','',1795687399140,1795687399140,0,0,0,'',1,'dropped','kind_off',0,'',1795687399181,'','');
INSERT INTO notices VALUES (80,'over.ntf5dgft.1','game_over',7,'eve@example.org','ntf5dgft',8,'','','',1795687399140,1795687399140,0,0,0,'',1,'dropped','kind_off',0,'',1795687399179,'','');
INSERT INTO notices VALUES (81,'challenge.z3qncfq4','challenge',7,'eve@example.org','',0,'z3qncfq4','','',1795687399145,1795687399145,0,0,0,'',0,'dropped','challenge_decided',0,'',1795687399146,'','');
INSERT INTO notices VALUES (82,'answer.z3qncfq4','challenge_answer',8,'','9cd5wkqw',0,'z3qncfq4','','{"decision":"accepted"}',1795687399146,1795687399146,0,0,0,'',0,'dropped','game_over',0,'',1795687399161,'','');
INSERT INTO notices VALUES (83,'turn.9cd5wkqw.0','your_turn',8,'','9cd5wkqw',0,'','','',1795687399146,1795687399146,0,0,0,'',0,'dropped','turn_played',0,'',1795687399148,'','');
INSERT INTO notices VALUES (84,'turn.9cd5wkqw.1','your_turn',7,'eve@example.org','9cd5wkqw',1,'','','',1795687399148,1795687399148,0,0,0,'',0,'dropped','turn_played',0,'',1795687399151,'','');
INSERT INTO notices VALUES (85,'turn.9cd5wkqw.2','your_turn',8,'','9cd5wkqw',2,'','','',1795687399151,1795687399151,0,0,0,'',0,'dropped','turn_played',0,'',1795687399154,'','');
INSERT INTO notices VALUES (86,'turn.9cd5wkqw.3','your_turn',7,'eve@example.org','9cd5wkqw',3,'','','',1795687399154,1795687399154,0,0,0,'',0,'dropped','turn_played',0,'',1795687399155,'','');
INSERT INTO notices VALUES (87,'turn.9cd5wkqw.4','your_turn',8,'','9cd5wkqw',4,'','','',1795687399155,1795687399155,0,0,0,'',0,'dropped','turn_played',0,'',1795687399157,'','');
INSERT INTO notices VALUES (88,'turn.9cd5wkqw.5','your_turn',7,'eve@example.org','9cd5wkqw',5,'','','',1795687399157,1795687399157,0,0,0,'',0,'dropped','turn_played',0,'',1795687399158,'','');
INSERT INTO notices VALUES (89,'turn.9cd5wkqw.6','your_turn',8,'','9cd5wkqw',6,'','','',1795687399158,1795687399158,0,0,0,'',0,'dropped','turn_played',0,'',1795687399159,'','');
INSERT INTO notices VALUES (90,'turn.9cd5wkqw.7','your_turn',7,'eve@example.org','9cd5wkqw',7,'','','',1795687399159,1795687399159,0,0,0,'',0,'dropped','game_over',0,'',1795687399161,'','');
INSERT INTO notices VALUES (91,'over.9cd5wkqw.0','game_over',8,'','9cd5wkqw',8,'','','',1795687399161,1795687399161,0,0,0,'',1,'dropped','kind_off',0,'',1795687399205,'','');
INSERT INTO notices VALUES (92,'over.9cd5wkqw.1','game_over',7,'eve@example.org','9cd5wkqw',8,'','','',1795687399161,1795687399161,0,0,0,'',1,'dropped','kind_off',0,'',1795687399203,'','');
INSERT INTO notices VALUES (93,'challenge.s9zv7cts','challenge',7,'eve@example.org','',0,'s9zv7cts','','',1795687399163,1795687399163,0,0,0,'',0,'dropped','challenge_decided',0,'',1795687399164,'','');
INSERT INTO notices VALUES (94,'answer.s9zv7cts','challenge_answer',8,'','cms8zpgz',0,'s9zv7cts','','{"decision":"accepted"}',1795687399164,1795687399164,0,0,0,'',0,'dropped','game_over',0,'',1795687399175,'','');
INSERT INTO notices VALUES (95,'turn.cms8zpgz.0','your_turn',8,'','cms8zpgz',0,'','','',1795687399164,1795687399164,0,0,0,'',0,'dropped','turn_played',0,'',1795687399166,'','');
INSERT INTO notices VALUES (96,'turn.cms8zpgz.1','your_turn',7,'eve@example.org','cms8zpgz',1,'','','',1795687399166,1795687399166,0,0,0,'',0,'dropped','turn_played',0,'',1795687399167,'','');
INSERT INTO notices VALUES (97,'turn.cms8zpgz.2','your_turn',8,'','cms8zpgz',2,'','','',1795687399167,1795687399167,0,0,0,'',0,'dropped','turn_played',0,'',1795687399168,'','');
INSERT INTO notices VALUES (98,'turn.cms8zpgz.3','your_turn',7,'eve@example.org','cms8zpgz',3,'','','',1795687399168,1795687399168,0,0,0,'',0,'dropped','turn_played',0,'',1795687399169,'','');
INSERT INTO notices VALUES (99,'turn.cms8zpgz.4','your_turn',8,'','cms8zpgz',4,'','','',1795687399169,1795687399169,0,0,0,'',0,'dropped','turn_played',0,'',1795687399170,'','');
INSERT INTO notices VALUES (100,'turn.cms8zpgz.5','your_turn',7,'eve@example.org','cms8zpgz',5,'','','',1795687399170,1795687399170,0,0,0,'',0,'dropped','turn_played',0,'',1795687399171,'','');
INSERT INTO notices VALUES (101,'turn.cms8zpgz.6','your_turn',8,'','cms8zpgz',6,'','','',1795687399171,1795687399171,0,0,0,'',0,'dropped','turn_played',0,'',1795687399172,'','');
INSERT INTO notices VALUES (102,'turn.cms8zpgz.7','your_turn',7,'eve@example.org','cms8zpgz',7,'','','',1795687399172,1795687399172,0,0,0,'',0,'dropped','turn_played',0,'',1795687399173,'','');
INSERT INTO notices VALUES (103,'turn.cms8zpgz.8','your_turn',8,'','cms8zpgz',8,'','','',1795687399173,1795687399173,0,0,0,'',0,'dropped','turn_played',0,'',1795687399174,'','');
INSERT INTO notices VALUES (104,'turn.cms8zpgz.9','your_turn',8,'','cms8zpgz',9,'','','',1795687399174,1795687399174,0,0,0,'',0,'dropped','game_over',0,'',1795687399175,'','');
INSERT INTO notices VALUES (105,'over.cms8zpgz.0','game_over',8,'','cms8zpgz',10,'','','',1795687399175,1795687399175,0,0,0,'',1,'dropped','kind_off',0,'',1795687399228,'','');
INSERT INTO notices VALUES (106,'over.cms8zpgz.1','game_over',7,'eve@example.org','cms8zpgz',10,'','','',1795687399175,1795687399175,0,0,0,'',1,'dropped','kind_off',0,'',1795687399225,'','');
INSERT INTO notices VALUES (107,'challenge.vdp3m874','challenge',7,'eve@example.org','',0,'vdp3m874','','',1795687399178,1795687399178,0,0,0,'',0,'dropped','challenge_decided',0,'',1795687399180,'','');
INSERT INTO notices VALUES (108,'answer.vdp3m874','challenge_answer',8,'','7c78zwnc',0,'vdp3m874','','{"decision":"accepted"}',1795687399180,1795687399180,0,0,0,'',0,'dropped','game_over',0,'',1795687399193,'','');
INSERT INTO notices VALUES (109,'turn.7c78zwnc.0','your_turn',8,'','7c78zwnc',0,'','','',1795687399180,1795687399180,0,0,0,'',0,'dropped','turn_played',0,'',1795687399181,'','');
INSERT INTO notices VALUES (110,'turn.7c78zwnc.1','your_turn',7,'eve@example.org','7c78zwnc',1,'','','',1795687399181,1795687399181,0,0,0,'',0,'dropped','turn_played',0,'',1795687399185,'','');
INSERT INTO notices VALUES (111,'turn.7c78zwnc.2','your_turn',8,'','7c78zwnc',2,'','','',1795687399185,1795687399185,0,0,0,'',0,'dropped','turn_played',0,'',1795687399186,'','');
INSERT INTO notices VALUES (112,'turn.7c78zwnc.3','your_turn',7,'eve@example.org','7c78zwnc',3,'','','',1795687399186,1795687399186,0,0,0,'',0,'dropped','turn_played',0,'',1795687399187,'','');
INSERT INTO notices VALUES (113,'turn.7c78zwnc.4','your_turn',8,'','7c78zwnc',4,'','','',1795687399187,1795687399187,0,0,0,'',0,'dropped','turn_played',0,'',1795687399187,'','');
INSERT INTO notices VALUES (114,'turn.7c78zwnc.5','your_turn',7,'eve@example.org','7c78zwnc',5,'','','',1795687399187,1795687399187,0,0,0,'',0,'dropped','turn_played',0,'',1795687399188,'','');
INSERT INTO notices VALUES (115,'turn.7c78zwnc.6','your_turn',8,'','7c78zwnc',6,'','','',1795687399188,1795687399188,0,0,0,'',0,'dropped','turn_played',0,'',1795687399192,'','');
INSERT INTO notices VALUES (116,'turn.7c78zwnc.7','your_turn',7,'eve@example.org','7c78zwnc',7,'','','',1795687399192,1795687399192,0,0,0,'',0,'dropped','game_over',0,'',1795687399193,'','');
INSERT INTO notices VALUES (117,'over.7c78zwnc.0','game_over',8,'','7c78zwnc',8,'','','',1795687399193,1795687399193,0,0,0,'',1,'dropped','kind_off',0,'',1795687399256,'','');
INSERT INTO notices VALUES (118,'over.7c78zwnc.1','game_over',7,'eve@example.org','7c78zwnc',8,'','','',1795687399193,1795687399193,0,0,0,'',1,'dropped','kind_off',0,'',1795687399254,'','');
INSERT INTO notices VALUES (119,'challenge.dd4p3twd','challenge',5,'bob@example.org','',0,'dd4p3twd','','',1795687399195,1795687399195,0,0,0,'',1,'dropped','challenge_decided',0,'',1795687399207,'','');
INSERT INTO notices VALUES (120,'answer.dd4p3twd','challenge_answer',4,'ann@example.org','ys5sbfyp',0,'dd4p3twd','','{"decision":"accepted"}',1795687399196,1795687399196,0,0,0,'',1,'dropped','played_already',0,'',1795687399368,'','');
INSERT INTO notices VALUES (121,'turn.ys5sbfyp.0','your_turn',4,'ann@example.org','ys5sbfyp',0,'','','',1795687399196,1795687399196,0,0,0,'',0,'dropped','turn_played',0,'',1795687399197,'','');
INSERT INTO notices VALUES (122,'turn.ys5sbfyp.1','your_turn',5,'bob@example.org','ys5sbfyp',1,'','','',1795687399197,1795687399197,0,0,0,'',0,'dropped','turn_played',0,'',1795687399199,'','');
INSERT INTO notices VALUES (123,'turn.ys5sbfyp.2','your_turn',4,'ann@example.org','ys5sbfyp',2,'','','',1795687399199,1795687399199,0,0,0,'',0,'dropped','turn_played',0,'',1795687399200,'','');
INSERT INTO notices VALUES (124,'turn.ys5sbfyp.3','your_turn',5,'bob@example.org','ys5sbfyp',3,'','','',1795687399200,1795687399200,0,0,0,'',1,'sent','',0,'',1795687399254,'','');
INSERT INTO notices VALUES (125,'offer.draw.ys5sbfyp.3.0.1795687399200','offer',4,'ann@example.org','ys5sbfyp',3,'','draw','{"state":{"ply":3,"offers":1}}',1795687399200,1795687399200,0,0,0,'',1,'sent','bundled',120,'',1795687399368,'','');
INSERT INTO notices VALUES (126,'challenge.2w8bg68h','challenge',5,'bob@example.org','',0,'2w8bg68h','','',1795687399202,1795687399202,0,0,0,'',0,'dropped','challenge_decided',0,'',1795687399203,'','');
INSERT INTO notices VALUES (127,'answer.2w8bg68h','challenge_answer',4,'ann@example.org','f47tj78g',0,'2w8bg68h','','{"decision":"accepted"}',1795687399203,1795687399203,0,0,0,'',1,'dropped','played_already',0,'',1795687399371,'','');
INSERT INTO notices VALUES (128,'turn.f47tj78g.0','your_turn',4,'ann@example.org','f47tj78g',0,'','','',1795687399203,1795687399203,0,0,0,'',0,'dropped','turn_played',0,'',1795687399204,'','');
INSERT INTO notices VALUES (129,'turn.f47tj78g.1','your_turn',5,'bob@example.org','f47tj78g',1,'','','',1795687399204,1795687399204,0,0,0,'',0,'dropped','turn_played',0,'',1795687399206,'','');
INSERT INTO notices VALUES (130,'turn.f47tj78g.2','your_turn',4,'ann@example.org','f47tj78g',2,'','','',1795687399206,1795687399206,0,0,0,'',0,'dropped','turn_played',0,'',1795687399207,'','');
INSERT INTO notices VALUES (131,'turn.f47tj78g.3','your_turn',5,'bob@example.org','f47tj78g',3,'','','',1795687399207,1795687399207,0,0,0,'',1,'sent','',0,'',1795687399272,'','');
INSERT INTO notices VALUES (132,'offer.takeback.f47tj78g.3.1.1795687399208','offer',5,'bob@example.org','f47tj78g',3,'','takeback','{"state":{"ply":3,"offers":1}}',1795687399208,1795687399208,0,0,0,'',1,'sent','bundled',131,'',1795687399272,'','');
INSERT INTO notices VALUES (133,'challenge.7zv5zn2z','challenge',5,'bob@example.org','',0,'7zv5zn2z','','',1795687399210,1795687399210,0,0,0,'',0,'dropped','challenge_decided',0,'',1795687399211,'','');
INSERT INTO notices VALUES (134,'answer.7zv5zn2z','challenge_answer',4,'ann@example.org','n8ytf9fc',0,'7zv5zn2z','','{"decision":"accepted"}',1795687399211,1795687399211,0,0,0,'',0,'dropped','taken_back',0,'',1795687399217,'','');
INSERT INTO notices VALUES (135,'turn.n8ytf9fc.0','your_turn',4,'ann@example.org','n8ytf9fc',0,'','','',1795687399211,1795687399211,0,0,0,'',0,'dropped','turn_played',0,'',1795687399213,'','');
INSERT INTO notices VALUES (136,'turn.n8ytf9fc.1','your_turn',5,'bob@example.org','n8ytf9fc',1,'','','',1795687399213,1795687399213,0,0,0,'',0,'dropped','turn_played',0,'',1795687399214,'','');
INSERT INTO notices VALUES (137,'turn.n8ytf9fc.2','your_turn',4,'ann@example.org','n8ytf9fc',2,'','','',1795687399214,1795687399214,0,0,0,'',0,'dropped','turn_played',0,'',1795687399216,'','');
INSERT INTO notices VALUES (138,'turn.n8ytf9fc.3','your_turn',5,'bob@example.org','n8ytf9fc',3,'','','',1795687399216,1795687399216,0,0,0,'',0,'dropped','taken_back',0,'',1795687399217,'','');
INSERT INTO notices VALUES (139,'offer.takeback.n8ytf9fc.3.1.1795687399216','offer',5,'bob@example.org','n8ytf9fc',3,'','takeback','{"state":{"ply":3,"offers":1}}',1795687399216,1795687399216,0,0,0,'',0,'dropped','taken_back',0,'',1795687399217,'','');
INSERT INTO notices VALUES (140,'decision.ta.n8ytf9fc.2.r1.0.1795687399217','offer_answer',4,'ann@example.org','n8ytf9fc',2,'','takeback','{"decision":"accepted","state":{"ply":2,"takebacks":1,"offers":1}}',1795687399217,1795687399217,0,0,0,'',1,'sent','',0,'',1795687399391,'','');
INSERT INTO notices VALUES (141,'turn.n8ytf9fc.2.r1','your_turn',4,'ann@example.org','n8ytf9fc',2,'','','{"state":{"ply":2,"takebacks":1,"offers":1}}',1795687399217,1795687399217,0,0,0,'',0,'dropped','turn_played',0,'',1795687399221,'','');
INSERT INTO notices VALUES (142,'turn.n8ytf9fc.3.r1','your_turn',5,'bob@example.org','n8ytf9fc',3,'','','{"state":{"ply":3,"takebacks":1,"offers":1}}',1795687399221,1795687399221,0,0,0,'',1,'sent','',0,'',1795687399285,'','');
INSERT INTO notices VALUES (143,'challenge.yqshsd8x','challenge',5,'bob@example.org','',0,'yqshsd8x','','',1795687399222,1795687399222,0,0,0,'',0,'dropped','challenge_decided',0,'',1795687399223,'','');
INSERT INTO notices VALUES (144,'answer.yqshsd8x','challenge_answer',4,'ann@example.org','zjr75njm',0,'yqshsd8x','','{"decision":"accepted"}',1795687399223,1795687399223,0,0,0,'',1,'dropped','played_already',0,'',1795687399404,'','');
INSERT INTO notices VALUES (145,'turn.zjr75njm.0','your_turn',4,'ann@example.org','zjr75njm',0,'','','',1795687399223,1795687399223,0,0,0,'',0,'dropped','turn_played',0,'',1795687399224,'','');
INSERT INTO notices VALUES (146,'turn.zjr75njm.1','your_turn',5,'bob@example.org','zjr75njm',1,'','','',1795687399224,1795687399224,0,0,0,'',1,'sent','',0,'',1795687399336,'','');
INSERT INTO notices VALUES (147,'challenge.rngygf5j','challenge',5,'bob@example.org','',0,'rngygf5j','','',1795687399227,1795687399227,0,0,0,'',0,'dropped','challenge_decided',0,'',1795687399228,'','');
INSERT INTO notices VALUES (148,'answer.rngygf5j','challenge_answer',4,'ann@example.org','mj8c8fmm',0,'rngygf5j','','{"decision":"accepted"}',1795687399228,1795687399228,0,0,0,'',1,'dropped','played_already',0,'',1795687399429,'','');
INSERT INTO notices VALUES (149,'turn.mj8c8fmm.0','your_turn',4,'ann@example.org','mj8c8fmm',0,'','','',1795687399228,1795687399228,0,0,0,'',0,'dropped','turn_played',0,'',1795687399230,'','');
INSERT INTO notices VALUES (150,'turn.mj8c8fmm.1','your_turn',5,'bob@example.org','mj8c8fmm',1,'','','',1795687399230,1795687399230,0,0,0,'',0,'dropped','turn_played',0,'',1795687399231,'','');
INSERT INTO notices VALUES (151,'plan.mj8c8fmm.3','plan',4,'ann@example.org','mj8c8fmm',3,'','','',1795687399231,1795687399231,0,0,0,'',1,'sent','bundled',148,'',1795687399429,'','');
INSERT INTO notices VALUES (152,'turn.mj8c8fmm.3','your_turn',5,'bob@example.org','mj8c8fmm',3,'','','',1795687399231,1795687399231,0,0,0,'',1,'sent','',0,'',1795687399377,'','');
INSERT INTO notices VALUES (153,'challenge.3z9z6yv5','challenge',5,'bob@example.org','',0,'3z9z6yv5','','',1795687399232,1795687399232,0,0,0,'',0,'dropped','challenge_decided',0,'',1795687399233,'','');
INSERT INTO notices VALUES (154,'answer.3z9z6yv5','challenge_answer',4,'ann@example.org','rn9k9dsf',0,'3z9z6yv5','','{"decision":"accepted"}',1795687399233,1795687399233,0,0,0,'',0,'dropped','game_over',0,'',1795687399238,'','');
INSERT INTO notices VALUES (155,'turn.rn9k9dsf.0','your_turn',4,'ann@example.org','rn9k9dsf',0,'','','',1795687399233,1795687399233,0,0,0,'',0,'dropped','turn_played',0,'',1795687399236,'','');
INSERT INTO notices VALUES (156,'turn.rn9k9dsf.1','your_turn',5,'bob@example.org','rn9k9dsf',1,'','','',1795687399236,1795687399236,0,0,0,'',0,'dropped','turn_played',0,'',1795687399237,'','');
INSERT INTO notices VALUES (157,'turn.rn9k9dsf.2','your_turn',4,'ann@example.org','rn9k9dsf',2,'','','',1795687399237,1795687399237,0,0,0,'',0,'dropped','game_over',0,'',1795687399238,'','');
INSERT INTO notices VALUES (158,'over.rn9k9dsf.0','game_over',4,'ann@example.org','rn9k9dsf',2,'','','',1795687399238,1795687399238,0,0,0,'',1,'sent','',0,'',1795687399452,'','');
INSERT INTO notices VALUES (159,'over.rn9k9dsf.1','game_over',5,'bob@example.org','rn9k9dsf',2,'','','',1795687399238,1795687399238,0,0,0,'',1,'sent','',0,'',1795687399391,'','');
INSERT INTO notices VALUES (160,'message.rn9k9dsf.1','message',4,'ann@example.org','rn9k9dsf',2,'','','',1795687399241,1795687399241,0,0,0,'',1,'sent','bundled',158,'',1795687399452,'','');
INSERT INTO notices VALUES (161,'challenge.bjy2tc4h','challenge',4,'ann@example.org','',0,'bjy2tc4h','','',1795687399247,1795687399247,0,0,0,'',1,'sent','',0,'',1795687399461,'','');
INSERT INTO notices VALUES (162,'challenge.zktpvjbk','challenge',5,'bob@example.org','',0,'zktpvjbk','','',1795687399251,1795687399251,0,0,0,'',0,'dropped','challenge_decided',0,'',1795687399255,'','');
INSERT INTO notices VALUES (163,'answer.zktpvjbk','challenge_answer',4,'ann@example.org','h6hsphw8',0,'zktpvjbk','','{"decision":"accepted"}',1795687399255,1795687399255,0,0,0,'',0,'dropped','game_over',0,'',1795687399264,'','');
INSERT INTO notices VALUES (164,'turn.h6hsphw8.0','your_turn',4,'ann@example.org','h6hsphw8',0,'','','',1795687399255,1795687399255,0,0,0,'',0,'dropped','turn_played',0,'',1795687399257,'','');
INSERT INTO notices VALUES (165,'turn.h6hsphw8.1','your_turn',5,'bob@example.org','h6hsphw8',1,'','','',1795687399257,1795687399257,0,0,0,'',0,'dropped','turn_played',0,'',1795687399259,'','');
INSERT INTO notices VALUES (166,'turn.h6hsphw8.2','your_turn',4,'ann@example.org','h6hsphw8',2,'','','',1795687399259,1795687399259,0,0,0,'',0,'dropped','game_over',0,'',1795687399264,'','');
INSERT INTO notices VALUES (167,'offer.draw.h6hsphw8.2.0.1795687399260','offer',4,'ann@example.org','h6hsphw8',2,'','draw','{"state":{"ply":2,"offers":1}}',1795687399260,1795687399260,0,0,0,'',0,'dropped','game_over',0,'',1795687399264,'','');
INSERT INTO notices VALUES (168,'over.h6hsphw8.0','game_over',4,'ann@example.org','h6hsphw8',2,'','','{"state":{"ply":2,"offers":1}}',1795687399264,1795687399264,0,0,0,'',1,'sent','',0,'',1795687399472,'','');
INSERT INTO notices VALUES (169,'over.h6hsphw8.1','game_over',5,'bob@example.org','h6hsphw8',2,'','','{"state":{"ply":2,"offers":1}}',1795687399264,1795687399264,0,0,0,'',1,'sent','',0,'',1795687399407,'','');
INSERT INTO notices VALUES (170,'challenge.qcqqnybr','challenge',5,'bob@example.org','',0,'qcqqnybr','','',1795687399267,1795687399267,0,0,0,'',0,'dropped','challenge_decided',0,'',1795687399268,'','');
INSERT INTO notices VALUES (171,'answer.qcqqnybr','challenge_answer',4,'ann@example.org','7h2dj8fy',0,'qcqqnybr','','{"decision":"accepted"}',1795687399268,1795687399268,0,0,0,'',0,'dropped','game_over',0,'',1795687399272,'','');
INSERT INTO notices VALUES (172,'turn.7h2dj8fy.0','your_turn',4,'ann@example.org','7h2dj8fy',0,'','','',1795687399268,1795687399268,0,0,0,'',0,'dropped','game_over',0,'',1795687399272,'','');
INSERT INTO notices VALUES (173,'over.7h2dj8fy.0','game_over',4,'ann@example.org','7h2dj8fy',0,'','','',1795687399272,1795687399272,0,0,0,'',1,'sent','',0,'',1795687399478,'','');
INSERT INTO notices VALUES (174,'over.7h2dj8fy.1','game_over',5,'bob@example.org','7h2dj8fy',0,'','','',1795687399272,1795687399272,0,0,0,'',1,'sent','',0,'',1795687399446,'','');
INSERT INTO notices VALUES (175,'challenge.nfyhv4kp','challenge',10,'cleo@example.org','',0,'nfyhv4kp','','',1795687399274,1795687399274,0,0,0,'',1,'sent','',0,'',1795687399302,'','');
INSERT INTO notices VALUES (176,'challenge.2rhg7btb','challenge',0,'sam@example.com','',0,'2rhg7btb','','',1795687399275,1795687399275,0,0,0,'',1,'sent','',0,'',1795687399321,'','');
INSERT INTO notices VALUES (177,'challenge.pg24d6xp','challenge',5,'bob@example.org','',0,'pg24d6xp','','',1795687399280,1795687399280,0,0,0,'',0,'dropped','challenge_decided',0,'',1795687399281,'','');
INSERT INTO notices VALUES (178,'answer.pg24d6xp','challenge_answer',4,'ann@example.org','',0,'pg24d6xp','','{"decision":"declined"}',1795687399281,1795687399281,0,0,0,'',1,'sent','',0,'',1795687399484,'','');
INSERT INTO notices VALUES (179,'challenge.ptny6cn5','challenge',5,'bob@example.org','',0,'ptny6cn5','','',1795687399283,1795687399283,0,0,0,'',0,'dropped','challenge_withdrawn',0,'',1795687399288,'','');
INSERT INTO notices VALUES (180,'challenge.nyssc758','challenge',0,'tess@example.com','',0,'nyssc758','','',1795687399288,1795687399288,0,0,0,'',1,'sent','',0,'',1795687399350,'','');
INSERT INTO notices VALUES (181,'challenge.zf9kzr36','challenge',9,'gus@example.org','',0,'zf9kzr36','','',1795687399538,1795687399538,0,0,0,'',1,'sent','',0,'',1795687399560,'','');
INSERT INTO notices VALUES (182,'answer.zf9kzr36','challenge_answer',4,'ann@example.org','n4d6tbrj',0,'zf9kzr36','','{"decision":"accepted"}',1795687399540,1795687399540,0,0,0,'',1,'dropped','played_already',0,'',1795687399598,'','');
INSERT INTO notices VALUES (183,'turn.n4d6tbrj.0','your_turn',4,'ann@example.org','n4d6tbrj',0,'','','',1795687399540,1795687399540,0,0,0,'',1,'dropped','turn_played',0,'',1795687399598,'','');
INSERT INTO notices VALUES (184,'turn.n4d6tbrj.1','your_turn',9,'gus@example.org','n4d6tbrj',1,'','','',1795687399542,1795730400000,1795730400000,1795730400000,0,'',0,'queued','',0,'',0,'digest','');
INSERT INTO notices VALUES (185,'challenge.f25ws7wg','challenge',6,'dan@example.org','',0,'f25ws7wg','','',1795687399543,1795687399543,0,0,0,'',1,'dropped','challenge_decided',0,'',1795687399604,'','');
INSERT INTO notices VALUES (186,'answer.f25ws7wg','challenge_answer',5,'bob@example.org','j6534kwn',0,'f25ws7wg','','{"decision":"accepted"}',1795687399545,1795687399545,0,0,0,'',1,'dropped','played_already',0,'',1795687399608,'','');
INSERT INTO notices VALUES (187,'turn.j6534kwn.0','your_turn',5,'bob@example.org','j6534kwn',0,'','','',1795687399545,1795687399545,0,0,0,'',1,'dropped','turn_played',0,'',1795687399608,'','');
INSERT INTO notices VALUES (188,'turn.j6534kwn.1','your_turn',6,'dan@example.org','j6534kwn',1,'','','',1795687399549,1795687399549,0,0,0,'',1,'sent','',0,'',1795687399639,'','');
INSERT INTO notices VALUES (189,'away.8.5','away',5,'bob@example.org','j6534kwn',1,'','','{"away":{"from":1795687399550,"until":1796079600000}}',1795687399550,1795687399550,0,0,0,'',1,'sent','',0,'',1795687399647,'','');
INSERT INTO notices VALUES (190,'away.9.5','away',5,'bob@example.org','3p3xw4nj',4,'','','{"away":{"from":1798239600000,"until":1798844400000}}',1795687399555,1795687399555,0,0,0,'',1,'sent','',0,'',1795687399654,'','');
INSERT INTO notices VALUES (191,'away.9.9','away',9,'gus@example.org','n4d6tbrj',1,'','','{"away":{"from":1798239600000,"until":1798844400000}}',1795687399555,1795687399555,0,0,0,'',1,'sent','',0,'',1795687399624,'','');
INSERT INTO notices VALUES (192,'message.nh429zvr.1','message',5,'bob@example.org','nh429zvr',4,'','','',1795687399558,1795687399558,0,0,0,'',1,'sent','',0,'',1795687399662,'','');
INSERT INTO notices VALUES (193,'message.nh429zvr.2','message',4,'ann@example.org','nh429zvr',4,'','','',1795687399559,1795687399559,0,0,0,'',1,'sent','',0,'',1795687399630,'','');
INSERT INTO notices VALUES (194,'reply.1.1795687399571','reply_rejected',4,'ann@example.org','7mfq75n9',4,'','','{"mail":1}',1795687399571,1795687399571,0,0,0,'',1,'sent','',0,'',1795687399653,'','');
INSERT INTO notices VALUES (195,'reply.2.1795687399671','reply_answer',4,'ann@example.org','7mfq75n9',4,'','','{"mail":2}',1795687399671,1795687399671,0,0,0,'',1,'sent','',0,'',1795687399676,'','');
INSERT INTO notices VALUES (196,'turn.7mfq75n9.5','your_turn',5,'bob@example.org','7mfq75n9',5,'','','',1795687399683,1795687399683,0,0,0,'',1,'sent','',0,'',1795687399701,'','');
INSERT INTO notices VALUES (197,'reply.3.1795687399683','reply_answer',4,'ann@example.org','7mfq75n9',5,'','','{"mail":3}',1795687399683,1795687399683,0,0,0,'',1,'sent','',0,'',1795687399693,'','');
INSERT INTO notices VALUES (198,'mail_failing.11.5','mail_failing',5,'bob@example.org','j6534kwn',1,'','','',1795687399787,1795687399787,0,0,0,'',1,'sent','',0,'',1795687399795,'','');
INSERT INTO notices VALUES (199,'code.1795687400028.okqdyrdnev','code',0,'hal@example.org','',0,'','','{"network":"JOkb6M27Gjdq1s6rBX2TdA"}',1795687400028,1795687400028,0,0,0,'',1,'sent','',0,'',1795687400033,'','');
INSERT INTO notices VALUES (200,'code.1795687400033.qlzlpbvc7p','code',5,'bob@example.org','',0,'','','{"network":"JOkb6M27Gjdq1s6rBX2TdA"}',1795687400033,1795687400033,0,0,0,'',1,'sent','',0,'',1795687400040,'','');
INSERT INTO notices VALUES (201,'turn.v5f4cbgx.5','your_turn',5,'bob@example.org','v5f4cbgx',5,'','','',1795687400234,1795687400234,1795687400234,1795687466613,0,'',1,'queued','',0,'unreachable',0,'v5f4cbgx','turn.v5f4cbgx.5');
INSERT INTO responses VALUES (4,'http','once-and-only-once',X'1A0D722DA606C38A1865958CEEF63CC19CB0C7A51D3DA953F171CEC0EBFBF02D',X'7B22537461747573223A3230312C22436F6E74656E7454797065223A226170706C69636174696F6E2F6A736F6E222C2245546167223A22222C22426F6479223A6E756C6C7D0A7B226964223A226A78783577626A71222C2272756C65736574223A22736576656E7361676573222C2276617269616E74223A2273686F7274222C22737461747573223A226F70656E222C226368616C6C656E676572223A22616E6E222C226F70706F6E656E74223A6E756C6C2C2273656174223A2272616E646F6D222C2270616365223A223364222C226D657373616765223A2257686F2064617265733F222C2275726C223A22687474703A2F2F706C61792E6578616D706C652E6F72672F632F6A78783577626A71222C22637265617465645F6174223A22323032362D31312D32365431303A30333A31392E3237335A222C22657870697265735F6174223A22323032372D30312D32355431303A30333A31392E3237335A222C22616E7377657265645F6174223A6E756C6C2C227261746564223A747275652C226D696E5F726174696E67223A6E756C6C2C226D61785F726174696E67223A6E756C6C2C226D696E5F72656C696162696C697479223A6E756C6C2C226368616C6C656E6765725F726174696E67223A6E756C6C2C226368616C6C656E6765725F72656C696162696C697479223A7B22696E5F74696D65223A32372C22647565223A32372C2270657263656E74223A3130302C226E6577223A66616C73657D2C22646179735F6F6666223A5B5D2C226175746F5F7661636174696F6E223A66616C73652C227661636174696F6E223A747275657D0A',1795687399273);
INSERT INTO secrets VALUES ('unsubscribe',X'2CC08D33375D8E903EC1D28A580FF6E1E7B06E86DD803BBB00E92EE1744DADCA');
INSERT INTO secrets VALUES ('links',X'B3F7B9F542FDDDB1BECDC3888A771EC71B4A71A27A1968D016BFD0D28B609CB8');
INSERT INTO refusals VALUES ('tess@example.com',1795687399343);
INSERT INTO game_log VALUES (1,'n8ytf9fc',3,1795687399217,'takeback',0,'{"turns":["d6-b6xb5"]}');
INSERT INTO game_log VALUES (2,'j6534kwn',1,1795687399550,'away',1,'{"away":{"from":1795687399550,"until":1796079600000}}');
INSERT INTO game_log VALUES (3,'rcncvvgp',4,1795687399550,'away',0,'{"away":{"from":1795687399550,"until":1796079600000}}');
INSERT INTO game_log VALUES (4,'3p3xw4nj',4,1795687399555,'away',0,'{"away":{"from":1798239600000,"until":1798844400000}}');
INSERT INTO game_log VALUES (5,'7mfq75n9',4,1795687399555,'away',0,'{"away":{"from":1798239600000,"until":1798844400000}}');
INSERT INTO game_log VALUES (6,'886n783m',0,1795687399555,'away',0,'{"away":{"from":1798239600000,"until":1798844400000}}');
INSERT INTO game_log VALUES (7,'dkscfr9r',4,1795687399555,'away',0,'{"away":{"from":1798239600000,"until":1798844400000}}');
INSERT INTO game_log VALUES (8,'f47tj78g',3,1795687399555,'away',0,'{"away":{"from":1798239600000,"until":1798844400000}}');
INSERT INTO game_log VALUES (9,'f7knq37k',4,1795687399555,'away',0,'{"away":{"from":1798239600000,"until":1798844400000}}');
INSERT INTO game_log VALUES (10,'g85ptc9w',4,1795687399555,'away',0,'{"away":{"from":1798239600000,"until":1798844400000}}');
INSERT INTO game_log VALUES (11,'mj8c8fmm',3,1795687399555,'away',0,'{"away":{"from":1798239600000,"until":1798844400000}}');
INSERT INTO game_log VALUES (12,'n4d6tbrj',1,1795687399555,'away',0,'{"away":{"from":1798239600000,"until":1798844400000}}');
INSERT INTO game_log VALUES (13,'n8ytf9fc',3,1795687399555,'away',0,'{"away":{"from":1798239600000,"until":1798844400000}}');
INSERT INTO game_log VALUES (14,'nh429zvr',4,1795687399555,'away',0,'{"away":{"from":1798239600000,"until":1798844400000}}');
INSERT INTO game_log VALUES (15,'p8kskt4q',4,1795687399555,'away',0,'{"away":{"from":1798239600000,"until":1798844400000}}');
INSERT INTO game_log VALUES (16,'v5f4cbgx',4,1795687399555,'away',0,'{"away":{"from":1798239600000,"until":1798844400000}}');
INSERT INTO game_log VALUES (17,'ys5sbfyp',3,1795687399555,'away',0,'{"away":{"from":1798239600000,"until":1798844400000}}');
INSERT INTO game_log VALUES (18,'zjr75njm',1,1795687399555,'away',0,'{"away":{"from":1798239600000,"until":1798844400000}}');
INSERT INTO game_log VALUES (19,'j6534kwn',1,1795687399787,'mail_failing',1,'{}');
INSERT INTO game_log VALUES (20,'rcncvvgp',4,1795687399787,'mail_failing',0,'{}');
INSERT INTO heartbeats VALUES (1,1795687400225,1795687400225);
INSERT INTO vacations VALUES (1,6,'2026-11-26','2026-11-30',1795687399550,1796079600000);
INSERT INTO vacations VALUES (2,4,'2026-12-26','2027-01-01',1798239600000,1798844400000);
INSERT INTO plans VALUES ('mj8c8fmm',4,3,2,'c4-c7 : b6-b7xc7','','',1795687399231);
INSERT INTO plans VALUES ('zjr75njm',4,1,1,'d5-b5 : d6-b6xb5','','',1795687399226);
INSERT INTO messages VALUES ('nh429zvr',1,0,4,'Hello Bob, „żółw”!','message.nh429zvr.1',1795687399558);
INSERT INTO messages VALUES ('nh429zvr',2,1,4,'Hello Ann.','message.nh429zvr.2',1795687399559);
INSERT INTO messages VALUES ('nh429zvr',3,1,4,'Your turn?','message.nh429zvr.2',1795687399560);
INSERT INTO messages VALUES ('rn9k9dsf',1,1,2,'Thank you for the game.','message.rn9k9dsf.1',1795687399241);
INSERT INTO chats VALUES ('nh429zvr',0,4,2,1);
INSERT INTO chats VALUES ('nh429zvr',1,5,0,1);
INSERT INTO chats VALUES ('rn9k9dsf',0,4,0,1);
INSERT INTO blocks VALUES (4,6,1795687399557);
INSERT INTO former_names VALUES ('gus',X'90709ECF39C181DCEDD781E0335ED694',1798279399890);
INSERT INTO former_names VALUES ('finn',X'D7E68C0C41D2F1D4BF674151F4186666',1798279399896);
INSERT INTO inbound VALUES (1,X'CDDB30D4B47FCD708214172F5394F7CB7142275020E039C43F37E1FE53CD2B61','http','1795687399562568433@client.example.org','ann@example.org','play+jemmyjpngaabaaaaaaiabyzkmpa5oqy6revg6nul5rhi7yq@play.example.org','jemmyjpngaabaaaaaaiabyzkmpa5oqy6revg6nul5rhi7yq',X'46726F6D3A20616E6E406578616D706C652E6F72670A546F3A20706C61792B6A656D6D796A706E67616162616161616161696162797A6B6D7061356F71793672657667366E756C3572686937797140706C61792E6578616D706C652E6F72670A5375626A6563743A2052653A20796F7572207475726E0A4D6573736167652D49443A203C3137393536383733393935363235363834333340636C69656E742E6578616D706C652E6F72673E0A496E2D5265706C792D546F3A203C616E737765722E6A6E676B636267392E6A656D6D796A706E67616162616161616161696162797A6B6D7061356F71793672657667366E756C3572686937797140706C61792E6578616D706C652E6F72673E0A0A6E6F742061207475726E0A0A7475726E706F73742077726F74653A0A3E20596F7572207475726E20616761696E737420626F620D0A3E200D0A3E20486E6566617461666C2039C397392C207475726E20352E20596F7520706C61792041747461636B6572732E0D0A3E200D0A3E204475652053756E203239204E6F762031313A3033204345542C20696E203320646179730D0A3E200D0A3E20626F62206D6F766564206120646566656E6465722066726F6D20643720746F2065372E205468697320706F736974696F6E207374616E647320666F72207468650D0A3E207365636F6E642074696D653B20612074686972642074696D65206973206120647261772E0D0A3E200D0A3E20546865207475726E206265666F72653A20616E6E206D6F76656420616E2061747461636B65722066726F6D20643220746F2064312E0D0A3E200D0A3E20203920202320202E20202E20206120206120206120202E20202E2020230D0A3E20203820202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203720202E20202E20202E20282E295B645D202E20202E20202E20202E0D0A3E20203620206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203520206120206120206420206420204B2020642020642020612020610D0A3E20203420206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203320202E20202E20202E20202E20206420202E20202E20202E20202E0D0A3E20203220202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203120202320202E20202E20206120206120206120202E20202E2020230D0A3E2020202020612020622020632020642020652020662020672020682020690D0A3E20596F752061726520746F206D6F76652C207475726E20352C2041747461636B6572732031362C20446566656E6465727320380D0A3E200D0A3E20626F62206861732033206461797320666F7220746865206E657874207475726E2E0D0A3E200D0A3E20546F20706C61792C207265706C7920746F2074686973206D61696C207769746820796F7572207475726E20617320746865206669727374206C696E652E20410D0A3E207175657374696F6E206D61726B206265666F72652069742073686F77732074686520626F61726420616674657220697420616E6420706C617973206E6F7468696E672E0D0A3E2054686520776F7264732068656C702C2073686F772C20647261772C2072657369676E20616E642073617920646F20776861742074686579207361792E0D0A3E200D0A3E204C6F6F6B20616E6420706C61793A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6757366248774E506178786A3554636D71524469476F336B436E513639385A4C575363636735530D0A3E200D0A3E20546865206C696E6B2061626F766520706C61797320696E20746869732067616D6520666F7220796F752C20616E6420646F6573206E6F74207369676E20696E3A206B6565700D0A3E20697420746F20796F757273656C662E0D0A3E205468652067616D65206173206576657279626F6479206D6179207365652069743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F672F376D667137356E390D0A3E200D0A3E204279206375726C3A0D0A3E200D0A3E20202020206375726C202D482022417574686F72697A6174696F6E3A204265617265722024544F4B454E22202D642027594F5552205455524E27205C0D0A3E20202020202020687474703A2F2F706C61792E6578616D706C652E6F72672F76312F67616D65732F376D667137356E392F7475726E730D0A3E200D0A3E2046726F6D20746865206F70657261746F72206F662074686973207365727665722C2073686F776E20756E74696C20546875203236204E6F762031313A3033204345543A0D0A3E200D0A3E203E204D6F76656420746F20616E6F74686572206D616368696E652E0D0A3E200D0A3E202D2D200D0A3E20596F75722067616D6573202839207761697420666F7220796F75293A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F696E626F780D0A3E2053657474696E67733A206D61696C2C2074696D657320616E64206E616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F73657474696E67730D0A3E204E6F206D6F7265206D61696C2061626F757420746869732067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6942474B72764A7339364A5463767A7338714B6437544E6F6A4D384156423252326231667639470D0A3E204E6F206D6F7265206D61696C2061626F757420796F7572207475726E7320696E20616E792067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F4B64785A467A7474326F35563555676F736F3933674D5A6367693874687A31767A357254704E650D0A3E207475726E706F73742C20626F6172642067616D657320627920706F73743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72670A',2174,'7mfq75n9',1795687399563,1795687399563,0,'',1,'done','rejected','unreadable','','',4,'7mfq75n9','',4,'{"about":"unreadable","typed":"not a turn","subject":"Re: your turn","message_id":"1795687399562568433@client.example.org"}',2,1795687399571,'not a turn');
INSERT INTO inbound VALUES (2,X'D50B5F3B1B50E1EE27884C80F668E9765BEE1EA2DDD3900070AD3C894D6E734B','http','1795687399668451548@client.example.org','ann@example.org','play+jemmyjpngaabaaaaaaiabyzkmpa5oqy6revg6nul5rhi7yq@play.example.org','jemmyjpngaabaaaaaaiabyzkmpa5oqy6revg6nul5rhi7yq',X'46726F6D3A20616E6E406578616D706C652E6F72670A546F3A20706C61792B6A656D6D796A706E67616162616161616161696162797A6B6D7061356F71793672657667366E756C3572686937797140706C61792E6578616D706C652E6F72670A5375626A6563743A2052653A20796F7572207475726E0A4D6573736167652D49443A203C3137393536383733393936363834353135343840636C69656E742E6578616D706C652E6F72673E0A496E2D5265706C792D546F3A203C616E737765722E6A6E676B636267392E6A656D6D796A706E67616162616161616161696162797A6B6D7061356F71793672657667366E756C3572686937797140706C61792E6578616D706C652E6F72673E0A0A73686F770A0A7475726E706F73742077726F74653A0A3E20596F7572207475726E20616761696E737420626F620D0A3E200D0A3E20486E6566617461666C2039C397392C207475726E20352E20596F7520706C61792041747461636B6572732E0D0A3E200D0A3E204475652053756E203239204E6F762031313A3033204345542C20696E203320646179730D0A3E200D0A3E20626F62206D6F766564206120646566656E6465722066726F6D20643720746F2065372E205468697320706F736974696F6E207374616E647320666F72207468650D0A3E207365636F6E642074696D653B20612074686972642074696D65206973206120647261772E0D0A3E200D0A3E20546865207475726E206265666F72653A20616E6E206D6F76656420616E2061747461636B65722066726F6D20643220746F2064312E0D0A3E200D0A3E20203920202320202E20202E20206120206120206120202E20202E2020230D0A3E20203820202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203720202E20202E20202E20282E295B645D202E20202E20202E20202E0D0A3E20203620206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203520206120206120206420206420204B2020642020642020612020610D0A3E20203420206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203320202E20202E20202E20202E20206420202E20202E20202E20202E0D0A3E20203220202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203120202320202E20202E20206120206120206120202E20202E2020230D0A3E2020202020612020622020632020642020652020662020672020682020690D0A3E20596F752061726520746F206D6F76652C207475726E20352C2041747461636B6572732031362C20446566656E6465727320380D0A3E200D0A3E20626F62206861732033206461797320666F7220746865206E657874207475726E2E0D0A3E200D0A3E20546F20706C61792C207265706C7920746F2074686973206D61696C207769746820796F7572207475726E20617320746865206669727374206C696E652E20410D0A3E207175657374696F6E206D61726B206265666F72652069742073686F77732074686520626F61726420616674657220697420616E6420706C617973206E6F7468696E672E0D0A3E2054686520776F7264732068656C702C2073686F772C20647261772C2072657369676E20616E642073617920646F20776861742074686579207361792E0D0A3E200D0A3E204C6F6F6B20616E6420706C61793A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6757366248774E506178786A3554636D71524469476F336B436E513639385A4C575363636735530D0A3E200D0A3E20546865206C696E6B2061626F766520706C61797320696E20746869732067616D6520666F7220796F752C20616E6420646F6573206E6F74207369676E20696E3A206B6565700D0A3E20697420746F20796F757273656C662E0D0A3E205468652067616D65206173206576657279626F6479206D6179207365652069743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F672F376D667137356E390D0A3E200D0A3E204279206375726C3A0D0A3E200D0A3E20202020206375726C202D482022417574686F72697A6174696F6E3A204265617265722024544F4B454E22202D642027594F5552205455524E27205C0D0A3E20202020202020687474703A2F2F706C61792E6578616D706C652E6F72672F76312F67616D65732F376D667137356E392F7475726E730D0A3E200D0A3E2046726F6D20746865206F70657261746F72206F662074686973207365727665722C2073686F776E20756E74696C20546875203236204E6F762031313A3033204345543A0D0A3E200D0A3E203E204D6F76656420746F20616E6F74686572206D616368696E652E0D0A3E200D0A3E202D2D200D0A3E20596F75722067616D6573202839207761697420666F7220796F75293A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F696E626F780D0A3E2053657474696E67733A206D61696C2C2074696D657320616E64206E616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F73657474696E67730D0A3E204E6F206D6F7265206D61696C2061626F757420746869732067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6942474B72764A7339364A5463767A7338714B6437544E6F6A4D384156423252326231667639470D0A3E204E6F206D6F7265206D61696C2061626F757420796F7572207475726E7320696E20616E792067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F4B64785A467A7474326F35563555676F736F3933674D5A6367693874687A31767A357254704E650D0A3E207475726E706F73742C20626F6172642067616D657320627920706F73743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72670A',2168,'7mfq75n9',1795687399668,1795687399668,0,'',1,'done','answered','show','','',4,'7mfq75n9','',4,'{"about":"show","subject":"Re: your turn","message_id":"1795687399668451548@client.example.org"}',0,1795687399671,'');
INSERT INTO inbound VALUES (3,X'6D311415866B6714C3CF39A9CD6D822800C6B69DA485EBB4D2F0463690D3CB4B','http','1795687399678410940@client.example.org','ann@example.org','play+jemmyjpngaabaaaaaaiabyzkmpa5oqy6revg6nul5rhi7yq@play.example.org','jemmyjpngaabaaaaaaiabyzkmpa5oqy6revg6nul5rhi7yq',X'46726F6D3A20616E6E406578616D706C652E6F72670A546F3A20706C61792B6A656D6D796A706E67616162616161616161696162797A6B6D7061356F71793672657667366E756C3572686937797140706C61792E6578616D706C652E6F72670A5375626A6563743A2052653A20796F7572207475726E0A4D6573736167652D49443A203C3137393536383733393936373834313039343040636C69656E742E6578616D706C652E6F72673E0A496E2D5265706C792D546F3A203C616E737765722E6A6E676B636267392E6A656D6D796A706E67616162616161616161696162797A6B6D7061356F71793672657667366E756C3572686937797140706C61792E6578616D706C652E6F72673E0A0A64312D64320A0A7475726E706F73742077726F74653A0A3E20596F7572207475726E20616761696E737420626F620D0A3E200D0A3E20486E6566617461666C2039C397392C207475726E20352E20596F7520706C61792041747461636B6572732E0D0A3E200D0A3E204475652053756E203239204E6F762031313A3033204345542C20696E203320646179730D0A3E200D0A3E20626F62206D6F766564206120646566656E6465722066726F6D20643720746F2065372E205468697320706F736974696F6E207374616E647320666F72207468650D0A3E207365636F6E642074696D653B20612074686972642074696D65206973206120647261772E0D0A3E200D0A3E20546865207475726E206265666F72653A20616E6E206D6F76656420616E2061747461636B65722066726F6D20643220746F2064312E0D0A3E200D0A3E20203920202320202E20202E20206120206120206120202E20202E2020230D0A3E20203820202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203720202E20202E20202E20282E295B645D202E20202E20202E20202E0D0A3E20203620206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203520206120206120206420206420204B2020642020642020612020610D0A3E20203420206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203320202E20202E20202E20202E20206420202E20202E20202E20202E0D0A3E20203220202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203120202320202E20202E20206120206120206120202E20202E2020230D0A3E2020202020612020622020632020642020652020662020672020682020690D0A3E20596F752061726520746F206D6F76652C207475726E20352C2041747461636B6572732031362C20446566656E6465727320380D0A3E200D0A3E20626F62206861732033206461797320666F7220746865206E657874207475726E2E0D0A3E200D0A3E20546F20706C61792C207265706C7920746F2074686973206D61696C207769746820796F7572207475726E20617320746865206669727374206C696E652E20410D0A3E207175657374696F6E206D61726B206265666F72652069742073686F77732074686520626F61726420616674657220697420616E6420706C617973206E6F7468696E672E0D0A3E2054686520776F7264732068656C702C2073686F772C20647261772C2072657369676E20616E642073617920646F20776861742074686579207361792E0D0A3E200D0A3E204C6F6F6B20616E6420706C61793A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6757366248774E506178786A3554636D71524469476F336B436E513639385A4C575363636735530D0A3E200D0A3E20546865206C696E6B2061626F766520706C61797320696E20746869732067616D6520666F7220796F752C20616E6420646F6573206E6F74207369676E20696E3A206B6565700D0A3E20697420746F20796F757273656C662E0D0A3E205468652067616D65206173206576657279626F6479206D6179207365652069743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F672F376D667137356E390D0A3E200D0A3E204279206375726C3A0D0A3E200D0A3E20202020206375726C202D482022417574686F72697A6174696F6E3A204265617265722024544F4B454E22202D642027594F5552205455524E27205C0D0A3E20202020202020687474703A2F2F706C61792E6578616D706C652E6F72672F76312F67616D65732F376D667137356E392F7475726E730D0A3E200D0A3E2046726F6D20746865206F70657261746F72206F662074686973207365727665722C2073686F776E20756E74696C20546875203236204E6F762031313A3033204345543A0D0A3E200D0A3E203E204D6F76656420746F20616E6F74686572206D616368696E652E0D0A3E200D0A3E202D2D200D0A3E20596F75722067616D6573202839207761697420666F7220796F75293A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F696E626F780D0A3E2053657474696E67733A206D61696C2C2074696D657320616E64206E616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F73657474696E67730D0A3E204E6F206D6F7265206D61696C2061626F757420746869732067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6942474B72764A7339364A5463767A7338714B6437544E6F6A4D384156423252326231667639470D0A3E204E6F206D6F7265206D61696C2061626F757420796F7572207475726E7320696E20616E792067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F4B64785A467A7474326F35563555676F736F3933674D5A6367693874687A31767A357254704E650D0A3E207475726E706F73742C20626F6172642067616D657320627920706F73743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72670A',2169,'7mfq75n9',1795687399678,1795687399678,0,'',1,'done','played','turn','d1-d2','',4,'7mfq75n9','',5,'{"about":"played","subject":"Re: your turn","message_id":"1795687399678410940@client.example.org"}',0,1795687399683,'');
INSERT INTO inbound VALUES (4,X'7F6A154DD3216D9DABE0F81B40DBEFBADD861BC1CA595F7A0CAD100C3D41D7EA','http','bounce0.1795687399782254970@mx.example.org','<>','bounce+mp7jefireaaaqaaaaamaagziida36yn3l5ztwrwdcn5ueia@play.example.org','mp7jefireaaaqaaaaamaagziida36yn3l5ztwrwdcn5ueia',NULL,599,'rcncvvgp',1795687399782,1795687399782,0,'',1,'done','bounce','hard','550 5.1.1 no such user','',6,'rcncvvgp','',2,'',0,1795687399783,'');
INSERT INTO inbound VALUES (5,X'1124DA438D07A37D8A2D10ED70D483AB2A3C2965C955C2E72CA76B2E52B2ABAD','http','bounce1.1795687399784735429@mx.example.org','<>','bounce+mp7jefireaaaqaaaaamaagziida36yn3l5ztwrwdcn5ueia@play.example.org','mp7jefireaaaqaaaaamaagziida36yn3l5ztwrwdcn5ueia',NULL,599,'rcncvvgp',1795687399784,1795687399784,0,'',1,'done','bounce','hard','550 5.1.1 no such user','',6,'rcncvvgp','',2,'',0,1795687399785,'');
INSERT INTO inbound VALUES (6,X'43D05206592345C12D9317EBD97C85E58EE3B9C5D72EE37D15C99CA81FC17AEB','http','bounce2.1795687399786220201@mx.example.org','<>','bounce+mp7jefireaaaqaaaaamaagziida36yn3l5ztwrwdcn5ueia@play.example.org','mp7jefireaaaqaaaaamaagziida36yn3l5ztwrwdcn5ueia',NULL,599,'rcncvvgp',1795687399786,1795687399786,0,'',1,'done','bounce','hard','550 5.1.1 no such user','',6,'rcncvvgp','',2,'',0,1795687399787,'');
INSERT INTO inbound VALUES (7,X'BD4C6BFE73BC8036D5C521E550D05E110C80A619D0607861E576F8363B32403A','pipe','1795687400268745111@client.example.org','bob@example.org','play+jnrp5yj62aaayeaaaakadyypu5ua3gdsbcrwz2ycuxtq5ba@play.example.org','jnrp5yj62aaayeaaaakadyypu5ua3gdsbcrwz2ycuxtq5ba',X'46726F6D3A20626F62406578616D706C652E6F72670A546F3A20706C61792B6A6E727035796A36326161617965616161616B61647979707535756133676473626372777A3279637578747135626140706C61792E6578616D706C652E6F72670A5375626A6563743A2052653A20796F7572207475726E0A4D6573736167652D49443A203C3137393536383734303032363837343531313140636C69656E742E6578616D706C652E6F72673E0A496E2D5265706C792D546F3A203C7475726E2E6E387974663966632E332E72312E6A6E727035796A36326161617965616161616B61647979707535756133676473626372777A3279637578747135626140706C61792E6578616D706C652E6F72673E0A0A63342D63370A0A7475726E706F73742077726F74653A0A3E20596F7572207475726E20616761696E737420616E6E0D0A3E200D0A3E20486E6566617461666C2037C3973720284272616E64756268292C207475726E20342E20596F7520706C617920446566656E646572732E0D0A3E200D0A3E204475652053756E203239204E6F762031313A3033204345542C20696E203320646179730D0A3E200D0A3E20616E6E206D6F76656420616E2061747461636B65722066726F6D20643620746F20623620616E642063617074757265642074686520646566656E646572206F6E2062352E0D0A3E200D0A3E20546865207475726E206265666F72653A20626F62206D6F766564206120646566656E6465722066726F6D20643520746F2062352E0D0A3E200D0A3E20203720202320202E20202E20206120202E20202E2020230D0A3E20203620202E205B615D202E20282E29202E20202E20202E0D0A3E20203520206120207820202E20202E20202E20202E20202E0D0A3E20203420202E20206120206420204B2020642020612020610D0A3E20203320202E20202E20202E20206420202E20202E20202E0D0A3E20203220202E20202E20202E20206120202E20202E20202E0D0A3E20203120202320202E20202E20206120202E20202E2020230D0A3E2020202020612020622020632020642020652020662020670D0A3E20596F752061726520746F206D6F76652C207475726E20342C2041747461636B65727320382C20446566656E6465727320330D0A3E200D0A3E20616E6E206861732033206461797320666F7220746865206E657874207475726E2E0D0A3E200D0A3E20546F20706C61792C207265706C7920746F2074686973206D61696C207769746820796F7572207475726E20617320746865206669727374206C696E652E20410D0A3E207175657374696F6E206D61726B206265666F72652069742073686F77732074686520626F61726420616674657220697420616E6420706C617973206E6F7468696E672E0D0A3E2054686520776F7264732068656C702C2073686F772C20647261772C2072657369676E20616E642073617920646F20776861742074686579207361792E0D0A3E200D0A3E204C6F6F6B20616E6420706C61793A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F68704B76587330364671304A767A41496166495654473566624357776E4A5A77415477693471450D0A3E200D0A3E20546865206C696E6B2061626F766520706C61797320696E20746869732067616D6520666F7220796F752C20616E6420646F6573206E6F74207369676E20696E3A206B6565700D0A3E20697420746F20796F757273656C662E0D0A3E205468652067616D65206173206576657279626F6479206D6179207365652069743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F672F6E387974663966630D0A3E200D0A3E204279206375726C3A0D0A3E200D0A3E20202020206375726C202D482022417574686F72697A6174696F6E3A204265617265722024544F4B454E22202D642027594F5552205455524E27205C0D0A3E20202020202020687474703A2F2F706C61792E6578616D706C652E6F72672F76312F67616D65732F6E387974663966632F7475726E730D0A3E200D0A3E2046726F6D20746865206F70657261746F72206F662074686973207365727665722C2073686F776E20756E74696C20546875203236204E6F762031313A3033204345543A0D0A3E200D0A3E203E204D6F76656420746F20616E6F74686572206D616368696E652E0D0A3E200D0A3E202D2D200D0A3E20596F75722067616D6573202835207761697420666F7220796F75293A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F696E626F780D0A3E2053657474696E67733A206D61696C2C2074696D657320616E64206E616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F73657474696E67730D0A3E204E6F206D6F7265206D61696C2061626F757420746869732067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6A356C344871564A445A6D54747741363741444C39744B726D6E6C484B457658744B545730326A0D0A3E204E6F206D6F7265206D61696C2061626F757420796F7572207475726E7320696E20616E792067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F4B64785A467A7474326F355635556771783156446764547A6A6658664D69484C6662626B3974340D0A3E207475726E706F73742C20626F6172642067616D657320627920706F73743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72670A',2031,'n8ytf9fc',1795687400359,1795687400359,0,'',0,'queued','','','','',0,'','',0,'',0,0,'');
INSERT INTO registrations VALUES (1,'hal@example.org','hal@example.org','hal','en','UTC',X'D3A86B69130C2A85C31AED008F68F798F13AC6DA8D45C31566D9593412B6B512',X'24E91BE8CDBB1A376AD6CEAB057D9374',1795687400028);
INSERT INTO player_records VALUES (4,'hnefatafl',0,1,1);
INSERT INTO player_records VALUES (5,'hnefatafl',1,0,1);
INSERT INTO player_records VALUES (7,'bohnduell',1,0,0);
INSERT INTO player_records VALUES (7,'hanniball',0,0,1);
INSERT INTO player_records VALUES (7,'hnefatafl',0,0,1);
INSERT INTO player_records VALUES (7,'sevensages',0,0,1);
INSERT INTO standings VALUES (4,1795687399272,0,0);
INSERT INTO standings VALUES (5,1795687399272,0,0);
INSERT INTO standings VALUES (7,1795687399193,0,0);
INSERT INTO ratings VALUES (4,'hnefatafl','7x7',1423.2506880325159,260.27316910153542,0.059999147872850447,2,0,1795687399264);
INSERT INTO ratings VALUES (5,'hnefatafl','7x7',1576.7493119674841,260.27316910153542,0.059999147872850447,2,0,1795687399264);
INSERT INTO ratings VALUES (7,'bohnduell','standard',1662.2120014703455,290.23050778223865,0.059999675372338142,1,0,1795687399175);
INSERT INTO ratings VALUES (7,'hanniball','standard',1500.0,290.23050778223865,0.059998961443143539,1,0,1795687399140);
INSERT INTO ratings VALUES (7,'hnefatafl','11x11',1500.0,290.23050778223865,0.059998961443143539,1,0,1795687399193);
INSERT INTO ratings VALUES (7,'sevensages','standard',1500.0,290.23050778223865,0.059998961443143539,1,0,1795687399161);
INSERT INTO game_ratings VALUES ('7c78zwnc',1,7,8,'hnefatafl','11x11',1795687399193,1500.0,350.0,0.06,1500.0,290.23050778223865,0.059998961443143539);
INSERT INTO game_ratings VALUES ('9cd5wkqw',1,7,8,'sevensages','standard',1795687399161,1500.0,350.0,0.06,1500.0,290.23050778223865,0.059998961443143539);
INSERT INTO game_ratings VALUES ('cms8zpgz',1,7,8,'bohnduell','standard',1795687399175,1500.0,350.0,0.06,1662.2120014703455,290.23050778223865,0.059999675372338142);
INSERT INTO game_ratings VALUES ('h6hsphw8',0,4,5,'hnefatafl','7x7',1795687399264,1337.7879985296545,290.23050779028455,0.059999675372338142,1423.2506880325159,260.27316910153542,0.059999147872850447);
INSERT INTO game_ratings VALUES ('h6hsphw8',1,5,4,'hnefatafl','7x7',1795687399264,1662.2120014703455,290.23050779028455,0.059999675372338142,1576.7493119674841,260.27316910153542,0.059999147872850447);
INSERT INTO game_ratings VALUES ('ntf5dgft',1,7,8,'hanniball','standard',1795687399140,1500.0,350.0,0.06,1500.0,290.23050778223865,0.059998961443143539);
INSERT INTO game_ratings VALUES ('rn9k9dsf',0,4,5,'hnefatafl','7x7',1795687399238,1500.0,350.0,0.06,1337.7879985296545,290.23050778223865,0.059999675372338142);
INSERT INTO game_ratings VALUES ('rn9k9dsf',1,5,4,'hnefatafl','7x7',1795687399238,1500.0,350.0,0.06,1662.2120014703455,290.23050778223865,0.059999675372338142);
INSERT INTO notes VALUES (6,'rcncvvgp',1,'It moves the king first.',1795687398686);
INSERT INTO kept_lines VALUES (1,6,'rcncvvgp',2,'3t3/3t3/3T3/1t1KTtt/t1TT3/3t3/3t3 a','a3-a2','perhaps',1795687398687);
INSERT INTO feeds VALUES (6,'atom',X'163004EDD496028C7DC804FB5319773274CB0247E6B417E995FFDE271203D808',1795687398688);
INSERT INTO feeds VALUES (6,'ics',X'8745D02EA3508583CD72A741EEB10EE54D54E6E5D3FB97373FE9BC3A2EBBAE9B',1795687398688);
INSERT INTO hooks VALUES ('m46dbywj',6,'http://127.0.0.1:41313','127.0.0.1','json','','','on',X'D8F7B35FB2CAD24A88B8D59C7FAE0D8D9F045D5B680CA86A0564BE59A358A82E',X'',0,1795687398688,1795687398795,503,'refused',1795687398795,1,1795687458334);
INSERT INTO hook_deliveries VALUES (1,'m46dbywj',6,'127.0.0.1',10,'your_turn','msg_3pu4uwshuqvj4axmyx5h4pui',1795687398694,1795687458334,0,'',1,'queued','','refused',0);
INSERT INTO hook_deliveries VALUES (2,'m46dbywj',6,'127.0.0.1',185,'challenge','msg_aj253yvsvqs7j2ucolsewh3o',1795687399544,1795687458334,0,'',0,'queued','','',0);
INSERT INTO hook_deliveries VALUES (3,'m46dbywj',6,'127.0.0.1',188,'your_turn','msg_aptvrlwu2v6emnjjnqis33ao',1795687399648,1795687458334,0,'',0,'queued','','',0);
INSERT INTO hook_hosts VALUES ('127.0.0.1',1795687458334,0);
INSERT INTO events VALUES ('2t2sw9ys','ladder','bohnduell','standard','3d','',0,0,0,0,0,1,'running',6,'',0,1795687399002,0,0);
INSERT INTO events VALUES ('3zv2xsw4','round_robin','bohnduell','standard','3d','',2,0,0,0,0,1,'running',6,'',0,1795687398894,1795687398896,0);
INSERT INTO event_players VALUES ('2t2sw9ys',4,0,1,'',NULL,0,'',0,0,1795687399004,1795687399004);
INSERT INTO event_players VALUES ('2t2sw9ys',5,0,2,'',NULL,0,'',0,0,1795687399004,1795687399004);
INSERT INTO event_players VALUES ('3zv2xsw4',4,1,1,'ann',NULL,0,'',0,0,1795687398895,0);
INSERT INTO event_players VALUES ('3zv2xsw4',5,1,2,'bob',NULL,0,'',0,0,1795687398896,0);
INSERT INTO event_games VALUES ('3zv2xsw4',1,1,1,4,5,-1,'886n783m','running',-1,0,'',0,1795687398896,0,0);
INSERT INTO reports VALUES (1,6,9,'',0,'Two accounts, „żółw”.','',1795687398902,0);
INSERT INTO operator_acts VALUES (1,1795687398993,'root','announce',0,'','Moved to another machine.','done');
INSERT INTO operator_acts VALUES (2,1795687399530,'root','invite',0,'','1 account','done');
INSERT INTO operator_acts VALUES (3,1795687400009,'root','ban',7,'','','done');
INSERT INTO announcements VALUES (1,'Moved to another machine.',1795687398993,1795687399993);
INSERT INTO ladder_steps VALUES ('2t2sw9ys',1,'join',4,0,1795687399004);
INSERT INTO ladder_steps VALUES ('2t2sw9ys',2,'join',5,0,1795687399004);
CREATE INDEX tokens_player ON tokens (player_id);
CREATE INDEX sessions_player ON sessions (player_id);
CREATE INDEX sessions_used ON sessions (used_at);
CREATE INDEX codes_email ON codes (email_key);
CREATE INDEX codes_age ON codes (expires_at);
CREATE INDEX bounds_age ON bounds (until_at);
CREATE INDEX sign_in_requests_age ON sign_in_requests (expires_at);
CREATE INDEX challenges_challenger ON challenges (challenger_id, created_at);
CREATE INDEX challenges_opponent ON challenges (opponent_id, created_at) WHERE opponent_id IS NOT NULL;
CREATE INDEX challenges_waiting ON challenges (opponent_id) WHERE status = 'open' AND opponent_id IS NOT NULL;
CREATE INDEX challenges_invited ON challenges (invited) WHERE invited <> '';
CREATE INDEX challenges_open ON challenges (created_at) WHERE status = 'open' AND opponent_id IS NULL AND invited = '';
CREATE INDEX challenges_expiry ON challenges (expires_at) WHERE status = 'open';
CREATE INDEX challenges_rematch ON challenges (rematch_of) WHERE rematch_of <> '';
CREATE INDEX games_awaiting ON games (to_move_id, deadline_at) WHERE status = 'ongoing';
CREATE INDEX games_first_offers ON games (second_id) WHERE status = 'ongoing' AND (draw_by = 0 OR takeback_by = 0);
CREATE INDEX games_second_offers ON games (first_id) WHERE status = 'ongoing' AND (draw_by = 1 OR takeback_by = 1);
CREATE INDEX turns_repetition ON turns (game_id, key_hash);
CREATE INDEX notices_queue ON notices (next_at) WHERE done_at = 0;
CREATE INDEX notices_recipient ON notices (email, id) WHERE done_at = 0;
CREATE INDEX notices_game ON notices (game_id) WHERE done_at = 0;
CREATE INDEX notices_ledger ON notices (player_id, id);
CREATE INDEX responses_age ON responses (created_at);
CREATE INDEX game_log_game ON game_log (game_id, id);
CREATE INDEX vacations_player ON vacations (player_id, from_at);
CREATE INDEX chats_player ON chats (player_id, unread);
CREATE INDEX blocks_blocked ON blocks (blocked_id);
CREATE INDEX inbound_queue ON inbound (next_at, size) WHERE done_at = 0;
CREATE INDEX inbound_thread ON inbound (thread, id) WHERE done_at = 0;
CREATE INDEX inbound_player ON inbound (player_id, received_at) WHERE player_id > 0;
CREATE INDEX inbound_stranger ON inbound (challenge_id, received_at) WHERE challenge_id <> '';
CREATE INDEX inbound_unsaid ON inbound (player_id, game_id) WHERE unsaid = 1;
CREATE INDEX inbound_done ON inbound (done_at) WHERE done_at > 0;
CREATE TRIGGER games_final BEFORE UPDATE OF id, ruleset, variant, version, first_id, second_id,
    status, position, ply, to_move,
    winner, reason, hash, created_at, finished_at ON games WHEN OLD.status <> 'ongoing'
BEGIN
    SELECT RAISE(ABORT, 'a game that is over stands for good');
END;
CREATE TRIGGER games_kept BEFORE DELETE ON games WHEN OLD.status <> 'ongoing'
BEGIN
    SELECT RAISE(ABORT, 'a game that is over stands for good');
END;
CREATE TRIGGER turns_final BEFORE UPDATE ON turns
BEGIN
    SELECT RAISE(ABORT, 'a turn stands as it was played');
END;
CREATE TRIGGER turns_kept BEFORE DELETE ON turns
WHEN EXISTS (SELECT 1 FROM games WHERE id = OLD.game_id AND status <> 'ongoing')
BEGIN
    SELECT RAISE(ABORT, 'a game that is over stands for good');
END;
CREATE INDEX registrations_email ON registrations (email_key, id);
CREATE INDEX registrations_age ON registrations (created_at);
CREATE INDEX sign_in_requests_owner ON sign_in_requests (owner, expires_at);
CREATE INDEX notices_strangers ON notices (LOWER(email)) WHERE player_id = 0;
CREATE INDEX address_changes_former ON address_changes (former_key);
CREATE INDEX address_changes_age ON address_changes (asked_at);
CREATE INDEX tokens_expiry ON tokens (expires_at) WHERE expires_at > 0;
CREATE INDEX bulk_changes_player ON bulk_changes (player_id, id);
CREATE INDEX games_second_ongoing ON games (second_id, id) WHERE status = 'ongoing';
CREATE INDEX games_pair ON games (first_id, second_id);
CREATE INDEX games_first_ongoing ON games (first_id, second_id, id) WHERE status = 'ongoing';
CREATE INDEX games_ended ON games (status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX games_first_ended ON games (first_id, status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX games_first_ended_ruleset ON games (first_id, ruleset, status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX games_second_ended ON games (second_id, status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX games_second_ended_ruleset ON games (second_id, ruleset, status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX games_to_move ON games (to_move_id, ruleset, updated_at, id) WHERE status = 'ongoing';
CREATE INDEX games_waiting ON games ((first_id + second_id - to_move_id), ruleset, updated_at, id)
    WHERE status = 'ongoing';
CREATE INDEX games_due ON games
    ((CASE WHEN remind_at > 0 AND remind_at < deadline_at THEN remind_at ELSE deadline_at END), id)
    WHERE status = 'ongoing';
CREATE INDEX challenges_out ON challenges (challenger_id) WHERE status = 'open';
CREATE INDEX games_house ON games (house_at, id) WHERE house_at > 0;
CREATE INDEX players_listed ON players (name_key)
    WHERE unlisted = 0 AND confirmed_at > 0 AND deleted_at = 0 AND banned_at = 0;
CREATE INDEX games_ongoing ON games (ruleset, variant, updated_at, id) WHERE status = 'ongoing';
CREATE INDEX games_ended_variant ON games (ruleset, variant, status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX challenges_open_variant ON challenges (ruleset, variant, created_at, id)
    WHERE status = 'open' AND opponent_id IS NULL AND invited = '';
CREATE INDEX ratings_ranking ON ratings (ruleset, variant, rating, player_id)
    WHERE games >= 10 AND opponents >= 5 AND deviation <= 110;
CREATE INDEX game_ratings_player ON game_ratings (player_id, ruleset, variant, rated_at, opponent_id);
CREATE INDEX kept_lines_game ON kept_lines (player_id, game_id, id);
CREATE INDEX hooks_player ON hooks (player_id);
CREATE INDEX hook_deliveries_host ON hook_deliveries (host, next_at) WHERE done_at = 0;
CREATE INDEX hook_deliveries_leased ON hook_deliveries (host) WHERE lease_until > 0;
CREATE INDEX hook_deliveries_waiting ON hook_deliveries (hook_id) WHERE done_at = 0;
CREATE INDEX hook_deliveries_notice ON hook_deliveries (notice_id);
CREATE INDEX hook_deliveries_player ON hook_deliveries (player_id);
CREATE INDEX hook_deliveries_age ON hook_deliveries (created_at);
CREATE INDEX hook_hosts_queue ON hook_hosts (next_at);
CREATE INDEX events_recent ON events (created_at, id);
CREATE INDEX events_status ON events (status, created_at, id);
CREATE INDEX events_previous ON events (previous) WHERE previous <> '';
CREATE INDEX events_maker ON events (maker_id) WHERE maker_id > 0;
CREATE INDEX event_players_player ON event_players (player_id, event_id);
CREATE INDEX event_games_to_end ON event_games (game_id) WHERE to_end = 1;
CREATE UNIQUE INDEX event_games_game ON event_games (game_id) WHERE game_id <> '';
CREATE INDEX games_event ON games (event_id) WHERE event_id <> '';
CREATE INDEX reports_open ON reports (id) WHERE closed_at = 0;
CREATE INDEX reports_closed ON reports (closed_at) WHERE closed_at > 0;
CREATE INDEX reports_reporter ON reports (reporter_id, id);
CREATE INDEX operator_acts_age ON operator_acts (at);
CREATE INDEX vacations_until ON vacations (until_at);
CREATE INDEX event_games_state ON event_games (event_id, state, began_at);
COMMIT;
