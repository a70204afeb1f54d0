package pages

import (
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/hook"
)

// kindGroups are the kinds of notices that a form offers together, by the value of its field "group". Any other value
// means the kinds that are chosen one by one.
var kindGroups = []struct {
	name string
	has  func(models.Kind) bool
}{
	{"all", func(models.Kind) bool { return true }},
	{"turn", func(k models.Kind) bool {
		return slices.Contains([]models.Kind{models.KindYourTurn, models.KindReminder, models.KindOffer}, k)
	}},
	{"game", func(k models.Kind) bool { return k.About() == models.AboutGame }},
}

// chosenKinds is the value of the field "group" for kinds that are chosen one by one.
const chosenKinds = "chosen"

// kindsOf returns the kinds of a group; ok is false for a name of none.
func kindsOf(group string) (kinds []models.Kind, ok bool) {
	for _, g := range kindGroups {
		if g.name == group {
			return slices.DeleteFunc(slices.Clone(hook.Events()), func(k models.Kind) bool { return !g.has(k) }), true
		}
	}
	return nil, false
}

// groupOf returns the group with these kinds, or chosenKinds.
func groupOf(kinds []models.Kind) string {
	for _, g := range kindGroups {
		of, _ := kindsOf(g.name)
		if len(of) == len(kinds) && !slices.ContainsFunc(of, func(k models.Kind) bool { return !slices.Contains(kinds, k) }) {
			return g.name
		}
	}
	return chosenKinds
}

// kindsIn returns the kinds that a form chooses: those of its group, else those chosen one by one, of which none means
// all.
func kindsIn(post url.Values) []models.Kind {
	if kinds, ok := kindsOf(post.Get("group")); ok {
		return kinds
	}
	if len(post["events"]) == 0 {
		return hook.Events()
	}
	var kinds []models.Kind
	for _, name := range post["events"] {
		kinds = append(kinds, models.Kind(name))
	}
	return kinds
}

// kindChoice is the part of a form that chooses kinds of notices.
type kindChoice struct {
	Groups, Events []option
	OneByOne       bool // the kinds are those of no group
}

// newKindChoice returns the choice with the kinds of a form or, from valuesOf, of what is stored.
func newKindChoice(c echo.Context, values url.Values) (choice kindChoice) {
	kinds := kindsIn(values)
	group := groupOf(kinds)
	choice.OneByOne = group == chosenKinds
	for _, g := range kindGroups {
		choice.Groups = append(choice.Groups, option{g.name, say(c, "site.hooks.group."+g.name), g.name == group})
	}
	choice.Groups = append(choice.Groups, option{chosenKinds, say(c, "site.hooks.group."+chosenKinds), choice.OneByOne})
	for _, kind := range hook.Events() {
		chosen := choice.OneByOne && slices.Contains(kinds, kind)
		choice.Events = append(choice.Events, option{string(kind), kindLabel(c, kind), chosen})
	}
	return choice
}
