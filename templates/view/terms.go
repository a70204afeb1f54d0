package view

import (
	"turnpost/models"
	"turnpost/templates/words"
)

// limits returns what an offer asks of the opponent, a few words for each limit: the phrases challenge.limit.NAME, and
// one for both ratings.
func limits(t models.Terms, l *words.Language) (list []string) {
	if t.MinRating != 0 || t.MaxRating != 0 {
		list = append(list, l.Say("challenge.limit.rating", "min", t.MinRating, "max", t.MaxRating))
	}
	for _, term := range models.ChallengeTerms {
		key := "challenge.limit." + term.Name
		if term.Limit != nil && *term.Limit(&t) != 0 && l.Has(key) {
			list = append(list, l.Say(key, "n", *term.Limit(&t)))
		}
	}
	return list
}

// waived returns a sentence for each of the terms that is waived, where there is a phrase clock.no_NAME.
func waived(t models.Terms, terms []models.Term, l *words.Language) (list []string) {
	for _, term := range terms {
		key := "clock.no_" + term.Name
		if term.Waived != nil && bool(*term.Waived(&t)) && l.Has(key) {
			list = append(list, l.Say(key))
		}
	}
	return list
}
