package schema

// Worker is a loop that does what transactions leave to be done.
type Worker int

// The workers that a transaction may wake. Each also polls.
const (
	MailWorker Worker = iota
	InboundWorker
	ChangeWorker // applies bulk changes, and begins and ends the games of events
	HouseWorker
	HookWorker
	Workers
)
