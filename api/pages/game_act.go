package pages

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/play"
	"turnpost/models/store"
)

// playTurn plays a turn once. If the same form is sent again, by a double tap, from another tab or after the back
// button, it reports the turn as played.
func (p *Pages) playTurn(c echo.Context) error {
	player, err := signedIn(c)
	if err != nil {
		return err
	}
	r := c.Request()
	form := gameForm{
		Turn: r.PostForm.Get("turn"), Message: r.PostForm.Get("message"), Draw: r.PostForm.Get("draw") != "",
		Plan: strings.ReplaceAll(r.PostForm.Get("plan"), "\r\n", "\n"),
	}
	ply, err := number(c, "ply")
	if err != nil {
		return err
	}
	takebacks, err := number(c, "takebacks")
	if err != nil {
		return err
	}
	input := models.TurnInput{
		Game: c.Param("id"), Player: player.ID, Ply: &ply, Takebacks: &takebacks, Text: form.Turn,
		Message: form.Message, OfferDraw: form.Draw, Plan: strings.TrimSpace(form.Plan), Via: models.ViaWeb,
	}
	once := &core.Once{
		Via: models.ViaWeb, Player: player.ID, Key: fmt.Sprintf("%s.%d.%d", input.Game, ply, takebacks),
		Fingerprint: fingerprint(input.Text, input.Message, strconv.FormatBool(input.OfferDraw), input.Plan),
		Record:      func(any) ([]byte, error) { return []byte{}, nil },
	}
	g, err := p.storeOf(c).Once(once).PlayTurn(r.Context(), input)
	if p.Played != nil {
		p.Played(g, err)
	}
	if _, done := errors.AsType[*models.Replayed](err); done || err == nil {
		if g != nil && g.Withheld {
			return redirect(c, GamePath(input.Game), "turn_muted")
		}
		return redirect(c, GamePath(input.Game), "turn")
	}
	return p.refuseTurn(c, form, err)
}

// refuseTurn shows the current state of the game and the refused text.
func (p *Pages) refuseTurn(c echo.Context, form gameForm, err error) error {
	refused, err := refusedBy(err)
	if err != nil {
		return err
	}
	key, code := "", refused.Code
	switch {
	case code == models.CodeStale:
		key = "site.stale.turn"
	case code == models.CodeKeyReused: // an earlier tap played another turn or sent another message
		key, code = "site.twice.turn", models.CodeStale
	case refused.Message.Key == "error.time_out":
		key = "site.late.turn"
		if err := p.Store.FinishOverdue(c.Request().Context(), c.Param("id")); err != nil { // for the result
			return err
		}
	case code == models.CodeGameOver:
		key = "site.over.turn"
	}
	if key != "" {
		refused = fail(code, key, "turn", form.Turn)
	}
	return p.sendGame(c, p.Status(refused.Code), form, refused)
}

// onceOf returns the idempotency key of a form, so that repeated taps act once: every rendered form has a new name. A
// form whose fields were changed is a different action. The result is nil for a form without a name.
func onceOf(c echo.Context, player models.Player, record func(any) ([]byte, error), texts ...string) *core.Once {
	name := c.Request().PostForm.Get("once")
	if name == "" || len(name) > maxOnce {
		return nil
	}
	sum := fingerprint(texts...)
	return &core.Once{
		Via: models.ViaWeb, Player: player.ID, Key: fmt.Sprintf("%s.%x", name, sum), Fingerprint: sum, Record: record,
	}
}

// maxOnce is the maximum length of a form's name in bytes.
const maxOnce = 40

// fingerprint hashes a list of texts.
func fingerprint(texts ...string) []byte {
	h := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d:%s", len(t), t)
	}
	return h.Sum(nil)
}

// action performs an action in a game. The store is limited to the rights of the visitor's link.
type action func(ctx context.Context, s *store.Store, player models.Player, game string) error

// act handles a form of a game's page and shows the game after it, or with the reason of a refusal.
func (p *Pages) act(c echo.Context, done string, do action) error {
	player, err := signedIn(c)
	if err != nil {
		return err
	}
	game := c.Param("id")
	if err := do(c.Request().Context(), p.storeOf(c), player, game); err != nil {
		return p.refuseInGame(c, err)
	}
	return redirect(c, GamePath(game), done)
}

// refuseInGame shows a game with the reason of a refusal.
func (p *Pages) refuseInGame(c echo.Context, err error) error {
	refused, err := refusedBy(err)
	if err != nil {
		return err
	}
	return p.sendGame(c, p.Status(refused.Code), gameForm{Text: c.Request().PostForm.Get("text")}, refused)
}

func (p *Pages) sendMessage(c echo.Context) error {
	return p.act(c, "message", func(ctx context.Context, s *store.Store, player models.Player, game string) error {
		text := c.Request().PostForm.Get("text")
		once := onceOf(c, player, func(any) ([]byte, error) { return []byte{}, nil }, game, text)
		_, err := s.Once(once).SendMessage(ctx, player.ID, game, text)
		if _, done := errors.AsType[*models.Replayed](err); done {
			return nil
		}
		return err
	})
}

func (p *Pages) markRead(c echo.Context) error {
	return p.act(c, "read", func(ctx context.Context, s *store.Store, player models.Player, game string) error {
		_, err := s.MarkMessagesRead(ctx, player.ID, game, nil)
		return err
	})
}

// storePlan stores or deletes a plan. A refused plan is shown with its lines as written.
func (p *Pages) storePlan(c echo.Context) error {
	player, err := signedIn(c)
	if err != nil {
		return err
	}
	ply, err := number(c, "ply")
	if err != nil {
		return err
	}
	in := play.PlanInput{Game: c.Param("id"), Player: player.ID, Ply: &ply}
	if version, err := number(c, "version"); err == nil && version > 0 {
		in.Version = &version
	}
	text, done := strings.ReplaceAll(c.Request().PostForm.Get("plan"), "\r\n", "\n"), "plan"
	if c.Request().PostForm.Get("action") == "delete" {
		done, err = "plan_deleted", p.storeOf(c).DeletePlan(c.Request().Context(), in)
	} else {
		_, err = p.storeOf(c).SetPlan(c.Request().Context(), in, strings.Split(text, "\n"))
	}
	if err == nil {
		return redirect(c, GamePath(in.Game), done)
	}
	refused, err := refusedBy(err)
	if err != nil {
		return err
	}
	page, err := p.gamePage(c, gameForm{Plan: text}, refused)
	if err != nil {
		return err
	}
	if page.Plan != nil {
		page.Plan.Refusal, page.Refusal = page.Refusal, nil
	}
	return p.showShared(c, p.Status(refused.Code), page)
}
