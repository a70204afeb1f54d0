package templates

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/rules"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// Pages render views as plain text for terminals. Their words are in words/page_NAME.LANGUAGE.tmpl.

// pageText renders a page. It panics on an error, because templates and data are both part of the program.
func pageText(language *words.Language, name string, page any) string {
	text, err := language.Text(name, page)
	if err != nil {
		panic(fmt.Errorf("templates: %w", err))
	}
	return text
}

// GameText renders a game with its board, the details that the reader may see, and commands.
func GameText(g *view.Game, do Commands) string {
	return pageText(do.Language, "page.game", gamePage{g, do})
}

// TriedText renders a game after a turn that was tried but not played.
func TriedText(g *view.Game, do Commands) string {
	return pageText(do.Language, "page.tried", gamePage{g, do})
}

// GameCaption returns the line below a picture of a game.
func GameCaption(g *view.Game, language *words.Language) string {
	return pageText(language, "game.caption", g)
}

// BoardCaption returns the line below the board: the side to move.
func BoardCaption(g *view.Game, language *words.Language) string {
	if g.Over() && !g.Past {
		return language.Say("board.over")
	}
	return language.Say("board.to_move", "side", g.SideToMove(), "n", g.Number())
}

type gamePage struct {
	*view.Game
	Do Commands
}

// Playing reports whether the reader is one of the two players.
func (p gamePage) Playing() bool { return p.Reader != rules.NoSeat }

// Goes reports whether the reader plays the game, which is not over.
func (p gamePage) Goes() bool { return p.Playing() && !p.Over() && !p.Past }

// AgainstHouse reports whether the reader plays against the house, which reads no messages.
func (p gamePage) AgainstHouse() bool { return p.Players[p.Reader.Other()].House() }

// DrawOfferedByMe reports whether the reader's offer of a draw waits.
func (p gamePage) DrawOfferedByMe() bool { return p.DrawOffered() && p.DrawBy == p.Reader }

// MayAbort reports whether the game can surely be aborted: a side has not played, and no event needs its result.
func (p gamePage) MayAbort() bool { return p.Ply < 2 && p.Event == "" }

// Mover returns the player of the last turn.
func (p gamePage) Mover() view.Player { return p.Players[p.LastTurn.Seat] }

// AwayText describes a vacation, during which a player's clocks are stopped; the times are in the player's zone. left
// is the number of days of vacation that are left this year. was is the vacation that it replaces, which ran; a zero
// one is none.
func AwayText(from, until time.Time, was models.Vacation, ran bool, left int, language *words.Language) string {
	return pageText(language, "page.away", map[string]any{
		"From": from, "Until": until, "Left": left, "Was": was, "Runs": ran,
	})
}

// LogText renders the events of a game other than turns.
func LogText(g *view.Game, entries []view.LogEntry, language *words.Language) string {
	lines := make([]logLine, len(entries))
	for i, e := range entries {
		lines[i] = logLine{e}
	}
	return pageText(language, "page.log", struct {
		*view.Game
		Entries []logLine
	}{g, lines})
}

// LogSentence describes an entry of a game's log.
func LogSentence(e view.LogEntry, language *words.Language) string {
	return pageText(language, "log.entry", logLine{e})
}

type logLine struct{ view.LogEntry }

// TurnList lists the turns that were taken back.
func (l logLine) TurnList() string { return strings.Join(l.Turns, ", ") }

// ChatText renders messages of a game; next is the number of the last message if more follow, else 0.
func ChatText(game string, messages []view.Message, next int, do Commands) string {
	return pageText(do.Language, "page.chat", chatPage{game, messages, next, do})
}

type chatPage struct {
	ID       string
	Messages []view.Message
	Next     int
	Do       Commands
}

// Unread reports whether one of the messages is unread.
func (p chatPage) Unread() bool {
	return slices.ContainsFunc(p.Messages, func(m view.Message) bool { return m.Unread })
}

// More returns the query for the next messages.
func (p chatPage) More() string { return fmt.Sprintf("?cursor=%d", p.Next) }

// MessageText renders a message that the reader has sent.
func MessageText(game string, m view.Message, do Commands) string {
	return pageText(do.Language, "page.said", chatPage{ID: game, Messages: []view.Message{m}, Do: do})
}

