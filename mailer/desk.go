package mailer

import (
	"context"
	"strings"

	"turnpost/mailer/reply"
	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/models/challenge"
	"turnpost/models/mailbox"
	"turnpost/models/store"
)

// deskCommand runs a command that needs no game: of a mail at the desk, or of the first line of a reply.
type deskCommand func(r *claimedMail, ctx context.Context, c reply.Command) error

// deskAnswers are the commands of the desk that are answered and change nothing, by their verbs.
var deskAnswers = map[reply.Verb]deskCommand{
	reply.Help:     (*claimedMail).deskHelp,
	reply.Yes:      (*claimedMail).confirm,
	reply.Stop:     (*claimedMail).askToStop,
	reply.Register: (*claimedMail).deskHelp, // they have an account
	reply.Games:    (*claimedMail).askGames,
	reply.Open:     (*claimedMail).askOpen,
	reply.Rules:    (*claimedMail).askRules,
	reply.History:  (*claimedMail).askHistory,
	reply.Record:   (*claimedMail).askHistory,
	reply.Settings: (*claimedMail).askSettings,
	reply.Events:   (*claimedMail).askEvents,
	reply.Table:    (*claimedMail).askTable,
}

// deskChanges are the commands that change something. They are held until they are confirmed, because neither a typed
// From field nor the link of a game, which may have been forwarded, is a way into the account.
var deskChanges = map[reply.Verb]deskCommand{
	reply.Name:   (*claimedMail).rename,
	reply.Play:   (*claimedMail).play,
	reply.Report: (*claimedMail).report,
	reply.Join:   (*claimedMail).joinEvent,
	reply.Leave:  (*claimedMail).leaveEvent,
}

// rulesetNames returns the IDs of rulesets by their names as they may be typed, in every language. The names of
// variants and their beginnings have the ID of the ruleset and, after a space, that of the variant.
func rulesetNames(store *store.Store) map[string]string {
	ids := map[string]string{}
	for _, r := range store.Rulesets() {
		for _, lang := range r.Phrases().Languages() {
			for _, v := range r.Info(lang).Variants {
				addVariant(ids, v.Name, r.Info(lang).ID+" "+v.ID)
			}
		}
	}
	for _, r := range store.Rulesets() {
		for _, lang := range r.Phrases().Languages() {
			info := r.Info(lang)
			ids[reply.RulesetKey(info.Name)], ids[reply.RulesetKey(info.ID)] = info.ID, info.ID
		}
	}
	return ids
}

// addVariant enters the name of a variant and its beginnings of two or more words. A beginning of several names stands
// for the first of them.
func addVariant(ids map[string]string, name, id string) {
	fields := strings.Fields(name)
	for n := len(fields); n > 1; n-- {
		if key := reply.RulesetKey(strings.Join(fields[:n], "")); ids[key] == "" {
			ids[key] = id
		}
	}
}

// isForDesk reports whether a command is one of the desk rather than of the mail's game or challenge.
func (r *claimedMail) isForDesk(v reply.Verb) bool {
	known := deskAnswers[v] != nil || deskChanges[v] != nil
	if r.game == nil && r.link.Challenge == "" {
		return known
	}
	return known && v != reply.Help
}

// actAtDesk runs a command of the desk, or holds it until it is confirmed.
func (r *claimedMail) actAtDesk(ctx context.Context, c reply.Command) error {
	answer, change := deskAnswers[c.Verb], deskChanges[c.Verb]
	if c.Verb == reply.Report && r.game != nil {
		c.Text = r.game.ID + " " + c.Text // the command may wait for its confirmation, by a mail about no game
	}
	switch {
	case r.link.Player == 0 && c.Verb == reply.Stop && r.link.Challenge != "":
		return r.muteChallenges(ctx, r.done(order{act: c}))
	case r.link.Player == 0: // a stranger without an account to ask about
		return r.answer(ctx, models.ReplyAnswer{About: models.AnswerHelp})
	case answer != nil:
		return answer(r, ctx, c)
	case change == nil:
		return r.deskHelp(ctx, c)
	case !r.trusted():
		return r.hold(ctx, models.AnswerHeld, c)
	}
	return change(r, ctx, c)
}

// trusted reports whether the operator lets authenticated mail at the desk change something at once, and this mail is
// authenticated. A reply is not enough: its link may have been forwarded, and its sender is typed.
func (r *claimedMail) trusted() bool {
	return r.config.DeskTrust && r.vouched()
}

// vouched reports whether the trusted mail server has found that the author's domain has sent the mail.
func (r *claimedMail) vouched() bool {
	_, author := cutAddress(r.mail.Header.From.Address)
	return r.config.AuthServ != "" && reply.Vouched(r.mail.Header.AuthResults(r.config.AuthServ), deskTrusts, author)
}

