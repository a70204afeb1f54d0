package reply

import (
	"errors"
)

// MaxSize is the size of the largest message that Read accepts, in bytes. Of a larger one its beginning may be read,
// which has the text: photos come below it.
const MaxSize = 256 << 10

// ErrTooLarge is returned for a message of more than MaxSize bytes.
var ErrTooLarge = errors.New("the mail is larger than 256 KiB")

// Kind is the kind of author of a mail.
type Kind string

// The kinds of mail.
const (
	Human     Kind = "human"     // a person, or no sign of a program
	Automatic Kind = "automatic" // a program: a vacation notice, a receipt, a list
	Bounce    Kind = "bounce"    // a report that a mail of ours has not arrived, or not yet
	Complaint Kind = "complaint" // a report that a mail of ours is spam
)

// Sent is the mail that is answered, as we sent it. Unknown fields are empty.
type Sent struct {
	Subject string // without "Re:"
	Text    string // the text/plain part
	HTML    string // the text/html part
	Earlier string // the subject that an earlier version of the program gave the mail, which may be the one that was sent
}

// Options hold the context of a mail.
type Options struct {
	// Sent is the mail that is answered.
	Sent Sent
	// Us holds the names and addresses of our mails: the From name, the From address, the reply address. They identify
	// attribution lines.
	Us []string
	// EnvelopeFrom is the envelope sender; "<>" is the null sender of bounces, "" an unknown one.
	EnvelopeFrom string
	// Readable reports whether a text is a turn of the game, legal or not. If it is nil, any text of the shape of a
	// turn counts as one.
	Readable func(text string) bool
	// Legal reports whether a text is a legal turn now; it may be nil. It only decides whether turns on several lines
	// are one turn.
	Legal func(text string) bool
	// Rulesets holds the IDs of the rulesets that commands of the desk may name, by RulesetKey of each of their names.
	Rulesets map[string]string
}

// Mail is the content of a mail.
type Mail struct {
	Kind      Kind
	Sign      string // why it is not, or may not be, Human: "auto-submitted: auto-replied"
	Header    Header
	Bounce    []Failure        // of a Bounce: at least one
	Complaint *ComplaintReport // of a Complaint
	Reply     Reply            // of a Human mail
}

// Reply is the text of a person.
type Reply struct {
	// Commands are to be done in this order: at most one act (any command but a plan or words), then a plan, then words
	// to the opponent, then a note. There are none if none was found or if they are not clear.
	Commands []Command
	// Possible holds the commands that may be meant, if Commands is empty because of doubt: different acts, or one in a
	// place where people do not write commands. The answer asks about them.
	Possible []Command
	// Lines holds the line that each command of Possible came from, as typed.
	Lines []string `json:",omitempty"`
	// Leftover holds the writer's other lines, without greetings and signatures. They are for answers to the writer,
	// never for the opponent.
	Leftover []string
	// ForOpponent reports whether the leftover looks meant for the opponent.
	ForOpponent bool
	// Words is the leftover that looks meant for the opponent, as the text of a say in one line; "" if there is none, or
	// if it is too long.
	Words string `json:",omitempty"`
	// DrawTalk reports whether the leftover offers or accepts a draw, beside commands that do neither nor end the game.
	DrawTalk bool `json:",omitempty"`
	// Unreadable is why the mail has no text: "encrypted", "winmail" for a file by Outlook without a text in it, or
	// "large" for one of MaxSize bytes, of which the rest may have been cut off; "" if it has one.
	Unreadable string
}

// Verb is the name of a command.
type Verb string

// The commands.
const (
	Turn      Verb = "turn"       // Text is the turn
	Try       Verb = "try"        // Text is the turn to show the board after
	Resign    Verb = "resign"     // needs confirmation, unless it answers the question
	ResignNow Verb = "resign now" // needs none
	Draw      Verb = "draw"       // offer a draw or accept one
	Accept    Verb = "accept"
	Decline   Verb = "decline"
	Takeback  Verb = "takeback" // Count turns; 0 if no number was given
	Plan      Verb = "plan"     // Text holds the plan's lines; "" drops the plan
	Say       Verb = "say"      // Text is for the opponent
	Note      Verb = "note"     // Text is for the writer alone
	Show      Verb = "show"
	Away      Verb = "away" // From and Until as typed
	Mute      Verb = "mute"
	Help      Verb = "help"
	Rematch   Verb = "rematch"
)

// Command is one command of a reply.
type Command struct {
	Verb  Verb
	Text  string `json:",omitempty"` // of Turn, Try, Plan, Say, Note and the commands of the desk
	Count int    `json:",omitempty"` // of Takeback
	From  string `json:",omitempty"` // of Away
	Until string `json:",omitempty"` // of Away
	// Language is that of the words of Register, "" for English ones.
	Language string `json:",omitempty"`
}
