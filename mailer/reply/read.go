package reply

import (
	"slices"
)

// Read parses a mail. It accepts any bytes; the only error is ErrTooLarge.
func Read(raw []byte, o Options) (Mail, error) {
	if len(raw) > MaxSize {
		return Mail{}, ErrTooLarge
	}
	root := parseEntity(raw)
	m := classify(root, o)
	if m.Kind == Human {
		m.Reply = readReply(root, m.Header, o)
		m.Reply.seeEnd(len(raw))
		if m.Sign == "" && slices.ContainsFunc(m.Reply.Leftover, tellsOfReaction) {
			m.Sign = signReaction
		}
	}
	reacts := m.Sign == signReaction && len(m.Reply.Commands) == 1 && m.Reply.Commands[0].Verb == Yes
	if m.Sign != "" && m.Kind == Human && (reacts || !m.Reply.isWriters()) {
		m.Kind, m.Reply = Automatic, Reply{}
	}
	return m, nil
}

// seeEnd notes that a message of a size may have a text that was cut off.
func (r *Reply) seeEnd(size int) {
	found := len(r.Commands) + len(r.Possible) + len(r.Leftover)
	if size == MaxSize && found == 0 && r.Unreadable == "" {
		r.Unreadable = "large"
	}
}

// isWriters reports whether a reply has a command as people write it. A vacation notice may be read as Away, and begin
// with the word of Say.
func (r Reply) isWriters() bool {
	return slices.ContainsFunc(r.Commands, func(c Command) bool { return c.Verb != Away && !c.isWords() }) ||
		slices.ContainsFunc(r.Possible, func(c Command) bool { return isPlay(c.Verb) })
}

// Classify is Read without the Reply. It is cheaper, and sufficient to see who wrote a mail, but for one that only Read
// knows to be Automatic: it is Human with a Sign.
func Classify(raw []byte, o Options) (Mail, error) {
	if len(raw) > MaxSize {
		return Mail{}, ErrTooLarge
	}
	return classify(parseEntity(raw), o), nil
}

// classify returns a mail of a person if it has no sign of another kind.
func classify(root *entity, o Options) Mail {
	m := Mail{Kind: Human, Header: readHeader(root.headerFields)}
	returned := originalHeader(root)
	if c := findComplaint(root, returned); c != nil {
		m.Kind, m.Sign, m.Complaint = Complaint, "feedback report", c
		return m
	}
	if failures, sign := findBounce(root, m.Header, firstID(returned), o.EnvelopeFrom); len(failures) > 0 {
		m.Kind, m.Sign, m.Bounce = Bounce, sign, failures
		return m
	}
	var effect signEffect
	if m.Sign, effect = automaticSign(root, m.Header, o); effect == proves {
		m.Kind = Automatic
	}
	return m
}
