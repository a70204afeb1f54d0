package templates

import (
	"turnpost/models"
	"turnpost/models/setting"
)

// settings writes the mail with the reader's settings: the changes and refusals, and then each setting in a line
// that can be changed and sent back.
func (w *mailWriter) settings() {
	switch w.Answer.About {
	case models.AnswerChanged:
		w.changed()
	case models.AnswerFaults:
		w.faults()
	}
	if from := w.Answer.DaysOffFrom; from != nil {
		later := w.language.Say("days_off.later", "from", w.when(*from))
		w.blocks = append(w.blocks, mailBlock{Kind: blockText, Text: oneLine(later)})
	}
	if w.Answer.Reason != "" {
		w.add(blockText, "settings."+w.Answer.Reason)
	}
	w.replyWith("settings.how")
	w.add(blockText, "settings.not_here")
	w.link(blockLink, "settings.page", w.Site+"/settings")
	var group setting.Group
	for _, s := range w.Answer.Settings {
		if setting.GroupOf(s.Name) != group {
			group = setting.GroupOf(s.Name)
			w.add(blockSection, "settings.group."+string(group))
			if key := "settings.group." + string(group) + ".what"; w.language.Has(key) {
				w.add(blockText, key)
			}
		}
		block := mailBlock{Kind: blockSetting, Text: oneLine(settingIn(w.language, s).String())}
		if note := settingKey(setting.Form(s.Name)); note != "mail" && note != "game" {
			block.Lines = []string{w.say("setting." + note)}
		}
		w.blocks = append(w.blocks, block)
	}
}

// changed lists the changed settings.
func (w *mailWriter) changed() {
	if len(w.Answer.Changes) == 0 {
		w.add(blockText, "settings.unchanged")
		return
	}
	w.add(blockText, "settings.changed")
	table := mailBlock{Kind: blockTable}
	for _, c := range w.Answer.Changes {
		change := oneLine(settingValueIn(w.language, c.After))
		if c.Before != "" {
			before := oneLine(settingValueIn(w.language, c.Before))
			change = w.language.Say("settings.change", "before", before, "after", change)
		}
		table.Rows = append(table.Rows, [2]string{oneLine(settingNameIn(w.language, c.Name)), change})
	}
	w.blocks = append(w.blocks, table)
	w.add(blockText, "settings.back")
}

// faults lists the lines that were not applied.
func (w *mailWriter) faults() {
	w.add(blockText, "settings.refused")
	for _, f := range w.Answer.Faults {
		line := oneLine(settingIn(w.language, f.Setting).String())
		w.blocks = append(w.blocks, mailBlock{Kind: blockQuote, Lines: []string{line}})
		if key := "settings.fault." + f.Code; f.Code != "" && w.language.Has(key) {
			f.Reason = w.language.Say(key, "value", f.Setting.Value)
		}
		reason := w.language.Say("settings.fault", "reason", oneLine(f.Reason))
		if key := "setting." + settingKey(f.Form); f.Form != "" && w.language.Has(key) {
			reason = w.language.Say("settings.fault.allowed", "reason", oneLine(f.Reason), "allowed", w.language.Say(key))
		}
		w.blocks = append(w.blocks, mailBlock{Kind: blockText, Text: oneLine(reason)})
	}
}
