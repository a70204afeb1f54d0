package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/models/store"
	"turnpost/rules/phrase"
	"turnpost/templates"
)

// adminCommand holds the operator's commands. They work on the database beside running servers, which see the
// changes within a second.
type adminCommand struct {
	Database string `default:"turnpost.db" help:"${database_help}"`
	Yes      bool   `short:"y" once:"" help:"Do it without asking."`

	ownAddress func(string) bool // as store.Options has it

	Players       adminPlayers       `cmd:"" help:"List accounts."`
	Games         adminGames         `cmd:"" help:"List games."`
	Ban           adminBan           `cmd:"" help:"${ban_help}"`
	Unban         adminUnban         `cmd:"" help:"Let a banned account sign in again."`
	Bot           adminBot           `cmd:"" help:"Mark an account as a bot's, or with --off as a person's."`
	Rename        adminRename        `cmd:"" help:"Give an account another name."`
	Address       adminAddress       `cmd:"" help:"Give an account another mail address."`
	Delete        adminDelete        `cmd:"" help:"Delete an account, as its player could."`
	Revoke        adminRevoke        `cmd:"" help:"Sign an account out everywhere."`
	End           adminEnd           `cmd:"" help:"End a game."`
	Annul         adminAnnul         `cmd:"" help:"Make finished games unrated."`
	Ratings       adminRatings       `cmd:"" help:"Ratings: compute them again."`
	Code          adminCode          `cmd:"" help:"Mail a sign-in code to an account."`
	RotateKey     adminRotateKey     `cmd:"" help:"${rotate_help}"`
	RotatePushKey adminRotatePushKey `cmd:"" help:"Make a new key for notices on devices, which must be turned on again."`
	Invite        adminInvite        `cmd:"" help:"Create an invitation code, for registration by invitation."`
	Inbound       adminInbound       `cmd:"" help:"Incoming mail: list, show, read again."`
	Refused       adminRefused       `cmd:"" help:"List the providers that refuse mail because of this server's reputation."`
	House         adminHouse         `cmd:"" help:"The house: end its games."`
	Event         adminEvent         `cmd:"" help:"Events: open or close one."`
	Reports       adminReports       `cmd:"" help:"Reports by players: list, show, close."`
	Mute          adminMute          `cmd:"" help:"${mute_help}"`
	Unmute        adminUnmute        `cmd:"" help:"Deliver the messages of a muted account again."`
	Announce      adminAnnounce      `cmd:"" help:"${announce_help}"`
	Log           adminLog           `cmd:"" help:"List what operators have done."`
}

// maxListed is the maximum number of rows in a listing.
const maxListed = 1000

var errNotDone = errors.New("nothing was done")

