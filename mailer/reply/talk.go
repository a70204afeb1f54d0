package reply

import (
	"slices"
	"strings"
	"unicode"
)

// The limits of what is judged.
const (
	maxSentences   = 40 // of a paragraph
	maxExclaimed   = 2  // words of an exclamation
	maxShortSpeech = 8  // words of a sentence in which "it" is taken for the turn
)

// undermines reports whether a sentence leaves open whether the turn beside it is to be played. It is first if it is
// the first below the turn.
func (s stance) undermines(first bool) bool {
	switch {
	case s.isUnreal(first), s.isReplaced(), s.asksOfRules(first), first && s.wavers(),
		s.has(points, doubts, mine, plays), s.has(points, counts, negates|doubts|delays|limits):
		return true
	case s.asks && s.has(points) && s.playing(): // but not "why did you play that?"
		return !s.has(others) || s.begins(points, 1) && s.has(plays)
	case s.has(judges): // of the turn, unless it is the opponent's or somebody else's, or the sentence turns round
		return first && s.begins(points, 2) && (s.has(buts|people) && !s.asks || s.begins(yours, 2))
	}
	return s.qualifies(first) || first && s.pointsElsewhere()
}

// isReplaced reports whether a sentence takes a turn back or announces another: "that is a typo", "the real move".
func (s stance) isReplaced() bool {
	return s.near(takes, points|turns, 4) || s.near(points|turns, takes, 4) || s.near(truly, turns, 2) ||
		s.near(truly, ones, 1)
}

// asksOfRules reports whether a sentence leaves open whether a turn is legal, or asks about the rules.
func (s stance) asksOfRules(first bool) bool {
	return s.near(whens|doubts, permits, 3) ||
		!s.has(others) && (s.asks && s.has(rulesOf) || first && s.has(points, permits))
}

// isUnreal reports whether a sentence says that a turn is an example, an idea, a joke.
func (s stance) isUnreal(first bool) bool {
	short := s.begins(limits, 2) || s.begins(unreal, 2) && len(s.kinds) <= 3 // "Only an example.", "Kidding, of course."
	return s.has(unreal) && (!s.asks || !s.has(others)) &&
		(s.has(points|turns) || s.has(weakly) && len(s.kinds) <= maxShortSpeech || first && short)
}

// playing reports whether a sentence is about playing.
func (s stance) playing() bool {
	return s.has(turns|plays|counts) || s.near(points, acts, 2) || s.near(acts, points, 2)
}

// qualifies reports whether a sentence denies, delays, conditions or limits a turn, or tells of one of somebody else.
func (s stance) qualifies(first bool) bool {
	refers := s.has(points) || first && s.small
	switch {
	case refers && s.has(negates|doubts|delays|limits) && s.playing(),
		(refers || s.begins(likewise, 1)) && s.has(others, plays),
		first && s.has(points, delays) && !s.asksOfOthers(), first && s.begins(likewise, 2) && s.has(negates, plays),
		s.has(points, permits, negates|doubts), first && s.has(permits) && !s.has(others) && !s.has(games),
		first && s.has(others, turns, plays|acts) && !s.has(mine) && !s.begins(wonders|whys, 1),
		s.has(weakly, counts) && s.has(negates|doubts) && len(s.kinds) <= maxShortSpeech,
		s.near(sooner, counts|plays|points, 4):
		return true
	}
	return s.near(negates, turns, 3) || s.has(turns, delays) || s.has(turns, doubts, mine)
}

// pointsElsewhere reports whether the first sentence below a turn makes it another than the writer's next: "That is how
// you began", "Your move in our last game", "He says this wins".
func (s stance) pointsElsewhere() bool {
	switch {
	case s.theirs && len(s.kinds) > 3 && s.begins(yours, 1) && !s.has(mine),
		s.has(others|people) && s.near(reports, points, 2),
		s.has(points, buts) && !s.has(games):
		return true
	}
	return (s.begins(points, 2) || s.begins(negates, 1) && s.begins(points, 3)) && !s.isRemark()
}

