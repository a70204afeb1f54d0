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
CREATE TABLE "former_turns" (
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
CREATE TABLE "games" (
    number        INTEGER PRIMARY KEY,
    id            TEXT    NOT NULL UNIQUE,
    ruleset       TEXT    NOT NULL,
    variant       TEXT    NOT NULL,
    version       INTEGER NOT NULL,
    first_id      INTEGER NOT NULL REFERENCES players (id),
    second_id     INTEGER NOT NULL REFERENCES players (id),
    status        TEXT    NOT NULL,
    position      TEXT    NOT NULL,
    ply           INTEGER NOT NULL,
    to_move       INTEGER NOT NULL,
    to_move_id    INTEGER NOT NULL,
    winner        INTEGER NOT NULL DEFAULT -1,
    reason        TEXT    NOT NULL DEFAULT '',
    pace          TEXT    NOT NULL,
    first_left    INTEGER NOT NULL,
    second_left   INTEGER NOT NULL,
    deadline_at   INTEGER NOT NULL,
    remind_at     INTEGER NOT NULL DEFAULT 0,
    draw_by       INTEGER NOT NULL DEFAULT -1,
    takeback_by   INTEGER NOT NULL DEFAULT -1,
    takeback_to   INTEGER NOT NULL DEFAULT 0,
    takebacks     INTEGER NOT NULL DEFAULT 0,
    hash          BLOB    NOT NULL,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    finished_at   INTEGER NOT NULL DEFAULT 0,
    offers        INTEGER NOT NULL DEFAULT 0,
    applied_change INTEGER NOT NULL DEFAULT 0,
    house_at      INTEGER NOT NULL DEFAULT 0,
    rated         INTEGER NOT NULL DEFAULT 0,
    unrated_because TEXT  NOT NULL DEFAULT 'unrated',
    absence       INTEGER NOT NULL DEFAULT 0,
    first_turns   INTEGER NOT NULL DEFAULT -1,
    second_turns  INTEGER NOT NULL DEFAULT -1,
    event_id      TEXT    NOT NULL DEFAULT '',
    vacation      INTEGER NOT NULL DEFAULT 1,
    days_off      TEXT    NOT NULL DEFAULT '',
    position_keys BLOB
);
CREATE TABLE turns (
    id         INTEGER PRIMARY KEY, -- games.number * 1048576 + ply
    seat       INTEGER NOT NULL,
    turn       TEXT    NOT NULL,
    position   TEXT    NOT NULL,
    events     TEXT    NOT NULL,
    message    TEXT    NOT NULL,
    via        TEXT    NOT NULL,
    at         INTEGER NOT NULL,
    occurrence INTEGER NOT NULL, -- number of occurrences of the position in the game by then
    hash       BLOB    NOT NULL
);
INSERT INTO goose_db_version VALUES (1,0,1,'2026-11-27 03:30:39');
INSERT INTO goose_db_version VALUES (2,1,1,'2026-11-27 03:30:39');
INSERT INTO goose_db_version VALUES (3,2,1,'2026-11-27 03:30:39');
INSERT INTO goose_db_version VALUES (4,3,1,'2026-11-27 03:30:39');
INSERT INTO goose_db_version VALUES (5,4,1,'2026-11-27 03:30:39');
INSERT INTO goose_db_version VALUES (6,5,1,'2026-11-27 03:30:39');
INSERT INTO goose_db_version VALUES (7,6,1,'2026-11-27 03:30:39');
INSERT INTO goose_db_version VALUES (8,7,1,'2026-11-27 03:30:39');
INSERT INTO goose_db_version VALUES (9,8,1,'2026-11-27 03:30:39');
INSERT INTO goose_db_version VALUES (10,9,1,'2026-11-27 03:30:39');
INSERT INTO goose_db_version VALUES (11,10,1,'2026-11-27 03:30:39');
INSERT INTO goose_db_version VALUES (12,11,1,'2026-11-27 03:30:39');
INSERT INTO goose_db_version VALUES (13,12,1,'2026-11-27 03:30:39');
INSERT INTO goose_db_version VALUES (14,13,1,'2026-11-27 03:30:39');
INSERT INTO goose_db_version VALUES (15,14,1,'2026-11-27 03:30:39');
INSERT INTO goose_db_version VALUES (16,15,1,'2026-11-27 03:30:39');
INSERT INTO goose_db_version VALUES (17,16,1,'2026-11-27 03:30:39');
INSERT INTO goose_db_version VALUES (18,17,1,'2026-11-27 03:30:39');
INSERT INTO sqlite_sequence VALUES ('goose_db_version',18);
INSERT INTO sqlite_sequence VALUES ('bulk_changes',16);
INSERT INTO players VALUES (1,'house-easy','house-easy','','house-easy','en','UTC','{}',0,0,0,0,0,0,0,0,0,0,'',0,0,0,'',0);
INSERT INTO players VALUES (2,'house-medium','house-medium','','house-medium','en','UTC','{}',0,0,0,0,0,0,0,0,0,0,'',0,0,0,'',0);
INSERT INTO players VALUES (3,'house-hard','house-hard','','house-hard','en','UTC','{}',0,0,0,0,0,0,0,0,0,0,'',0,0,0,'',0);
INSERT INTO players VALUES (4,'ann','ann','ann@example.org','ann@example.org','en','Europe/Warsaw','{"mail":{"offer_answer":"off"},"games":{"fw2txnc3":"off"},"reminders":["50%","3h"],"confirm_replies":true,"confirmed":1,"quiet":{"from":"16:00","until":"18:00"}}',1798326000000,1798930800000,1795750239939,1795750239939,0,0,0,103525757052127602,0,0,'',0,0,0,'',0);
INSERT INTO players VALUES (5,'bob','bob','bob@example.org','bob@example.org','en','Europe/Warsaw','{}',0,0,1795750239945,1795750239945,0,0,0,1317874699651523520,0,0,'',0,0,0,'',0);
INSERT INTO players VALUES (6,'dan','dan','dan@example.org','dan@example.org','en','Europe/Warsaw','{"hooks":true}',1795750240858,1796166000000,1795750239950,1795750239950,0,0,0,2739401609559424948,3,1795750241115,'550 5.1.1 no such user',1,0,0,'sun',1);
INSERT INTO players VALUES (7,'eve','eve','eve@example.org','eve@example.org','en','Europe/Warsaw','{"mail":{"game_over":"off","your_turn":"off"}}',0,0,1795750239953,1795750239953,0,0,1795750241239,2374924362428123393,0,0,'',0,0,0,'',0);
INSERT INTO players VALUES (8,'gone-xg233kq3','gone-xg233kq3','','gone-xg233kq3','en','UTC','{}',0,0,1795750239957,1795750239957,0,1795750241183,0,7159236901148527070,0,0,'',0,0,0,'',0);
INSERT INTO players VALUES (9,'gil','gil','gus@example.org','gus@example.org','en','Europe/Warsaw','{"mail":{"your_turn":"digest"},"digest_hour":16}',0,0,1795750239961,1795750239961,1795750241182,0,0,7914992894212250843,0,0,'',0,0,0,'',0);
INSERT INTO players VALUES (10,'cleo','cleo','cleo@example.org','cleo@example.org','en','America/New_York','{}',0,0,1795750239972,1795750239972,0,0,0,2404191763499428550,0,0,'',0,0,0,'',0);
INSERT INTO invitations VALUES (X'B48D06ED8A65A753F2CE16C784E28EF398BDA85935F994A38C38B0CCC9B92DEC','a friend',1795750240832,1796959840832,1);
INSERT INTO tokens VALUES (1,4,X'5109EECBC7C8B40EAC62E66EC3172F3BCD921C2AEF09A0734ABC1F5485D1986C','laptop of ann',1795750239939,1795750239939,'play',0);
INSERT INTO tokens VALUES (2,5,X'EE5B48E3A9090B305315B1E04CE3AD8ABE438769BA8990FDD323AEB038E1CA01','laptop of bob',1795750239945,1795750239945,'play',0);
INSERT INTO tokens VALUES (3,6,X'16A8128681EF58CE30760471908FC406B8DD524D6C902AE5D12448EC27CE7A37','laptop of dan',1795750239950,1795750239950,'play',0);
INSERT INTO tokens VALUES (6,9,X'1720EE394BBF92CF82CA4BD66831387A9086FAF18571FFAD0DCBFA948B6AA5C5','laptop of gus',1795750239961,1795750239961,'play',0);
INSERT INTO sessions VALUES (1,10,X'B2721A87C317CFAD0B40A18F00B4CC830109D0B41EBB51332FD4E08DCB1D1220','/',1795750239972,1795750239972);
INSERT INTO codes VALUES (1,'hal@example.org',X'337C5A139D1F6C8B6476F2181CBB20338623D8956A14E40EFF62837D9C5A46FD',1795751141246,'sign_in',1);
INSERT INTO codes VALUES (2,'bob@example.org',X'70BA76E0F94975D963761D38C7D3B1E6F78DC1C32B9690BD044F3ABB0BA75E71',1795751141250,'sign_in',0);
INSERT INTO bounds VALUES ('code-own.VPMBCCgd8TLnhfzlULcrRw',1795750239956);
INSERT INTO bounds VALUES ('spraying.64NpXoV4xL7x0twFSfP0kA',1795750239961);
INSERT INTO bounds VALUES ('code-own.f9B_5szP9VS_4-xmM6_2pw',1795750239976);
INSERT INTO bounds VALUES ('code-own.MFccKo9p2HeGriZQaBb4jQ',1795750239980);
INSERT INTO bounds VALUES ('code-own.VTO9KVxFv2tobAWuvtjgvA',1795750239983);
INSERT INTO bounds VALUES ('code-own.0UPlb1zD4CFTsAs39fxVwg',1795750239987);
INSERT INTO bounds VALUES ('code-own.xrUJFoFdv7ua7IgySlWCnQ',1795750239992);
INSERT INTO bounds VALUES ('code-own.WbKKGapfNze6Q8Ek86ESCQ',1795750241273);
INSERT INTO bounds VALUES ('hook-host.127.0.0.1',1795750241282);
INSERT INTO bounds VALUES ('code-own.0mDAaKAn5WPVYPgqyCbl2g',1795750241392);
INSERT INTO bounds VALUES ('code-strangers.F0sT-G2UKpgZtgiisYiF3A',1795750309047);
INSERT INTO bounds VALUES ('code-asker.Y_3hIlaoH22B50i_TEHLEA',1795750383927);
INSERT INTO bounds VALUES ('code-asker.SOiRFvtQiBo9rzNF9RGu2w',1795750815927);
INSERT INTO bounds VALUES ('code-asker.BjIVffpr444_TLPakNPrsQ',1795752543927);
INSERT INTO bounds VALUES ('house.6',1795754560045);
INSERT INTO bounds VALUES ('reports.6',1795758880263);
INSERT INTO bounds VALUES ('invitations.qqAHkjJ0f-GXY0TYWsMo-w',1795779040685);
INSERT INTO bounds VALUES ('invitations.gr8Ia6SXeXbgXD-FsGWp3g',1795779040689);
INSERT INTO bounds VALUES ('home.NJzf9NTbOvru_APz3cD2tQ',1803526239939);
INSERT INTO bounds VALUES ('home.Df-xR6JEjajXiSFfnIH5qA',1803526239945);
INSERT INTO bounds VALUES ('home.8WyJHISDw-CaiJmT3vW0XA',1803526239950);
INSERT INTO bounds VALUES ('home.31r4VXPrqcH0GuWD7oTc2g',1803526239953);
INSERT INTO bounds VALUES ('home.dyuHVGLohPfDgnnRzXtPOw',1803526239957);
INSERT INTO bounds VALUES ('home.gwkmUvkdSCmum3OIU99zkA',1803526239961);
INSERT INTO bounds VALUES ('home.jvdG126sbUowMTn8rr8uGg',1803526239972);
INSERT INTO sign_in_requests VALUES (X'062EEF25091597C41E9BC6D18D28EA7045702C9D15D9ADA835F843D5684B06C1',X'D0D96EE491E09D678E43789D8E4A82CC',0,1795836641247);
INSERT INTO sign_in_requests VALUES (X'0D08269CE79E0C3FCE4CD0161CC649F085654A60CF947313B812C4C51EDF563C',X'69428E4E48D8D7572471673F8AAC9A83',1,1795836639963);
INSERT INTO sign_in_requests VALUES (X'2403B57C3ACC3612D5C33790B803F534C95D8D9CB493D06988092DBDD8C90DAE',X'A7EEC4DE4B24345FEDB5FC59A622A0A6',0,1795836639951);
INSERT INTO sign_in_requests VALUES (X'2B9FB98A1C56D3EA05E3A8BD4359AFE53878AB34BA8E50212DF34E63E264F996',X'02846BA7EA5566815791857F9521741E',0,1795836641244);
INSERT INTO sign_in_requests VALUES (X'84FEDE3F89E89328A663E95075DCAFE7AB786F6DA22DB717F0CFB5A39B38F6B9',X'47A12FE521A5EC71C6DF181A303BA76E',0,1795836639958);
INSERT INTO sign_in_requests VALUES (X'93642CEEF4164C8F583547B0F25C6A6BEF607BF6255C96DC5A97F89DB854C49D',X'4C53C10C49DA6B1D65E2474581A99012',0,1795836639927);
INSERT INTO sign_in_requests VALUES (X'A30FC4D6CA1EAD60C5CEA55654D4CC11624A1A0C97D381D7F83F59A0A60F0948',X'A22E96CEAA82D9161F1C5AD5FACF9173',0,1795836639954);
INSERT INTO sign_in_requests VALUES (X'C612232D53FE52C8F3147FDEE4CB50E25419D72E890D57C9200C1E6500CBCE1E',X'E0CA0D3ED04AECAA9FBDEE1129E56B99',0,1795836639947);
INSERT INTO sign_in_requests VALUES (X'E0DABA6F34A306ACCD0802CBEA5B5B1C162FD7DD4BCDF363C66ADF967BBD12C6',X'D0D96EE491E09D678E43789D8E4A82CC',0,1795836639942);
INSERT INTO challenges VALUES ('2j35sr9k','hnefatafl','7x7',5,4,'',0,'3d','','open','','fw2txnc3',1795750240665,1796959840665,0,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('3tfm6vhw','hnefatafl','7x7',4,9,'',0,'3d','','accepted','n4t4kqvn','',1795750240846,1796959840846,1795750240848,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('3tg9dvpv','sevensages','standard',8,7,'',0,'3d','','accepted','5z74rhsh','',1795750240548,1796959840548,1795750240551,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('4c3x23cw','hnefatafl','7x7',4,5,'',0,'3d','','accepted','fw2txnc3','',1795750240657,1796959840657,1795750240659,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('5w35x8x2','hnefatafl','7x7',4,5,'',0,'3d','','accepted','yr7vc4fk','',1795750240615,1796959840615,1795750240617,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('7p8qccgw','sevensages','short',4,5,'',0,'3d','','accepted','y53y3cms','',1795750240461,1796959840461,1795750240462,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('7s7fy99b','hnefatafl','7x7',4,5,'',0,'3d','','accepted','84xhc9jy','',1795750240646,1796959840646,1795750240647,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('8h6d6vb4','hanniball','standard',4,5,'',-1,'3d','','declined','','',1795750240686,1796959840686,1795750240687,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('8wb2cmcv','bohnduell','standard',4,10,'',0,'14d+1d/21d','','open','','',1795750240685,1796959840685,0,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('c6wk4295','hnefatafl','7x7',4,5,'',0,'3d','','accepted','62v7g4ry','',1795750240651,1796959840651,1795750240652,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('dfykdm6j','hnefatafl','11x11',4,5,'',0,'3d','','accepted','bbvdr4r3','',1795750240495,1796959840495,1795750240499,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('h627rmvc','sevensages','standard',4,5,'',0,'3d','','accepted','8d7vb2r6','',1795750240452,1796959840452,1795750240453,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('hrr95794','bohnduell','long',4,5,'',0,'3d','','accepted','pmd9mwmj','',1795750240479,1796959840479,1795750240480,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('jd6dvvnc','hnefatafl','11x11',8,7,'',0,'3d','','accepted','mv66q3m4','',1795750240590,1796959840590,1795750240592,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('kzwhrhtj','hnefatafl','7x7',4,5,'',0,'3d','','accepted','n6p8k9vx','',1795750240637,1796959840637,1795750240638,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('m3t2bc5s','hnefatafl','7x7',5,6,'',0,'3d','','accepted','f44k4pq4','',1795750240852,1796959840852,1795750240856,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('m8jgmffv','hanniball','standard',4,5,'',0,'3d','','accepted','sffskpj3','',1795750240435,1796959840435,1795750240436,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('n2dpv8pm','hnefatafl','7x7',4,5,'',0,'3d','','accepted','ck57cfd4','',1795750240629,1796959840629,1795750240630,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('n77jxsdw','bohnduell','standard',8,7,'',0,'3d','','accepted','wykmnz8n','',1795750240568,1796959840568,1795750240569,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('q2c4n5x2','hnefatafl','7x7',4,5,'',0,'3d','','accepted','gs2jx4hh','',1795750240680,1796959840680,1795750240681,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('rgtbr25s','hnefatafl','7x7',6,1,'',0,'3d','','accepted','pxr95yyt','',1795750240045,1796959840045,1795750240045,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('vmds47kt','bohnduell','standard',4,5,'',0,'3d','','accepted','gk9n9qd4','',1795750240470,1796959840470,1795750240472,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('w258bjq3','hnefatafl','9x9',4,5,'',0,'3d','','accepted','qs29h8c8','',1795750240510,1796959840510,1795750240511,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('xhck5ggy','hanniball','standard',4,NULL,'sam@example.com',1,'3d','Do you play?','open','','',1795750240685,1796959840685,0,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('xrd4zprm','hnefatafl','7x7',4,5,'',0,'3d','','accepted','3bp9j69m','',1795750240518,1796959840518,1795750240520,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('y2q8qr69','sevensages','short',4,NULL,'',-1,'3d','Who dares?','open','','',1795750240684,1800934240684,0,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('yr3txryq','hanniball','standard',4,5,'',-1,'3d','','withdrawn','','',1795750240688,1796959840688,1795750240689,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('yvcr45h2','hnefatafl','7x7',4,5,'',0,'3d','','accepted','y498bqtn','',1795750240670,1796959840670,1795750240672,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('zk9gs8sq','hanniball','standard',4,NULL,'tess@example.com',-1,'3d','','open','','',1795750240689,1796959840689,0,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('zyccqgj3','hanniball','standard',8,7,'',0,'3d','','accepted','smb8d79d','',1795750240531,1796959840531,1795750240533,'',1,0,0,0,1);
INSERT INTO notices VALUES (1,'code.1795750239927.6fsk3wamaf','code',4,'ann@example.org','',0,'','','{"network":"qgcP73AA20okBrAjxsICog"}',1795750239927,1795750239927,0,0,0,'',1,'sent','',0,'',1795750239939,'','');
INSERT INTO notices VALUES (2,'code.1795750239942.4ovvz6zvpr','code',5,'bob@example.org','',0,'','','{"network":"qgcP73AA20okBrAjxsICog"}',1795750239942,1795750239942,0,0,0,'',1,'sent','',0,'',1795750239945,'','');
INSERT INTO notices VALUES (3,'code.1795750239947.pij5afwsfl','code',6,'dan@example.org','',0,'','','{"network":"qgcP73AA20okBrAjxsICog"}',1795750239947,1795750239947,0,0,0,'',1,'sent','',0,'',1795750239949,'','');
INSERT INTO notices VALUES (4,'code.1795750239951.6jrn57isbr','code',7,'eve@example.org','',0,'','','{"network":"qgcP73AA20okBrAjxsICog"}',1795750239951,1795750239951,0,0,0,'',1,'sent','',0,'',1795750239953,'','');
INSERT INTO notices VALUES (5,'code.1795750239954.cfxr6i23b4','code',8,'','',0,'','','{"network":"qgcP73AA20okBrAjxsICog"}',1795750239954,1795750239954,0,0,0,'',1,'sent','',0,'',1795750239956,'','');
INSERT INTO notices VALUES (6,'code.1795750239958.uh66pgtizj','code',9,'gus@example.org','',0,'','','{"network":"qgcP73AA20okBrAjxsICog"}',1795750239958,1795750239958,0,0,0,'',1,'sent','',0,'',1795750239962,'','');
INSERT INTO notices VALUES (7,'code.1795750239963.vvnfqczvcd','code',10,'cleo@example.org','',0,'','','{"network":"qgcP73AA20okBrAjxsICog"}',1795750239963,1795750239963,0,0,0,'',1,'sent','',0,'',1795750239967,'','');
INSERT INTO notices VALUES (8,'turn.pxr95yyt.0','your_turn',6,'dan@example.org','pxr95yyt',0,'','','',1795750240045,1795750540045,0,0,0,'',0,'dropped','turn_played',0,'',1795750240051,'','');
INSERT INTO notices VALUES (9,'turn.pxr95yyt.2','your_turn',6,'dan@example.org','pxr95yyt',2,'','','',1795750240057,1795750240066,0,0,0,'',1,'sent','',0,'',1795750240080,'','');
INSERT INTO notices VALUES (10,'turn.pxr95yyt.4','your_turn',6,'dan@example.org','pxr95yyt',4,'','','',1795750240081,1795750240414,0,0,0,'',1,'sent','',0,'',1795750240426,'','');
INSERT INTO notices VALUES (11,'event_began.pk77h5fy.4','event_began',4,'ann@example.org','',0,'','','{"event":"pk77h5fy"}',1795750240251,1795750240251,0,0,0,'',1,'sent','',0,'',1795750240282,'','');
INSERT INTO notices VALUES (12,'event_began.pk77h5fy.5','event_began',5,'bob@example.org','',0,'','','{"event":"pk77h5fy"}',1795750240251,1795750240251,0,0,0,'',1,'sent','',0,'',1795750240282,'','');
INSERT INTO notices VALUES (13,'challenge.m8jgmffv','challenge',5,'bob@example.org','',0,'m8jgmffv','','',1795750240435,1795750240435,0,0,0,'',1,'sent','',0,'',1795750240452,'','');
INSERT INTO notices VALUES (14,'answer.m8jgmffv','challenge_answer',4,'ann@example.org','sffskpj3',0,'m8jgmffv','','{"decision":"accepted"}',1795750240436,1795750240436,0,0,0,'',1,'dropped','played_already',0,'',1795750240470,'','');
INSERT INTO notices VALUES (15,'turn.sffskpj3.0','your_turn',4,'ann@example.org','sffskpj3',0,'','','',1795750240436,1795750240436,0,0,0,'',1,'dropped','turn_played',0,'',1795750240470,'','');
INSERT INTO notices VALUES (16,'turn.sffskpj3.1','your_turn',5,'bob@example.org','sffskpj3',1,'','','',1795750240442,1795750240442,0,0,0,'',0,'dropped','turn_played',0,'',1795750240445,'','');
INSERT INTO notices VALUES (17,'turn.sffskpj3.2','your_turn',4,'ann@example.org','sffskpj3',2,'','','',1795750240445,1795750240445,0,0,0,'',0,'dropped','turn_played',0,'',1795750240446,'','');
INSERT INTO notices VALUES (18,'turn.sffskpj3.3','your_turn',5,'bob@example.org','sffskpj3',3,'','','',1795750240446,1795750240446,0,0,0,'',0,'dropped','turn_played',0,'',1795750240447,'','');
INSERT INTO notices VALUES (19,'turn.sffskpj3.4','your_turn',4,'ann@example.org','sffskpj3',4,'','','',1795750240447,1795750240447,0,0,0,'',1,'sent','',0,'',1795750240508,'','');
INSERT INTO notices VALUES (20,'challenge.h627rmvc','challenge',5,'bob@example.org','',0,'h627rmvc','','',1795750240452,1795750240452,0,0,0,'',1,'dropped','challenge_decided',0,'',1795750240492,'','');
INSERT INTO notices VALUES (21,'answer.h627rmvc','challenge_answer',4,'ann@example.org','8d7vb2r6',0,'h627rmvc','','{"decision":"accepted"}',1795750240453,1795750240453,0,0,0,'',1,'dropped','played_already',0,'',1795750240556,'','');
INSERT INTO notices VALUES (22,'turn.8d7vb2r6.0','your_turn',4,'ann@example.org','8d7vb2r6',0,'','','',1795750240453,1795750240453,0,0,0,'',0,'dropped','turn_played',0,'',1795750240455,'','');
INSERT INTO notices VALUES (23,'turn.8d7vb2r6.1','your_turn',5,'bob@example.org','8d7vb2r6',1,'','','',1795750240455,1795750240455,0,0,0,'',0,'dropped','turn_played',0,'',1795750240456,'','');
INSERT INTO notices VALUES (24,'turn.8d7vb2r6.2','your_turn',4,'ann@example.org','8d7vb2r6',2,'','','',1795750240456,1795750240456,0,0,0,'',0,'dropped','turn_played',0,'',1795750240458,'','');
INSERT INTO notices VALUES (25,'turn.8d7vb2r6.3','your_turn',5,'bob@example.org','8d7vb2r6',3,'','','',1795750240458,1795750240458,0,0,0,'',0,'dropped','turn_played',0,'',1795750240459,'','');
INSERT INTO notices VALUES (26,'turn.8d7vb2r6.4','your_turn',4,'ann@example.org','8d7vb2r6',4,'','','',1795750240459,1795750240459,0,0,0,'',1,'sent','bundled',21,'',1795750240556,'','');
INSERT INTO notices VALUES (27,'challenge.7p8qccgw','challenge',5,'bob@example.org','',0,'7p8qccgw','','',1795750240461,1795750240461,0,0,0,'',0,'dropped','challenge_decided',0,'',1795750240462,'','');
INSERT INTO notices VALUES (28,'answer.7p8qccgw','challenge_answer',4,'ann@example.org','y53y3cms',0,'7p8qccgw','','{"decision":"accepted"}',1795750240462,1795750240462,0,0,0,'',1,'dropped','played_already',0,'',1795750240587,'','');
INSERT INTO notices VALUES (29,'turn.y53y3cms.0','your_turn',4,'ann@example.org','y53y3cms',0,'','','',1795750240462,1795750240462,0,0,0,'',0,'dropped','turn_played',0,'',1795750240464,'','');
INSERT INTO notices VALUES (30,'turn.y53y3cms.1','your_turn',5,'bob@example.org','y53y3cms',1,'','','',1795750240464,1795750240464,0,0,0,'',0,'dropped','turn_played',0,'',1795750240465,'','');
INSERT INTO notices VALUES (31,'turn.y53y3cms.2','your_turn',4,'ann@example.org','y53y3cms',2,'','','',1795750240465,1795750240465,0,0,0,'',0,'dropped','turn_played',0,'',1795750240466,'','');
INSERT INTO notices VALUES (32,'turn.y53y3cms.3','your_turn',5,'bob@example.org','y53y3cms',3,'','','',1795750240466,1795750240466,0,0,0,'',0,'dropped','turn_played',0,'',1795750240469,'','');
INSERT INTO notices VALUES (33,'turn.y53y3cms.4','your_turn',4,'ann@example.org','y53y3cms',4,'','','',1795750240469,1795750240469,0,0,0,'',1,'sent','bundled',28,'',1795750240587,'','');
INSERT INTO notices VALUES (34,'challenge.vmds47kt','challenge',5,'bob@example.org','',0,'vmds47kt','','',1795750240470,1795750240470,0,0,0,'',0,'dropped','challenge_decided',0,'',1795750240472,'','');
INSERT INTO notices VALUES (35,'answer.vmds47kt','challenge_answer',4,'ann@example.org','gk9n9qd4',0,'vmds47kt','','{"decision":"accepted"}',1795750240472,1795750240472,0,0,0,'',1,'dropped','played_already',0,'',1795750240616,'','');
INSERT INTO notices VALUES (36,'turn.gk9n9qd4.0','your_turn',4,'ann@example.org','gk9n9qd4',0,'','','',1795750240472,1795750240472,0,0,0,'',0,'dropped','turn_played',0,'',1795750240473,'','');
INSERT INTO notices VALUES (37,'turn.gk9n9qd4.1','your_turn',5,'bob@example.org','gk9n9qd4',1,'','','',1795750240473,1795750240473,0,0,0,'',0,'dropped','turn_played',0,'',1795750240475,'','');
INSERT INTO notices VALUES (38,'turn.gk9n9qd4.2','your_turn',4,'ann@example.org','gk9n9qd4',2,'','','',1795750240475,1795750240475,0,0,0,'',0,'dropped','turn_played',0,'',1795750240476,'','');
INSERT INTO notices VALUES (39,'turn.gk9n9qd4.3','your_turn',5,'bob@example.org','gk9n9qd4',3,'','','',1795750240476,1795750240476,0,0,0,'',0,'dropped','turn_played',0,'',1795750240477,'','');
INSERT INTO notices VALUES (40,'turn.gk9n9qd4.4','your_turn',4,'ann@example.org','gk9n9qd4',4,'','','',1795750240477,1795750240477,0,0,0,'',1,'sent','bundled',35,'',1795750240616,'','');
INSERT INTO notices VALUES (41,'challenge.hrr95794','challenge',5,'bob@example.org','',0,'hrr95794','','',1795750240479,1795750240479,0,0,0,'',0,'dropped','challenge_decided',0,'',1795750240480,'','');
INSERT INTO notices VALUES (42,'answer.hrr95794','challenge_answer',4,'ann@example.org','pmd9mwmj',0,'hrr95794','','{"decision":"accepted"}',1795750240480,1795750240480,0,0,0,'',1,'dropped','played_already',0,'',1795750240682,'','');
INSERT INTO notices VALUES (43,'turn.pmd9mwmj.0','your_turn',4,'ann@example.org','pmd9mwmj',0,'','','',1795750240480,1795750240480,0,0,0,'',0,'dropped','turn_played',0,'',1795750240481,'','');
INSERT INTO notices VALUES (44,'turn.pmd9mwmj.1','your_turn',5,'bob@example.org','pmd9mwmj',1,'','','',1795750240481,1795750240481,0,0,0,'',0,'dropped','turn_played',0,'',1795750240483,'','');
INSERT INTO notices VALUES (45,'turn.pmd9mwmj.2','your_turn',4,'ann@example.org','pmd9mwmj',2,'','','',1795750240483,1795750240483,0,0,0,'',0,'dropped','turn_played',0,'',1795750240485,'','');
INSERT INTO notices VALUES (46,'turn.pmd9mwmj.3','your_turn',5,'bob@example.org','pmd9mwmj',3,'','','',1795750240485,1795750240485,0,0,0,'',0,'dropped','turn_played',0,'',1795750240486,'','');
INSERT INTO notices VALUES (47,'turn.pmd9mwmj.4','your_turn',4,'ann@example.org','pmd9mwmj',4,'','','',1795750240486,1795750240486,0,0,0,'',1,'sent','bundled',42,'',1795750240682,'','');
INSERT INTO notices VALUES (48,'challenge.dfykdm6j','challenge',5,'bob@example.org','',0,'dfykdm6j','','',1795750240495,1795750240495,0,0,0,'',1,'dropped','challenge_decided',0,'',1795750240540,'','');
INSERT INTO notices VALUES (49,'answer.dfykdm6j','challenge_answer',4,'ann@example.org','bbvdr4r3',0,'dfykdm6j','','{"decision":"accepted"}',1795750240499,1795750240499,0,0,0,'',1,'dropped','played_already',0,'',1795750240730,'','');
INSERT INTO notices VALUES (50,'turn.bbvdr4r3.0','your_turn',4,'ann@example.org','bbvdr4r3',0,'','','',1795750240499,1795750240499,0,0,0,'',0,'dropped','turn_played',0,'',1795750240503,'','');
INSERT INTO notices VALUES (51,'turn.bbvdr4r3.1','your_turn',5,'bob@example.org','bbvdr4r3',1,'','','',1795750240503,1795750240503,0,0,0,'',0,'dropped','turn_played',0,'',1795750240505,'','');
INSERT INTO notices VALUES (52,'turn.bbvdr4r3.2','your_turn',4,'ann@example.org','bbvdr4r3',2,'','','',1795750240505,1795750240505,0,0,0,'',0,'dropped','turn_played',0,'',1795750240506,'','');
INSERT INTO notices VALUES (53,'turn.bbvdr4r3.3','your_turn',5,'bob@example.org','bbvdr4r3',3,'','','',1795750240506,1795750240506,0,0,0,'',0,'dropped','turn_played',0,'',1795750240507,'','');
INSERT INTO notices VALUES (54,'turn.bbvdr4r3.4','your_turn',4,'ann@example.org','bbvdr4r3',4,'','','',1795750240507,1795750240507,0,0,0,'',1,'sent','bundled',49,'',1795750240730,'','');
INSERT INTO notices VALUES (55,'challenge.w258bjq3','challenge',5,'bob@example.org','',0,'w258bjq3','','',1795750240510,1795750240510,0,0,0,'',0,'dropped','challenge_decided',0,'',1795750240511,'','');
INSERT INTO notices VALUES (56,'answer.w258bjq3','challenge_answer',4,'ann@example.org','qs29h8c8',0,'w258bjq3','','{"decision":"accepted"}',1795750240511,1795750240511,0,0,0,'',1,'dropped','played_already',0,'',1795750240843,'','');
INSERT INTO notices VALUES (57,'turn.qs29h8c8.0','your_turn',4,'ann@example.org','qs29h8c8',0,'','','',1795750240511,1795750240511,0,0,0,'',0,'dropped','turn_played',0,'',1795750240513,'','');
INSERT INTO notices VALUES (58,'turn.qs29h8c8.1','your_turn',5,'bob@example.org','qs29h8c8',1,'','','',1795750240513,1795750240513,0,0,0,'',0,'dropped','turn_played',0,'',1795750240514,'','');
INSERT INTO notices VALUES (59,'turn.qs29h8c8.2','your_turn',4,'ann@example.org','qs29h8c8',2,'','','',1795750240514,1795750240514,0,0,0,'',0,'dropped','turn_played',0,'',1795750240516,'','');
INSERT INTO notices VALUES (60,'turn.qs29h8c8.3','your_turn',5,'bob@example.org','qs29h8c8',3,'','','',1795750240516,1795750240516,0,0,0,'',0,'dropped','turn_played',0,'',1795750240517,'','');
INSERT INTO notices VALUES (61,'turn.qs29h8c8.4','your_turn',4,'ann@example.org','qs29h8c8',4,'','','',1795750240517,1795750240517,0,0,0,'',1,'sent','bundled',56,'',1795750240843,'','');
INSERT INTO notices VALUES (62,'challenge.xrd4zprm','challenge',5,'bob@example.org','',0,'xrd4zprm','','',1795750240518,1795750240518,0,0,0,'',0,'dropped','challenge_decided',0,'',1795750240520,'','');
INSERT INTO notices VALUES (63,'answer.xrd4zprm','challenge_answer',4,'ann@example.org','3bp9j69m',0,'xrd4zprm','','{"decision":"accepted"}',1795750240520,1795750240520,0,0,0,'',1,'dropped','played_already',0,'',1795750240860,'','');
INSERT INTO notices VALUES (64,'turn.3bp9j69m.0','your_turn',4,'ann@example.org','3bp9j69m',0,'','','',1795750240520,1795750240520,0,0,0,'',0,'dropped','turn_played',0,'',1795750240521,'','');
INSERT INTO notices VALUES (65,'turn.3bp9j69m.1','your_turn',5,'bob@example.org','3bp9j69m',1,'','','',1795750240521,1795750240521,0,0,0,'',0,'dropped','turn_played',0,'',1795750240523,'','');
INSERT INTO notices VALUES (66,'turn.3bp9j69m.2','your_turn',4,'ann@example.org','3bp9j69m',2,'','','',1795750240523,1795750240523,0,0,0,'',0,'dropped','turn_played',0,'',1795750240524,'','');
INSERT INTO notices VALUES (67,'turn.3bp9j69m.3','your_turn',5,'bob@example.org','3bp9j69m',3,'','','',1795750240524,1795750240524,0,0,0,'',0,'dropped','turn_played',0,'',1795750240526,'','');
INSERT INTO notices VALUES (68,'turn.3bp9j69m.4','your_turn',4,'ann@example.org','3bp9j69m',4,'','','',1795750240526,1795750240526,0,0,0,'',1,'sent','bundled',63,'',1795750240860,'','');
INSERT INTO notices VALUES (69,'challenge.zyccqgj3','challenge',7,'eve@example.org','',0,'zyccqgj3','','',1795750240531,1795750240531,0,0,0,'',1,'dropped','challenge_decided',0,'',1795750240569,'','');
INSERT INTO notices VALUES (70,'answer.zyccqgj3','challenge_answer',8,'','smb8d79d',0,'zyccqgj3','','{"decision":"accepted"}',1795750240533,1795750240533,0,0,0,'',1,'dropped','game_over',0,'',1795750240571,'','');
INSERT INTO notices VALUES (71,'turn.smb8d79d.0','your_turn',8,'','smb8d79d',0,'','','',1795750240533,1795750240533,0,0,0,'',1,'dropped','kind_off',0,'',1795750240571,'','');
INSERT INTO notices VALUES (72,'turn.smb8d79d.1','your_turn',7,'eve@example.org','smb8d79d',1,'','','',1795750240534,1795750240534,0,0,0,'',0,'dropped','turn_played',0,'',1795750240536,'','');
INSERT INTO notices VALUES (73,'turn.smb8d79d.2','your_turn',8,'','smb8d79d',2,'','','',1795750240536,1795750240536,0,0,0,'',0,'dropped','turn_played',0,'',1795750240537,'','');
INSERT INTO notices VALUES (74,'turn.smb8d79d.3','your_turn',7,'eve@example.org','smb8d79d',3,'','','',1795750240537,1795750240537,0,0,0,'',0,'dropped','turn_played',0,'',1795750240538,'','');
INSERT INTO notices VALUES (75,'turn.smb8d79d.4','your_turn',8,'','smb8d79d',4,'','','',1795750240538,1795750240538,0,0,0,'',0,'dropped','turn_played',0,'',1795750240539,'','');
INSERT INTO notices VALUES (76,'turn.smb8d79d.5','your_turn',7,'eve@example.org','smb8d79d',5,'','','',1795750240539,1795750240539,0,0,0,'',0,'dropped','turn_played',0,'',1795750240540,'','');
INSERT INTO notices VALUES (77,'turn.smb8d79d.6','your_turn',8,'','smb8d79d',6,'','','',1795750240540,1795750240540,0,0,0,'',0,'dropped','turn_played',0,'',1795750240542,'','');
INSERT INTO notices VALUES (78,'turn.smb8d79d.7','your_turn',7,'eve@example.org','smb8d79d',7,'','','',1795750240542,1795750240542,0,0,0,'',0,'dropped','game_over',0,'',1795750240543,'','');
INSERT INTO notices VALUES (79,'over.smb8d79d.0','game_over',8,'','smb8d79d',8,'','','',1795750240543,1795750240543,0,0,0,'',1,'dropped','kind_off',0,'',1795750240600,'','');
INSERT INTO notices VALUES (80,'over.smb8d79d.1','game_over',7,'eve@example.org','smb8d79d',8,'','','',1795750240543,1795750240543,0,0,0,'',1,'dropped','kind_off',0,'',1795750240598,'','');
INSERT INTO notices VALUES (81,'challenge.3tg9dvpv','challenge',7,'eve@example.org','',0,'3tg9dvpv','','',1795750240548,1795750240548,0,0,0,'',0,'dropped','challenge_decided',0,'',1795750240551,'','');
INSERT INTO notices VALUES (82,'answer.3tg9dvpv','challenge_answer',8,'','5z74rhsh',0,'3tg9dvpv','','{"decision":"accepted"}',1795750240551,1795750240551,0,0,0,'',0,'dropped','game_over',0,'',1795750240566,'','');
INSERT INTO notices VALUES (83,'turn.5z74rhsh.0','your_turn',8,'','5z74rhsh',0,'','','',1795750240551,1795750240551,0,0,0,'',0,'dropped','turn_played',0,'',1795750240552,'','');
INSERT INTO notices VALUES (84,'turn.5z74rhsh.1','your_turn',7,'eve@example.org','5z74rhsh',1,'','','',1795750240552,1795750240552,0,0,0,'',0,'dropped','turn_played',0,'',1795750240554,'','');
INSERT INTO notices VALUES (85,'turn.5z74rhsh.2','your_turn',8,'','5z74rhsh',2,'','','',1795750240554,1795750240554,0,0,0,'',0,'dropped','turn_played',0,'',1795750240555,'','');
INSERT INTO notices VALUES (86,'turn.5z74rhsh.3','your_turn',7,'eve@example.org','5z74rhsh',3,'','','',1795750240555,1795750240555,0,0,0,'',0,'dropped','turn_played',0,'',1795750240557,'','');
INSERT INTO notices VALUES (87,'turn.5z74rhsh.4','your_turn',8,'','5z74rhsh',4,'','','',1795750240557,1795750240557,0,0,0,'',0,'dropped','turn_played',0,'',1795750240558,'','');
INSERT INTO notices VALUES (88,'turn.5z74rhsh.5','your_turn',7,'eve@example.org','5z74rhsh',5,'','','',1795750240558,1795750240558,0,0,0,'',0,'dropped','turn_played',0,'',1795750240559,'','');
INSERT INTO notices VALUES (89,'turn.5z74rhsh.6','your_turn',8,'','5z74rhsh',6,'','','',1795750240559,1795750240559,0,0,0,'',0,'dropped','turn_played',0,'',1795750240564,'','');
INSERT INTO notices VALUES (90,'turn.5z74rhsh.7','your_turn',7,'eve@example.org','5z74rhsh',7,'','','',1795750240564,1795750240564,0,0,0,'',0,'dropped','game_over',0,'',1795750240566,'','');
INSERT INTO notices VALUES (91,'over.5z74rhsh.0','game_over',8,'','5z74rhsh',8,'','','',1795750240566,1795750240566,0,0,0,'',1,'dropped','kind_off',0,'',1795750240660,'','');
INSERT INTO notices VALUES (92,'over.5z74rhsh.1','game_over',7,'eve@example.org','5z74rhsh',8,'','','',1795750240566,1795750240566,0,0,0,'',1,'dropped','kind_off',0,'',1795750240658,'','');
INSERT INTO notices VALUES (93,'challenge.n77jxsdw','challenge',7,'eve@example.org','',0,'n77jxsdw','','',1795750240568,1795750240568,0,0,0,'',0,'dropped','challenge_decided',0,'',1795750240569,'','');
INSERT INTO notices VALUES (94,'answer.n77jxsdw','challenge_answer',8,'','wykmnz8n',0,'n77jxsdw','','{"decision":"accepted"}',1795750240569,1795750240569,0,0,0,'',0,'dropped','game_over',0,'',1795750240586,'','');
INSERT INTO notices VALUES (95,'turn.wykmnz8n.0','your_turn',8,'','wykmnz8n',0,'','','',1795750240569,1795750240569,0,0,0,'',0,'dropped','turn_played',0,'',1795750240572,'','');
INSERT INTO notices VALUES (96,'turn.wykmnz8n.1','your_turn',7,'eve@example.org','wykmnz8n',1,'','','',1795750240572,1795750240572,0,0,0,'',0,'dropped','turn_played',0,'',1795750240573,'','');
INSERT INTO notices VALUES (97,'turn.wykmnz8n.2','your_turn',8,'','wykmnz8n',2,'','','',1795750240573,1795750240573,0,0,0,'',0,'dropped','turn_played',0,'',1795750240574,'','');
INSERT INTO notices VALUES (98,'turn.wykmnz8n.3','your_turn',7,'eve@example.org','wykmnz8n',3,'','','',1795750240574,1795750240574,0,0,0,'',0,'dropped','turn_played',0,'',1795750240576,'','');
INSERT INTO notices VALUES (99,'turn.wykmnz8n.4','your_turn',8,'','wykmnz8n',4,'','','',1795750240576,1795750240576,0,0,0,'',0,'dropped','turn_played',0,'',1795750240579,'','');
INSERT INTO notices VALUES (100,'turn.wykmnz8n.5','your_turn',7,'eve@example.org','wykmnz8n',5,'','','',1795750240579,1795750240579,0,0,0,'',0,'dropped','turn_played',0,'',1795750240580,'','');
INSERT INTO notices VALUES (101,'turn.wykmnz8n.6','your_turn',8,'','wykmnz8n',6,'','','',1795750240580,1795750240580,0,0,0,'',0,'dropped','turn_played',0,'',1795750240583,'','');
INSERT INTO notices VALUES (102,'turn.wykmnz8n.7','your_turn',7,'eve@example.org','wykmnz8n',7,'','','',1795750240583,1795750240583,0,0,0,'',0,'dropped','turn_played',0,'',1795750240584,'','');
INSERT INTO notices VALUES (103,'turn.wykmnz8n.8','your_turn',8,'','wykmnz8n',8,'','','',1795750240584,1795750240584,0,0,0,'',0,'dropped','turn_played',0,'',1795750240585,'','');
INSERT INTO notices VALUES (104,'turn.wykmnz8n.9','your_turn',8,'','wykmnz8n',9,'','','',1795750240585,1795750240585,0,0,0,'',0,'dropped','game_over',0,'',1795750240586,'','');
INSERT INTO notices VALUES (105,'over.wykmnz8n.0','game_over',8,'','wykmnz8n',10,'','','',1795750240586,1795750240586,0,0,0,'',1,'dropped','kind_off',0,'',1795750240707,'','');
INSERT INTO notices VALUES (106,'over.wykmnz8n.1','game_over',7,'eve@example.org','wykmnz8n',10,'','','',1795750240586,1795750240586,0,0,0,'',1,'dropped','kind_off',0,'',1795750240704,'','');
INSERT INTO notices VALUES (107,'challenge.jd6dvvnc','challenge',7,'eve@example.org','',0,'jd6dvvnc','','',1795750240590,1795750240590,0,0,0,'',0,'dropped','challenge_decided',0,'',1795750240592,'','');
INSERT INTO notices VALUES (108,'answer.jd6dvvnc','challenge_answer',8,'','mv66q3m4',0,'jd6dvvnc','','{"decision":"accepted"}',1795750240592,1795750240592,0,0,0,'',0,'dropped','game_over',0,'',1795750240609,'','');
INSERT INTO notices VALUES (109,'turn.mv66q3m4.0','your_turn',8,'','mv66q3m4',0,'','','',1795750240592,1795750240592,0,0,0,'',0,'dropped','turn_played',0,'',1795750240594,'','');
INSERT INTO notices VALUES (110,'turn.mv66q3m4.1','your_turn',7,'eve@example.org','mv66q3m4',1,'','','',1795750240594,1795750240594,0,0,0,'',0,'dropped','turn_played',0,'',1795750240595,'','');
INSERT INTO notices VALUES (111,'turn.mv66q3m4.2','your_turn',8,'','mv66q3m4',2,'','','',1795750240595,1795750240595,0,0,0,'',0,'dropped','turn_played',0,'',1795750240596,'','');
INSERT INTO notices VALUES (112,'turn.mv66q3m4.3','your_turn',7,'eve@example.org','mv66q3m4',3,'','','',1795750240596,1795750240596,0,0,0,'',0,'dropped','turn_played',0,'',1795750240598,'','');
INSERT INTO notices VALUES (113,'turn.mv66q3m4.4','your_turn',8,'','mv66q3m4',4,'','','',1795750240598,1795750240598,0,0,0,'',0,'dropped','turn_played',0,'',1795750240599,'','');
INSERT INTO notices VALUES (114,'turn.mv66q3m4.5','your_turn',7,'eve@example.org','mv66q3m4',5,'','','',1795750240599,1795750240599,0,0,0,'',0,'dropped','turn_played',0,'',1795750240601,'','');
INSERT INTO notices VALUES (115,'turn.mv66q3m4.6','your_turn',8,'','mv66q3m4',6,'','','',1795750240601,1795750240601,0,0,0,'',0,'dropped','turn_played',0,'',1795750240604,'','');
INSERT INTO notices VALUES (116,'turn.mv66q3m4.7','your_turn',7,'eve@example.org','mv66q3m4',7,'','','',1795750240604,1795750240604,0,0,0,'',0,'dropped','game_over',0,'',1795750240609,'','');
INSERT INTO notices VALUES (117,'over.mv66q3m4.0','game_over',8,'','mv66q3m4',8,'','','',1795750240609,1795750240609,0,0,0,'',1,'dropped','kind_off',0,'',1795750240822,'','');
INSERT INTO notices VALUES (118,'over.mv66q3m4.1','game_over',7,'eve@example.org','mv66q3m4',8,'','','',1795750240609,1795750240609,0,0,0,'',1,'dropped','kind_off',0,'',1795750240754,'','');
INSERT INTO notices VALUES (119,'challenge.5w35x8x2','challenge',5,'bob@example.org','',0,'5w35x8x2','','',1795750240615,1795750240615,0,0,0,'',1,'dropped','challenge_decided',0,'',1795750240662,'','');
INSERT INTO notices VALUES (120,'answer.5w35x8x2','challenge_answer',4,'ann@example.org','yr7vc4fk',0,'5w35x8x2','','{"decision":"accepted"}',1795750240617,1795750240617,0,0,0,'',1,'dropped','played_already',0,'',1795750240876,'','');
INSERT INTO notices VALUES (121,'turn.yr7vc4fk.0','your_turn',4,'ann@example.org','yr7vc4fk',0,'','','',1795750240617,1795750240617,0,0,0,'',0,'dropped','turn_played',0,'',1795750240623,'','');
INSERT INTO notices VALUES (122,'turn.yr7vc4fk.1','your_turn',5,'bob@example.org','yr7vc4fk',1,'','','',1795750240623,1795750240623,0,0,0,'',0,'dropped','turn_played',0,'',1795750240625,'','');
INSERT INTO notices VALUES (123,'turn.yr7vc4fk.2','your_turn',4,'ann@example.org','yr7vc4fk',2,'','','',1795750240625,1795750240625,0,0,0,'',0,'dropped','turn_played',0,'',1795750240626,'','');
INSERT INTO notices VALUES (124,'turn.yr7vc4fk.3','your_turn',5,'bob@example.org','yr7vc4fk',3,'','','',1795750240626,1795750240626,0,0,0,'',1,'sent','',0,'',1795750240719,'','');
INSERT INTO notices VALUES (125,'offer.draw.yr7vc4fk.3.0.1795750240627','offer',4,'ann@example.org','yr7vc4fk',3,'','draw','{"state":{"ply":3,"offers":1}}',1795750240627,1795750240627,0,0,0,'',1,'sent','bundled',120,'',1795750240876,'','');
INSERT INTO notices VALUES (126,'challenge.n2dpv8pm','challenge',5,'bob@example.org','',0,'n2dpv8pm','','',1795750240629,1795750240629,0,0,0,'',0,'dropped','challenge_decided',0,'',1795750240630,'','');
INSERT INTO notices VALUES (127,'answer.n2dpv8pm','challenge_answer',4,'ann@example.org','ck57cfd4',0,'n2dpv8pm','','{"decision":"accepted"}',1795750240630,1795750240630,0,0,0,'',1,'dropped','played_already',0,'',1795750240912,'','');
INSERT INTO notices VALUES (128,'turn.ck57cfd4.0','your_turn',4,'ann@example.org','ck57cfd4',0,'','','',1795750240630,1795750240630,0,0,0,'',0,'dropped','turn_played',0,'',1795750240632,'','');
INSERT INTO notices VALUES (129,'turn.ck57cfd4.1','your_turn',5,'bob@example.org','ck57cfd4',1,'','','',1795750240632,1795750240632,0,0,0,'',0,'dropped','turn_played',0,'',1795750240633,'','');
INSERT INTO notices VALUES (130,'turn.ck57cfd4.2','your_turn',4,'ann@example.org','ck57cfd4',2,'','','',1795750240633,1795750240633,0,0,0,'',0,'dropped','turn_played',0,'',1795750240634,'','');
INSERT INTO notices VALUES (131,'turn.ck57cfd4.3','your_turn',5,'bob@example.org','ck57cfd4',3,'','','',1795750240634,1795750240634,0,0,0,'',1,'sent','',0,'',1795750240843,'','');
INSERT INTO notices VALUES (132,'offer.takeback.ck57cfd4.3.1.1795750240635','offer',5,'bob@example.org','ck57cfd4',3,'','takeback','{"state":{"ply":3,"offers":1}}',1795750240635,1795750240635,0,0,0,'',1,'sent','bundled',131,'',1795750240843,'','');
INSERT INTO notices VALUES (133,'challenge.kzwhrhtj','challenge',5,'bob@example.org','',0,'kzwhrhtj','','',1795750240637,1795750240637,0,0,0,'',0,'dropped','challenge_decided',0,'',1795750240638,'','');
INSERT INTO notices VALUES (134,'answer.kzwhrhtj','challenge_answer',4,'ann@example.org','n6p8k9vx',0,'kzwhrhtj','','{"decision":"accepted"}',1795750240638,1795750240638,0,0,0,'',0,'dropped','taken_back',0,'',1795750240643,'','');
INSERT INTO notices VALUES (135,'turn.n6p8k9vx.0','your_turn',4,'ann@example.org','n6p8k9vx',0,'','','',1795750240638,1795750240638,0,0,0,'',0,'dropped','turn_played',0,'',1795750240639,'','');
INSERT INTO notices VALUES (136,'turn.n6p8k9vx.1','your_turn',5,'bob@example.org','n6p8k9vx',1,'','','',1795750240639,1795750240639,0,0,0,'',0,'dropped','turn_played',0,'',1795750240640,'','');
INSERT INTO notices VALUES (137,'turn.n6p8k9vx.2','your_turn',4,'ann@example.org','n6p8k9vx',2,'','','',1795750240640,1795750240640,0,0,0,'',0,'dropped','turn_played',0,'',1795750240641,'','');
INSERT INTO notices VALUES (138,'turn.n6p8k9vx.3','your_turn',5,'bob@example.org','n6p8k9vx',3,'','','',1795750240641,1795750240641,0,0,0,'',0,'dropped','taken_back',0,'',1795750240643,'','');
INSERT INTO notices VALUES (139,'offer.takeback.n6p8k9vx.3.1.1795750240642','offer',5,'bob@example.org','n6p8k9vx',3,'','takeback','{"state":{"ply":3,"offers":1}}',1795750240642,1795750240642,0,0,0,'',0,'dropped','taken_back',0,'',1795750240643,'','');
INSERT INTO notices VALUES (140,'decision.ta.n6p8k9vx.2.r1.0.1795750240643','offer_answer',4,'ann@example.org','n6p8k9vx',2,'','takeback','{"decision":"accepted","state":{"ply":2,"takebacks":1,"offers":1}}',1795750240643,1795750240643,0,0,0,'',1,'dropped','kind_off',0,'',1795750240954,'','');
INSERT INTO notices VALUES (141,'turn.n6p8k9vx.2.r1','your_turn',4,'ann@example.org','n6p8k9vx',2,'','','{"state":{"ply":2,"takebacks":1,"offers":1}}',1795750240643,1795750240643,0,0,0,'',0,'dropped','turn_played',0,'',1795750240645,'','');
INSERT INTO notices VALUES (142,'turn.n6p8k9vx.3.r1','your_turn',5,'bob@example.org','n6p8k9vx',3,'','','{"state":{"ply":3,"takebacks":1,"offers":1}}',1795750240645,1795750240645,0,0,0,'',1,'sent','',0,'',1795750240868,'','');
INSERT INTO notices VALUES (143,'challenge.7s7fy99b','challenge',5,'bob@example.org','',0,'7s7fy99b','','',1795750240646,1795750240646,0,0,0,'',0,'dropped','challenge_decided',0,'',1795750240647,'','');
INSERT INTO notices VALUES (144,'answer.7s7fy99b','challenge_answer',4,'ann@example.org','84xhc9jy',0,'7s7fy99b','','{"decision":"accepted"}',1795750240647,1795750240647,0,0,0,'',1,'dropped','played_already',0,'',1795750240967,'','');
INSERT INTO notices VALUES (145,'turn.84xhc9jy.0','your_turn',4,'ann@example.org','84xhc9jy',0,'','','',1795750240647,1795750240647,0,0,0,'',0,'dropped','turn_played',0,'',1795750240649,'','');
INSERT INTO notices VALUES (146,'turn.84xhc9jy.1','your_turn',5,'bob@example.org','84xhc9jy',1,'','','',1795750240649,1795750240649,0,0,0,'',1,'sent','',0,'',1795750240910,'','');
INSERT INTO notices VALUES (147,'challenge.c6wk4295','challenge',5,'bob@example.org','',0,'c6wk4295','','',1795750240651,1795750240651,0,0,0,'',0,'dropped','challenge_decided',0,'',1795750240652,'','');
INSERT INTO notices VALUES (148,'answer.c6wk4295','challenge_answer',4,'ann@example.org','62v7g4ry',0,'c6wk4295','','{"decision":"accepted"}',1795750240652,1795750240652,0,0,0,'',1,'dropped','played_already',0,'',1795750240989,'','');
INSERT INTO notices VALUES (149,'turn.62v7g4ry.0','your_turn',4,'ann@example.org','62v7g4ry',0,'','','',1795750240652,1795750240652,0,0,0,'',0,'dropped','turn_played',0,'',1795750240654,'','');
INSERT INTO notices VALUES (150,'turn.62v7g4ry.1','your_turn',5,'bob@example.org','62v7g4ry',1,'','','',1795750240654,1795750240654,0,0,0,'',0,'dropped','turn_played',0,'',1795750240655,'','');
INSERT INTO notices VALUES (151,'plan.62v7g4ry.3','plan',4,'ann@example.org','62v7g4ry',3,'','','',1795750240655,1795750240655,0,0,0,'',1,'sent','bundled',148,'',1795750240989,'','');
INSERT INTO notices VALUES (152,'turn.62v7g4ry.3','your_turn',5,'bob@example.org','62v7g4ry',3,'','','',1795750240655,1795750240655,0,0,0,'',1,'sent','',0,'',1795750240944,'','');
INSERT INTO notices VALUES (153,'challenge.4c3x23cw','challenge',5,'bob@example.org','',0,'4c3x23cw','','',1795750240657,1795750240657,0,0,0,'',0,'dropped','challenge_decided',0,'',1795750240659,'','');
INSERT INTO notices VALUES (154,'answer.4c3x23cw','challenge_answer',4,'ann@example.org','fw2txnc3',0,'4c3x23cw','','{"decision":"accepted"}',1795750240659,1795750240659,0,0,0,'',0,'dropped','game_over',0,'',1795750240662,'','');
INSERT INTO notices VALUES (155,'turn.fw2txnc3.0','your_turn',4,'ann@example.org','fw2txnc3',0,'','','',1795750240659,1795750240659,0,0,0,'',0,'dropped','turn_played',0,'',1795750240661,'','');
INSERT INTO notices VALUES (156,'turn.fw2txnc3.1','your_turn',5,'bob@example.org','fw2txnc3',1,'','','',1795750240661,1795750240661,0,0,0,'',0,'dropped','turn_played',0,'',1795750240662,'','');
INSERT INTO notices VALUES (157,'turn.fw2txnc3.2','your_turn',4,'ann@example.org','fw2txnc3',2,'','','',1795750240662,1795750240662,0,0,0,'',0,'dropped','game_over',0,'',1795750240662,'','');
INSERT INTO notices VALUES (158,'over.fw2txnc3.0','game_over',4,'ann@example.org','fw2txnc3',2,'','','',1795750240662,1795750240662,0,0,0,'',1,'dropped','game_off',0,'',1795750241004,'','');
INSERT INTO notices VALUES (159,'over.fw2txnc3.1','game_over',5,'bob@example.org','fw2txnc3',2,'','','',1795750240662,1795750240662,0,0,0,'',1,'sent','',0,'',1795750240966,'','');
INSERT INTO notices VALUES (160,'message.fw2txnc3.1','message',4,'ann@example.org','fw2txnc3',2,'','','',1795750240664,1795750240664,0,0,0,'',1,'dropped','game_off',0,'',1795750241004,'','');
INSERT INTO notices VALUES (161,'challenge.2j35sr9k','challenge',4,'ann@example.org','',0,'2j35sr9k','','',1795750240665,1795750240665,0,0,0,'',1,'sent','',0,'',1795750241024,'','');
INSERT INTO notices VALUES (162,'challenge.yvcr45h2','challenge',5,'bob@example.org','',0,'yvcr45h2','','',1795750240670,1795750240670,0,0,0,'',0,'dropped','challenge_decided',0,'',1795750240672,'','');
INSERT INTO notices VALUES (163,'answer.yvcr45h2','challenge_answer',4,'ann@example.org','y498bqtn',0,'yvcr45h2','','{"decision":"accepted"}',1795750240672,1795750240672,0,0,0,'',0,'dropped','game_over',0,'',1795750240679,'','');
INSERT INTO notices VALUES (164,'turn.y498bqtn.0','your_turn',4,'ann@example.org','y498bqtn',0,'','','',1795750240672,1795750240672,0,0,0,'',0,'dropped','turn_played',0,'',1795750240676,'','');
INSERT INTO notices VALUES (165,'turn.y498bqtn.1','your_turn',5,'bob@example.org','y498bqtn',1,'','','',1795750240676,1795750240676,0,0,0,'',0,'dropped','turn_played',0,'',1795750240677,'','');
INSERT INTO notices VALUES (166,'turn.y498bqtn.2','your_turn',4,'ann@example.org','y498bqtn',2,'','','',1795750240677,1795750240677,0,0,0,'',0,'dropped','game_over',0,'',1795750240679,'','');
INSERT INTO notices VALUES (167,'offer.draw.y498bqtn.2.0.1795750240678','offer',4,'ann@example.org','y498bqtn',2,'','draw','{"state":{"ply":2,"offers":1}}',1795750240678,1795750240678,0,0,0,'',0,'dropped','game_over',0,'',1795750240679,'','');
INSERT INTO notices VALUES (168,'over.y498bqtn.0','game_over',4,'ann@example.org','y498bqtn',2,'','','{"state":{"ply":2,"offers":1}}',1795750240679,1795750240679,0,0,0,'',1,'sent','',0,'',1795750241075,'','');
INSERT INTO notices VALUES (169,'over.y498bqtn.1','game_over',5,'bob@example.org','y498bqtn',2,'','','{"state":{"ply":2,"offers":1}}',1795750240679,1795750240679,0,0,0,'',1,'sent','',0,'',1795750240981,'','');
INSERT INTO notices VALUES (170,'challenge.q2c4n5x2','challenge',5,'bob@example.org','',0,'q2c4n5x2','','',1795750240680,1795750240680,0,0,0,'',0,'dropped','challenge_decided',0,'',1795750240681,'','');
INSERT INTO notices VALUES (171,'answer.q2c4n5x2','challenge_answer',4,'ann@example.org','gs2jx4hh',0,'q2c4n5x2','','{"decision":"accepted"}',1795750240681,1795750240681,0,0,0,'',0,'dropped','game_over',0,'',1795750240683,'','');
INSERT INTO notices VALUES (172,'turn.gs2jx4hh.0','your_turn',4,'ann@example.org','gs2jx4hh',0,'','','',1795750240681,1795750240681,0,0,0,'',0,'dropped','game_over',0,'',1795750240683,'','');
INSERT INTO notices VALUES (173,'over.gs2jx4hh.0','game_over',4,'ann@example.org','gs2jx4hh',0,'','','',1795750240683,1795750240683,0,0,0,'',1,'sent','',0,'',1795750241091,'','');
INSERT INTO notices VALUES (174,'over.gs2jx4hh.1','game_over',5,'bob@example.org','gs2jx4hh',0,'','','',1795750240683,1795750240683,0,0,0,'',1,'sent','',0,'',1795750241004,'','');
INSERT INTO notices VALUES (175,'challenge.8wb2cmcv','challenge',10,'cleo@example.org','',0,'8wb2cmcv','','',1795750240685,1795750240685,0,0,0,'',1,'sent','',0,'',1795750240769,'','');
INSERT INTO notices VALUES (176,'challenge.xhck5ggy','challenge',0,'sam@example.com','',0,'xhck5ggy','','',1795750240685,1795750240685,0,0,0,'',1,'sent','',0,'',1795750240822,'','');
INSERT INTO notices VALUES (177,'challenge.8h6d6vb4','challenge',5,'bob@example.org','',0,'8h6d6vb4','','',1795750240686,1795750240686,0,0,0,'',0,'dropped','challenge_decided',0,'',1795750240687,'','');
INSERT INTO notices VALUES (178,'answer.8h6d6vb4','challenge_answer',4,'ann@example.org','',0,'8h6d6vb4','','{"decision":"declined"}',1795750240687,1795750240687,0,0,0,'',1,'sent','',0,'',1795750241093,'','');
INSERT INTO notices VALUES (179,'challenge.yr3txryq','challenge',5,'bob@example.org','',0,'yr3txryq','','',1795750240688,1795750240688,0,0,0,'',0,'dropped','challenge_withdrawn',0,'',1795750240689,'','');
INSERT INTO notices VALUES (180,'challenge.zk9gs8sq','challenge',0,'tess@example.com','',0,'zk9gs8sq','','',1795750240689,1795750240689,0,0,0,'',1,'sent','',0,'',1795750240750,'','');
INSERT INTO notices VALUES (181,'challenge.3tfm6vhw','challenge',9,'gus@example.org','',0,'3tfm6vhw','','',1795750240846,1795750240846,0,0,0,'',1,'dropped','challenge_decided',0,'',1795750240863,'','');
INSERT INTO notices VALUES (182,'answer.3tfm6vhw','challenge_answer',4,'ann@example.org','n4t4kqvn',0,'3tfm6vhw','','{"decision":"accepted"}',1795750240848,1795750240848,0,0,0,'',1,'dropped','played_already',0,'',1795750241095,'','');
INSERT INTO notices VALUES (183,'turn.n4t4kqvn.0','your_turn',4,'ann@example.org','n4t4kqvn',0,'','','',1795750240848,1795750240848,0,0,0,'',0,'dropped','turn_played',0,'',1795750240849,'','');
INSERT INTO notices VALUES (184,'turn.n4t4kqvn.1','your_turn',9,'gus@example.org','n4t4kqvn',1,'','','',1795750240849,1795791600000,1795791600000,1795791600000,0,'',0,'queued','',0,'',0,'digest','');
INSERT INTO notices VALUES (185,'challenge.m3t2bc5s','challenge',6,'dan@example.org','',0,'m3t2bc5s','','',1795750240852,1795750240852,0,0,0,'',1,'dropped','challenge_decided',0,'',1795750240865,'','');
INSERT INTO notices VALUES (186,'answer.m3t2bc5s','challenge_answer',5,'bob@example.org','f44k4pq4',0,'m3t2bc5s','','{"decision":"accepted"}',1795750240856,1795750240856,0,0,0,'',1,'dropped','played_already',0,'',1795750241075,'','');
INSERT INTO notices VALUES (187,'turn.f44k4pq4.0','your_turn',5,'bob@example.org','f44k4pq4',0,'','','',1795750240856,1795750240856,0,0,0,'',0,'dropped','turn_played',0,'',1795750240857,'','');
INSERT INTO notices VALUES (188,'turn.f44k4pq4.1','your_turn',6,'dan@example.org','f44k4pq4',1,'','','',1795750240857,1795750240857,0,0,0,'',1,'sent','',0,'',1795750240901,'','');
INSERT INTO notices VALUES (189,'away.8.5','away',5,'bob@example.org','f44k4pq4',1,'','','{"away":{"from":1795750240858,"until":1796166000000}}',1795750240858,1795750240858,0,0,0,'',1,'sent','bundled',186,'',1795750241075,'','');
INSERT INTO notices VALUES (190,'away.9.5','away',5,'bob@example.org','3bp9j69m',4,'','','{"away":{"from":1798326000000,"until":1798930800000}}',1795750240862,1795750240862,0,0,0,'',1,'sent','',0,'',1795750241093,'','');
INSERT INTO notices VALUES (191,'away.9.9','away',9,'gus@example.org','n4t4kqvn',1,'','','{"away":{"from":1798326000000,"until":1798930800000}}',1795750240862,1795750240862,0,0,0,'',1,'sent','',0,'',1795750240894,'','');
INSERT INTO notices VALUES (192,'message.3bp9j69m.1','message',5,'bob@example.org','3bp9j69m',4,'','','',1795750240865,1795750240865,0,0,0,'',1,'sent','bundled',190,'',1795750241093,'','');
INSERT INTO notices VALUES (193,'message.3bp9j69m.2','message',4,'ann@example.org','3bp9j69m',4,'','','',1795750240868,1795750240868,0,0,0,'',1,'sent','',0,'',1795750241114,'','');
INSERT INTO notices VALUES (194,'reply.1.1795750240889','reply_rejected',4,'ann@example.org','qs29h8c8',4,'','','{"mail":1}',1795750240889,1795750240889,0,0,0,'',1,'sent','',0,'',1795750241174,'','');
INSERT INTO notices VALUES (195,'reply.2.1795750240921','reply_answer',4,'ann@example.org','qs29h8c8',4,'','','{"mail":2}',1795750240921,1795750240921,0,0,0,'',1,'sent','',0,'',1795750241181,'','');
INSERT INTO notices VALUES (196,'turn.qs29h8c8.5','your_turn',5,'bob@example.org','qs29h8c8',5,'','','',1795750240939,1795750240939,0,0,0,'',1,'sent','',0,'',1795750241114,'','');
INSERT INTO notices VALUES (197,'reply.3.1795750240939','reply_answer',4,'ann@example.org','qs29h8c8',5,'','','{"mail":3}',1795750240939,1795750240939,0,0,0,'',1,'sent','',0,'',1795750241190,'','');
INSERT INTO notices VALUES (198,'mail_failing.11.5','mail_failing',5,'bob@example.org','f44k4pq4',1,'','','',1795750241115,1795750241115,0,0,0,'',1,'sent','',0,'',1795750241181,'','');
INSERT INTO notices VALUES (199,'code.1795750241244.cvk3hg6p4e','code',0,'hal@example.org','',0,'','','{"network":"qgcP73AA20okBrAjxsICog"}',1795750241244,1795750241244,0,0,0,'',1,'sent','',0,'',1795750241247,'','');
INSERT INTO notices VALUES (200,'code.1795750241247.j22miepo3z','code',5,'bob@example.org','',0,'','','{"network":"qgcP73AA20okBrAjxsICog"}',1795750241247,1795750241247,0,0,0,'',1,'sent','',0,'',1795750241250,'','');
INSERT INTO notices VALUES (201,'turn.pmd9mwmj.5','your_turn',5,'bob@example.org','pmd9mwmj',5,'','','',1795750241553,1795750241553,1795750241553,1795750299316,0,'',1,'queued','',0,'unreachable',0,'pmd9mwmj','turn.pmd9mwmj.5');
INSERT INTO responses VALUES (4,'http','once-and-only-once',X'1A0D722DA606C38A1865958CEEF63CC19CB0C7A51D3DA953F171CEC0EBFBF02D',X'7B22537461747573223A3230312C22436F6E74656E7454797065223A226170706C69636174696F6E2F6A736F6E222C2245546167223A22222C22426F6479223A6E756C6C7D0A7B226964223A227932713871723639222C2272756C65736574223A22736576656E7361676573222C2276617269616E74223A2273686F7274222C22737461747573223A226F70656E222C226368616C6C656E676572223A22616E6E222C226F70706F6E656E74223A6E756C6C2C2273656174223A2272616E646F6D222C2270616365223A223364222C226D657373616765223A2257686F2064617265733F222C2275726C223A22687474703A2F2F706C61792E6578616D706C652E6F72672F632F7932713871723639222C22637265617465645F6174223A22323032362D31312D32375430333A33303A34302E3638345A222C22657870697265735F6174223A22323032372D30312D32365430333A33303A34302E3638345A222C22616E7377657265645F6174223A6E756C6C2C227261746564223A747275652C226D696E5F726174696E67223A6E756C6C2C226D61785F726174696E67223A6E756C6C2C226D696E5F72656C696162696C697479223A6E756C6C2C226368616C6C656E6765725F726174696E67223A6E756C6C2C226368616C6C656E6765725F72656C696162696C697479223A7B22696E5F74696D65223A32372C22647565223A32372C2270657263656E74223A3130302C226E6577223A66616C73657D2C22646179735F6F6666223A5B5D2C226175746F5F7661636174696F6E223A66616C73652C227661636174696F6E223A747275657D0A',1795750240684);
INSERT INTO secrets VALUES ('unsubscribe',X'57C6506EBDC54E4B10C60B934F524A829BD355687482B663AE939BA8E1B4689E');
INSERT INTO secrets VALUES ('links',X'1F69255777750716FCA59AF991333F5F0CD2272F592952CD224EAB64E1774F43');
INSERT INTO refusals VALUES ('tess@example.com',1795750240745);
INSERT INTO game_log VALUES (1,'n6p8k9vx',3,1795750240643,'takeback',0,'{"turns":["d6-b6xb5"]}');
INSERT INTO game_log VALUES (2,'f44k4pq4',1,1795750240858,'away',1,'{"away":{"from":1795750240858,"until":1796166000000}}');
INSERT INTO game_log VALUES (3,'pxr95yyt',4,1795750240858,'away',0,'{"away":{"from":1795750240858,"until":1796166000000}}');
INSERT INTO game_log VALUES (4,'3bp9j69m',4,1795750240862,'away',0,'{"away":{"from":1798326000000,"until":1798930800000}}');
INSERT INTO game_log VALUES (5,'62v7g4ry',3,1795750240862,'away',0,'{"away":{"from":1798326000000,"until":1798930800000}}');
INSERT INTO game_log VALUES (6,'84xhc9jy',1,1795750240862,'away',0,'{"away":{"from":1798326000000,"until":1798930800000}}');
INSERT INTO game_log VALUES (7,'8d7vb2r6',4,1795750240862,'away',0,'{"away":{"from":1798326000000,"until":1798930800000}}');
INSERT INTO game_log VALUES (8,'bbvdr4r3',4,1795750240862,'away',0,'{"away":{"from":1798326000000,"until":1798930800000}}');
INSERT INTO game_log VALUES (9,'ck57cfd4',3,1795750240862,'away',0,'{"away":{"from":1798326000000,"until":1798930800000}}');
INSERT INTO game_log VALUES (10,'gk9n9qd4',4,1795750240862,'away',0,'{"away":{"from":1798326000000,"until":1798930800000}}');
INSERT INTO game_log VALUES (11,'n4t4kqvn',1,1795750240862,'away',0,'{"away":{"from":1798326000000,"until":1798930800000}}');
INSERT INTO game_log VALUES (12,'n6p8k9vx',3,1795750240862,'away',0,'{"away":{"from":1798326000000,"until":1798930800000}}');
INSERT INTO game_log VALUES (13,'pcz987fz',0,1795750240862,'away',1,'{"away":{"from":1798326000000,"until":1798930800000}}');
INSERT INTO game_log VALUES (14,'pmd9mwmj',4,1795750240862,'away',0,'{"away":{"from":1798326000000,"until":1798930800000}}');
INSERT INTO game_log VALUES (15,'qs29h8c8',4,1795750240862,'away',0,'{"away":{"from":1798326000000,"until":1798930800000}}');
INSERT INTO game_log VALUES (16,'sffskpj3',4,1795750240862,'away',0,'{"away":{"from":1798326000000,"until":1798930800000}}');
INSERT INTO game_log VALUES (17,'y53y3cms',4,1795750240862,'away',0,'{"away":{"from":1798326000000,"until":1798930800000}}');
INSERT INTO game_log VALUES (18,'yr7vc4fk',3,1795750240862,'away',0,'{"away":{"from":1798326000000,"until":1798930800000}}');
INSERT INTO game_log VALUES (19,'f44k4pq4',1,1795750241115,'mail_failing',1,'{}');
INSERT INTO game_log VALUES (20,'pxr95yyt',4,1795750241115,'mail_failing',0,'{}');
INSERT INTO heartbeats VALUES (1,1795750241537,1795750241537);
INSERT INTO vacations VALUES (1,6,'2026-11-27','2026-12-01',1795750240858,1796166000000);
INSERT INTO vacations VALUES (2,4,'2026-12-27','2027-01-02',1798326000000,1798930800000);
INSERT INTO plans VALUES ('62v7g4ry',4,3,2,'c4-c7 : b6-b7xc7','','',1795750240655);
INSERT INTO plans VALUES ('84xhc9jy',4,1,1,'d5-b5 : d6-b6xb5','','',1795750240650);
INSERT INTO messages VALUES ('3bp9j69m',1,0,4,'Hello Bob, „żółw”!','message.3bp9j69m.1',1795750240865);
INSERT INTO messages VALUES ('3bp9j69m',2,1,4,'Hello Ann.','message.3bp9j69m.2',1795750240868);
INSERT INTO messages VALUES ('3bp9j69m',3,1,4,'Your turn?','message.3bp9j69m.2',1795750240871);
INSERT INTO messages VALUES ('fw2txnc3',1,1,2,'Thank you for the game.','message.fw2txnc3.1',1795750240664);
INSERT INTO chats VALUES ('3bp9j69m',0,4,2,1);
INSERT INTO chats VALUES ('3bp9j69m',1,5,0,1);
INSERT INTO chats VALUES ('fw2txnc3',0,4,0,1);
INSERT INTO blocks VALUES (4,6,1795750240864);
INSERT INTO former_names VALUES ('gus',X'47A12FE521A5EC71C6DF181A303BA76E',1798342241182);
INSERT INTO former_names VALUES ('finn',X'A22E96CEAA82D9161F1C5AD5FACF9173',1798342241183);
INSERT INTO inbound VALUES (1,X'6650D7F492214A5CF399E03B3E3B16746846E944FA22443FB8C268193E42B97E','http','1795750240874470778@client.example.org','ann@example.org','play+jpqmbgsseaabaaaaaaiaaungrds2bhi2x32iydwobprnjxa@play.example.org','jpqmbgsseaabaaaaaaiaaungrds2bhi2x32iydwobprnjxa',X'46726F6D3A20616E6E406578616D706C652E6F72670A546F3A20706C61792B6A70716D6267737365616162616161616161696161756E677264733262686932783332697964776F6270726E6A786140706C61792E6578616D706C652E6F72670A5375626A6563743A2052653A20796F7572207475726E0A4D6573736167652D49443A203C3137393537353032343038373434373037373840636C69656E742E6578616D706C652E6F72673E0A496E2D5265706C792D546F3A203C616E737765722E77323538626A71332E6A70716D6267737365616162616161616161696161756E677264733262686932783332697964776F6270726E6A786140706C61792E6578616D706C652E6F72673E0A0A6E6F742061207475726E0A0A7475726E706F73742077726F74653A0A3E20596F7572207475726E20616761696E737420626F620D0A3E200D0A3E20486E6566617461666C2039C397392C207475726E20352E20596F7520706C61792041747461636B6572732E0D0A3E200D0A3E20447565204D6F6E203330204E6F762030343A3330204345542C20696E203320646179730D0A3E200D0A3E20626F62206D6F766564206120646566656E6465722066726F6D20643720746F2065372E205468697320706F736974696F6E207374616E647320666F72207468650D0A3E207365636F6E642074696D653B20612074686972642074696D65206973206120647261772E0D0A3E200D0A3E20546865207475726E206265666F72653A20616E6E206D6F76656420616E2061747461636B65722066726F6D20643220746F2064312E0D0A3E200D0A3E20203920202320202E20202E20206120206120206120202E20202E2020230D0A3E20203820202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203720202E20202E20202E20282E295B645D202E20202E20202E20202E0D0A3E20203620206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203520206120206120206420206420204B2020642020642020612020610D0A3E20203420206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203320202E20202E20202E20202E20206420202E20202E20202E20202E0D0A3E20203220202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203120202320202E20202E20206120206120206120202E20202E2020230D0A3E2020202020612020622020632020642020652020662020672020682020690D0A3E20596F752061726520746F206D6F76652C207475726E20352C2041747461636B6572732031362C20446566656E6465727320380D0A3E200D0A3E20626F62206861732033206461797320666F7220746865206E657874207475726E2E0D0A3E200D0A3E20546F20706C61792C207265706C7920746F2074686973206D61696C207769746820796F7572207475726E20617320746865206669727374206C696E652E20410D0A3E207175657374696F6E206D61726B206265666F72652069742073686F77732074686520626F61726420616674657220697420616E6420706C617973206E6F7468696E672E0D0A3E2054686520776F7264732068656C702C2073686F772C20647261772C2072657369676E20616E642073617920646F20776861742074686579207361792E0D0A3E200D0A3E204C6F6F6B20616E6420706C61793A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F68773654646A334256786E746D456D31386B676C54726E6C4743426C796C674738596D663470570D0A3E200D0A3E20546865206C696E6B2061626F766520706C61797320696E20746869732067616D6520666F7220796F752C20616E6420646F6573206E6F74207369676E20696E3A206B6565700D0A3E20697420746F20796F757273656C662E0D0A3E205468652067616D65206173206576657279626F6479206D6179207365652069743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F672F71733239683863380D0A3E200D0A3E204279206375726C3A0D0A3E200D0A3E20202020206375726C202D482022417574686F72697A6174696F6E3A204265617265722024544F4B454E22202D642027594F5552205455524E27205C0D0A3E20202020202020687474703A2F2F706C61792E6578616D706C652E6F72672F76312F67616D65732F71733239683863382F7475726E730D0A3E200D0A3E202D2D200D0A3E20596F75722067616D6573202838207761697420666F7220796F75293A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F696E626F780D0A3E2053657474696E67733A206D61696C2C2074696D657320616E64206E616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F73657474696E67730D0A3E204E6F206D6F7265206D61696C2061626F757420746869732067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6A62487258685A655536413374674A3650577970496C6A7037744363556D5361634E59443044310D0A3E204E6F206D6F7265206D61696C2061626F757420796F7572207475726E7320696E20616E792067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F4B64785A467A7474326F35563555676F736C47444B764D7A6645427A627A5A516F4C50707A6E550D0A3E207475726E706F73742C20626F6172642067616D657320627920706F73743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72670A',2064,'qs29h8c8',1795750240875,1795750240875,0,'',1,'done','rejected','unreadable','','',4,'qs29h8c8','',4,'{"about":"unreadable","typed":"not a turn","subject":"Re: your turn","message_id":"1795750240874470778@client.example.org"}',2,1795750240889,'not a turn');
INSERT INTO inbound VALUES (2,X'0826483517ABE6B188C8CFB71EDD43212CE672DEBEF1E439A161AEE3CBE149CF','http','1795750240913934408@client.example.org','ann@example.org','play+jpqmbgsseaabaaaaaaiaaungrds2bhi2x32iydwobprnjxa@play.example.org','jpqmbgsseaabaaaaaaiaaungrds2bhi2x32iydwobprnjxa',X'46726F6D3A20616E6E406578616D706C652E6F72670A546F3A20706C61792B6A70716D6267737365616162616161616161696161756E677264733262686932783332697964776F6270726E6A786140706C61792E6578616D706C652E6F72670A5375626A6563743A2052653A20796F7572207475726E0A4D6573736167652D49443A203C3137393537353032343039313339333434303840636C69656E742E6578616D706C652E6F72673E0A496E2D5265706C792D546F3A203C616E737765722E77323538626A71332E6A70716D6267737365616162616161616161696161756E677264733262686932783332697964776F6270726E6A786140706C61792E6578616D706C652E6F72673E0A0A73686F770A0A7475726E706F73742077726F74653A0A3E20596F7572207475726E20616761696E737420626F620D0A3E200D0A3E20486E6566617461666C2039C397392C207475726E20352E20596F7520706C61792041747461636B6572732E0D0A3E200D0A3E20447565204D6F6E203330204E6F762030343A3330204345542C20696E203320646179730D0A3E200D0A3E20626F62206D6F766564206120646566656E6465722066726F6D20643720746F2065372E205468697320706F736974696F6E207374616E647320666F72207468650D0A3E207365636F6E642074696D653B20612074686972642074696D65206973206120647261772E0D0A3E200D0A3E20546865207475726E206265666F72653A20616E6E206D6F76656420616E2061747461636B65722066726F6D20643220746F2064312E0D0A3E200D0A3E20203920202320202E20202E20206120206120206120202E20202E2020230D0A3E20203820202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203720202E20202E20202E20282E295B645D202E20202E20202E20202E0D0A3E20203620206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203520206120206120206420206420204B2020642020642020612020610D0A3E20203420206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203320202E20202E20202E20202E20206420202E20202E20202E20202E0D0A3E20203220202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203120202320202E20202E20206120206120206120202E20202E2020230D0A3E2020202020612020622020632020642020652020662020672020682020690D0A3E20596F752061726520746F206D6F76652C207475726E20352C2041747461636B6572732031362C20446566656E6465727320380D0A3E200D0A3E20626F62206861732033206461797320666F7220746865206E657874207475726E2E0D0A3E200D0A3E20546F20706C61792C207265706C7920746F2074686973206D61696C207769746820796F7572207475726E20617320746865206669727374206C696E652E20410D0A3E207175657374696F6E206D61726B206265666F72652069742073686F77732074686520626F61726420616674657220697420616E6420706C617973206E6F7468696E672E0D0A3E2054686520776F7264732068656C702C2073686F772C20647261772C2072657369676E20616E642073617920646F20776861742074686579207361792E0D0A3E200D0A3E204C6F6F6B20616E6420706C61793A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F68773654646A334256786E746D456D31386B676C54726E6C4743426C796C674738596D663470570D0A3E200D0A3E20546865206C696E6B2061626F766520706C61797320696E20746869732067616D6520666F7220796F752C20616E6420646F6573206E6F74207369676E20696E3A206B6565700D0A3E20697420746F20796F757273656C662E0D0A3E205468652067616D65206173206576657279626F6479206D6179207365652069743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F672F71733239683863380D0A3E200D0A3E204279206375726C3A0D0A3E200D0A3E20202020206375726C202D482022417574686F72697A6174696F6E3A204265617265722024544F4B454E22202D642027594F5552205455524E27205C0D0A3E20202020202020687474703A2F2F706C61792E6578616D706C652E6F72672F76312F67616D65732F71733239683863382F7475726E730D0A3E200D0A3E202D2D200D0A3E20596F75722067616D6573202838207761697420666F7220796F75293A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F696E626F780D0A3E2053657474696E67733A206D61696C2C2074696D657320616E64206E616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F73657474696E67730D0A3E204E6F206D6F7265206D61696C2061626F757420746869732067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6A62487258685A655536413374674A3650577970496C6A7037744363556D5361634E59443044310D0A3E204E6F206D6F7265206D61696C2061626F757420796F7572207475726E7320696E20616E792067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F4B64785A467A7474326F35563555676F736C47444B764D7A6645427A627A5A516F4C50707A6E550D0A3E207475726E706F73742C20626F6172642067616D657320627920706F73743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72670A',2058,'qs29h8c8',1795750240914,1795750240914,0,'',1,'done','answered','show','','',4,'qs29h8c8','',4,'{"about":"show","subject":"Re: your turn","message_id":"1795750240913934408@client.example.org"}',0,1795750240921,'');
INSERT INTO inbound VALUES (3,X'E7B05051387B140467013445C49B754D309555D88F955F2E3CD1106B7D034EB3','http','1795750240928400013@client.example.org','ann@example.org','play+jpqmbgsseaabaaaaaaiaaungrds2bhi2x32iydwobprnjxa@play.example.org','jpqmbgsseaabaaaaaaiaaungrds2bhi2x32iydwobprnjxa',X'46726F6D3A20616E6E406578616D706C652E6F72670A546F3A20706C61792B6A70716D6267737365616162616161616161696161756E677264733262686932783332697964776F6270726E6A786140706C61792E6578616D706C652E6F72670A5375626A6563743A2052653A20796F7572207475726E0A4D6573736167652D49443A203C3137393537353032343039323834303030313340636C69656E742E6578616D706C652E6F72673E0A496E2D5265706C792D546F3A203C616E737765722E77323538626A71332E6A70716D6267737365616162616161616161696161756E677264733262686932783332697964776F6270726E6A786140706C61792E6578616D706C652E6F72673E0A0A64312D64320A0A7475726E706F73742077726F74653A0A3E20596F7572207475726E20616761696E737420626F620D0A3E200D0A3E20486E6566617461666C2039C397392C207475726E20352E20596F7520706C61792041747461636B6572732E0D0A3E200D0A3E20447565204D6F6E203330204E6F762030343A3330204345542C20696E203320646179730D0A3E200D0A3E20626F62206D6F766564206120646566656E6465722066726F6D20643720746F2065372E205468697320706F736974696F6E207374616E647320666F72207468650D0A3E207365636F6E642074696D653B20612074686972642074696D65206973206120647261772E0D0A3E200D0A3E20546865207475726E206265666F72653A20616E6E206D6F76656420616E2061747461636B65722066726F6D20643220746F2064312E0D0A3E200D0A3E20203920202320202E20202E20206120206120206120202E20202E2020230D0A3E20203820202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203720202E20202E20202E20282E295B645D202E20202E20202E20202E0D0A3E20203620206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203520206120206120206420206420204B2020642020642020612020610D0A3E20203420206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203320202E20202E20202E20202E20206420202E20202E20202E20202E0D0A3E20203220202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203120202320202E20202E20206120206120206120202E20202E2020230D0A3E2020202020612020622020632020642020652020662020672020682020690D0A3E20596F752061726520746F206D6F76652C207475726E20352C2041747461636B6572732031362C20446566656E6465727320380D0A3E200D0A3E20626F62206861732033206461797320666F7220746865206E657874207475726E2E0D0A3E200D0A3E20546F20706C61792C207265706C7920746F2074686973206D61696C207769746820796F7572207475726E20617320746865206669727374206C696E652E20410D0A3E207175657374696F6E206D61726B206265666F72652069742073686F77732074686520626F61726420616674657220697420616E6420706C617973206E6F7468696E672E0D0A3E2054686520776F7264732068656C702C2073686F772C20647261772C2072657369676E20616E642073617920646F20776861742074686579207361792E0D0A3E200D0A3E204C6F6F6B20616E6420706C61793A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F68773654646A334256786E746D456D31386B676C54726E6C4743426C796C674738596D663470570D0A3E200D0A3E20546865206C696E6B2061626F766520706C61797320696E20746869732067616D6520666F7220796F752C20616E6420646F6573206E6F74207369676E20696E3A206B6565700D0A3E20697420746F20796F757273656C662E0D0A3E205468652067616D65206173206576657279626F6479206D6179207365652069743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F672F71733239683863380D0A3E200D0A3E204279206375726C3A0D0A3E200D0A3E20202020206375726C202D482022417574686F72697A6174696F6E3A204265617265722024544F4B454E22202D642027594F5552205455524E27205C0D0A3E20202020202020687474703A2F2F706C61792E6578616D706C652E6F72672F76312F67616D65732F71733239683863382F7475726E730D0A3E200D0A3E202D2D200D0A3E20596F75722067616D6573202838207761697420666F7220796F75293A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F696E626F780D0A3E2053657474696E67733A206D61696C2C2074696D657320616E64206E616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F73657474696E67730D0A3E204E6F206D6F7265206D61696C2061626F757420746869732067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6A62487258685A655536413374674A3650577970496C6A7037744363556D5361634E59443044310D0A3E204E6F206D6F7265206D61696C2061626F757420796F7572207475726E7320696E20616E792067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F4B64785A467A7474326F35563555676F736C47444B764D7A6645427A627A5A516F4C50707A6E550D0A3E207475726E706F73742C20626F6172642067616D657320627920706F73743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72670A',2059,'qs29h8c8',1795750240928,1795750240928,0,'',1,'done','played','turn','d1-d2','',4,'qs29h8c8','',5,'{"about":"played","subject":"Re: your turn","message_id":"1795750240928400013@client.example.org"}',0,1795750240939,'');
INSERT INTO inbound VALUES (4,X'D77EA50C4D537372A837CE4540960F7B841523B2E17A92AA1673630E164FB31D','http','bounce0.1795750241103964841@mx.example.org','<>','bounce+mo3pge5m4aaaqaaaaamabdj4toy4qfiunxrrzcxpg5nvdqy@play.example.org','mo3pge5m4aaaqaaaaamabdj4toy4qfiunxrrzcxpg5nvdqy',NULL,599,'pxr95yyt',1795750241104,1795750241104,0,'',1,'done','bounce','hard','550 5.1.1 no such user','',6,'pxr95yyt','',2,'',0,1795750241114,'');
INSERT INTO inbound VALUES (5,X'94CAB12F6C5B53BA194D530FF979F005C708E9D604565A38256E13E0C6BAFD09','http','bounce1.1795750241106717193@mx.example.org','<>','bounce+mo3pge5m4aaaqaaaaamabdj4toy4qfiunxrrzcxpg5nvdqy@play.example.org','mo3pge5m4aaaqaaaaamabdj4toy4qfiunxrrzcxpg5nvdqy',NULL,599,'pxr95yyt',1795750241107,1795750241107,0,'',1,'done','bounce','hard','550 5.1.1 no such user','',6,'pxr95yyt','',2,'',0,1795750241115,'');
INSERT INTO inbound VALUES (6,X'D7DAB432FE6E9602BD45624CD682F7057679EA920030B888AEC01CBE69DD2821','http','bounce2.1795750241111671811@mx.example.org','<>','bounce+mo3pge5m4aaaqaaaaamabdj4toy4qfiunxrrzcxpg5nvdqy@play.example.org','mo3pge5m4aaaqaaaaamabdj4toy4qfiunxrrzcxpg5nvdqy',NULL,599,'pxr95yyt',1795750241114,1795750241114,0,'',1,'done','bounce','hard','550 5.1.1 no such user','',6,'pxr95yyt','',2,'',0,1795750241115,'');
INSERT INTO inbound VALUES (7,X'3D860A14CC1FFCF3EC4B7DB843D69B77FDB3EDD8588D62D86573B2B20F797C24','pipe','1795750241659403877@client.example.org','bob@example.org','play+jnpnwjoe2aaayeaaaakadcprf6pmb3bqr375yxfmqb3e77i@play.example.org','jnpnwjoe2aaayeaaaakadcprf6pmb3bqr375yxfmqb3e77i',X'46726F6D3A20626F62406578616D706C652E6F72670A546F3A20706C61792B6A6E706E776A6F65326161617965616161616B61646370726636706D62336271723337357978666D7162336537376940706C61792E6578616D706C652E6F72670A5375626A6563743A2052653A20796F7572207475726E0A4D6573736167652D49443A203C3137393537353032343136353934303338373740636C69656E742E6578616D706C652E6F72673E0A496E2D5265706C792D546F3A203C7475726E2E6E3670386B3976782E332E72312E6A6E706E776A6F65326161617965616161616B61646370726636706D62336271723337357978666D7162336537376940706C61792E6578616D706C652E6F72673E0A0A63342D63370A0A7475726E706F73742077726F74653A0A3E20596F7572207475726E20616761696E737420616E6E0D0A3E200D0A3E20486E6566617461666C2037C3973720284272616E64756268292C207475726E20342E20596F7520706C617920446566656E646572732E0D0A3E200D0A3E20447565204D6F6E203330204E6F762030343A3330204345542C20696E203320646179730D0A3E200D0A3E20616E6E206D6F76656420616E2061747461636B65722066726F6D20643620746F20623620616E642063617074757265642074686520646566656E646572206F6E2062352E0D0A3E200D0A3E20546865207475726E206265666F72653A20626F62206D6F766564206120646566656E6465722066726F6D20643520746F2062352E0D0A3E200D0A3E20203720202320202E20202E20206120202E20202E2020230D0A3E20203620202E205B615D202E20282E29202E20202E20202E0D0A3E20203520206120207820202E20202E20202E20202E20202E0D0A3E20203420202E20206120206420204B2020642020612020610D0A3E20203320202E20202E20202E20206420202E20202E20202E0D0A3E20203220202E20202E20202E20206120202E20202E20202E0D0A3E20203120202320202E20202E20206120202E20202E2020230D0A3E2020202020612020622020632020642020652020662020670D0A3E20596F752061726520746F206D6F76652C207475726E20342C2041747461636B65727320382C20446566656E6465727320330D0A3E200D0A3E20616E6E206861732033206461797320666F7220746865206E657874207475726E2E0D0A3E200D0A3E20546F20706C61792C207265706C7920746F2074686973206D61696C207769746820796F7572207475726E20617320746865206669727374206C696E652E20410D0A3E207175657374696F6E206D61726B206265666F72652069742073686F77732074686520626F61726420616674657220697420616E6420706C617973206E6F7468696E672E0D0A3E2054686520776F7264732068656C702C2073686F772C20647261772C2072657369676E20616E642073617920646F20776861742074686579207361792E0D0A3E200D0A3E204C6F6F6B20616E6420706C61793A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6870787835734E535A5356487865633643423171594E585868654757757737517479384C4251420D0A3E200D0A3E20546865206C696E6B2061626F766520706C61797320696E20746869732067616D6520666F7220796F752C20616E6420646F6573206E6F74207369676E20696E3A206B6565700D0A3E20697420746F20796F757273656C662E0D0A3E205468652067616D65206173206576657279626F6479206D6179207365652069743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F672F6E3670386B3976780D0A3E200D0A3E204279206375726C3A0D0A3E200D0A3E20202020206375726C202D482022417574686F72697A6174696F6E3A204265617265722024544F4B454E22202D642027594F5552205455524E27205C0D0A3E20202020202020687474703A2F2F706C61792E6578616D706C652E6F72672F76312F67616D65732F6E3670386B3976782F7475726E730D0A3E200D0A3E202D2D200D0A3E20596F75722067616D6573202836207761697420666F7220796F75293A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F696E626F780D0A3E2053657474696E67733A206D61696C2C2074696D657320616E64206E616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F73657474696E67730D0A3E204E6F206D6F7265206D61696C2061626F757420746869732067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6A35383550724A7659736852766262757A4F52655A6F4D634E6E65626976667457715950664F350D0A3E204E6F206D6F7265206D61696C2061626F757420796F7572207475726E7320696E20616E792067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F4B64785A467A7474326F35563555677178327646664554576F626B433845424A4A52725A6243370D0A3E207475726E706F73742C20626F6172642067616D657320627920706F73743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72670A',1921,'n6p8k9vx',1795750241712,1795750241712,0,'',0,'queued','','','','',0,'','',0,'',0,0,'');
INSERT INTO registrations VALUES (1,'hal@example.org','hal@example.org','hal','en','UTC',X'2B9FB98A1C56D3EA05E3A8BD4359AFE53878AB34BA8E50212DF34E63E264F996',X'AA070FEF7000DB4A2406B023C6C202A2',1795750241244);
INSERT INTO player_records VALUES (4,'hnefatafl',0,1,1);
INSERT INTO player_records VALUES (5,'hnefatafl',1,0,1);
INSERT INTO player_records VALUES (7,'bohnduell',1,0,0);
INSERT INTO player_records VALUES (7,'hanniball',0,0,1);
INSERT INTO player_records VALUES (7,'hnefatafl',0,0,1);
INSERT INTO player_records VALUES (7,'sevensages',0,0,1);
INSERT INTO standings VALUES (4,1795750240683,0,0);
INSERT INTO standings VALUES (5,1795750240683,0,0);
INSERT INTO standings VALUES (7,1795750240609,0,0);
INSERT INTO ratings VALUES (4,'hnefatafl','7x7',1423.250688031766,260.27316909939412,0.059999147872850447,2,0,1795750240679);
INSERT INTO ratings VALUES (5,'hnefatafl','7x7',1576.749311968234,260.27316909939412,0.059999147872850447,2,0,1795750240679);
INSERT INTO ratings VALUES (7,'bohnduell','standard',1662.2120014703455,290.23050778223865,0.059999675372338142,1,0,1795750240586);
INSERT INTO ratings VALUES (7,'hanniball','standard',1500.0,290.23050778223865,0.059998961443143539,1,0,1795750240543);
INSERT INTO ratings VALUES (7,'hnefatafl','11x11',1500.0,290.23050778223865,0.059998961443143539,1,0,1795750240609);
INSERT INTO ratings VALUES (7,'sevensages','standard',1500.0,290.23050778223865,0.059998961443143539,1,0,1795750240566);
INSERT INTO game_ratings VALUES ('5z74rhsh',1,7,8,'sevensages','standard',1795750240566,1500.0,350.0,0.06,1500.0,290.23050778223865,0.059998961443143539);
INSERT INTO game_ratings VALUES ('fw2txnc3',0,4,5,'hnefatafl','7x7',1795750240662,1500.0,350.0,0.06,1337.7879985296545,290.23050778223865,0.059999675372338142);
INSERT INTO game_ratings VALUES ('fw2txnc3',1,5,4,'hnefatafl','7x7',1795750240662,1500.0,350.0,0.06,1662.2120014703455,290.23050778223865,0.059999675372338142);
INSERT INTO game_ratings VALUES ('mv66q3m4',1,7,8,'hnefatafl','11x11',1795750240609,1500.0,350.0,0.06,1500.0,290.23050778223865,0.059998961443143539);
INSERT INTO game_ratings VALUES ('smb8d79d',1,7,8,'hanniball','standard',1795750240543,1500.0,350.0,0.06,1500.0,290.23050778223865,0.059998961443143539);
INSERT INTO game_ratings VALUES ('wykmnz8n',1,7,8,'bohnduell','standard',1795750240586,1500.0,350.0,0.06,1662.2120014703455,290.23050778223865,0.059999675372338142);
INSERT INTO game_ratings VALUES ('y498bqtn',0,4,5,'hnefatafl','7x7',1795750240679,1337.7879985296545,290.23050778749939,0.059999675372338142,1423.250688031766,260.27316909939412,0.059999147872850447);
INSERT INTO game_ratings VALUES ('y498bqtn',1,5,4,'hnefatafl','7x7',1795750240679,1662.2120014703455,290.23050778749939,0.059999675372338142,1576.749311968234,260.27316909939412,0.059999147872850447);
INSERT INTO notes VALUES (6,'pxr95yyt',1,'It moves the king first.',1795750240069);
INSERT INTO kept_lines VALUES (1,6,'pxr95yyt',2,'3t3/3t3/5T1/1tTKTtt/t2T3/3t3/3t3 a','a3-a2','perhaps',1795750240073);
INSERT INTO feeds VALUES (6,'atom',X'F117BE44DE08F32DD93AD9171FC1F751577A569EBB2021740E541FA7287A02D3',1795750240073);
INSERT INTO feeds VALUES (6,'ics',X'90216360A77A115BE9987F29AF97B60784CEFE5BABF3DBA7323EA75BF836B031',1795750240073);
INSERT INTO hooks VALUES ('bgfjcc4p',6,'http://127.0.0.1:33377','127.0.0.1','json','','','on',X'6FD6823BAFA11ED7620F525C8D6693B89C7E2BED315C3491FEEE76624FD85493',X'',0,1795750240075,1795750240183,503,'refused',1795750240183,1,1795750305506);
INSERT INTO hook_deliveries VALUES (1,'bgfjcc4p',6,'127.0.0.1',10,'your_turn','msg_tmohjkz35mmxhylaol3ltfq7',1795750240082,1795750305506,0,'',1,'queued','','refused',0);
INSERT INTO hook_deliveries VALUES (2,'bgfjcc4p',6,'127.0.0.1',185,'challenge','msg_lusqss6pun4vu2vetwq62mch',1795750240854,1795750305506,0,'',0,'queued','','',0);
INSERT INTO hook_deliveries VALUES (3,'bgfjcc4p',6,'127.0.0.1',188,'your_turn','msg_kqtfvlqymzv6fpec2ejxynvt',1795750240955,1795750305506,0,'',0,'queued','','',0);
INSERT INTO hook_hosts VALUES ('127.0.0.1',1795750305506,0);
INSERT INTO events VALUES ('pk77h5fy','round_robin','bohnduell','standard','3d','',2,0,0,0,0,1,'running',6,'',0,1795750240248,1795750240251,0);
INSERT INTO events VALUES ('xm8hfd4z','ladder','bohnduell','standard','3d','',0,0,0,0,0,1,'running',6,'',0,1795750240427,0,0);
INSERT INTO event_players VALUES ('pk77h5fy',4,1,2,'ann',NULL,0,'',0,0,1795750240250,0);
INSERT INTO event_players VALUES ('pk77h5fy',5,1,1,'bob',NULL,0,'',0,0,1795750240251,0);
INSERT INTO event_players VALUES ('xm8hfd4z',4,0,1,'',NULL,0,'',0,0,1795750240428,1795750240428);
INSERT INTO event_players VALUES ('xm8hfd4z',5,0,2,'',NULL,0,'',0,0,1795750240429,1795750240429);
INSERT INTO event_games VALUES ('pk77h5fy',1,1,1,5,4,-1,'pcz987fz','running',-1,0,'',0,1795750240251,0,0);
INSERT INTO reports VALUES (1,6,9,'',0,'Two accounts, „żółw”.','',1795750240263,0);
INSERT INTO operator_acts VALUES (1,1795750240405,'root','announce',0,'','Moved to another machine.','done');
INSERT INTO operator_acts VALUES (2,1795750240832,'root','invite',0,'','1 account','done');
INSERT INTO operator_acts VALUES (3,1795750241239,'root','ban',7,'','','done');
INSERT INTO announcements VALUES (1,'Moved to another machine.',1795750240405,1795750241405);
INSERT INTO ladder_steps VALUES ('xm8hfd4z',1,'join',4,0,1795750240428);
INSERT INTO ladder_steps VALUES ('xm8hfd4z',2,'join',5,0,1795750240429);
INSERT INTO games VALUES (1,'pxr95yyt','hnefatafl','7x7',1,6,1,'ongoing','3t3/3t3/5T1/1tTKTtt/1T5/t2t3/3t3 a',4,0,6,-1,'','3d',259200000,259200000,1796425199223,1796338799223,-1,-1,0,0,X'736B410060443988D3093F6572326ED124621A8C3C6B033EE75F870D69062284',1795750240045,1795750240081,0,0,11,0,1,'',0,2,2,'',1,'',X'B025D2073759115E033A081190F5D36CD873544F');
INSERT INTO games VALUES (2,'pcz987fz','bohnduell','standard',1,5,4,'ongoing','12:0,0,0,0:0/12:0,0,0,0:0 g',0,0,5,-1,'','3d',259200000,259200000,1796009440251,1795923040251,-1,-1,0,0,X'AACA454C8825152AD168245D7675D992DBECFE6C73A99710190EA0890BFD0650',1795750240251,1795750240251,0,0,9,0,1,'',0,0,0,'pk77h5fy',1,'',X'84222325');
INSERT INTO games VALUES (3,'sffskpj3','hanniball','standard',1,4,5,'ongoing','3/3m2l2/1e1ele1e1/3h1h1h1/9/9/9/3h5/9/9/3H5/1H1H3H1/1E1E1E1E1/2L1M1L2/3 w e8 5',4,0,4,-1,'','3d',259200000,259200000,1796009440447,1795879840447,-1,-1,0,0,X'C75EA0AF1ABD13FE056F4CE7B2B6EAD1823B589002C22508147E0FB64A861A70',1795750240436,1795750240447,0,0,9,0,1,'',0,2,2,'',1,'',X'DF251FA274EFBAD76598C9EC7EED7899C8427764');
INSERT INTO games VALUES (4,'8d7vb2r6','sevensages','standard',1,4,5,'ongoing','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-1',4,0,4,-1,'','3d',259200000,259200000,1796009440459,1795879840459,-1,-1,0,0,X'5F26331A80D8F5B8DF30629CB1D7823E470C9D4527A5BE55A7A166927B370C8A',1795750240453,1795750240459,0,0,9,0,1,'',0,2,2,'',1,'',X'D48916A4F33DB56ED60DC4815CE0B53ED4891857');
INSERT INTO games VALUES (5,'y53y3cms','sevensages','short',1,4,5,'ongoing','7s7/15/3s2s4s3/15/3s3s7/15/9so4/7SS6/15/15/3S11/15/3S3S3S3/15/7S7 w 0-0',4,0,4,-1,'','3d',259200000,259200000,1796009440469,1795879840469,-1,-1,0,0,X'BAE2F7232626EBEA02B7CD1AE62A017914F058C6CF4A61B1320AFB7C701588E2',1795750240462,1795750240469,0,0,9,0,1,'',0,2,2,'',1,'',X'D48916A4CF63094140EA3B85CC4A653BB8B25E12');
INSERT INTO games VALUES (6,'gk9n9qd4','bohnduell','standard',1,4,5,'ongoing','6:1,2,1,1:1/6:1,2,1,1:1 g',4,0,4,-1,'','3d',259200000,259200000,1796009440477,1795879840477,-1,-1,0,0,X'427241A6F27864E6C37C59AAE0E86066BD2F6675F43C359982C8B15A4443CD96',1795750240472,1795750240477,0,0,9,0,1,'',0,2,2,'',1,'',X'8422232584222325842223258422232584222325');
INSERT INTO games VALUES (7,'pmd9mwmj','bohnduell','long',1,4,5,'ongoing','10:2,3,3,1:2/14:0,2,1,1:1 r',5,1,5,-1,'','3d',259200000,259200000,1796009441553,1795923041553,-1,-1,0,0,X'ED69FDE69314973B068179B524C65786ABE6C6B7A7653C355FA697E59C017242',1795750240480,1795750241553,0,0,9,0,1,'',0,3,2,'',1,'',X'842223258422232584222325842223258422232584222325');
INSERT INTO games VALUES (8,'bbvdr4r3','hnefatafl','11x11',1,4,5,'ongoing','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a',4,0,4,-1,'','3d',259200000,259200000,1796009440507,1795879840507,-1,-1,0,0,X'21BE8DE3ED1FCAF0BCCE66E94867CA9E8D570617B4A0B2DA3974CD0D6BF79682',1795750240499,1795750240507,0,0,9,0,1,'',0,2,2,'',1,'',X'A23CC8EDFA6251341D72640977E31010A23CC8ED');
INSERT INTO games VALUES (9,'qs29h8c8','hnefatafl','9x9',1,4,5,'ongoing','3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/3tt4/4tt3 d',5,1,5,-1,'','3d',259200000,259200000,1796009440939,1795923040939,-1,-1,0,0,X'44C9D29C8A3D67472BF0D16F463D7AE4F6AA9634BF7B705CF11152A7AE734284',1795750240511,1795750240939,0,0,9,0,1,'',0,3,2,'',1,'',X'2C9FCA3DD1C36D7C3C547639B7D7C0E42C9FCA3DD1C36D7C');
INSERT INTO games VALUES (10,'3bp9j69m','hnefatafl','7x7',1,4,5,'ongoing','3t3/7/Tt5/2TKTtt/T6/3t3/3t3 a',4,0,4,-1,'','3d',259200000,259200000,1796009440526,1795879840526,-1,-1,0,0,X'0D5F7BC8D88EC9F37B546D1FF92A977DF1B2BD5BBA91C0B45C1D469C614EA69B',1795750240520,1795750240526,0,0,9,0,1,'',0,2,2,'',1,'',X'B025D207D8F05CA228A7DC20A74B0CA3A2A9A8B9');
INSERT INTO games VALUES (11,'smb8d79d','hanniball','standard',1,8,7,'finished','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 9',8,0,8,-1,'repetition','3d',259200000,259200000,0,0,-1,-1,0,0,X'993C5890BB75F8DBE12551A4AB400D3E5AE881DF52FCE0845C1F23C4B0505E3E',1795750240533,1795750240543,1795750240543,0,0,0,1,'',0,4,4,'',1,'',X'');
INSERT INTO games VALUES (12,'5z74rhsh','sevensages','standard',1,8,7,'finished','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0',8,0,8,-1,'repetition','3d',259200000,259200000,0,0,-1,-1,0,0,X'795C5B6A4CC574273F5829C947FDF6635BE37CC390CDE0A3396E1BF0566A0B3A',1795750240551,1795750240566,1795750240566,0,0,0,1,'',0,4,4,'',1,'',X'');
INSERT INTO games VALUES (13,'wykmnz8n','bohnduell','standard',1,8,7,'finished','0:1,1,1,0:5/0:3,4,1,0:8 r',10,1,7,1,'count','3d',259200000,259200000,0,0,-1,-1,0,0,X'E86FD996F1899BC47D40FB6DE562D55D856442F2F38307E87DB1D64B2CB71404',1795750240569,1795750240586,1795750240586,0,0,0,1,'',0,6,4,'',1,'',X'');
INSERT INTO games VALUES (14,'mv66q3m4','hnefatafl','11x11',1,8,7,'finished','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a',8,0,8,-1,'repetition','3d',259200000,259200000,0,0,-1,-1,0,0,X'98E04BA2F7C76DFEB88144307468FBD0BFF7F5716E54BBB35A362DFEA26644BF',1795750240592,1795750240609,1795750240609,0,0,0,1,'',0,4,4,'',1,'',X'');
INSERT INTO games VALUES (15,'yr7vc4fk','hnefatafl','7x7',1,4,5,'ongoing','3t3/1t5/t6/1tTKTtt/3T3/3t3/3t3 d',3,1,5,-1,'','3d',259200000,259200000,1796009440626,1795923040626,1,-1,0,0,X'F44E02F3389BDFC9C58D99B5A2A565B6F65AC95E400E7D83294BD9033307B745',1795750240617,1795750240626,0,1,9,0,1,'',0,2,1,'',1,'',X'B025D2070C5FA2229C9403B36A6C3757');
INSERT INTO games VALUES (16,'ck57cfd4','hnefatafl','7x7',1,4,5,'ongoing','3t3/1t5/t6/1tTKTtt/3T3/3t3/3t3 d',3,1,5,-1,'','3d',259200000,259200000,1796009440634,1795923040634,-1,0,2,0,X'D7B932465AB9DBABE7F6CB73C361FE5DC2722A32FEF4AE58A3085742F5D394F7',1795750240630,1795750240634,0,1,9,0,1,'',0,2,1,'',1,'',X'B025D2070C5FA2229C9403B36A6C3757');
INSERT INTO games VALUES (17,'n6p8k9vx','hnefatafl','7x7',1,4,5,'ongoing','3t3/1t5/t6/1tTKTtt/3T3/3t3/3t3 d',3,1,5,-1,'','3d',259200000,259200000,1796009440645,1795923040645,-1,-1,0,1,X'5614D1FDD4A52B5B174675A6B807FD01AE42E74AA5232F391F6A64A5258747B6',1795750240638,1795750240645,0,1,9,0,1,'',0,-1,-1,'',1,'',X'B025D2070C5FA2229C9403B36A6C3757');
INSERT INTO games VALUES (18,'84xhc9jy','hnefatafl','7x7',1,4,5,'ongoing','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d',1,1,5,-1,'','3d',259200000,259200000,1796009440649,1795923040649,-1,-1,0,0,X'CA2EEAEBE5961824BF685B736C72CC7A1BE833D5C0D371D50D969B2FE5F76D95',1795750240647,1795750240649,0,0,9,0,1,'',0,1,0,'',1,'',X'B025D2070C5FA222');
INSERT INTO games VALUES (19,'62v7g4ry','hnefatafl','7x7',1,4,5,'ongoing','3t3/1t5/t6/1tTKTtt/3T3/3t3/3t3 d',3,1,5,-1,'','3d',259200000,259200000,1796009440655,1795923040655,-1,-1,0,0,X'27C52636ECBE80860C7E622E1822E8EF5698C2F6CAB2BB3058D4DD4E9FDE5F8C',1795750240652,1795750240655,0,0,9,0,1,'',0,2,1,'',1,'',X'B025D2070C5FA2229C9403B36A6C3757');
INSERT INTO games VALUES (20,'fw2txnc3','hnefatafl','7x7',1,4,5,'finished','3t3/3t3/tT5/1tTKTtt/3T3/3t3/3t3 a',2,0,4,1,'resignation','3d',259200000,259200000,0,0,-1,-1,0,0,X'E20D990CC64F46B3FED27F5DBC1D038AE9F4AFFD3C2F857B4831B4D65B213D5E',1795750240659,1795750240662,1795750240662,0,0,0,1,'',0,1,1,'',1,'',X'');
INSERT INTO games VALUES (21,'y498bqtn','hnefatafl','7x7',1,4,5,'finished','3t3/3t3/tT5/1tTKTtt/3T3/3t3/3t3 a',2,0,4,-1,'agreement','3d',259200000,259200000,0,0,-1,-1,0,0,X'59FC2C234727AA8598FD6645CE5646AE6ABC72C44D7365D3128EDE80C16EADFD',1795750240672,1795750240679,1795750240679,1,0,0,1,'',0,1,1,'',1,'',X'');
INSERT INTO games VALUES (22,'gs2jx4hh','hnefatafl','7x7',1,4,5,'aborted','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a',0,0,4,-1,'aborted','3d',259200000,259200000,0,0,-1,-1,0,0,X'61101811EC251AEBDDADE28880812231E18D2DFE11753F28A8D4B9DC3CB3500C',1795750240681,1795750240683,1795750240683,0,0,0,1,'aborted',0,0,0,'',1,'',X'');
INSERT INTO games VALUES (23,'n4t4kqvn','hnefatafl','7x7',1,4,9,'ongoing','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d',1,1,9,-1,'','3d',259200000,259200000,1796009440849,1795923040849,-1,-1,0,0,X'5E44C06CE7C8F153345D8960CF2EED3CA88E8A989759BD8C0DE4FC3027E6CF66',1795750240848,1795750240849,0,0,9,0,1,'',0,1,0,'',1,'',X'B025D2070C5FA222');
INSERT INTO games VALUES (24,'f44k4pq4','hnefatafl','7x7',1,5,6,'ongoing','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d',1,1,6,-1,'','3d',259200000,259200000,1796425199999,1796338799999,-1,-1,0,0,X'2971AF59AD8AB62F7B5B9D3BB7ADD7025DAFA7843EE4CEB5FAEF0A11770BDA70',1795750240856,1795750240857,0,0,11,0,1,'',0,1,0,'',1,'sun Europe/Warsaw',X'B025D2070C5FA222');
INSERT INTO turns VALUES (1048576,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795750240045,1,X'C8BF5035D914741276E894D6A19863E44F1168A3B3D263D5769FC363ACF94EF3');
INSERT INTO turns VALUES (1048577,0,'a4-a3','3t3/3t3/3T3/1tTKTtt/t2T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a3"}]','','http',1795750240051,1,X'475B83D7E8562EDF19BC9C0B7C0DCFF427E2B2CE454E0B5AFA86B3C42DF6E33C');
INSERT INTO turns VALUES (1048578,1,'d5-f5','3t3/3t3/5T1/1tTKTtt/t2T3/3t3/3t3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"f5"}]','','house',1795750240057,1,X'C9B8207DB26635656B8F956E8A98BC556C77FCD21A70219692556C5554024494');
INSERT INTO turns VALUES (1048579,0,'a3-a2','3t3/3t3/5T1/1tTKTtt/3T3/t2t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"a3","to":"a2"}]','','http',1795750240078,1,X'915425E05BD2EE2F0B76D1C4F8FCFBDC0A5FD3EF8FC39E109094A35F08F8AD31');
INSERT INTO turns VALUES (1048580,1,'d3-b3','3t3/3t3/5T1/1tTKTtt/1T5/t2t3/3t3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"d3","to":"b3"}]','','house',1795750240081,1,X'736B410060443988D3093F6572326ED124621A8C3C6B033EE75F870D69062284');
INSERT INTO turns VALUES (2097152,-1,'','12:0,0,0,0:0/12:0,0,0,0:0 g','[]','','',1795750240251,1,X'AACA454C8825152AD168245D7675D992DBECFE6C73A99710190EA0890BFD0650');
INSERT INTO turns VALUES (3145728,-1,'','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 1','[]','','',1795750240436,1,X'CF27AFFC26149DD3B3BAE39CB1B4FFF6E1504CBCA94ABF389BC335892B1EF960');
INSERT INTO turns VALUES (3145729,0,'f4-d5','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/3H5/1H1H3H1/1E1E1E1E1/2L3L2/1M1 b e8 2','[{"kind":"moved","seat":0,"piece":"Horse","from":"f4","to":"d5"}]','','http',1795750240442,1,X'6BF0CF10C91A71E3FEC89C7DE3538570E30DECD09789831F1172B92698F070C5');
INSERT INTO turns VALUES (3145730,1,'b12-c10 c14-d14','1m1/3l2l2/1e1e1e1e1/3h1h1h1/9/2h6/9/9/9/9/3H5/1H1H3H1/1E1E1E1E1/2L3L2/1M1 w e8 3','[{"kind":"moved","seat":1,"piece":"Horse","from":"b12","to":"c10"},{"kind":"moved","seat":1,"piece":"Lion","from":"c14","to":"d14"}]','','http',1795750240445,1,X'709FEFD130368E3CE09C0E9A519CDB391FF6021B7F3D598489390A0104940CD2');
INSERT INTO turns VALUES (3145731,0,'e1-e2','1m1/3l2l2/1e1e1e1e1/3h1h1h1/9/2h6/9/9/9/9/3H5/1H1H3H1/1E1E1E1E1/2L1M1L2/3 b e8 4','[{"kind":"moved","seat":0,"piece":"Monkey","from":"e1","to":"e2"}]','','http',1795750240446,1,X'A6E3FD19A11E5D706D85EA2C9E570E6A3A26CB6F59A0E4AB6852ED6A027E6C8E');
INSERT INTO turns VALUES (3145732,1,'c10-d8 d14-e13 e15-d14','3/3m2l2/1e1ele1e1/3h1h1h1/9/9/9/3h5/9/9/3H5/1H1H3H1/1E1E1E1E1/2L1M1L2/3 w e8 5','[{"kind":"moved","seat":1,"piece":"Horse","from":"c10","to":"d8"},{"kind":"moved","seat":1,"piece":"Lion","from":"d14","to":"e13"},{"kind":"moved","seat":1,"piece":"Monkey","from":"e15","to":"d14"}]','','http',1795750240447,1,X'C75EA0AF1ABD13FE056F4CE7B2B6EAD1823B589002C22508147E0FB64A861A70');
INSERT INTO turns VALUES (4194304,-1,'','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0','[]','','',1795750240453,1,X'172F6CEAEC49838B0BDEA143CF684E7BDFA66216D942262A9683C9575D1B6F1C');
INSERT INTO turns VALUES (4194305,0,'h5-h8~h10~i10','7s7/15/3s3s3s3/15/3s3s3s3/8o6/15/7S7/15/15/3S7S3/15/3S3S3S3/15/7S7 b 0-0','[{"kind":"moved","seat":0,"piece":"Stone","from":"h5","to":"h8"},{"kind":"kicked","seat":0,"way":["h8","h10","i10"]}]','','http',1795750240455,1,X'48CEE5E7466845BAC77E779A17BBEDBA76A748AA71539F236647DCCC0FA80FE0');
INSERT INTO turns VALUES (4194306,1,'l13-i10~e6~h9~e12~f13','7s7/15/3s1o1s7/15/3s3s3s3/8s6/15/7S7/15/15/3S7S3/15/3S3S3S3/15/7S7 w 0-0','[{"kind":"moved","seat":1,"piece":"Stone","from":"l13","to":"i10"},{"kind":"kicked","seat":1,"way":["i10","e6","h9","e12","f13"]}]','','http',1795750240456,1,X'7E05B2EAC9A6245A055ADB1588D9E3811F5541F430C9F822E717F7CBEB26A930');
INSERT INTO turns VALUES (4194307,0,'h1-j1','7s7/15/3s1o1s7/15/3s3s3s3/8s6/15/7S7/15/15/3S7S3/15/3S3S3S3/15/9S5 b 0-0','[{"kind":"moved","seat":0,"piece":"Stone","from":"h1","to":"j1"}]','','http',1795750240458,1,X'5B2B4A09B63026E8676F43EAD9252D3487EA5C437CCC8E59A3DDFB2628568B69');
INSERT INTO turns VALUES (4194308,1,'d13-f13~g13~g1','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-1','[{"kind":"moved","seat":1,"piece":"Stone","from":"d13","to":"f13"},{"kind":"kicked","seat":1,"way":["f13","g13","g1"]},{"kind":"point","seat":1,"at":"g1","count":1}]','','http',1795750240459,1,X'5F26331A80D8F5B8DF30629CB1D7823E470C9D4527A5BE55A7A166927B370C8A');
INSERT INTO turns VALUES (5242880,-1,'','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0','[]','','',1795750240462,1,X'5354C883F62E177D1BAF8276F3C0060F34DBC51790D7F1D7CA1356BA416E9021');
INSERT INTO turns VALUES (5242881,0,'h5-h8~h10~h9~k9','7s7/15/3s3s3s3/15/3s3s3s3/15/10o4/7S7/15/15/3S7S3/15/3S3S3S3/15/7S7 b 0-0','[{"kind":"moved","seat":0,"piece":"Stone","from":"h5","to":"h8"},{"kind":"kicked","seat":0,"way":["h8","h10","h9","k9"]}]','','http',1795750240464,1,X'A5091CFEB63CDABBE4551F349378030AFF857B16803A2D84E316B59F3A330990');
INSERT INTO turns VALUES (5242882,1,'l11-j9','7s7/15/3s3s3s3/15/3s3s7/15/9so4/7S7/15/15/3S7S3/15/3S3S3S3/15/7S7 w 0-0','[{"kind":"moved","seat":1,"piece":"Stone","from":"l11","to":"j9"}]','','http',1795750240465,1,X'6B15D4DEE0698BD79A4EAD0C8A326073B1DBAB5A087FBB4C15649ACE28B3287B');
INSERT INTO turns VALUES (5242883,0,'l5-i8','7s7/15/3s3s3s3/15/3s3s7/15/9so4/7SS6/15/15/3S11/15/3S3S3S3/15/7S7 b 0-0','[{"kind":"moved","seat":0,"piece":"Stone","from":"l5","to":"i8"}]','','http',1795750240466,1,X'7F1F584A18881CF23D3927613124D05FBED5232685E9B90C39F7AB8D48C485D7');
INSERT INTO turns VALUES (5242884,1,'h13-g13','7s7/15/3s2s4s3/15/3s3s7/15/9so4/7SS6/15/15/3S11/15/3S3S3S3/15/7S7 w 0-0','[{"kind":"moved","seat":1,"piece":"Stone","from":"h13","to":"g13"}]','','http',1795750240469,1,X'BAE2F7232626EBEA02B7CD1AE62A017914F058C6CF4A61B1320AFB7C701588E2');
INSERT INTO turns VALUES (6291456,-1,'','12:0,0,0,0:0/12:0,0,0,0:0 g','[]','','',1795750240472,1,X'789098B8E433B5AEB8D4D91E6F38E89D0EE0A841D97421D4168D3A3A5D0B928B');
INSERT INTO turns VALUES (6291457,0,'p3','10:1,1,0,0:0/12:0,0,0,0:0 r','[{"kind":"placed","seat":0,"from":"gs","to":"g3","count":2}]','','http',1795750240473,1,X'213B229B3B4D42CDB2B39947FFDDABAF218BB4C159048F06BB43B4BE6A915CAE');
INSERT INTO turns VALUES (6291458,1,'p1','10:0,1,0,0:0/8:1,1,1,1:1 g','[{"kind":"placed","seat":1,"from":"rs","to":"r1","count":4},{"kind":"stolen","seat":0,"from":"g4","to":"rl","count":1}]','','http',1795750240475,1,X'F0D19CB548D6B58D5B1305C958A5BD5DA37B7DC4F1EFDAEF32083BF6F4FD561A');
INSERT INTO turns VALUES (6291459,0,'p1','6:1,2,1,1:1/8:0,1,1,1:1 r','[{"kind":"placed","seat":0,"from":"gs","to":"g1","count":4},{"kind":"stolen","seat":1,"from":"r4","to":"gl","count":1}]','','http',1795750240476,1,X'FF96CB014D25533B1D7ED1184C4800EA6610F1CABD9ACCFBCDBA975ABCCA35A1');
INSERT INTO turns VALUES (6291460,1,'p3','6:1,2,1,1:1/6:1,2,1,1:1 g','[{"kind":"placed","seat":1,"from":"rs","to":"r3","count":2}]','','http',1795750240477,1,X'427241A6F27864E6C37C59AAE0E86066BD2F6675F43C359982C8B15A4443CD96');
INSERT INTO turns VALUES (7340032,-1,'','20:0,0,0,0:0/20:0,0,0,0:0 g','[]','','',1795750240480,1,X'366C3FC535AF994AFB6C8B0DAA9707DA38888C58F326ED2775142F25EB5D7EBF');
INSERT INTO turns VALUES (7340033,0,'p2','17:1,1,1,0:0/20:0,0,0,0:0 r','[{"kind":"placed","seat":0,"from":"gs","to":"g2","count":3}]','','http',1795750240481,1,X'36776FD874844034FE4B865062AB04ED5F3EC2A0C105F76DA8CE76EC72AD54B0');
INSERT INTO turns VALUES (7340034,1,'p1','17:0,1,1,0:0/16:1,1,1,1:1 g','[{"kind":"placed","seat":1,"from":"rs","to":"r1","count":4},{"kind":"stolen","seat":0,"from":"g4","to":"rl","count":1}]','','http',1795750240483,1,X'58C6C9C56F1D7942E1E0D880B737509BC4F06DA8A7113E667D4A05A8ACEE1AE5');
INSERT INTO turns VALUES (7340035,0,'p2','14:1,2,2,0:0/16:1,1,1,1:1 r','[{"kind":"placed","seat":0,"from":"gs","to":"g2","count":3}]','','http',1795750240485,1,X'FDE0BF29D53BBCF60E8A070A5ADA78564F660A34006CC00610E899736333A20F');
INSERT INTO turns VALUES (7340036,1,'p3','14:1,2,2,0:0/14:2,2,1,1:1 g','[{"kind":"placed","seat":1,"from":"rs","to":"r3","count":2}]','','http',1795750240486,1,X'01D74D19E9551A2D66B6FF1FDAC3CD46C9DB44F3D6136ECD7F8A9CD9F889C076');
INSERT INTO turns VALUES (7340037,0,'p1','10:2,3,3,1:2/14:0,2,1,1:1 r','[{"kind":"placed","seat":0,"from":"gs","to":"g1","count":4},{"kind":"stolen","seat":1,"from":"r4","to":"gl","count":2}]','','http',1795750241553,1,X'ED69FDE69314973B068179B524C65786ABE6C6B7A7653C355FA697E59C017242');
INSERT INTO turns VALUES (8388608,-1,'','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a','[]','','',1795750240499,1,X'D08CF08C5F2F78A100CFA10786F9E7481A90FA9984468B601337900EDA583624');
INSERT INTO turns VALUES (8388609,0,'d1-d2','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/3t1t5/4tttt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d1","to":"d2"}]','','http',1795750240503,1,X'02A395FEE3F7101AE785770F328356CFD0683C877BDBF150EC91258F4CC997E2');
INSERT INTO turns VALUES (8388610,1,'f4-e4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/3t1t5/4tttt3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"f4","to":"e4"}]','','http',1795750240505,1,X'1C2D93967855CE8A0AF71751FA0F69CE91E860CEB8B22DC5FB0A1E0DE686170D');
INSERT INTO turns VALUES (8388611,0,'d2-d1','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/5t5/3ttttt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d2","to":"d1"}]','','http',1795750240506,1,X'0F2B0B888A16BA11ED03EF6BF5B3C1AE72ADD70D44A6EC69A8E39FBC9083CA2F');
INSERT INTO turns VALUES (8388612,1,'e4-f4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"f4"}]','','http',1795750240507,2,X'21BE8DE3ED1FCAF0BCCE66E94867CA9E8D570617B4A0B2DA3974CD0D6BF79682');
INSERT INTO turns VALUES (9437184,-1,'','3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a','[]','','',1795750240511,1,X'54E571DD1A98422CDA2FC8FC19578D4464F892061777AC06CB4B368BD1220BED');
INSERT INTO turns VALUES (9437185,0,'d1-d2','3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/3tt4/4tt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d1","to":"d2"}]','','http',1795750240513,1,X'51B686F8E5409B193960783818FA7584D8C50CE829E5E8A993D7543FE55B0D06');
INSERT INTO turns VALUES (9437186,1,'e7-d7','3ttt3/4t4/3T5/t3T3t/ttTTKTTtt/t3T3t/4T4/3tt4/4tt3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"e7","to":"d7"}]','','http',1795750240514,1,X'7DC7E66032C1FC5112AA2EB32C364EA8A403EE6851F237BBFFA8C0205A09F69F');
INSERT INTO turns VALUES (9437187,0,'d2-d1','3ttt3/4t4/3T5/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d2","to":"d1"}]','','http',1795750240516,1,X'D7891BE9C96B0FE2670A3B70CFA88EEA8FDB4D3FBD07B68F4E1B44D4F363522C');
INSERT INTO turns VALUES (9437188,1,'d7-e7','3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"d7","to":"e7"}]','','http',1795750240517,2,X'D3C4F7E12E42ED7780E0B3953E1B5B7E5FDE245757B32C695FF846570A48D354');
INSERT INTO turns VALUES (9437189,0,'d1-d2','3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/3tt4/4tt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d1","to":"d2"}]','','mail',1795750240939,2,X'44C9D29C8A3D67472BF0D16F463D7AE4F6AA9634BF7B705CF11152A7AE734284');
INSERT INTO turns VALUES (10485760,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795750240520,1,X'C5E235B106C2E873B8C7FCB50B1EDA87AA0DF64230DF56819D7E6149FB765863');
INSERT INTO turns VALUES (10485761,0,'d6-a6','3t3/t6/3T3/ttTKTtt/3T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"a6"}]','','http',1795750240521,1,X'61D4283EC25C4B87EA9CF5610868D1F3964E9063BAF0C7065EAA48E54E6659D1');
INSERT INTO turns VALUES (10485762,1,'d5-a5xa6','3t3/7/T6/ttTKTtt/3T3/3t3/3t3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"a5"},{"kind":"captured","seat":0,"piece":"attacker","at":"a6"}]','','http',1795750240523,1,X'85BFD26587BE57EC3A3705A46249F6BA527E312AA14BB891F56885F15D556315');
INSERT INTO turns VALUES (10485763,0,'b4-b5','3t3/7/Tt5/t1TKTtt/3T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"b4","to":"b5"}]','','http',1795750240524,1,X'3116BF5FF508D59CA4759FB7ADACD620C6F12741EAA3834030ED72B435D1F058');
INSERT INTO turns VALUES (10485764,1,'d3-a3xa4','3t3/7/Tt5/2TKTtt/T6/3t3/3t3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"d3","to":"a3"},{"kind":"captured","seat":0,"piece":"attacker","at":"a4"}]','','http',1795750240526,1,X'0D5F7BC8D88EC9F37B546D1FF92A977DF1B2BD5BBA91C0B45C1D469C614EA69B');
INSERT INTO turns VALUES (11534336,-1,'','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 1','[]','','',1795750240533,1,X'7EA9BED67CA97250209FB61FDA3AECE597BE5F204C3490C69883E0E1951DFF28');
INSERT INTO turns VALUES (11534337,0,'b4-a6','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/H8/9/3H1H1H1/1E1E1E1E1/2L3L2/1M1 b e8 2','[{"kind":"moved","seat":0,"piece":"Horse","from":"b4","to":"a6"}]','','http',1795750240534,1,X'FE6A956AEE1862BE1406FA74E55ACFCDDD1480DB2F0A17E23C81C6411D7A5DB1');
INSERT INTO turns VALUES (11534338,1,'b12-a10','1m1/2l3l2/1e1e1e1e1/3h1h1h1/9/h8/9/9/9/H8/9/3H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 3','[{"kind":"moved","seat":1,"piece":"Horse","from":"b12","to":"a10"}]','','http',1795750240536,1,X'562B8A39F32D5C0582572FB41FB6B0188F76EB0142B56974AE67A754ECECD59A');
INSERT INTO turns VALUES (11534339,0,'a6-b4','1m1/2l3l2/1e1e1e1e1/3h1h1h1/9/h8/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 b e8 4','[{"kind":"moved","seat":0,"piece":"Horse","from":"a6","to":"b4"}]','','http',1795750240537,1,X'1FDFB30AFB8442AA71BF64C29E086B6F613FA28423A430F0AA890A362FEADA86');
INSERT INTO turns VALUES (11534340,1,'a10-b12','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 5','[{"kind":"moved","seat":1,"piece":"Horse","from":"a10","to":"b12"}]','','http',1795750240538,2,X'7EBACE8AB203DE9189C35D0BAD4FE54644D8FFB2E07A725188F9A03861951526');
INSERT INTO turns VALUES (11534341,0,'b4-a6','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/H8/9/3H1H1H1/1E1E1E1E1/2L3L2/1M1 b e8 6','[{"kind":"moved","seat":0,"piece":"Horse","from":"b4","to":"a6"}]','','http',1795750240539,2,X'FD08680DFCEDE74701173EF26F6AAFDC1D25984A7192B33125661B91B926A12A');
INSERT INTO turns VALUES (11534342,1,'b12-a10','1m1/2l3l2/1e1e1e1e1/3h1h1h1/9/h8/9/9/9/H8/9/3H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 7','[{"kind":"moved","seat":1,"piece":"Horse","from":"b12","to":"a10"}]','','http',1795750240540,2,X'1D2726248A1CB65E3B3F72CB71FB92AF0F8F78987CCA21BE21A9D2CF7B289F8B');
INSERT INTO turns VALUES (11534343,0,'a6-b4','1m1/2l3l2/1e1e1e1e1/3h1h1h1/9/h8/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 b e8 8','[{"kind":"moved","seat":0,"piece":"Horse","from":"a6","to":"b4"}]','','http',1795750240542,2,X'9D319B761625F2331BF97C41D63702A470CB8E3823D5CB866EDC91A8D09B6200');
INSERT INTO turns VALUES (11534344,1,'a10-b12','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 9','[{"kind":"moved","seat":1,"piece":"Horse","from":"a10","to":"b12"}]','','http',1795750240543,3,X'993C5890BB75F8DBE12551A4AB400D3E5AE881DF52FCE0845C1F23C4B0505E3E');
INSERT INTO turns VALUES (12582912,-1,'','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0','[]','','',1795750240551,1,X'7CB333CF33AF03C40738A1FBE1251332331BB3AAFE53139AA06917A2E9766EEB');
INSERT INTO turns VALUES (12582913,0,'h5-g5','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S2S4S3/15/3S3S3S3/15/7S7 b 0-0','[{"kind":"moved","seat":0,"piece":"Stone","from":"h5","to":"g5"}]','','http',1795750240552,1,X'6DF7E854726DA7742C54A975CB73F34A31E948CA99ED337644FF42CB078FBCC1');
INSERT INTO turns VALUES (12582914,1,'h11-g11','7s7/15/3s3s3s3/15/3s2s4s3/15/15/7o7/15/15/3S2S4S3/15/3S3S3S3/15/7S7 w 0-0','[{"kind":"moved","seat":1,"piece":"Stone","from":"h11","to":"g11"}]','','http',1795750240554,1,X'AE9E15F8A780818C41AC42CCD1700CE1A5B43E4F92A0F4031B4916173BA2A94F');
INSERT INTO turns VALUES (12582915,0,'g5-h5','7s7/15/3s3s3s3/15/3s2s4s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 b 0-0','[{"kind":"moved","seat":0,"piece":"Stone","from":"g5","to":"h5"}]','','http',1795750240555,1,X'BAB611B2A3C77BAC5931DA95A42637B6BEE1853361CE6B6F300F77CC0126FC0B');
INSERT INTO turns VALUES (12582916,1,'g11-h11','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0','[{"kind":"moved","seat":1,"piece":"Stone","from":"g11","to":"h11"}]','','http',1795750240557,2,X'73EB3C4C14D2D94349F9E3AAA4EBEEF877BC9D9987D94E64644212006B70129D');
INSERT INTO turns VALUES (12582917,0,'h5-g5','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S2S4S3/15/3S3S3S3/15/7S7 b 0-0','[{"kind":"moved","seat":0,"piece":"Stone","from":"h5","to":"g5"}]','','http',1795750240558,2,X'8940AB7DB00072AECF0DCD74378787CB8F1D160EED0AF4FF43EC8F63C63B2917');
INSERT INTO turns VALUES (12582918,1,'h11-g11','7s7/15/3s3s3s3/15/3s2s4s3/15/15/7o7/15/15/3S2S4S3/15/3S3S3S3/15/7S7 w 0-0','[{"kind":"moved","seat":1,"piece":"Stone","from":"h11","to":"g11"}]','','http',1795750240559,2,X'3104399F2D41CC2E007D3F7F35F85A756FE17D3992C60731FF71AE2395C31406');
INSERT INTO turns VALUES (12582919,0,'g5-h5','7s7/15/3s3s3s3/15/3s2s4s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 b 0-0','[{"kind":"moved","seat":0,"piece":"Stone","from":"g5","to":"h5"}]','','http',1795750240564,2,X'B88562F1980BEF02F9B4566E8D160779FC463BB132B54D26FEBD8CBD5AD923AF');
INSERT INTO turns VALUES (12582920,1,'g11-h11','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0','[{"kind":"moved","seat":1,"piece":"Stone","from":"g11","to":"h11"}]','','http',1795750240566,3,X'795C5B6A4CC574273F5829C947FDF6635BE37CC390CDE0A3396E1BF0566A0B3A');
INSERT INTO turns VALUES (13631488,-1,'','12:0,0,0,0:0/12:0,0,0,0:0 g','[]','','',1795750240569,1,X'10C6F1C40C6F1858B85AF8B3E9473CEF6C6EB7BB759B8C57277BC5CD5B572790');
INSERT INTO turns VALUES (13631489,0,'p2','9:1,1,1,0:0/12:0,0,0,0:0 r','[{"kind":"placed","seat":0,"from":"gs","to":"g2","count":3}]','','http',1795750240572,1,X'9B24E01BD97021D47FC7C5C49686931C14FF6B822A509B63FB6783BE309178EE');
INSERT INTO turns VALUES (13631490,1,'p3','9:1,1,0,0:0/10:1,1,0,0:1 g','[{"kind":"placed","seat":1,"from":"rs","to":"r3","count":2},{"kind":"stolen","seat":0,"from":"g2","to":"rl","count":1}]','','http',1795750240573,1,X'4B28B542C9C8ED272EF10E029F04CFE1AC45298C98F3243B9D1CCF598D694B83');
INSERT INTO turns VALUES (13631491,0,'p1','5:2,2,1,1:1/10:0,1,0,0:1 r','[{"kind":"placed","seat":0,"from":"gs","to":"g1","count":4},{"kind":"stolen","seat":1,"from":"r4","to":"gl","count":1}]','','http',1795750240574,1,X'FD8A334263DEF345EA2427AADADB2DB359FCBA45554FF8D6C533439770861BB0');
INSERT INTO turns VALUES (13631492,1,'p2','5:2,0,1,1:1/7:1,2,1,0:3 g','[{"kind":"placed","seat":1,"from":"rs","to":"r2","count":3},{"kind":"stolen","seat":0,"from":"g3","to":"rl","count":2}]','','http',1795750240576,1,X'D0CDD722762659433379ADC719F046296EAA4F2E660AE3595D34E86666F79366');
INSERT INTO turns VALUES (13631493,0,'p3','3:3,1,1,1:2/7:1,2,0,0:3 r','[{"kind":"placed","seat":0,"from":"gs","to":"g3","count":2},{"kind":"stolen","seat":1,"from":"r2","to":"gl","count":1}]','','http',1795750240579,1,X'0119C1258D3C21985E1D31FEAE058F219EF6A03B0FB294FF668AE825237670F1');
INSERT INTO turns VALUES (13631494,1,'p2','3:3,0,1,1:2/4:2,3,1,0:4 g','[{"kind":"placed","seat":1,"from":"rs","to":"r2","count":3},{"kind":"stolen","seat":0,"from":"g3","to":"rl","count":1}]','','http',1795750240580,1,X'7D96EB53096B07496B1ACFCBF2D41B5354B0101D87B3EF66DACFDEB20B79DEC6');
INSERT INTO turns VALUES (13631495,0,'p3','1:4,1,1,1:3/4:2,3,0,0:4 r','[{"kind":"placed","seat":0,"from":"gs","to":"g3","count":2},{"kind":"stolen","seat":1,"from":"r2","to":"gl","count":1}]','','http',1795750240583,1,X'F44C872DA500983F82B104E83BD1DD4FC149004D17815B85E09BFD06B10BBB09');
INSERT INTO turns VALUES (13631496,1,'p1','1:0,1,1,1:3/0:3,4,1,1:8 g','[{"kind":"placed","seat":1,"from":"rs","to":"r1","count":4},{"kind":"stolen","seat":0,"from":"g4","to":"rl","count":4}]','','http',1795750240584,1,X'364D8820FDDDC7E69C90885F218E954B311392751713C3024532392F64C0D2A6');
INSERT INTO turns VALUES (13631497,0,'p4','0:1,1,1,1:4/0:3,4,1,0:8 g','[{"kind":"placed","seat":0,"from":"gs","to":"g4","count":1},{"kind":"stolen","seat":1,"from":"r1","to":"gl","count":1},{"kind":"skipped","seat":1}]','','http',1795750240585,1,X'3B812D7571F3092D546B5006FF9A60E17268218CBFE9580ACC9C01096115295E');
INSERT INTO turns VALUES (13631498,0,'e1','0:1,1,1,0:5/0:3,4,1,0:8 r','[{"kind":"sown","seat":0,"from":"g1","to":"gl","count":1},{"kind":"ended","seat":1,"count":3,"reason":"count"}]','','http',1795750240586,1,X'E86FD996F1899BC47D40FB6DE562D55D856442F2F38307E87DB1D64B2CB71404');
INSERT INTO turns VALUES (14680064,-1,'','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a','[]','','',1795750240592,1,X'29B3EDB2853FEFEB6336C4350F6A7634DD5D5D8DDECD8FE7F593C8814CBFD34F');
INSERT INTO turns VALUES (14680065,0,'d1-d2','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/3t1t5/4tttt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d1","to":"d2"}]','','http',1795750240594,1,X'EA7763D38274C6F31EC5240854752FF81BC7FB4B9F11BA35C653BB9593881F91');
INSERT INTO turns VALUES (14680066,1,'f4-e4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/3t1t5/4tttt3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"f4","to":"e4"}]','','http',1795750240595,1,X'4EB8CEC3DD21AEBBCACD684EDF52BC5F301564861E74A9DFC3B091CCE01D9A7C');
INSERT INTO turns VALUES (14680067,0,'d2-d1','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/5t5/3ttttt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d2","to":"d1"}]','','http',1795750240596,1,X'20B2C6D732ADC1391667B59E0122CFD739F8446F03D392A30F4547714A0999F8');
INSERT INTO turns VALUES (14680068,1,'e4-f4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"f4"}]','','http',1795750240598,2,X'FBD02ABA5BF3C867D5AD3D5481563998D28455B1539D032DE61EE05673516FBD');
INSERT INTO turns VALUES (14680069,0,'d1-d2','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/3t1t5/4tttt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d1","to":"d2"}]','','http',1795750240599,2,X'12A01BFB5A6D4F9DA7DEDE4079848AD035891817B0044735876CDB0575889894');
INSERT INTO turns VALUES (14680070,1,'f4-e4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/3t1t5/4tttt3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"f4","to":"e4"}]','','http',1795750240601,2,X'61A17C3542F76DEA6BE2BCBDB3A2FF8DA44D6375064A6C73FA914F072E6E5254');
INSERT INTO turns VALUES (14680071,0,'d2-d1','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/5t5/3ttttt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d2","to":"d1"}]','','http',1795750240604,2,X'36F8060A241DA752E89E3AA78BBC65FB8374DDE51C1E2EF53EEC60284216F160');
INSERT INTO turns VALUES (14680072,1,'e4-f4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"f4"}]','','http',1795750240609,3,X'98E04BA2F7C76DFEB88144307468FBD0BFF7F5716E54BBB35A362DFEA26644BF');
INSERT INTO turns VALUES (15728640,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795750240617,1,X'F8C535C5B0BF2E03401D2BF59ABAFB3BB967276FDA0EA63B9723D3AC73F9C2C7');
INSERT INTO turns VALUES (15728641,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795750240623,1,X'639F982F44538D155BB437D037FFC9E26021F56873CE476BE0E0EF124E7D8288');
INSERT INTO turns VALUES (15728642,1,'d5-b5','3t3/3t3/tT5/1tTKTtt/3T3/3t3/3t3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"b5"}]','','http',1795750240625,1,X'CBD414B9C0AB803204A786C3BD7DA82537D331A50A5A3D435B31BD1FC719BF94');
INSERT INTO turns VALUES (15728643,0,'d6-b6xb5','3t3/1t5/t6/1tTKTtt/3T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"b6"},{"kind":"captured","seat":1,"piece":"defender","at":"b5"}]','','http',1795750240626,1,X'F44E02F3389BDFC9C58D99B5A2A565B6F65AC95E400E7D83294BD9033307B745');
INSERT INTO turns VALUES (16777216,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795750240630,1,X'CD812DF0211F9842F4AD7D9407804E583E0C16A35A690B692B3BB96C7FD69023');
INSERT INTO turns VALUES (16777217,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795750240632,1,X'03BF0845DA2EDC9A64C6B7B0152263B0D4D347230BAAF2DE41E1540FC8839D7D');
INSERT INTO turns VALUES (16777218,1,'d5-b5','3t3/3t3/tT5/1tTKTtt/3T3/3t3/3t3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"b5"}]','','http',1795750240633,1,X'A3474CC0F69BBF86AEE725D283A34E26176F938B52E3535ED453ED527B1E1AE9');
INSERT INTO turns VALUES (16777219,0,'d6-b6xb5','3t3/1t5/t6/1tTKTtt/3T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"b6"},{"kind":"captured","seat":1,"piece":"defender","at":"b5"}]','','http',1795750240634,1,X'D7B932465AB9DBABE7F6CB73C361FE5DC2722A32FEF4AE58A3085742F5D394F7');
INSERT INTO turns VALUES (17825792,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795750240638,1,X'6630C143FA0E6A3C2D913C173E4D3F570FAB7290D93D75D4AED6C3747164FC60');
INSERT INTO turns VALUES (17825793,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795750240639,1,X'68A9D3898B28E91CAC2535C19AC1CF949634EF36560679EC525CD7A20B257B72');
INSERT INTO turns VALUES (17825794,1,'d5-b5','3t3/3t3/tT5/1tTKTtt/3T3/3t3/3t3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"b5"}]','','http',1795750240640,1,X'3BA8E32A5D46F32F1643DEB35FEF732A86B74970E9AE4FACAEF8733166A36213');
INSERT INTO turns VALUES (17825795,0,'d6-b6xb5','3t3/1t5/t6/1tTKTtt/3T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"b6"},{"kind":"captured","seat":1,"piece":"defender","at":"b5"}]','','http',1795750240645,1,X'5614D1FDD4A52B5B174675A6B807FD01AE42E74AA5232F391F6A64A5258747B6');
INSERT INTO turns VALUES (18874368,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795750240647,1,X'80157454C7B4D480E9BABA0650CDF9B53B48AB9D15218277F787794A1B02C1CA');
INSERT INTO turns VALUES (18874369,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795750240649,1,X'CA2EEAEBE5961824BF685B736C72CC7A1BE833D5C0D371D50D969B2FE5F76D95');
INSERT INTO turns VALUES (19922944,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795750240652,1,X'3E4048B28B17C2D26D3C8F230E57989DB56B561A700FEA6A34F728DF0A474D8E');
INSERT INTO turns VALUES (19922945,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795750240654,1,X'6681BC76A3951DC36C5E845249E907B3FB47BA404E4E9688FEED8D26B51FC75E');
INSERT INTO turns VALUES (19922946,1,'d5-b5','3t3/3t3/tT5/1tTKTtt/3T3/3t3/3t3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"b5"}]','','http',1795750240655,1,X'76513D5030F8D284A43B4BC959BF610E6EE20ACC167D5B927A8FAC6315C7EB12');
INSERT INTO turns VALUES (19922947,0,'d6-b6xb5','3t3/1t5/t6/1tTKTtt/3T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"b6"},{"kind":"captured","seat":1,"piece":"defender","at":"b5"}]','','plan',1795750240655,1,X'27C52636ECBE80860C7E622E1822E8EF5698C2F6CAB2BB3058D4DD4E9FDE5F8C');
INSERT INTO turns VALUES (20971520,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795750240659,1,X'8770A0F8CA33E8E9A14759FEF6BA7E3FC8F881488EB46BE9829BDD56BB57C4B7');
INSERT INTO turns VALUES (20971521,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795750240661,1,X'978E984FC7E0C6960837EDAD29195290F1011BB7BC4134158752C272017C7B23');
INSERT INTO turns VALUES (20971522,1,'d5-b5','3t3/3t3/tT5/1tTKTtt/3T3/3t3/3t3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"b5"}]','','http',1795750240662,1,X'E20D990CC64F46B3FED27F5DBC1D038AE9F4AFFD3C2F857B4831B4D65B213D5E');
INSERT INTO turns VALUES (22020096,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795750240672,1,X'CB77C3AF50D6BD704EF618DA422E1A061586770AFC0CE44479106D089B444EA0');
INSERT INTO turns VALUES (22020097,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795750240676,1,X'875BF3233792A55F1053A3B5E3BF630CCBEAD9A109660288AD45FE315EDC6660');
INSERT INTO turns VALUES (22020098,1,'d5-b5','3t3/3t3/tT5/1tTKTtt/3T3/3t3/3t3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"b5"}]','','http',1795750240677,1,X'59FC2C234727AA8598FD6645CE5646AE6ABC72C44D7365D3128EDE80C16EADFD');
INSERT INTO turns VALUES (23068672,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795750240681,1,X'61101811EC251AEBDDADE28880812231E18D2DFE11753F28A8D4B9DC3CB3500C');
INSERT INTO turns VALUES (24117248,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795750240848,1,X'03F7F27F983E979B6900777931B157ABCAB8515B2DC914F3F3D04D47D8A51AE4');
INSERT INTO turns VALUES (24117249,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795750240849,1,X'5E44C06CE7C8F153345D8960CF2EED3CA88E8A989759BD8C0DE4FC3027E6CF66');
INSERT INTO turns VALUES (25165824,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795750240856,1,X'20705278FF3BAC1948DC4E8A3DC0EDB1643B0A1363C36F2080C12FDBF8FEBB10');
INSERT INTO turns VALUES (25165825,0,'a4-a5','3t3/3t3/t2T3/1tTKTtt/3T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a5"}]','','http',1795750240857,1,X'2971AF59AD8AB62F7B5B9D3BB7ADD7025DAFA7843EE4CEB5FAEF0A11770BDA70');
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
CREATE INDEX registrations_email ON registrations (email_key, id);
CREATE INDEX registrations_age ON registrations (created_at);
CREATE INDEX sign_in_requests_owner ON sign_in_requests (owner, expires_at);
CREATE INDEX notices_strangers ON notices (LOWER(email)) WHERE player_id = 0;
CREATE INDEX address_changes_former ON address_changes (former_key);
CREATE INDEX address_changes_age ON address_changes (asked_at);
CREATE INDEX tokens_expiry ON tokens (expires_at) WHERE expires_at > 0;
CREATE INDEX bulk_changes_player ON bulk_changes (player_id, id);
CREATE INDEX challenges_out ON challenges (challenger_id) WHERE status = 'open';
CREATE INDEX players_listed ON players (name_key)
    WHERE unlisted = 0 AND confirmed_at > 0 AND deleted_at = 0 AND banned_at = 0;
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
CREATE INDEX reports_open ON reports (id) WHERE closed_at = 0;
CREATE INDEX reports_closed ON reports (closed_at) WHERE closed_at > 0;
CREATE INDEX reports_reporter ON reports (reporter_id, id);
CREATE INDEX operator_acts_age ON operator_acts (at);
CREATE INDEX vacations_until ON vacations (until_at);
CREATE INDEX event_games_state ON event_games (event_id, state, began_at);
CREATE INDEX games_awaiting ON games (to_move_id, deadline_at) WHERE status = 'ongoing';
CREATE INDEX games_first_offers ON games (second_id) WHERE status = 'ongoing' AND (draw_by = 0 OR takeback_by = 0);
CREATE INDEX games_second_offers ON games (first_id) WHERE status = 'ongoing' AND (draw_by = 1 OR takeback_by = 1);
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
CREATE INDEX games_house ON games (house_at, id) WHERE house_at > 0;
CREATE INDEX games_ongoing ON games (ruleset, variant, updated_at, id) WHERE status = 'ongoing';
CREATE INDEX games_ended_variant ON games (ruleset, variant, status, updated_at, id) WHERE status <> 'ongoing';
CREATE INDEX games_event ON games (event_id) WHERE event_id <> '';
CREATE VIEW game_turns AS
    SELECT g.id AS game_id, t.id % 1048576 AS ply, t.seat, t.turn, t.position, t.events, t.message, t.via, t.at,
        t.occurrence, t.hash
    FROM games g JOIN turns t ON t.id BETWEEN g.number * 1048576 AND g.number * 1048576 + 1048575
    UNION ALL SELECT f.game_id, f.ply, f.seat, f.turn, f.position, f.events, f.message, f.via, f.at,
        CASE f.key_hash WHEN -3750763034362895579 THEN 1 ELSE (SELECT COUNT(*) FROM former_turns o
            WHERE o.game_id = f.game_id AND o.key_hash = f.key_hash AND o.ply <= f.ply) END,
        f.hash
    FROM former_turns f;
CREATE TRIGGER games_final BEFORE UPDATE OF number, id, ruleset, variant, version, first_id, second_id,
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
WHEN EXISTS (SELECT 1 FROM games WHERE number = OLD.id / 1048576 AND status <> 'ongoing')
BEGIN
    SELECT RAISE(ABORT, 'a game that is over stands for good');
END;
CREATE TRIGGER former_turns_final BEFORE UPDATE ON former_turns
BEGIN
    SELECT RAISE(ABORT, 'a turn stands as it was played');
END;
CREATE TRIGGER former_turns_kept BEFORE DELETE ON former_turns
WHEN EXISTS (SELECT 1 FROM games WHERE id = OLD.game_id AND status <> 'ongoing' AND NOT EXISTS (
    SELECT 1 FROM turns t WHERE t.id = games.number * 1048576 + OLD.ply AND t.hash = OLD.hash))
BEGIN
    SELECT RAISE(ABORT, 'a game that is over stands for good');
END;
COMMIT;
