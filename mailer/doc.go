// Package mailer carries mail: out of the outbox of the store to players, rendered by package templates, and from
// players' replies to the use cases of the store.
//
// # Out
//
// OutboxWorker claims due notices, Writer makes messages of them, and a Transport (an SMTP client or a folder, by the
// setting Outbound) hands them over. Sink is an SMTP server that shows the messages it gets, for tests and first steps.
//
// # In
//
// A source (Listener for SMTP and LMTP, Poller for IMAP, the API, or standard input) hands a mail to Inbox.Receive,
// which stores it before it is acknowledged. Inbox.Run works stored mails off: it checks the sender, has package reply
// read the text, runs the command, and settles the mail in the same transaction. A crash between two steps repeats the
// whole mail and does nothing twice.
//
// # The desk
//
// A mail that is no reply is read at the desk. Its From field is typed, and proves nothing. Therefore the answer goes
// to the address of the account that it names and repeats no words of the mail. A change that the mail asks for is
// stored with it, and the answer's reply address, a link for that alone, carries it out once. A game's link cannot do
// it, because such links are forwarded with the boards that people show to each other. The alternative, a command
// within the link, would be carried out by every copy of the mail; instead the transaction of the use case marks the
// row of the mail.
//
// A mail is stored before anybody looks its sender up, and an answer goes to an account alone, so that neither the
// words nor the time of anything that the sender can see depend on the address.
//
// # Failures of mail out
//
// A mail is sent at least once. The worker settles its notice only after a server has taken the message, or a file with
// it is on disk. When a worker dies in between, another one sends the message again with the same Message-ID. Mails are
// settled in groups, so that several may be sent again. While a mail that was sent cannot be settled, because the
// database cannot be written to, the worker claims nothing and tries to settle it, so that a full disk stops the mail
// instead of repeating it. A claim that the worker cannot begin within a second, or before it ends, is returned
// untried.
//
// A failure is permanent if the server answers 5xx about this recipient or this message: to RCPT, to DATA or to the
// message itself. The notice then fails at once, with the server's words as its reason. The codes 500, 502, 503, 530,
// 534, 535 and 538 are exceptions, because they are about how the server is used. A mail that this program cannot
// render, for example one of a kind that a newer version added, fails at once too.
//
// Every other failure is temporary: every 4xx; every 5xx to the greeting, EHLO, STARTTLS, AUTH or MAIL (the fault is in
// our settings, or hits all mail alike); connections that are refused, broken or too slow; a full disk; an error of the
// database; and any unknown error. The worker retries the notice with the delays of package queue. The last try is
// three days after the notice was due, but not before the tenth: a server that was off for days, or whose clock was set
// forwards, tries on. Then the notice fails with the reason of its last failure.
//
// Outdated mail is not sent: the store checks a notice again before each try and drops it with a reason. A panic while
// a mail is made is a failure of that mail alone. A lost lease is only logged, since another worker has the notice.
//
// # Failures of mail in
//
// A mail that is refused for its content is settled: its sender is told why, at most 20 times a day and game. A mail
// that cannot be settled for an error on this side is retried with the delays of package queue, and after some tries is
// put aside for the operator (see package mailbox).
//
// # Decisions
//
// The figures were taken on two processors; "turns" are turns over HTTP with the worker on, against the same program
// without the optimization.
//
// Pacing: while anybody plays, the worker rests after each mail for eight times as long as making it took, at most 50
// ms. While players wait for the database, it yields: it rests after each batch for as long as the batch took, at least
// 40 ms and at most 250. Goroutines have no priorities, so that only pauses leave the processors to turns. Turns are
// 1.40 times as fast by rests and yields together. Each alone does nearly as much: without the other one turns are 1.02
// times as slow, and without rests 1.09 times where a sync of the disk takes 5 ms. As due notices grow older than a
// quarter of a second, rests and yields become shorter. From one second on there are none, and then it is the turns
// that give way to mail: each begins after a pause of up to 10 ms. At 300 turns a second in separate games the oldest
// notice is then one second old, and two seconds where players play as fast as turns are answered; without pauses it is
// seven seconds old, and its age grows. Rules and constants are in outbox_pacing.go.
//
// Claiming ahead and settling in groups: 1.27 times as many turns with their mails, which take 1.21 times as much CPU
// without, since a transaction for each costs more than the mail. The price is the repetition of a few mails after a
// crash.
//
// Encoding of bodies (encodeInto and its types, 69 lines): making a message takes 240 µs of CPU, and 313 with the
// encoders of go-mail, 1.30 times as much. A turn with its mail takes 1.06 times as much with them. Mails are 1.06
// times as fast as ready messages that go-mail sends over one connection, and 0.69 of those over as many connections
// (0.61 and 0.58 on a busy machine): a ready message takes half of the CPU of a mail that is read, drawn, written and
// encoded.
//
// Where the CPU goes: a turn with its mail takes about 1.26 ms in BENCH=posted, by a profile under load: HTTP 168 µs;
// the writer 265 (turns 102, claims and settlements 42, commits 109); reading a mail's game and player 196; its picture
// 124, its words 87 and what they are written from 49; its headers and encoding 100; SMTP 94; logs 20; the garbage
// collector 53 and the scheduler 46. 37 of these went into the stacks of new goroutines, which are kept now. The parts
// of the mail alone sum to 0.69 ms, and with logs, commits, collector and scheduler, which the turn shares, to 0.92.
// The floor of a mail is what SMTP takes for a ready message of its 40 kB, 81 µs without TLS and 109 with it, and what
// its row takes, 42.
//
// Messages are composed by go-mail, which folds and encodes headers. smtpClient uses its SMTP connections, but hands
// messages over by itself, because go-mail neither pipelines commands nor says at which step a server refused.
package mailer
