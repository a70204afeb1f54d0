package board

import (
	"testing"

	"turnpost/rules"
	"turnpost/rules/bohnduell"
	"turnpost/rules/hanniball"
	"turnpost/rules/hnefatafl"
	"turnpost/rules/phrase"
	"turnpost/rules/sevensages"
)

// turnSample is a turn from the middle of a game.
type turnSample struct {
	name, variant, position, turn, caption string
	ruleset                                rules.Ruleset
	picture                                bool // has a golden picture
}

var samples = []turnSample{
	{
		name: "hnefatafl-11x11", ruleset: hnefatafl.New(), variant: "11x11", picture: true,
		position: "1t1ttt5/5t5/4T6/3t2Tt2t/3t1T2t1t/3t2KT2t/t3T6/t4t5/11/5t4t/3ttt1t3 a", turn: "d8-f8",
		caption: "defenders to move · ply 31",
	},
	{
		name: "hnefatafl-9x9", ruleset: hnefatafl.New(), variant: "9x9", picture: true,
		position: "2t6/9/2T4tt/tT7/tt1T1t1tt/3TK4/9/3tt1t2/5t3 a", turn: "b5-c5",
		caption: "defenders to move · ply 25",
	},
	{
		name: "hnefatafl-7x7", ruleset: hnefatafl.New(), variant: "7x7", picture: true,
		position: "2t4/1TK4/4t2/4t2/3tt2/7/2T4 a", turn: "e5-c5",
		caption: "attackers won: the king was captured",
	},
	{
		name: "hanniball", ruleset: hanniball.New(), variant: "standard", picture: true,
		position: "1hl/4e1m2/e1le3e1/9/9/h8/9/5H3/9/H1H1h4/9/3E1EE1H/2E1LM3/8L/3 w g4 33",
		turn:     "g4-g5 g5~f3~f8 f8-e10 e10-c11",
		caption:  "Black to move · ply 33",
	},
	{
		name: "sevensages", ruleset: sevensages.New(), variant: "standard", picture: true,
		position: "15/15/7s3s3/7S7/15/7s2s4/5S1s5s1/7o7/13S1/3s11/11S3/15/3S1S1S7/15/15 b 0-1", turn: "h9-h8~h4~h7~m7~m3",
		caption: "White to move · ply 40",
	},
	{
		name: "sevensages-short", ruleset: sevensages.New(), variant: "short", picture: true,
		position: "15/13s1/9S4s/15/2s12/15/15/10S4/8SS5/11S3/1o4S8/5S2s6/4s10/2s9s2/15 b 0-0", turn: "e3-j3",
		caption: "White to move · ply 61",
	},
	{
		name: "bohnduell-long", ruleset: bohnduell.New(), variant: "long", picture: true,
		position: "6:4,0,0,3:7/1:4,2,1,5:7 g", turn: "e4",
		caption: "Red to move · ply 18",
	},
	{
		name: "bohnduell", ruleset: bohnduell.New(), variant: "standard", picture: true,
		position: "0:5,2,2,2:1/5:3,2,1,0:1 r", turn: "p1",
		caption: "Green to move · ply 10",
	},
}

// diagram is the sample after its turn, with the turn marked.
func (s turnSample) diagram(t testing.TB) rules.Diagram {
	t.Helper()
	p, err := s.ruleset.Parse(s.variant, s.position)
	if err != nil {
		t.Fatal(err)
	}
	played, err := p.Play(s.turn)
	if err != nil {
		t.Fatal(err)
	}
	return played.Next.Diagram(phrase.English).Mark(played.Events)
}

func (s turnSample) style() Style {
	style := NewStyle(s.ruleset.Info(phrase.English))
	style.Caption = s.caption
	return style
}
