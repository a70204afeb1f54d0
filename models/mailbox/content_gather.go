package mailbox

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/event"
	"turnpost/models/hook"
	"turnpost/models/mailaddr"
	"turnpost/models/notice"
	"turnpost/models/play"
	"turnpost/models/schema"
	"turnpost/rules"
	"turnpost/rules/phrase"
)

// kindContent is what the mail of a kind of notice needs beside its recipient, its challenge and its game.
type kindContent struct {
	// recipient sets whom the mail goes to; nil: the notice's player, or the stranger with its address.
	recipient func(*Store, context.Context, *Content) (drop models.NoticeReason, err error)
	// outdated returns why a notice about a game is no longer worth sending; nil: it always is.
	outdated func(*Content) models.NoticeReason
	// gather loads the present content of the mail, or returns why it is outdated.
	gather func(*Store, context.Context, *Content) (drop models.NoticeReason, err error)
}

// contents holds the kinds of notices whose mails need more than their recipient, their challenge and their game.
var contents = map[models.Kind]kindContent{
	models.KindYourTurn:        {outdated: outdatedTurn, gather: (*Store).gatherEndedPlan},
	models.KindReminder:        {outdated: outdatedReminder},
	models.KindOffer:           {outdated: outdatedOffer},
	models.KindChallengeAnswer: {outdated: outdatedChallengeAnswer},
	models.KindAutoVacation:    {gather: (*Store).gatherAutoVacation},
	models.KindPlan:            {outdated: outdatedPlan, gather: (*Store).gatherPlan},
	models.KindMessage:         {gather: (*Store).gatherMessages},
	models.KindAway:            {outdated: outdatedByGameEnd, gather: (*Store).gatherAway},
	models.KindMailFailing:     {outdated: outdatedByGameEnd},
	models.KindEventBegan:      {gather: (*Store).gatherEventBegan},
	models.KindEventEnded:      {gather: (*Store).gatherEvent},
	models.KindEventPlace:      {gather: (*Store).gatherEvent},
	models.KindReplyRejected:   {gather: (*Store).gatherAnswer},
	models.KindReplyAnswer:     {gather: (*Store).gatherAnswer},
	models.KindDeskAnswer:      {recipient: (*Store).deskRecipient, gather: (*Store).gatherAnswer},
	models.KindCode:            {recipient: (*Store).codeRecipient, gather: (*Store).gatherSignInCode},
	models.KindAddressCode:     {recipient: (*Store).gatherAddress},
	models.KindAddressChange:   {recipient: (*Store).gatherAddress},
	models.KindOperatorCode:    {gather: (*Store).gatherOperatorCode},
	models.KindWebhookOff:      {gather: (*Store).gatherHookEnd},
	models.KindReport:          {recipient: (*Store).gatherReport},
}

// address sets the recipient and applies their settings.
func (s *Store) address(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	if set := contents[c.Row.Kind].recipient; set != nil {
		return set(s, ctx, c)
	}
	return s.usualRecipient(ctx, c)
}

// usualRecipient sets the notice's player, or the stranger with its address, and applies their settings.
func (s *Store) usualRecipient(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	n := c.Row
	if n.PlayerID == 0 {
		return s.strangerRecipient(ctx, c)
	}
	if c.mailed, err = s.readMailed(ctx, n); err != nil {
		return "", err
	}
	if c.mailed.to.ID == 0 {
		return notice.DropAccountGone, nil
	}
	if c.mailed.banned {
		return notice.DropAccountBanned, nil
	}
	c.To, c.epoch = c.mailed.to, c.mailed.epoch
	c.HasToken, c.Waiting = c.mailed.hasToken, c.mailed.waiting
	switch n.Kind {
	case models.KindTest, models.KindOperatorCode:
	default:
		if c.To.Failing != nil {
			return notice.DropMailFailing, nil
		}
	}
	if !n.Kind.MayBeOff() {
		return "", nil
	}
	if c.To.Settings.Delivery(n.Kind, n.GameID) == models.Off {
		if c.To.Settings.Games[n.GameID] == models.Off {
			return notice.DropGameOff, nil
		}
		return notice.DropKindOff, nil
	}
	c.unsubscribe = models.Link{Purpose: models.LinkUnsubscribe, Kind: n.Kind}
	if n.GameID != "" {
		c.unsubscribeGame = models.Link{Purpose: models.LinkUnsubscribe, Game: n.GameID}
	}
	return "", nil
}

