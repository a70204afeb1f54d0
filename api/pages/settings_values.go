package pages

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// settingField is a setting on the page: a box or, with options, a choice; times of day, or texts with commas.
type settingField struct {
	Name, Label string // of the field in the form; the phrase
	Form        models.ValueForm
	On          bool
	Options     []option
	Texts       string
	From, Until string
}

// fillValues adds the settings by their places, with the values of a refused form.
func (page *settingsPage) fillValues(c echo.Context, p models.Player, entered models.Values) {
	page.Values = map[string][]settingField{}
	for _, s := range models.PlayerSettings {
		values, sent := entered[s.Name]
		if !sent {
			values = s.Get(&p)
		}
		field := settingField{
			Name: cmp.Or(s.Input, s.Name), Label: s.Phrase(), Form: s.Form,
			Texts: strings.Join(values, ", "),
		}
		if field.On = field.Texts == models.Yes; s.Form == models.Times && len(values) > 0 {
			field.From, field.Until = values[0], values[1]
		}
		for i, word := range s.Words {
			label := fmt.Sprintf("%02d:00", i)
			if s.Form != models.Hour {
				label = say(c, "site.settings."+s.Name+"."+word)
			}
			field.Options = append(field.Options, option{word, label, word == field.Texts})
		}
		page.Values[s.Section] = append(page.Values[s.Section], field)
	}
}

// enteredValues returns the settings that the form of a section has. A box has a hidden field before it.
func enteredValues(post url.Values, section string) models.Values {
	values := models.Values{}
	for _, s := range models.PlayerSettings {
		if form, _, _ := strings.Cut(s.Section, "."); form != section {
			continue
		}
		name := cmp.Or(s.Input, s.Name)
		switch sent := post[name]; s.Form {
		case models.Times:
			values[s.Name] = nil
			if from, until := post.Get(name+".from"), post.Get(name+".until"); from+until != "" {
				values[s.Name] = []string{from, until}
			}
		case models.Texts:
			values[s.Name] = nil
			for text := range strings.SplitSeq(post.Get(name), ",") {
				if text = strings.TrimSpace(text); text != "" {
					values.Add(s.Name, text)
				}
			}
		default:
			if strings.Join(sent, "") != "" {
				values.Set(s.Name, sent[len(sent)-1])
			}
		}
	}
	return values
}
