package view

import (
	"cmp"
	"time"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/templates/words"
)

// Games is the part of store.Store that describes and draws stored games.
type Games interface {
	Diagram(g *models.Game, lang string) (rules.Diagram, error)
	Describe(g *models.Game, t models.Turn, lang string) string
	RulesetInfo(ruleset, lang string) rules.Info
	RulesetPhrases(ruleset string) *phrase.Tables
	AnalyseLine(in models.AnalysisInput) (*models.Analysis, error)
}

// Reader is the reader of a view.
type Reader struct {
	Player   int64           // 0 for an anonymous reader
	Language *words.Language // nil is English
	Zone     *time.Location  // nil is UTC
}

// ReaderOf returns a player as a reader, with the language and zone of their profile.
func ReaderOf(p models.Player) Reader {
	return Reader{Player: p.ID, Language: words.For(p.Locale), Zone: p.TimeZone}
}

// Words returns the reader's language.
func (r Reader) Words() *words.Language {
	if r.Language == nil {
		return words.For("")
	}
	return r.Language
}

// In returns a time in the reader's zone. The zero time stays zero.
func (r Reader) In(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return t.In(cmp.Or(r.Zone, time.UTC))
}

// Views creates views of stored values. It is safe for concurrent use.
type Views struct{ games Games }

// New returns Views.
func New(games Games) *Views { return &Views{games} }

// Sentence returns a message in the reader's language. ruleset names the ruleset whose phrases the message may contain;
// "" for none.
func (v *Views) Sentence(m phrase.Message, ruleset string, r Reader) string {
	return r.Words().Sentence(resolve(m, r.Words(), v.rulesTable(ruleset, r.Words())))
}

// info returns the description of a ruleset in the reader's language.
func (v *Views) info(ruleset string, r Reader) rules.Info {
	return v.games.RulesetInfo(ruleset, r.Words().Tag())
}

// sideNames returns the names of the sides by seat.
func sideNames(info rules.Info) [2]string {
	return [2]string{info.Sides[rules.First].Name, info.Sides[rules.Second].Name}
}