// deskTrusts are the methods of authentication of which one must have passed for the author's domain. The third, spf,
// says who sent a mail, but not who wrote it.
var deskTrusts = []string{"dkim", "dmarc"}

// hold answers with a mail whose reply address confirms the command.
func (r *claimedMail) hold(ctx context.Context, about models.AnswerTopic, c reply.Command) error {
	done := r.settlement(mailbox.InboundHeld)
	done.Reason, done.Detail, done.Arrived = string(c.Verb), clipLine(commandText(c), 200), r.provesArrival()
	done.Answer = r.inThread(models.ReplyAnswer{
		About: about, Typed: r.shown(c), Held: &models.HeldCommand{Verb: string(c.Verb), Text: c.Text},
	})
	return r.settle(ctx, done)
}

// confirm carries out the command that the answered mail holds.
func (r *claimedMail) confirm(ctx context.Context, _ reply.Command) error {
	if r.link.Purpose != models.LinkConfirm {
		return r.answer(ctx, models.ReplyAnswer{About: models.AnswerNothingHeld})
	}
	held, err := r.config.Store.Held(ctx, r.link)
	if models.CodeOf(err) == models.CodeConflict || models.CodeOf(err) == models.CodeNotFound {
		return r.answer(ctx, models.ReplyAnswer{About: models.AnswerNothingHeld, Typed: r.shownHeld(held)})
	}
	if err != nil {
		return err
	}
	c := reply.Command{Verb: reply.Verb(held.Verb), Text: held.Text}
	r.confirms = r.link.Number
	if c.Verb == reply.Stop {
		return r.stopAll(ctx, c)
	}
	change := deskChanges[c.Verb]
	if change == nil { // held by another version of the program
		return r.answer(ctx, models.ReplyAnswer{About: models.AnswerNothingHeld, Typed: r.shownHeld(held)})
	}
	err = change(r, ctx, c)
	if models.CodeOf(err) == models.CodeConflict { // by another mail at the same time
		if _, again := r.config.Store.Held(ctx, r.link); models.CodeOf(again) == models.CodeConflict {
			return r.answer(ctx, models.ReplyAnswer{About: models.AnswerNothingHeld, Typed: r.shownHeld(held)})
		}
	}
	return err
}

func (r *claimedMail) shownHeld(held models.HeldCommand) string {
	return r.shown(reply.Command{Verb: reply.Verb(held.Verb), Text: held.Text})
}

// deskDone begins the settlement of a mail that runs a command of the desk.
func (r *claimedMail) deskDone(c reply.Command) mailbox.InboundSettlement {
	done := r.settlement(mailbox.InboundDone)
	done.Reason, done.Detail, done.Arrived = string(c.Verb), clipLine(commandText(c), 200), r.provesArrival()
	done.Answer = r.inThread(models.ReplyAnswer{About: models.AnswerDeskDone, Typed: r.shown(c)})
	done.Confirms = r.confirms
	return done
}

// provesArrival reports whether the mail has a link, which shows that mail reaches the player.
func (r *claimedMail) provesArrival() bool { return !r.desk && r.link.Player != 0 }

func (r *claimedMail) deskHelp(ctx context.Context, c reply.Command) error {
	a := models.ReplyAnswer{About: models.AnswerDeskHelp}
	if c.Verb != reply.Help && !r.desk { // anybody could choose the text
		a.Typed = r.shown(c)
	}
	return r.answer(ctx, a)
}

// askToStop answers with both ends: of the mail about the game, and of all mail.
func (r *claimedMail) askToStop(ctx context.Context, c reply.Command) error {
	return r.hold(ctx, models.AnswerStop, c)
}

func (r *claimedMail) stopAll(ctx context.Context, c reply.Command) error {
	return r.along(r.deskDone(c)).StopMail(ctx, r.link.Player)
}

func (r *claimedMail) rename(ctx context.Context, c reply.Command) error {
	_, err := r.along(r.deskDone(c)).UpdateProfile(ctx, r.link.Player, models.ProfilePatch{Name: &c.Text})
	return err
}

// play makes a challenge, or begins a game with the house.
func (r *claimedMail) play(ctx context.Context, c reply.Command) error {
	done, asked := r.deskDone(c), reply.ParsePlay(c.Text)
	if asked.Opponent == reply.House {
		asked.Opponent = models.HouseName(usualLevel)
	}
	settle := func(made any) mailbox.InboundSettlement {
		if challenge, is := made.(models.Challenge); is {
			done.Challenge = challenge.ID
			if challenge.Begun != nil {
				done.Game, done.Ply = challenge.Begun.ID, challenge.Begun.Ply
			}
		}
		return done
	}
	_, err := r.alongResult(done.Result, settle).CreateChallenge(ctx, r.holder.Player, challenge.NewChallenge{
		Ruleset: asked.Ruleset, Variant: asked.Variant, Terms: models.Terms{Pace: asked.Pace}, Opponent: asked.Opponent,
	})
	return err
}

