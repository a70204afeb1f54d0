// Package models holds the stored state of turnpost and every use case that must be atomic. HTTP, mail and pages are
// adapters of the same methods of Store; they make no decisions.
//
// An exported method of Store that writes runs one transaction, which reads the clock once; unexported helpers take a
// *Tx and compose. Exceptions: PlayTurn begins a vacation in one before that of the turn, SettleTogether falls back to
// one for each claim, and MoveTurns, the sweeps and the deletion of expired rows run one for each part. When such a
// method returns without an error, its changes are on disk. The error of every method is an *Error for a mistake of the
// caller, or any other error for a fault of the server.
//
// Comments name the codes of the errors, except three that many methods share: CodeUnauthorized if the acting player
// was deleted or banned meanwhile; CodeTooMany if a player has caused more mail to another than the ledger records;
// and, with Once, CodeKeyReused.
//
// # Use cases by noun
//
//   - Players: Register, SignIn, RequestCode, UpdateProfile, SetVacation, DeletePlayer, BlockPlayer, and
//     Players for the public list. The use cases of an operator are those of Admin.
//   - Ways in: Authenticate and CreateToken for programs, AuthenticateBrowser and StartSession for browsers, ReadLink
//     for the links of mails, SignOutEverywhere to end them all.
//   - Challenges: CreateChallenge, AcceptChallenge, DeclineChallenge, OfferRematch; OpenChallenges for those to anyone;
//     AcceptByLink and AcceptInvitation for the holder of a link.
//   - Games: Game, Games, Inbox and Turns to read; PlayTurn, TryTurn, SetPlan, NegotiateDraw, NegotiateTakeback,
//     ResignGame, AbortGame to change; GameRecord, VerifyRecord and AnalyseLine need no player; package
//     record has the text of a record, package trial a line against the house.
//   - Messages: SendMessage, Messages, MarkMessagesRead.
//   - Notebook, which its player alone sees: Notes, SetNotes, AddNote, KeepLine, KeptLines, DeleteKeptLine.
//   - Feeds: CreateFeeds, EndFeeds, OpenFeed for the holder of an address.
//   - Mail out: ClaimNotices, ComposeContent, Settle, RenewClaim, ReturnClaim for the worker; Notices for the player;
//     RecordBounce, RecordComplaint and Unsubscribe for its failures.
//   - Mail in: ReceiveMail, ClaimInbound, SettleInbound, RetryInbound.
//   - Time: SweepClocks, Heartbeat, ApplyBulkChanges and DeleteExpired, which any process may call at any time.
//
// AsSeen, ByLink and Once return a handle for one use case with a condition: see Seen, Link and Once.
//
// # Reading rows
//
// The queries of a turn, a mail, a request or a list of games use db.Query or Tx.Defer, which pass rows as Columns:
// 12 µs to load a game, 28 with GORM. All others use SQL with GORM's Raw and Scan, or Exec. GORM's Create inserts the
// rows of players, registrations, challenges and events, which have up to twenty columns; nothing else of its query
// builder is used. The columns of a game are in one table, viewColumns in game_view.go.
//
// # Caches
//
// What this package caches for speed is explained here; package api caches responses, api/pages fragments of pages, and
// templates/board strips and cells of pictures: see their package comments. Small values have caches beside their
// readers: the key of links, the announcement, and the counts for operators.
//
// On SQLite, lists of games are cached until the next commit and inboxes beyond it (gameCache). A whole
// request for an inbox takes 2.2 times as much CPU without, and 1.6 times where something was committed; other views
// 1.12. PostgreSQL has no cheap way to learn of commits.
//
// A GET with a token looks for commits once (AtOneState), and its token is cached until the next commit too
// (findToken). Without both, a game over HTTP takes 1.13 times as long as JSON, 1.15 as text and 1.25 as SVG; after a
// commit there is no difference. A cache of tokens without that look made turns 1.06 times as fast, and let a token
// that another process revoked work for a moment.
//
// To read an inbox of 50 games, without the rest of the request, costs 17 µs of CPU if nothing was committed, 130 if
// others committed, since the fingerprints of its games are compared, 150 if one of its games changed, and 510 without
// the cache. The alternative is a number for each player that triggers increment with each change of their inbox. A
// trigger on games adds 1.8 µs to the 18 of an update of a game, and less than the noise to a turn over HTTP (1.02 in
// 33 pairs). The inbox would cost about 30 µs if others committed, but 510 if one game changed, because the number
// does not say which. It needs triggers on seven tables in both dialects, and a second number for all players: a new
// name or a vacation changes as many inboxes as the player has opponents. On PostgreSQL each turn would hold the rows
// of two players until its commit, so that turns of one player in separate games would wait for each other, and batches
// of two processes would deadlock.
//
// # The order of rows
//
// Of a database of many games most pages are on the disk, and a request waits for those that it needs. A game has a
// number, in the order of beginnings, and a turn the number of its game and its ply as key, so that the games under way
// are neighbours and the turns of a game too. Tables WITHOUT ROWID, which these were, have whole rows in the inner
// pages of their trees: 60 MB for the turns of 100,000 games, against 3 MB. The number of occurrences of a position is
// in its turn's row, and four bytes of each position's key in the game's row while it is under way, instead of an index
// of all positions, which was a tenth of the file. See moveTurns for how earlier databases change.
//
// The last turn of a game is in its row too (lastTurn), so that a list and an inbox read one page for both. With
// 200,000 games an inbox read 1.4 pages instead of 3.5, and a list of 20 games 42 instead of 64. It costs 2 % of the
// CPU of a turn, in 11 pairs, and 100 bytes a game.
//
// With a million games, by part cold of `make bench`, a turn took 1.19 times its time with a thousand, an inbox 1.23, a
// game 1.21, its page 1.09, games that ended 1.29, and a list of a player's games 2.6 (4.8 ms, 47 pages): the row of a
// game that is over and its ratings are on a page each, which four connections read at the same time (readListed). Ten
// connections instead of four changed nothing. Copies of what a list shows, a row for each player in the order of
// players, were tried with 100,000 games: 8 pages, 1.65 times instead of 2.45, for a table of 58 columns, 7 % more of
// file, and 1.14 times the CPU for the end of a game.
//
// # Batches of turns
//
// On PostgreSQL, turns that wait are committed in one batch: see package db. A turn with a message or with a Once has
// no key and is in none (writeTurn). A turn leaves its batch by db.ErrNeedsOwnTx and runs again alone if
//
//   - its game is locked by others, is in the batch already, or has pending changes or turns to be moved
//     (loadGameToPlay);
//   - its position may have occurred before (occurrence);
//   - it ends the game, or its player returns from an absence: others lock those rows without the game (PlayTurn,
//     returned);
//   - the time of an outage is to be credited first (catchUpHeartbeat).
//
// # Values
//
// Code that needs no row is in packages below this one: calendar, ladder, linktext, mailaddr, names, networks, pace,
// rating, roundrobin, secrets, visible, webhook. What needs only the use cases is above it: export, house, record,
// setting, trial.
package models
