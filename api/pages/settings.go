package pages

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/templates/words"
)

// option is one of a list to choose from.
type option struct {
	Value, Label string
	Chosen       bool
}

// kindSetting is how mail of a kind comes.
type kindSetting struct {
	Kind    models.Kind
	Label   string
	Options []option
}

// language is one that the reader can be spoken to in.
type language struct {
	Tag, Name string
	Chosen    bool
}

// settingsPage is what a player can set.
type settingsPage struct {
	frame
	Me                    models.Player
	Zones                 []string
	Languages             []language
	Kinds                 []kindSetting
	QuietFrom, QuietUntil string
	Hours                 []option
	Reminders             string
	Away                  bool
	AwayFrom, AwayUntil   time.Time
	Sessions              []models.BrowserSession
	Tokens                []models.Token
	Blocks                []models.Block
	DeleteOpen            bool
}

func (p *Pages) showSettings(c echo.Context) error { return p.sendSettings(c, http.StatusOK, nil, "") }

func (p *Pages) sendSettings(c echo.Context, status int, refused *models.Error, what string) error {
	v := visitorOf(c)
	if !v.Signed {
		return fail(models.CodeUnauthorized, "error.signed_out")
	}
	ctx, reader := c.Request().Context(), readerOf(c)
	page := settingsPage{
		frame:      p.frame(c, say(c, "site.settings")),
		Me:         v.Player,
		Zones:      zones,
		DeleteOpen: what == "delete",
	}
	page.Here = "settings"
	if refused != nil {
		page.Refusal = p.refusal(refused, c)
	}
	for _, tag := range words.All() {
		page.Languages = append(
			page.Languages,
			language{tag, say(c, "language."+tag), words.For(v.Player.Locale).Tag() == tag},
		)
	}
	page.fillMail(c, v.Player.Settings)
	if away, ahead := p.Store.VacationAhead(v.Player); ahead {
		page.Away, page.AwayFrom, page.AwayUntil = true, reader.In(away.From), reader.In(away.Until)
	}
	var err error
	if page.Sessions, err = p.Store.BrowserSessions(ctx, v.Player.ID); err != nil {
		return err
	}
	if page.Tokens, err = p.Store.Tokens(ctx, v.Player.ID); err != nil {
		return err
	}
	for i := range page.Sessions {
		page.Sessions[i].UsedAt = reader.In(page.Sessions[i].UsedAt)
	}
	for i := range page.Tokens {
		page.Tokens[i].UsedAt = reader.In(page.Tokens[i].UsedAt)
	}
	if page.Blocks, err = p.Store.Blocks(ctx, v.Player.ID); err != nil {
		return err
	}
	return p.show(c, status, "settings", page)
}

