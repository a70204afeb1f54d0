// Package core is what every noun of the store stands on: a transaction at one instant (Tx), the state that all handles
// of a store share (Shared), conditions of a request (Once, Guard), limits, and the row of a game with what more than
// one noun does to it: its clock, its ratings, its turn order in the database, and the changes of many games that it
// does not contain yet (ShowChanges). A noun that must follow what a lower one does is called by Followers.
//
// # Reading rows
//
// The queries of a turn, a mail, a request or a list of games use db.Query or Tx.Defer, which pass rows as Columns:
// 12 µs to load a game, 28 with GORM. All others use SQL with GORM's Raw and Scan, or Exec. GORM's Create inserts the
// rows of players, registrations, challenges and events, which have up to twenty columns; nothing else of its query
// builder is used. The columns of a game are in one table, ViewColumns.
//
// # The order of rows
//
// Of a database of many games most pages are on the disk, and a request waits for those that it needs. A game has a
// number, in the order of beginnings, and a turn the number of its game and its ply as key, so that the games under way
// are neighbours and the turns of a game too. Tables WITHOUT ROWID, which these were, have whole rows in the inner
// pages of their trees: 60 MB for the turns of 100,000 games, against 3 MB. The number of occurrences of a position is
// in its turn's row, and four bytes of each position's key in the game's row while it is under way, instead of an index
// of all positions, which was a tenth of the file. See MoveTurns for how earlier databases change.
//
// The last turn of a game is in its row too (schema.LastTurn), so that a list and an inbox read one page for both. With
// 200,000 games an inbox read 1.4 pages instead of 3.5, and a list of 20 games 42 instead of 64. It costs 2 % of the
// CPU of a turn, in 11 pairs, and 100 bytes a game.
//
// With a million games, by part cold of `make bench`, a turn took 1.19 times its time with a thousand, an inbox 1.23, a
// game 1.21, its page 1.09, games that ended 1.29, and a list of a player's games 2.6 (4.8 ms, 47 pages): the row of a
// game that is over and its ratings are on a page each, which four connections read at the same time (play.Snapshot).
// Ten connections instead of four changed nothing. Copies of what a list shows, a row for each player in the order of
// players, were tried with 100,000 games: 8 pages, 1.65 times instead of 2.45, for a table of 58 columns, 7 % more of
// file, and 1.14 times the CPU for the end of a game.
package core
