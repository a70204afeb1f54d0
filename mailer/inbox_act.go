package mailer

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"turnpost/mailer/reply"
	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/calendar"
	"turnpost/models/mailbox"
	"turnpost/models/play"
	"turnpost/models/setting"
	"turnpost/models/store"
	"turnpost/rules"
	"turnpost/templates"
)

// order is the commands of one mail: at most one act, and the plan and the words that go with it.
type order struct {
	act  reply.Command // Verb "" for none
	plan *reply.Command
	say  string
	note string
}

func readOrder(commands []reply.Command) (o order) {
	for i, c := range commands {
		switch c.Verb {
		case reply.Say:
			o.say = c.Text
		case reply.Note:
			o.note = c.Text
		case reply.Plan:
			o.plan = &commands[i]
		default:
			o.act = c
		}
	}
	return o
}

// act runs the commands of the mail, or answers why not.
func (r *claimedMail) act(ctx context.Context) error {
	said := r.mail.Reply
	if r.link.Purpose == models.LinkConfirm && r.link.Player == 0 {
		return r.completeRegistration(ctx)
	}
	if r.link.OfSettings() && said.Unreadable == "" {
		if handled, err := r.changeSettings(ctx); handled || err != nil {
			return err
		}
	}
	switch {
	case len(said.Commands) == 0 && len(said.Possible) > 0:
		choices := make([]string, len(said.Possible))
		for i, c := range said.Possible {
			choices[i] = r.choiceText(c, said.Lines[i])
		}
		meant := ""
		if len(choices) == 1 {
			meant = wholeCommand(said.Possible[0])
		}
		return r.reject(ctx, "ambiguous", models.ReplyAnswer{
			About: models.AnswerAmbiguous, Choices: choices, Meant: meant,
		})
	case len(said.Commands) == 0 && r.answered.kind == models.KindCode:
		return r.answer(ctx, models.ReplyAnswer{About: models.AnswerCode})
	case len(said.Commands) == 0:
		reason := "unreadable"
		if said.Unreadable != "" {
			reason = said.Unreadable
		}
		a := models.ReplyAnswer{About: models.AnswerUnreadable, Reason: said.Unreadable, Typed: firstLine(said.Leftover)}
		if strings.ContainsAny(a.Typed, "0123456789") { // the beginning of a turn, or one with a slip
			a.Near = r.near(a.Typed)
		}
		return r.reject(ctx, reason, a)
	}
	o := readOrder(said.Commands)
	if o.act.Verb == reply.Yes && r.link.Purpose != models.LinkConfirm {
		if len(r.answered.choices) > 1 {
			return r.reject(ctx, "ambiguous", models.ReplyAnswer{About: models.AnswerAmbiguous, Choices: r.answered.choices})
		}
		o = r.affirmed(o)
	}
	var err error
	switch {
	case r.link.Purpose == models.LinkConfirm && o.act.Verb == reply.Mute:
		err = r.muteHeld(ctx, o)
	case r.isForDesk(o.act.Verb) && len(said.Commands) == 1:
		err = r.actAtDesk(ctx, o.act)
	case r.game != nil:
		err = r.actOnGame(ctx, o)
	case r.link.Challenge != "":
		err = r.actOnChallenge(ctx, o)
	case o.act.Verb == reply.Show, o.act.Verb == reply.Help:
		err = r.answer(ctx, models.ReplyAnswer{About: models.AnswerHelp})
	default:
		err = r.rejectHere(ctx, "no_game", o.act)
	}
	if refused, ok := errors.AsType[*models.Error](err); ok {
		return r.refuse(ctx, o, refused)
	}
	return err
}

// gameCommand is a command of a reply about a game.
type gameCommand struct {
	forPly bool // it decides something for the ply of the answered mail, and is stale when the game has gone on
	run    func(r *claimedMail, ctx context.Context, o order) error
}

