package view

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"turnpost/models"
	"turnpost/models/hook"
	"turnpost/models/notice"
	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/templates/words"
)

// Channel is the adapter by which a reader is addressed. The advice on a refusal depends on it.
type Channel string

// The channels.
const (
	HTTP Channel = "http"
	Mail Channel = "mail"
	Page Channel = "page"
)

// Explanation explains a refused request to its reader.
type Explanation struct {
	Code   models.Code // stable
	Reason string      // code of the rules for a refused turn, else ""
	Title  string      // a short summary
	Detail string      // a sentence without its full stop
	Advice string      // the reader's next step on the channel; "" if the sentence suffices
	Field  string      // the invalid input, by its label on a page and in a mail; "" for none
	Index  int         // of the wrong one of several turns or lines, from 0; -1 for a single one
	// Options are the legal steps of the piece that a refused turn names, in canonical text; More is the number of
	// further ones.
	Options []string
	More    int

	asWritten bool // the detail begins with text written by a person
	language  *words.Language
}

// Explain explains an error to a reader on a channel. The title is the phrase title.CODE. The advice is the phrase
// advice.CHANNEL.KEY, with the key of the error's message, if it exists, else the legal steps of a refused piece. The
// refusal of a finished game includes the reason of its end.
func (v *Views) Explain(e *models.Error, channel Channel, reader Reader) Explanation {
	language := reader.Words()
	if g := e.Game; e.Code == models.CodeGameOver && g != nil {
		explained := *e
		explained.Message = e.Message.With("reason", v.Game(g, false, reader).Reason)
		e = &explained
	}
	rulesPhrases := v.rulesTable(e.Ruleset, language)
	message := whenIn(e.Message, reader)
	r := Explanation{
		Code: e.Code, Reason: e.Reason, Title: language.Say("title." + string(e.Code)),
		Detail: language.Sentence(resolve(message, language, rulesPhrases)),
		Field:  e.Field, Index: e.Index, Options: e.Refusal.Options, More: e.Refusal.More, language: language,
	}
	if label := labelOf(e.Field); channel != HTTP && language.Has(label) {
		r.Field = language.Say(label)
	}
	r.asWritten = slices.ContainsFunc(e.Message.Args, func(a phrase.Arg) bool {
		text, is := a.Value.(string)
		return is && text != "" && strings.HasPrefix(r.Detail, text) && len(text) < len(r.Detail)
	})
	if advice := "advice." + string(channel) + "." + e.Message.Key; language.Has(advice) {
		r.Advice = language.Say(advice)
	}
	if advice := "advice." + string(channel) + ".command." + e.Refusal.Command; language.Has(advice) {
		r.Advice = language.Say(advice)
	}
	if possible := e.Refusal.Possible(); !possible.IsZero() && rulesPhrases != nil {
		r.Advice = rulesPhrases.Say(possible)
	}
	return r
}

// fieldLabels maps fields of the API to the phrases that name them to people, besides settings and those named
// site.new.FIELD.
var fieldLabels = map[string]string{
	"name": "site.name", "email": "site.email",
	"seat": "site.new.side", "plan": "site.plan.label", "text": "site.chat", "from": "site.from",
	"until": "site.until", "confirm": "site.name",
	"player": "site.report.player", "reason": "site.report.reason",
	"label": "site.tokens.label", "url": "site.hooks.url", "scope": "site.tokens.scope", "expires": "site.tokens.expires",
	"kind": "site.event.new.kind", "title": "site.event.new.title", "size": "site.event.new.size",
	"at_once": "site.event.new.at_once",
}

// labelOf returns the phrase that names a field of the API to people.
func labelOf(field string) string {
	for _, s := range models.PlayerSettings {
		if s.Name == field {
			return s.Phrase()
		}
		if end, is := strings.CutPrefix(field, s.Name+"."); is {
			return "site." + end // of Times: from, until
		}
	}
	return cmp.Or(fieldLabels[field], "site.new."+field)
}

// rulesTable returns the phrases of a ruleset in a language, or nil without a ruleset.
func (v *Views) rulesTable(ruleset string, language *words.Language) *phrase.Table {
	if ruleset == "" {
		return nil
	}
	tables := v.games.RulesetPhrases(ruleset)
	if tables == nil {
		return nil
	}
	return tables.In(language.Tag())
}

