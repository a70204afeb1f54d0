package templates

import (
	"fmt"
	"strings"

	"turnpost/models"
	"turnpost/models/setting"
	"turnpost/models/webhook"
	"turnpost/templates/words"
)

// SettingsText lists the settings of a player, each as the options of a command that sets its present value, and
// commands for what else belongs to an account.
func SettingsText(p models.Player, do Commands) string {
	player, mail := setting.Fields(p)
	return pageText(do.Language, "page.settings", settingsPage{
		do, settingLines(player, do.Language, "site.settings.", "setting."),
		settingLines(mail, do.Language, "site.kind."),
	})
}

type settingsPage struct {
	Commands
	Player, Mail string // tables
}

// Deliveries lists how mail of a kind can come.
func (settingsPage) Deliveries() string {
	return fmt.Sprintf("%s, %s, %s", models.Instant, models.Digest, models.Off)
}

// Formats lists the formats of webhooks.
func (settingsPage) Formats() (names []string) {
	for _, format := range webhook.Formats() {
		names = append(names, string(format))
	}
	return names
}

// settingLines renders a table of settings, each with the first phrase that exists of those with these prefixes, before
// which goes that of the meaning in text alone.
func settingLines(fields []setting.Field, language *words.Language, prefixes ...string) string {
	rows := make([][]string, len(fields))
	for i, f := range fields {
		options := make([]string, len(f.Values))
		for j, value := range f.Values {
			name, value, _ := strings.Cut(value, "=")
			options[j] = formField(name, value)
		}
		meaning := ""
		for _, prefix := range append([]string{"text.setting."}, prefixes...) {
			if key := prefix + f.Name; language.Has(key) {
				meaning = language.Say(key)
				break
			}
		}
		if f.Choices != nil {
			meaning += " (" + strings.Join(f.Choices, ", ") + ")"
		}
		rows[i] = []string{"  " + strings.Join(options, " "), meaning}
	}
	return strings.TrimRight(setTable(rows), "\n")
}

// Set changes a setting.
func (c Commands) Set() string {
	return c.curl("/v1/me", "-X PATCH", bearer, "-d "+c.placeholder("setting"))
}

// ChangeAddress asks for another address.
func (c Commands) ChangeAddress() string {
	return c.curl("/v1/me", "-X PATCH", bearer, data("email", c.placeholder("address")))
}

// CreateWebhook has notices sent to an address.
func (c Commands) CreateWebhook() string {
	return c.curl("/v1/me/webhooks", bearer, data("url", "https://"+c.placeholder("hook")),
		data("format", string(webhook.JSON)))
}

// CreateFeeds makes the addresses of feeds.
func (c Commands) CreateFeeds() string { return c.curl("/v1/me/feeds", "-X POST", bearer) }

// Export saves what is stored about the player.
func (c Commands) Export() string { return c.curl("/v1/me/export", "-OJ", bearer) }

// EndAway ends a vacation or calls it off.
func (c Commands) EndAway() string { return c.curl("/v1/me/away", "-X DELETE", bearer) }

// TestMail sends a mail to the player.
func (c Commands) TestMail() string { return c.curl("/v1/me/test-mail", "-X POST", bearer) }