// strangerRecipient sets the stranger with the notice's address, unless they refuse mail.
func (s *Store) strangerRecipient(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	n, key := c.Row, mailaddr.Key(c.Row.Email)
	c.To = models.Player{Email: n.Email, TimeZone: time.UTC}
	var refused int64
	err = s.Read(ctx).Raw("SELECT COUNT(*) FROM refusals WHERE email_key = ?", key).Scan(&refused).Error
	if err != nil {
		return "", err
	}
	if refused > 0 {
		return notice.DropAddressRefuses, nil
	}
	if n.Kind == models.KindDeskAnswer { // to a refused registration
		c.To.Locale = cmp.Or(n.Detail.Locale, schema.DefaultLocale)
		return "", nil
	}
	c.unsubscribe = models.Link{Purpose: models.LinkUnsubscribe, Challenge: n.ChallengeID}
	c.stranger, c.To.Locale, err = s.strangerOf(ctx, n.ChallengeID, key)
	return "", err
}

// strangerOf returns the address that signs links to the invited stranger of a challenge, the address as invited, and
// the language of the challenger, in which a stranger is written to.
func (s *Store) strangerOf(ctx context.Context, challenge, key string) (as, locale string, err error) {
	var rows []struct{ InvitedAs, Locale string }
	err = s.Read(ctx).
		Raw(`SELECT c.invited_as, p.locale FROM challenges c JOIN players p ON p.id = c.challenger_id
			WHERE c.id = ?`, challenge).
		Scan(&rows).
		Error
	if len(rows) == 0 {
		return key, schema.DefaultLocale, err
	}
	return cmp.Or(rows[0].InvitedAs, key), rows[0].Locale, err
}

// mailData holds the data that every mail to a player needs, read by one query.
type mailData struct {
	to     models.Player // ID 0: the account was deleted
	epoch  int64         // of the links to them
	banned bool
	game   *core.ViewedGame // nil if the mail is not about a game

	previous *models.Turn // the turn before the last one of the game; nil if there is none
	hasToken bool         // the player has an access token
	waiting  int          // games that await the player, at most maxWaiting

	unsaid      bool                  // a message of the player was not delivered
	unsaidWords string                // the last such message; "" if it is not known
	planEnded   play.PlanEnd          // of the player's plan in the game
	planRefused models.PlanRefusalRow // of the player's plan in the game
}

// maxWaiting is the largest number of games that await a player which a mail counts.
const maxWaiting = 100

// selectMailed also finds notices without a game.
var selectMailed = core.SelectViewColumns + `,
	` + schema.ReaderColumns + `, p.link_epoch, p.banned_at,
	(SELECT COUNT(*) FROM inbound WHERE player_id = p.id AND game_id = g.id AND unsaid = 1),
	COALESCE((SELECT words FROM inbound WHERE player_id = p.id AND game_id = g.id AND unsaid = 1
		ORDER BY id DESC` + db.Limit(1) + `), ''),
	COALESCE(plans.ended, ''), COALESCE(plans.ended_detail, ''),
	(SELECT COUNT(*) FROM (SELECT 1 FROM tokens WHERE player_id = p.id LIMIT 1) AS made),
	(SELECT COUNT(*) FROM (SELECT 1 FROM games WHERE to_move_id = p.id AND status = 'ongoing'` + db.Limit(maxWaiting) +
	`) AS waiting),
	` + schema.TurnColumns("before", "seat", "turn", "events") + `
	FROM players p LEFT JOIN games g ON g.id = ?
	LEFT JOIN players a ON a.id = g.first_id LEFT JOIN players b ON b.id = g.second_id
	` + schema.JoinLastTurn + schema.TurnsAt("before", "NULLIF(g.ply - 1, 0)") + `
	LEFT JOIN plans ON plans.game_id = g.id AND plans.player_id = p.id
	WHERE p.id = ? AND p.deleted_at = 0`

