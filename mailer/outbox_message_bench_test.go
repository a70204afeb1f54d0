package mailer

import "testing"

// BenchmarkWriteMessage makes the message of a turn: its words, its picture, and the encoding of both.
func BenchmarkWriteMessage(b *testing.B) {
	o := newOffice(b)
	ann, bob := o.player("ann"), o.player("bob")
	g := o.game(ann, bob)
	o.drain(1)
	o.play(g.ID, ann, "")
	contents := o.Mails()
	if len(contents) != 1 {
		b.Fatalf("%d mails wait, want 1", len(contents))
	}
	w := o.replyWriter()
	b.ReportAllocs()
	for b.Loop() {
		m, err := w.Write(contents[0], o.Clock.Now())
		if err != nil {
			b.Fatal(err)
		}
		m.discard()
	}
}
