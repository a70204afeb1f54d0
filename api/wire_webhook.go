package api

import (
	"turnpost/models"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// wireNoticeWebhook returns what became of a notice at a webhook.
func wireNoticeWebhook(d models.HookDelivery, language *words.Language) NoticeWebhook {
	return NoticeWebhook{
		Webhook: d.Hook, Status: string(d.Status), Reason: view.HookReason(d, language), Attempts: d.Attempts,
		NextAt: optionalTime(d.NextAt), DoneAt: optionalTime(d.DoneAt),
	}
}
