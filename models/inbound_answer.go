package models

import "time"

// AnswerTopic is the topic of the response to a mail.
type AnswerTopic string

// The topics. Those above AnswerShow are refusals.
const (
	AnswerRefused    AnswerTopic = "refused"    // Refused says why
	AnswerUnreadable AnswerTopic = "unreadable" // no command for the answered mail was found
	AnswerAmbiguous  AnswerTopic = "ambiguous"  // one of Choices was meant, or perhaps the only one
	AnswerStale      AnswerTopic = "stale"      // the game has gone on since the mail that was replied to
	AnswerConfirm    AnswerTopic = "confirm"    // nothing was done yet: asks whether to resign
	AnswerShow       AnswerTopic = "show"
	AnswerHelp       AnswerTopic = "help"
	AnswerTry        AnswerTopic = "try"     // the board after Turn
	AnswerDone       AnswerTopic = "done"    // the command was carried out, for players who want a confirmation
	AnswerWelcome    AnswerTopic = "welcome" // the reply created an account
	AnswerPlayed     AnswerTopic = "played"  // the turn was played, for players who are to see how that looks

	AnswerGames    AnswerTopic = "games"        // the player's games
	AnswerOpen     AnswerTopic = "open"         // open challenges
	AnswerRules    AnswerTopic = "rules"        // of Ruleset
	AnswerHistory  AnswerTopic = "history"      // the turns of OfGame
	AnswerRecord   AnswerTopic = "record"       // of OfGame
	AnswerEvents   AnswerTopic = "events"       // the player's events, and those that can be joined
	AnswerTable    AnswerTopic = "table"        // of the event OfEvent
	AnswerSettings AnswerTopic = "settings"     // Settings, to be changed and sent back
	AnswerChanged  AnswerTopic = "changed"      // Changes, and Settings after them
	AnswerFaults   AnswerTopic = "bad_settings" // Faults, and the current Settings
)

// The topics of the desk's responses, which are mails of KindDeskAnswer.
const (
	AnswerDeskHelp    AnswerTopic = "desk_help"
	AnswerHeld        AnswerTopic = "held"         // Held waits for the word yes
	AnswerStop        AnswerTopic = "stop"         // the same, for the end of all mail, or of the game's
	AnswerDeskDone    AnswerTopic = "desk_done"    // the command was carried out
	AnswerCode        AnswerTopic = "code"         // the mail replied to a mail with a code
	AnswerNothingHeld AnswerTopic = "nothing_held" // there is nothing that yes confirms
	AnswerNoAccount   AnswerTopic = "no_account"   // to a stranger: no account is made, as Refused says
)

// AtDesk reports whether the topic is one of KindDeskAnswer.
func (t AnswerTopic) AtDesk() bool {
	switch t {
	case AnswerDeskHelp, AnswerHeld, AnswerStop, AnswerDeskDone, AnswerCode, AnswerNothingHeld, AnswerNoAccount:
		return true
	}
	return false
}

// Refuses reports whether the response says that nothing was done.
func (t AnswerTopic) Refuses() bool {
	return t == AnswerRefused || t == AnswerUnreadable || t == AnswerAmbiguous || t == AnswerStale || t == AnswerFaults
}

// OfSettings reports whether the response has the player's settings.
func (t AnswerTopic) OfSettings() bool {
	return t == AnswerSettings || t == AnswerChanged || t == AnswerFaults
}

// ReplyAnswer is the response that is mailed to the sender of a mail. It is stored with the mail and
// rendered when it is sent.
type ReplyAnswer struct {
	About    AnswerTopic  `json:"about"`
	Typed    string       `json:"typed,omitempty"`     // the text parsed as the command
	Reason   string       `json:"reason,omitempty"`    // for AnswerUnreadable: why; "" if there is no particular reason
	Refused  *Error       `json:"-"`                   // for AnswerRefused and AnswerNoAccount
	Near     []string     `json:"near,omitempty"`      // legal turns similar to the typed text
	Choices  []string     `json:"choices,omitempty"`   // for AnswerAmbiguous
	Meant    string       `json:"meant,omitempty"`     // the command, in English, that yes as a reply to it means
	Turn     string       `json:"turn,omitempty"`      // for AnswerTry
	Held     *HeldCommand `json:"held,omitempty"`      // for AnswerHeld and AnswerStop
	Text     string       `json:"text,omitempty"`      // the argument of a command of the desk
	Muted    bool         `json:"muted,omitempty"`     // the message to the opponent was refused: the player is muted
	DrawTalk bool         `json:"draw_talk,omitempty"` // the mail's words offer or accept a draw, which did neither
	Reported bool         `json:"reported,omitempty"`  // for AnswerDeskDone: a report was made
	Last     bool         `json:"last,omitempty"`      // today's limit of responses to ineffective replies is reached

	DeskLast bool `json:"desk_last,omitempty"` // the limit of responses to mails at the desk is reached

	Ruleset  string          `json:"ruleset,omitempty"`  // for AnswerRules
	OfGame   string          `json:"of_game,omitempty"`  // for AnswerHistory and AnswerRecord
	OfEvent  string          `json:"of_event,omitempty"` // for AnswerTable and AnswerDeskDone
	Settings []Setting       `json:"settings,omitempty"` // as of the response
	Changes  []SettingChange `json:"changes,omitempty"`  // for AnswerChanged
	// DaysOffFrom is from when on the days off among the settings count for turns that begin then; nil: now.
	DaysOffFrom *time.Time     `json:"days_off_from,omitempty"`
	Faults      []SettingFault `json:"-"` // for AnswerFaults

	// Headers of the mail that is answered, for the thread.
	Subject    string   `json:"subject,omitempty"`
	MessageID  string   `json:"message_id,omitempty"`
	References []string `json:"references,omitempty"`
}

// The desk answers mail that is no reply. Its From field proves nothing, so it is answered to the account's own
// address, and what it asks to change is held: a row of inbound with InboundHeld, whose answer has the command. The
// mail about it has a link, LinkConfirm, by which its recipient confirms the command once.

// HeldCommand is a command of a mail that waits for its confirmation.
type HeldCommand struct {
	Verb      string `json:"verb"` // of package mailer/reply
	Text      string `json:"text,omitempty"`
	Game      string `json:"-"` // that the mail was about; "" for none
	Challenge string `json:"-"`
	Ply       int    `json:"-"`
}
