// Package queue is how workers of one or several processes share work that is stored in a table: notices that are to be
// mailed, mails that came in, and deliveries to webhooks.
//
// # Claims
//
// A row is open while its done_at is 0. A worker claims it by a lease: a random text, which the row stores together
// with the time when it expires. Until then nobody else claims it. A worker renews the lease while it works (Keep), so
// that a lease can be short, and work waits only for its end when a process dies. A claim is settled, postponed or
// given back under the same lease: a worker that was too slow cannot settle what another one has claimed since. Work is
// therefore done at least once; what must happen once happens in the transaction that settles the row. A claim that was
// not begun is given back, and does not count as an attempt.
//
// # Failures
//
// An attempt that failed is repeated after Backoff: one minute, then two, four and so on up to six hours, each varied
// by up to a fifth. When to give up is decided by the queue: a mail three days after its notice was due, a webhook
// after three days of failures, a mail that came in after some attempts. A failure of the database is none of the work:
// the result is stored once the database can be written to (RetryTemporary), and meanwhile nothing is claimed. A panic
// is a failure of that piece of work alone, and the lease of what cannot be settled ends by itself.
//
// # The house
//
// Games in which the house is to act are claimed by games.house_at, which is both when the lease expires and its token:
// a game has one turn to play, which the same search finds again, so that neither attempts nor a token are stored. Its
// workers are threads with a low priority, not goroutines that Loop starts; see package house.
package queue
