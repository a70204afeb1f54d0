package api

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/notice"
	"turnpost/models/store"
	"turnpost/templates"
)

// RegisterPlayer mails a sign-in code for a new player.
func (s *server) RegisterPlayer(c echo.Context) error {
	var in Registration
	if err := readJSON(c, &in); err != nil {
		return err
	}
	ctx, request := askingForCode(c)
	err := s.store.Register(ctx, account.NewPlayer{
		Name: in.Name, Email: in.Email, Locale: cmp.Or(in.Locale, languageOf(c).Tag()),
		TimeZone: in.TimeZone, Invitation: in.Invitation,
	})
	if err != nil {
		return err
	}
	if s.registration == account.RegistrationInvitation && in.Invitation == "" {
		return sendCodeHint(c, in.Email, request, codeSentInvited(c))
	}
	return sendCodeHint(c, in.Email, request, codeSent(c))
}

// GetPlayer shows a player's public profile.
func (s *server) GetPlayer(c echo.Context, name PlayerName) error {
	p, records, err := s.store.PlayerByName(c.Request().Context(), name)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	var shown *[]PoolRating
	if models.SeesRatings(me(c).ID, p.ID, p.HideRating) {
		ratings, err := s.ratings(ctx, p.ID)
		if err != nil {
			return err
		}
		shown = &ratings
	}
	reliability, err := s.store.Reliability(ctx, p.ID)
	if err != nil {
		return err
	}
	rest, next := s.rest(p)
	return sendJSON(c, http.StatusOK, withRest(Player{
		Name: p.Name, Bot: p.Bot(), CreatedAt: p.CreatedAt, Ratings: shown, Reliability: wireReliability(reliability),
		DaysOffNext: next,
		Record: each(records, func(r account.Record) RulesetScore {
			return RulesetScore{Ruleset: r.Ruleset, Won: r.Won, Lost: r.Lost, Drawn: r.Drawn, Ongoing: r.Now}
		}),
	}, rest))
}

// ListPlayers lists players by name.
func (s *server) ListPlayers(c echo.Context, in ListPlayersParams) error {
	page, err := s.store.Players(c.Request().Context(), account.PlayerFilter{
		Name: in.Name, After: in.Cursor, Limit: in.Limit,
	})
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, PlayerList{
		Players: each(page.Players, func(p account.ListedPlayer) ListedPlayer {
			return ListedPlayer{Name: p.Name, Won: p.Won, Lost: p.Lost, Drawn: p.Drawn, CreatedAt: p.CreatedAt}
		}),
		Next: optional(page.Next),
	})
}

// GetMe shows the player's own profile.
func (s *server) GetMe(c echo.Context) error {
	if formOf(c) != typeText {
		return s.sendMe(c, me(c))
	}
	w, err := s.myProfile(c, me(c))
	if err != nil {
		return err
	}
	return send(c, textResponse(http.StatusOK, valueLines(w, readerOf(c))+templates.SettingsText(me(c), commandsOf(c))))
}

// UpdateMe changes the fields that the patch names.
func (s *server) UpdateMe(c echo.Context) error {
	var in ProfilePatch
	if err := readJSON(c, &in); err != nil {
		return err
	}
	patch, err := profilePatch(&in)
	if err != nil {
		return err
	}
	ctx := account.WithAsker(c.Request().Context(), models.Asker{Network: addressKey(c)})
	changed, err := s.store.UpdateProfile(ctx, me(c).ID, patch)
	if err != nil {
		return err
	}
	return s.sendMe(c, changed)
}

// ConfirmEmail changes the player's address with the code that was mailed to the new one.
func (s *server) ConfirmEmail(c echo.Context) error {
	var in EmailCode
	if err := readJSON(c, &in); err != nil {
		return err
	}
	ctx := account.WithAsker(c.Request().Context(), models.Asker{Network: addressKey(c)})
	p, err := s.store.ConfirmAddress(ctx, me(c).ID, in.Code)
	if err != nil {
		return err
	}
	return s.sendMe(c, p)
}

// sendMe responds with the player's profile.
func (s *server) sendMe(c echo.Context, p models.Player) error {
	w, err := s.myProfile(c, p)
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, w)
}

// myProfile converts the player's profile with the new address that awaits confirmation.
func (s *server) myProfile(c echo.Context, p models.Player) (Me, error) {
	ctx := c.Request().Context()
	pending, _, err := s.store.PendingAddress(ctx, p.ID)
	if err != nil {
		return Me{}, err
	}
	w, err := s.wireMe(ctx, p)
	w.EmailPending = optional(pending)
	return w, err
}

