// Package pages serves games to people in browsers: HTML rendered on the server, with links and forms, usable
// without scripts.
//
// GET and HEAD change nothing and set no cookies, so that programs that follow the links in mails do no harm. A
// visitor is identified by a signed link, which is part of the address and of every form, or by a session cookie,
// which only a POST sets.
//
// The page of a game is the one that people read most. Its list of turns, its board and the page around them are kept
// rendered and compressed, in at most 8 MB (see fragments), and what they show is compared with the database for each
// request. Read again, a page takes an eighth of the CPU time of rendering it, and a sixth after a commit; for the
// first time after a turn it takes as much as without.
package pages