// readMailed reads the data for the mail of a notice.
func (s *Store) readMailed(ctx context.Context, n schema.Notice) (m mailData, err error) {
	for range play.Rereads {
		if m, err = s.readMailedStored(ctx, n); err != nil || m.game == nil {
			return m, err
		}
		if ok, err := m.game.Row.ShowChanges(s.Read(ctx)); ok || err != nil {
			return m, err
		}
	}
	return m, play.ErrChanging(n.GameID)
}

// readMailedStored is readMailed with the game as stored.
func (s *Store) readMailedStored(ctx context.Context, n schema.Notice) (m mailData, err error) {
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		if m.game = play.TakeViewed(c); m.game != nil {
			core.RefuseDamage(c, m.game.Damage())
		}
		var to schema.PlayerRow
		to.TakeReader(c)
		m.to, m.epoch, m.banned = to.Player(), c.Number(), c.Number() > 0
		m.unsaid, m.unsaidWords, m.planEnded = c.Number() > 0, c.Text(), play.PlanEnd(c.Text())
		if err := m.planRefused.Scan(c.Text()); err != nil {
			return err
		}
		m.hasToken, m.waiting = c.Number() > 0, int(c.Number())
		m.previous = takePrevious(c)
		return nil
	}, selectMailed, n.GameID, n.PlayerID)
	return m, err
}

// takePrevious takes the turn before the last one: its seat, text and events.
func takePrevious(c *db.Columns) *models.Turn {
	if c.IsNull() {
		c.Skip(previousColumns)
		return nil
	}
	turn := schema.TurnRow{Seat: rules.Seat(c.Number()), Turn: c.Text(), Events: c.Text()}.AsTurn()
	return &turn
}

const previousColumns = 3

// gather loads the content of a notice, or returns the reason why it is outdated.
func (s *Store) gather(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	if c.Row.ChallengeID != "" {
		if drop, err := s.gatherChallenge(ctx, c); err != nil || drop != "" {
			return drop, err
		}
	}
	if c.Row.GameID != "" {
		if drop, err := s.gatherGame(ctx, c); err != nil || drop != "" {
			return drop, err
		}
	}
	if gather := contents[c.Row.Kind].gather; gather != nil {
		return gather(s, ctx, c)
	}
	return "", nil
}

// gatherGame loads the game of a notice.
func (s *Store) gatherGame(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	if c.mailed.game == nil {
		c.Game, err = s.Game(ctx, c.Row.GameID)
	} else {
		c.Game, err = s.ShowViewed(ctx, c.mailed.game)
	}
	if err != nil {
		return "", err
	}
	c.Seat = c.Game.SeatOf(c.Row.PlayerID)
	if drop = c.Outdated(); drop != "" {
		return drop, nil
	}
	c.Unsaid, c.UnsaidWords, c.Previous = c.mailed.unsaid, c.mailed.unsaidWords, c.mailed.previous
	if c.Kind != models.KindMessage && !c.Kind.Facts().AnswersMail {
		c.NewToGame, err = s.newToGame(ctx, c.Row.PlayerID, c.Game)
	}
	return "", err
}

// Outdated returns the reason why a notice about a game is no longer worth sending.
func (c *Content) Outdated() models.NoticeReason {
	if outdated := contents[c.Kind].outdated; outdated != nil {
		return outdated(c)
	}
	return ""
}

func outdatedTurn(c *Content) models.NoticeReason {
	if c.Game.Ply != c.Row.Ply {
		return notice.DropTurnPlayed
	}
	return outdatedByGameEnd(c)
}