// open calls do with an existing database of the current schema.
func (a *adminCommand) open(p *program, do func(*store.Store) error) (err error) {
	store, err := store.Open(p.ctx, store.Options{
		Database: a.Database, Existing: true, KeepSchema: true, OwnAddress: a.ownAddress, Log: newLog(p.err),
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return sentenceError(do(store))
}

// sentenceError reduces an error of the store to its English sentence.
func sentenceError(err error) error {
	if _, is := errors.AsType[*models.Error](err); is {
		return errors.New(templates.ErrorText(err))
	}
	return err
}

// ask says what a task will do, asks for confirmation, and does it.
func (a *adminCommand) ask(p *program, plan func(admin.Admin) (admin.Task, error)) error {
	return a.open(p, func(store *store.Store) error {
		task, err := plan(store.Admin())
		if err != nil {
			return err
		}
		if err := a.confirm(p, templates.Sentence(phrase.English, task.Will)); err != nil {
			return err
		}
		return carryOut(p, store, task)
	})
}

// do does a task without asking.
func (a *adminCommand) do(p *program, plan func(admin.Admin) admin.Task) error {
	return a.open(p, func(store *store.Store) error { return carryOut(p, store, plan(store.Admin())) })
}

// carryOut does a task and says what it has done.
func carryOut(p *program, store *store.Store, task admin.Task) error {
	by := admin.Operator{Name: operatorName(), Explain: templates.ErrorText}
	done, err := store.Admin().CarryOut(p.ctx, by, task)
	if err == nil && !done.IsZero() {
		_, err = fmt.Fprintln(p.out, templates.Sentence(phrase.English, done))
	}
	return err
}

// confirm prints what is about to happen and asks whether to go on, unless --yes was given.
func (a *adminCommand) confirm(p *program, what string) error {
	if a.Yes {
		_, err := fmt.Fprintln(p.out, what)
		return err
	}
	if !p.terminal {
		return fmt.Errorf("this would %s; without a terminal, add --yes to do it", what)
	}
	fmt.Fprintf(p.out, "This will %s.\nGo on? [y/N] ", what)
	answer, err := bufio.NewReader(p.in).ReadString('\n')
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer == "y" || answer == "yes" {
		return nil
	}
	if errors.Is(err, io.EOF) { // which means no
		err = nil
	}
	return errors.Join(errNotDone, err)
}

// table prints rows in aligned columns.
func table(p *program, heads []string, rows [][]string) error {
	w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{heads}, rows...) {
		fmt.Fprintln(w, strings.TrimRight(strings.Join(row, "\t"), "\t"))
	}
	return w.Flush()
}

// warnTruncated says in the log that a listing is incomplete.
func warnTruncated(p *program, listed int) error {
	if listed < maxListed {
		return nil
	}
	_, err := fmt.Fprintf(p.err, "turnpost: only the first %d are listed; give a PATTERN\n", maxListed)
	return err
}

type adminPlayers struct {
	Pattern string `arg:"" optional:"" help:"A part of name or address, or a pattern with * and ?."`
}

// Run lists accounts.
func (c *adminPlayers) Run(p *program, a *adminCommand) error {
	return a.open(p, func(store *store.Store) error {
		players, err := store.Admin().Players(p.ctx, c.Pattern, maxListed)
		if err != nil {
			return err
		}
		rows := make([][]string, 0, len(players))
		for _, o := range players {
			state := "ok"
			if !o.Confirmed {
				state = "unconfirmed"
			}
			if !o.BannedAt.IsZero() {
				state = "banned " + day(o.BannedAt)
			}
			rows = append(rows, []string{
				o.Name, o.Email, state, day(o.CreatedAt), day(o.SeenAt),
				fmt.Sprint(o.Tokens), fmt.Sprint(o.Ongoing), fmt.Sprint(o.Over), fmt.Sprint(o.Challenges),
			})
		}
		heads := []string{"NAME", "ADDRESS", "STATE", "SINCE", "SEEN", "TOKENS", "PLAYING", "OVER", "CHALLENGES"}
		return errors.Join(table(p, heads, rows), warnTruncated(p, len(rows)))
	})
}

type adminGames struct {
	Pattern string `arg:"" optional:"" help:"A part of id, ruleset, state or a player's name, or a pattern with * and ?."`
}

// Run lists games.
func (c *adminGames) Run(p *program, a *adminCommand) error {
	return a.open(p, func(store *store.Store) error {
		games, err := store.Admin().Games(p.ctx, c.Pattern, maxListed)
		if err != nil {
			return err
		}
		rows := make([][]string, 0, len(games))
		for _, g := range games {
			state, due := string(g.Status), day(g.FinishedAt)
			if g.Status == models.Ongoing {
				state, due = g.Players[g.ToMove].Name+" to move", g.Deadline.Format("2006-01-02 15:04")
			} else {
				state += ", " + g.Result.Reason
			}
			rows = append(rows, []string{
				g.ID, g.Ruleset + " " + g.Variant, g.Players[0].Name, g.Players[1].Name, fmt.Sprint(g.Ply), state, due,
			})
		}
		heads := []string{"GAME", "RULESET", "FIRST", "SECOND", "PLY", "STATE", "DUE (UTC)"}
		return errors.Join(table(p, heads, rows), warnTruncated(p, len(rows)))
	})
}

func day(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format(time.DateOnly)
}

// count formats a number with its noun: "1 game", "2 games".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
