package pages

import (
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// settingField is a setting on the page: a box or, with options, a choice.
type settingField struct {
	Name    string
	On      bool
	Options []option
}

// fillValues adds the settings that are words, by section, with the values of a refused form.
func (page *settingsPage) fillValues(c echo.Context, p models.Player) {
	page.Values = map[string][]settingField{}
	for _, s := range models.PlayerSettings {
		value := s.Get(&p)
		if entered := enteredValues(c.Request().PostForm, s.Section)[s.Name]; entered != "" && page.Refusal != nil {
			value = entered
		}
		field := settingField{Name: s.Name, On: value == models.Yes}
		for _, word := range s.Words {
			label := say(c, "site.settings."+s.Name+"."+word)
			field.Options = append(field.Options, option{word, label, word == value})
		}
		page.Values[s.Section] = append(page.Values[s.Section], field)
	}
}

// enteredValues returns the settings of a section that a form has. A box has a hidden field before it.
func enteredValues(post url.Values, section string) map[string]string {
	values := map[string]string{}
	for _, s := range models.PlayerSettings {
		if sent := post[s.Name]; s.Section == section && strings.Join(sent, "") != "" {
			values[s.Name] = sent[len(sent)-1]
		}
	}
	return values
}