// gameCommands are the commands of a reply about a game by their verbs. The one without a verb is that of a mail that
// only says something. Any other command is rejected.
var gameCommands = map[reply.Verb]gameCommand{
	"":              {run: (*claimedMail).sendMessage},
	reply.Turn:      {run: (*claimedMail).playTurn, forPly: true},
	reply.Try:       {run: (*claimedMail).tryTurn, forPly: true},
	reply.Show:      {run: (*claimedMail).showGame},
	reply.Help:      {run: (*claimedMail).showHelp},
	reply.Resign:    {run: (*claimedMail).resign, forPly: true},
	reply.ResignNow: {run: (*claimedMail).resign, forPly: true},
	reply.Draw:      {run: (*claimedMail).offerDraw}, // stale where it would accept an offer
	reply.Accept:    {run: (*claimedMail).decideOffer, forPly: true},
	reply.Decline:   {run: (*claimedMail).decideOffer, forPly: true},
	reply.Takeback:  {run: (*claimedMail).takeback, forPly: true},
	reply.Away:      {run: (*claimedMail).setVacation},
	reply.Mute:      {run: (*claimedMail).muteGame},
	reply.Rematch:   {run: (*claimedMail).offerRematch},
}

// actOnGame runs the command of a reply about a game, after the plan that came with it. A plan with a turn is part of
// the turn.
func (r *claimedMail) actOnGame(ctx context.Context, o order) error {
	if r.isStale(o) {
		return r.stale(ctx, o)
	}
	if o.act.Verb == "" && o.plan == nil && o.say == "" {
		return r.keepNote(ctx, o)
	}
	if o.plan != nil && o.act.Verb != reply.Turn {
		if err := r.setPlan(ctx, o); err != nil || (o.act.Verb == "" && o.say == "") {
			return err
		}
	}
	command, known := gameCommands[o.act.Verb]
	if !known {
		return r.rejectHere(ctx, "not_for_a_game", o.act)
	}
	return command.run(r, ctx, o)
}

// rejectHere rejects a command that is none for the answered mail.
func (r *claimedMail) rejectHere(ctx context.Context, reason string, act reply.Command) error {
	return r.reject(ctx, reason, models.ReplyAnswer{
		About: models.AnswerUnreadable, Reason: mailbox.UnreadableHere, Typed: r.shown(act),
	})
}

// isStale reports whether the reply decides something for an earlier state of the game. Commands about the whole game
// are never stale.
func (r *claimedMail) isStale(o order) bool {
	current := r.link.Ply == r.game.Ply && account.SameTakebacks(r.link, r.game)
	switch {
	case current || r.game.Status != models.Ongoing:
		return false
	case o.act.Verb == reply.Draw: // accepts an offer that the player may not have seen
		return r.game.DrawBy == r.game.SeatOf(r.link.Player).Other()
	case o.act.Verb == reply.Takeback && o.act.Count < 2 && r.sawAllButOwnTurn(): // the same, without a number
		return o.act.Count == 0 && r.game.TakebackBy == r.game.SeatOf(r.link.Player).Other()
	case o.act.Verb == "" && r.sawAllButOwnTurn():
		return false
	}
	return gameCommands[o.act.Verb].forPly || o.plan != nil
}

// sawAllButOwnTurn reports whether the player's own turn is the only one since the answered mail, so that no later mail
// shows more.
func (r *claimedMail) sawAllButOwnTurn() bool {
	last := r.game.LastTurn
	return r.link.Ply+1 == r.game.Ply && last.Seat == r.game.SeatOf(r.link.Player) && account.SameTakebacks(r.link, r.game)
}

// sendMessage sends the words of a mail that has no command.
func (r *claimedMail) sendMessage(ctx context.Context, o order) error {
	done := r.done(o)
	done.Reason, done.Say = string(reply.Say), ""
	_, err := r.along(done).SendMessage(ctx, r.link.Player, r.game.ID, o.say)
	return err
}

// keepNote keeps the note of a mail that has nothing else. The notes alone hold its text; the ledger does not.
func (r *claimedMail) keepNote(ctx context.Context, o order) error {
	done := r.done(o)
	done.Reason, done.Note = string(reply.Note), ""
	if done.Answer != nil {
		done.Answer.Typed = r.shown(reply.Command{Verb: reply.Note})
	}
	_, err := r.along(done).AddNote(ctx, r.link.Player, r.game.ID, o.note)
	return err
}

func (r *claimedMail) showGame(ctx context.Context, _ order) error {
	return r.answer(ctx, models.ReplyAnswer{About: models.AnswerShow})
}

func (r *claimedMail) showHelp(ctx context.Context, _ order) error {
	return r.answer(ctx, models.ReplyAnswer{About: models.AnswerHelp})
}

func (r *claimedMail) offerDraw(ctx context.Context, o order) error {
	_, err := r.along(r.done(o)).NegotiateDraw(ctx, r.link.Player, r.game.ID, models.MakeOffer)
	return err
}

