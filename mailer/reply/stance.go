package reply

import (
	"strings"
	"unicode"
)

// A turn alone on its line is meant unless a sentence beside it says otherwise, in any of countless ways: "I will not
// play this yet", "is that allowed?", "my son only wanted to see how a move is written". Phrases of them cannot be
// listed. Such a sentence is found by two things that it has together: words that refer to the turn or to playing, and
// words by which it is not so, not yet, or only perhaps. Praise and blame are neither: "not the best move, I know". The
// first sentence below a turn that points to it must be such praise, or only say in few words what it is.

// kind is a set of the kinds of a word.
type kind uint64

// The kinds of words. tables/stance.txt has those of each.
const (
	points   kind = 1 << iota // to the turn: "this"
	weakly                    // to the turn or to nothing: "it"
	ones                      // replace a noun: "one"
	turns                     // "move", unless it is the opponent's
	plays                     // "play", "typed"
	acts                      // play only beside a word that points: "do"
	counts                    // say what becomes of a turn: "count", "send", "allowed"
	negates                   // "not"
	doubts                    // "if", "would"
	delays                    // "later", "yet"
	sooner                    // "before"
	limits                    // "only"
	buts                      // "but"
	unreal                    // "example", "joke"
	takes                     // take back: "undo", "typo"
	truly                     // "real", "right"
	likewise                  // "so", as in "so you began in May"
	judges                    // value a turn: "good", "expected"
	copulas                   // "is"
	wonders                   // "what", "how"
	whys                      // "why"
	others                    // "you", "he"
	yours                     // "your"
	toYou                     // "dir"
	mine                      // "I", "my"
	me                        // "me"
	alone                     // "I"
	plural                    // "we"
	people                    // "son", "book"
	reports                   // "says"
	whens                     // begin a condition: "if", "as soon as"
	permits                   // "allowed"
	games                     // "game"
	rulesOf                   // "rules", of the game
	ors                       // "or"
	corrects                  // announce a correction
	errs                      // tell of a slip: "misread"
	small                     // follow a pronoun rather than an article: "this even"
	always                    // are never articles
)

// kindNames lists the names of kinds in the table, in the order of the constants.
var kindNames = strings.Fields("points weakly ones turns plays acts counts negates doubts delays sooner limits buts " +
	"unreal takes truly likewise judges copulas wonders whys others yours toyou mine me alone plural people reports " +
	"whens permits games rules ors corrects errs small always")

// kindTable holds the kinds of whole words, and of beginnings of words by their first minStem bytes.
type kindTable struct {
	words  map[string]kind
	begins map[string][]stem
}

// stem is the beginning of words of some kinds.
type stem struct {
	text string
	is   kind
}

// minStem is the length of the shortest stem, in bytes.
const minStem = 3

var kinds = readKinds(table("stance"))

// readKinds reads the entries of a table, in which "kind: " begins the words of a kind.
func readKinds(entries []string) kindTable {
	named := map[string]kind{}
	for i, name := range kindNames {
		named[name] = 1 << i
	}
	t := kindTable{map[string]kind{}, map[string][]stem{}}
	var is kind
	for _, entry := range entries {
		if name, first, found := strings.Cut(entry, ": "); found {
			is, entry = named[name], first
		}
		if text, found := strings.CutSuffix(entry, "*"); found {
			t.begins[text[:minStem]] = append(t.begins[text[:minStem]], stem{text, is})
		} else {
			t.words[entry] |= is
		}
	}
	return t
}

// of returns the kinds of a word in lower case.
func (t kindTable) of(word string) kind {
	is := t.words[word]
	if strings.HasSuffix(word, "n't") {
		is |= negates
	}
	if len(word) < minStem {
		return is
	}
	for _, s := range t.begins[word[:minStem]] {
		if strings.HasPrefix(word, s.text) {
			is |= s.is
		}
	}
	return is
}

// stance is what the words of a sentence do.
type stance struct {
	words  []string
	kinds  []kind // of each word
	all    kind
	asks   bool // it is a question
	small  bool // it begins with a small letter
	theirs bool // it names a move of the opponent
}

