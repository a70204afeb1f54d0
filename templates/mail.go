package templates

import (
	"time"

	"turnpost/rules"
)

// Mail is all that one mail says. What players wrote stands in it as it is:
// RenderMail escapes it and takes control characters out.
type Mail struct {
	Kind        string // code, challenge, challenge_answer, your_turn, reminder, away, plan, offer, offer_answer, message, game_over, digest or test
	Locale      string // BCP 47; English where there are no words for it
	Now         time.Time
	Zone        *time.Location // of the reader; nil is UTC
	Site        string         // base URL of the server, without a slash at the end
	Name        string         // of the reader; "" for somebody known by address only
	Email       string         // of the reader
	Game        *MailGame      // of the kinds about a game; of challenge_answer once there is one
	Challenge   *MailChallenge // of challenge and challenge_answer
	Accepted    bool           // of challenge_answer and offer_answer
	Messages    []MailMessage  // of message: what the opponent said, the oldest first
	Offer       string         // of offer and offer_answer: draw or takeback
	AnswerPly   int            // of offer_answer: the ply at which the game stood then
	AwayFrom    time.Time      // of away: when the opponent's clock stands still
	AwayUntil   time.Time
	Code        string    // of code
	Expires     time.Time // of the code
	StopGame    string    // URL that ends mail about this game, "" where there is none
	StopKind    string    // URL that ends mail of this kind, "" where there is none
	PictureName string    // Content-ID of the first board, without brackets
	With        []Mail    // what the mail says besides; of digest all that it says, games awaiting the reader first
}

// MailGame is a game as one of its players sees it.
type MailGame struct {
	ID               string
	Ruleset, Variant string // as the API calls them
	Title            string // "Hnefatafl 11×11"
	Opponent         string
	Side, ToMove     string // the reader's and that to move, as told to people
	MyTurn           bool   // the reader is to move
	Turn             int    // number of the turn that comes next, from 1
	Deadline         time.Time
	Left             time.Duration // on the clock of the side to move
	DrawOffered      bool          // by the opponent, and not answered
	TakebackOffered  bool          // by the opponent, and not answered
	TakebackTo       int           // the ply that it leads back to
	LastTurn         *MailTurn     // nil before the first
	Outcome          string        // won, lost, drawn or aborted; "" while the game is under way
	PlanEnded        string        // code of why the reader's plan ended since their last turn, "" where none did
	PlanDetail       string        // of PlanEnded: the refused answer and why
	PlanDone         bool          // of plan: no answer is left
	Answered         *MailTurn     // of plan: the turn that LastTurn answers
	ReasonPhrase     string        // why it ended
	Board            rules.Diagram
	Style            BoardStyle // as the reader sits; the caption is the mail's
	Notation         string     // help for somebody new to the game, else ""
}

// Again is the number of the turn that a takeback would have played again.
func (g *MailGame) Again() int { return g.TakebackTo + 1 }

// MailTurn is a turn that was played.
type MailTurn struct {
	Told    string // in words, with the names of the players
	Message string // what the opponent said with it; "" on the reader's own turn
}

// MailMessage is something that the opponent said beside a turn.
type MailMessage struct {
	Ply  int // turns that had been played
	At   time.Time
	Text string
}

// MailChallenge is an offer to play.
type MailChallenge struct {
	ID               string
	Ruleset, Variant string // as the API calls them
	Title            string // "Hnefatafl 11×11"
	Summary          string // one sentence on what the game is
	Challenger       string
	Opponent         string // who answered, "" for nobody yet
	Side             string // the reader's, as told to people; "" is by lot
	MovesFirst       bool   // the reader, where the side is not by lot
	Message          string
	Bank, Each, Cap  time.Duration // of the time control; Bank 0: Each anew for every turn; Cap 0: none
	Board            rules.Diagram // of the start
	Style            BoardStyle    // as the reader will sit; the caption is the mail's
}

// MailText is a rendered mail.
type MailText struct {
	Subject string // one line
	Text    string // lines of at most 72 columns, but for long words; each ends with a newline
	HTML    string
	Boards  []MailPicture
}

// MailPicture is a board that the HTML shows.
type MailPicture struct {
	ID  string // Content-ID, without brackets
	PNG []byte
}
