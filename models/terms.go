package models

import (
	"cmp"
	"database/sql/driver"
	"fmt"
	"strconv"

	"turnpost/models/pace"
)

// Terms are the conditions on which a challenge or an event offers games. The zero value asks nothing of the opponent
// and waives nothing. Requests, rows, views and forms carry Terms as a whole, and read and write them by
// ChallengeTerms: a new one needs a field, a line there, its words, and what it causes.
type Terms struct {
	Pace           string // as pace.Parse reads it; in a request "" is pace.Default
	Unrated        Waived `gorm:"column:rated"`
	MinRating      int    // of the opponent; 0 for none, as the next two
	MaxRating      int
	MinReliability int    // in percent
	NoVacation     Waived `gorm:"column:vacation"` // vacations do not stop the clocks
}

// Term describes one of the Terms: something that can be waived, or a limit.
type Term struct {
	Name     string // of what can be waived, or the limit: in the API, in forms, in the database and in phrases
	Waived   func(*Terms) *Waived
	Limit    func(*Terms) *int // 0 for none
	Min, Max int               // of the limit
	Fault    string            // the phrase for a limit out of these bounds
	OfEvents bool              // an event has it too
	OfGames  bool              // a game keeps it
}

// The bounds of the limits of ratings.
const (
	minRatingLimit = 1
	maxRatingLimit = 4000
)

// ChallengeTerms lists the Terms, besides the pace, in the order of forms.
var ChallengeTerms = []Term{
	{
		Name: "min_rating", Limit: func(t *Terms) *int { return &t.MinRating },
		Min: minRatingLimit, Max: maxRatingLimit, Fault: "bad_rating_limit",
	},
	{
		Name: "max_rating", Limit: func(t *Terms) *int { return &t.MaxRating },
		Min: minRatingLimit, Max: maxRatingLimit, Fault: "bad_rating_limit",
	},
	{
		Name: "min_reliability", Limit: func(t *Terms) *int { return &t.MinReliability },
		Max: 100, Fault: "bad_reliability_limit", OfEvents: true,
	},
	{Name: "vacation", Waived: func(t *Terms) *Waived { return &t.NoVacation }, OfEvents: true, OfGames: true},
	{Name: "rated", Waived: func(t *Terms) *Waived { return &t.Unrated }, OfGames: true},
}

// Stored returns the value of the column.
func (t Term) Stored(of *Terms) int64 {
	if t.Limit != nil {
		return int64(*t.Limit(of))
	}
	return t.Waived(of).stored()
}

// Text returns a term as a form has it: a limit, "" for none, or no for what is waived.
func (t Term) Text(of Terms) string {
	switch {
	case t.Limit != nil && *t.Limit(&of) != 0:
		return strconv.Itoa(*t.Limit(&of))
	case t.Limit == nil && bool(*t.Waived(&of)):
		return "no"
	}
	return ""
}

// Read sets a term by the text of a form. It reports whether a limit is a number.
func (t Term) Read(to *Terms, text string) bool {
	if t.Limit == nil {
		*t.Waived(to) = text == "no"
		return true
	}
	n, err := strconv.Atoi(cmp.Or(text, "0"))
	*t.Limit(to) = n
	return err == nil
}

// EventTerms and GameTerms are those of ChallengeTerms that an event has, and that a game keeps.
var (
	EventTerms = termsThat(func(t Term) bool { return t.OfEvents })
	GameTerms  = termsThat(func(t Term) bool { return t.OfGames })
)

func termsThat(fit func(Term) bool) (list []Term) {
	for _, t := range ChallengeTerms {
		if fit(t) {
			list = append(list, t)
		}
	}
	return list
}

// ParsedPace returns the pace of stored terms.
func (t Terms) ParsedPace() pace.Pace {
	p, _ := pace.Parse(t.Pace) // stored from a Pace
	return p
}

// CheckLimits refuses limits that no opponent can meet. Errors: CodeInvalid.
func (t *Terms) CheckLimits() error {
	for _, term := range ChallengeTerms {
		if term.Limit == nil {
			continue
		}
		if n := *term.Limit(t); n != 0 && (n < term.Min || n > term.Max) {
			return Invalid(term.Name, term.Fault, "min", term.Min, "max", term.Max)
		}
	}
	if t.MaxRating != 0 && t.MaxRating < t.MinRating {
		return Invalid("max_rating", "rating_limits_cross", "min", t.MinRating, "max", t.MaxRating)
	}
	return nil
}

// Waived is set for what an offer waives. It is stored as its opposite: 0 if it is set, else 1.
type Waived bool

func (w Waived) stored() int64 { return int64(OneIf(!bool(w))) }

// Value implements driver.Valuer.
func (w Waived) Value() (driver.Value, error) { return w.stored(), nil }

// Scan implements sql.Scanner.
func (w *Waived) Scan(value any) error {
	n, ok := value.(int64)
	if !ok {
		return fmt.Errorf("a flag is stored as %T", value)
	}
	*w = n == 0
	return nil
}
