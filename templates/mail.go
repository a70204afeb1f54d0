package templates

import (
	"time"

	"turnpost/models"
	"turnpost/templates/view"
)

// Mail is all that one mail says. What players wrote stands in it as it is:
// RenderMail escapes it and takes control characters out.
type Mail struct {
	Kind        models.Kind
	Reader      view.Reader
	Now         time.Time
	Site        string          // base URL of the server, without a slash at the end
	Name        string          // of the reader; "" for somebody known by address only
	Email       string          // of the reader
	Game        *view.Game      // of the kinds about a game, with its board; of challenge_answer once there is one
	Challenge   *view.Challenge // of challenge, with its board, and challenge_answer
	Accepted    bool            // of challenge_answer and offer_answer
	Messages    []view.Message  // of message: what the opponent said, the oldest first
	Offer       string          // of offer and offer_answer: draw or takeback
	AnswerPly   int             // of offer_answer: the ply at which the game stood then
	AwayFrom    time.Time       // of away: when the opponent's clock stands still
	AwayUntil   time.Time
	PlanEnded   models.PlanEnd       // of your_turn: why the reader's plan ended since their last turn, "" where none did
	PlanDetail  string               // of PlanEnded: the refused turn and why
	PlanDone    bool                 // of plan: no further turn is left
	Answered    *view.Turn           // of plan: the turn that the game's last turn answers
	NewToGame   bool                 // the reader has played no other game of the ruleset
	Code        string               // of code
	Expires     time.Time            // of the code
	NewAccount  bool                 // of code: it makes an account
	Address     models.AddressChange // of address_code and address_change
	AddressURL  string               // that undoes the change; "" for none
	Page        string               // URL of the page that shows it in a browser, opened by the mail's own link; "" for none
	StopGame    string               // URL that ends mail about this game, "" where there is none
	StopKind    string               // URL that ends mail of this kind, "" where there is none
	PictureName string               // Content-ID of the first board, without brackets
	Replies     bool                 // the mail can be answered by replying to it
	Answer      *MailAnswer          // of reply_rejected and reply_answer
	Unsaid      bool                 // something in the reader's last mail about the game was said to nobody
	Secondary   []Mail               // what else it says; of digest all that it says, games awaiting the reader first
}

// MailText is a rendered mail.
type MailText struct {
	Subject string // one line
	Text    string // lines of at most 70 columns, but for long words; each ends with a newline
	HTML    string
	Boards  []MailPicture
}

// MailPicture is a board that the HTML shows.
type MailPicture struct {
	ID  string // Content-ID, without brackets
	PNG []byte
}
