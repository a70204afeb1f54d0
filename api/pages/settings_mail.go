package pages

import (
	"cmp"
	"context"
	"net/url"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/notice"
)

// fillMail adds the mail settings.
func (page *settingsPage) fillMail(c echo.Context, mail map[models.Kind]models.Delivery) {
	usual := usualDelivery(mail)
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
		chosen := deliveryOf(mail, kind)
		if chosen == usual {
			chosen = ""
		}
		page.MailVaries = page.MailVaries || chosen != ""
		page.Kinds = append(page.Kinds, kindSetting{Kind: kind, Label: kindLabel(c, kind), Options: append(
			[]option{{"", say(c, "site.settings.mail.as_all"), chosen == ""}}, deliveries(chosen)...,
		)})
	}
}

// deliveryOf returns how mail of a kind is delivered.
func deliveryOf(mail map[models.Kind]models.Delivery, kind models.Kind) models.Delivery {
	return cmp.Or(mail[kind], models.Instant)
}

// usualDelivery returns how most kinds of mail are delivered.
func usualDelivery(mail map[models.Kind]models.Delivery) models.Delivery {
	count, usual := map[models.Delivery]int{}, models.Instant
	for _, kind := range notice.MailKinds() {
		if d := deliveryOf(mail, kind); kind.MayBeOff() {
			if count[d]++; count[d] > count[usual] {
				usual = d
			}
		}
	}
	return usual
}

// enteredMail returns how mail of each kind is delivered by a form.
func enteredMail(post url.Values) map[models.Kind]models.Delivery {
	mail := map[models.Kind]models.Delivery{}
	for _, kind := range notice.MailKinds() {
		if d := cmp.Or(post.Get("mail."+string(kind)), post.Get("mail")); d != "" && kind.MayBeOff() {
			mail[kind] = models.Delivery(d)
		}
	}
	return mail
}

func (p *Pages) resumeMail(ctx context.Context, _ echo.Context, player models.Player) (string, error) {
	return "mail_resumed", p.Store.ResumeMail(ctx, player.ID)
}

func (p *Pages) setMail(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	post := c.Request().PostForm
	patch := models.ProfilePatch{Mail: enteredMail(post), Values: enteredValues(post, "mail")}
	_, err := p.Store.UpdateProfile(ctx, player.ID, patch)
	return "saved", err
}