func outdatedReminder(c *Content) models.NoticeReason {
	g := c.Game
	if g.Ply != c.Row.Ply || g.Status != models.Ongoing {
		return notice.DropTurnPlayed
	}
	if g.Left[g.ToMove] == 0 {
		return notice.DropDeadlinePassed
	}
	return ""
}

func outdatedPlan(c *Content) models.NoticeReason {
	if c.Game.Ply < c.Row.Ply {
		return notice.DropTakenBack
	}
	return ""
}

func outdatedChallengeAnswer(c *Content) models.NoticeReason {
	g := c.Game
	if g.Status != models.Ongoing {
		return notice.DropGameOver
	}
	if g.Ply > 1 || (g.Ply == 1 && g.LastTurn.Seat == c.Seat) {
		return notice.DropPlayedAlready
	}
	return ""
}

func outdatedByGameEnd(c *Content) models.NoticeReason {
	if c.Game.Status != models.Ongoing {
		return notice.DropGameOver
	}
	return ""
}

func outdatedOffer(c *Content) models.NoticeReason {
	g := c.Game
	by := g.DrawBy
	if c.Offer == models.TakebackOffer {
		by = g.TakebackBy
	}
	if g.Status != models.Ongoing || by != c.Seat.Other() {
		return notice.DropOfferGone
	}
	return ""
}

// gatherEndedPlan adds why the plan of the player to move has ended.
func (s *Store) gatherEndedPlan(_ context.Context, c *Content) (models.NoticeReason, error) {
	refused := c.mailed.planRefused
	c.PlanEnded = c.mailed.planEnded
	c.PlanRefused = models.PlanRefusal{Turn: refused.Turn, Ruleset: c.Game.Ruleset, Why: phrase.Message(refused.Why)}
	return "", nil
}

// gatherPlan loads the turn of the plan, and the turn before it.
func (s *Store) gatherPlan(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	n := c.Row
	if c.Game, _, err = s.GameAt(ctx, n.GameID, n.Ply); err != nil {
		return "", err
	}
	if last := c.Game.LastTurn; last.Seat != c.Seat || last.Via != models.ViaPlan {
		return notice.DropTakenBack, nil
	}
	c.RepliedTo, err = play.TurnAt(s.Read(ctx), n.GameID, n.Ply-1)
	return "", err
}

// gatherAutoVacation adds the player's vacation, which began by itself.
func (s *Store) gatherAutoVacation(_ context.Context, c *Content) (models.NoticeReason, error) {
	c.Away, c.DaysLeft = c.Row.Detail.Away.Vacation(), c.Row.Detail.DaysLeft
	return "", nil
}

// gatherAway drops a notice of a vacation that is over or was changed again, and one that tells its reader nothing that
// matters: of the end of a vacation of which they do not know, or of a change that moves no deadline of a game with
// them.
func (s *Store) gatherAway(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	opponent, err := schema.FindPlayer(s.Read(ctx), "id = ?", c.Game.Players[c.Seat.Other()].ID)
	if err != nil || opponent == nil {
		return notice.DropAccountGone, err
	}
	now, period := models.ToMillis(s.Clock()), opponent.Away()
	if period.Until <= now {
		period = schema.Away{}
	}
	if period != c.Row.Detail.Away {
		return notice.DropVacationChanged, nil
	}
	told, err := s.awayTold(ctx, c.Row, opponent.ID)
	known := told.Until > now
	switch {
	case err != nil:
		return "", err
	case period.Until == 0 && !known, known && told == period:
		return notice.DropVacationKnown, nil
	case period.Until != 0 && known:
		moved, err := play.MovesDeadline(s.Read(ctx), opponent.ID, c.Row.PlayerID, told, now)
		if err != nil || !moved {
			return notice.DropVacationKnown, err
		}
	}
	c.AwayKnown = known
	if period.Until != 0 {
		c.Away = period.Vacation()
	}
	return "", nil
}

