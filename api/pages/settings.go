package pages

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/calendar"
	"turnpost/models/names"
	"turnpost/templates/words"
)

// option is an entry of a select field.
type option struct {
	Value, Label string
	Chosen       bool
}

// kindSetting is the setting for one kind of mail.
type kindSetting struct {
	Kind    models.Kind
	Label   string
	Options []option
}

// settingsPage shows a player's settings.
type settingsPage struct {
	Frame
	Me                  models.Player
	Zones               []string
	Languages           []option
	AllMail             []option // how mail is delivered, if its kind has no exception
	Kinds               []kindSetting
	MailVaries          bool                      // a kind has an exception
	Values              map[string][]settingField // by models.PlayerSetting.Section
	Away, AwayNow       bool                      // a vacation runs or is planned; it runs
	AwayFrom, AwayUntil time.Time
	DaysLeft            int // of vacation, this year
	Rest                daysOffShown
	Sessions            []account.BrowserSession
	Tokens              []tokenShown
	NewToken            tokenForm
	Issued              *account.IssuedToken // the token that was just created, to be copied
	Feeds               feedsShown
	Hooks               []hookShown
	HooksOff            bool
	NewHook             hookForm
	Devices             []deviceShown
	PushKey             string // by which a browser subscribes
	HookSecret          string // the secret that was just made, to be copied
	Blocks              []account.Block
	Pending             string // the new address that awaits confirmation; "" for none
	Section             string // the section of the form that was sent
	Form                settingsForm
}

// settingsForm holds the values of the small forms.
type settingsForm struct{ Name, Email, Zone, Locale, From, Until, Block string }

func (p *Pages) showSettings(c echo.Context) error { return p.sendSettings(c, nil, "") }

func (p *Pages) sendSettings(c echo.Context, refused *models.Error, what string) error {
	page, err := p.settings(c, refused, what)
	if err != nil {
		return err
	}
	return p.showSettingsPage(c, p.statusOf(refused), page)
}

// showSettingsPage sends the page of the reader's settings. No browser may keep it, so that the Back button does not
// show it to the next user of the browser after the player has signed out.
func (p *Pages) showSettingsPage(c echo.Context, status int, page settingsPage) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return p.show(c, status, "settings", page)
}

// settings returns the page of the reader's settings. If a form was refused, its values are kept.
func (p *Pages) settings(c echo.Context, refused *models.Error, what string) (settingsPage, error) {
	v := visitorOf(c)
	if !v.Signed {
		return settingsPage{}, fail(models.CodeUnauthorized, "error.signed_out")
	}
	ctx, reader := c.Request().Context(), readerOf(c)
	page := settingsPage{
		Frame: p.frame(c, say(c, "site.settings")), Me: v.Player, Zones: calendar.SuggestedZones, Section: sections[what],
	}
	page.Here = "settings"
	if page.Section == "" {
		page.Section = sections[c.QueryParam(sectionParam)]
	}
	page.Form = settingsForm{
		Name: names.Plain(v.Player.Name), Zone: v.Player.TimeZone.String(), Locale: words.For(v.Player.Locale).Tag(),
	}
	mail, entered := v.Player.Settings.Mail, models.Values{}
	if refused != nil {
		page.Refusal = p.refusal(refused, readerOf(c))
		page.Form.restore(c.Request().PostForm, what)
		if what == "mail" {
			mail = enteredMail(c.Request().PostForm)
		}
		entered = enteredValues(c.Request().PostForm, what)
	}
	for _, tag := range words.All() {
		page.Languages = append(page.Languages, option{tag, words.For(tag).Name(), page.Form.Locale == tag})
	}
	page.fillMail(c, mail)
	page.fillValues(c, v.Player, entered)
	page.fillDaysOff(c, p.Store, v.Player)
	if away, ahead := p.Store.VacationAhead(v.Player); ahead {
		page.Away, page.AwayFrom, page.AwayUntil = true, reader.In(away.From), reader.In(away.Until)
		page.AwayNow = !away.From.After(p.Store.Now())
		if what != "away" {
			page.Form.From, page.Form.Until = away.Days(v.Player.TimeZone)
		}
	}
	var err error
	if page.DaysLeft, err = p.Store.VacationLeft(ctx, v.Player); err != nil {
		return page, err
	}
	if page.Pending, _, err = p.Store.PendingAddress(ctx, v.Player.ID); err != nil {
		return page, err
	}
	if page.Sessions, err = p.Store.BrowserSessions(ctx, v.Player.ID); err != nil {
		return settingsPage{}, err
	}
	for i := range page.Sessions {
		page.Sessions[i].UsedAt = reader.In(page.Sessions[i].UsedAt)
		page.Sessions[i].Label = browserName(c, page.Sessions[i].Label)
	}
	if err := p.fillTokens(c, &page, v.Player); err != nil {
		return settingsPage{}, err
	}
	if err := p.fillFeeds(c, &page, v.Player); err != nil {
		return settingsPage{}, err
	}
	if err := p.fillHooks(c, &page, v.Player); err != nil {
		return settingsPage{}, err
	}
	if err := p.fillDevices(c, &page, v.Player); err != nil {
		return settingsPage{}, err
	}
	if page.Blocks, err = p.Store.Blocks(ctx, v.Player.ID); err != nil {
		return settingsPage{}, err
	}
	return page, nil
}