// muteHeld ends the mail about the game, or with challenges, that the answered mail offers beside the end of all mail.
func (r *claimedMail) muteHeld(ctx context.Context, o order) error {
	held, err := r.config.Store.Held(ctx, r.link)
	if models.CodeOf(err) == models.CodeConflict || models.CodeOf(err) == models.CodeNotFound {
		return r.answer(ctx, models.ReplyAnswer{About: models.AnswerNothingHeld, Typed: r.shownHeld(held)})
	}
	if err != nil {
		return err
	}
	if held.Game == "" && held.Challenge == "" {
		return r.answer(ctx, models.ReplyAnswer{About: models.AnswerDeskHelp})
	}
	done := r.deskDone(o.act)
	done.Confirms = r.link.Number
	patch := models.ProfilePatch{Mail: map[models.Kind]models.Delivery{models.KindChallenge: models.Off}}
	if held.Game != "" {
		patch = models.ProfilePatch{Games: map[string]models.Delivery{held.Game: models.Off}}
	}
	_, err = r.along(done).UpdateProfile(ctx, r.link.Player, patch)
	return err
}

func (r *claimedMail) askEvents(ctx context.Context, _ reply.Command) error {
	return r.answerQuestion(ctx, models.ReplyAnswer{About: models.AnswerEvents})
}

func (r *claimedMail) askTable(ctx context.Context, c reply.Command) error {
	if _, err := r.config.Store.FindEvent(ctx, c.Text); err != nil {
		return err
	}
	return r.answerQuestion(ctx, models.ReplyAnswer{About: models.AnswerTable, OfEvent: c.Text})
}

// eventDone begins the settlement of a mail that joins or leaves an event.
func (r *claimedMail) eventDone(c reply.Command) mailbox.InboundSettlement {
	done := r.deskDone(c)
	done.Answer.OfEvent, done.Answer.Reason = c.Text, string(c.Verb)
	return done
}

func (r *claimedMail) joinEvent(ctx context.Context, c reply.Command) error {
	_, err := r.along(r.eventDone(c)).JoinEvent(ctx, r.holder.Player, c.Text)
	return err
}

func (r *claimedMail) leaveEvent(ctx context.Context, c reply.Command) error {
	_, err := r.along(r.eventDone(c)).LeaveEvent(ctx, r.holder.Player, c.Text)
	return err
}

// completeRegistration creates the account of a stranger who replies yes to the mail with a code. The link of that mail
// proves the address. Any other reply does nothing, and is answered with what to do.
func (r *claimedMail) completeRegistration(ctx context.Context) error {
	said := r.mail.Reply.Commands
	if len(said) != 1 || said[0].Verb != reply.Yes && said[0].Verb != reply.Accept {
		return r.answer(ctx, models.ReplyAnswer{About: models.AnswerCode})
	}
	done := r.settlement(mailbox.InboundDone)
	done.Reason, done.Answer = string(reply.Register), r.inThread(models.ReplyAnswer{About: models.AnswerWelcome})
	settle := func(made any) mailbox.InboundSettlement {
		if p, is := made.(models.Player); is {
			done.Player, done.Arrived, done.Registration = p.ID, true, 0
		}
		return done
	}
	_, err := r.alongResult(done.Result, settle).ConfirmRegistration(ctx, r.link.Number)
	switch models.CodeOf(err) {
	case models.CodeNameTaken:
		return r.answer(ctx, models.ReplyAnswer{About: models.AnswerCode, Reason: string(models.CodeNameTaken)})
	case models.CodeForbidden, models.CodeNotFound:
		return r.ignore(ctx, mailbox.InboundStranger, string(models.CodeOf(err)), r.holder.Email)
	}
	return err
}

// report reports a player or a game to the operator: the first word names which, the others are the reason.
func (r *claimedMail) report(ctx context.Context, c reply.Command) error {
	about, reason, _ := strings.Cut(c.Text, " ")
	n := admin.NewReport{Player: strings.Trim(about, ",:"), Reason: reason}
	if g, err := r.config.Store.Game(ctx, strings.ToLower(n.Player)); err == nil {
		n.Game, n.Player = g.ID, ""
	} else if models.CodeOf(err) != models.CodeNotFound {
		return err
	}
	done := r.deskDone(c)
	done.Answer.Reported = true
	_, err := r.along(done).CreateReport(ctx, r.holder.Player.ID, n)
	return err
}
