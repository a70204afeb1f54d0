package admin

import (
	"context"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/names"
)

// The plans of this file find an account by its name. Their errors are CodeNotFound; those of the use cases come from
// CarryOut.

// PlanBan plans BanPlayer.
func (a Admin) PlanBan(ctx context.Context, name string) (Task, error) {
	return a.playerTask(ctx, "ban", name, func(ctx context.Context, p Player) error { return a.BanPlayer(ctx, p.Name) })
}

// PlanUnban plans UnbanPlayer.
func (a Admin) PlanUnban(ctx context.Context, name string) (Task, error) {
	return a.playerTask(ctx, "unban", name, func(ctx context.Context, p Player) error {
		return a.UnbanPlayer(ctx, p.Name)
	})
}

// PlanRename plans RenamePlayer.
func (a Admin) PlanRename(ctx context.Context, name, to string) (Task, error) {
	return a.playerTask(ctx, "rename", name, func(ctx context.Context, p Player) error {
		return a.RenamePlayer(ctx, p.Name, to)
	}, "to", to, "days", int(account.NameReserved/models.Day))
}

// PlanAddress plans SetAddress.
func (a Admin) PlanAddress(ctx context.Context, name, address string) (Task, error) {
	return a.playerTask(ctx, "address", name, func(ctx context.Context, p Player) error {
		return a.SetAddress(ctx, p.Name, address)
	}, "to", address)
}

// PlanDelete plans DeletePlayer.
func (a Admin) PlanDelete(ctx context.Context, name string) (Task, error) {
	return a.playerTask(ctx, "delete", name, func(ctx context.Context, p Player) error {
		return a.store.DeletePlayer(ctx, p.ID, p.Name)
	})
}

// PlanSignOut plans SignOutPlayer.
func (a Admin) PlanSignOut(ctx context.Context, name string) (Task, error) {
	return a.playerTask(ctx, "revoke", name, func(ctx context.Context, p Player) error {
		return a.SignOutPlayer(ctx, p.Name)
	})
}

// PlanCode plans MailCode.
func (a Admin) PlanCode(ctx context.Context, name string) (Task, error) {
	return a.playerTask(ctx, "code", name, func(ctx context.Context, p Player) error { return a.MailCode(ctx, p.Name) })
}

// PlanMute plans MutePlayer.
func (a Admin) PlanMute(ctx context.Context, name string) (Task, error) {
	return a.playerTask(ctx, "mute", name, func(ctx context.Context, p Player) error { return a.MutePlayer(ctx, p.Name) })
}

// PlanUnmute plans UnmutePlayer.
func (a Admin) PlanUnmute(ctx context.Context, name string) (Task, error) {
	return a.playerTask(ctx, "unmute", name, func(ctx context.Context, p Player) error {
		return a.UnmutePlayer(ctx, p.Name)
	})
}

// PlanBot plans SetBot.
func (a Admin) PlanBot(ctx context.Context, name string, bot bool) (Task, error) {
	key, detail := "bot", ""
	if !bot {
		key, detail = "bot_off", "off"
	}
	t, err := a.playerTask(ctx, key, name, func(ctx context.Context, p Player) error {
		return a.SetBot(ctx, p.Name, bot)
	}, "mark", names.BotMark)
	t.Command = "bot"
	return t.about("", detail), err
}
