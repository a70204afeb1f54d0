package mailer

import (
	"context"
	"errors"
	"strings"

	"turnpost/mailer/reply"
	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/models/setting"
	"turnpost/templates"
)

// changeSettings applies the lines of settings that a mail sends back, all or none, and answers with what has changed
// or why nothing has. handled is false where the mail has no such lines: a command in it is read as any other.
func (r *claimedMail) changeSettings(ctx context.Context) (handled bool, err error) {
	sent := r.answered.settings
	if sent == nil {
		sent = setting.Of(r.holder.Player, r.config.Now())
	}
	f := reply.FieldOptions{
		Named: templates.SettingNamed, Value: templates.SettingValue, Names: templates.SettingNames(),
		Sent: map[string]string{},
	}
	for _, s := range sent {
		f.Sent[s.Name] = s.Value
	}
	f.Refused = map[reply.Field]bool{}
	for _, fault := range r.answered.faults {
		f.Refused[reply.Field{Name: fault.Name, Value: fault.Value}] = true
	}
	fields, agree, err := reply.ReadFields(r.claim.Raw, r.options, f)
	switch {
	case err != nil:
		return true, err
	case len(fields) == 0 && len(r.mail.Reply.Commands) > 0:
		return false, nil
	case r.link.Expired(r.config.Now()):
		return true, r.answerQuestion(ctx, r.settingsNow(models.AnswerSettings, "expired"))
	case len(fields) == 0:
		return true, r.answerQuestion(ctx, r.settingsNow(models.AnswerSettings, "nothing"))
	case !agree:
		return true, r.answerQuestion(ctx, r.settingsNow(models.AnswerSettings, "torn"))
	}
	return true, r.applySettings(ctx, fields)
}

// applySettings changes the settings that the fields name.
func (r *claimedMail) applySettings(ctx context.Context, fields []reply.Field) error {
	lines := make([]models.Setting, len(fields))
	for i, f := range fields {
		lines[i] = models.Setting{Name: f.Name, Value: f.Value}
	}
	change, faults := setting.Read(lines)
	if len(faults) > 0 {
		return r.rejectSettings(ctx, faults)
	}
	before := setting.Of(r.holder.Player, r.config.Now())
	_, err := r.alongResult(mailbox.InboundDone, func(made any) mailbox.InboundSettlement {
		return r.settingsDone(before, made)
	}).ChangeSettings(ctx, r.link.Player, change)
	if refused, ok := errors.AsType[*models.Error](err); ok && refused.Code == models.CodeInvalid {
		return r.rejectSettings(ctx, []models.SettingFault{lineOf(refused, lines)})
	}
	return err
}

// settingsDone settles a mail that has changed settings.
func (r *claimedMail) settingsDone(before []models.Setting, made any) mailbox.InboundSettlement {
	player, _ := made.(models.Player)
	a := r.settingsOf(player, models.AnswerChanged)
	a.Changes = setting.Changes(before, a.Settings)
	names := make([]string, len(a.Changes))
	for i, c := range a.Changes {
		names[i] = c.Name
	}
	done := r.settlement(mailbox.InboundDone)
	done.Reason, done.Detail = string(reply.Settings), clipLine(strings.Join(names, ", "), 200)
	done.Arrived, done.Answer = true, r.inThread(a)
	return done
}

// rejectSettings answers that nothing was changed, and why.
func (r *claimedMail) rejectSettings(ctx context.Context, faults []models.SettingFault) error {
	a := r.settingsNow(models.AnswerFaults, "")
	a.Faults, a.Typed = faults, clipLine(faults[0].String(), 80)
	return r.reject(ctx, string(models.AnswerFaults), a)
}

// lineOf returns the line that an error of the use case is about: that of the vacation, unless the field says
// otherwise.
func lineOf(refused *models.Error, lines []models.Setting) models.SettingFault {
	alone := *refused
	alone.Field = ""
	for _, line := range lines {
		if line.Name == "vacation" && (refused.Field == "from" || refused.Field == "until") {
			return models.SettingFault{Setting: line, Refused: &alone}
		}
	}
	return models.SettingFault{Setting: lines[0], Refused: &alone}
}
