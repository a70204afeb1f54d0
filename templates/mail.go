package templates

import (
	"time"

	"turnpost/models"
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
	Messages    []view.Message  // for message: from the opponent, oldest first
	Offer       string          // for offer and offer_answer: draw or takeback
	AnswerPly   int             // for offer_answer: the ply of the game at the time of the answer
	AwayFrom    time.Time       // for away: the interval in which the opponent's clock is stopped
	AwayUntil   time.Time
	PlanEnded   models.PlanEnd       // for your_turn: why the reader's plan ended since their last turn; "" if it did not
	PlanDetail  string               // for PlanEnded: the refused turn and the reason
	PlanDone    bool                 // for plan: the plan has no further turn
	Answered    *view.Turn           // for plan: the opponent's turn that the plan answered
	NewToGame   bool                 // the reader has played no other game of the ruleset
	Code        string               // for code
	Expires     time.Time            // of the code
	NewAccount  bool                 // for code: signing in creates an account
	Address     models.AddressChange // for address_code and address_change
	AddressURL  string               // of the page that undoes the change; "" for none
	Page        string               // URL of the mail's page in a browser, with the mail's link; "" for none
	StopGame    string               // URL that turns off mail about this game; "" for none
	StopKind    string               // URL that turns off mail of this kind; "" for none
	PictureName string               // Content-ID of the first board, without brackets
	Replies     bool                 // the server accepts replies to the mail
	Answer      *MailAnswer          // for reply_rejected and reply_answer
	Unsaid      bool                 // part of the reader's last mail about the game was not delivered to anybody
	Secondary   []Mail               // further content; for digest the whole content, games that await the reader first
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