// awayTold returns the vacation of an opponent of which a player was last told before a notice, by mail or by a
// webhook; the zero value if of none or of its end.
func (s *Store) awayTold(ctx context.Context, n schema.Notice, opponent int64) (told schema.Away, err error) {
	err = db.Query(s.Read(ctx), func(c *db.Columns) error {
		var detail schema.NoticeDetail
		err := detail.Scan(c.Text())
		told = detail.Away
		return err
	}, `SELECT n.detail FROM notices n JOIN games g ON g.id = n.game_id
		WHERE n.player_id = ? AND n.id < ? AND n.kind = ? AND (g.first_id = ? OR g.second_id = ?)
			AND (n.status = ? OR EXISTS (SELECT 1 FROM hook_deliveries d WHERE d.notice_id = n.id AND d.status = ?))
		ORDER BY n.id DESC`+db.Limit(1),
		n.PlayerID, n.ID, models.KindAway, opponent, opponent, models.Sent, models.Sent)
	return told, err
}

// gatherSignInCode creates the code of a mail that lets its reader sign in.
func (s *Store) gatherSignInCode(ctx context.Context, c *Content) (models.NoticeReason, error) {
	return s.gatherCode(ctx, c, account.SignInCode)
}

// gatherOperatorCode creates the code of a mail that lets an operator sign in.
func (s *Store) gatherOperatorCode(ctx context.Context, c *Content) (models.NoticeReason, error) {
	return s.gatherCode(ctx, c, account.OperatorCode(c.Row.Detail.Session))
}

// gatherCode creates the code of a mail for a purpose.
func (s *Store) gatherCode(
	ctx context.Context, c *Content, purpose account.CodePurpose,
) (drop models.NoticeReason, err error) {
	if s.Clock().Sub(c.CreatedAt) > account.CodeLife {
		return notice.DropCodeExpired, nil
	}
	err = s.Write(ctx, func(tx *core.Tx) error {
		c.Code, c.Expires, err = account.IssueCode(tx, purpose, mailaddr.Key(c.Row.Email), c.registration)
		return err
	})
	return "", err
}

func (s *Store) gatherChallenge(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	var rows []schema.ChallengeRow
	if err := s.Read(ctx).Raw(schema.SelectChallenge+"WHERE c.id = ?", c.Row.ChallengeID).Scan(&rows).Error; err != nil {
		return "", err
	}
	if len(rows) == 0 {
		return "", fmt.Errorf("notice %d: challenge %q is not there", c.ID, c.Row.ChallengeID)
	}
	list := []models.Challenge{rows[0].Challenge()}
	challenge := &list[0]
	c.Challenge = challenge
	switch {
	case c.Kind != models.KindChallenge:
		return "", nil
	case challenge.Status == models.ChallengeOpen:
		if unwanted, err := rows[0].Unwanted(s.Read(ctx)); err != nil || unwanted {
			return notice.DropBlocked, err
		}
		return "", s.AddStandings(ctx, c.Row.PlayerID, list)
	case challenge.Status == models.ChallengeWithdrawn:
		return notice.DropChallengeWithdrawn, nil
	case challenge.Status == models.ChallengeExpired:
		return notice.DropChallengeExpired, nil
	}
	return notice.DropChallengeDecided, nil
}

// newToGame reports whether the game has just started and the player has played no other game of the ruleset.
func (s *Store) newToGame(ctx context.Context, player int64, g *models.Game) (bool, error) {
	if g.Ply > 1 {
		return false, nil
	}
	known := false
	const other = "SELECT 1 FROM games WHERE ruleset = ? AND id <> ? AND "
	err := db.Query(
		s.Read(ctx),
		func(c *db.Columns) error { known = c.Bool(); return nil },
		"SELECT EXISTS ("+other+"first_id = ? AND status <> 'ongoing')"+
			" OR EXISTS ("+other+"second_id = ? AND status <> 'ongoing')"+
			" OR EXISTS ("+other+"to_move_id = ? AND status = 'ongoing')"+
			" OR EXISTS ("+other+"first_id + second_id - to_move_id = ? AND status = 'ongoing')",
		g.Ruleset,
		g.ID,
		player,
		g.Ruleset,
		g.ID,
		player,
		g.Ruleset,
		g.ID,
		player,
		g.Ruleset,
		g.ID,
		player,
	)
	return !known, err
}

