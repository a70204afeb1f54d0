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
, unlisted INTEGER NOT NULL DEFAULT 0, hide_rating INTEGER NOT NULL DEFAULT 0, muted_at INTEGER NOT NULL DEFAULT 0, days_off TEXT NOT NULL DEFAULT '', auto_vacation INTEGER NOT NULL DEFAULT 0, former_days_off TEXT NOT NULL DEFAULT '', mailbox TEXT GENERATED ALWAYS AS (
    CASE WHEN substr(email_key, instr(email_key, '@') + 1) IN ('gmail.com', 'googlemail.com')
        THEN replace(substr(email_key, 1, CASE WHEN instr(email_key, '+') BETWEEN 2 AND instr(email_key, '@')
            THEN instr(email_key, '+') ELSE instr(email_key, '@') END - 1), '.', '') || '@gmail.com'
        ELSE substr(email_key, 1, CASE WHEN instr(email_key, '+') BETWEEN 2 AND instr(email_key, '@')
            THEN instr(email_key, '+') ELSE instr(email_key, '@') END - 1) || substr(email_key, instr(email_key, '@'))
    END) VIRTUAL, refused_at INTEGER NOT NULL DEFAULT 0, refused_why TEXT NOT NULL DEFAULT '');
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
, operator_until INTEGER NOT NULL DEFAULT 0);
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
, zone TEXT NOT NULL DEFAULT '' CHECK (first_day <= last_day AND from_at <= until_at));
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
, target TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
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
, operator_id INTEGER NOT NULL DEFAULT 0);
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
, last_seat INTEGER, last_turn TEXT, last_events TEXT, last_message TEXT, last_via TEXT, last_at INTEGER, last_occurrence INTEGER, house_order INTEGER NOT NULL DEFAULT 0);
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
INSERT INTO goose_db_version VALUES (1,0,1,'2026-11-29 09:26:55');
INSERT INTO goose_db_version VALUES (2,1,1,'2026-11-29 09:26:55');
INSERT INTO goose_db_version VALUES (3,2,1,'2026-11-29 09:26:55');
INSERT INTO goose_db_version VALUES (4,3,1,'2026-11-29 09:26:56');
INSERT INTO goose_db_version VALUES (5,4,1,'2026-11-29 09:26:56');
INSERT INTO goose_db_version VALUES (6,5,1,'2026-11-29 09:26:56');
INSERT INTO goose_db_version VALUES (7,6,1,'2026-11-29 09:26:56');
INSERT INTO goose_db_version VALUES (8,7,1,'2026-11-29 09:26:56');
INSERT INTO goose_db_version VALUES (9,8,1,'2026-11-29 09:26:56');
INSERT INTO goose_db_version VALUES (10,9,1,'2026-11-29 09:26:56');
INSERT INTO goose_db_version VALUES (11,10,1,'2026-11-29 09:26:56');
INSERT INTO goose_db_version VALUES (12,11,1,'2026-11-29 09:26:56');
INSERT INTO goose_db_version VALUES (13,12,1,'2026-11-29 09:26:56');
INSERT INTO goose_db_version VALUES (14,13,1,'2026-11-29 09:26:56');
INSERT INTO goose_db_version VALUES (15,14,1,'2026-11-29 09:26:56');
INSERT INTO goose_db_version VALUES (16,15,1,'2026-11-29 09:26:56');
INSERT INTO goose_db_version VALUES (17,16,1,'2026-11-29 09:26:56');
INSERT INTO goose_db_version VALUES (18,17,1,'2026-11-29 09:26:56');
INSERT INTO goose_db_version VALUES (19,18,1,'2026-11-29 09:26:57');
INSERT INTO goose_db_version VALUES (20,19,1,'2026-11-29 09:26:57');
INSERT INTO goose_db_version VALUES (21,20,1,'2026-11-29 09:26:57');
INSERT INTO goose_db_version VALUES (22,21,1,'2026-11-29 09:26:57');
INSERT INTO sqlite_sequence VALUES ('goose_db_version',22);
INSERT INTO sqlite_sequence VALUES ('bulk_changes',16);
INSERT INTO players VALUES (1,'house-easy','house-easy','','house-easy','en','UTC','{}',0,0,0,0,0,0,0,0,0,0,'',0,0,0,'',0,'',0,'');
INSERT INTO players VALUES (2,'house-medium','house-medium','','house-medium','en','UTC','{}',0,0,0,0,0,0,0,0,0,0,'',0,0,0,'',0,'',0,'');
INSERT INTO players VALUES (3,'house-hard','house-hard','','house-hard','en','UTC','{}',0,0,0,0,0,0,0,0,0,0,'',0,0,0,'',0,'',0,'');
INSERT INTO players VALUES (4,'ann','ann','ann@example.org','ann@example.org','en','Europe/Warsaw','{"mail":{"offer_answer":"off"},"games":{"jnbkcgck":"off"},"reminders":["50%","3h"],"confirm_replies":true,"confirmed":1,"quiet":{"from":"22:00","until":"00:00"}}',1798498800000,1799103600000,1795944417424,1795944417424,0,0,0,5604207969585408746,0,0,'',0,0,0,'',0,'',0,'');
INSERT INTO players VALUES (5,'bob','bob','bob@example.org','bob@example.org','en','Europe/Warsaw','{}',0,0,1795944417432,1795944417432,0,0,0,1397378176726683871,0,0,'',0,0,0,'',0,'',0,'');
INSERT INTO players VALUES (6,'dan','dan','dan@example.org','dan@example.org','en','Europe/Warsaw','{"hooks":true}',1795944428836,1796338800000,1795944417611,1795944417611,0,0,0,354338172076252499,3,1795944429421,'550 5.1.1 no such user',1,0,0,'sun',1,'',0,'');
INSERT INTO players VALUES (7,'eve','eve','eve@example.org','eve@example.org','en','Europe/Warsaw','{"mail":{"game_over":"off","your_turn":"off"}}',0,0,1795944417683,1795944417683,0,0,1795944430063,2620421883946274384,0,0,'',0,0,0,'',0,'',0,'');
INSERT INTO players VALUES (8,'gone-fbbfwrck','gone-fbbfwrck','','gone-fbbfwrck','en','UTC','{}',0,0,1795944417793,1795944417793,0,1795944429471,0,252415205825940536,0,0,'',0,0,0,'',0,'',0,'');
INSERT INTO players VALUES (9,'gil','gil','gus@example.org','gus@example.org','en','Europe/Warsaw','{"mail":{"your_turn":"digest"},"digest_hour":22}',0,0,1795944417825,1795944417825,1795944429440,0,0,1286519895999471893,0,0,'',0,0,0,'',0,'',0,'');
INSERT INTO players VALUES (10,'cleo','cleo','cleo@example.org','cleo@example.org','en','America/New_York','{}',0,0,1795944418099,1795944418099,0,0,0,4503398591878065262,0,0,'',0,0,0,'',0,'',0,'');
INSERT INTO invitations VALUES (X'F07AD486ED901E684FC4BDA81F2B913846C68D027C5656B9E515EFDA8B706A57','a friend',1795944428394,1797154028394,1);
INSERT INTO tokens VALUES (1,4,X'F8374AA2FACD3B90479D58189ACBC2F2A12DBF4481341487FE09391C6A89E408','laptop of ann',1795944417424,1795944417424,'play',0);
INSERT INTO tokens VALUES (2,5,X'1CA4D6943FCF2DC7808496D6A85A3F93EF718B87D614AA1192BA4BFB21471318','laptop of bob',1795944417432,1795944417432,'play',0);
INSERT INTO tokens VALUES (3,6,X'4B1AD8E323576C1AFD406625AFC21216F22FC7AAED8B56CD5DE845303DE6FF41','laptop of dan',1795944417611,1795944417611,'play',0);
INSERT INTO tokens VALUES (6,9,X'471686AD7B55EF7704016B8589269C9EA8BD22FE519DB9F1850433F179B0C450','laptop of gus',1795944417825,1795944417825,'play',0);
INSERT INTO sessions VALUES (1,10,X'2C187E068A2C5149F0E019CE929655DFB7A79F7CED39DE622BE9E24B7A8C790B','/',1795944418099,1795944418099,0);
INSERT INTO codes VALUES (1,'hal@example.org',X'06C78669F285ADAF9B2F0CBE0B395CE3C77E277E26D6890B7CE1549BAE061B01',1795945330127,'sign_in',1);
INSERT INTO codes VALUES (2,'bob@example.org',X'2E5D65AC4ECD8645AB24F5D76B63CF6CB5005ACA57ACAADBF135DB2B4BFC7883',1795945330132,'sign_in',0);
INSERT INTO bounds VALUES ('code-own.Hv8W6iodZVqa_xuUClyaZA',1795944417436);
INSERT INTO bounds VALUES ('code-own.4GxqXthJumj6dwdQTNkGOw',1795944417567);
INSERT INTO bounds VALUES ('code-own.DAYRc1QcfbMzxgXSnfCrjA',1795944417660);
INSERT INTO bounds VALUES ('code-own.kGBjqpBiGcLHG2PRdyo-VQ',1795944417815);
INSERT INTO bounds VALUES ('spraying.ju2cNWvl0bH19gIhTF9nIw',1795944417825);
INSERT INTO bounds VALUES ('code-own.VKlL-BidJ2YrtsxL_F1Eqw',1795944417828);
INSERT INTO bounds VALUES ('code-own.eKmW8Hl8o9FB9FA0OGCYvg',1795944417910);
INSERT INTO bounds VALUES ('hook-host.127.0.0.1',1795944420785);
INSERT INTO bounds VALUES ('code-own.ge5tbucxJXasdLwXWYs5eg',1795944430151);
INSERT INTO bounds VALUES ('code-own.snZhkAh1ngTfICNyIPCuKQ',1795944430273);
INSERT INTO bounds VALUES ('code-strangers.UHnGDspfghNYO8__lhFTwQ',1795944486527);
INSERT INTO bounds VALUES ('code-asker.PGHYn7M3NXZZOyas_-w8Jw',1795944561407);
INSERT INTO bounds VALUES ('code-asker.VjsD8HSYTueZh3EOM2iT_Q',1795944993407);
INSERT INTO bounds VALUES ('code-asker.EIMWW5GS9bY4I4A_8z22Rw',1795946721407);
INSERT INTO bounds VALUES ('house.6',1795948739148);
INSERT INTO bounds VALUES ('reports.6',1795953060018);
INSERT INTO bounds VALUES ('invitations.3fVQH6v6MiKiPcEsMt2PpQ',1795973227204);
INSERT INTO bounds VALUES ('invitations.4liEWU8d2JByTeTRmKdZXg',1795973227359);
INSERT INTO bounds VALUES ('home.ECIgVfRaD6zeA_Z3hPRgIQ',1803720417424);
INSERT INTO bounds VALUES ('home.JwWd5T4Jp6_ebEpevEYULQ',1803720417432);
INSERT INTO bounds VALUES ('home.fBvcghd6EN9qNiyvA06e3g',1803720417611);
INSERT INTO bounds VALUES ('home.WMVKWy73q-RdoLwJWRF9og',1803720417683);
INSERT INTO bounds VALUES ('home.mTJVzhHMHz9EdSoVd2J8oA',1803720417793);
INSERT INTO bounds VALUES ('home.vX90PCzxydV_zfPb8CZbeA',1803720417825);
INSERT INTO bounds VALUES ('home.bJM95lc29CYLXoAp1FSpaw',1803720418099);
INSERT INTO sign_in_requests VALUES (X'1BCD78AE924AC7EDE0E13292AF23DA32C6B8BC05E0E9B6A077184B4D6CA45ED0',X'3405EA35F01A568AD25017D37B4BA142',0,1796030817538);
INSERT INTO sign_in_requests VALUES (X'6EF3B9B35813D957458BB2A777AAAE4FE3E27697DE659BAA9409A2C2B98EB599',X'629C85C1773AAD41A831002A71C60CD6',0,1796030830122);
INSERT INTO sign_in_requests VALUES (X'769FDA7CD16245D7E1579F2CDDE01B4212996013E5F30F150BF0651CE1F03A51',X'AF25140094E29910A2D59EF148FAAC87',0,1796030817407);
INSERT INTO sign_in_requests VALUES (X'819DB0FEDA9D9CB5695351F669AA2B9F44CD97D7D9E87AE684D460D364503A6A',X'464A2E0A2A097AAF2C484BCDFD0031B0',0,1796030817631);
INSERT INTO sign_in_requests VALUES (X'9038F24244BB679472F973ECF97B320FD25CDB727C8D2A0EA3CCF2804401C322',X'3288C1E3E77E0F8E00EBA23ADA34ABE9',0,1796030817786);
INSERT INTO sign_in_requests VALUES (X'AADE7C8439978D4CC77215FE93EE8E34D874B59D87BEF071CD69D1CE6BF144C5',X'D94045F29B7F0431A68C6713AE4B3937',0,1796030830128);
INSERT INTO sign_in_requests VALUES (X'B05CAE51F1EB6C2BEF32E041DE0048852D3C8F68B8E4FD22C46E8DF6E56CA632',X'C0E78F6E018734B0E2A610075317A07F',1,1796030817881);
INSERT INTO sign_in_requests VALUES (X'DEF76B58901F722206889CCB3563C7075FC2C4A79A915B6324A44BD8033C3554',X'6414AC2E1111BEF16F2767E3FD143A14',0,1796030817799);
INSERT INTO sign_in_requests VALUES (X'F325C8BF50F781E2A83059EA87F3E1644F89B5B7BD3D770A47E623273A0C884B',X'D94045F29B7F0431A68C6713AE4B3937',0,1796030817428);
INSERT INTO challenges VALUES ('2tb6ttjb','hnefatafl','7x7',6,1,'',0,'3d','','accepted','z4gb3632','',1795944419148,1797154019148,1795944419148,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('32z8mtyy','hanniball','standard',4,5,'',-1,'3d','','declined','','',1795944427221,1797154027221,1795944427231,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('49jt3hjf','hnefatafl','11x11',4,5,'',0,'3d','','accepted','2fvdxmpx','',1795944422077,1797154022077,1795944422107,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('4rcxz3kn','hanniball','standard',4,5,'',-1,'3d','','withdrawn','','',1795944427247,1797154027247,1795944427324,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('5s8c4ggd','sevensages','standard',4,5,'',0,'3d','','accepted','m5v7hd47','',1795944421517,1797154021517,1795944421524,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('7fbnw4d7','sevensages','short',4,NULL,'',-1,'3d','Who dares?','open','','',1795944427183,1801128427183,0,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('952xh2ck','hnefatafl','7x7',4,5,'',0,'3d','','accepted','s8xvn7zk','',1795944424723,1797154024723,1795944424743,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('9jgd6b4b','bohnduell','standard',8,7,'',0,'3d','','accepted','j9nj3wc2','',1795944423988,1797154023988,1795944423989,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('c93wywkh','hanniball','standard',4,NULL,'tess@example.com',-1,'3d','','open','','',1795944427359,1797154027359,0,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('dhp72rgt','bohnduell','standard',4,10,'',0,'14d+1d/21d','','open','','',1795944427187,1797154027187,0,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('gxzwk3zf','hanniball','standard',8,7,'',0,'3d','','accepted','8vmhz463','',1795944423422,1797154023422,1795944423466,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('jc34mxx8','sevensages','short',4,5,'',0,'3d','','accepted','ksxrxcsz','',1795944421568,1797154021568,1795944421574,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('kjrpd3bd','bohnduell','standard',4,5,'',0,'3d','','accepted','vf8ykg3y','',1795944421690,1797154021690,1795944421723,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('kk9hh3ph','hnefatafl','7x7',4,5,'',0,'3d','','accepted','r559mky8','',1795944425923,1797154025923,1795944425938,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('mvvjhw9n','hnefatafl','7x7',4,5,'',0,'3d','','accepted','by8j82th','',1795944424846,1797154024846,1795944424863,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('nnksdjtk','sevensages','standard',8,7,'',0,'3d','','accepted','wvf8zsg5','',1795944423671,1797154023671,1795944423674,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('pgd5zd8g','hanniball','standard',4,5,'',0,'3d','','accepted','tq6qgspn','',1795944421174,1797154021174,1795944421232,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('qk2m6cw6','hanniball','standard',4,NULL,'sam@example.com',1,'3d','Do you play?','open','','',1795944427204,1797154027204,0,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('rjkrgrpb','hnefatafl','7x7',4,5,'',0,'3d','','accepted','t45pfc8w','',1795944426432,1797154026432,1795944426439,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('rpwb6xxy','bohnduell','long',4,5,'',0,'3d','','accepted','dpwqjvnd','',1795944421911,1797154021911,1795944421940,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('rw74rdtp','hnefatafl','11x11',8,7,'',0,'3d','','accepted','c3jhmrsf','',1795944424407,1797154024407,1795944424440,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('v93ptdxj','hnefatafl','7x7',4,5,'',0,'3d','','accepted','jxsty4mf','',1795944423240,1797154023240,1795944423255,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('vkc4c4kh','hnefatafl','7x7',4,5,'',0,'3d','','accepted','kzdk36dp','',1795944425579,1797154025579,1795944425613,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('vqxs3vpc','hnefatafl','7x7',4,9,'',0,'3d','','accepted','gjpsrbhs','',1795944428475,1797154028475,1795944428531,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('vv9dmkn3','hnefatafl','9x9',4,5,'',0,'3d','','accepted','gpbtb3yp','',1795944422299,1797154022299,1795944422591,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('wbdnjmdw','hnefatafl','7x7',5,4,'',0,'3d','','open','','jnbkcgck',1795944426117,1797154026117,0,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('wgvxdtk2','hnefatafl','7x7',5,6,'',0,'3d','','accepted','68v45mmq','',1795944428609,1797154028609,1795944428787,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('x8hbgcrh','hnefatafl','7x7',4,5,'',0,'3d','','accepted','syqckkww','',1795944425846,1797154025846,1795944425875,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('y57zgv66','hnefatafl','7x7',4,5,'',0,'3d','','accepted','jnbkcgck','',1795944426023,1797154026023,1795944426046,'',1,0,0,0,1);
INSERT INTO challenges VALUES ('zzd3bmr7','hnefatafl','7x7',4,5,'',0,'3d','','accepted','6zbzvnjt','',1795944426899,1797154026899,1795944427153,'',1,0,0,0,1);
INSERT INTO notices VALUES (1,'code.1795944417407.4apveswzcw','code',4,'ann@example.org','',0,'','','{"network":"QQzZYVAKKzo1XZ7gSUrUug"}',1795944417407,1795944417407,0,0,0,'',1,'sent','',0,'',1795944417418,'','');
INSERT INTO notices VALUES (2,'code.1795944417428.4tdfxaufth','code',5,'bob@example.org','',0,'','','{"network":"QQzZYVAKKzo1XZ7gSUrUug"}',1795944417428,1795944417428,0,0,0,'',1,'sent','',0,'',1795944417432,'','');
INSERT INTO notices VALUES (3,'code.1795944417538.riwbpqjhfz','code',6,'dan@example.org','',0,'','','{"network":"QQzZYVAKKzo1XZ7gSUrUug"}',1795944417538,1795944417538,0,0,0,'',1,'sent','',0,'',1795944417568,'','');
INSERT INTO notices VALUES (4,'code.1795944417631.ly6kkovkap','code',7,'eve@example.org','',0,'','','{"network":"QQzZYVAKKzo1XZ7gSUrUug"}',1795944417631,1795944417631,0,0,0,'',1,'sent','',0,'',1795944417657,'','');
INSERT INTO notices VALUES (5,'code.1795944417786.tmwt5oi7wn','code',8,'','',0,'','','{"network":"QQzZYVAKKzo1XZ7gSUrUug"}',1795944417786,1795944417786,0,0,0,'',1,'sent','',0,'',1795944417794,'','');
INSERT INTO notices VALUES (6,'code.1795944417799.3vksp2jpqv','code',9,'gus@example.org','',0,'','','{"network":"QQzZYVAKKzo1XZ7gSUrUug"}',1795944417799,1795944417799,0,0,0,'',1,'sent','',0,'',1795944417826,'','');
INSERT INTO notices VALUES (7,'code.1795944417881.6nmnmparmg','code',10,'cleo@example.org','',0,'','','{"network":"QQzZYVAKKzo1XZ7gSUrUug"}',1795944417881,1795944417881,0,0,0,'',1,'sent','',0,'',1795944417937,'','');
INSERT INTO notices VALUES (8,'turn.z4gb3632.0','your_turn',6,'dan@example.org','z4gb3632',0,'','','',1795944419148,1795944719148,0,0,0,'',0,'dropped','turn_played',0,'',1795944419404,'','');
INSERT INTO notices VALUES (9,'turn.z4gb3632.2','your_turn',6,'dan@example.org','z4gb3632',2,'','','',1795944419407,1795944419440,0,0,0,'',1,'sent','',0,'',1795944419558,'','');
INSERT INTO notices VALUES (10,'turn.z4gb3632.4','your_turn',6,'dan@example.org','z4gb3632',4,'','','',1795944419583,1795944420904,0,0,0,'',1,'sent','',0,'',1795944420939,'','');
INSERT INTO notices VALUES (11,'event_began.zcpqh8wq.4','event_began',4,'ann@example.org','',0,'','','{"event":"zcpqh8wq"}',1795944419861,1795944419861,0,0,0,'',1,'sent','',0,'',1795944420181,'','');
INSERT INTO notices VALUES (12,'event_began.zcpqh8wq.5','event_began',5,'bob@example.org','',0,'','','{"event":"zcpqh8wq"}',1795944419861,1795944419861,0,0,0,'',1,'sent','',0,'',1795944420065,'','');
INSERT INTO notices VALUES (13,'challenge.pgd5zd8g','challenge',5,'bob@example.org','',0,'pgd5zd8g','','',1795944421174,1795944421174,0,0,0,'',1,'sent','',0,'',1795944421254,'','');
INSERT INTO notices VALUES (14,'answer.pgd5zd8g','challenge_answer',4,'ann@example.org','tq6qgspn',0,'pgd5zd8g','','{"decision":"accepted"}',1795944421232,1795944421232,0,0,0,'',1,'sent','',0,'',1795944421477,'','');
INSERT INTO notices VALUES (15,'turn.tq6qgspn.0','your_turn',4,'ann@example.org','tq6qgspn',0,'','','',1795944421232,1795944421232,0,0,0,'',1,'sent','bundled',14,'',1795944421477,'','');
INSERT INTO notices VALUES (16,'turn.tq6qgspn.1','your_turn',5,'bob@example.org','tq6qgspn',1,'','','',1795944421254,1795944421254,0,0,0,'',1,'sent','',0,'',1795944421511,'','');
INSERT INTO notices VALUES (17,'turn.tq6qgspn.2','your_turn',4,'ann@example.org','tq6qgspn',2,'','','',1795944421504,1795944421504,0,0,0,'',1,'dropped','turn_played',0,'',1795944421544,'','');
INSERT INTO notices VALUES (18,'turn.tq6qgspn.3','your_turn',5,'bob@example.org','tq6qgspn',3,'','','',1795944421507,1795944421507,0,0,0,'',0,'dropped','turn_played',0,'',1795944421511,'','');
INSERT INTO notices VALUES (19,'turn.tq6qgspn.4','your_turn',4,'ann@example.org','tq6qgspn',4,'','','',1795944421511,1795944421511,0,0,0,'',1,'sent','',0,'',1795944421691,'','');
INSERT INTO notices VALUES (20,'challenge.5s8c4ggd','challenge',5,'bob@example.org','',0,'5s8c4ggd','','',1795944421517,1795944421517,0,0,0,'',1,'dropped','challenge_decided',0,'',1795944421617,'','');
INSERT INTO notices VALUES (21,'answer.5s8c4ggd','challenge_answer',4,'ann@example.org','m5v7hd47',0,'5s8c4ggd','','{"decision":"accepted"}',1795944421524,1795944421524,0,0,0,'',1,'dropped','played_already',0,'',1795944421927,'','');
INSERT INTO notices VALUES (22,'turn.m5v7hd47.0','your_turn',4,'ann@example.org','m5v7hd47',0,'','','',1795944421524,1795944421524,0,0,0,'',0,'dropped','turn_played',0,'',1795944421528,'','');
INSERT INTO notices VALUES (23,'turn.m5v7hd47.1','your_turn',5,'bob@example.org','m5v7hd47',1,'','','',1795944421528,1795944421528,0,0,0,'',0,'dropped','turn_played',0,'',1795944421530,'','');
INSERT INTO notices VALUES (24,'turn.m5v7hd47.2','your_turn',4,'ann@example.org','m5v7hd47',2,'','','',1795944421530,1795944421530,0,0,0,'',0,'dropped','turn_played',0,'',1795944421547,'','');
INSERT INTO notices VALUES (25,'turn.m5v7hd47.3','your_turn',5,'bob@example.org','m5v7hd47',3,'','','',1795944421547,1795944421547,0,0,0,'',0,'dropped','turn_played',0,'',1795944421562,'','');
INSERT INTO notices VALUES (26,'turn.m5v7hd47.4','your_turn',4,'ann@example.org','m5v7hd47',4,'','','',1795944421562,1795944421562,0,0,0,'',1,'sent','bundled',21,'',1795944421927,'','');
INSERT INTO notices VALUES (27,'challenge.jc34mxx8','challenge',5,'bob@example.org','',0,'jc34mxx8','','',1795944421568,1795944421568,0,0,0,'',0,'dropped','challenge_decided',0,'',1795944421574,'','');
INSERT INTO notices VALUES (28,'answer.jc34mxx8','challenge_answer',4,'ann@example.org','ksxrxcsz',0,'jc34mxx8','','{"decision":"accepted"}',1795944421574,1795944421574,0,0,0,'',1,'dropped','played_already',0,'',1795944422005,'','');
INSERT INTO notices VALUES (29,'turn.ksxrxcsz.0','your_turn',4,'ann@example.org','ksxrxcsz',0,'','','',1795944421574,1795944421574,0,0,0,'',0,'dropped','turn_played',0,'',1795944421584,'','');
INSERT INTO notices VALUES (30,'turn.ksxrxcsz.1','your_turn',5,'bob@example.org','ksxrxcsz',1,'','','',1795944421584,1795944421584,0,0,0,'',0,'dropped','turn_played',0,'',1795944421607,'','');
INSERT INTO notices VALUES (31,'turn.ksxrxcsz.2','your_turn',4,'ann@example.org','ksxrxcsz',2,'','','',1795944421607,1795944421607,0,0,0,'',0,'dropped','turn_played',0,'',1795944421635,'','');
INSERT INTO notices VALUES (32,'turn.ksxrxcsz.3','your_turn',5,'bob@example.org','ksxrxcsz',3,'','','',1795944421635,1795944421635,0,0,0,'',1,'dropped','turn_played',0,'',1795944421690,'','');
INSERT INTO notices VALUES (33,'turn.ksxrxcsz.4','your_turn',4,'ann@example.org','ksxrxcsz',4,'','','',1795944421671,1795944421671,0,0,0,'',1,'sent','bundled',28,'',1795944422005,'','');
INSERT INTO notices VALUES (34,'challenge.kjrpd3bd','challenge',5,'bob@example.org','',0,'kjrpd3bd','','',1795944421690,1795944421690,0,0,0,'',1,'sent','',0,'',1795944421791,'','');
INSERT INTO notices VALUES (35,'answer.kjrpd3bd','challenge_answer',4,'ann@example.org','vf8ykg3y',0,'kjrpd3bd','','{"decision":"accepted"}',1795944421723,1795944421723,0,0,0,'',1,'dropped','played_already',0,'',1795944422071,'','');
INSERT INTO notices VALUES (36,'turn.vf8ykg3y.0','your_turn',4,'ann@example.org','vf8ykg3y',0,'','','',1795944421723,1795944421723,0,0,0,'',0,'dropped','turn_played',0,'',1795944421775,'','');
INSERT INTO notices VALUES (37,'turn.vf8ykg3y.1','your_turn',5,'bob@example.org','vf8ykg3y',1,'','','',1795944421775,1795944421775,0,0,0,'',1,'dropped','turn_played',0,'',1795944421911,'','');
INSERT INTO notices VALUES (38,'turn.vf8ykg3y.2','your_turn',4,'ann@example.org','vf8ykg3y',2,'','','',1795944421799,1795944421799,0,0,0,'',0,'dropped','turn_played',0,'',1795944421801,'','');
INSERT INTO notices VALUES (39,'turn.vf8ykg3y.3','your_turn',5,'bob@example.org','vf8ykg3y',3,'','','',1795944421801,1795944421801,0,0,0,'',0,'dropped','turn_played',0,'',1795944421899,'','');
INSERT INTO notices VALUES (40,'turn.vf8ykg3y.4','your_turn',4,'ann@example.org','vf8ykg3y',4,'','','',1795944421899,1795944421899,0,0,0,'',1,'sent','bundled',35,'',1795944422071,'','');
INSERT INTO notices VALUES (41,'challenge.rpwb6xxy','challenge',5,'bob@example.org','',0,'rpwb6xxy','','',1795944421911,1795944421911,0,0,0,'',1,'sent','',0,'',1795944421969,'','');
INSERT INTO notices VALUES (42,'answer.rpwb6xxy','challenge_answer',4,'ann@example.org','dpwqjvnd',0,'rpwb6xxy','','{"decision":"accepted"}',1795944421940,1795944421940,0,0,0,'',1,'dropped','played_already',0,'',1795944422172,'','');
INSERT INTO notices VALUES (43,'turn.dpwqjvnd.0','your_turn',4,'ann@example.org','dpwqjvnd',0,'','','',1795944421940,1795944421940,0,0,0,'',0,'dropped','turn_played',0,'',1795944421970,'','');
INSERT INTO notices VALUES (44,'turn.dpwqjvnd.1','your_turn',5,'bob@example.org','dpwqjvnd',1,'','','',1795944421970,1795944421970,0,0,0,'',1,'sent','',0,'',1795944422005,'','');
INSERT INTO notices VALUES (45,'turn.dpwqjvnd.2','your_turn',4,'ann@example.org','dpwqjvnd',2,'','','',1795944421975,1795944421975,0,0,0,'',0,'dropped','turn_played',0,'',1795944422041,'','');
INSERT INTO notices VALUES (46,'turn.dpwqjvnd.3','your_turn',5,'bob@example.org','dpwqjvnd',3,'','','',1795944422041,1795944422041,0,0,0,'',1,'dropped','turn_played',0,'',1795944422109,'','');
INSERT INTO notices VALUES (47,'turn.dpwqjvnd.4','your_turn',4,'ann@example.org','dpwqjvnd',4,'','','',1795944422063,1795944422063,0,0,0,'',1,'sent','bundled',42,'',1795944422172,'','');
INSERT INTO notices VALUES (48,'challenge.49jt3hjf','challenge',5,'bob@example.org','',0,'49jt3hjf','','',1795944422077,1795944422077,0,0,0,'',0,'dropped','challenge_decided',0,'',1795944422107,'','');
INSERT INTO notices VALUES (49,'answer.49jt3hjf','challenge_answer',4,'ann@example.org','2fvdxmpx',0,'49jt3hjf','','{"decision":"accepted"}',1795944422107,1795944422107,0,0,0,'',1,'dropped','played_already',0,'',1795944422255,'','');
INSERT INTO notices VALUES (50,'turn.2fvdxmpx.0','your_turn',4,'ann@example.org','2fvdxmpx',0,'','','',1795944422107,1795944422107,0,0,0,'',0,'dropped','turn_played',0,'',1795944422132,'','');
INSERT INTO notices VALUES (51,'turn.2fvdxmpx.1','your_turn',5,'bob@example.org','2fvdxmpx',1,'','','',1795944422132,1795944422132,0,0,0,'',1,'sent','',0,'',1795944422255,'','');
INSERT INTO notices VALUES (52,'turn.2fvdxmpx.2','your_turn',4,'ann@example.org','2fvdxmpx',2,'','','',1795944422147,1795944422147,0,0,0,'',1,'dropped','turn_played',0,'',1795944422255,'','');
INSERT INTO notices VALUES (53,'turn.2fvdxmpx.3','your_turn',5,'bob@example.org','2fvdxmpx',3,'','','',1795944422211,1795944422211,0,0,0,'',1,'dropped','turn_played',0,'',1795944422292,'','');
INSERT INTO notices VALUES (54,'turn.2fvdxmpx.4','your_turn',4,'ann@example.org','2fvdxmpx',4,'','','',1795944422291,1795944422291,0,0,0,'',1,'sent','',0,'',1795944422644,'','');
INSERT INTO notices VALUES (55,'challenge.vv9dmkn3','challenge',5,'bob@example.org','',0,'vv9dmkn3','','',1795944422299,1795944422299,0,0,0,'',1,'dropped','challenge_decided',0,'',1795944422593,'','');
INSERT INTO notices VALUES (56,'answer.vv9dmkn3','challenge_answer',4,'ann@example.org','gpbtb3yp',0,'vv9dmkn3','','{"decision":"accepted"}',1795944422591,1795944422591,0,0,0,'',1,'sent','',0,'',1795944423203,'','');
INSERT INTO notices VALUES (57,'turn.gpbtb3yp.0','your_turn',4,'ann@example.org','gpbtb3yp',0,'','','',1795944422591,1795944422591,0,0,0,'',1,'sent','bundled',56,'',1795944423203,'','');
INSERT INTO notices VALUES (58,'turn.gpbtb3yp.1','your_turn',5,'bob@example.org','gpbtb3yp',1,'','','',1795944423170,1795944423170,0,0,0,'',1,'sent','',0,'',1795944423204,'','');
INSERT INTO notices VALUES (59,'turn.gpbtb3yp.2','your_turn',4,'ann@example.org','gpbtb3yp',2,'','','',1795944423204,1795944423204,0,0,0,'',1,'sent','',0,'',1795944423257,'','');
INSERT INTO notices VALUES (60,'turn.gpbtb3yp.3','your_turn',5,'bob@example.org','gpbtb3yp',3,'','','',1795944423209,1795944423209,0,0,0,'',1,'dropped','turn_played',0,'',1795944423280,'','');
INSERT INTO notices VALUES (61,'turn.gpbtb3yp.4','your_turn',4,'ann@example.org','gpbtb3yp',4,'','','',1795944423228,1795944423228,0,0,0,'',1,'sent','',0,'',1795944423327,'','');
INSERT INTO notices VALUES (62,'challenge.v93ptdxj','challenge',5,'bob@example.org','',0,'v93ptdxj','','',1795944423240,1795944423240,0,0,0,'',0,'dropped','challenge_decided',0,'',1795944423255,'','');
INSERT INTO notices VALUES (63,'answer.v93ptdxj','challenge_answer',4,'ann@example.org','jxsty4mf',0,'v93ptdxj','','{"decision":"accepted"}',1795944423255,1795944423255,0,0,0,'',1,'dropped','played_already',0,'',1795944423379,'','');
INSERT INTO notices VALUES (64,'turn.jxsty4mf.0','your_turn',4,'ann@example.org','jxsty4mf',0,'','','',1795944423255,1795944423255,0,0,0,'',0,'dropped','turn_played',0,'',1795944423272,'','');
INSERT INTO notices VALUES (65,'turn.jxsty4mf.1','your_turn',5,'bob@example.org','jxsty4mf',1,'','','',1795944423272,1795944423272,0,0,0,'',1,'dropped','turn_played',0,'',1795944423326,'','');
INSERT INTO notices VALUES (66,'turn.jxsty4mf.2','your_turn',4,'ann@example.org','jxsty4mf',2,'','','',1795944423319,1795944423319,0,0,0,'',1,'sent','bundled',63,'',1795944423379,'','');
INSERT INTO notices VALUES (67,'turn.jxsty4mf.3','your_turn',5,'bob@example.org','jxsty4mf',3,'','','',1795944423351,1795944423351,0,0,0,'',1,'dropped','turn_played',0,'',1795944423408,'','');
INSERT INTO notices VALUES (68,'turn.jxsty4mf.4','your_turn',4,'ann@example.org','jxsty4mf',4,'','','',1795944423386,1795944423386,0,0,0,'',1,'sent','',0,'',1795944423485,'','');
INSERT INTO notices VALUES (69,'challenge.gxzwk3zf','challenge',7,'eve@example.org','',0,'gxzwk3zf','','',1795944423422,1795944423422,0,0,0,'',1,'sent','',0,'',1795944423563,'','');
INSERT INTO notices VALUES (70,'answer.gxzwk3zf','challenge_answer',8,'','8vmhz463',0,'gxzwk3zf','','{"decision":"accepted"}',1795944423466,1795944423466,0,0,0,'',1,'sent','',0,'',1795944423563,'','');
INSERT INTO notices VALUES (71,'turn.8vmhz463.0','your_turn',8,'','8vmhz463',0,'','','',1795944423466,1795944423466,0,0,0,'',1,'dropped','kind_off',0,'',1795944423563,'','');
INSERT INTO notices VALUES (72,'turn.8vmhz463.1','your_turn',7,'eve@example.org','8vmhz463',1,'','','',1795944423563,1795944423563,0,0,0,'',1,'dropped','kind_off',0,'',1795944423564,'','');
INSERT INTO notices VALUES (73,'turn.8vmhz463.2','your_turn',8,'','8vmhz463',2,'','','',1795944423576,1795944423576,0,0,0,'',1,'dropped','kind_off',0,'',1795944423577,'','');
INSERT INTO notices VALUES (74,'turn.8vmhz463.3','your_turn',7,'eve@example.org','8vmhz463',3,'','','',1795944423597,1795944423597,0,0,0,'',1,'dropped','kind_off',0,'',1795944423598,'','');
INSERT INTO notices VALUES (75,'turn.8vmhz463.4','your_turn',8,'','8vmhz463',4,'','','',1795944423608,1795944423608,0,0,0,'',1,'dropped','kind_off',0,'',1795944423608,'','');
INSERT INTO notices VALUES (76,'turn.8vmhz463.5','your_turn',7,'eve@example.org','8vmhz463',5,'','','',1795944423618,1795944423618,0,0,0,'',1,'dropped','kind_off',0,'',1795944423619,'','');
INSERT INTO notices VALUES (77,'turn.8vmhz463.6','your_turn',8,'','8vmhz463',6,'','','',1795944423632,1795944423632,0,0,0,'',1,'dropped','kind_off',0,'',1795944423632,'','');
INSERT INTO notices VALUES (78,'turn.8vmhz463.7','your_turn',7,'eve@example.org','8vmhz463',7,'','','',1795944423648,1795944423648,0,0,0,'',1,'dropped','kind_off',0,'',1795944423649,'','');
INSERT INTO notices VALUES (79,'over.8vmhz463.0','game_over',8,'','8vmhz463',8,'','','',1795944423660,1795944423660,0,0,0,'',1,'dropped','kind_off',0,'',1795944423662,'','');
INSERT INTO notices VALUES (80,'over.8vmhz463.1','game_over',7,'eve@example.org','8vmhz463',8,'','','',1795944423660,1795944423660,0,0,0,'',1,'dropped','kind_off',0,'',1795944423672,'','');
INSERT INTO notices VALUES (81,'challenge.nnksdjtk','challenge',7,'eve@example.org','',0,'nnksdjtk','','',1795944423671,1795944423671,0,0,0,'',1,'dropped','challenge_decided',0,'',1795944423680,'','');
INSERT INTO notices VALUES (82,'answer.nnksdjtk','challenge_answer',8,'','wvf8zsg5',0,'nnksdjtk','','{"decision":"accepted"}',1795944423674,1795944423674,0,0,0,'',1,'sent','',0,'',1795944423856,'','');
INSERT INTO notices VALUES (83,'turn.wvf8zsg5.0','your_turn',8,'','wvf8zsg5',0,'','','',1795944423674,1795944423674,0,0,0,'',1,'dropped','kind_off',0,'',1795944423856,'','');
INSERT INTO notices VALUES (84,'turn.wvf8zsg5.1','your_turn',7,'eve@example.org','wvf8zsg5',1,'','','',1795944423866,1795944423866,0,0,0,'',1,'dropped','kind_off',0,'',1795944423867,'','');
INSERT INTO notices VALUES (85,'turn.wvf8zsg5.2','your_turn',8,'','wvf8zsg5',2,'','','',1795944423902,1795944423902,0,0,0,'',1,'dropped','kind_off',0,'',1795944423903,'','');
INSERT INTO notices VALUES (86,'turn.wvf8zsg5.3','your_turn',7,'eve@example.org','wvf8zsg5',3,'','','',1795944423913,1795944423913,0,0,0,'',1,'dropped','kind_off',0,'',1795944423940,'','');
INSERT INTO notices VALUES (87,'turn.wvf8zsg5.4','your_turn',8,'','wvf8zsg5',4,'','','',1795944423972,1795944423972,0,0,0,'',1,'dropped','kind_off',0,'',1795944423972,'','');
INSERT INTO notices VALUES (88,'turn.wvf8zsg5.5','your_turn',7,'eve@example.org','wvf8zsg5',5,'','','',1795944423978,1795944423978,0,0,0,'',1,'dropped','kind_off',0,'',1795944423984,'','');
INSERT INTO notices VALUES (89,'turn.wvf8zsg5.6','your_turn',8,'','wvf8zsg5',6,'','','',1795944423985,1795944423985,0,0,0,'',1,'dropped','kind_off',0,'',1795944424279,'','');
INSERT INTO notices VALUES (90,'turn.wvf8zsg5.7','your_turn',7,'eve@example.org','wvf8zsg5',7,'','','',1795944423986,1795944423986,0,0,0,'',1,'dropped','kind_off',0,'',1795944424280,'','');
INSERT INTO notices VALUES (91,'over.wvf8zsg5.0','game_over',8,'','wvf8zsg5',8,'','','',1795944423987,1795944423987,0,0,0,'',1,'dropped','kind_off',0,'',1795944424280,'','');
INSERT INTO notices VALUES (92,'over.wvf8zsg5.1','game_over',7,'eve@example.org','wvf8zsg5',8,'','','',1795944423987,1795944423987,0,0,0,'',1,'dropped','kind_off',0,'',1795944424281,'','');
INSERT INTO notices VALUES (93,'challenge.9jgd6b4b','challenge',7,'eve@example.org','',0,'9jgd6b4b','','',1795944423988,1795944423988,0,0,0,'',0,'dropped','challenge_decided',0,'',1795944423989,'','');
INSERT INTO notices VALUES (94,'answer.9jgd6b4b','challenge_answer',8,'','j9nj3wc2',0,'9jgd6b4b','','{"decision":"accepted"}',1795944423989,1795944423989,0,0,0,'',1,'dropped','played_already',0,'',1795944424281,'','');
INSERT INTO notices VALUES (95,'turn.j9nj3wc2.0','your_turn',8,'','j9nj3wc2',0,'','','',1795944423989,1795944423989,0,0,0,'',0,'dropped','turn_played',0,'',1795944423991,'','');
INSERT INTO notices VALUES (96,'turn.j9nj3wc2.1','your_turn',7,'eve@example.org','j9nj3wc2',1,'','','',1795944423991,1795944423991,0,0,0,'',0,'dropped','turn_played',0,'',1795944423995,'','');
INSERT INTO notices VALUES (97,'turn.j9nj3wc2.2','your_turn',8,'','j9nj3wc2',2,'','','',1795944423995,1795944423995,0,0,0,'',0,'dropped','turn_played',0,'',1795944423998,'','');
INSERT INTO notices VALUES (98,'turn.j9nj3wc2.3','your_turn',7,'eve@example.org','j9nj3wc2',3,'','','',1795944423998,1795944423998,0,0,0,'',0,'dropped','turn_played',0,'',1795944424001,'','');
INSERT INTO notices VALUES (99,'turn.j9nj3wc2.4','your_turn',8,'','j9nj3wc2',4,'','','',1795944424001,1795944424001,0,0,0,'',0,'dropped','turn_played',0,'',1795944424004,'','');
INSERT INTO notices VALUES (100,'turn.j9nj3wc2.5','your_turn',7,'eve@example.org','j9nj3wc2',5,'','','',1795944424004,1795944424004,0,0,0,'',0,'dropped','turn_played',0,'',1795944424006,'','');
INSERT INTO notices VALUES (101,'turn.j9nj3wc2.6','your_turn',8,'','j9nj3wc2',6,'','','',1795944424006,1795944424006,0,0,0,'',0,'dropped','turn_played',0,'',1795944424009,'','');
INSERT INTO notices VALUES (102,'turn.j9nj3wc2.7','your_turn',7,'eve@example.org','j9nj3wc2',7,'','','',1795944424009,1795944424009,0,0,0,'',0,'dropped','turn_played',0,'',1795944424012,'','');
INSERT INTO notices VALUES (103,'turn.j9nj3wc2.8','your_turn',8,'','j9nj3wc2',8,'','','',1795944424012,1795944424012,0,0,0,'',1,'dropped','kind_off',0,'',1795944424281,'','');
INSERT INTO notices VALUES (104,'turn.j9nj3wc2.9','your_turn',7,'eve@example.org','j9nj3wc2',9,'','','',1795944424287,1795944424287,0,0,0,'',1,'dropped','kind_off',0,'',1795944424300,'','');
INSERT INTO notices VALUES (105,'turn.j9nj3wc2.10','your_turn',7,'eve@example.org','j9nj3wc2',10,'','','',1795944424301,1795944424301,0,0,0,'',1,'dropped','kind_off',0,'',1795944424362,'','');
INSERT INTO notices VALUES (106,'turn.j9nj3wc2.11','your_turn',7,'eve@example.org','j9nj3wc2',11,'','','',1795944424361,1795944424361,0,0,0,'',1,'dropped','kind_off',0,'',1795944424413,'','');
INSERT INTO notices VALUES (107,'turn.j9nj3wc2.12','your_turn',7,'eve@example.org','j9nj3wc2',12,'','','',1795944424388,1795944424388,0,0,0,'',0,'dropped','game_over',0,'',1795944424399,'','');
INSERT INTO notices VALUES (108,'over.j9nj3wc2.0','game_over',8,'','j9nj3wc2',13,'','','',1795944424399,1795944424399,0,0,0,'',1,'dropped','kind_off',0,'',1795944424415,'','');
INSERT INTO notices VALUES (109,'over.j9nj3wc2.1','game_over',7,'eve@example.org','j9nj3wc2',13,'','','',1795944424399,1795944424399,0,0,0,'',1,'dropped','kind_off',0,'',1795944424439,'','');
INSERT INTO notices VALUES (110,'challenge.rw74rdtp','challenge',7,'eve@example.org','',0,'rw74rdtp','','',1795944424407,1795944424407,0,0,0,'',1,'dropped','challenge_decided',0,'',1795944424461,'','');
INSERT INTO notices VALUES (111,'answer.rw74rdtp','challenge_answer',8,'','c3jhmrsf',0,'rw74rdtp','','{"decision":"accepted"}',1795944424440,1795944424440,0,0,0,'',1,'sent','',0,'',1795944424511,'','');
INSERT INTO notices VALUES (112,'turn.c3jhmrsf.0','your_turn',8,'','c3jhmrsf',0,'','','',1795944424440,1795944424440,0,0,0,'',1,'dropped','kind_off',0,'',1795944424511,'','');
INSERT INTO notices VALUES (113,'turn.c3jhmrsf.1','your_turn',7,'eve@example.org','c3jhmrsf',1,'','','',1795944424491,1795944424491,0,0,0,'',1,'dropped','kind_off',0,'',1795944424492,'','');
INSERT INTO notices VALUES (114,'turn.c3jhmrsf.2','your_turn',8,'','c3jhmrsf',2,'','','',1795944424531,1795944424531,0,0,0,'',1,'dropped','kind_off',0,'',1795944424532,'','');
INSERT INTO notices VALUES (115,'turn.c3jhmrsf.3','your_turn',7,'eve@example.org','c3jhmrsf',3,'','','',1795944424567,1795944424567,0,0,0,'',1,'dropped','kind_off',0,'',1795944424568,'','');
INSERT INTO notices VALUES (116,'turn.c3jhmrsf.4','your_turn',8,'','c3jhmrsf',4,'','','',1795944424581,1795944424581,0,0,0,'',1,'dropped','kind_off',0,'',1795944424582,'','');
INSERT INTO notices VALUES (117,'turn.c3jhmrsf.5','your_turn',7,'eve@example.org','c3jhmrsf',5,'','','',1795944424598,1795944424598,0,0,0,'',1,'dropped','kind_off',0,'',1795944424614,'','');
INSERT INTO notices VALUES (118,'turn.c3jhmrsf.6','your_turn',8,'','c3jhmrsf',6,'','','',1795944424640,1795944424640,0,0,0,'',1,'dropped','kind_off',0,'',1795944424640,'','');
INSERT INTO notices VALUES (119,'turn.c3jhmrsf.7','your_turn',7,'eve@example.org','c3jhmrsf',7,'','','',1795944424679,1795944424679,0,0,0,'',1,'dropped','kind_off',0,'',1795944424680,'','');
INSERT INTO notices VALUES (120,'over.c3jhmrsf.0','game_over',8,'','c3jhmrsf',8,'','','',1795944424700,1795944424700,0,0,0,'',1,'dropped','kind_off',0,'',1795944424704,'','');
INSERT INTO notices VALUES (121,'over.c3jhmrsf.1','game_over',7,'eve@example.org','c3jhmrsf',8,'','','',1795944424700,1795944424700,0,0,0,'',1,'dropped','kind_off',0,'',1795944424711,'','');
INSERT INTO notices VALUES (122,'challenge.952xh2ck','challenge',5,'bob@example.org','',0,'952xh2ck','','',1795944424723,1795944424723,0,0,0,'',1,'sent','',0,'',1795944424784,'','');
INSERT INTO notices VALUES (123,'answer.952xh2ck','challenge_answer',4,'ann@example.org','s8xvn7zk',0,'952xh2ck','','{"decision":"accepted"}',1795944424743,1795944424743,0,0,0,'',1,'sent','',0,'',1795944424784,'','');
INSERT INTO notices VALUES (124,'turn.s8xvn7zk.0','your_turn',4,'ann@example.org','s8xvn7zk',0,'','','',1795944424743,1795944424743,0,0,0,'',1,'sent','bundled',123,'',1795944424784,'','');
INSERT INTO notices VALUES (125,'turn.s8xvn7zk.1','your_turn',5,'bob@example.org','s8xvn7zk',1,'','','',1795944424783,1795944424783,0,0,0,'',1,'sent','',0,'',1795944424812,'','');
INSERT INTO notices VALUES (126,'turn.s8xvn7zk.2','your_turn',4,'ann@example.org','s8xvn7zk',2,'','','',1795944424811,1795944424811,0,0,0,'',1,'sent','',0,'',1795944424819,'','');
INSERT INTO notices VALUES (127,'turn.s8xvn7zk.3','your_turn',5,'bob@example.org','s8xvn7zk',3,'','','',1795944424828,1795944424828,0,0,0,'',1,'sent','',0,'',1795944424845,'','');
INSERT INTO notices VALUES (128,'offer.draw.s8xvn7zk.3.0.1795944424836','offer',4,'ann@example.org','s8xvn7zk',3,'','draw','{"state":{"ply":3,"offers":1}}',1795944424836,1795944424836,0,0,0,'',1,'sent','',0,'',1795944424845,'','');
INSERT INTO notices VALUES (129,'challenge.mvvjhw9n','challenge',5,'bob@example.org','',0,'mvvjhw9n','','',1795944424846,1795944424846,0,0,0,'',1,'sent','',0,'',1795944424947,'','');
INSERT INTO notices VALUES (130,'answer.mvvjhw9n','challenge_answer',4,'ann@example.org','by8j82th',0,'mvvjhw9n','','{"decision":"accepted"}',1795944424863,1795944424863,0,0,0,'',1,'sent','',0,'',1795944425119,'','');
INSERT INTO notices VALUES (131,'turn.by8j82th.0','your_turn',4,'ann@example.org','by8j82th',0,'','','',1795944424863,1795944424863,0,0,0,'',1,'sent','bundled',130,'',1795944425119,'','');
INSERT INTO notices VALUES (132,'turn.by8j82th.1','your_turn',5,'bob@example.org','by8j82th',1,'','','',1795944424953,1795944424953,0,0,0,'',1,'sent','',0,'',1795944425122,'','');
INSERT INTO notices VALUES (133,'turn.by8j82th.2','your_turn',4,'ann@example.org','by8j82th',2,'','','',1795944425127,1795944425127,0,0,0,'',1,'sent','',0,'',1795944425468,'','');
INSERT INTO notices VALUES (134,'turn.by8j82th.3','your_turn',5,'bob@example.org','by8j82th',3,'','','',1795944425467,1795944425467,0,0,0,'',1,'sent','',0,'',1795944425630,'','');
INSERT INTO notices VALUES (135,'offer.takeback.by8j82th.3.1.1795944425507','offer',5,'bob@example.org','by8j82th',3,'','takeback','{"state":{"ply":3,"offers":1}}',1795944425507,1795944425507,0,0,0,'',1,'sent','',0,'',1795944425847,'','');
INSERT INTO notices VALUES (136,'challenge.vkc4c4kh','challenge',5,'bob@example.org','',0,'vkc4c4kh','','',1795944425579,1795944425579,0,0,0,'',0,'dropped','challenge_decided',0,'',1795944425613,'','');
INSERT INTO notices VALUES (137,'answer.vkc4c4kh','challenge_answer',4,'ann@example.org','kzdk36dp',0,'vkc4c4kh','','{"decision":"accepted"}',1795944425613,1795944425613,0,0,0,'',1,'sent','',0,'',1795944425769,'','');
INSERT INTO notices VALUES (138,'turn.kzdk36dp.0','your_turn',4,'ann@example.org','kzdk36dp',0,'','','',1795944425613,1795944425613,0,0,0,'',1,'sent','bundled',137,'',1795944425769,'','');
INSERT INTO notices VALUES (139,'turn.kzdk36dp.1','your_turn',5,'bob@example.org','kzdk36dp',1,'','','',1795944425617,1795944425617,0,0,0,'',0,'dropped','turn_played',0,'',1795944425629,'','');
INSERT INTO notices VALUES (140,'turn.kzdk36dp.2','your_turn',4,'ann@example.org','kzdk36dp',2,'','','',1795944425629,1795944425629,0,0,0,'',0,'dropped','turn_played',0,'',1795944425707,'','');
INSERT INTO notices VALUES (141,'turn.kzdk36dp.3','your_turn',5,'bob@example.org','kzdk36dp',3,'','','',1795944425707,1795944425707,0,0,0,'',0,'dropped','taken_back',0,'',1795944425767,'','');
INSERT INTO notices VALUES (142,'offer.takeback.kzdk36dp.3.1.1795944425741','offer',5,'bob@example.org','kzdk36dp',3,'','takeback','{"state":{"ply":3,"offers":1}}',1795944425741,1795944425741,0,0,0,'',0,'dropped','taken_back',0,'',1795944425767,'','');
INSERT INTO notices VALUES (143,'decision.ta.kzdk36dp.2.r1.0.1795944425767','offer_answer',4,'ann@example.org','kzdk36dp',2,'','takeback','{"decision":"accepted","state":{"ply":2,"takebacks":1,"offers":1}}',1795944425767,1795944425767,0,0,0,'',1,'sent','',0,'',1795944425847,'','');
INSERT INTO notices VALUES (144,'turn.kzdk36dp.2.r1','your_turn',4,'ann@example.org','kzdk36dp',2,'','','{"state":{"ply":2,"takebacks":1,"offers":1}}',1795944425767,1795944425767,0,0,0,'',1,'sent','bundled',143,'',1795944425847,'','');
INSERT INTO notices VALUES (145,'turn.kzdk36dp.3.r1','your_turn',5,'bob@example.org','kzdk36dp',3,'','','{"state":{"ply":3,"takebacks":1,"offers":1}}',1795944425826,1795944425826,0,0,0,'',1,'sent','',0,'',1795944425884,'','');
INSERT INTO notices VALUES (146,'challenge.x8hbgcrh','challenge',5,'bob@example.org','',0,'x8hbgcrh','','',1795944425846,1795944425846,0,0,0,'',0,'dropped','challenge_decided',0,'',1795944425875,'','');
INSERT INTO notices VALUES (147,'answer.x8hbgcrh','challenge_answer',4,'ann@example.org','syqckkww',0,'x8hbgcrh','','{"decision":"accepted"}',1795944425875,1795944425875,0,0,0,'',1,'sent','',0,'',1795944425967,'','');
INSERT INTO notices VALUES (148,'turn.syqckkww.0','your_turn',4,'ann@example.org','syqckkww',0,'','','',1795944425875,1795944425875,0,0,0,'',1,'dropped','turn_played',0,'',1795944425967,'','');
INSERT INTO notices VALUES (149,'turn.syqckkww.1','your_turn',5,'bob@example.org','syqckkww',1,'','','',1795944425883,1795944425883,0,0,0,'',1,'sent','',0,'',1795944426007,'','');
INSERT INTO notices VALUES (150,'challenge.kk9hh3ph','challenge',5,'bob@example.org','',0,'kk9hh3ph','','',1795944425923,1795944425923,0,0,0,'',0,'dropped','challenge_decided',0,'',1795944425938,'','');
INSERT INTO notices VALUES (151,'answer.kk9hh3ph','challenge_answer',4,'ann@example.org','r559mky8',0,'kk9hh3ph','','{"decision":"accepted"}',1795944425938,1795944425938,0,0,0,'',1,'dropped','played_already',0,'',1795944426007,'','');
INSERT INTO notices VALUES (152,'turn.r559mky8.0','your_turn',4,'ann@example.org','r559mky8',0,'','','',1795944425938,1795944425938,0,0,0,'',1,'dropped','turn_played',0,'',1795944426007,'','');
INSERT INTO notices VALUES (153,'turn.r559mky8.1','your_turn',5,'bob@example.org','r559mky8',1,'','','',1795944425992,1795944425992,0,0,0,'',1,'dropped','turn_played',0,'',1795944426013,'','');
INSERT INTO notices VALUES (154,'plan.r559mky8.3','plan',4,'ann@example.org','r559mky8',3,'','','',1795944426012,1795944426012,0,0,0,'',1,'sent','',0,'',1795944426053,'','');
INSERT INTO notices VALUES (155,'turn.r559mky8.3','your_turn',5,'bob@example.org','r559mky8',3,'','','',1795944426012,1795944426012,0,0,0,'',1,'sent','',0,'',1795944426078,'','');
INSERT INTO notices VALUES (156,'challenge.y57zgv66','challenge',5,'bob@example.org','',0,'y57zgv66','','',1795944426023,1795944426023,0,0,0,'',0,'dropped','challenge_decided',0,'',1795944426046,'','');
INSERT INTO notices VALUES (157,'answer.y57zgv66','challenge_answer',4,'ann@example.org','jnbkcgck',0,'y57zgv66','','{"decision":"accepted"}',1795944426046,1795944426046,0,0,0,'',1,'dropped','played_already',0,'',1795944426078,'','');
INSERT INTO notices VALUES (158,'turn.jnbkcgck.0','your_turn',4,'ann@example.org','jnbkcgck',0,'','','',1795944426046,1795944426046,0,0,0,'',1,'dropped','turn_played',0,'',1795944426078,'','');
INSERT INTO notices VALUES (159,'turn.jnbkcgck.1','your_turn',5,'bob@example.org','jnbkcgck',1,'','','',1795944426056,1795944426056,0,0,0,'',0,'dropped','turn_played',0,'',1795944426065,'','');
INSERT INTO notices VALUES (160,'turn.jnbkcgck.2','your_turn',4,'ann@example.org','jnbkcgck',2,'','','',1795944426065,1795944426065,0,0,0,'',1,'dropped','game_over',0,'',1795944426131,'','');
INSERT INTO notices VALUES (161,'over.jnbkcgck.0','game_over',4,'ann@example.org','jnbkcgck',2,'','','',1795944426100,1795944426100,0,0,0,'',1,'sent','',0,'',1795944426587,'','');
INSERT INTO notices VALUES (162,'over.jnbkcgck.1','game_over',5,'bob@example.org','jnbkcgck',2,'','','',1795944426100,1795944426100,0,0,0,'',1,'sent','',0,'',1795944426495,'','');
INSERT INTO notices VALUES (163,'message.jnbkcgck.1','message',4,'ann@example.org','jnbkcgck',2,'','','',1795944426102,1795944426102,0,0,0,'',1,'sent','bundled',161,'',1795944426587,'','');
INSERT INTO notices VALUES (164,'challenge.wbdnjmdw','challenge',4,'ann@example.org','',0,'wbdnjmdw','','',1795944426117,1795944426117,0,0,0,'',1,'sent','',0,'',1795944426883,'','');
INSERT INTO notices VALUES (165,'challenge.rjkrgrpb','challenge',5,'bob@example.org','',0,'rjkrgrpb','','',1795944426432,1795944426432,0,0,0,'',0,'dropped','challenge_decided',0,'',1795944426439,'','');
INSERT INTO notices VALUES (166,'answer.rjkrgrpb','challenge_answer',4,'ann@example.org','t45pfc8w',0,'rjkrgrpb','','{"decision":"accepted"}',1795944426439,1795944426439,0,0,0,'',1,'dropped','played_already',0,'',1795944426883,'','');
INSERT INTO notices VALUES (167,'turn.t45pfc8w.0','your_turn',4,'ann@example.org','t45pfc8w',0,'','','',1795944426439,1795944426439,0,0,0,'',0,'dropped','turn_played',0,'',1795944426741,'','');
INSERT INTO notices VALUES (168,'turn.t45pfc8w.1','your_turn',5,'bob@example.org','t45pfc8w',1,'','','',1795944426741,1795944426741,0,0,0,'',1,'sent','',0,'',1795944426889,'','');
INSERT INTO notices VALUES (169,'turn.t45pfc8w.2','your_turn',4,'ann@example.org','t45pfc8w',2,'','','',1795944426889,1795944426889,0,0,0,'',1,'sent','',0,'',1795944427166,'','');
INSERT INTO notices VALUES (170,'offer.draw.t45pfc8w.2.0.1795944426894','offer',4,'ann@example.org','t45pfc8w',2,'','draw','{"state":{"ply":2,"offers":1}}',1795944426894,1795944426894,0,0,0,'',0,'dropped','game_over',0,'',1795944426894,'','');
INSERT INTO notices VALUES (171,'over.t45pfc8w.0','game_over',4,'ann@example.org','t45pfc8w',2,'','','{"state":{"ply":2,"offers":1}}',1795944426894,1795944426894,0,0,0,'',1,'sent','',0,'',1795944427221,'','');
INSERT INTO notices VALUES (172,'over.t45pfc8w.1','game_over',5,'bob@example.org','t45pfc8w',2,'','','{"state":{"ply":2,"offers":1}}',1795944426894,1795944426894,0,0,0,'',1,'sent','',0,'',1795944427254,'','');
INSERT INTO notices VALUES (173,'challenge.zzd3bmr7','challenge',5,'bob@example.org','',0,'zzd3bmr7','','',1795944426899,1795944426899,0,0,0,'',0,'dropped','challenge_decided',0,'',1795944427153,'','');
INSERT INTO notices VALUES (174,'answer.zzd3bmr7','challenge_answer',4,'ann@example.org','6zbzvnjt',0,'zzd3bmr7','','{"decision":"accepted"}',1795944427153,1795944427153,0,0,0,'',0,'dropped','game_over',0,'',1795944427165,'','');
INSERT INTO notices VALUES (175,'turn.6zbzvnjt.0','your_turn',4,'ann@example.org','6zbzvnjt',0,'','','',1795944427153,1795944427153,0,0,0,'',0,'dropped','game_over',0,'',1795944427165,'','');
INSERT INTO notices VALUES (176,'over.6zbzvnjt.0','game_over',4,'ann@example.org','6zbzvnjt',0,'','','',1795944427165,1795944427165,0,0,0,'',1,'sent','',0,'',1795944427433,'','');
INSERT INTO notices VALUES (177,'over.6zbzvnjt.1','game_over',5,'bob@example.org','6zbzvnjt',0,'','','',1795944427165,1795944427165,0,0,0,'',1,'sent','',0,'',1795944427433,'','');
INSERT INTO notices VALUES (178,'challenge.dhp72rgt','challenge',10,'cleo@example.org','',0,'dhp72rgt','','',1795944427187,1795944427187,0,0,0,'',1,'sent','',0,'',1795944427223,'','');
INSERT INTO notices VALUES (179,'challenge.qk2m6cw6','challenge',0,'sam@example.com','',0,'qk2m6cw6','','',1795944427204,1795944427204,0,0,0,'',1,'sent','',0,'',1795944427328,'','');
INSERT INTO notices VALUES (180,'challenge.32z8mtyy','challenge',5,'bob@example.org','',0,'32z8mtyy','','',1795944427221,1795944427221,0,0,0,'',0,'dropped','challenge_decided',0,'',1795944427231,'','');
INSERT INTO notices VALUES (181,'answer.32z8mtyy','challenge_answer',4,'ann@example.org','',0,'32z8mtyy','','{"decision":"declined"}',1795944427231,1795944427231,0,0,0,'',1,'sent','',0,'',1795944427492,'','');
INSERT INTO notices VALUES (182,'challenge.4rcxz3kn','challenge',5,'bob@example.org','',0,'4rcxz3kn','','',1795944427247,1795944427247,0,0,0,'',0,'dropped','challenge_withdrawn',0,'',1795944427324,'','');
INSERT INTO notices VALUES (183,'challenge.c93wywkh','challenge',0,'tess@example.com','',0,'c93wywkh','','',1795944427359,1795944427359,0,0,0,'',1,'sent','',0,'',1795944427433,'','');
INSERT INTO notices VALUES (184,'challenge.vqxs3vpc','challenge',9,'gus@example.org','',0,'vqxs3vpc','','',1795944428475,1795944428475,0,0,0,'',1,'sent','',0,'',1795944428478,'','');
INSERT INTO notices VALUES (185,'answer.vqxs3vpc','challenge_answer',4,'ann@example.org','gjpsrbhs',0,'vqxs3vpc','','{"decision":"accepted"}',1795944428531,1795944428531,0,0,0,'',1,'sent','',0,'',1795944428584,'','');
INSERT INTO notices VALUES (186,'turn.gjpsrbhs.0','your_turn',4,'ann@example.org','gjpsrbhs',0,'','','',1795944428531,1795944428531,0,0,0,'',1,'sent','bundled',185,'',1795944428584,'','');
INSERT INTO notices VALUES (187,'turn.gjpsrbhs.1','your_turn',9,'gus@example.org','gjpsrbhs',1,'','','',1795944428583,1795986000000,1795986000000,1795986000000,0,'',0,'queued','',0,'',0,'digest','');
INSERT INTO notices VALUES (188,'challenge.wgvxdtk2','challenge',6,'dan@example.org','',0,'wgvxdtk2','','',1795944428609,1795944428609,0,0,0,'',1,'sent','',0,'',1795944428803,'','');
INSERT INTO notices VALUES (189,'answer.wgvxdtk2','challenge_answer',5,'bob@example.org','68v45mmq',0,'wgvxdtk2','','{"decision":"accepted"}',1795944428787,1795944428787,0,0,0,'',1,'sent','',0,'',1795944428875,'','');
INSERT INTO notices VALUES (190,'turn.68v45mmq.0','your_turn',5,'bob@example.org','68v45mmq',0,'','','',1795944428787,1795944428787,0,0,0,'',1,'sent','bundled',189,'',1795944428875,'','');
INSERT INTO notices VALUES (191,'turn.68v45mmq.1','your_turn',6,'dan@example.org','68v45mmq',1,'','','',1795944428806,1795944428806,0,0,0,'',1,'sent','',0,'',1795944428875,'','');
INSERT INTO notices VALUES (192,'away.8.5','away',5,'bob@example.org','68v45mmq',1,'','','{"away":{"from":1795944428836,"until":1796338800000}}',1795944428836,1795944428836,0,0,0,'',1,'sent','',0,'',1795944428895,'','');
INSERT INTO notices VALUES (193,'away.9.5','away',5,'bob@example.org','2fvdxmpx',4,'','','{"away":{"from":1798498800000,"until":1799103600000}}',1795944428873,1795944428873,0,0,0,'',1,'sent','',0,'',1795944428935,'','');
INSERT INTO notices VALUES (194,'away.9.9','away',9,'gus@example.org','gjpsrbhs',1,'','','{"away":{"from":1798498800000,"until":1799103600000}}',1795944428873,1795944428873,0,0,0,'',1,'sent','',0,'',1795944428895,'','');
INSERT INTO notices VALUES (195,'message.jxsty4mf.1','message',5,'bob@example.org','jxsty4mf',4,'','','',1795944428936,1795944428936,0,0,0,'',1,'sent','',0,'',1795944429012,'','');
INSERT INTO notices VALUES (196,'message.jxsty4mf.2','message',4,'ann@example.org','jxsty4mf',4,'','','',1795944428953,1795944428953,0,0,0,'',1,'sent','',0,'',1795944429012,'','');
INSERT INTO notices VALUES (197,'message.jxsty4mf.3','message',4,'ann@example.org','jxsty4mf',4,'','','',1795944428974,1795944428974,0,0,0,'',1,'sent','',0,'',1795944429058,'','');
INSERT INTO notices VALUES (198,'reply.1.1795944429166','reply_rejected',4,'ann@example.org','gpbtb3yp',4,'','','{"mail":1}',1795944429166,1795944429166,0,0,0,'',1,'sent','',0,'',1795944429199,'','');
INSERT INTO notices VALUES (199,'reply.2.1795944429253','reply_answer',4,'ann@example.org','gpbtb3yp',4,'','','{"mail":2}',1795944429253,1795944429253,0,0,0,'',1,'sent','',0,'',1795944429395,'','');
INSERT INTO notices VALUES (200,'turn.gpbtb3yp.5','your_turn',5,'bob@example.org','gpbtb3yp',5,'','','',1795944429314,1795944429314,0,0,0,'',1,'sent','',0,'',1795944429411,'','');
INSERT INTO notices VALUES (201,'reply.3.1795944429314','reply_answer',4,'ann@example.org','gpbtb3yp',5,'','','{"mail":3}',1795944429314,1795944429314,0,0,0,'',1,'sent','',0,'',1795944429435,'','');
INSERT INTO notices VALUES (202,'mail_failing.11.5','mail_failing',5,'bob@example.org','68v45mmq',1,'','','',1795944429421,1795944429421,0,0,0,'',1,'sent','',0,'',1795944429435,'','');
INSERT INTO notices VALUES (203,'code.1795944430122.tmq6f3ofm5','code',0,'hal@example.org','',0,'','','{"network":"QQzZYVAKKzo1XZ7gSUrUug"}',1795944430122,1795944430122,0,0,0,'',1,'sent','',0,'',1795944430145,'','');
INSERT INTO notices VALUES (204,'code.1795944430128.wguqkdfoiu','code',5,'bob@example.org','',0,'','','{"network":"QQzZYVAKKzo1XZ7gSUrUug"}',1795944430128,1795944430128,0,0,0,'',1,'sent','',0,'',1795944430152,'','');
INSERT INTO notices VALUES (205,'turn.dpwqjvnd.5','your_turn',5,'bob@example.org','dpwqjvnd',5,'','','',1795944434325,1795944434325,1795944434325,1795944502432,0,'',1,'queued','',0,'unreachable',0,'dpwqjvnd','turn.dpwqjvnd.5');
INSERT INTO responses VALUES (4,'http','once-and-only-once',X'1A0D722DA606C38A1865958CEEF63CC19CB0C7A51D3DA953F171CEC0EBFBF02D',X'7B22537461747573223A3230312C22436F6E74656E7454797065223A226170706C69636174696F6E2F6A736F6E222C2245546167223A22222C22426F6479223A6E756C6C7D0A7B226964223A223766626E77346437222C2272756C65736574223A22736576656E7361676573222C2276617269616E74223A2273686F7274222C22737461747573223A226F70656E222C226368616C6C656E676572223A22616E6E222C226F70706F6E656E74223A6E756C6C2C2273656174223A2272616E646F6D222C2270616365223A223364222C226D657373616765223A2257686F2064617265733F222C2275726C223A22687474703A2F2F706C61792E6578616D706C652E6F72672F632F3766626E77346437222C22637265617465645F6174223A22323032362D31312D32395430393A32373A30372E3138335A222C22657870697265735F6174223A22323032372D30312D32385430393A32373A30372E3138335A222C22616E7377657265645F6174223A6E756C6C2C227261746564223A747275652C226D696E5F726174696E67223A6E756C6C2C226D61785F726174696E67223A6E756C6C2C226D696E5F72656C696162696C697479223A6E756C6C2C226368616C6C656E6765725F726174696E67223A6E756C6C2C226368616C6C656E6765725F72656C696162696C697479223A7B22696E5F74696D65223A32372C22647565223A32372C2270657263656E74223A3130302C226E6577223A66616C73657D2C22646179735F6F6666223A5B5D2C226175746F5F7661636174696F6E223A66616C73652C227661636174696F6E223A747275657D0A',1795944427183);
INSERT INTO secrets VALUES ('unsubscribe',X'04BB51A6055C18121D45B0BDBD856CE4646E709B04139A605DE35A1DBCE59F89');
INSERT INTO secrets VALUES ('links',X'39DA9A2384C1D2437C72C53B41349A1BB4B43ECC91D47AABF2D114C70D0BD1A6');
INSERT INTO secrets VALUES ('push',X'383F817217DA206EC69674CFF7CE679C40ADA97D182B21DAF3DD295E796288AB');
INSERT INTO refusals VALUES ('tess@example.com',1795944427432);
INSERT INTO game_log VALUES (1,'kzdk36dp',3,1795944425767,'takeback',0,'{"turns":["d6-a6"]}');
INSERT INTO game_log VALUES (2,'68v45mmq',1,1795944428836,'away',1,'{"away":{"from":1795944428836,"until":1796338800000}}');
INSERT INTO game_log VALUES (3,'z4gb3632',4,1795944428836,'away',0,'{"away":{"from":1795944428836,"until":1796338800000}}');
INSERT INTO game_log VALUES (4,'2fvdxmpx',4,1795944428873,'away',0,'{"away":{"from":1798498800000,"until":1799103600000}}');
INSERT INTO game_log VALUES (5,'by8j82th',3,1795944428873,'away',0,'{"away":{"from":1798498800000,"until":1799103600000}}');
INSERT INTO game_log VALUES (6,'dpwqjvnd',4,1795944428873,'away',0,'{"away":{"from":1798498800000,"until":1799103600000}}');
INSERT INTO game_log VALUES (7,'gjpsrbhs',1,1795944428873,'away',0,'{"away":{"from":1798498800000,"until":1799103600000}}');
INSERT INTO game_log VALUES (8,'gpbtb3yp',4,1795944428873,'away',0,'{"away":{"from":1798498800000,"until":1799103600000}}');
INSERT INTO game_log VALUES (9,'jxsty4mf',4,1795944428873,'away',0,'{"away":{"from":1798498800000,"until":1799103600000}}');
INSERT INTO game_log VALUES (10,'ksxrxcsz',4,1795944428873,'away',0,'{"away":{"from":1798498800000,"until":1799103600000}}');
INSERT INTO game_log VALUES (11,'kzdk36dp',3,1795944428873,'away',0,'{"away":{"from":1798498800000,"until":1799103600000}}');
INSERT INTO game_log VALUES (12,'m5v7hd47',4,1795944428873,'away',0,'{"away":{"from":1798498800000,"until":1799103600000}}');
INSERT INTO game_log VALUES (13,'p2t4ysv6',0,1795944428873,'away',1,'{"away":{"from":1798498800000,"until":1799103600000}}');
INSERT INTO game_log VALUES (14,'r559mky8',3,1795944428873,'away',0,'{"away":{"from":1798498800000,"until":1799103600000}}');
INSERT INTO game_log VALUES (15,'s8xvn7zk',3,1795944428873,'away',0,'{"away":{"from":1798498800000,"until":1799103600000}}');
INSERT INTO game_log VALUES (16,'syqckkww',1,1795944428873,'away',0,'{"away":{"from":1798498800000,"until":1799103600000}}');
INSERT INTO game_log VALUES (17,'tq6qgspn',4,1795944428873,'away',0,'{"away":{"from":1798498800000,"until":1799103600000}}');
INSERT INTO game_log VALUES (18,'vf8ykg3y',4,1795944428873,'away',0,'{"away":{"from":1798498800000,"until":1799103600000}}');
INSERT INTO game_log VALUES (19,'68v45mmq',1,1795944429421,'mail_failing',1,'{}');
INSERT INTO game_log VALUES (20,'z4gb3632',4,1795944429421,'mail_failing',0,'{}');
INSERT INTO heartbeats VALUES (1,1795944434115,1795944434115);
INSERT INTO vacations VALUES (1,6,'2026-11-29','2026-12-03',1795944428836,1796338800000,'Europe/Warsaw');
INSERT INTO vacations VALUES (2,4,'2026-12-29','2027-01-04',1798498800000,1799103600000,'Europe/Warsaw');
INSERT INTO plans VALUES ('r559mky8',4,3,2,'d5-a5xa6 : d2-g2','','',1795944426012);
INSERT INTO plans VALUES ('syqckkww',4,1,1,'e4-e1xf1 : d6-a6','','',1795944425911);
INSERT INTO messages VALUES ('jnbkcgck',1,1,2,'Thank you for the game.','message.jnbkcgck.1',1795944426102);
INSERT INTO messages VALUES ('jxsty4mf',1,0,4,'Hello Bob, „żółw”!','message.jxsty4mf.1',1795944428936);
INSERT INTO messages VALUES ('jxsty4mf',2,1,4,'Hello Ann.','message.jxsty4mf.2',1795944428953);
INSERT INTO messages VALUES ('jxsty4mf',3,1,4,'Your turn?','message.jxsty4mf.3',1795944428974);
INSERT INTO chats VALUES ('jnbkcgck',0,4,0,1);
INSERT INTO chats VALUES ('jxsty4mf',0,4,2,1);
INSERT INTO chats VALUES ('jxsty4mf',1,5,0,1);
INSERT INTO blocks VALUES (4,6,1795944428904);
INSERT INTO former_names VALUES ('gus',X'6414AC2E1111BEF16F2767E3FD143A14',1798536429440);
INSERT INTO former_names VALUES ('finn',X'3288C1E3E77E0F8E00EBA23ADA34ABE9',1798536429471);
INSERT INTO inbound VALUES (1,X'0256FA59EB1375F460B2CED01545543DD163523E2729FA0C81FDF39CB448DD35','http','1795944429073985129@client.example.org','ann@example.org','play+jj6a5ye7uaabaaaaaaiaasaiesau5prm6o2gr27utqzd3yi@play.example.org','jj6a5ye7uaabaaaaaaiaasaiesau5prm6o2gr27utqzd3yi',X'46726F6D3A20616E6E406578616D706C652E6F72670A546F3A20706C61792B6A6A36613579653775616162616161616161696161736169657361753570726D366F32677232377574717A6433796940706C61792E6578616D706C652E6F72670A5375626A6563743A2052653A20796F7572207475726E0A4D6573736167652D49443A203C3137393539343434323930373339383531323940636C69656E742E6578616D706C652E6F72673E0A496E2D5265706C792D546F3A203C7475726E2E67706274623379702E342E6A6A36613579653775616162616161616161696161736169657361753570726D366F32677232377574717A6433796940706C61792E6578616D706C652E6F72673E0A0A6E6F742061207475726E0A0A7475726E706F73742077726F74653A0A3E20596F7572207475726E20616761696E737420626F620D0A3E200D0A3E20486E6566617461666C2039C397392C207475726E20352E20596F7520706C61792041747461636B6572732E0D0A3E200D0A3E20447565205765642032204465632031303A3237204345542C20696E203320646179730D0A3E200D0A3E20626F62206D6F766564206120646566656E6465722066726F6D20643720746F2065372E205468697320706F736974696F6E207374616E647320666F72207468650D0A3E207365636F6E642074696D653B20612074686972642074696D65206973206120647261772E0D0A3E200D0A3E20546865207475726E206265666F72653A20616E6E206D6F76656420616E2061747461636B65722066726F6D20643220746F2064312E0D0A3E200D0A3E20203920202320202E20202E20206120206120206120202E20202E2020230D0A3E20203820202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203720202E20202E20202E20282E295B645D202E20202E20202E20202E0D0A3E20203620206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203520206120206120206420206420204B2020642020642020612020610D0A3E20203420206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203320202E20202E20202E20202E20206420202E20202E20202E20202E0D0A3E20203220202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203120202320202E20202E20206120206120206120202E20202E2020230D0A3E2020202020612020622020632020642020652020662020672020682020690D0A3E20596F752061726520746F206D6F76652C207475726E20352C2041747461636B6572732031362C20446566656E6465727320380D0A3E200D0A3E20626F62206861732033206461797320666F7220746865206E657874207475726E2E0D0A3E200D0A3E20546F20706C61792C207265706C7920746F2074686973206D61696C207769746820796F7572207475726E20617320746865206669727374206C696E652E20410D0A3E207175657374696F6E206D61726B206265666F72652069742073686F77732074686520626F61726420616674657220697420616E6420706C617973206E6F7468696E672E0D0A3E2054686520776F7264732068656C702C2073686F772C20647261772C2072657369676E20616E642073617920776F726B20746F6F2E0D0A3E200D0A3E204C6F6F6B20616E6420706C61793A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6865346935446E4137456D51475658514C4441376852725A547874506771754342773150384B570D0A3E200D0A3E20546865206C696E6B2061626F766520706C61797320696E20746869732067616D6520666F7220796F752C20616E6420646F6573206E6F74207369676E20696E3A206B6565700D0A3E20697420746F20796F757273656C662E0D0A3E205468652067616D65206173206576657279626F6479206D6179207365652069743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F672F67706274623379700D0A3E200D0A3E204279206375726C3A0D0A3E200D0A3E20202020206375726C202D482022417574686F72697A6174696F6E3A204265617265722024544F4B454E22202D642027594F5552205455524E27205C0D0A3E20202020202020687474703A2F2F706C61792E6578616D706C652E6F72672F76312F67616D65732F67706274623379702F7475726E730D0A3E200D0A3E202D2D200D0A3E20596F75722067616D6573202838207761697420666F7220796F75293A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F696E626F780D0A3E2053657474696E67733A206D61696C2C2074696D657320616E64206E616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F73657474696E67730D0A3E204E6F206D6F7265206D61696C2061626F757420746869732067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6954455150436A6436647A714E796B577465346971467738686765434E563378717A76364841780D0A3E204E6F206D6F7265206D61696C2061626F757420796F7572207475726E7320696E20616E792067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F4B64785A467A7474326F35563555676F736F516E5952596157464F7142514C3779615165415A4E0D0A3E207475726E706F73742C20626F6172642067616D657320627920706F73743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72670A',2055,'gpbtb3yp',1795944429092,1795944429092,0,'',1,'done','rejected','unreadable','','',4,'gpbtb3yp','',4,'{"about":"unreadable","typed":"not a turn","subject":"Re: your turn","message_id":"1795944429073985129@client.example.org"}',2,1795944429166,'not a turn');
INSERT INTO inbound VALUES (2,X'B1762F0CEED662EEA851338A1632C6DCEC21B0E4D18672E5FF3418AA52E7B4BB','http','1795944429195738944@client.example.org','ann@example.org','play+jj6a5ye7uaabaaaaaaiaasaiesau5prm6o2gr27utqzd3yi@play.example.org','jj6a5ye7uaabaaaaaaiaasaiesau5prm6o2gr27utqzd3yi',X'46726F6D3A20616E6E406578616D706C652E6F72670A546F3A20706C61792B6A6A36613579653775616162616161616161696161736169657361753570726D366F32677232377574717A6433796940706C61792E6578616D706C652E6F72670A5375626A6563743A2052653A20796F7572207475726E0A4D6573736167652D49443A203C3137393539343434323931393537333839343440636C69656E742E6578616D706C652E6F72673E0A496E2D5265706C792D546F3A203C7475726E2E67706274623379702E342E6A6A36613579653775616162616161616161696161736169657361753570726D366F32677232377574717A6433796940706C61792E6578616D706C652E6F72673E0A0A73686F770A0A7475726E706F73742077726F74653A0A3E20596F7572207475726E20616761696E737420626F620D0A3E200D0A3E20486E6566617461666C2039C397392C207475726E20352E20596F7520706C61792041747461636B6572732E0D0A3E200D0A3E20447565205765642032204465632031303A3237204345542C20696E203320646179730D0A3E200D0A3E20626F62206D6F766564206120646566656E6465722066726F6D20643720746F2065372E205468697320706F736974696F6E207374616E647320666F72207468650D0A3E207365636F6E642074696D653B20612074686972642074696D65206973206120647261772E0D0A3E200D0A3E20546865207475726E206265666F72653A20616E6E206D6F76656420616E2061747461636B65722066726F6D20643220746F2064312E0D0A3E200D0A3E20203920202320202E20202E20206120206120206120202E20202E2020230D0A3E20203820202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203720202E20202E20202E20282E295B645D202E20202E20202E20202E0D0A3E20203620206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203520206120206120206420206420204B2020642020642020612020610D0A3E20203420206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203320202E20202E20202E20202E20206420202E20202E20202E20202E0D0A3E20203220202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203120202320202E20202E20206120206120206120202E20202E2020230D0A3E2020202020612020622020632020642020652020662020672020682020690D0A3E20596F752061726520746F206D6F76652C207475726E20352C2041747461636B6572732031362C20446566656E6465727320380D0A3E200D0A3E20626F62206861732033206461797320666F7220746865206E657874207475726E2E0D0A3E200D0A3E20546F20706C61792C207265706C7920746F2074686973206D61696C207769746820796F7572207475726E20617320746865206669727374206C696E652E20410D0A3E207175657374696F6E206D61726B206265666F72652069742073686F77732074686520626F61726420616674657220697420616E6420706C617973206E6F7468696E672E0D0A3E2054686520776F7264732068656C702C2073686F772C20647261772C2072657369676E20616E642073617920776F726B20746F6F2E0D0A3E200D0A3E204C6F6F6B20616E6420706C61793A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6865346935446E4137456D51475658514C4441376852725A547874506771754342773150384B570D0A3E200D0A3E20546865206C696E6B2061626F766520706C61797320696E20746869732067616D6520666F7220796F752C20616E6420646F6573206E6F74207369676E20696E3A206B6565700D0A3E20697420746F20796F757273656C662E0D0A3E205468652067616D65206173206576657279626F6479206D6179207365652069743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F672F67706274623379700D0A3E200D0A3E204279206375726C3A0D0A3E200D0A3E20202020206375726C202D482022417574686F72697A6174696F6E3A204265617265722024544F4B454E22202D642027594F5552205455524E27205C0D0A3E20202020202020687474703A2F2F706C61792E6578616D706C652E6F72672F76312F67616D65732F67706274623379702F7475726E730D0A3E200D0A3E202D2D200D0A3E20596F75722067616D6573202838207761697420666F7220796F75293A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F696E626F780D0A3E2053657474696E67733A206D61696C2C2074696D657320616E64206E616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F73657474696E67730D0A3E204E6F206D6F7265206D61696C2061626F757420746869732067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6954455150436A6436647A714E796B577465346971467738686765434E563378717A76364841780D0A3E204E6F206D6F7265206D61696C2061626F757420796F7572207475726E7320696E20616E792067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F4B64785A467A7474326F35563555676F736F516E5952596157464F7142514C3779615165415A4E0D0A3E207475726E706F73742C20626F6172642067616D657320627920706F73743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72670A',2049,'gpbtb3yp',1795944429214,1795944429214,0,'',1,'done','answered','show','','',4,'gpbtb3yp','',4,'{"about":"show","subject":"Re: your turn","message_id":"1795944429195738944@client.example.org"}',0,1795944429253,'');
INSERT INTO inbound VALUES (3,X'E293E97DA7DB311836541E670F8904C608BD7FC6198B032703659062F4E23686','http','1795944429262069956@client.example.org','ann@example.org','play+jj6a5ye7uaabaaaaaaiaasaiesau5prm6o2gr27utqzd3yi@play.example.org','jj6a5ye7uaabaaaaaaiaasaiesau5prm6o2gr27utqzd3yi',X'46726F6D3A20616E6E406578616D706C652E6F72670A546F3A20706C61792B6A6A36613579653775616162616161616161696161736169657361753570726D366F32677232377574717A6433796940706C61792E6578616D706C652E6F72670A5375626A6563743A2052653A20796F7572207475726E0A4D6573736167652D49443A203C3137393539343434323932363230363939353640636C69656E742E6578616D706C652E6F72673E0A496E2D5265706C792D546F3A203C7475726E2E67706274623379702E342E6A6A36613579653775616162616161616161696161736169657361753570726D366F32677232377574717A6433796940706C61792E6578616D706C652E6F72673E0A0A64312D64320A0A7475726E706F73742077726F74653A0A3E20596F7572207475726E20616761696E737420626F620D0A3E200D0A3E20486E6566617461666C2039C397392C207475726E20352E20596F7520706C61792041747461636B6572732E0D0A3E200D0A3E20447565205765642032204465632031303A3237204345542C20696E203320646179730D0A3E200D0A3E20626F62206D6F766564206120646566656E6465722066726F6D20643720746F2065372E205468697320706F736974696F6E207374616E647320666F72207468650D0A3E207365636F6E642074696D653B20612074686972642074696D65206973206120647261772E0D0A3E200D0A3E20546865207475726E206265666F72653A20616E6E206D6F76656420616E2061747461636B65722066726F6D20643220746F2064312E0D0A3E200D0A3E20203920202320202E20202E20206120206120206120202E20202E2020230D0A3E20203820202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203720202E20202E20202E20282E295B645D202E20202E20202E20202E0D0A3E20203620206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203520206120206120206420206420204B2020642020642020612020610D0A3E20203420206120202E20202E20202E20206420202E20202E20202E2020610D0A3E20203320202E20202E20202E20202E20206420202E20202E20202E20202E0D0A3E20203220202E20202E20202E20202E20206120202E20202E20202E20202E0D0A3E20203120202320202E20202E20206120206120206120202E20202E2020230D0A3E2020202020612020622020632020642020652020662020672020682020690D0A3E20596F752061726520746F206D6F76652C207475726E20352C2041747461636B6572732031362C20446566656E6465727320380D0A3E200D0A3E20626F62206861732033206461797320666F7220746865206E657874207475726E2E0D0A3E200D0A3E20546F20706C61792C207265706C7920746F2074686973206D61696C207769746820796F7572207475726E20617320746865206669727374206C696E652E20410D0A3E207175657374696F6E206D61726B206265666F72652069742073686F77732074686520626F61726420616674657220697420616E6420706C617973206E6F7468696E672E0D0A3E2054686520776F7264732068656C702C2073686F772C20647261772C2072657369676E20616E642073617920776F726B20746F6F2E0D0A3E200D0A3E204C6F6F6B20616E6420706C61793A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6865346935446E4137456D51475658514C4441376852725A547874506771754342773150384B570D0A3E200D0A3E20546865206C696E6B2061626F766520706C61797320696E20746869732067616D6520666F7220796F752C20616E6420646F6573206E6F74207369676E20696E3A206B6565700D0A3E20697420746F20796F757273656C662E0D0A3E205468652067616D65206173206576657279626F6479206D6179207365652069743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F672F67706274623379700D0A3E200D0A3E204279206375726C3A0D0A3E200D0A3E20202020206375726C202D482022417574686F72697A6174696F6E3A204265617265722024544F4B454E22202D642027594F5552205455524E27205C0D0A3E20202020202020687474703A2F2F706C61792E6578616D706C652E6F72672F76312F67616D65732F67706274623379702F7475726E730D0A3E200D0A3E202D2D200D0A3E20596F75722067616D6573202838207761697420666F7220796F75293A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F696E626F780D0A3E2053657474696E67733A206D61696C2C2074696D657320616E64206E616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F73657474696E67730D0A3E204E6F206D6F7265206D61696C2061626F757420746869732067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6954455150436A6436647A714E796B577465346971467738686765434E563378717A76364841780D0A3E204E6F206D6F7265206D61696C2061626F757420796F7572207475726E7320696E20616E792067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F4B64785A467A7474326F35563555676F736F516E5952596157464F7142514C3779615165415A4E0D0A3E207475726E706F73742C20626F6172642067616D657320627920706F73743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72670A',2050,'gpbtb3yp',1795944429262,1795944429262,0,'',1,'done','played','turn','d1-d2','',4,'gpbtb3yp','',5,'{"about":"played","subject":"Re: your turn","message_id":"1795944429262069956@client.example.org"}',0,1795944429314,'');
INSERT INTO inbound VALUES (4,X'67F38C1166D28AE44CFFA64A648D91948E98896E4787B456B703FECE9E20DD92','http','bounce0.1795944429401889431@mx.example.org','<>','bounce+mviysanbyaaaqaaaaamaag2nxv4kek7azrb6e6cndnbfj5a@play.example.org','mviysanbyaaaqaaaaamaag2nxv4kek7azrb6e6cndnbfj5a',NULL,599,'z4gb3632',1795944429402,1795944429402,0,'',1,'done','bounce','hard','550 5.1.1 no such user','',6,'z4gb3632','',2,'',0,1795944429412,'');
INSERT INTO inbound VALUES (5,X'AC92970F50C25F56E72AC25D499E6FFAF8ECA6CC58490B3426EE6A1F3BF332CE','http','bounce1.1795944429409633561@mx.example.org','<>','bounce+mviysanbyaaaqaaaaamaag2nxv4kek7azrb6e6cndnbfj5a@play.example.org','mviysanbyaaaqaaaaamaag2nxv4kek7azrb6e6cndnbfj5a',NULL,599,'z4gb3632',1795944429414,1795944429414,0,'',1,'done','bounce','hard','550 5.1.1 no such user','',6,'z4gb3632','',2,'',0,1795944429421,'');
INSERT INTO inbound VALUES (6,X'B15E57293A09DFAEED4EAD1533F47E330799516A0830BD912AB121322018A914','http','bounce2.1795944429419292147@mx.example.org','<>','bounce+mviysanbyaaaqaaaaamaag2nxv4kek7azrb6e6cndnbfj5a@play.example.org','mviysanbyaaaqaaaaamaag2nxv4kek7azrb6e6cndnbfj5a',NULL,599,'z4gb3632',1795944429419,1795944429419,0,'',1,'done','bounce','hard','550 5.1.1 no such user','',6,'z4gb3632','',2,'',0,1795944429421,'');
INSERT INTO inbound VALUES (7,X'1249497FA6266CAAC620039C4D9F4F72587B0CBD72399D706AC14D930FCEF2A9','pipe','1795944435155443480@client.example.org','bob@example.org','play+jmrr6incuaaayeaaaakadl4owx6kjobm2aamwpxpuis6hui@play.example.org','jmrr6incuaaayeaaaakadl4owx6kjobm2aamwpxpuis6hui',X'46726F6D3A20626F62406578616D706C652E6F72670A546F3A20706C61792B6A6D727236696E63756161617965616161616B61646C346F7778366B6A6F626D3261616D777078707569733668756940706C61792E6578616D706C652E6F72670A5375626A6563743A2052653A20796F7572207475726E0A4D6573736167652D49443A203C3137393539343434333531353534343334383040636C69656E742E6578616D706C652E6F72673E0A496E2D5265706C792D546F3A203C7475726E2E6B7A646B333664702E332E72312E6A6D727236696E63756161617965616161616B61646C346F7778366B6A6F626D3261616D777078707569733668756940706C61792E6578616D706C652E6F72673E0A0A64352D61357861360A0A7475726E706F73742077726F74653A0A3E20596F7572207475726E20616761696E737420616E6E0D0A3E200D0A3E20486E6566617461666C2037C3973720284272616E64756268292C207475726E20342E20596F7520706C617920446566656E646572732E0D0A3E200D0A3E20447565205765642032204465632031303A3237204345542C20696E203320646179730D0A3E200D0A3E20616E6E206D6F76656420616E2061747461636B65722066726F6D20643620746F2061362E0D0A3E200D0A3E20546865207475726E206265666F72653A20626F62206D6F766564206120646566656E6465722066726F6D20653420746F20653120616E64206361707475726564207468650D0A3E2061747461636B6572206F6E2066312E0D0A3E200D0A3E20203720202320202E20202E20206120202E20202E2020230D0A3E202036205B615D202E20202E20282E29202E20202E20202E0D0A3E20203520202E20202E20202E20206420202E20202E20202E0D0A3E20203420206120206120206420204B20202E20202E2020610D0A3E20203320202E20202E20202E20206420202E20202E20202E0D0A3E20203220202E20202E20202E20206120202E20202E20202E0D0A3E20203120202320202E20202E20206120206420202E2020230D0A3E2020202020612020622020632020642020652020662020670D0A3E20596F752061726520746F206D6F76652C207475726E20342C2041747461636B65727320372C20446566656E6465727320340D0A3E200D0A3E20616E6E206861732033206461797320666F7220746865206E657874207475726E2E0D0A3E200D0A3E20546F20706C61792C207265706C7920746F2074686973206D61696C207769746820796F7572207475726E20617320746865206669727374206C696E652E20410D0A3E207175657374696F6E206D61726B206265666F72652069742073686F77732074686520626F61726420616674657220697420616E6420706C617973206E6F7468696E672E0D0A3E2054686520776F7264732068656C702C2073686F772C20647261772C2072657369676E20616E642073617920776F726B20746F6F2E0D0A3E200D0A3E204C6F6F6B20616E6420706C61793A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F686D77634B357867326D6942693443566B5736686B704C335339715550416752444D4A4A6944310D0A3E200D0A3E20546865206C696E6B2061626F766520706C61797320696E20746869732067616D6520666F7220796F752C20616E6420646F6573206E6F74207369676E20696E3A206B6565700D0A3E20697420746F20796F757273656C662E0D0A3E205468652067616D65206173206576657279626F6479206D6179207365652069743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F672F6B7A646B333664700D0A3E200D0A3E204279206375726C3A0D0A3E200D0A3E20202020206375726C202D482022417574686F72697A6174696F6E3A204265617265722024544F4B454E22202D642027594F5552205455524E27205C0D0A3E20202020202020687474703A2F2F706C61792E6578616D706C652E6F72672F76312F67616D65732F6B7A646B333664702F7475726E730D0A3E200D0A3E202D2D200D0A3E20596F75722067616D6573202834207761697420666F7220796F75293A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F696E626F780D0A3E2053657474696E67733A206D61696C2C2074696D657320616E64206E616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F73657474696E67730D0A3E204E6F206D6F7265206D61696C2061626F757420746869732067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F6A32364C753473543056454C6731436A69645173736C614968704E4B4F38667870764B42484C480D0A3E204E6F206D6F7265206D61696C2061626F757420796F7572207475726E7320696E20616E792067616D653A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72672F6B2F4B64785A467A7474326F355635556771783654506C6448397132393034556E524870616F33746E0D0A3E207475726E706F73742C20626F6172642067616D657320627920706F73743A0D0A3E202020687474703A2F2F706C61792E6578616D706C652E6F72670A',1918,'kzdk36dp',1795944437406,1795944437406,0,'',0,'queued','','','','',0,'','',0,'',0,0,'');
INSERT INTO registrations VALUES (1,'hal@example.org','hal@example.org','hal','en','UTC',X'6EF3B9B35813D957458BB2A777AAAE4FE3E27697DE659BAA9409A2C2B98EB599',X'410CD961500A2B3A355D9EE0494AD4BA',1795944430122);
INSERT INTO player_records VALUES (4,'hnefatafl',0,1,1);
INSERT INTO player_records VALUES (5,'hnefatafl',1,0,1);
INSERT INTO player_records VALUES (7,'bohnduell',1,0,0);
INSERT INTO player_records VALUES (7,'hanniball',0,0,1);
INSERT INTO player_records VALUES (7,'hnefatafl',0,0,1);
INSERT INTO player_records VALUES (7,'sevensages',0,0,1);
INSERT INTO standings VALUES (4,1795944427165,0,0);
INSERT INTO standings VALUES (5,1795944427165,0,0);
INSERT INTO standings VALUES (7,1795944424700,0,0);
INSERT INTO ratings VALUES (4,'hnefatafl','7x7',1423.2506880965134,260.27316928425375,0.059999147872850336,2,0,1795944426894);
INSERT INTO ratings VALUES (5,'hnefatafl','7x7',1576.7493119034866,260.27316928425375,0.059999147872850336,2,0,1795944426894);
INSERT INTO ratings VALUES (7,'bohnduell','standard',1662.2120014703455,290.23050778223865,0.059999675372338142,1,0,1795944424399);
INSERT INTO ratings VALUES (7,'hanniball','standard',1500.0,290.23050778223865,0.059998961443143539,1,0,1795944423660);
INSERT INTO ratings VALUES (7,'hnefatafl','11x11',1500.0,290.23050778223865,0.059998961443143539,1,0,1795944424700);
INSERT INTO ratings VALUES (7,'sevensages','standard',1500.0,290.23050778223865,0.059998961443143539,1,0,1795944423987);
INSERT INTO game_ratings VALUES ('8vmhz463',1,7,8,'hanniball','standard',1795944423660,1500.0,350.0,0.06,1500.0,290.23050778223865,0.059998961443143539);
INSERT INTO game_ratings VALUES ('c3jhmrsf',1,7,8,'hnefatafl','11x11',1795944424700,1500.0,350.0,0.06,1500.0,290.23050778223865,0.059998961443143539);
INSERT INTO game_ratings VALUES ('j9nj3wc2',1,7,8,'bohnduell','standard',1795944424399,1500.0,350.0,0.06,1662.2120014703455,290.23050778223865,0.059999675372338142);
INSERT INTO game_ratings VALUES ('jnbkcgck',0,4,5,'hnefatafl','7x7',1795944426100,1500.0,350.0,0.06,1337.7879985296545,290.23050778223865,0.059999675372338142);
INSERT INTO game_ratings VALUES ('jnbkcgck',1,5,4,'hnefatafl','7x7',1795944426100,1500.0,350.0,0.06,1662.2120014703455,290.23050778223865,0.059999675372338142);
INSERT INTO game_ratings VALUES ('t45pfc8w',0,4,5,'hnefatafl','7x7',1795944426894,1337.7879985296545,290.23050802794825,0.059999675372338142,1423.2506880965134,260.27316928425375,0.059999147872850336);
INSERT INTO game_ratings VALUES ('t45pfc8w',1,5,4,'hnefatafl','7x7',1795944426894,1662.2120014703455,290.23050802794825,0.059999675372338142,1576.7493119034866,260.27316928425375,0.059999147872850336);
INSERT INTO game_ratings VALUES ('wvf8zsg5',1,7,8,'sevensages','standard',1795944423987,1500.0,350.0,0.06,1500.0,290.23050778223865,0.059998961443143539);
INSERT INTO notes VALUES (6,'z4gb3632',1,'It moves the king first.',1795944419515);
INSERT INTO kept_lines VALUES (1,6,'z4gb3632',2,'3t3/3t3/3T3/1tTKTtt/tT5/3t3/3t3 a','a3-a2','perhaps',1795944419540);
INSERT INTO feeds VALUES (6,'atom',X'377577AD9E5535EB4DC62FEA559CD26FB5426EAC21C43AEB986C740DF620860A',1795944419542);
INSERT INTO feeds VALUES (6,'ics',X'340D9EC0ADDDED9C5C7BF85A87F26A50016F662FD356F6E46AD20C55E0FE981B',1795944419542);
INSERT INTO hooks VALUES ('w8rv9dj4',6,'http://127.0.0.1:38641','127.0.0.1','json','','','on',X'BDFD94076B081F01F4EC6139346CC5259897575D00BB70275BE3210A8A956A91',X'',0,1795944419543,1795944419686,503,'refused',1795944419686,1,1795944475490,'');
INSERT INTO hook_deliveries VALUES (1,'w8rv9dj4',6,'127.0.0.1',10,'your_turn','msg_5h6d34wphbcns6sjewzjq5tv',1795944419585,1795944475490,0,'',1,'queued','','refused',0);
INSERT INTO hook_deliveries VALUES (2,'w8rv9dj4',6,'127.0.0.1',188,'challenge','msg_6gqh73rb33lwqo2o6a2toyii',1795944428610,1795944475490,0,'',0,'queued','','',0);
INSERT INTO hook_deliveries VALUES (3,'w8rv9dj4',6,'127.0.0.1',191,'your_turn','msg_nb5dx4s2q2eml6s3n6vuy3wq',1795944428806,1795944475490,0,'',0,'queued','','',0);
INSERT INTO hook_hosts VALUES ('127.0.0.1',1795944475490,0);
INSERT INTO events VALUES ('9s67zjgh','ladder','bohnduell','standard','3d','',0,0,0,0,0,1,'running',6,'',0,1795944421119,0,0);
INSERT INTO events VALUES ('zcpqh8wq','round_robin','bohnduell','standard','3d','',2,0,0,0,0,1,'running',6,'',0,1795944419793,1795944419861,0);
INSERT INTO event_players VALUES ('9s67zjgh',4,0,1,'',NULL,0,'',0,0,1795944421124,1795944421124);
INSERT INTO event_players VALUES ('9s67zjgh',5,0,2,'',NULL,0,'',0,0,1795944421139,1795944421139);
INSERT INTO event_players VALUES ('zcpqh8wq',4,1,2,'ann',NULL,0,'',0,0,1795944419817,0);
INSERT INTO event_players VALUES ('zcpqh8wq',5,1,1,'bob',NULL,0,'',0,0,1795944419861,0);
INSERT INTO event_games VALUES ('zcpqh8wq',1,1,1,5,4,-1,'p2t4ysv6','running',-1,0,'',0,1795944419861,0,0);
INSERT INTO reports VALUES (1,6,9,'',0,'Two accounts, „żółw”.','',1795944420018,0);
INSERT INTO operator_acts VALUES (1,1795944420808,'root','announce',0,'','Moved to another machine.','done',0);
INSERT INTO operator_acts VALUES (2,1795944428394,'root','invite',0,'','1 accounts','done',0);
INSERT INTO operator_acts VALUES (3,1795944430062,'root','ban',7,'','','done',0);
INSERT INTO announcements VALUES (1,'Moved to another machine.',1795944420809,1795944421809);
INSERT INTO ladder_steps VALUES ('9s67zjgh',1,'join',4,0,1795944421124);
INSERT INTO ladder_steps VALUES ('9s67zjgh',2,'join',5,0,1795944421139);
INSERT INTO games VALUES (1,'z4gb3632','hnefatafl','7x7',1,6,1,'ongoing','3t3/3t3/1T5/2TKTtt/1T5/t2t3/3t3 a',4,0,6,-1,'','3d',259200000,259200000,1796597990747,1796511590747,-1,-1,0,0,X'78BFFF344B3D30269E8C73259B5377B55E4F6A0FA80CC43A9E1A63BC29D2342E',1795944419148,1795944419583,0,0,11,0,1,'',0,2,2,'',1,'',X'B025D2073759115E07AD318BE122157C51783D58',1,'d5-b5xb4','[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"b5"},{"kind":"captured","seat":0,"piece":"attacker","at":"b4"}]','','house',1795944419583,1,0);
INSERT INTO games VALUES (2,'p2t4ysv6','bohnduell','standard',1,5,4,'ongoing','12:0,0,0,0:0/12:0,0,0,0:0 g',0,0,5,-1,'','3d',259200000,259200000,1796203619861,1796117219861,-1,-1,0,0,X'12E5FE69619F07EDA9AD81A689BD92A0638A1FCB27DCEA7AC6C455CE77040774',1795944419861,1795944419861,0,0,9,0,1,'',0,0,0,'zcpqh8wq',1,'',X'84222325',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO games VALUES (3,'tq6qgspn','hanniball','standard',1,4,5,'ongoing','3/3m2l2/1e1ele1e1/3h1h1h1/9/9/9/3h5/9/9/3H5/1H1H3H1/1E1E1E1E1/2L1M1L2/3 w e8 5',4,0,4,-1,'','3d',259200000,259200000,1796203621511,1796074021511,-1,-1,0,0,X'E1FF7B4C922362EAC7A9D80379B70646E07ED61553D08436B3D9F4578BD084A9',1795944421232,1795944421511,0,0,9,0,1,'',0,2,2,'',1,'',X'DF251FA274EFBAD76598C9EC7EED7899C8427764',1,'c10-d8 d14-e13 e15-d14','[{"kind":"moved","seat":1,"piece":"Horse","from":"c10","to":"d8"},{"kind":"moved","seat":1,"piece":"Lion","from":"d14","to":"e13"},{"kind":"moved","seat":1,"piece":"Monkey","from":"e15","to":"d14"}]','','http',1795944421511,1,0);
INSERT INTO games VALUES (4,'m5v7hd47','sevensages','standard',1,4,5,'ongoing','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-1',4,0,4,-1,'','3d',259200000,259200000,1796203621562,1796074021562,-1,-1,0,0,X'10A1722F79BA16CD9C153C0C98CB59FEA5EA2AE2F7B475CEF1002704A115A8D4',1795944421524,1795944421562,0,0,9,0,1,'',0,2,2,'',1,'',X'D48916A4F33DB56ED60DC4815CE0B53ED4891857',1,'d13-f13~g13~g1','[{"kind":"moved","seat":1,"piece":"Stone","from":"d13","to":"f13"},{"kind":"kicked","seat":1,"way":["f13","g13","g1"]},{"kind":"point","seat":1,"at":"g1","count":1}]','','http',1795944421562,1,0);
INSERT INTO games VALUES (5,'ksxrxcsz','sevensages','short',1,4,5,'ongoing','7s7/15/3s2s4s3/15/3s3s7/15/9so4/7SS6/15/15/3S11/15/3S3S3S3/15/7S7 w 0-0',4,0,4,-1,'','3d',259200000,259200000,1796203621671,1796074021671,-1,-1,0,0,X'468221222A47F591448506544E471117397546AD18C96391D57C0B7867301450',1795944421574,1795944421671,0,0,9,0,1,'',0,2,2,'',1,'',X'D48916A4CF63094140EA3B85CC4A653BB8B25E12',1,'h13-g13','[{"kind":"moved","seat":1,"piece":"Stone","from":"h13","to":"g13"}]','','http',1795944421671,1,0);
INSERT INTO games VALUES (6,'vf8ykg3y','bohnduell','standard',1,4,5,'ongoing','6:1,2,1,1:1/6:1,2,1,1:1 g',4,0,4,-1,'','3d',259200000,259200000,1796203621899,1796074021899,-1,-1,0,0,X'A6E621401CB73AF24936BDD210E30E5B3FD28AD64622BB6223D396ABD7ACE218',1795944421723,1795944421899,0,0,9,0,1,'',0,2,2,'',1,'',X'8422232584222325842223258422232584222325',1,'p3','[{"kind":"placed","seat":1,"from":"rs","to":"r3","count":2}]','','http',1795944421899,1,0);
INSERT INTO games VALUES (7,'dpwqjvnd','bohnduell','long',1,4,5,'ongoing','10:2,3,3,1:2/14:0,2,1,1:1 r',5,1,5,-1,'','3d',259200000,259200000,1796203634325,1796117234325,-1,-1,0,0,X'16A0451A01AFDBA2A52109F4AF19093330994224F962E38CA3D7108EE46E9B40',1795944421940,1795944434325,0,0,9,0,1,'',0,3,2,'',1,'',X'842223258422232584222325842223258422232584222325',0,'p1','[{"kind":"placed","seat":0,"from":"gs","to":"g1","count":4},{"kind":"stolen","seat":1,"from":"r4","to":"gl","count":2}]','','http',1795944434325,1,0);
INSERT INTO games VALUES (8,'2fvdxmpx','hnefatafl','11x11',1,4,5,'ongoing','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a',4,0,4,-1,'','3d',259200000,259200000,1796203622291,1796074022291,-1,-1,0,0,X'8D97039A452B56D9696448DE9D1BAF54D77F14E47B657BEADC65F098E1108417',1795944422107,1795944422291,0,0,9,0,1,'',0,2,2,'',1,'',X'A23CC8EDFA6251341D72640977E31010A23CC8ED',1,'e4-f4','[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"f4"}]','','http',1795944422291,2,0);
INSERT INTO games VALUES (9,'gpbtb3yp','hnefatafl','9x9',1,4,5,'ongoing','3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/3tt4/4tt3 d',5,1,5,-1,'','3d',259200000,259200000,1796203629314,1796117229314,-1,-1,0,0,X'B289C464AFA91191854CB985FCCF04062411513F46B491EF64EFEF94F9CF7983',1795944422591,1795944429314,0,0,9,0,1,'',0,3,2,'',1,'',X'2C9FCA3DD1C36D7C3C547639B7D7C0E42C9FCA3DD1C36D7C',0,'d1-d2','[{"kind":"moved","seat":0,"piece":"attacker","from":"d1","to":"d2"}]','','mail',1795944429314,2,0);
INSERT INTO games VALUES (10,'jxsty4mf','hnefatafl','7x7',1,4,5,'ongoing','3t3/7/Tt5/2TKTtt/T6/3t3/3t3 a',4,0,4,-1,'','3d',259200000,259200000,1796203623386,1796074023386,-1,-1,0,0,X'2836E3EA5142FC352AE8FBC811609D9ABF042EAFD70EE9C8A20AED318645CCCA',1795944423255,1795944423386,0,0,9,0,1,'',0,2,2,'',1,'',X'B025D207D8F05CA228A7DC20A74B0CA3A2A9A8B9',1,'d3-a3xa4','[{"kind":"moved","seat":1,"piece":"defender","from":"d3","to":"a3"},{"kind":"captured","seat":0,"piece":"attacker","at":"a4"}]','','http',1795944423386,1,0);
INSERT INTO games VALUES (11,'8vmhz463','hanniball','standard',1,8,7,'finished','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 9',8,0,8,-1,'repetition','3d',259200000,259200000,0,0,-1,-1,0,0,X'E5378F2B393BE35D00AE01C79D63990CFDB65FDF70DF4F20F7B04A04E9609337',1795944423466,1795944423660,1795944423660,0,0,0,1,'',0,4,4,'',1,'',X'',1,'a10-b12','[{"kind":"moved","seat":1,"piece":"Horse","from":"a10","to":"b12"}]','','http',1795944423660,3,0);
INSERT INTO games VALUES (12,'wvf8zsg5','sevensages','standard',1,8,7,'finished','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0',8,0,8,-1,'repetition','3d',259200000,259200000,0,0,-1,-1,0,0,X'DA2AEC4FA46F644DD03BC0FF9412045947F3819F6BE0BA976D558BA66CF87C13',1795944423674,1795944423987,1795944423987,0,0,0,1,'',0,4,4,'',1,'',X'',1,'g11-h11','[{"kind":"moved","seat":1,"piece":"Stone","from":"g11","to":"h11"}]','','http',1795944423987,3,0);
INSERT INTO games VALUES (13,'j9nj3wc2','bohnduell','standard',1,8,7,'finished','0:3,0,4,0:2/0:1,4,0,3:7 g',13,0,8,1,'count','3d',259200000,259200000,0,0,-1,-1,0,0,X'6963514936FB7F9DFA86D4A6209BD23A97E37AE0FA3C90A028F045A643BCCDC8',1795944423989,1795944424399,1795944424399,0,0,0,1,'',0,5,8,'',1,'',X'',1,'p4','[{"kind":"placed","seat":1,"from":"rs","to":"r4","count":1},{"kind":"stolen","seat":0,"from":"g1","to":"rl","count":3},{"kind":"ended","seat":1,"count":5,"reason":"count"}]','','http',1795944424399,1,0);
INSERT INTO games VALUES (14,'c3jhmrsf','hnefatafl','11x11',1,8,7,'finished','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a',8,0,8,-1,'repetition','3d',259200000,259200000,0,0,-1,-1,0,0,X'AD3807D1C78C3149D0775197F66C97E5912C97D4554E2604C32CBF536B4D8709',1795944424440,1795944424700,1795944424700,0,0,0,1,'',0,4,4,'',1,'',X'',1,'e4-f4','[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"f4"}]','','http',1795944424700,3,0);
INSERT INTO games VALUES (15,'s8xvn7zk','hnefatafl','7x7',1,4,5,'ongoing','3t3/t6/3T3/ttTK2t/3T3/3t3/3tT2 d',3,1,5,-1,'','3d',259200000,259200000,1796203624828,1796117224828,1,-1,0,0,X'177504ABC20C7C4AFA785BE59B629B9F623FDB610F7A0C138B25B373BF70BCD7',1795944424743,1795944424828,0,1,9,0,1,'',0,2,1,'',1,'',X'B025D20751DB30782C2C9E5650F24D13',0,'d6-a6','[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"a6"}]','','http',1795944424828,1,0);
INSERT INTO games VALUES (16,'by8j82th','hnefatafl','7x7',1,4,5,'ongoing','3t3/t6/3T3/ttTK2t/3T3/3t3/3tT2 d',3,1,5,-1,'','3d',259200000,259200000,1796203625467,1796117225467,-1,0,2,0,X'D8804B5B17556E0FF79DD9305FCC98FF00A23BA18D8BEE9B30101B918624DD49',1795944424863,1795944425467,0,1,9,0,1,'',0,2,1,'',1,'',X'B025D20751DB30782C2C9E5650F24D13',0,'d6-a6','[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"a6"}]','','http',1795944425467,1,0);
INSERT INTO games VALUES (17,'kzdk36dp','hnefatafl','7x7',1,4,5,'ongoing','3t3/t6/3T3/ttTK2t/3T3/3t3/3tT2 d',3,1,5,-1,'','3d',259200000,259200000,1796203625826,1796117225826,-1,-1,0,1,X'FFE921FE3B38AD1357787D99B903859C50072C9712EE8E144C925E603C2EA094',1795944425613,1795944425826,0,1,9,0,1,'',0,-1,-1,'',1,'',X'B025D20751DB30782C2C9E5650F24D13',0,'d6-a6','[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"a6"}]','','http',1795944425826,1,0);
INSERT INTO games VALUES (18,'syqckkww','hnefatafl','7x7',1,4,5,'ongoing','3t3/3t3/3T3/ttTKT1t/3T3/3t3/3t1t1 d',1,1,5,-1,'','3d',259200000,259200000,1796203625883,1796117225883,-1,-1,0,0,X'D764065D151531C85744BBCE3F523F97621335E06309BC6338573AEEF954BBC0',1795944425875,1795944425883,0,0,9,0,1,'',0,1,0,'',1,'',X'B025D20751DB3078',0,'f4-f1','[{"kind":"moved","seat":0,"piece":"attacker","from":"f4","to":"f1"}]','','http',1795944425883,1,0);
INSERT INTO games VALUES (19,'r559mky8','hnefatafl','7x7',1,4,5,'ongoing','3t3/t6/3T3/ttTK2t/3T3/3t3/3tT2 d',3,1,5,-1,'','3d',259200000,259200000,1796203626012,1796117226012,-1,-1,0,0,X'EA1F36001A4643374167931B8E339443E764BDC0752497F9603223604F297442',1795944425938,1795944426012,0,0,9,0,1,'',0,2,1,'',1,'',X'B025D20751DB30782C2C9E5650F24D13',0,'d6-a6','[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"a6"}]','','plan',1795944426012,1,0);
INSERT INTO games VALUES (20,'jnbkcgck','hnefatafl','7x7',1,4,5,'finished','3t3/3t3/3T3/ttTK2t/3T3/3t3/3tT2 a',2,0,4,1,'resignation','3d',259200000,259200000,0,0,-1,-1,0,0,X'104C081F52D7A11DE04674993D8F0877D46E1DBEA944E63FCD6E8FE41D0FE471',1795944426046,1795944426100,1795944426100,0,0,0,1,'',0,1,1,'',1,'',X'',1,'e4-e1xf1','[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"e1"},{"kind":"captured","seat":0,"piece":"attacker","at":"f1"}]','','http',1795944426065,1,0);
INSERT INTO games VALUES (21,'t45pfc8w','hnefatafl','7x7',1,4,5,'finished','3t3/3t3/3T3/ttTK2t/3T3/3t3/3tT2 a',2,0,4,-1,'agreement','3d',259200000,259200000,0,0,-1,-1,0,0,X'02FE9579DFBBC6A196712599122AAB14987E82D966EAADE130718B0351EC61F3',1795944426439,1795944426894,1795944426894,1,0,0,1,'',0,1,1,'',1,'',X'',1,'e4-e1xf1','[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"e1"},{"kind":"captured","seat":0,"piece":"attacker","at":"f1"}]','','http',1795944426889,1,0);
INSERT INTO games VALUES (22,'6zbzvnjt','hnefatafl','7x7',1,4,5,'aborted','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a',0,0,4,-1,'aborted','3d',259200000,259200000,0,0,-1,-1,0,0,X'AB19B2F535B52E3B4E964A75C83B1E9C14057B149C8917D8EC19117EFCA1E267',1795944427153,1795944427165,1795944427165,0,0,0,1,'aborted',0,0,0,'',1,'',X'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO games VALUES (23,'gjpsrbhs','hnefatafl','7x7',1,4,9,'ongoing','3t3/3t3/3T3/ttTKT1t/3T3/3t3/3t1t1 d',1,1,9,-1,'','3d',259200000,259200000,1796203628583,1796117228583,-1,-1,0,0,X'F9883200B0AF89671D4DA095685E37234082DB24D2CAF60B272679F16EA2C047',1795944428531,1795944428583,0,0,9,0,1,'',0,1,0,'',1,'',X'B025D20751DB3078',0,'f4-f1','[{"kind":"moved","seat":0,"piece":"attacker","from":"f4","to":"f1"}]','','http',1795944428583,1,0);
INSERT INTO games VALUES (24,'68v45mmq','hnefatafl','7x7',1,5,6,'ongoing','3t3/3t3/3T3/ttTKT1t/3T3/3t3/3t1t1 d',1,1,6,-1,'','3d',259200000,259200000,1796684400000,1796598000000,-1,-1,0,0,X'67CD4818345283D0A4FA39C29CBF276442FA1477BA8E3BE88D33DEAA0BE42029',1795944428787,1795944428806,0,0,11,0,1,'',0,1,0,'',1,'sun Europe/Warsaw',X'B025D20751DB3078',0,'f4-f1','[{"kind":"moved","seat":0,"piece":"attacker","from":"f4","to":"f1"}]','','http',1795944428806,1,0);
INSERT INTO turns VALUES (1048576,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795944419148,1,X'88A819A55B9E599FA7A4B4B13F8E7E43DFC8A2C4C630D42B37EB2B09076DA6C9');
INSERT INTO turns VALUES (1048577,0,'a4-a3','3t3/3t3/3T3/1tTKTtt/t2T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"a4","to":"a3"}]','','http',1795944419404,1,X'215B1F0355B58BC0E73EA471B5304949898FE8B7C17ECB83BF0D28336154EBC3');
INSERT INTO turns VALUES (1048578,1,'d3-b3','3t3/3t3/3T3/1tTKTtt/tT5/3t3/3t3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"d3","to":"b3"}]','','house',1795944419407,1,X'42A43C3F53205BCD18A2B8D4812A00125530A268D2B4A1D8B966099301DE7CDB');
INSERT INTO turns VALUES (1048579,0,'a3-a2','3t3/3t3/3T3/1tTKTtt/1T5/t2t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"a3","to":"a2"}]','','http',1795944419567,1,X'A37D8E487039FBEFC542E0D230FE452DD044456B5CE7D5276B1D44F1C611239E');
INSERT INTO turns VALUES (1048580,1,'d5-b5xb4','3t3/3t3/1T5/2TKTtt/1T5/t2t3/3t3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"b5"},{"kind":"captured","seat":0,"piece":"attacker","at":"b4"}]','','house',1795944419583,1,X'78BFFF344B3D30269E8C73259B5377B55E4F6A0FA80CC43A9E1A63BC29D2342E');
INSERT INTO turns VALUES (2097152,-1,'','12:0,0,0,0:0/12:0,0,0,0:0 g','[]','','',1795944419861,1,X'12E5FE69619F07EDA9AD81A689BD92A0638A1FCB27DCEA7AC6C455CE77040774');
INSERT INTO turns VALUES (3145728,-1,'','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 1','[]','','',1795944421232,1,X'7030E516BE2AC739EACA8C3770367B0CA773498643B957BC176D8A7007CE57D3');
INSERT INTO turns VALUES (3145729,0,'f4-d5','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/3H5/1H1H3H1/1E1E1E1E1/2L3L2/1M1 b e8 2','[{"kind":"moved","seat":0,"piece":"Horse","from":"f4","to":"d5"}]','','http',1795944421254,1,X'95E92DE98F17D00610408DBD8CCF0098A5026E669AB0CEE254E66D86F5E5C374');
INSERT INTO turns VALUES (3145730,1,'b12-c10 c14-d14','1m1/3l2l2/1e1e1e1e1/3h1h1h1/9/2h6/9/9/9/9/3H5/1H1H3H1/1E1E1E1E1/2L3L2/1M1 w e8 3','[{"kind":"moved","seat":1,"piece":"Horse","from":"b12","to":"c10"},{"kind":"moved","seat":1,"piece":"Lion","from":"c14","to":"d14"}]','','http',1795944421504,1,X'E344C99F0F6A8D2EEF46DD0B6EE39FF4767F352F30FC777DA814FDA649DE52A3');
INSERT INTO turns VALUES (3145731,0,'e1-e2','1m1/3l2l2/1e1e1e1e1/3h1h1h1/9/2h6/9/9/9/9/3H5/1H1H3H1/1E1E1E1E1/2L1M1L2/3 b e8 4','[{"kind":"moved","seat":0,"piece":"Monkey","from":"e1","to":"e2"}]','','http',1795944421507,1,X'BF18953EDC381525B321C3E179D8FCC220EFDAEDC835AFC0376BF7BBBFFCA0FC');
INSERT INTO turns VALUES (3145732,1,'c10-d8 d14-e13 e15-d14','3/3m2l2/1e1ele1e1/3h1h1h1/9/9/9/3h5/9/9/3H5/1H1H3H1/1E1E1E1E1/2L1M1L2/3 w e8 5','[{"kind":"moved","seat":1,"piece":"Horse","from":"c10","to":"d8"},{"kind":"moved","seat":1,"piece":"Lion","from":"d14","to":"e13"},{"kind":"moved","seat":1,"piece":"Monkey","from":"e15","to":"d14"}]','','http',1795944421511,1,X'E1FF7B4C922362EAC7A9D80379B70646E07ED61553D08436B3D9F4578BD084A9');
INSERT INTO turns VALUES (4194304,-1,'','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0','[]','','',1795944421524,1,X'8F29CE633BFD09F30459FA351E288C2A444D6C178BF5644C8D62225C07913827');
INSERT INTO turns VALUES (4194305,0,'h5-h8~h10~i10','7s7/15/3s3s3s3/15/3s3s3s3/8o6/15/7S7/15/15/3S7S3/15/3S3S3S3/15/7S7 b 0-0','[{"kind":"moved","seat":0,"piece":"Stone","from":"h5","to":"h8"},{"kind":"kicked","seat":0,"way":["h8","h10","i10"]}]','','http',1795944421528,1,X'BFEF0561863808A217D2EE3D6BBA652B3AC3AB7A03187BC8B4222363D33C24D6');
INSERT INTO turns VALUES (4194306,1,'l13-i10~e6~h9~e12~f13','7s7/15/3s1o1s7/15/3s3s3s3/8s6/15/7S7/15/15/3S7S3/15/3S3S3S3/15/7S7 w 0-0','[{"kind":"moved","seat":1,"piece":"Stone","from":"l13","to":"i10"},{"kind":"kicked","seat":1,"way":["i10","e6","h9","e12","f13"]}]','','http',1795944421530,1,X'659BB1BAA381386FA6705568C07252095B57A8E2617EC952C24B73303239B8B8');
INSERT INTO turns VALUES (4194307,0,'h1-j1','7s7/15/3s1o1s7/15/3s3s3s3/8s6/15/7S7/15/15/3S7S3/15/3S3S3S3/15/9S5 b 0-0','[{"kind":"moved","seat":0,"piece":"Stone","from":"h1","to":"j1"}]','','http',1795944421547,1,X'02A72C67430CD3D0AC6CAB03C7C78BDD4E87F3589BEDD74431450E16907B4507');
INSERT INTO turns VALUES (4194308,1,'d13-f13~g13~g1','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-1','[{"kind":"moved","seat":1,"piece":"Stone","from":"d13","to":"f13"},{"kind":"kicked","seat":1,"way":["f13","g13","g1"]},{"kind":"point","seat":1,"at":"g1","count":1}]','','http',1795944421562,1,X'10A1722F79BA16CD9C153C0C98CB59FEA5EA2AE2F7B475CEF1002704A115A8D4');
INSERT INTO turns VALUES (5242880,-1,'','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0','[]','','',1795944421574,1,X'D388B60BA2C59DFCEBB3DE03D6769B39D24829F79570658D1A13B958D39C8E5E');
INSERT INTO turns VALUES (5242881,0,'h5-h8~h10~h9~k9','7s7/15/3s3s3s3/15/3s3s3s3/15/10o4/7S7/15/15/3S7S3/15/3S3S3S3/15/7S7 b 0-0','[{"kind":"moved","seat":0,"piece":"Stone","from":"h5","to":"h8"},{"kind":"kicked","seat":0,"way":["h8","h10","h9","k9"]}]','','http',1795944421584,1,X'8C34A66A4164D81458D67B846C95EA82FA9317A8B0ED287B9EE32FDD2266FD8B');
INSERT INTO turns VALUES (5242882,1,'l11-j9','7s7/15/3s3s3s3/15/3s3s7/15/9so4/7S7/15/15/3S7S3/15/3S3S3S3/15/7S7 w 0-0','[{"kind":"moved","seat":1,"piece":"Stone","from":"l11","to":"j9"}]','','http',1795944421607,1,X'D7D77A969FE491D9A647FF263CFE21B895C5EF9A2A7AFDBBD0D70C262BD3C780');
INSERT INTO turns VALUES (5242883,0,'l5-i8','7s7/15/3s3s3s3/15/3s3s7/15/9so4/7SS6/15/15/3S11/15/3S3S3S3/15/7S7 b 0-0','[{"kind":"moved","seat":0,"piece":"Stone","from":"l5","to":"i8"}]','','http',1795944421635,1,X'7C474CA67B146527746DFD9AB570FFD08E7DA161CF3AD58A4B85BF0C04770956');
INSERT INTO turns VALUES (5242884,1,'h13-g13','7s7/15/3s2s4s3/15/3s3s7/15/9so4/7SS6/15/15/3S11/15/3S3S3S3/15/7S7 w 0-0','[{"kind":"moved","seat":1,"piece":"Stone","from":"h13","to":"g13"}]','','http',1795944421671,1,X'468221222A47F591448506544E471117397546AD18C96391D57C0B7867301450');
INSERT INTO turns VALUES (6291456,-1,'','12:0,0,0,0:0/12:0,0,0,0:0 g','[]','','',1795944421723,1,X'7723F37FBB8CB191717523B3B04EB2DFC53501730E62136754C441DDB2601EFE');
INSERT INTO turns VALUES (6291457,0,'p3','10:1,1,0,0:0/12:0,0,0,0:0 r','[{"kind":"placed","seat":0,"from":"gs","to":"g3","count":2}]','','http',1795944421775,1,X'54093976FA3D374BA324FC869C5F966CE4C712EE3E0D2F87F52A34DBE6D7D711');
INSERT INTO turns VALUES (6291458,1,'p1','10:0,1,0,0:0/8:1,1,1,1:1 g','[{"kind":"placed","seat":1,"from":"rs","to":"r1","count":4},{"kind":"stolen","seat":0,"from":"g4","to":"rl","count":1}]','','http',1795944421799,1,X'58FFDC75D034BB73E18FFB04EE738514CE80D6B22CFD143FCBA9A08376773702');
INSERT INTO turns VALUES (6291459,0,'p1','6:1,2,1,1:1/8:0,1,1,1:1 r','[{"kind":"placed","seat":0,"from":"gs","to":"g1","count":4},{"kind":"stolen","seat":1,"from":"r4","to":"gl","count":1}]','','http',1795944421801,1,X'1B1484E279D28674A656ABB5C52D444C986FDE394126B24841B0AB3A24135C79');
INSERT INTO turns VALUES (6291460,1,'p3','6:1,2,1,1:1/6:1,2,1,1:1 g','[{"kind":"placed","seat":1,"from":"rs","to":"r3","count":2}]','','http',1795944421899,1,X'A6E621401CB73AF24936BDD210E30E5B3FD28AD64622BB6223D396ABD7ACE218');
INSERT INTO turns VALUES (7340032,-1,'','20:0,0,0,0:0/20:0,0,0,0:0 g','[]','','',1795944421940,1,X'C55E5E6A553FB5B841BFB8B12E6796777DD59A07E7F7D23786DFE2883DCC08D1');
INSERT INTO turns VALUES (7340033,0,'p2','17:1,1,1,0:0/20:0,0,0,0:0 r','[{"kind":"placed","seat":0,"from":"gs","to":"g2","count":3}]','','http',1795944421970,1,X'1EBC94D4F62BD5FA691F5AAC25D1DD8C09EEA7CE86920D66D6CFE65FEE937EE6');
INSERT INTO turns VALUES (7340034,1,'p1','17:0,1,1,0:0/16:1,1,1,1:1 g','[{"kind":"placed","seat":1,"from":"rs","to":"r1","count":4},{"kind":"stolen","seat":0,"from":"g4","to":"rl","count":1}]','','http',1795944421975,1,X'F5251E8C5BA74D9547ADFFD010917288B860BF8615F10219BD1CADA75846FABE');
INSERT INTO turns VALUES (7340035,0,'p2','14:1,2,2,0:0/16:1,1,1,1:1 r','[{"kind":"placed","seat":0,"from":"gs","to":"g2","count":3}]','','http',1795944422041,1,X'ECA447A17939AA650189F92EB0388191CCDAB9CD9273CE6381E00B31BBD29312');
INSERT INTO turns VALUES (7340036,1,'p3','14:1,2,2,0:0/14:2,2,1,1:1 g','[{"kind":"placed","seat":1,"from":"rs","to":"r3","count":2}]','','http',1795944422063,1,X'B53C85DAC6A583314FAB5ACD975A74714C3CB0F18830B6A0D2C9C0AED37D896F');
INSERT INTO turns VALUES (7340037,0,'p1','10:2,3,3,1:2/14:0,2,1,1:1 r','[{"kind":"placed","seat":0,"from":"gs","to":"g1","count":4},{"kind":"stolen","seat":1,"from":"r4","to":"gl","count":2}]','','http',1795944434325,1,X'16A0451A01AFDBA2A52109F4AF19093330994224F962E38CA3D7108EE46E9B40');
INSERT INTO turns VALUES (8388608,-1,'','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a','[]','','',1795944422107,1,X'641278E1EABC4E13BFE0221662BF4634273C21A1477C17A94312E9F5FA238AC1');
INSERT INTO turns VALUES (8388609,0,'d1-d2','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/3t1t5/4tttt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d1","to":"d2"}]','','http',1795944422132,1,X'627468E39866ABD55BF2D416706C3A6C290BC44E7B64F40E5CBA8F9F315530F2');
INSERT INTO turns VALUES (8388610,1,'f4-e4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/3t1t5/4tttt3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"f4","to":"e4"}]','','http',1795944422147,1,X'17B82141E534CD6CD6831DCF27BC748B399C5A8F50C928BB009BB2F87F5D30F3');
INSERT INTO turns VALUES (8388611,0,'d2-d1','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/5t5/3ttttt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d2","to":"d1"}]','','http',1795944422211,1,X'F7636DE823097B51187A72386BA20ADB6E8799D8268B16245A2608A990D39501');
INSERT INTO turns VALUES (8388612,1,'e4-f4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"f4"}]','','http',1795944422291,2,X'8D97039A452B56D9696448DE9D1BAF54D77F14E47B657BEADC65F098E1108417');
INSERT INTO turns VALUES (9437184,-1,'','3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a','[]','','',1795944422591,1,X'BB4DB6226B00267339B246B3E0BE4A0F0A0F8ABE298393C61F92190B13E1CE81');
INSERT INTO turns VALUES (9437185,0,'d1-d2','3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/3tt4/4tt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d1","to":"d2"}]','','http',1795944423170,1,X'A0D2AFBA47E94FD1B47F0060F05C2274D3145C0EF9F115DE0F413A95DFC2F5E5');
INSERT INTO turns VALUES (9437186,1,'e7-d7','3ttt3/4t4/3T5/t3T3t/ttTTKTTtt/t3T3t/4T4/3tt4/4tt3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"e7","to":"d7"}]','','http',1795944423204,1,X'7C5F0FF4AE150DDD1FA4D5A35B612DA76DA676561A151AC7F9CC8A3A4582E714');
INSERT INTO turns VALUES (9437187,0,'d2-d1','3ttt3/4t4/3T5/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d2","to":"d1"}]','','http',1795944423209,1,X'8765EA2F461A53DA3A07D1F7503CC21D2DF226CC1B391620272EF98EDA778238');
INSERT INTO turns VALUES (9437188,1,'d7-e7','3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"d7","to":"e7"}]','','http',1795944423228,2,X'FAD49533BBB6DC7E9F6B3F03FDD7D264C7BE8477AFDA7C7A57681C3D3196BD2B');
INSERT INTO turns VALUES (9437189,0,'d1-d2','3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/3tt4/4tt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d1","to":"d2"}]','','mail',1795944429314,2,X'B289C464AFA91191854CB985FCCF04062411513F46B491EF64EFEF94F9CF7983');
INSERT INTO turns VALUES (10485760,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795944423255,1,X'3F237476FD05CEC13FBA229AEDDFC6D1B55E7445D537E0E8DC58F6BE6807A271');
INSERT INTO turns VALUES (10485761,0,'d6-a6','3t3/t6/3T3/ttTKTtt/3T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"a6"}]','','http',1795944423272,1,X'25E3488D877D57774E6242DA2F3FC0311AFD9A926593AC770B81D094ED18CB9D');
INSERT INTO turns VALUES (10485762,1,'d5-a5xa6','3t3/7/T6/ttTKTtt/3T3/3t3/3t3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"d5","to":"a5"},{"kind":"captured","seat":0,"piece":"attacker","at":"a6"}]','','http',1795944423319,1,X'70BEAA4B29D6E3E72C8B83F545622974AF5064D034F9E62F623735F66DE5A7E9');
INSERT INTO turns VALUES (10485763,0,'b4-b5','3t3/7/Tt5/t1TKTtt/3T3/3t3/3t3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"b4","to":"b5"}]','','http',1795944423351,1,X'AF49D7426D0B85FC5C617403FF4A6228884DDE07EAD78A6ADAB9801B626F497E');
INSERT INTO turns VALUES (10485764,1,'d3-a3xa4','3t3/7/Tt5/2TKTtt/T6/3t3/3t3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"d3","to":"a3"},{"kind":"captured","seat":0,"piece":"attacker","at":"a4"}]','','http',1795944423386,1,X'2836E3EA5142FC352AE8FBC811609D9ABF042EAFD70EE9C8A20AED318645CCCA');
INSERT INTO turns VALUES (11534336,-1,'','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 1','[]','','',1795944423466,1,X'4D712621A4882DAB68C5580A8867F8BE37843EF57367E8B792BE2E628A8CF237');
INSERT INTO turns VALUES (11534337,0,'b4-a6','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/H8/9/3H1H1H1/1E1E1E1E1/2L3L2/1M1 b e8 2','[{"kind":"moved","seat":0,"piece":"Horse","from":"b4","to":"a6"}]','','http',1795944423563,1,X'EBF70B380BFEE5F158CDA2C9249B10C9CE70FEE2EE9A1F826738C93E7AAC2E43');
INSERT INTO turns VALUES (11534338,1,'b12-a10','1m1/2l3l2/1e1e1e1e1/3h1h1h1/9/h8/9/9/9/H8/9/3H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 3','[{"kind":"moved","seat":1,"piece":"Horse","from":"b12","to":"a10"}]','','http',1795944423576,1,X'6E81A7D11092086CB6722B09D4E9F1C7421584AC7077CC65C278EBBF8FDC393C');
INSERT INTO turns VALUES (11534339,0,'a6-b4','1m1/2l3l2/1e1e1e1e1/3h1h1h1/9/h8/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 b e8 4','[{"kind":"moved","seat":0,"piece":"Horse","from":"a6","to":"b4"}]','','http',1795944423597,1,X'0D036F401C9D8897D4A85D0EE3941E611FF0248CC78801B7E08B3CB333A1CD58');
INSERT INTO turns VALUES (11534340,1,'a10-b12','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 5','[{"kind":"moved","seat":1,"piece":"Horse","from":"a10","to":"b12"}]','','http',1795944423608,2,X'9EE7A243E51E9FA861086062E3F3C95EA5C60EFC147293A04282D123021A81C5');
INSERT INTO turns VALUES (11534341,0,'b4-a6','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/H8/9/3H1H1H1/1E1E1E1E1/2L3L2/1M1 b e8 6','[{"kind":"moved","seat":0,"piece":"Horse","from":"b4","to":"a6"}]','','http',1795944423618,2,X'8BBF7D199BF130E69E37BCA37B7A9FB9147FE4A137561AFF9170DCC030C73A3D');
INSERT INTO turns VALUES (11534342,1,'b12-a10','1m1/2l3l2/1e1e1e1e1/3h1h1h1/9/h8/9/9/9/H8/9/3H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 7','[{"kind":"moved","seat":1,"piece":"Horse","from":"b12","to":"a10"}]','','http',1795944423632,2,X'66B102E51FEFFA9DEA4C0D8C0A14ECBDAD53113030283CA4C5A2BD6941719EAE');
INSERT INTO turns VALUES (11534343,0,'a6-b4','1m1/2l3l2/1e1e1e1e1/3h1h1h1/9/h8/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 b e8 8','[{"kind":"moved","seat":0,"piece":"Horse","from":"a6","to":"b4"}]','','http',1795944423648,2,X'7C2AA09D00075343B079B449A77EBC728D5A5FD78602415CC12ADBAAD29724C3');
INSERT INTO turns VALUES (11534344,1,'a10-b12','1m1/2l3l2/1e1e1e1e1/1h1h1h1h1/9/9/9/9/9/9/9/1H1H1H1H1/1E1E1E1E1/2L3L2/1M1 w e8 9','[{"kind":"moved","seat":1,"piece":"Horse","from":"a10","to":"b12"}]','','http',1795944423660,3,X'E5378F2B393BE35D00AE01C79D63990CFDB65FDF70DF4F20F7B04A04E9609337');
INSERT INTO turns VALUES (12582912,-1,'','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0','[]','','',1795944423674,1,X'AD5513BCFFF7142BE33770BCAAB68010E437868EF3E787C9692F940E20437F48');
INSERT INTO turns VALUES (12582913,0,'h5-g5','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S2S4S3/15/3S3S3S3/15/7S7 b 0-0','[{"kind":"moved","seat":0,"piece":"Stone","from":"h5","to":"g5"}]','','http',1795944423866,1,X'6652FC91C222F3B45E40E33A25BA62EE44C9A72E1219536B8229BD169CF4ABB7');
INSERT INTO turns VALUES (12582914,1,'h11-g11','7s7/15/3s3s3s3/15/3s2s4s3/15/15/7o7/15/15/3S2S4S3/15/3S3S3S3/15/7S7 w 0-0','[{"kind":"moved","seat":1,"piece":"Stone","from":"h11","to":"g11"}]','','http',1795944423902,1,X'60E7748F11176889C935B499A05E8C84C5C3FF7265C9B704347BA0A62CC82A6A');
INSERT INTO turns VALUES (12582915,0,'g5-h5','7s7/15/3s3s3s3/15/3s2s4s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 b 0-0','[{"kind":"moved","seat":0,"piece":"Stone","from":"g5","to":"h5"}]','','http',1795944423913,1,X'8BAD7DC1D218F4682EC79425E902AAF32AF479FC140ACB7E0E37832CF33CCCC2');
INSERT INTO turns VALUES (12582916,1,'g11-h11','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0','[{"kind":"moved","seat":1,"piece":"Stone","from":"g11","to":"h11"}]','','http',1795944423972,2,X'B1A1098343EB65C6FCF972477A505C85CD52C673EFA7B7F7CAE196A2E2D6711A');
INSERT INTO turns VALUES (12582917,0,'h5-g5','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S2S4S3/15/3S3S3S3/15/7S7 b 0-0','[{"kind":"moved","seat":0,"piece":"Stone","from":"h5","to":"g5"}]','','http',1795944423978,2,X'9B50B2159A8D98658C5A09B31056342806272C89AD4DE6DCAE586BD7D4493300');
INSERT INTO turns VALUES (12582918,1,'h11-g11','7s7/15/3s3s3s3/15/3s2s4s3/15/15/7o7/15/15/3S2S4S3/15/3S3S3S3/15/7S7 w 0-0','[{"kind":"moved","seat":1,"piece":"Stone","from":"h11","to":"g11"}]','','http',1795944423985,2,X'4319C6B1019D3240EF3BAC1CF19429C5B7732B3AD90FA65025F592DBCB87B6F1');
INSERT INTO turns VALUES (12582919,0,'g5-h5','7s7/15/3s3s3s3/15/3s2s4s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 b 0-0','[{"kind":"moved","seat":0,"piece":"Stone","from":"g5","to":"h5"}]','','http',1795944423986,2,X'EBDE5783CC4ACE464DD3BB093F68CE02BC4D6BCD54F5C057C18C40A2490234ED');
INSERT INTO turns VALUES (12582920,1,'g11-h11','7s7/15/3s3s3s3/15/3s3s3s3/15/15/7o7/15/15/3S3S3S3/15/3S3S3S3/15/7S7 w 0-0','[{"kind":"moved","seat":1,"piece":"Stone","from":"g11","to":"h11"}]','','http',1795944423987,3,X'DA2AEC4FA46F644DD03BC0FF9412045947F3819F6BE0BA976D558BA66CF87C13');
INSERT INTO turns VALUES (13631488,-1,'','12:0,0,0,0:0/12:0,0,0,0:0 g','[]','','',1795944423989,1,X'E00014403FC6B80E702CA4465F34115BC89E238F3A4C2CF3C484F43BDDFE5AE6');
INSERT INTO turns VALUES (13631489,0,'p1','8:1,1,1,1:0/12:0,0,0,0:0 r','[{"kind":"placed","seat":0,"from":"gs","to":"g1","count":4}]','','http',1795944423991,1,X'C6D860D76FC7F97A391FA81A9C0808A8F26F270E052B961D44CC4972B2D7AF2C');
INSERT INTO turns VALUES (13631490,1,'p1','8:0,1,1,1:0/8:1,1,1,1:1 g','[{"kind":"placed","seat":1,"from":"rs","to":"r1","count":4},{"kind":"stolen","seat":0,"from":"g4","to":"rl","count":1}]','','http',1795944423995,1,X'F5EF13C598767B0CDF9105E60DF21CA9487E32400A1861DF33A83F607412626A');
INSERT INTO turns VALUES (13631491,0,'p4','7:1,1,1,1:1/8:1,1,1,0:1 r','[{"kind":"placed","seat":0,"from":"gs","to":"g4","count":1},{"kind":"stolen","seat":1,"from":"r1","to":"gl","count":1}]','','http',1795944423998,1,X'1BF44C3F8545B0A7C88172A8E76CFBA1DB742CC267206A5B57722A0B538AC5F0');
INSERT INTO turns VALUES (13631492,1,'p4','7:1,1,1,1:1/7:2,1,1,0:1 g','[{"kind":"placed","seat":1,"from":"rs","to":"r4","count":1}]','','http',1795944424001,1,X'9B5E78E7AB61D726C7EB73526884635B8599F9B842C446A6119FCCA083090934');
INSERT INTO turns VALUES (13631493,0,'p2','4:2,2,2,1:1/7:2,1,1,0:1 r','[{"kind":"placed","seat":0,"from":"gs","to":"g2","count":3}]','','http',1795944424004,1,X'A98F8D7613C1B7156B3D1806F7708CDFA763AE5C4A8B1ECB6CFA4BBD041A003A');
INSERT INTO turns VALUES (13631494,1,'p2','4:2,2,2,1:1/4:3,2,2,0:1 g','[{"kind":"placed","seat":1,"from":"rs","to":"r2","count":3}]','','http',1795944424006,1,X'A486D9F1B7B3B6E348D2F16DA940BCA5D7CCD74EBEC6A9041B6294239725BC73');
INSERT INTO turns VALUES (13631495,0,'p1','0:3,3,3,2:1/4:3,2,2,0:1 r','[{"kind":"placed","seat":0,"from":"gs","to":"g1","count":4}]','','http',1795944424009,1,X'209E5926F54C82C26B824043FF3E6C4FF8482C1ABA2EDDFE7D7BEE0B280962FA');
INSERT INTO turns VALUES (13631496,1,'e2','0:3,3,3,2:1/4:3,2,0,1:2 g','[{"kind":"sown","seat":1,"from":"r2","to":"rl","count":2}]','','http',1795944424012,1,X'56EB10E39670EB7FACD6C53023B4914F4FAC5CB24CEF9565A894C34AB44E6951');
INSERT INTO turns VALUES (13631497,0,'e3','0:3,0,4,3:2/4:3,2,0,1:2 r','[{"kind":"sown","seat":0,"from":"g3","to":"gl","count":3}]','','http',1795944424287,1,X'33D36A8DD721219CFC380BE426DF0FB5193E26A81D54A4BCE0E13DE564103830');
INSERT INTO turns VALUES (13631498,1,'p2','0:3,0,4,3:2/1:4,3,1,1:2 r','[{"kind":"placed","seat":1,"from":"rs","to":"r2","count":3},{"kind":"skipped","seat":0}]','','http',1795944424301,1,X'07C9DA5C77AC8912C21542854753FE7C9AF84898C33B5EF38F16068770F9A097');
INSERT INTO turns VALUES (13631499,1,'e4','0:3,0,4,3:2/1:0,4,2,2:3 r','[{"kind":"sown","seat":1,"from":"r4","to":"rl","count":4},{"kind":"skipped","seat":0}]','','http',1795944424361,1,X'C062C8E2E580AEC4CFA506F384FB07FF60D002DF2171FC8B6129F1528AEAD504');
INSERT INTO turns VALUES (13631500,1,'e2','0:3,0,4,3:2/1:0,4,0,3:4 r','[{"kind":"sown","seat":1,"from":"r2","to":"rl","count":2},{"kind":"skipped","seat":0}]','','http',1795944424388,1,X'3560D8C1DDC242F9FE76EA827E5DE9EA41153B7B9027EB691C2B009785BAA398');
INSERT INTO turns VALUES (13631501,1,'p4','0:3,0,4,0:2/0:1,4,0,3:7 g','[{"kind":"placed","seat":1,"from":"rs","to":"r4","count":1},{"kind":"stolen","seat":0,"from":"g1","to":"rl","count":3},{"kind":"ended","seat":1,"count":5,"reason":"count"}]','','http',1795944424399,1,X'6963514936FB7F9DFA86D4A6209BD23A97E37AE0FA3C90A028F045A643BCCDC8');
INSERT INTO turns VALUES (14680064,-1,'','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a','[]','','',1795944424440,1,X'160C4CD9531A93B391BF247D434B2E1052291894D31A15FF114E606D288DF509');
INSERT INTO turns VALUES (14680065,0,'d1-d2','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/3t1t5/4tttt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d1","to":"d2"}]','','http',1795944424491,1,X'E244028AC8CEE90B1828287DE8674D16256E615D324CF4E3462D692CE9FA9F72');
INSERT INTO turns VALUES (14680066,1,'f4-e4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/3t1t5/4tttt3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"f4","to":"e4"}]','','http',1795944424531,1,X'B6497532EA739ACB5B2548EE83A4A3F7EDF8DB32B29C396B2B95BBDD01B51BD0');
INSERT INTO turns VALUES (14680067,0,'d2-d1','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/5t5/3ttttt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d2","to":"d1"}]','','http',1795944424567,1,X'817C223398D2F9E806A37B7513113FB7FFA8624E66F9C44D65843CADA45C141B');
INSERT INTO turns VALUES (14680068,1,'e4-f4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"f4"}]','','http',1795944424581,2,X'781C08782553FBD4467BB70DD3DBA7178929304E55BBE73362B4542EFC24C213');
INSERT INTO turns VALUES (14680069,0,'d1-d2','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/3t1t5/4tttt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d1","to":"d2"}]','','http',1795944424598,2,X'4B364109CB829A3F0E3074E5F0663F48F7B12676D96BF37038C75BF31FF383FC');
INSERT INTO turns VALUES (14680070,1,'f4-e4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/3t1t5/4tttt3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"f4","to":"e4"}]','','http',1795944424640,2,X'F995C8CAEEC58382B7EAA1E358073D3D462772DB902DAEB97954856D7829224F');
INSERT INTO turns VALUES (14680071,0,'d2-d1','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t3T5t/11/5t5/3ttttt3 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d2","to":"d1"}]','','http',1795944424679,2,X'854CA8C4FE37415576D5788CF82FA2DBFD717969C30FBC1E5A7FEB677ACEBEC3');
INSERT INTO turns VALUES (14680072,1,'e4-f4','3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 a','[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"f4"}]','','http',1795944424700,3,X'AD3807D1C78C3149D0775197F66C97E5912C97D4554E2604C32CBF536B4D8709');
INSERT INTO turns VALUES (15728640,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795944424743,1,X'DD019F6785A27031F8069EE5B59B013B9B3AACB87B61A26470DF1EB3DE328132');
INSERT INTO turns VALUES (15728641,0,'f4-f1','3t3/3t3/3T3/ttTKT1t/3T3/3t3/3t1t1 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"f4","to":"f1"}]','','http',1795944424783,1,X'F5303D538111B837F6B0B90918F187CCFDC28E7C304D7229BA2203EF4771A4AF');
INSERT INTO turns VALUES (15728642,1,'e4-e1xf1','3t3/3t3/3T3/ttTK2t/3T3/3t3/3tT2 a','[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"e1"},{"kind":"captured","seat":0,"piece":"attacker","at":"f1"}]','','http',1795944424811,1,X'F4A6D552287699039B8F06A6C4297D02671D8622620382B931664004B33E3986');
INSERT INTO turns VALUES (15728643,0,'d6-a6','3t3/t6/3T3/ttTK2t/3T3/3t3/3tT2 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"a6"}]','','http',1795944424828,1,X'177504ABC20C7C4AFA785BE59B629B9F623FDB610F7A0C138B25B373BF70BCD7');
INSERT INTO turns VALUES (16777216,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795944424863,1,X'DD73830920D130CA9806F04FE92138B03ED16DB2935BF893D1399AC99F940997');
INSERT INTO turns VALUES (16777217,0,'f4-f1','3t3/3t3/3T3/ttTKT1t/3T3/3t3/3t1t1 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"f4","to":"f1"}]','','http',1795944424953,1,X'DF03B95B732B18808B9423DBF420AADE1CEE58549C21DE1A51FAEA726BB7A729');
INSERT INTO turns VALUES (16777218,1,'e4-e1xf1','3t3/3t3/3T3/ttTK2t/3T3/3t3/3tT2 a','[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"e1"},{"kind":"captured","seat":0,"piece":"attacker","at":"f1"}]','','http',1795944425127,1,X'512369A48B616FFB3842688C9CE447E9BB9F5065693A34B8BD5C881BCC98853A');
INSERT INTO turns VALUES (16777219,0,'d6-a6','3t3/t6/3T3/ttTK2t/3T3/3t3/3tT2 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"a6"}]','','http',1795944425467,1,X'D8804B5B17556E0FF79DD9305FCC98FF00A23BA18D8BEE9B30101B918624DD49');
INSERT INTO turns VALUES (17825792,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795944425613,1,X'DEB202D7DE5AF3D6B66A18A1D961714BA734AC321BE55C56CCDF6C646B8078CE');
INSERT INTO turns VALUES (17825793,0,'f4-f1','3t3/3t3/3T3/ttTKT1t/3T3/3t3/3t1t1 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"f4","to":"f1"}]','','http',1795944425617,1,X'82B2E52B9D1CD19B1E1A1C440595EBA69F1F0220978D7D716D0BA6E43B5DB812');
INSERT INTO turns VALUES (17825794,1,'e4-e1xf1','3t3/3t3/3T3/ttTK2t/3T3/3t3/3tT2 a','[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"e1"},{"kind":"captured","seat":0,"piece":"attacker","at":"f1"}]','','http',1795944425629,1,X'BAC4A1E8F1A73A14053C5E9DE53BC583B8C68C7332C50D5833EF27505D9B56A3');
INSERT INTO turns VALUES (17825795,0,'d6-a6','3t3/t6/3T3/ttTK2t/3T3/3t3/3tT2 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"a6"}]','','http',1795944425826,1,X'FFE921FE3B38AD1357787D99B903859C50072C9712EE8E144C925E603C2EA094');
INSERT INTO turns VALUES (18874368,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795944425875,1,X'6BEE196495600F31E57892FE91C88A96D42FB95DC51F24A954B7B730EDC9BF4B');
INSERT INTO turns VALUES (18874369,0,'f4-f1','3t3/3t3/3T3/ttTKT1t/3T3/3t3/3t1t1 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"f4","to":"f1"}]','','http',1795944425883,1,X'D764065D151531C85744BBCE3F523F97621335E06309BC6338573AEEF954BBC0');
INSERT INTO turns VALUES (19922944,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795944425938,1,X'8483560ADBC3274B0DADF975D8CF74A38F52169ACBF3784B2F77DDFF69C4C8F5');
INSERT INTO turns VALUES (19922945,0,'f4-f1','3t3/3t3/3T3/ttTKT1t/3T3/3t3/3t1t1 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"f4","to":"f1"}]','','http',1795944425992,1,X'99E3483913915E3D5B698CBB0B346A149378D42591564BC973378C144AF1799A');
INSERT INTO turns VALUES (19922946,1,'e4-e1xf1','3t3/3t3/3T3/ttTK2t/3T3/3t3/3tT2 a','[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"e1"},{"kind":"captured","seat":0,"piece":"attacker","at":"f1"}]','','http',1795944426012,1,X'450558F1427035524F851774B0A9E55211971D551A91AD149545282303838FFF');
INSERT INTO turns VALUES (19922947,0,'d6-a6','3t3/t6/3T3/ttTK2t/3T3/3t3/3tT2 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"d6","to":"a6"}]','','plan',1795944426012,1,X'EA1F36001A4643374167931B8E339443E764BDC0752497F9603223604F297442');
INSERT INTO turns VALUES (20971520,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795944426046,1,X'5F120E3E403FCB60213DCF55F51C824E985B54D61C84AA66942CAE596FFA5C14');
INSERT INTO turns VALUES (20971521,0,'f4-f1','3t3/3t3/3T3/ttTKT1t/3T3/3t3/3t1t1 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"f4","to":"f1"}]','','http',1795944426056,1,X'E1763D8954C5A5E0733C65FFD4062948A321A3946C3775A1E80018CE99A8A143');
INSERT INTO turns VALUES (20971522,1,'e4-e1xf1','3t3/3t3/3T3/ttTK2t/3T3/3t3/3tT2 a','[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"e1"},{"kind":"captured","seat":0,"piece":"attacker","at":"f1"}]','','http',1795944426065,1,X'104C081F52D7A11DE04674993D8F0877D46E1DBEA944E63FCD6E8FE41D0FE471');
INSERT INTO turns VALUES (22020096,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795944426439,1,X'E81C68BEDEB1357E0ED3A1E71A23F0DAAE1759C005BFA07015DA470384E5F763');
INSERT INTO turns VALUES (22020097,0,'f4-f1','3t3/3t3/3T3/ttTKT1t/3T3/3t3/3t1t1 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"f4","to":"f1"}]','','http',1795944426741,1,X'7125E76212694AA81D35F5A877077844B11E266EA9BC0BCBC4D28A8FF9CE5F9E');
INSERT INTO turns VALUES (22020098,1,'e4-e1xf1','3t3/3t3/3T3/ttTK2t/3T3/3t3/3tT2 a','[{"kind":"moved","seat":1,"piece":"defender","from":"e4","to":"e1"},{"kind":"captured","seat":0,"piece":"attacker","at":"f1"}]','','http',1795944426889,1,X'02FE9579DFBBC6A196712599122AAB14987E82D966EAADE130718B0351EC61F3');
INSERT INTO turns VALUES (23068672,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795944427153,1,X'AB19B2F535B52E3B4E964A75C83B1E9C14057B149C8917D8EC19117EFCA1E267');
INSERT INTO turns VALUES (24117248,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795944428531,1,X'03F80D6A2C44302197D02D756D40D2B031304BBBB51482953B56C0A038708144');
INSERT INTO turns VALUES (24117249,0,'f4-f1','3t3/3t3/3T3/ttTKT1t/3T3/3t3/3t1t1 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"f4","to":"f1"}]','','http',1795944428583,1,X'F9883200B0AF89671D4DA095685E37234082DB24D2CAF60B272679F16EA2C047');
INSERT INTO turns VALUES (25165824,-1,'','3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a','[]','','',1795944428787,1,X'C85ABB67513F64886768EA3DB6E410B381EFC7E1B51B841EC20D740E30B2A668');
INSERT INTO turns VALUES (25165825,0,'f4-f1','3t3/3t3/3T3/ttTKT1t/3T3/3t3/3t1t1 d','[{"kind":"moved","seat":0,"piece":"attacker","from":"f4","to":"f1"}]','','http',1795944428806,1,X'67CD4818345283D0A4FA39C29CBF276442FA1477BA8E3BE88D33DEAA0BE42029');
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
CREATE INDEX games_house ON games (house_order, house_at, id) WHERE house_at > 0;
CREATE INDEX players_mailbox ON players (mailbox);
CREATE INDEX players_refused ON players (refused_at) WHERE refused_at > 0;
CREATE INDEX event_games_state ON event_games (event_id, state, ended_at);
CREATE INDEX former_names_owner ON former_names (owner);
CREATE INDEX former_names_until ON former_names (until_at);
CREATE INDEX address_changes_email ON address_changes (email_key);
CREATE INDEX notices_challenge ON notices (challenge_id) WHERE done_at = 0 AND challenge_id <> '';
CREATE INDEX hooks_url ON hooks (url);
COMMIT;
