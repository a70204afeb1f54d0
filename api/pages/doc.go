// Package pages serves games to people in browsers: HTML rendered on the server, with links and forms, usable without
// scripts.
//
// GET and HEAD change nothing and set no cookies, so that programs that follow the links in mails do no harm. A visitor
// is identified by a signed link, which is part of the address and of every form, or by a session cookie, which only a
// POST sets.
//
// The page of a game is the one that people read most. Its list of turns, its board and the page around them are kept
// rendered and compressed (package gzipped), and what they show is compared with the database for each
// request, on both databases. The limit of 8 MB bounds the memory; other sizes were not measured. Read again, a page
// takes an eighth of the CPU time that it takes for the first time after a turn.
//
// An open page learns of changes by server-sent events (package live) and reloads itself. The process compares what all
// open pages show with the database once a second, and on SQLite only after a commit; no event is stored. Ten thousand
// idle streams take 40 kB each and together a twentieth of a processor, most of it for the heartbeats.
package pages