// setVacation sets a vacation. If it replaces another, the answer says so.
func (r *claimedMail) setVacation(ctx context.Context, o order) error {
	p := r.holder.Player
	before := setting.Of(p, r.config.Now())
	from, until := readDays(o.act.From, o.act.Until, calendar.Day(r.config.Now(), p.TimeZone))
	_, err := r.alongResult(mailbox.InboundDone, func(made any) mailbox.InboundSettlement {
		done := r.done(o)
		if _, replaced := r.config.Store.VacationAhead(p); replaced {
			changed := p
			changed.Away, _ = made.(models.Vacation)
			a := r.settingsOf(changed, models.AnswerChanged)
			a.Changes = setting.Changes(before, a.Settings)
			done.Answer = r.inThread(a)
		}
		return done
	}).SetVacation(ctx, r.link.Player, from, until)
	return err
}

func (r *claimedMail) muteGame(ctx context.Context, o order) error {
	off := map[string]models.Delivery{r.game.ID: models.Off}
	_, err := r.along(r.done(o)).UpdateProfile(ctx, r.link.Player, models.ProfilePatch{Games: off})
	return err
}

// resign ends the game. The single word is asked back once, because it may have been meant for something else and
// cannot be undone. The same word as the reply to that question is enough.
func (r *claimedMail) resign(ctx context.Context, o order) error {
	if o.act.Verb == reply.Resign && !r.answered.asked && r.game.Status == models.Ongoing {
		return r.answer(ctx, models.ReplyAnswer{
			About: models.AnswerConfirm, Typed: r.shown(o.act), Meant: commandText(reply.Command{Verb: reply.ResignNow}),
		})
	}
	_, err := r.along(r.done(o)).ResignGame(ctx, r.link.Player, r.game.ID)
	return err
}

// playTurn plays a turn for the ply that the answered mail showed.
func (r *claimedMail) playTurn(ctx context.Context, o order) error {
	done := r.done(o)
	done.Result, done.Say = mailbox.InboundPlayed, "" // the turn itself takes the words along
	in := models.TurnInput{
		Game: r.game.ID, Player: r.link.Player, Ply: &r.link.Ply, Takebacks: &r.game.Takebacks,
		Text: o.act.Text, Message: o.say, Via: models.ViaMail,
	}
	if o.plan != nil {
		in.Plan = o.plan.Text
	}
	_, err := r.alongPlay(done).PlayTurn(ctx, in)
	return err
}

// tryTurn answers with the board after a turn, without playing it.
func (r *claimedMail) tryTurn(ctx context.Context, o order) error {
	tried, err := r.config.Store.TryTurn(ctx, models.TurnInput{
		Game: r.game.ID, Player: r.link.Player, Ply: &r.link.Ply, Takebacks: &r.game.Takebacks, Text: o.act.Text,
		Via: models.ViaMail,
	})
	if err != nil {
		return err
	}
	turn := tried.LastTurn.Text
	return r.answer(ctx, models.ReplyAnswer{About: models.AnswerTry, Turn: turn, Meant: turn})
}

// setPlan stores a plan that came without a turn; an empty one deletes the stored plan. It can be repeated, so that
// the act of the same mail may settle it.
func (r *claimedMail) setPlan(ctx context.Context, o order) error {
	store := r.config.Store
	if o.act.Verb == "" && o.say == "" {
		store = r.along(r.done(o))
	}
	in := play.PlanInput{Game: r.game.ID, Player: r.link.Player}
	if strings.TrimSpace(o.plan.Text) == "" {
		return store.DeletePlan(ctx, in)
	}
	in.Ply = &r.link.Ply
	if r.sawAllButOwnTurn() {
		in.Ply = &r.game.Ply
	}
	_, err := store.SetPlan(ctx, in, strings.Split(o.plan.Text, "\n"))
	return err
}

// decideOffer accepts or declines the opponent's offer.
func (r *claimedMail) decideOffer(ctx context.Context, o order) error {
	if o.act.Verb == reply.Decline {
		return r.decideOn(ctx, models.DeclineOffer, r.done(o))
	}
	return r.decideOn(ctx, models.AcceptOffer, r.done(o))
}

