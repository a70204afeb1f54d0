package reply

import (
	"slices"
	"strings"
)

// reply decides which commands are to be done.
func (r reading) reply(p parser) Reply { return r.withNote(r.acting(p)) }

// acting decides about all commands but a note.
func (r reading) acting(p parser) Reply {
	out := Reply{Leftover: r.leftover, ForOpponent: forOpponent(r.leftover)}
	sure, unsure := split(r.acts)
	sure = p.join(sure)
	if len(sure) == 2 && sure[0].Verb == Decline && sure[1].Verb == Turn { // the turn declines too
		sure = sure[1:]
	}
	if all := distinct(slices.Concat(sure, unsure)); len(sure) > 1 || r.conflict && len(all) > 0 {
		out.Possible = all
		if r.conflict && len(all) == 1 { // the words or the plan that it is within
			said, unsaid := split(slices.Concat(r.plans, r.says))
			out.Possible = slices.Concat(all, said, unsaid)
		}
		return out
	}
	if r.mayBeNotice(sure) {
		sure, unsure = nil, sure
	}
	out.Commands = sure
	if len(sure) == 0 {
		out.Possible = distinct(unsure)
	}
	plans, maybe := split(r.plans)
	says, unsaid := split(r.says)
	if r.withdrawn && len(sure) == 0 {
		out.Possible = slices.Concat(out.Possible, plans, maybe, says, unsaid)
		return out
	}
	if c, ok := merge(plans); ok && plansWith(sure) {
		out.Commands = append(out.Commands, c)
	} else if ok {
		out.Commands, out.Possible = nil, slices.Concat(sure, []Command{c})
		return out
	}
	if c, ok := merge(says); ok {
		out.Commands = append(out.Commands, c)
	}
	if len(out.Commands) == 0 {
		out.Possible = distinct(append(append(out.Possible, maybe...), unsaid...))
	}
	return out
}

// mayBeNotice reports whether a vacation is in the text of a program that says whom to ask meanwhile. Other words are no
// reason to ask: the question would reach its writer after the vacation has begun, and games would be lost, whereas the
// vacation by a notice that no field shows to be one is of a person who is away.
func (r reading) mayBeNotice(acts []Command) bool {
	isContact := func(text string) bool { return contact().MatchString(text) }
	return len(acts) > 0 && acts[0].Verb == Away && slices.ContainsFunc(r.leftover, isContact)
}

// plansWith reports whether a plan may accompany the acts: none, or a turn.
func plansWith(acts []Command) bool { return len(acts) == 0 || acts[0].Verb == Turn }

// split separates the sure candidates from the others, without duplicates.
func split(all []candidate) (sure, unsure []Command) {
	for _, c := range all {
		command := c.whole()
		if command.Verb == Say && command.Text == "" || command.Text == planFollows {
			continue // the word alone
		}
		if c.sure {
			sure = append(sure, command)
		} else {
			unsure = append(unsure, command)
		}
	}
	return distinct(sure), distinct(unsure)
}

// distinct returns commands without those that say the same as an earlier one.
func distinct(all []Command) []Command {
	var out []Command
	seen := make(map[Command]bool, len(all))
	for _, c := range all {
		if k := keyOf(c); !seen[k] {
			seen[k] = true
			out = append(out, c)
		}
	}
	return out
}

// keyOf returns a command in the form that is compared: without spaces, in lower case.
func keyOf(c Command) Command {
	key := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), "")) }
	return Command{Verb: c.Verb, Count: c.Count, Text: key(c.Text), From: key(c.From), Until: key(c.Until)}
}

func same(a, b Command) bool { return keyOf(a) == keyOf(b) }

// merge joins plans to one plan, or words to one text.
func merge(all []Command) (Command, bool) {
	if len(all) == 0 {
		return Command{}, false
	}
	merged := all[0]
	separator := "\n"
	if merged.Verb == Say {
		separator = "\n\n"
	}
	var texts []string
	for _, c := range all {
		if c.Text != "" {
			texts = append(texts, c.Text)
		}
	}
	merged.Text = strings.Join(texts, separator)
	return merged, true
}

