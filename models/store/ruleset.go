package store

import (
	"cmp"
	"context"
	"slices"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/schema"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// Diagram describes the board of a game for drawing, in a language, with the marks of its last turn.
func (s *Store) Diagram(g *models.Game, lang string) (rules.Diagram, error) {
	p, err := s.PositionOf(g.Ruleset, g.Variant, g.Position)
	if err != nil {
		return rules.Diagram{}, err
	}
	d := p.Diagram(lang)
	if g.LastTurn != nil {
		d = d.Mark(g.LastTurn.Events)
	}
	return d, nil
}

// Describe describes a turn of a game in a language, with the players' names.
func (s *Store) Describe(g *models.Game, t models.Turn, lang string) string {
	r, ok := s.RulesetByID[g.Ruleset]
	if !ok {
		return t.Text
	}
	return r.Describe(lang, t.Events, [2]string{g.Players[0].Name, g.Players[1].Name})
}

// RulesetInfo returns the description of the ruleset of a stored game or challenge in a language.
func (s *Store) RulesetInfo(ruleset, lang string) rules.Info {
	if r, ok := s.RulesetByID[ruleset]; ok {
		return r.Info(lang)
	}
	return rules.Info{ID: ruleset, Name: ruleset}
}

// RulesetPhrases returns all phrases of a ruleset, or nil if it is unknown.
func (s *Store) RulesetPhrases(ruleset string) *phrase.Tables {
	if r, ok := s.RulesetByID[ruleset]; ok {
		return r.Phrases()
	}
	return nil
}

// NextSteps lists the continuations of a partial turn in a game.
// Errors: CodeGameOver, CodeIllegalTurn and CodeUnreadableTurn for a prefix of no legal turn.
func (s *Store) NextSteps(g *models.Game, prefix string) (rules.Options, error) {
	p, err := s.ongoingPosition(g)
	if err != nil {
		return rules.Options{}, err
	}
	options, err := p.Next(prefix)
	if err != nil {
		return options, models.Refusal(g.Ruleset, err)
	}
	return options, nil
}

// WholeTurns lists whole legal turns in a game that begin with a prefix, as rules.Turns does.
// Errors: those of NextSteps.
func (s *Store) WholeTurns(
	g *models.Game, prefix, after string, limit int,
) (turns []string, more, known bool, err error) {
	p, err := s.ongoingPosition(g)
	if err != nil {
		return nil, false, false, err
	}
	if turns, more, known, err = rules.Turns(p, prefix, after, limit); err != nil {
		err = models.Refusal(g.Ruleset, err)
	}
	return turns, more, known, err
}

func (s *Store) ongoingPosition(g *models.Game) (rules.Position, error) {
	p, err := s.PositionOf(g.Ruleset, g.Variant, g.Position)
	if err == nil && g.Status != models.Ongoing {
		err = models.GameOver(g)
	}
	return p, err
}

// Position returns the position of a game, for trying turns.
func (s *Store) Position(g *models.Game) (rules.Position, error) {
	return s.PositionOf(g.Ruleset, g.Variant, g.Position)
}

// Setup returns the position with which games of a game's ruleset and variant begin.
func (s *Store) Setup(g *models.Game) (rules.Position, error) {
	r, ok := s.RulesetByID[g.Ruleset]
	if !ok {
		return nil, core.UnknownRuleset(g.Ruleset)
	}
	return r.Start(g.Variant)
}

// storedKinds returns the kinds that games may have, sorted: those that can be played, and others that are stored. It
// skips from one to the next in an index, which must go on.
func (s *Store) storedKinds(ctx context.Context) (list []schema.GameKind, err error) {
	for _, r := range s.RulesetList {
		info := r.Info(phrase.English)
		for _, variant := range info.Variants {
			list = append(list, schema.GameKind{Ruleset: info.ID, Variant: variant.ID})
		}
	}
	for _, ended := range []string{"= 'ongoing'", "<> 'ongoing'"} {
		found := map[schema.GameKind]bool{}
		for last := (schema.GameKind{}); ; {
			var next []schema.GameKind
			err := s.Read(ctx).Raw("SELECT ruleset, variant FROM games WHERE status "+ended+
				" AND (ruleset, variant) > (?, ?) ORDER BY ruleset, variant LIMIT 1", last.Ruleset, last.Variant).Scan(&next).Error
			if err != nil {
				return nil, err
			}
			if len(next) == 0 {
				break
			}
			if found[next[0]] {
				return nil, s.DB.Advanced("the variants of games", 0, next[0])
			}
			list, last, found[next[0]] = append(list, next[0]), next[0], true
		}
	}
	slices.SortFunc(list, func(a, b schema.GameKind) int {
		return cmp.Or(cmp.Compare(a.Ruleset, b.Ruleset), cmp.Compare(a.Variant, b.Variant))
	})
	return slices.Compact(list), nil
}