// decideOn decides on the one offer of the opponent.
func (r *claimedMail) decideOn(
	ctx context.Context, action models.OfferAction, done mailbox.InboundSettlement,
) (err error) {
	opponent := r.game.SeatOf(r.link.Player).Other()
	draw, takeback := r.game.DrawBy == opponent, r.game.TakebackBy == opponent
	switch {
	case draw && takeback:
		return r.reject(ctx, "ambiguous", models.ReplyAnswer{
			About:   models.AnswerAmbiguous,
			Choices: []string{string(reply.Draw), string(reply.Takeback)},
		})
	case takeback:
		_, err = r.along(done).NegotiateTakeback(ctx, r.link.Player, r.game.ID, action, r.game.TakebackTo)
	default: // also without any offer, which the use case refuses
		_, err = r.along(done).NegotiateDraw(ctx, r.link.Player, r.game.ID, action)
	}
	return err
}

// takeback offers to take back a number of turns, without a number up to the player's own last one. Without a number
// it accepts the opponent's offer.
func (r *claimedMail) takeback(ctx context.Context, o order) error {
	done, seat := r.done(o), r.game.SeatOf(r.link.Player)
	if o.act.Count == 0 && r.game.TakebackBy == seat.Other() {
		return r.decideOn(ctx, models.AcceptOffer, done)
	}
	count := o.act.Count
	if count == 0 {
		count = 1
		if last := r.game.LastTurn; last != nil && last.Seat != seat {
			count = 2
		}
	}
	_, err := r.along(done).NegotiateTakeback(ctx, r.link.Player, r.game.ID, models.MakeOffer, r.game.Ply-count)
	return err
}

// offerRematch offers the same game with sides changed, or accepts the opponent's offer of it.
func (r *claimedMail) offerRematch(ctx context.Context, o order) error {
	_, err := r.along(r.done(o)).OfferRematch(ctx, r.holder.Player, r.game.ID)
	return err
}

// actOnChallenge runs the command of a reply to a challenge, from a player or from the stranger whom it invites.
func (r *claimedMail) actOnChallenge(ctx context.Context, o order) (err error) {
	done, id := r.done(o), r.link.Challenge
	stranger := r.link.Player == 0
	switch o.act.Verb {
	case reply.Accept:
		if stranger {
			_, err = r.alongAccept(done).AcceptInvitation(ctx, id, cmp.Or(o.act.Text, r.mail.Header.From.Name))
		} else {
			_, err = r.alongAccept(done).AcceptChallenge(ctx, r.holder.Player, id)
		}
	case reply.Decline:
		done.Say = ""
		if stranger {
			_, err = r.along(done).DeclineInvitation(ctx, id)
		} else {
			_, err = r.along(done).DeclineChallenge(ctx, r.holder.Player, id)
		}
	case reply.Mute:
		err = r.muteChallenges(ctx, done)
	case reply.Show, reply.Help:
		return r.answer(ctx, models.ReplyAnswer{About: models.AnswerHelp})
	default:
		return r.rejectHere(ctx, "not_for_a_challenge", o.act)
	}
	return err
}

// muteChallenges ends mail like the answered one.
func (r *claimedMail) muteChallenges(ctx context.Context, done mailbox.InboundSettlement) error {
	if r.link.Player == 0 {
		return r.along(done).RecordComplaint(ctx, 0, r.link.Challenge)
	}
	_, err := r.along(done).UpdateProfile(ctx, r.link.Player,
		models.ProfilePatch{Mail: map[models.Kind]models.Delivery{models.KindChallenge: models.Off}})
	return err
}

// alongAccept settles the mail with the game that begins: words that came with it are sent there, a new player is
// welcomed, and a known one who does not move first is shown the game.
func (r *claimedMail) alongAccept(done mailbox.InboundSettlement) *store.Store {
	return r.alongResult(done.Result, func(made any) mailbox.InboundSettlement {
		var begun models.AcceptedInvitation
		switch made := made.(type) {
		case models.AcceptedInvitation:
			begun, done.Player = made, made.Player.ID
		case *models.Game:
			begun = models.AcceptedInvitation{Game: made, Player: r.holder.Player}
		default:
			return done
		}
		done.Game, done.Ply = begun.Game.ID, begun.Game.Ply
		switch waits := begun.Game.SeatOf(begun.Player.ID) != begun.Game.ToMove; {
		case begun.New:
			done.Answer = r.inThread(models.ReplyAnswer{About: models.AnswerWelcome})
		case waits && done.Answer == nil:
			done.Answer = r.inThread(models.ReplyAnswer{About: models.AnswerShow})
		}
		return done
	})
}

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