// AnnouncementText renders an announcement of the operator, to be put after a text: an empty line, then lines that
// begin with "#", as comments do in a shell. until is in the reader's zone.
func AnnouncementText(text string, until time.Time, language *words.Language) string {
	var b strings.Builder
	b.WriteString("\n")
	for _, line := range []string{language.Say("text.announcement", "until", language.When(until)), oneLine(text)} {
		b.WriteString(wrapText(line, "# ", "# "))
	}
	return b.String()
}

// Texts in place of the pages that only have a form: what to send by curl.

// formText explains some requests.
type formText struct {
	Requests []formRequest
	Do       Commands
}

// formRequest is a request with its command and the fields that it may have.
type formRequest struct {
	Name    string // of its phrase text.form.NAME
	Command string
	Fields  []string // each with a phrase text.form.NAME.FIELD
	Minutes int      // for which a code is good
}

// SignInText explains how to get a token, and how to register.
func SignInText(do Commands) string {
	minutes := int(account.CodeLife.Minutes())
	return pageText(do.Language, "page.form", formText{[]formRequest{
		{"code", do.RequestCode(""), []string{"email"}, minutes},
		{"token", do.SignIn("", ""), []string{"email", "code", "label", "scope", "expires", "request"}, minutes},
		{"account", do.Register(""), []string{"name", "email", "locale", "time_zone", "invitation"}, minutes},
	}, do})
}

// ReportText explains how to report something to the operator.
func ReportText(do Commands) string {
	return pageText(do.Language, "page.form", formText{[]formRequest{
		{Name: "report", Command: do.Report(), Fields: []string{"player", "game", "message", "reason"}},
	}, do})
}

// NewEventText explains how to make an event.
func NewEventText(do Commands) string {
	fields := []string{"ruleset", "variant", "kind", "pace", "title", "size", "double", "at_once", "repeat"}
	for _, term := range models.EventTerms {
		fields = append(fields, term.Name)
	}
	return pageText(do.Language, "page.form", formText{[]formRequest{
		{Name: "event", Command: do.CreateEvent(), Fields: fields},
	}, do})
}

// AddressText asks whether to undo a change of address, by the link of a mail, or confirms that it was undone.
func AddressText(change account.AddressChange, link string, do Commands) string {
	return pageText(do.Language, "page.address", addressText{change, change.State == account.AddressChanged, link, do})
}

type addressText struct {
	account.AddressChange
	Former bool   // the account has a new address
	By     string // the link
	Do     Commands
}

// UndoAddress undoes a change of address by the link of a mail.
func (c Commands) UndoAddress(link string) string { return c.curl("/address/"+link, "-X POST") }

// Report reports a player to the operator.
func (c Commands) Report() string {
	return c.curl("/v1/reports", bearer, data("player", c.placeholder("opponent")), data("reason", c.placeholder("words")))
}

// FrontText explains in ten lines how to play by curl, and lists open challenges with the commands to accept them.
func FrontText(open []*view.Challenge, do Commands) string {
	return pageText(do.Language, "page.front", frontPage{do, open})
}

type frontPage struct {
	Commands
	Open []*view.Challenge
}

// HelpText lists what one can do, each with the command for it.
func HelpText(do Commands) string { return pageText(do.Language, "page.help", do) }

// TokenText renders a token as a line for a shell.
func TokenText(token, name string, do Commands) string {
	return pageText(do.Language, "page.token", struct {
		Token, Name string
		Do          Commands
	}{token, name, do})
}

// CodeSentText renders the hint after a code request, with the command that takes the code.
func CodeSentText(hint, email string, do Commands) string {
	return pageText(do.Language, "page.code_sent", hintPage{hint, email, do})
}

// TestMailText renders the hint after a request for a test mail, with the next command.
func TestMailText(hint string, do Commands) string {
	return pageText(do.Language, "page.test_mail", hintPage{Hint: hint, Do: do})
}

type hintPage struct {
	Hint, Email string
	Do          Commands
}

