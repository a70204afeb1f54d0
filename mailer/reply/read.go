package reply

import "errors"

// MaxSize is the largest message that Read takes, in bytes.
const MaxSize = 256 << 10

// ErrTooLarge is returned for a message of more than MaxSize bytes.
var ErrTooLarge = errors.New("the mail is larger than 256 KiB")

// Kind says who or what wrote a mail.
type Kind string

// The kinds of mail.
const (
	Human     Kind = "human"     // a person, as far as can be seen
	Automatic Kind = "automatic" // a program: a vacation notice, a receipt, a list
	Bounce    Kind = "bounce"    // a mail of ours did not, or not yet, arrive
	Complaint Kind = "complaint" // a mail of ours was reported as spam
)

// Sent is the mail that is answered, as we sent it. What is unknown is empty.
type Sent struct {
	Subject string // without "Re:"
	Text    string // the text/plain part
	HTML    string // the text/html part
}

// Options is what the caller knows of a mail.
type Options struct {
	// Sent is the mail that is answered.
	Sent Sent
	// Us holds the names and addresses that our mails come from: the From name, the From
	// address, the reply address. Attribution lines are recognised by them.
	Us []string
	// EnvelopeFrom is the sender that the mail was handed over with; "<>" is the null
	// sender of bounces, "" is not known.
	EnvelopeFrom string
	// Readable tells whether a text is a turn of the game, legal or not; nil is not
	// known, and then lines of the shape of a turn count as one.
	Readable func(text string) bool
	// Legal tells whether a text is a legal turn now; nil is not known. It only decides
	// whether turns on several lines are one turn.
	Legal func(text string) bool
}

// Mail is what a mail says.
type Mail struct {
	Kind      Kind
	Sign      string           // by what it is not Human: "auto-submitted: auto-replied"
	Header    Header           //
	Bounce    []Failure        // of a Bounce: what failed, at least one
	Complaint *ComplaintReport // of a Complaint
	Reply     Reply            // of a Human mail
}

// Reply is what a person wrote.
type Reply struct {
	// Commands is what to do, in this order: at most one act (anything but a plan or
	// words), then a plan, then words to the opponent. It is empty where nothing was found
	// or where it is not clear.
	Commands []Command
	// Possible holds what may have been meant, where Commands is empty for doubt: two
	// different acts, or one where commands are not written. The answer asks.
	Possible []Command
	// Leftover is what the person wrote besides commands, greetings and signatures, line
	// by line. It is for answers to the writer, never for the opponent.
	Leftover []string
	// ForOpponent tells that the leftover looks meant for the opponent.
	ForOpponent bool
	// Unreadable says why there is no text to read: "encrypted", or "winmail" for a file of Outlook's without a text
	// in it; "" where there is.
	Unreadable string
}

// Verb is a command's name.
type Verb string

// The commands.
const (
	Turn      Verb = "turn"       // Text is the turn
	Try       Verb = "try"        // Text is the turn to show the board after
	Resign    Verb = "resign"     // asked back, unless it answers the question
	ResignNow Verb = "resign now" // not asked back
	Draw      Verb = "draw"       // offer a draw or accept one
	Accept    Verb = "accept"     //
	Decline   Verb = "decline"    //
	Takeback  Verb = "takeback"   // Count turns; 0 where no number was given
	Plan      Verb = "plan"       // Text holds the plan's lines; "" drops the plan
	Say       Verb = "say"        // Text is what to tell the opponent
	Show      Verb = "show"       //
	Away      Verb = "away"       // From and Until as typed
	Mute      Verb = "mute"       //
	Help      Verb = "help"       //
	Rematch   Verb = "rematch"    //
)

// Command is one command of a reply.
type Command struct {
	Verb  Verb
	Text  string `json:",omitempty"` // of Turn, Try, Plan and Say
	Count int    `json:",omitempty"` // of Takeback
	From  string `json:",omitempty"` // of Away
	Until string `json:",omitempty"` // of Away
}

// Read says what a mail says. Any bytes can be read; the only error is ErrTooLarge.
func Read(raw []byte, o Options) (Mail, error) {
	if len(raw) > MaxSize {
		return Mail{}, ErrTooLarge
	}
	root := parseEntity(raw)
	m := classify(root, raw, o)
	if m.Kind == Human {
		m.Reply = readReply(root, o)
	}
	return m, nil
}

// Classify is Read without the Reply: it is cheaper, and enough to see who wrote a mail.
func Classify(raw []byte, o Options) (Mail, error) {
	if len(raw) > MaxSize {
		return Mail{}, ErrTooLarge
	}
	return classify(parseEntity(raw), raw, o), nil
}

func classify(root *entity, raw []byte, o Options) Mail {
	m := Mail{Kind: Human, Header: readHeader(root, raw)}
	if c := findComplaint(root); c != nil {
		m.Kind, m.Sign, m.Complaint = Complaint, "feedback report", c
		return m
	}
	if failures, sign := findBounce(root, o.EnvelopeFrom); len(failures) > 0 {
		m.Kind, m.Sign, m.Bounce = Bounce, sign, failures
		return m
	}
	if sign := automaticSign(root, o); sign != "" {
		m.Kind, m.Sign = Automatic, sign
		return m
	}
	return m
}
