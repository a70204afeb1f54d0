package pages

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/calendar"
	"turnpost/models/notice"
)

// fillMail adds the mail settings.
func (page *settingsPage) fillMail(c echo.Context, s models.Settings) {
	usual := usualDelivery(s)
	deliveries := func(chosen models.Delivery) (list []option) {
		for _, d := range []struct {
			delivery models.Delivery
			key      string
		}{
			{models.Instant, "site.settings.instant"},
			{models.Digest, "site.settings.in_digest"},
			{models.Off, "site.settings.off"},
		} {
			list = append(list, option{string(d.delivery), say(c, d.key), d.delivery == chosen})
		}
		return list
	}
	page.AllMail = deliveries(usual)
	for _, kind := range notice.MailKinds() {
		if !kind.MayBeOff() {
			continue
		}
		chosen := deliveryOf(s, kind)
		if chosen == usual {
			chosen = ""
		}
		page.MailVaries = page.MailVaries || chosen != ""
		page.Kinds = append(page.Kinds, kindSetting{Kind: kind, Label: kindLabel(c, kind), Options: append(
			[]option{{"", say(c, "site.settings.mail.as_all"), chosen == ""}}, deliveries(chosen)...,
		)})
	}
	if s.Quiet != nil {
		page.QuietFrom, page.QuietUntil = s.Quiet.From, s.Quiet.Until
	}
	digest := models.DefaultDigestHour
	if s.DigestHour != nil {
		digest = *s.DigestHour
	}
	for h := range 24 {
		page.Hours = append(page.Hours, option{strconv.Itoa(h), fmt.Sprintf("%02d:00", h), h == digest})
	}
	page.Reminders = strings.Join(s.Reminders, ", ")
}

// deliveryOf returns how mail of a kind is delivered.
func deliveryOf(s models.Settings, kind models.Kind) models.Delivery {
	return cmp.Or(s.Mail[kind], models.Instant)
}

// usualDelivery returns how most kinds of mail are delivered.
func usualDelivery(s models.Settings) models.Delivery {
	count, usual := map[models.Delivery]int{}, models.Instant
	for _, kind := range notice.MailKinds() {
		if d := deliveryOf(s, kind); kind.MayBeOff() {
			if count[d]++; count[d] > count[usual] {
				usual = d
			}
		}
	}
	return usual
}

// mailSettings parses the form of the mail settings.
func mailSettings(post url.Values) models.Settings {
	s := models.Settings{
		Mail: map[models.Kind]models.Delivery{}, Reminders: []string{},
		Quiet: &calendar.QuietHours{From: post.Get("quiet.from"), Until: post.Get("quiet.until")},
	}
	for _, kind := range notice.MailKinds() {
		if d := cmp.Or(post.Get("mail."+string(kind)), post.Get("mail")); d != "" && kind.MayBeOff() {
			s.Mail[kind] = models.Delivery(d)
		}
	}
	if hour, err := strconv.Atoi(post.Get("digest")); err == nil {
		s.DigestHour = &hour
	}
	for text := range strings.SplitSeq(post.Get("reminders"), ",") {
		if text = strings.TrimSpace(text); text != "" {
			s.Reminders = append(s.Reminders, text)
		}
	}
	return s
}

func (p *Pages) resumeMail(ctx context.Context, _ echo.Context, player models.Player) (string, error) {
	return "mail_resumed", p.Store.ResumeMail(ctx, player.ID)
}

func (p *Pages) setMail(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	s := mailSettings(c.Request().PostForm)
	patch := models.ProfilePatch{Mail: s.Mail, Quiet: s.Quiet, DigestHour: s.DigestHour, Reminders: &s.Reminders}
	patch.Values = enteredValues(c.Request().PostForm, "mail")
	_, err := p.Store.UpdateProfile(ctx, player.ID, patch)
	return "saved", err
}
