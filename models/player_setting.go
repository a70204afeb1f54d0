package models

import "slices"

// PlayerSetting is a setting of a player that is a word: yes, no, or one of a choice. PATCH /v1/me, the page of
// settings and the mail about them walk PlayerSettings. A new one needs its line there, a field of Settings, its fields
// in the API, and the phrases setting.NAME, setting.name.NAME and site.settings.NAME.
type PlayerSetting struct {
	Name     string   // in the API and in forms; in mails _ is a space
	Also     []string // other names that people type in mails
	Group    string   // of the mail; "" if mails do not have it
	Section  string   // of the page; "" if the page does not have it
	Words    []string // that can be chosen; nil for yes and no
	Fault    string   // the phrase for a word that cannot be chosen
	Get      func(*Player) string
	Set      func(*Settings, string) // nil for one that is not in Settings
	Column   string                  // of players, with 1 for yes; "" for none
	Opposite bool                    // the column has 1 for no
}

// PlayerSettings lists the settings in the order of mails and pages.
var PlayerSettings = []PlayerSetting{
	{
		Name: "auto_vacation", Also: []string{"automatic vacation"}, Group: "player", Section: "days-off",
		Get: func(p *Player) string { return YesNo(p.AutoVacation) }, Column: "auto_vacation",
	},
	{
		Name: "listed", Group: "player", Section: "profile",
		Get: func(p *Player) string { return YesNo(p.Listed) }, Column: "unlisted", Opposite: true,
	},
	{Name: "bot", Section: "profile", Get: func(p *Player) string { return YesNo(p.Bot()) }},
	{
		Name: "show_rating", Section: "profile",
		Get: func(p *Player) string { return YesNo(!p.HideRating) }, Column: "hide_rating", Opposite: true,
	},
	{
		Name: "confirm_turns", Group: "mail", Section: "mail",
		Words: []string{string(ConfirmFirst), string(ConfirmAlways), string(ConfirmNever)}, Fault: "bad_confirmation",
		Get: func(p *Player) string { return string(p.Settings.TurnConfirmation()) },
		Set: func(s *Settings, value string) { s.ConfirmTurns = Confirmation(value) },
	},
	{
		Name: "confirm_replies", Group: "mail",
		Get: func(p *Player) string { return YesNo(p.Settings.ConfirmReplies) },
		Set: func(s *Settings, value string) { s.ConfirmReplies = value == Yes },
	},
}

// The values of a PlayerSetting without Words.
const (
	Yes = "yes"
	No  = "no"
)

// YesNo returns Yes or No.
func YesNo(yes bool) string {
	if yes {
		return Yes
	}
	return No
}

// Put changes the value of a PlayerSetting.
func (patch *ProfilePatch) Put(name, value string) {
	if patch.Values == nil {
		patch.Values = map[string]string{}
	}
	patch.Values[name] = value
}

// checkValues refuses words that cannot be chosen.
func (patch ProfilePatch) checkValues() error {
	for _, s := range PlayerSettings {
		if value, changed := patch.Values[s.Name]; changed && s.Words != nil && !slices.Contains(s.Words, value) {
			return Invalid(s.Name, s.Fault)
		}
	}
	return nil
}
