package templates

import (
	"embed"
	"errors"
	"fmt"
	"slices"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/play"
	"turnpost/models/visible"
	"turnpost/rules/phrase"
	"turnpost/templates/board"
	"turnpost/templates/view"
	"turnpost/templates/words"
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
	DrawTalk bool     // the mail's words offer or accept a draw, which did neither
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

// mailKind defines how mail of a kind is written. Package models defines what the kind is about, when its notices are
// outdated and whether it can be turned off. Its words are the phrases preview.KIND, without a game subject.KIND, and
// with a board caption.KIND; a kind that can be turned off also has kind.KIND and stops.KIND.
// TestEveryKindOfMailCanBeWritten names what a new kind lacks.
type mailKind struct {
	board bool // the mail has a board
	write func(*mailWriter)
}

// mailKinds has every kind of mail except the digest, which consists of other mails.
var mailKinds = map[models.Kind]mailKind{
	models.KindCode:            {write: (*mailWriter).writeCode},
	models.KindAddressCode:     {write: (*mailWriter).writeAddressCode},
	models.KindAddressChange:   {write: (*mailWriter).writeAddressChange},
	models.KindOperatorCode:    {write: (*mailWriter).writeOperatorCode},
	models.KindReport:          {write: (*mailWriter).writeReport},
	models.KindTest:            {write: (*mailWriter).writeTest},
	models.KindWebhookOff:      {write: (*mailWriter).writeWebhookOff},
	models.KindChallenge:       {board: true, write: (*mailWriter).writeChallenge},
	models.KindChallengeAnswer: {write: (*mailWriter).writeChallengeAnswer},
	models.KindYourTurn:        {board: true, write: (*mailWriter).writeYourTurn},
	models.KindReminder:        {board: true, write: (*mailWriter).writeReminder},
	models.KindAway:            {write: (*mailWriter).writeAway},
	models.KindAutoVacation:    {write: (*mailWriter).writeAutoVacation},
	models.KindPlan:            {board: true, write: (*mailWriter).writePlan},
	models.KindOffer:           {board: true, write: (*mailWriter).writeOffer},
	models.KindOfferAnswer:     {board: true, write: (*mailWriter).writeOfferAnswer},
	models.KindMessage:         {board: true, write: (*mailWriter).writeMessage},
	models.KindGameOver:        {board: true, write: (*mailWriter).writeGameOver},
	models.KindEventBegan:      {write: (*mailWriter).writeEventBegan},
	models.KindEventPlace:      {write: (*mailWriter).writeEventPlace},
	models.KindEventEnded:      {write: (*mailWriter).writeEventEnded},
	models.KindMailFailing:     {write: (*mailWriter).writeMailFailing},
	models.KindReplyRejected:   {board: true, write: (*mailWriter).writeReplyRejected},
	models.KindDeskAnswer:      {write: (*mailWriter).writeDeskAnswer},
	models.KindReplyAnswer:     {board: true, write: (*mailWriter).writeReplyAnswer},
}

// compose appends the blocks of the mail: its head, its secondary mails, its content, and the links to turn it off.
func (w *mailWriter) compose() {
	if w.Kind == models.KindDigest {
		w.writeDigest()
	} else {
		w.composeKind()
		w.sayMuted()
		w.sayNoDraw()
		w.writeSecondary(w.opening(), w.Secondary)
		if w.Kind != models.KindReplyRejected { // which says it beside the reason
			w.sayUnsaid()
		}
	}
	if w.err != nil {
		return
	}
	w.announce()
	w.writeEnd()
}

// writeEnd appends the links that every mail ends with.
func (w *mailWriter) writeEnd() {
	if w.Name != "" && w.Code == "" && w.Address.Name == "" {
		w.link(blockEnd, "games", w.Site+"/inbox")
		w.link(blockEnd, "settings", w.Site+"/settings")
	}
	w.link(blockEnd, "stop.game", w.StopGame)
	w.link(blockEnd, "stop.kind", w.StopKind)
	w.link(blockEnd, "site", w.Site)
}

// composeKind appends the blocks of the mail's kind.
func (w *mailWriter) composeKind() {
	kind, found := mailKinds[w.Kind]
	switch {
	case !found:
		w.fail(errNoKind)
	case w.Kind.About() == models.AboutGame && w.Game == nil:
		w.fail(errNoGame)
	case w.Kind.About() == models.AboutChallenge && w.Challenge == nil:
		w.fail(errNoChallenge)
	case w.Kind.About() == models.AboutEvent && w.Event == nil:
		w.fail(errNoEvent)
	default:
		kind.write(w)
		if w.Answer != nil && w.Answer.DeskLast {
			w.add(blockText, "desk.last")
		}
	}
}

var (
	errNoKind      = errors.New("there is no such kind")
	errNoGame      = errors.New("the game is missing")
	errNoChallenge = errors.New("the challenge is missing")
	errNoEvent     = errors.New("the event is missing")
	errNoBoard     = errors.New("the board is missing")
	errNoAnswer    = errors.New("the answer is missing")
	errNoPhrase    = errors.New("there is no such phrase")
)

// mailWriter collects the blocks of one mail.
type mailWriter struct {
	*Mail
	language    *words.Language
	blocks      []mailBlock
	Said        view.Message // for message: the message that is being quoted
	pairings    []string     // of digest: the games that await the reader, each with its opponent
	boards      []view.Board // of the board blocks, in order
	Do          Commands
	isSecondary bool  // it is a secondary mail, without the parts that the primary one has
	err         error // the first error
}

func newMailWriter(m Mail) *mailWriter {
	language := m.Reader.Words()
	return &mailWriter{
		Mail: &m, language: language, blocks: make([]mailBlock, 0, usualBlocks),
		Do: Commands{Site: m.Site, Language: language},
	}
}

// say returns a phrase about the mail: one line, without control characters.
func (w *mailWriter) say(name string) string {
	if phrase, found := w.language.Fill(name, w.gap); found {
		return oneLine(phrase)
	}
	w.fail(fmt.Errorf("%w: %s", errNoPhrase, name))
	return ""
}

// fail records the first error.
func (w *mailWriter) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// usualBlocks is the initial capacity for the blocks of a mail.
const usualBlocks = 16

// maxSubject is the maximum length of a subject in characters.
const maxSubject = 200

// subjectKey returns the name of the phrase for the subject. All mails of a game have the same, because mail programs
// show mails with equal subjects as one conversation.
func (w *mailWriter) subjectKey() string {
	if w.Game != nil {
		return "subject.game"
	}
	return "subject." + string(w.Kind)
}

// mailBoardScale is the ratio of the picture's pixels to CSS pixels, for high-resolution screens.
const mailBoardScale = 2

// rowWidth is the width of the board in a digest's row.
const rowWidth = 150

// maxPreview is the maximum length of a preview in characters; lists of mails show less.
const maxPreview = 300

// RenderMail renders a mail. An error is a fault of the program and permanent: the kind is unknown, a phrase is
// missing, or m lacks the value that its kind requires.
//
// The words of mails, subjects too, are in words/mail*.LANGUAGE.txt. Both parts of a mail are rendered from the same
// blocks, so that they have the same content.
func RenderMail(m Mail) (MailText, error) { return renderMail(m, true) }

// RenderMailText is RenderMail without pictures, to compare a quotation with the original mail.
func RenderMailText(m Mail) (MailText, error) { return renderMail(m, false) }

func renderMail(m Mail, pictures bool) (MailText, error) {
	w := newMailWriter(m)
	w.compose()
	out := MailText{Subject: visible.Shorten(w.say(w.subjectKey()), maxSubject)}
	preview := w.preview()
	if w.err != nil {
		return MailText{}, fmt.Errorf("rendering a mail of kind %q: %w", m.Kind, w.err)
	}
	out.Text = w.text()
	if pictures {
		if err := out.draw(w); err != nil {
			return MailText{}, err
		}
	}
	out.HTML = writeHTML(mailPage{
		Lang: w.language.Tag(), Subject: out.Subject, Preview: preview, Foreign: foreignTexts(w.Mail, w.language.Tag()),
	}, w.blocks)
	return out, nil
}

// preview returns the news of the mail, which a list of mails shows beside the subject. That of a digest names its
// games already.
func (w *mailWriter) preview() string {
	preview := w.say("preview." + string(w.Kind))
	if w.Kind != models.KindDigest {
		for _, m := range w.Secondary {
			other := newMailWriter(m)
			preview += " " + other.say("preview."+string(m.Kind))
			w.fail(other.err)
		}
	}
	return visible.Shorten(preview, maxPreview)
}

// draw renders the pictures of the boards.
func (t *MailText) draw(w *mailWriter) error {
	for i := range w.blocks {
		block := &w.blocks[i]
		if !block.drawn {
			continue
		}
		b, scale := w.boards[len(t.Boards)], mailBoardScale
		if block.Kind == blockRow || block.Kind == blockEntry {
			scale = 1 // it is displayed smaller
		}
		b.Style.Scale = scale
		picture, err := board.PNG(b.Diagram, b.Style)
		if err != nil {
			return fmt.Errorf("drawing the board of a mail: %w", err)
		}
		block.Picture, block.Width = w.pictureName(len(t.Boards)), board.WidthOf(picture)/scale
		switch block.Kind {
		case blockRow:
			block.Width = rowWidth
		case blockEntry:
			block.Width = entryWidth
		}
		t.Boards = append(t.Boards, MailPicture{block.Picture, picture})
	}
	return nil
}

// pictureName returns the Content-ID of the n-th board, from 0.
func (w *mailWriter) pictureName(n int) string {
	if n == 0 {
		return w.PictureName
	}
	return fmt.Sprintf("%d.%s", n+1, w.PictureName)
}

// writeSecondary inserts the content of secondary mails, without repetitions, before the block at an index.
func (w *mailWriter) writeSecondary(at int, mails []Mail) {
	for _, m := range mails {
		if w.err != nil {
			return
		}
		other := newMailWriter(m)
		other.isSecondary = true
		other.composeKind()
		w.fail(other.err)
		if len(other.blocks) > 0 {
			other.blocks[0].Text = m.withApart(other.blocks[0].Text)
		}
		added := other.newBlocks(w.blocks)
		w.blocks = slices.Insert(w.blocks, at, added...)
		at += len(added)
	}
}

// newBlocks returns the blocks that the mail does not have yet. A text that introduces a dropped block is dropped too.
func (w *mailWriter) newBlocks(known []mailBlock) []mailBlock {
	var added []mailBlock
	for i, block := range w.blocks {
		last := block
		if block.Kind == blockText && i+1 < len(w.blocks) && w.blocks[i+1].introduced() {
			last = w.blocks[i+1]
		}
		if !block.own && slices.ContainsFunc(known, last.same) {
			continue
		}
		block.Kind = block.Kind.asText()
		added = append(added, block)
	}
	return added
}

// introduced reports whether the text before the block introduces it.
func (b mailBlock) introduced() bool {
	return b.Kind == blockCommand || b.Kind == blockQuote || b.Kind == blockFixed
}

// same reports whether two blocks have the same content. Links with the same target are equal.
func (b mailBlock) same(o mailBlock) bool {
	if b.Kind.asText() == blockLink && o.Kind.asText() == blockLink {
		return b.URL == o.URL
	}
	return b.Text == o.Text && b.URL == o.URL && slices.Equal(b.Lines, o.Lines) && b.Kind.asText() == o.Kind.asText()
}

// opening returns the number of initial blocks before the mail's full content.
func (w *mailWriter) opening() int {
	for i, block := range w.blocks {
		if block.Kind != blockHead && block.Kind != blockLead && block.Kind != blockDue {
			return i
		}
	}
	return len(w.blocks)
}

// asText returns the kind of the block in a secondary mail.
func (k blockKind) asText() blockKind {
	switch k {
	case blockHead, blockLead, blockDue, blockNote:
		return blockText
	case blockButton:
		return blockLink
	}
	return k
}

//go:embed mail_earlier.en.txt
var earlierFile embed.FS

// earlierPhrases are phrases of mails that were sent before the words were changed.
var earlierPhrases = phrase.MustLoad(earlierFile)

// EarlierSubject returns the subject that a mail about a game had before all mails of a game had the same one; "" for
// other mail. A reply may answer such a mail.
func EarlierSubject(m Mail) string {
	if m.Game == nil {
		return ""
	}
	w := newMailWriter(m)
	subject, _ := earlierPhrases.In(phrase.English).Fill("subject."+string(m.Kind), w.gap)
	if w.err != nil {
		return ""
	}
	return oneLine(subject)
}
