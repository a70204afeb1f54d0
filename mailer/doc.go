// Package mailer carries mail: out of the outbox of package models to players,
// rendered by package templates.
//
// # Out and in
//
// Mail out: OutboxWorker claims what is due, Writer makes messages of it, and a Transport
// (an SMTP client or a folder, by the setting Outbound) hands them over. Sink is an SMTP server
// that shows what it gets, for tests and first steps.
//
// # What a failure means
//
// A mail is sent at least once. The worker settles its notice only after a
// server has taken the message, or a file with it is on disk. A worker that dies
// in between leaves the notice to the next one, which sends the message again with
// the same Message-ID. Mails are settled a few together, so that it may be some that are sent again.
//
// While mails go fast, some are claimed ahead. What the worker does not come to within a second, or before it
// ends, it gives back untried.
//
// A refusal is permanent where the server says 5xx about this recipient or this
// message: as the answer to RCPT, to DATA or to the message itself. The notice then
// fails at once, with the server's words as its reason. The codes 500, 502, 503, 530, 534, 535
// and 538 are exceptions even there, because they speak of how the server is used. A mail that this
// program has no words for, such as one of a kind of a newer version, is given up at once too.
//
// Everything else is temporary: every 4xx, every 5xx to the greeting, EHLO,
// STARTTLS, AUTH or MAIL (the fault is in our settings, or hits all mail alike),
// connections that are refused, break off or are too slow, a disk that is full, a
// mail whose content the database did not give, and whatever is
// not known. The worker gives the notice back, to be tried again after a minute, then
// two, four and so on up to six hours, each give or take a fifth. The last try is three
// days after the notice was due; then it fails, and the reason of the last
// failure stays with it.
//
// What is outdated is not sent: the store looks once more before each try, and
// drops the notice with a reason. A panic while one mail is made is a failure of that
// mail alone. A lease that was lost is logged and nothing more, since another worker
// has the notice.
package mailer