// NextText lists the continuations of a partial turn, with a line for each piece or bowl; prefix "" is an empty turn.
// complete is the prefix without a last, incomplete step: see rules.Complete.
func NextText(g *view.Game, prefix, complete string, options rules.Options, do Commands) string {
	prefix, complete = strings.Join(strings.Fields(prefix), " "), strings.Join(strings.Fields(complete), " ")
	return pageText(do.Language, "page.next", nextPage{g, prefix, complete, options, do})
}

// TurnsText lists whole turns, one on a line; next is the cursor of the turns that follow, if any.
func TurnsText(turns []string, next string, language *words.Language) string {
	text := strings.Join(turns, "\n") + "\n"
	if next != "" {
		text += "\n" + pageText(language, "page.more_turns", url.Values{"all": {"true"}, "cursor": {next}}.Encode())
	}
	return text
}

type nextPage struct {
	*view.Game
	Prefix   string
	complete string
	options  rules.Options
	Do       Commands
}

// MayEnd reports whether the prefix is a whole turn.
func (p nextPage) MayEnd() bool { return p.options.MayEnd && p.Prefix != "" }

// Steps returns the number of possible steps.
func (p nextPage) Steps() int { return len(p.options.Steps) }

// Begun reports whether the prefix ends with the beginning of a step.
func (p nextPage) Begun() bool { return p.complete != p.Prefix }

// Pieces lists the steps by their first place; those without a place follow a hyphen. Steps that are the name of a
// place need no separate line.
func (p nextPage) Pieces() string {
	var rows [][]string
	at := map[string]int{}
	for _, step := range p.options.Steps {
		from := "-"
		if len(step.Places) > 0 {
			from = step.Places[0]
		}
		if from == step.Text {
			from = " "
		}
		row, known := at[from]
		if !known {
			at[from], rows = len(rows), append(rows, []string{"  " + from, step.Text})
			continue
		}
		rows[row][1] += " " + step.Text
	}
	return strings.TrimRight(setTable(rows), "\n")
}

// GoOn returns the command that lists the continuations after the complete steps and one more.
func (p nextPage) GoOn() string { return p.Do.Begin(p.ID, p.complete) }

// InboxText lists everything that waits for a player, each with its command, then the most urgent game with its board.
func InboxText(box *view.Inbox, do Commands) string {
	return pageText(do.Language, "page.inbox", inboxPage{box, do})
}

type inboxPage struct {
	*view.Inbox
	Do Commands
}

// UrgentText renders the game that is shown with its board.
func (p inboxPage) UrgentText() string { return GameText(p.Games[0], p.Do) }

// Nothing reports whether the inbox is empty.
func (p inboxPage) Nothing() bool {
	return len(p.Games)+len(p.Draws)+len(p.Takebacks)+len(p.Messages)+len(p.Challenges) == 0
}

// ChallengeText renders a challenge with the start position and the commands to answer it; known means that the reader
// has an account.
func ChallengeText(c *view.Challenge, known bool, do Commands) string {
	return pageText(do.Language, "page.challenge", challengePage{c, known, do})
}

type challengePage struct {
	*view.Challenge
	Known bool
	Do    Commands
}

// Link returns the URL to share.
func (p challengePage) Link() string { return ChallengeURL(p.Do.Site, p.ID) }

// AnalysisText renders a line of play with its board.
func AnalysisText(line *view.Line, language *words.Language) string {
	return pageText(language, "page.analysis", linePage{line})
}

// LineCaption returns the line below a picture of a position: the side to move, or the result and its reason.
func LineCaption(line *view.Line) string { return linePage{line}.Ending() }

type linePage struct{ *view.Line }

// Ending describes the state of the position, with the reason if the game is over.
func (p linePage) Ending() string {
	if p.Reason == "" {
		return p.Standing
	}
	return p.Standing + ": " + p.Reason
}

// List returns the steps in one line.
func (p linePage) List() string { return strings.Join(p.Steps, ", ") }

// VerificationText renders the result of replaying a record.
func VerificationText(v *view.Verification, language *words.Language) string {
	return pageText(language, "page.record", verificationPage{v, linePage{&v.Line}})
}

type verificationPage struct {
	*view.Verification
	line linePage
}

