package templates

import (
	"strings"

	"turnpost/templates/view"
	"turnpost/templates/words"
)

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