// fillMail shows the settings of mail.
func (page *settingsPage) fillMail(c echo.Context, s models.Settings) {
	for _, kind := range models.MailKinds() {
		if !kind.MayBeOff() {
			continue
		}
		label, now := string(kind), models.Instant
		if key := "site.kind." + label; readerOf(c).Words().Has(key) {
			label = say(c, key)
		}
		if d, set := s.Mail[kind]; set {
			now = d
		}
		setting := kindSetting{Kind: kind, Label: label}
		for _, d := range []struct {
			delivery models.Delivery
			key      string
		}{
			{models.Instant, "site.settings.instant"},
			{models.Digest, "site.settings.in_digest"},
			{models.Off, "site.settings.off"},
		} {
			setting.Options = append(setting.Options, option{string(d.delivery), say(c, d.key), d.delivery == now})
		}
		page.Kinds = append(page.Kinds, setting)
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

// setting changes something of a player, and says what was done.
type setting func(ctx context.Context, c echo.Context, player models.Player) (done string, err error)

// changeSettings carries out one form of the settings.
func (p *Pages) changeSettings(c echo.Context) error {
	v, what := visitorOf(c), c.Param("what")
	if !v.Signed {
		return fail(models.CodeUnauthorized, "error.signed_out")
	}
	change, known := map[string]setting{
		"profile": p.setProfile, "mail": p.setMail, "away": p.setAway, "tokens": p.revokeToken,
		"block": p.block, "unblock": p.unblock, "everywhere": p.signOutEverywhere, "delete": p.deleteAccount,
	}[what]
	if !known {
		return fail(models.CodeNotFound, "site.no_page")
	}
	done, err := change(c.Request().Context(), c, v.Player)
	if err != nil {
		refused, err := refusedBy(err)
		if err != nil {
			return err
		}
		return p.sendSettings(c, p.Status(refused.Code), refused, what)
	}
	if done == "" { // the account is signed out
		p.setSession(c, "")
		return c.Redirect(http.StatusSeeOther, "/")
	}
	return to(c, "/settings", done)
}

func (p *Pages) setProfile(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	field := func(name string) *string {
		value := strings.TrimSpace(c.Request().PostForm.Get(name))
		return &value
	}
	patch := models.ProfilePatch{Name: field("name"), TimeZone: field("zone")}
	if locale := field("locale"); *locale != "" && words.For(player.Locale).Tag() != *locale {
		patch.Locale = locale
	}
	_, err := p.Store.UpdateProfile(ctx, player.ID, patch)
	return "saved", err
}

func (p *Pages) setMail(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	post := c.Request().PostForm
	patch := models.ProfilePatch{
		Mail: map[models.Kind]models.Delivery{}, Reminders: &[]string{},
		Quiet: &models.QuietHours{From: post.Get("quiet.from"), Until: post.Get("quiet.until")},
	}
	for _, kind := range models.MailKinds() {
		if d := post.Get("mail." + string(kind)); d != "" {
			patch.Mail[kind] = models.Delivery(d)
		}
	}
	if hour, err := strconv.Atoi(post.Get("digest")); err == nil {
		patch.DigestHour = &hour
	}
	for text := range strings.SplitSeq(post.Get("reminders"), ",") {
		if text = strings.TrimSpace(text); text != "" {
			*patch.Reminders = append(*patch.Reminders, text)
		}
	}
	_, err := p.Store.UpdateProfile(ctx, player.ID, patch)
	return "saved", err
}

func (p *Pages) setAway(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	post := c.Request().PostForm
	if post.Get("action") == "end" {
		return "away_ended", p.Store.EndVacation(ctx, player.ID)
	}
	_, err := p.Store.SetVacation(ctx, player.ID, post.Get("from"), post.Get("until"))
	return "away", err
}

func (p *Pages) revokeToken(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	id, err := number(c, "id")
	if err != nil {
		return "", err
	}
	return "revoked", p.Store.RevokeToken(ctx, player.ID, int64(id))
}

func (p *Pages) block(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	_, err := p.Store.BlockPlayer(ctx, player.ID, strings.TrimSpace(c.Request().PostForm.Get("name")))
	return "blocked", err
}

func (p *Pages) unblock(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	return "unblocked", p.Store.UnblockPlayer(ctx, player.ID, c.Request().PostForm.Get("name"))
}

func (p *Pages) signOutEverywhere(ctx context.Context, _ echo.Context, player models.Player) (string, error) {
	return "", p.Store.SignOutEverywhere(ctx, player.ID)
}

func (p *Pages) deleteAccount(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	return "", p.Store.DeletePlayer(ctx, player.ID, strings.TrimSpace(c.Request().PostForm.Get("confirm")))
}

// zones are proposed; every other one of the IANA database can be written.
var zones = slices.Sorted(slices.Values([]string{
	"UTC", "Africa/Cairo", "Africa/Johannesburg", "Africa/Lagos", "Africa/Nairobi",
	"America/Argentina/Buenos_Aires", "America/Bogota", "America/Chicago", "America/Denver",
	"America/Los_Angeles", "America/Mexico_City", "America/New_York", "America/Sao_Paulo", "America/Toronto",
	"Asia/Bangkok", "Asia/Dubai", "Asia/Hong_Kong", "Asia/Jakarta", "Asia/Jerusalem", "Asia/Karachi",
	"Asia/Kolkata", "Asia/Manila", "Asia/Seoul", "Asia/Shanghai", "Asia/Singapore", "Asia/Tehran", "Asia/Tokyo",
	"Australia/Melbourne", "Australia/Perth", "Australia/Sydney", "Europe/Amsterdam", "Europe/Athens",
	"Europe/Berlin", "Europe/Brussels", "Europe/Bucharest", "Europe/Budapest", "Europe/Dublin", "Europe/Helsinki",
	"Europe/Istanbul", "Europe/Kyiv", "Europe/Lisbon", "Europe/London", "Europe/Madrid", "Europe/Moscow",
	"Europe/Oslo", "Europe/Paris", "Europe/Prague", "Europe/Rome", "Europe/Sofia", "Europe/Stockholm",
	"Europe/Vienna", "Europe/Warsaw", "Europe/Zurich", "Pacific/Auckland", "Pacific/Honolulu",
}))
