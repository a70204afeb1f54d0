// Package store opens the store and puts it together. Its Store has every use case that must be atomic: those of the
// packages below, by embedding them. HTTP, mail and pages are adapters of the same methods; they make no decisions.
// Open says which higher noun follows what a lower one does: see core.Followers.
//
// An exported method of Store that writes runs one transaction, which reads the clock once; functions take a *core.Tx
// and compose. Exceptions: PlayTurn begins a vacation in one before that of the turn, SettleTogether falls back to one
// for each claim, and MoveTurns, the sweeps and the deletion of expired rows run one for each part. When such a method
// returns without an error, its changes are on disk. The error of every method is a *models.Error for a mistake of the
// caller, or any other error for a fault of the server.
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
// AsSeen, ByLink and Once return a handle for one use case with a condition: see models.Seen, models.Link and
// core.Once.
//
// The tests of all these packages are here, as their worlds need the whole store.
package store

import "turnpost/models/admin"

// Store has the use cases of this package and of those below it. It is safe for concurrent use.
type Store struct{ admin.Store }
