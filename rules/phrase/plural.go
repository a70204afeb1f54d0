package phrase

import "strings"

// plural is the rule of a language for choices by number. It follows the cardinal rules of the Unicode CLDR for whole
// numbers.
type plural struct {
	forms []string        // names of the forms, in the order of a choice
	index func(n int) int // of the form for n, n ≥ 0
}

// plurals has the rule of every language that words may be in, without the region. A language of an existing family
// needs its tag here, another one a rule.
var plurals = func() map[string]plural {
	rules := map[string]plural{}
	for tags, rule := range map[string]plural{
		"da de en es fi it nl no nb nn sv": {[]string{"one", "other"}, isOne},
		"be ru uk":                         {[]string{"one", "few", "many"}, eastSlavic},
		"cs sk":                            {[]string{"one", "few", "other"}, czech},
		"fr":                               {[]string{"one", "other"}, french},
		"id ja ko th vi zh":                {[]string{"other"}, func(int) int { return 0 }},
		"pl":                               {[]string{"one", "few", "many"}, polish},
	} {
		for tag := range strings.FieldsSeq(tags) {
			rules[tag] = rule
		}
	}
	return rules
}()

// pluralOf returns the rule of a language, by its tag without the region.
func pluralOf(lang string) (rule plural, known bool) {
	base, _, _ := strings.Cut(lang, "-")
	rule, known = plurals[base]
	return rule, known
}

func isOne(n int) int {
	if n == 1 {
		return 0
	}
	return 1
}

func french(n int) int { return min(n/2, 1) }

func eastSlavic(n int) int {
	ones, tens := n%10, n/10%10
	switch {
	case ones == 1 && tens != 1:
		return 0
	case 2 <= ones && ones <= 4 && tens != 1:
		return 1
	}
	return 2
}

func polish(n int) int {
	ones, tens := n%10, n/10%10
	switch {
	case n == 1:
		return 0
	case 2 <= ones && ones <= 4 && tens != 1:
		return 1
	}
	return 2
}

func czech(n int) int {
	switch n {
	case 1:
		return 0
	case 2, 3, 4:
		return 1
	}
	return 2
}