// restore takes over the values of a refused form.
func (f *settingsForm) restore(post url.Values, what string) {
	switch what {
	case "profile":
		f.Name, f.Zone, f.Locale = post.Get("name"), post.Get("zone"), post.Get("locale")
	case "address":
		f.Email = post.Get("email")
	case "away":
		f.From, f.Until = post.Get("from"), post.Get("until")
	case "block":
		f.Block = post.Get("name")
	}
}

// setting changes a setting of a player and returns the name of the confirmation.
type setting func(ctx context.Context, c echo.Context, player models.Player) (done string, err error)

// changeSettings handles one form of the settings.
func (p *Pages) changeSettings(c echo.Context) error {
	v, what := visitorOf(c), c.Param("what")
	if !v.Signed {
		return fail(models.CodeUnauthorized, "error.signed_out")
	}
	switch post := c.Request().PostForm; {
	case what == newToken:
		return p.createToken(c, v.Player)
	case what == feedsForm:
		return p.changeFeeds(c, v.Player)
	case what == newHook || what == hookSecret:
		return p.createHook(c, v.Player, what)
	case what == "everywhere" && !post.Has(sureField):
		return p.askEverywhere(c)
	case what == "delete" && !post.Has("confirm"):
		return p.showDeletion(c)
	}
	change, known := map[string]setting{
		"address": p.setAddress, "profile": p.setProfile, "mail": p.setMail, "away": p.setAway, "tokens": p.revokeToken,
		"block": p.block, "unblock": p.unblock, "everywhere": p.signOutEverywhere, "delete": p.deleteAccount,
		"resume-mail": p.resumeMail, "test-webhook": p.testHook, "delete-webhook": p.deleteHook,
		changeHook: p.changeHook, newDevice: p.addDevice, changeDevice: p.changeDevice,
		daysOffForm: p.setDaysOff,
	}[what]
	if !known {
		return fail(models.CodeNotFound, "site.no_page")
	}
	done, err := change(c.Request().Context(), c, v.Player)
	if refused, is := errors.AsType[*models.Error](err); is && refused.Code != models.CodeUnauthorized {
		if what == "delete" {
			return p.askToDelete(c, refused)
		}
		return p.sendSettings(c, refused, what) // even for an unknown player or token
	}
	if err != nil {
		return err
	}
	if done == "" { // the account is signed out
		p.setSession(c, "")
		return c.Redirect(http.StatusSeeOther, "/")
	}
	section := sections[what]
	return redirect(c, settingsPath(section), done)
}

// sections maps the addresses of the forms, and the names of the sections, to sections of the page.
var sections = map[string]string{
	"profile": "profile", "address": "profile",
	"mail": "mail", "resume-mail": "mail", "away": "away", "tokens": "tokens", newToken: "tokens",
	feedsForm: feedsForm, daysOffForm: daysOffForm,
	"webhooks": "webhooks", newHook: "webhooks", hookSecret: "webhooks", "test-webhook": "webhooks",
	"delete-webhook": "webhooks", changeHook: "webhooks", newDevice: "devices", changeDevice: "devices",
	"devices":    "devices",
	"everywhere": "access", "access": "access", "block": "blocks", "unblock": "blocks", "blocks": "blocks",
}

func (p *Pages) setProfile(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	field := func(name string) string { return strings.TrimSpace(c.Request().PostForm.Get(name)) }
	patch := models.ProfilePatch{Name: new(field("name")), Values: enteredValues(c.Request().PostForm, "profile")}
	patch.Put("time_zone", field("zone"))
	if locale := field("locale"); locale != "" && words.For(player.Locale).Tag() != locale {
		patch.Put("locale", locale)
	}
	_, err := p.Store.UpdateProfile(ctx, player.ID, patch)
	return "saved", err
}

func (p *Pages) setAway(ctx context.Context, c echo.Context, player models.Player) (string, error) {
	post := c.Request().PostForm
	away, ahead := p.Store.VacationAhead(player)
	done := "away"
	switch end := post.Get("action") == "end"; {
	case end && away.From.After(p.Store.Now()):
		return "away_cancelled", p.Store.EndVacation(ctx, player.ID)
	case end:
		return "away_ended", p.Store.EndVacation(ctx, player.ID)
	case ahead:
		done = "away_changed"
	}
	_, err := p.Store.SetVacation(ctx, player.ID, post.Get("from"), post.Get("until"))
	return done, err
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