// gatherMessages loads the unread messages of a notice. It drops those of a player whom the reader has blocked since.
func (s *Store) gatherMessages(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	blocked, err := schema.Blocks(s.Read(ctx), c.Row.PlayerID, c.Game.Players[c.Seat.Other()].ID)
	if err != nil || blocked {
		return notice.DropBlocked, err
	}
	row, err := play.LoadGame(s.Read(ctx), c.Game.ID)
	if err != nil {
		return "", err
	}
	var rows []play.MessageRow
	err = s.Read(ctx).Raw(`SELECT number, seat, ply, text, at FROM messages WHERE game_id = ? AND notice = ?
		AND number > COALESCE((SELECT read_to FROM chats WHERE game_id = ? AND seat = ?), 0) ORDER BY number`,
		row.ID, c.Row.Key, row.ID, c.Seat).Scan(&rows).Error
	for _, r := range rows {
		c.Messages = append(c.Messages, r.Message(row))
	}
	if err == nil && len(rows) == 0 {
		drop = notice.DropMessagesRead
	}
	return drop, err
}

// deskRecipient sets the recipient of a response to mail at the desk, who may be a stranger that registers.
func (s *Store) deskRecipient(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	if c.Row.PlayerID != 0 || c.Row.Detail.Registration == 0 {
		return s.usualRecipient(ctx, c)
	}
	r, err := account.Registration(s.ReadTx(ctx), c.Row.Detail.Registration)
	if err != nil {
		return "", err
	}
	if r == nil {
		return notice.DropAccountGone, nil
	}
	c.To = models.Player{
		Name: r.Name, Email: r.Email, Locale: r.Locale,
		TimeZone: schema.PlayerRow{TimeZone: r.TimeZone}.Zone(),
	}
	c.registration, c.stranger = r.ID, r.EmailKey
	return "", nil
}

// gatherEvent loads the content of a notice about an event.
func (s *Store) gatherEvent(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	return "", s.loadEventContent(ctx, c, c.Row.Detail.Event)
}

// gatherEventBegan loads the content of a notice that an event has begun: its recipient's games too.
func (s *Store) gatherEventBegan(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	if drop, err = s.gatherEvent(ctx, c); err != nil {
		return drop, err
	}
	return drop, s.gatherEventGames(ctx, c)
}

// loadEventContent loads an event with its table and the place of the recipient.
func (s *Store) loadEventContent(ctx context.Context, c *Content, id string) error {
	table, err := s.EventTable(ctx, id)
	c.Event = &table.Event
	if err != nil || c.Event.Kind == event.RoundRobin && c.Event.BeganAt.IsZero() {
		return err
	}
	c.Table = &table
	for _, rows := range table.Groups {
		for _, row := range rows {
			if row.Ref.ID == c.To.ID {
				c.Place = row.Place
			}
		}
	}
	return nil
}

// gatherEventGames lists the running games of the recipient in the event: those that await them, then the others.
func (s *Store) gatherEventGames(ctx context.Context, c *Content) error {
	games, err := s.EventGames(ctx, c.Event.ID)
	if err != nil {
		return err
	}
	for _, g := range games {
		if g.Game == "" || g.First.ID != c.To.ID && g.Second.ID != c.To.ID {
			continue
		}
		game, err := s.Game(ctx, g.Game)
		if err != nil {
			return err
		}
		switch listed := c.listedGame(models.KindYourTurn, game); {
		case game.Status != models.Ongoing:
		case game.ToMove != listed.Seat || game.ToMove == rules.NoSeat:
			c.Others = append(c.Others, listed)
		case len(c.Listed) < event.MaxMailedGames:
			c.Listed = append(c.Listed, listed)
		default:
			c.More++
		}
	}
	return nil
}

