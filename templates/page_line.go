package templates

import (
	"strings"

	"turnpost/templates/view"
	"turnpost/templates/words"
)

// AnalysisText is a line of play with its board.
func AnalysisText(line *view.Line, language *words.Language) string {
	return pageText(language, "page.analysis", linePage{line})
}

// LineCaption is the line under a picture of a position: who is to move, or how the game
// ended and why.
func LineCaption(line *view.Line) string { return linePage{line}.Ending() }

type linePage struct{ *view.Line }

// Ending says how the position stands, and why where the game is over.
func (p linePage) Ending() string {
	if p.Reason == "" {
		return p.Standing
	}
	return p.Standing + ": " + p.Reason
}

// List is the steps in one line.
func (p linePage) List() string { return strings.Join(p.Steps, ", ") }

// VerificationText says what came of playing a record again.
func VerificationText(v *view.Verification, language *words.Language) string {
	return pageText(language, "page.record", verificationPage{v, linePage{&v.Line}})
}

type verificationPage struct {
	*view.Verification
	line linePage
}

// Ending says how the last position stands.
func (p verificationPage) Ending() string { return p.line.Ending() }

// FaultCodes is the kind of the fault, with the code of the rules where there is one.
func (p verificationPage) FaultCodes() string {
	if p.Fault.Reason == "" {
		return string(p.Fault.Kind)
	}
	return string(p.Fault.Kind) + ": " + p.Fault.Reason
}
