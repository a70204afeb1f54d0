package view

import (
	"turnpost/models"
	"turnpost/templates/words"
)

// NoticeReason says why a notice was dropped or abandoned, which mail included it, or why
// its last attempt failed: the phrase notice.REASON or failure.CODE, else the answer of the
// mail server. It is "" if there is nothing to explain.
func NoticeReason(n models.Notice, language *words.Language) string {
	if n.Reason != "" {
		return language.Say("notice."+string(n.Reason), "primary", int(n.Primary))
	}
	if key := "failure." + n.Failure; language.Has(key) {
		return language.Say(key)
	}
	return n.Failure
}

// MailFailing says why mail to a player is paused: the phrase mail_failing.DETAIL, else the
// answer of their mail server.
func MailFailing(f models.MailFailing, language *words.Language) string {
	if key := "mail_failing." + f.Detail; language.Has(key) {
		return language.Say(key)
	}
	return f.Detail
}