// join decides what several turns mean, if the game is known. Turns of the game displace texts that only have the shape
// of a turn. Steps on separate lines are one turn if they are legal together and none is legal alone.
func (p parser) join(acts []Command) []Command {
	if len(acts) < 2 {
		return acts
	}
	if p.readable != nil {
		var kept []Command
		for _, c := range acts {
			if c.Verb != Turn || p.readable(c.Text) {
				kept = append(kept, c)
			}
		}
		if len(kept) > 0 {
			acts = kept
		}
	}
	if len(acts) < 2 || p.legal == nil {
		return acts
	}
	var steps []string
	for _, c := range acts {
		if c.Verb != Turn || p.legal(c.Text) {
			return acts
		}
		steps = append(steps, c.Text)
	}
	if whole := strings.Join(steps, " "); p.legal(whole) {
		return []Command{{Verb: Turn, Text: whole}}
	}
	return acts
}

// agree combines the replies of two forms of one mail. Different commands are only possible, and so are those that the
// HTML text takes back; words to the opponent count only if the writer's lines of the plain text have all of them.
func agree(html, plain Reply, inConflict bool, text reading) Reply {
	switch {
	case len(html.Commands) == 0 && len(html.Possible) > 0:
		if !inConflict && allSame(html.Possible, plain.Commands) { // the plain text has the marks of the quote, so it is sure
			html.Commands, html.Possible = html.Possible, nil
		}
		return html
	case len(plain.Commands) == 0 && len(plain.Possible) > 1 && !allSame(plain.Possible, html.Commands):
		plain.Possible = distinct(append(plain.Possible, html.Commands...))
		return plain
	case len(html.Commands) == 0:
		if len(html.Leftover) > 0 && len(plain.Commands) > 0 { // the HTML has it as other text
			return Reply{Possible: plain.Commands, Leftover: html.Leftover, ForOpponent: html.ForOpponent}
		}
		plain.Leftover, plain.ForOpponent = html.Leftover, html.ForOpponent
		return plain
	case len(plain.Commands) == 0 && len(plain.Possible) == 0 && len(text.texts) == 0:
		return unsayUnseen(html, text)
	}
	var acts []Command
	for _, c := range slices.Concat(html.Commands, plain.Commands) {
		if !c.isWords() {
			acts = append(acts, c)
		}
	}
	if acts = distinct(acts); len(acts) > 1 {
		return Reply{Possible: acts, Leftover: html.Leftover, ForOpponent: html.ForOpponent}
	}
	return unsayUnseen(html, text)
}

// allSame reports whether two lists have the same commands in the same order.
func allSame(a, b []Command) bool { return slices.EqualFunc(a, b, same) }

// unsayUnseen makes words to the opponent possible if the plain text lacks some of them.
func unsayUnseen(r Reply, text reading) Reply {
	if len(text.texts) == 0 {
		return r
	}
	seen := vocabulary{words: map[string]bool{}, letters: lettersOf(strings.Join(text.texts, ""))}
	for _, l := range text.texts {
		for w := range strings.FieldsFuncSeq(l, notLetter) {
			seen.words[w] = true
		}
	}
	var kept []Command
	for _, c := range r.Commands {
		if c.Verb == Say && !seen.has(c.Text) {
			r.Possible = append(r.Possible, c)
			continue
		}
		kept = append(kept, c)
	}
	if len(kept) > 0 {
		r.Possible = nil
	}
	r.Commands = kept
	return r
}

// vocabulary is the words of a text.
type vocabulary struct {
	words   map[string]bool
	letters string // of the whole text, as its words may be divided elsewhere
}

// maxDivided is how many words of a text may be divided elsewhere in another.
const maxDivided = 200

// has reports whether all words of a text are known.
func (v vocabulary) has(text string) bool {
	divided := 0
	for w := range strings.FieldsFuncSeq(text, notLetter) {
		if v.words[w] {
			continue
		}
		if divided++; divided > maxDivided || !strings.Contains(v.letters, lettersOf(w)) {
			return false
		}
	}
	return true
}

func notLetter(r rune) bool { return letter(r) == 0 }

// lettersOf returns the letters and digits of a text in the form that is compared.
func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r = letter(r); r == 0 {
			return -1
		}
		return r
	}, s)
}
