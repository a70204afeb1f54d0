package templates

import (
	"fmt"

	"turnpost/models"
)

// writeReport writes the operator's mail about a report, with what it names and the commands that read and close it.
func (w *mailWriter) writeReport() {
	r := w.Report
	w.add(blockHead, "report.head")
	if r.Game != "" {
		w.link(blockLink, "report.game", GameURL(w.Site, r.Game))
	}
	w.quote("report.reason", r.Reason)
	w.quote("report.said", r.Said)
	w.add(blockText, "report.how")
	w.command(fmt.Sprintf("turnpost admin reports show %d", r.ID))
	w.command(fmt.Sprintf("turnpost admin reports close %d", r.ID))
}

// announce appends what the operator tells everybody.
func (w *mailWriter) announce() {
	if w.Announcement.Text != "" && w.Kind != models.KindReport {
		w.quote("announcement", w.Announcement.Text)
	}
}

// sayMuted says that the message that came with the reader's command was refused.
func (w *mailWriter) sayMuted() {
	if w.Answer != nil && w.Answer.Muted {
		w.add(blockText, "answer.muted")
	}
}