// wavers reports whether the first sentence below a turn corrects it, says whose it is, names an alternative, or asks
// what the writer may do or what would come of it: "I misread the board", "I think this is how you began", "Or the
// horse?", "Must I name the target?", "What would they say to that?"
func (s stance) wavers() bool {
	switch {
	case s.begins(corrects, 2), s.has(errs) && !s.has(yours),
		!s.asks && s.has(points) && s.near(copulas, wonders, 1),
		s.asks && s.has(points, doubts) && (!s.has(others) || s.near(whens, points, 1)):
		return true
	}
	asksOfMe := s.asks && !s.begins(wonders|whys, 2) && s.begins(alone, 3)
	return (s.begins(ors, 1) || asksOfMe) && !s.has(others|yours|toYou) && len(s.kinds) > 3
}

// isRemark reports whether a sentence only says in few words what something is or was, "that was mean", what it did to
// the writer, "that cost me a night", what is theirs, "this is my first game", or asks about the opponent, "is this
// your first game?".
func (s stance) isRemark() bool {
	isPlain := !s.has(negates | doubts | delays | limits | wonders | plays)
	switch {
	case len(s.kinds) <= 2, s.asksOfOthers(),
		isPlain && s.has(copulas) && len(s.kinds) <= 5,
		isPlain && s.near(points, copulas, 1) && !s.near(copulas, yours, 2) && !s.has(others|people|turns|takes|games),
		isPlain && s.has(me) && !s.has(others|people|copulas):
		return true
	}
	return s.near(copulas, mine, 1) && !s.near(copulas, alone, 1) && !s.has(turns|others|people)
}

func (s stance) asksOfOthers() bool { return s.asks && s.has(others|yours|toYou) }

// leadsIn reports whether an unfinished sentence above a turn makes the turn a part of it, rather than announcing it:
// "as soon as you leave e3, I play", "my son dictates:".
func leadsIn(last string) bool {
	s, announces := stanceOf(last), strings.HasSuffix(last, ":")
	switch {
	case s.has(whens | unreal), s.has(people) && !s.has(alone|plural) && (announces || s.has(reports)):
		return true
	case s.has(mine):
		return false
	}
	return !s.has(judges) && (announces && s.has(others|yours) || s.has(others, plays))
}

// judgeTalk judges the sentences of a paragraph that has ended. An exclamation such as "Oh no!" does not make the next
// sentence the second one.
func (r *reader) judgeTalk() {
	if len(r.talk) == 0 {
		return
	}
	all := sentences(strings.Join(r.talk, " "))
	r.talk = r.talk[:0]
	first := len(r.acts) > 0 && !r.talked
	r.talked = r.talked || first
	r.doubted = r.doubted || first && (goesOnSmall(all) || isRefusal(phraseWords(all[0])))
	for _, text := range all {
		s := stanceOf(text)
		r.doubted = r.doubted || s.undermines(first)
		first = first && len(s.kinds) <= maxExclaimed
		r.drawTalk = r.drawTalk || offersDraw(text)
	}
}

// withoutAddresses drops the mail addresses and URLs of a line, whose parts are no words of the writer:
// "ann@test.example".
func withoutAddresses(text string) string {
	isAddress := func(word string) bool {
		_, domain, found := strings.Cut(word, "@")
		return found && strings.Contains(domain, ".") || strings.Contains(word, "://") ||
			strings.HasPrefix(strings.ToLower(word), "www.")
	}
	return strings.Join(slices.DeleteFunc(strings.Fields(text), isAddress), " ")
}

// goesOnSmall reports whether the first sentence below a turn goes on from it: its writer begins other sentences with
// a capital letter, but not this one.
func goesOnSmall(sentences []string) bool {
	first := sentences[0]
	return unicode.IsLower(firstRune(first)) && len(strings.Fields(first)) >= maxLabelWords &&
		slices.ContainsFunc(sentences[1:], func(s string) bool { return unicode.IsUpper(firstRune(s)) })
}

// sentences returns the sentences of a text, with their ends.
func sentences(text string) (all []string) {
	for len(all) < maxSentences && text != "" {
		end := sentenceStop(text, ".!?:;")
		all = append(all, strings.TrimSpace(text[:end]))
		text = strings.TrimSpace(text[end:])
	}
	return all
}
