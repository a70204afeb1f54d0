package templates

import (
	"strings"

	"turnpost/templates/view"
)

// TrialText renders a board to try against the house. asked means that the reader asked which turns are possible.
func TrialText(t *view.Trial, asked bool, do Commands) string {
	return pageText(do.Language, "page.trial", trialPage{t, asked, do})
}

type trialPage struct {
	*view.Trial
	Asked bool
	Do    Commands
}

// Again returns the command that plays a turn; "" becomes a placeholder.
func (p trialPage) Again(turn string) string {
	return p.Do.Try(p.Ruleset, p.Variant, p.SideID, p.Begun, turn)
}

// Possible lists the turns that may follow.
func (p trialPage) Possible() string {
	return strings.TrimRight(wrapLines("", strings.Join(p.Next, " ")), "\n")
}

// Goal returns the goal of the game in lines.
func (p trialPage) Goal() string { return strings.TrimRight(wrapLines("", p.Trial.Goal), "\n") }
