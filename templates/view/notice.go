package view

import (
	"turnpost/models"
	"turnpost/models/hook"
	"turnpost/models/notice"
	"turnpost/templates/words"
)

// NoticeReason explains why a notice was dropped or abandoned, which mail included it, or why its last attempt failed:
// the phrase notice.REASON or failure.CODE, else the response of the mail server. It returns "" if there is nothing
// to explain.
func NoticeReason(n notice.Notice, language *words.Language) string {
	if n.Reason != "" {
		return language.Say("notice."+string(n.Reason), "primary", int(n.Primary))
	}
	if key := "failure." + n.Failure; language.Has(key) {
		return language.Say(key)
	}
	return n.Failure
}

// MailFailing explains why mail to a player is paused: the phrase mail_failing.DETAIL, else the response of their mail
// server.
func MailFailing(f models.MailFailing, language *words.Language) string {
	if key := "mail_failing." + f.Detail; language.Has(key) {
		return language.Say(key)
	}
	return f.Detail
}

// HookDetail explains what happened in an attempt to send to a webhook; status is that of the response.
func HookDetail(detail models.HookDetail, status int, language *words.Language) string {
	return language.Say("hook.detail."+string(detail), "status", status)
}

// HookReason explains why a notice was not sent to a webhook, or why its last attempt failed; "" if it was sent. The
// status of an attempt is in the settings only.
func HookReason(d models.HookDelivery, language *words.Language) string {
	switch {
	case d.Reason != "":
		return language.Say("notice."+string(d.Reason), "primary", 0)
	case d.Detail == "" || d.Detail == hook.HookOK:
		return ""
	case d.Detail == hook.HookRefused:
		return language.Say("hook.refused")
	}
	return HookDetail(d.Detail, 0, language)
}