// gatherTable loads the table of an event that a mail asked for.
func (s *Store) gatherTable(ctx context.Context, c *Content) error {
	return s.loadEventContent(ctx, c, c.Reply.OfEvent)
}

// gatherEvents lists the player's events that are not over, and then those that they may join.
func (s *Store) gatherEvents(ctx context.Context, c *Content) error {
	listed := map[string]bool{}
	for _, f := range []event.Filter{
		{Player: c.To.Name, Status: event.EventRunning},
		{Player: c.To.Name, Status: event.EventOpen},
		{Kind: event.RoundRobin, Status: event.EventOpen},
		{Kind: event.Ladder, Status: event.EventRunning},
	} {
		f.Limit = event.MaxListedEvents
		list, _, err := s.Events(ctx, f)
		if err != nil {
			return err
		}
		for _, e := range list {
			if !listed[e.ID] {
				listed[e.ID] = true
				c.Events = append(c.Events, e)
			}
		}
	}
	return nil
}

// gatherDone loads the event that a command has joined or left.
func (s *Store) gatherDone(ctx context.Context, c *Content) error {
	if c.Reply.OfEvent == "" {
		return nil
	}
	return s.loadEventContent(ctx, c, c.Reply.OfEvent)
}

// gatherAddress loads the content of a mail about a change of address.
func (s *Store) gatherAddress(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	tx, about := s.ReadTx(ctx), c.Row.Detail.Address
	p, err := schema.FindPlayer(tx.DB, "id = ? AND deleted_at = 0", about.Player)
	if err != nil || p == nil {
		return notice.DropAccountGone, err
	}
	r, err := account.FindAddressChange(tx, about.Player, about.Number)
	if err != nil {
		return "", err
	}
	c.Address = account.AddressChange{State: about.State, Name: p.Name, New: about.New}
	if c.Kind == models.KindAddressCode {
		return s.gatherAddressCode(ctx, c, r)
	}
	c.To = p.Player()
	c.To.Email = c.Row.Email
	if about.State != account.AddressAsked && about.State != account.AddressChanged {
		return "", nil
	}
	if r == nil || !r.Undoable(tx.At) {
		return notice.DropAddressChange, nil
	}
	_, until := r.Until()
	c.Address.Until = until.Time()
	c.Address.Link, err = s.AddressLink(ctx, r)
	return "", err
}

// gatherAddressCode creates the code for a new address, or reports that the address already has an account.
func (s *Store) gatherAddressCode(
	ctx context.Context, c *Content, r *account.AddressChangeRow,
) (models.NoticeReason, error) {
	tx := s.ReadTx(ctx)
	c.To = models.Player{Email: c.Row.Email, Locale: schema.DefaultLocale, TimeZone: time.UTC}
	if asker, err := schema.FindPlayer(tx.DB, "id = ?", c.Row.Detail.Address.Player); err == nil && asker != nil {
		c.To.Locale, c.To.TimeZone = asker.Locale, asker.Zone()
	}
	if r == nil || !r.Open(tx.At) {
		return notice.DropAddressChange, nil
	}
	if s.Clock().Sub(c.CreatedAt) > account.CodeLife {
		return notice.DropCodeExpired, nil
	}
	taken, err := account.AddressTaken(tx, r.EmailKey, r.PlayerID)
	if err != nil {
		return "", err
	}
	if c.Address.Taken = taken; taken {
		return "", nil
	}
	var refused int64
	err = tx.Raw("SELECT COUNT(*) FROM refusals WHERE email_key = ?", r.EmailKey).Scan(&refused).Error
	if err != nil || refused > 0 {
		return notice.DropAddressRefuses, err
	}
	return "", s.Write(ctx, func(tx *core.Tx) error {
		c.Code, c.Expires, err = account.IssueCode(tx, account.AddressCode, r.EmailKey, 0)
		return err
	})
}

