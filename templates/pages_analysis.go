package templates

import (
	"strings"

	"turnpost/rules"
)

// AnalysisPage is what a page says of a line of play.
type AnalysisPage struct {
	Name     string // of the variant
	Turns    int
	Board    string
	Told     string // the last turn, "" where there is none
	Sides    [2]string
	ToMove   rules.Seat
	Result   rules.Result
	Reason   string // phrase
	Position string
	Prefix   string // of the next turn
	MayEnd   bool
	Steps    []string // that may follow the prefix
}

// Text is the page as plain text.
func (p AnalysisPage) Text() string { return pageText("pages_analysis.txt.tmpl", p) }

// Caption is the line under a picture of the position.
func (p AnalysisPage) Caption() string {
	return strings.TrimSpace(pageText("outcome", p))
}

// Won tells whether the line ends with a winner.
func (p AnalysisPage) Won() bool { return p.Result.Over() && p.Result.Winner != rules.NoSeat }

// List is the steps in one line.
func (p AnalysisPage) List() string { return strings.Join(p.Steps, ", ") }