// answerQuestion answers a question in a mail about nothing: the reply link of the answer is for the player alone.
func (r *claimedMail) answerQuestion(ctx context.Context, a models.ReplyAnswer) error {
	done := r.settlement(mailbox.InboundAnswered)
	done.Reason, done.Arrived, done.Answer = string(a.About), r.provesArrival(), r.inThread(a)
	done.Game, done.Challenge, done.Ply = "", "", 0
	return r.settle(ctx, done)
}

func (r *claimedMail) askGames(ctx context.Context, _ reply.Command) error {
	return r.answerQuestion(ctx, models.ReplyAnswer{About: models.AnswerGames})
}

func (r *claimedMail) askOpen(ctx context.Context, c reply.Command) error {
	return r.answerQuestion(ctx, models.ReplyAnswer{About: models.AnswerOpen, Ruleset: c.Text})
}

// askRules answers with the rules of the named ruleset, or of the mail's game or challenge.
func (r *claimedMail) askRules(ctx context.Context, c reply.Command) error {
	id := c.Text
	switch {
	case id != "":
	case r.game != nil:
		id = r.game.Ruleset
	case r.link.Challenge != "":
		challenge, err := r.config.Store.FindChallenge(ctx, r.holder.Player, r.link.Challenge)
		if err != nil {
			return err
		}
		id = challenge.Ruleset
	default:
		return r.deskHelp(ctx, c)
	}
	return r.answerQuestion(ctx, models.ReplyAnswer{About: models.AnswerRules, Ruleset: id})
}

// askHistory answers with the turns or the record of the named game, or of the mail's.
func (r *claimedMail) askHistory(ctx context.Context, c reply.Command) error {
	about, id := models.AnswerHistory, c.Text
	if c.Verb == reply.Record {
		about = models.AnswerRecord
	}
	if id == "" && r.game != nil {
		id = r.game.ID
	}
	if id == "" {
		return r.deskHelp(ctx, c)
	}
	if _, err := r.config.Store.Game(ctx, id); err != nil {
		return err
	}
	return r.answerQuestion(ctx, models.ReplyAnswer{About: about, OfGame: id})
}

func (r *claimedMail) askSettings(ctx context.Context, _ reply.Command) error {
	return r.answerQuestion(ctx, r.settingsNow(models.AnswerSettings, ""))
}

// settingsNow returns an answer with the player's settings.
func (r *claimedMail) settingsNow(about models.AnswerTopic, reason string) models.ReplyAnswer {
	a := r.settingsOf(r.holder.Player, about)
	a.Reason = reason
	return a
}

// settingsOf returns an answer with a player's settings.
func (r *claimedMail) settingsOf(p models.Player, about models.AnswerTopic) models.ReplyAnswer {
	a := models.ReplyAnswer{About: about, Settings: setting.Of(p, r.config.Now())}
	if _, changed := p.RestAt(r.config.Now()); !changed.IsZero() {
		a.DaysOffFrom = &changed
	}
	return a
}

// affirmed returns the order that yes means as a reply to a mail that asks: the command that the mail names, or
// else the acceptance of the opponent's offer or of the challenge. Any other yes stays what it is.
func (r *claimedMail) affirmed(o order) order {
	switch c, ok := reply.ParseCommand(r.answered.meant, r.options); {
	case ok:
		meant := readOrder([]reply.Command{c})
		meant.note = o.note
		return meant
	case r.game != nil && r.answered.meant == "" && r.isOffered():
		o.act = reply.Command{Verb: reply.Accept}
	case r.game == nil && r.link.Challenge != "":
		o.act = reply.Command{Verb: reply.Accept}
	}
	return o
}

// isOffered reports whether the opponent offers a draw or a takeback.
func (r *claimedMail) isOffered() bool {
	seat := r.game.SeatOf(r.link.Player)
	opponent := seat.Other()
	return seat != rules.NoSeat && (r.game.DrawBy == opponent || r.game.TakebackBy == opponent)
}

// wholeCommand returns the text of a command as reply.ParseCommand reads it; "" for one of several lines, or a long
// one.
func wholeCommand(c reply.Command) string {
	if strings.Contains(c.Text, "\n") || len([]rune(c.Text)) > maxChoice/2 {
		return ""
	}
	return commandText(c)
}