// Ending describes the state of the last position.
func (p verificationPage) Ending() string { return p.line.Ending() }

// FaultCodes returns the kind of the fault and, if there is one, the code of the rules.
func (p verificationPage) FaultCodes() string {
	if p.Fault.Reason == "" {
		return string(p.Fault.Kind)
	}
	return string(p.Fault.Kind) + ": " + p.Fault.Reason
}

// tableColumns is the maximum width of all columns but the last; a wider table is rendered as blocks of fields.
const tableColumns = textColumns - 16

// Field is a name, as in the API, and a value.
type Field struct{ Name, Value string }

// FieldsText renders lines of `name: value`. Continuation lines of a value are indented.
func FieldsText(fields []Field) string {
	var b strings.Builder
	for _, f := range fields {
		value := f.Value
		if value == "" {
			value = "-"
		}
		b.WriteString(wrapLines(f.Name+": ", value))
	}
	return b.String()
}

// wrapLines wraps each line of a value after its name.
func wrapLines(first, value string) string {
	var b strings.Builder
	for i, line := range cleanLines(value) {
		if i > 0 {
			first = "  "
		}
		b.WriteString(wrapText(line, "  ", first))
	}
	return b.String()
}

// TableText renders a table of at most 80 columns, with the API's names as headers. An empty cell shows "-". A table
// that does not fit is rendered as blocks of fields.
func TableText(names []string, rows [][]string) string {
	if len(rows) == 0 {
		return ""
	}
	widths := make([]int, len(names))
	table := append([][]string{names}, rows...)
	for i, row := range table {
		table[i] = tableRow(row)
		for j, cell := range table[i] {
			widths[j] = max(widths[j], utf8.RuneCountInString(cell))
		}
	}
	before := 0
	for _, width := range widths[:len(widths)-1] {
		before += width + 2
	}
	if before > tableColumns && before+widths[len(widths)-1] > textColumns {
		return blocks(names, table[1:])
	}
	return setTable(table)
}

func tableRow(row []string) []string {
	out := make([]string, len(row))
	for i, cell := range row {
		if out[i] = oneLine(cell); out[i] == "" {
			out[i] = "-"
		}
	}
	return out
}

// blocks renders rows one below the other, each as fields.
func blocks(names []string, rows [][]string) string {
	texts := make([]string, len(rows))
	for i, row := range rows {
		fields := make([]Field, len(names))
		for j, name := range names {
			fields[j] = Field{name, row[j]}
		}
		texts[i] = FieldsText(fields)
	}
	return strings.Join(texts, "\n")
}

// EmptyText renders an empty list.
func EmptyText(language *words.Language) string { return pageText(language, "page.empty", nil) }

// NextPageText explains how to request the next page of a list.
func NextPageText(cursor string, language *words.Language) string {
	return pageText(language, "page.more", cursor)
}

// AfterText suggests commands after a response. The parameter what names the kind of response: a list of rulesets,
// games or challenges, an empty one, a player, the account, a line of play, messages or other parts of a game; ""
// suggests nothing. id is the game or the event, if there is one.
func AfterText(what, id string, do Commands) string {
	if what == "" {
		return ""
	}
	return pageText(do.Language, "after."+what, struct {
		Commands
		ID string
	}{do, id})
}

// TrialText renders a board to try against the house. asked means that the reader asked which turns are possible, known
// that they have an account.
func TrialText(t *view.Trial, info rules.Info, asked, known bool, do Commands) string {
	return pageText(do.Language, "page.trial", trialPage{t, info, asked, known, do})
}

type trialPage struct {
	*view.Trial
	info         rules.Info
	Asked, Known bool
	Do           Commands
}

// Again returns the command that plays a turn; "" becomes a placeholder.
func (p trialPage) Again(turn string) string {
	return p.Do.TryLine(p.Ruleset, p.Variant, p.SideID, p.Begun, turn)
}

// Other returns the command that shows the board of another variant, if there is one, from the other side.
func (p trialPage) Other() string {
	variants := p.Variants()
	other := variants[len(variants)-1]
	if other == p.Variant {
		other = variants[0]
	}
	return p.Do.TryAs(p.Ruleset, other, p.info.SideID(p.Reader.Other()))
}