// stanceOf returns the stance of a sentence, which includes its final punctuation.
func stanceOf(sentence string) stance {
	s := stance{
		words: strings.FieldsFunc(strings.ReplaceAll(sentence, "’", "'"), notWord),
		asks:  strings.HasSuffix(strings.TrimRightFunc(sentence, isOrnament), "?"),
		small: unicode.IsLower(firstRune(sentence)),
	}
	s.kinds = make([]kind, len(s.words))
	for i, w := range s.words {
		s.kinds[i] = kinds.of(strings.ToLower(w))
	}
	announces := strings.HasSuffix(sentence, ":") // "then this:" points to what is below
	for i, w := range s.words {
		if s.kinds[i]&points != 0 && (!s.isPronoun(i) || announces && i+1 == len(s.words)) {
			s.kinds[i] &^= points
		}
		if i > 0 && strings.EqualFold(w, "first") && (s.kinds[i-1]&(mine|yours) != 0 || demonstratives[s.words[i-1]]) {
			s.kinds[i] &^= delays // "my first game"
		}
		if i > 0 && s.kinds[i]&unreal != 0 && s.kinds[i-1]&negates != 0 {
			s.kinds[i] &^= unreal // "no idea"
		}
		if i > 0 && strings.EqualFold(w, "only") && strings.EqualFold(s.words[i-1], "the") {
			s.kinds[i] = judges // "the only move"
		}
		if s.kinds[i]&turns != 0 && s.isTheirs(i) {
			s.kinds[i] &^= turns
			s.theirs = !strings.EqualFold(w, "turn") // "your turn" only says whose turn it is
		}
		s.all |= s.kinds[i]
	}
	return s
}

// isPronoun reports whether a word that may point means the turn, and is no article of another thing or a
// conjunction: "this is", but neither "this week" nor "das neue Buch" nor "I hope that".
func (s stance) isPronoun(at int) bool {
	if at+1 == len(s.words) || s.kinds[at]&always != 0 || s.kinds[at+1]&turns != 0 {
		return true
	}
	if s.kinds[at+1]&games != 0 {
		return false
	}
	next, after := s.words[at+1], s.kinds[at+1]
	switch first := unicode.ToLower(firstRune(s.words[at])); {
	case unicode.Is(unicode.Cyrillic, first):
		return after&(plays|acts) != 0
	case at > 0 && strings.EqualFold(s.words[at], "that"):
		return after&(copulas|negates|doubts) != 0 || asks[strings.ToLower(s.words[at-1])] ||
			s.kinds[at-1]&(plays|takes|counts|acts) != 0 && after != 0
	case first == 't' || first == 'a':
		return after&^ones != 0 || strings.HasSuffix(next, "ly")
	case unicode.IsUpper(firstRune(next)):
		return false
	}
	return at+2 == len(s.words) || len(next) <= 3 || after != 0 || !unicode.IsUpper(firstRune(s.words[at+2]))
}

// isTheirs reports whether a turn is the opponent's: "your last move".
func (s stance) isTheirs(at int) bool {
	for _, k := range s.kinds[max(0, at-2):at] {
		if k&yours != 0 {
			return true
		}
	}
	return false
}

// has reports whether a sentence has words of some kinds, or of any kind in a set of them.
func (s stance) has(sets ...kind) bool {
	for _, set := range sets {
		if s.all&set == 0 {
			return false
		}
	}
	return true
}

// near reports whether a word of a second set follows one of a first after at most so many words.
func (s stance) near(first, second kind, apart int) bool {
	for i, k := range s.kinds {
		if k&first != 0 && s.hasWithin(second, i+1, i+1+apart) {
			return true
		}
	}
	return false
}

// begins reports whether one of the first words is of a set.
func (s stance) begins(set kind, within int) bool { return s.hasWithin(set, 0, within) }

// hasWithin reports whether a word of a set is between two places.
func (s stance) hasWithin(set kind, from, to int) bool {
	for _, k := range s.kinds[from:max(from, min(to, len(s.kinds)))] {
		if k&set != 0 {
			return true
		}
	}
	return false
}
