// Package play decides about games: turns and what is played in advance, clocks, days off and vacations, offers,
// resignations, messages, lists, the inbox of a player, the notebook, and the games of the house.
//
// # Caches
//
// What this package caches for speed is explained here; package api caches responses, api/pages fragments of pages, and
// templates/board strips and cells of pictures: see their package comments. Small values have caches beside their
// readers: the key of links, the announcement, and the counts for operators.
//
// On SQLite, lists of games are cached until the next commit and inboxes beyond it (core.GameCache). A whole
// request for an inbox takes 2.2 times as much CPU without, and 1.6 times where something was committed; other views
// 1.12. PostgreSQL has no cheap way to learn of commits.
//
// A GET with a token looks for commits once (AtOneState), and its token is cached until the next commit too
// (account.findToken). Without both, a game over HTTP takes 1.13 times as long as JSON, 1.15 as text and 1.25 as SVG;
// after a commit there is no difference. A cache of tokens without that look made turns 1.06 times as fast, and let a
// token that another process revoked work for a moment.
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
// # Batches of turns
//
// On PostgreSQL, turns that wait are committed in one batch: see package db. A turn with a message or with a Once has
// no key and is in none (core.Store.WriteTurn). A turn leaves its batch by db.ErrNeedsOwnTx and runs again alone if
//
//   - its game is locked by others, is in the batch already, or has pending changes or turns to be moved
//     (LoadGameToPlay);
//   - its position may have occurred before (core.Tx.Occurrence);
//   - it ends the game, or its player returns from an absence: others lock those rows without the game (PlayTurn,
//     returned);
//   - the time of an outage is to be credited first (CatchUpHeartbeat).
package play

import "turnpost/models/account"

// Store has the use cases of this package and of those below it. It is safe for concurrent use.
type Store struct{ account.Store }