// Variants lists the IDs of the variants.
func (p trialPage) Variants() []string { return variantIDs(p.info) }

// Sides lists the IDs of the sides.
func (p trialPage) Sides() []string { return sideIDs(p.info) }

// Keep returns the command that makes a game of the line.
func (p trialPage) Keep() string { return p.Do.KeepTrial(p.Ruleset, p.Variant, p.SideID, p.Begun) }

// Possible lists the turns that may follow.
func (p trialPage) Possible() string {
	return strings.TrimRight(wrapLines("", strings.Join(p.Next, " ")), "\n")
}

// Goal returns the goal of the game in lines.
func (p trialPage) Goal() string { return strings.TrimRight(wrapLines("", p.Trial.Goal), "\n") }

// UnsubscribePage describes what an unsubscribe link turns off: a kind of mail, mail about one game, all mail, or
// invitations to a stranger.
type UnsubscribePage struct {
	Kind       string // of notice, one that can be turned off
	Game       string // ID, or ""
	Stranger   bool
	Everything bool
	Done       bool // it was just turned off
	Language   *words.Language
}

// Text renders the page as plain text, with the command for its link.
func (p UnsubscribePage) Text(link string, do Commands) string {
	return pageText(p.Language, "page.unsubscribe", struct {
		UnsubscribePage
		Link string
		Do   Commands
	}{p, link, do})
}

// Unsubscribe ends mail by a link.
func (c Commands) Unsubscribe(link string) string {
	return c.curl(UnsubscribeURL("", link), "-X POST")
}

// Title returns the heading of the page.
func (p UnsubscribePage) Title() string {
	if p.Done {
		return p.Language.Say("unsubscribe.title.done")
	}
	return p.Language.Say("unsubscribe.title")
}

// Ends describes what the link turns off.
func (p UnsubscribePage) Ends() string { return p.Language.Say("unsubscribe.ends", "what", p.What()) }

// Ended confirms what was turned off.
func (p UnsubscribePage) Ended() string { return p.Language.Say("unsubscribe.ended", "what", p.What()) }

// Again explains how to turn it on again.
func (p UnsubscribePage) Again() string { return p.Language.Say("unsubscribe.again") }

// What names the mail concerned.
func (p UnsubscribePage) What() string {
	switch {
	case p.Stranger:
		return p.Language.Say("stops.stranger")
	case p.Everything:
		return p.Language.Say("stops.everything")
	case p.Game != "":
		return p.Language.Say("stops.game", "game", p.Game)
	}
	return p.Language.Say("stops." + p.Kind)
}

// RulesAfterText suggests commands after the rules of a ruleset; tries means that there is a board to try.
func RulesAfterText(info rules.Info, tries bool, do Commands) string {
	return pageText(do.Language, "after.rules", rulesAfter{do, info, tries})
}

type rulesAfter struct {
	Commands
	info  rules.Info
	Tries bool
}

// ID returns the ID of the ruleset.
func (r rulesAfter) ID() string { return r.info.ID }

// Variant returns the ID of the variant for a first game.
func (r rulesAfter) Variant() string { return r.info.Offered()[0].ID }

// Choices lists what the fields of a challenge can be.
func (r rulesAfter) Choices() string { return choices(r.info, r.Language) }

// choices lists the variants and sides of a ruleset and examples of paces, by the names of the fields.
func choices(info rules.Info, language *words.Language) string {
	return language.Say("text.choices", "variants", variantIDs(info), "sides", append(sideIDs(info), "random"))
}

// sideIDs lists the IDs of the sides.
func sideIDs(info rules.Info) []string { return []string{info.Sides[0].ID, info.Sides[1].ID} }

// variantIDs lists the IDs of the variants, the one for a first game first.
func variantIDs(info rules.Info) []string {
	ids := make([]string, len(info.Variants))
	for i, v := range info.Offered() {
		ids[i] = v.ID
	}
	return ids
}

// TrialsAfterText suggests commands after a list of the games that can be tried.
func TrialsAfterText(ids []string, do Commands) string {
	return pageText(do.Language, "after.trials", struct {
		Commands
		IDs []string
	}{do, ids})
}
