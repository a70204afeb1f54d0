package reply

import "testing"

// A turn with its writer's name behind it on its line is played; any other word there is asked about.
func TestTurnSignedOnItsLine(t *testing.T) {
	const from = "From: \"Ann-Marie Example (home)\" <ann@example.net>\n\n"
	for text, plays := range map[string]bool{
		"d3-c3, Ann-Marie": true, "d3-c3 -- Ann-Marie Example": true, "d3-c3 – ann-marie": true, "d3-c3 Ann-Marie": true,
		"d3-c3, Never": false, "d3-c3 - Bob": false, "d3-c3 Ann-Marie says": false, "d3-c3, not Ann-Marie": false,
		"d3-c3? Ann-Marie": false,
	} {
		said := readTypedMail(t, from+text+"\n")
		if played := len(said.Commands) == 1 && said.Commands[0].Verb == Turn; played != plays {
			t.Errorf("%q is read as %+v", text, said)
		}
	}
}

// A turn in a subject of the writer's own is asked about where the mail has no other.
func TestTurnInTheSubject(t *testing.T) {
	for subject, asks := range map[string]bool{
		"d3-c3": true, "Re: d3-c3": true, "My move: d3-c3": true, "Re: Your turn": false, "Re: bob moved d3-c3": false,
	} {
		said := readTypedWith(t, "From: ann@example.net\nSubject: "+subject+"\n\nBest wishes\n",
			Options{Sent: Sent{Subject: "Your turn", Earlier: "bob moved d3-c3"}})
		if asked := len(said.Possible) == 1; asked != asks || len(said.Commands) > 0 {
			t.Errorf("%q is read as %+v", subject, said)
		}
	}
	if said := readTypedMail(t, "From: ann@example.net\nSubject: d3-c3\n\nd1-c1\n"); len(said.Commands) > 1 {
		t.Errorf("%+v", said)
	}
}
