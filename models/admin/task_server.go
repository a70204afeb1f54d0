package admin

import (
	"context"
	"strconv"
	"time"

	"turnpost/models/mailbox"
	"turnpost/models/play"
	"turnpost/rules/phrase"
)

// PlanRotateLinkKey plans RotateLinkKey.
func (a Admin) PlanRotateLinkKey() Task { return newTask("rotate-key", "rotate_key", a.RotateLinkKey) }

// PlanRotatePushKey plans RotatePushKey.
func (a Admin) PlanRotatePushKey() Task {
	return newTask("rotate-push-key", "rotate_push_key", a.RotatePushKey)
}

// PlanInvite plans Invite. The sentence about what was done has the code.
func (a Admin) PlanInvite(note string, uses int, life time.Duration) Task {
	until := a.store.Clock().Add(life).UTC().Format(time.RFC3339)
	t := newTask("invite", "invite", nil, "n", uses, "until", until)
	t.do = func(ctx context.Context) (phrase.Message, error) {
		code, err := a.Invite(ctx, note, uses, life)
		return phrase.New("admin.done.invite", "code", code, "n", uses, "until", until), err
	}
	return t.about("", strconv.Itoa(uses)+" accounts")
}

// PlanRequeueMail plans RequeueInbound.
func (a Admin) PlanRequeueMail(id int64) Task {
	return newTask("inbound retry", "retry", func(ctx context.Context) error { return a.RequeueInbound(ctx, id) },
		"mail", int(id)).about("", mailNumber(id))
}

// PlanReadMail plans to show the text of a mail that came in. There is no sentence about it. Errors of CarryOut:
// CodeNotFound, ErrNoRawMail.
func (a Admin) PlanReadMail(id int64, show func(raw []byte) error) Task {
	t := newTask("inbound show", "read_mail", nil, "mail", int(id))
	t.do = func(ctx context.Context) (done phrase.Message, err error) {
		m, err := a.InboundMail(ctx, id)
		switch {
		case err != nil:
			return done, err
		case len(m.Raw) == 0:
			return done, mailbox.ErrNoRawMail
		}
		return done, show(m.Raw)
	}
	return t.about("", mailNumber(id))
}

func mailNumber(id int64) string { return "mail " + strconv.FormatInt(id, 10) }

// PlanReadChat plans to show the messages of a report's game, as ReportedChat lists them.
// Errors: CodeNotFound.
func (a Admin) PlanReadChat(ctx context.Context, report int64, show func([]play.Message) error) (Task, error) {
	r, err := a.Report(ctx, report)
	if err != nil {
		return Task{}, err
	}
	t := newTask("reports show", "read_chat", nil, "game", r.Game)
	t.do = func(ctx context.Context) (phrase.Message, error) {
		chat, err := a.ReportedChat(ctx, report)
		if err == nil {
			err = show(chat)
		}
		return phrase.New("admin.done.read_chat", "n", len(chat), "game", r.Game), err
	}
	return t.about(r.Game, reportNumber(report)), nil
}

// PlanCloseReport plans CloseReport.
func (a Admin) PlanCloseReport(id int64, note string) Task {
	return newTask("reports close", "report_close", func(ctx context.Context) error {
		return a.CloseReport(ctx, id, note)
	}, "report", int(id)).about("", reportNumber(id))
}

func reportNumber(id int64) string { return "report " + strconv.FormatInt(id, 10) }

// PlanAnnounce plans Announce until a time that ParseUntil reads.
func (a Admin) PlanAnnounce(text, until string) Task {
	t := newTask("announce", "announce", nil, "text", text, "until", until)
	t.do = func(ctx context.Context) (phrase.Message, error) {
		end, err := ParseUntil(until, a.store.Clock())
		if err == nil {
			err = a.Announce(ctx, text, end)
		}
		return phrase.New("admin.done.announce", "until", end.UTC().Format(time.RFC3339)), err
	}
	return t.about("", text)
}

// PlanEndAnnouncement plans EndAnnouncement.
func (a Admin) PlanEndAnnouncement() Task {
	return newTask("announce", "announce_end", a.EndAnnouncement).about("", "end")
}
