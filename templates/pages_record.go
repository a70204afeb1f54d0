package templates

import "turnpost/rules"

// RecordPage is what a page says of a record that was played again.
type RecordPage struct {
	Name     string // of the variant
	Turns    int    // that could be played
	Fault    string // a sentence, "" where there is none
	Ply      int    // of the fault
	Kind     string // of the fault: its codes
	Sides    [2]string
	ToMove   rules.Seat
	Result   rules.Result
	Reason   string // phrase
	Position string // after the turns
	Hashed   bool   // the hashes fit
	Stored   bool   // the game is known, and the same
}

// Text is the page as plain text.
func (p RecordPage) Text() string { return pageText("pages_record.txt.tmpl", p) }

// Won tells whether the game ended with a winner.
func (p RecordPage) Won() bool { return p.Result.Over() && p.Result.Winner != rules.NoSeat }