// DeleteMe deletes the player's account.
func (s *server) DeleteMe(c echo.Context) error {
	var in Deletion
	if len(bodyOf(c)) > 0 { // without a body, the store explains how to confirm
		if err := readJSON(c, &in); err != nil {
			return err
		}
	}
	if err := s.store.DeletePlayer(c.Request().Context(), me(c).ID, in.Confirm); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

func deliveries[K ~string](in map[string]Delivery) map[K]models.Delivery {
	out := map[K]models.Delivery{}
	for k, d := range in {
		out[K(k)] = models.Delivery(d)
	}
	return out
}

// SendTestMail queues a mail to the player.
func (s *server) SendTestMail(c echo.Context, _ SendTestMailParams) error {
	return once(c, s.store,
		func(ctx context.Context, store *store.Store) (any, error) {
			return nil, store.SendTestMail(ctx, me(c))
		},
		func(any) (response, error) {
			hint := say(c, "hint.test_mail", "command", "GET /v1/me/notices")
			if formOf(c) == typeText {
				return textResponse(http.StatusAccepted, templates.TestMailText(hint, commandsOf(c))), nil
			}
			return jsonResponse(http.StatusAccepted, Hint{Message: hint})
		})
}

// ListNotices lists the notices to the player: pending, sent, dropped and failed.
func (s *server) ListNotices(c echo.Context, in ListNoticesParams) error {
	before, err := numericCursor(in.Cursor)
	if err != nil {
		return err
	}
	notices, next, err := s.store.Notices(c.Request().Context(), me(c).ID, before, in.Limit)
	if err != nil {
		return err
	}
	language := languageOf(c)
	return sendJSON(c, http.StatusOK, NoticeList{
		Notices: each(notices, func(n notice.Notice) Notice { return wireNotice(n, language) }),
		Next:    formatCursor(next),
	})
}

// SetAway plans a vacation.
func (s *server) SetAway(c echo.Context) error {
	var in AwayDays
	if err := readJSON(c, &in); err != nil {
		return err
	}
	was, replaces := s.store.VacationAhead(me(c))
	v, err := s.store.SetVacation(c.Request().Context(), me(c).ID, in.From, in.Until)
	if err != nil {
		return err
	}
	left, err := s.store.VacationLeft(c.Request().Context(), me(c))
	if err != nil {
		return err
	}
	replaces = replaces && !was.Equal(v)
	if formOf(c) == typeText {
		reader, shown := readerOf(c), models.Vacation{}
		if replaces {
			shown = models.Vacation{From: reader.In(was.From), Until: reader.In(was.Until)}
		}
		text := templates.AwayText(reader.In(v.From), reader.In(v.Until), shown, interrupted(was, v, s.store.Now()), left,
			reader.Words())
		return send(c, textResponse(http.StatusOK, text+templates.AfterText("account", "", commandsOf(c))))
	}
	answer := Away{From: v.From, Until: v.Until, DaysLeft: &left}
	if replaces {
		answer.Replaces = &Away{From: was.From, Until: was.Until}
	}
	return sendJSON(c, http.StatusOK, answer)
}

// EndAway ends the current vacation or cancels the planned one.
func (s *server) EndAway(c echo.Context) error {
	if err := s.store.EndVacation(c.Request().Context(), me(c).ID); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// interrupted reports whether a vacation that ran was ended by another that begins later.
func interrupted(was, v models.Vacation, now time.Time) bool {
	return !was.From.After(now) && v.From.After(now)
}

// ListBlocks lists the players that the caller blocks.
func (s *server) ListBlocks(c echo.Context) error {
	blocks, err := s.store.Blocks(c.Request().Context(), me(c).ID)
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, BlockList{Blocks: each(blocks, wireBlock)})
}

// BlockPlayer blocks a player.
func (s *server) BlockPlayer(c echo.Context, name PlayerName) error {
	block, err := s.store.BlockPlayer(c.Request().Context(), me(c).ID, name)
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, wireBlock(block))
}

// UnblockPlayer ends a block.
func (s *server) UnblockPlayer(c echo.Context, name PlayerName) error {
	if err := s.store.UnblockPlayer(c.Request().Context(), me(c).ID, name); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

func wireBlock(b account.Block) Block { return Block{Name: b.Name, CreatedAt: b.CreatedAt} }
