package models

// NoticeStatus is what became of a notice.
type NoticeStatus string

// States of notices.
const (
	Queued  NoticeStatus = "queued"
	Sent    NoticeStatus = "sent"
	Dropped NoticeStatus = "dropped" // no longer worth saying; the reason says why
	Failed  NoticeStatus = "failed"  // given up; the failure says why
)

// NoticeReason is why a notice ended otherwise than by a mail of its own.
type NoticeReason string

// Reasons for which a queued notice is dropped: it is not worth saying any more.
const (
	DropTurnPlayed         NoticeReason = "turn_played"         // a turn was played since
	DropGameOver           NoticeReason = "game_over"           // the game is over
	DropTakenBack          NoticeReason = "taken_back"          // turns were taken back
	DropPlayedAlready      NoticeReason = "played_already"      // the player has played in the game already
	DropDeadlinePassed     NoticeReason = "deadline_passed"     // too late for a reminder
	DropTimeCredited       NoticeReason = "time_credited"       // the time was given back
	DropOfferGone          NoticeReason = "offer_gone"          // the offer no longer stands
	DropOfferWithdrawn     NoticeReason = "offer_withdrawn"     // by whoever made it
	DropOfferReplaced      NoticeReason = "offer_replaced"      // by another one
	DropChallengeDecided   NoticeReason = "challenge_decided"   // accepted or declined
	DropChallengeWithdrawn NoticeReason = "challenge_withdrawn" // by the challenger
	DropChallengeExpired   NoticeReason = "challenge_expired"   // nobody decided in time
	DropMessagesRead       NoticeReason = "messages_read"       // the player has read them
	DropBlocked            NoticeReason = "blocked"             // the player has blocked whom it is from
	DropAddressRefuses     NoticeReason = "address_refuses"     // the stranger wants no invitations
	DropGameOff            NoticeReason = "game_off"            // the player wants no mail about the game
	DropKindOff            NoticeReason = "kind_off"            // the player wants no mail of the kind
	DropAccountBanned      NoticeReason = "account_banned"      // the player's, by an operator
	DropAccountGone        NoticeReason = "account_gone"        // the player's, or the one that it is about
	DropVacationChanged    NoticeReason = "vacation_changed"    // or it is over
	DropAddressChange      NoticeReason = "address_change"      // it was withdrawn, or is too long ago
	DropCodeExpired        NoticeReason = "code_expired"        // asked for too long ago
	DropMailFailing        NoticeReason = "mail_failing"        // mail to the player comes back
	DropMailGone           NoticeReason = "mail_gone"           // the mail that it answers is no longer stored
)

// Reasons of sent notices that had no mail of their own.
const (
	ReasonInDigest NoticeReason = "in_digest" // it was part of a digest
	ReasonBundled  NoticeReason = "bundled"   // it was sent with another notice of its game
)
