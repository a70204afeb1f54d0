package templates

import (
	"strings"

	"turnpost/rules"
	"turnpost/templates/view"
)

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
func (p trialPage) Sides() []string { return []string{p.info.Sides[0].ID, p.info.Sides[1].ID} }

// Keep returns the command that makes a game of the line.
func (p trialPage) Keep() string { return p.Do.KeepTrial(p.Ruleset, p.Variant, p.SideID, p.Begun) }

// Possible lists the turns that may follow.
func (p trialPage) Possible() string {
	return strings.TrimRight(wrapLines("", strings.Join(p.Next, " ")), "\n")
}

// Goal returns the goal of the game in lines.
func (p trialPage) Goal() string { return strings.TrimRight(wrapLines("", p.Trial.Goal), "\n") }