// resolve replaces the parts of a message that only the ruleset has phrases for by their text.
func resolve(m phrase.Message, language *words.Language, ruleset *phrase.Table) phrase.Message {
	if ruleset == nil {
		return m
	}
	if !language.Has(m.Key) && ruleset.Has(m.Key) {
		return phrase.New("verbatim", "text", ruleset.Say(inOwnWords(m, language)))
	}
	resolved := phrase.Message{Key: m.Key}
	for _, arg := range m.Args {
		if inner, is := arg.Value.(phrase.Message); is {
			arg.Value = resolve(inner, language, ruleset)
		}
		resolved.Args = append(resolved.Args, arg)
	}
	return resolved
}

// whenIn replaces the time of a message, in RFC 3339, by the reader's words for it.
func whenIn(m phrase.Message, r Reader) phrase.Message {
	at := slices.IndexFunc(m.Args, func(a phrase.Arg) bool { return a.Name == "at" })
	if at < 0 {
		return m
	}
	if text, is := m.Args[at].Value.(string); is {
		if t, err := time.Parse(time.RFC3339, text); err == nil {
			m.Args = slices.Clone(m.Args)
			m.Args[at].Value = r.Words().When(r.In(t))
		}
	}
	return m
}

// inOwnWords replaces the command that a refused turn looks like by its word in the reader's language.
func inOwnWords(m phrase.Message, language *words.Language) phrase.Message {
	if m.Key != "turn.command" {
		return m
	}
	m.Args = slices.Clone(m.Args)
	for i, arg := range m.Args {
		if command, is := arg.Value.(string); is && arg.Name == "command" &&
			rules.Commands().In(phrase.English).Has(command) {
			m.Args[i].Value = rules.CommandWords(language.Tag(), command)[0]
		}
	}
	return m
}

// Sentence returns the detail with the advice.
func (r Explanation) Sentence() string {
	if r.Advice == "" {
		return r.Detail
	}
	return r.language.Say("refusal.advice", "sentence", r.Detail, "advice", r.Advice)
}

// Text returns the sentence after the input that it refers to.
func (r Explanation) Text() string {
	switch {
	case r.Field != "":
		return r.language.Say("refusal.field", "field", r.Field, "sentence", r.Sentence())
	case r.Index >= 0:
		return r.language.Say("refusal.turn", "number", r.Index+1, "sentence", r.Sentence())
	}
	return r.Sentence()
}

// Paragraph returns the text with a full stop and a capital letter, unless it begins with a square, a name or other text
// written by a person.
func (r Explanation) Paragraph() string {
	text := r.Text()
	word, _, _ := strings.Cut(text, " ")
	if strings.ContainsAny(word, "0123456789") {
		return r.language.Say("refusal.paragraph", "sentence", text)
	}
	if !r.asWritten || r.Field != "" || r.Index >= 0 {
		first, size := utf8.DecodeRuneInString(text)
		text = string(unicode.ToUpper(first)) + text[size:]
	}
	return r.language.Say("refusal.paragraph", "sentence", text)
}

// Codes returns the code and, if there is one, that of the rules: "illegal_turn: blocked".
func (r Explanation) Codes() string {
	if r.Reason == "" {
		return string(r.Code)
	}
	return string(r.Code) + ": " + r.Reason
}

// NoticeReason explains why a notice was dropped or abandoned, which mail included it, or why its last attempt failed:
// the phrase notice.REASON or failure.CODE, else the response of the mail server. It returns "" if there is nothing
// to explain.
func NoticeReason(n notice.Notice, language *words.Language) string {
	if n.Reason != "" {
		return language.Say("notice."+string(n.Reason), "primary", int(n.Primary))
	}
	if key := "failure." + n.Failure; language.Has(key) {
		return language.Say(key)
	}
	return n.Failure
}

// MailFailing explains why mail to a player is paused: the phrase mail_failing.DETAIL, else the response of their mail
// server.
func MailFailing(f models.MailFailing, language *words.Language) string {
	if key := "mail_failing." + f.Detail; language.Has(key) {
		return language.Say(key)
	}
	return f.Detail
}

// HookDetail explains what happened in an attempt to send to a webhook; status is that of the response.
func HookDetail(detail models.HookDetail, status int, language *words.Language) string {
	return language.Say("hook.detail."+string(detail), "status", status)
}

// HookReason explains why a notice was not sent to a webhook, or why its last attempt failed; "" if it was sent. The
// status of an attempt is in the settings only.
func HookReason(d models.HookDelivery, language *words.Language) string {
	switch {
	case d.Reason != "":
		return language.Say("notice."+string(d.Reason), "primary", 0)
	case d.Detail == "" || d.Detail == hook.HookOK:
		return ""
	case d.Detail == hook.HookRefused:
		return language.Say("hook.refused")
	}
	return HookDetail(d.Detail, 0, language)
}
