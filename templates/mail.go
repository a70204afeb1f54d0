package templates

import (
	"slices"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/play"
	"turnpost/templates/view"
)

// Mail is the content of one mail. Text from players is in its original form: RenderMail escapes it and removes control
// characters.
type Mail struct {
	Kind        models.Kind
	Reader      view.Reader
	Now         time.Time
	Site        string          // base URL of the server, without a trailing slash
	Name        string          // of the reader; "" for a stranger
	Email       string          // of the reader
	Game        *view.Game      // for kinds about a game, with its board; for challenge_answer if the game exists
	Challenge   *view.Challenge // for challenge, with its board, and challenge_answer
	Accepted    bool            // for challenge_answer and offer_answer
	Joined      bool            // for challenge_answer to the guest: accepting made the reader's account
	Messages    []view.Message  // for message: from the opponent, oldest first
	Offer       string          // for offer and offer_answer: draw or takeback
	AnswerPly   int             // for offer_answer: the ply of the game at the time of the answer
	AwayFrom    time.Time       // for away and auto_vacation: the vacation of the opponent or the reader; zero: off
	AwayUntil   time.Time
	AwayKnown   bool                  // for away: the reader was told of the vacation, or of other days
	DaysLeft    int                   // for auto_vacation: days of vacation left in the year
	PlanEnded   play.PlanEnd          // for your_turn: why the reader's plan ended since their last turn; "" if it did not
	PlanDetail  string                // for PlanEnded: the refused turn and the reason
	PlanDone    bool                  // for plan: the plan has no further turn
	Answered    *view.Turn            // for plan: the opponent's turn that the plan answered
	Previous    *view.Turn            // the turn before the game's last one; nil for none
	HasToken    bool                  // the reader has an access token: the mail shows commands for curl
	Waiting     int                   // number of games that await the reader
	NewToGame   bool                  // the reader has played no other game of the ruleset
	Code        string                // for code
	Expires     time.Time             // of the code
	NewAccount  bool                  // for code: signing in creates an account
	Address     account.AddressChange // for address_code and address_change
	Hook        models.HookEnd        // for webhook_off
	Report      models.Report         // for report
	AddressURL  string                // of the page that undoes the change; "" for none
	Page        string                // URL of the mail's page in a browser, with the mail's link; "" for none
	StopGame    string                // URL that turns off mail about this game; "" for none
	StopKind    string                // URL that turns off mail of this kind; "" for none
	PictureName string                // Content-ID of the first board, without brackets
	Replies     bool                  // the server accepts replies to the mail
	Answer      *MailAnswer           // for reply_rejected and reply_answer
	Unsaid      bool                  // part of the reader's last mail about the game was not delivered to anybody
	UnsaidWords string                // that part as the text of one message; "" if it is not known

	Listed    []Mail       // for an answer that lists games or challenges: those that can be answered
	Elsewhere []Mail       // those that wait for others
	More      int          // number of further ones that can be answered
	ReplyTo   string       // of a listed one: the address of replies to it; "" for none
	History   *MailHistory // for history and record
	Rules     *RulesBook   // for rules
	Example   string       // of a game: a turn of its ruleset, to show how turns are written

	Announcement models.Announcement // of the operator to everybody; its text is "" if there is none
	Event        *view.Event         // for kinds about an event, and for table
	Table        []view.EventGroup   // of a round robin that has begun
	Places       []string            // of a ladder: its players from the top
	Place        int                 // of the reader in the event; 0 for none
	Events       []*view.Event       // for events

	Secondary []Mail // further content; for digest the whole content, games that await the reader first
}

// MailText is a rendered mail.
type MailText struct {
	Subject string // one line
	Text    string // lines of at most 70 columns, except long words; each ends with a newline
	HTML    string
	Boards  []MailPicture
}

// MailPicture is a picture of a board in the HTML part.
type MailPicture struct {
	ID  string // Content-ID, without brackets
	PNG []byte
}

// MailAnswer is the content of the response to a reply.
type MailAnswer struct {
	About    models.AnswerTopic
	Typed    string   // the text that was parsed as the command
	Reason   string   // for unreadable: why; "" if there is no particular reason
	Refusal  string   // for refused: a sentence without a full stop
	Turn     string   // for try
	Near     []string // legal turns similar to the typed text
	Choices  []string // for ambiguous
	Muted    bool     // the message that came with the command was refused, because its sender is muted
	Reported bool     // for desk_done: a report was made
	Last     bool     // today's limit of responses to ineffective replies is reached
	DeskLast bool     // so is that of responses to mails that are no replies

	Settings []models.Setting       // for settings, changed and bad_settings
	Changes  []models.SettingChange // for changed
	// DaysOffFrom is from when on the days off among the settings count; nil: now.
	DaysOffFrom *time.Time
	Faults      []MailFault // for bad_settings
}

// MailHistory is the content of a mail with a game's turns or its record.
type MailHistory struct {
	Game   *view.Game
	Turns  []*view.Turn
	First  int    // the number of the first of Turns
	Record string // the record as text; "" for the turns
}

// MailFault is a line of settings that was not applied.
type MailFault struct {
	Setting models.Setting // as typed
	Form    string         // the setting as in setting.Form; "" for an unknown one
	Reason  string         // a sentence without a full stop
	Code    string         // names the reason: "bad_delivery"
}

func (m *Mail) secondary(awaiting bool) (list []Mail) {
	for _, item := range m.Secondary {
		if awaitsReader(item.Kind) == awaiting {
			list = append(list, item)
		}
	}
	return list
}

// awaitsReader reports whether mail of a kind concerns a game that awaits its reader.
func awaitsReader(kind models.Kind) bool {
	return slices.Contains([]models.Kind{models.KindYourTurn, models.KindReminder}, kind)
}