// codeRecipient sets the recipient of a code: an account, or somebody who requested one.
func (s *Store) codeRecipient(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	key, tx := mailaddr.Key(c.Row.Email), s.ReadTx(ctx)
	row, err := schema.FindPlayer(tx.DB, "email_key = ? AND deleted_at = 0", key)
	if err != nil {
		return "", err
	}
	if row != nil {
		c.To, c.epoch = row.Player(), row.LinkEpoch
	}
	if banned, err := tx.Banned(key); err != nil || banned {
		return account.DropNoAccount, err
	}
	if row != nil {
		return "", nil
	}
	rows, err := account.Registrations(tx, key)
	if err != nil {
		return "", err
	}
	network, err := base64.RawStdEncoding.DecodeString(c.Row.Detail.Network)
	if err != nil {
		return "", fmt.Errorf("notice %s: network: %w", c.Key, err)
	}
	r := account.RegistrationToMail(rows, network)
	if i := slices.IndexFunc(rows,
		func(r account.RegistrationRow) bool { return r.ID == c.Row.Detail.Registration }); i >= 0 {
		r = &rows[i]
	}
	if r == nil {
		return account.DropNoAccount, nil
	}
	c.To = models.Player{
		Name: r.Name, Email: r.Email, Locale: r.Locale,
		TimeZone: schema.PlayerRow{TimeZone: r.TimeZone}.Zone(),
	}
	c.registration, c.stranger = r.ID, r.EmailKey
	return "", nil
}

// ComposeHook loads the present content of a delivery, without links of its player. drop is the reason why it is
// outdated; it is never sent then. A test has only its recipient.
func (s *Store) ComposeHook(ctx context.Context, claim hook.Claim) (c *Content, drop models.NoticeReason, err error) {
	n := schema.Notice{Kind: models.KindTest, PlayerID: claim.Player}
	if claim.Kind != models.KindTest {
		found := false
		err = db.Query(s.Read(ctx), func(c *db.Columns) (err error) {
			n, err = notice.TakeNotice(c)
			found = true
			return err
		}, "SELECT "+notice.NoticeColumns+" FROM notices WHERE id = ?", claim.Notice)
		if err != nil || !found {
			return nil, notice.DropAccountGone, err
		}
		if n.Status == models.Dropped && !hook.MailOnly(n.Reason) {
			return nil, n.Reason, nil
		}
	}
	c = newClaim([]schema.Notice{n}).content(&schema.ClaimedNotice{Notice: n})
	if c.mailed, err = s.readMailed(ctx, n); err != nil {
		return nil, "", err
	}
	switch {
	case c.mailed.to.ID == 0:
		return nil, notice.DropAccountGone, nil
	case c.mailed.banned:
		return nil, notice.DropAccountBanned, nil
	}
	c.To = c.mailed.to
	drop, err = s.gather(ctx, c)
	return c, drop, err
}

// gatherHookEnd loads which webhook was turned off. The mail is outdated if the webhook is on again or gone.
func (s *Store) gatherHookEnd(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	c.HookEnd = c.Row.Detail.Hook
	rows, err := hook.LoadHooks(s.Read(ctx), "id = ? AND state = ?", c.HookEnd.ID, hook.HookOff)
	if err == nil && len(rows) == 0 {
		return notice.DropHookChanged, nil
	}
	return "", err
}

// gatherReport loads the content of the operator's mail about a player's report; mail that was returned is another
// matter (account.RecordBounce). A report that was closed or deleted meanwhile needs none.
func (s *Store) gatherReport(ctx context.Context, c *Content) (drop models.NoticeReason, err error) {
	c.To = models.Player{Email: c.Row.Email, TimeZone: time.UTC, Locale: schema.DefaultLocale}
	rows, err := s.Reports(ctx, "WHERE r.id = ? AND r.closed_at = 0", c.Row.Detail.Report)
	if err != nil || len(rows) == 0 {
		return notice.DropReportClosed, err
	}
	c.Report = rows[0]
	return "", nil
}
