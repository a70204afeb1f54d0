// Package models holds the plain types of what turnpost stores: players, games, turns, challenges, notices, codes of
// errors. They need no database, and code that shows them needs no more than this package. The use cases are in the
// packages below this folder, each of which may use those before it:
//
//   - schema: the rows of the tables, and how they are read and written as one.
//   - core: a transaction at one instant, the state that all handles of a store share, and what several nouns need of
//     a game's row: its clock, its ratings, the changes of many games.
//   - notice: the notices of players, and when they are dropped or delayed.
//   - account: players, the ways in, settings, blocks, addresses.
//   - play: games, turns, clocks, offers, plans, messages, lists, vacations, the notebook, the house.
//   - challenge, event, hook: what they say.
//   - mailbox: mail out and in: claims of notices, what a mail says, received mail.
//   - upkeep: sweeps, expiry, departures, measures.
//   - admin: the use cases of an operator, and the checks of a database.
//   - store: opens it all, and says what follows what.
//
// Below them are packages that need no row: calendar, ladder, linktext, mailaddr, names, networks, pace, rating,
// roundrobin, secrets, visible, webhook; and db, the engine. Above store are those that need only its use cases:
// export, house, record, setting, trial.
//
// Comments name the codes of the errors, except three that many use cases share: CodeUnauthorized if the acting player
// was deleted or banned meanwhile; CodeTooMany if a player has caused more mail to another than the ledger records;
// and, with core.Once, CodeKeyReused.
package models
