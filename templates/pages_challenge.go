package templates

import "turnpost/rules"

// ChallengePage is what a page says of a challenge.
type ChallengePage struct {
	ID, Name, Summary    string // of the challenge, and of the variant
	Challenger, Opponent string // Opponent "": anyone, or an address
	Mine                 bool   // the reader is the challenger
	Seat                 rules.Seat
	Sides                [2]string
	Board                string // at the start
	Pace, Message        string
	Open                 bool
	Status               string
	GameID               string // once accepted
	BaseURL              string
}

// Text is the page as plain text.
func (p ChallengePage) Text() string { return pageText("pages_challenge.txt.tmpl", p) }

// Drawn tells whether the seats are drawn by lot.
func (p ChallengePage) Drawn() bool { return p.Seat == rules.NoSeat }

// Side is the name of the challenger's side.
func (p ChallengePage) Side() string { return p.Sides[p.Seat] }
