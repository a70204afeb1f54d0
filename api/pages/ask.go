package pages

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/models/store"
)

// Irreversible actions take two steps. The first asks a question, by GET or by a form, and changes nothing. The
// second form acts; it names the state that the question was about, so that it cannot decide anything else. Programs
// with a token need one step only.

// question is the page that asks for the second step.
type question struct {
	Frame
	About, AboutPath string        // the game that the question concerns; "" for none
	Heading          string        // the question
	Says             []string      // the consequences
	Action           string        // target of the confirming form
	Fields           []hiddenField // hidden fields of the form
	Confirm, Typed   string        // label and value of a name to be typed; "" for none
	Yes, No          string        // labels of the buttons
	NoPath           string        // target of the negative button
}

func (p *Pages) ask(c echo.Context, status int, q question) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	q.Title, q.NoIndex = q.Heading, true
	return p.show(c, status, "question", q)
}

// seenField holds the state of the game that the question was about. A form without it does not count as confirmed.
const seenField = "seen"

// askToEnd asks whether to end a game.
func (p *Pages) askToEnd(end play.Ending) echo.HandlerFunc {
	return func(c echo.Context) error {
		player, err := signedIn(c)
		if err != nil {
			return err
		}
		g, err := p.storeOf(c).AskToEnd(c.Request().Context(), player.ID, c.Param("id"), end)
		if err != nil {
			return gameForm{}.refuse(err)
		}
		return p.ask(c, http.StatusOK, p.questionOf(c, g, end))
	}
}

func (p *Pages) questionOf(c echo.Context, g *models.Game, end play.Ending) question {
	shown := p.Views.Game(g, false, readerOf(c))
	links := gameLinks{id: g.ID, key: visitorOf(c).Link}
	pairs := []any{"opponent", shown.Opponent(), "ply", g.TakebackTo, "again", g.TakebackTo + 1}
	heading := "site.ask." + string(end)
	return question{
		Frame: p.frame(c, ""), About: shown.Title, AboutPath: links.with(),
		Heading: say(c, heading, pairs...), Says: []string{say(c, heading+".what", pairs...)},
		Yes: say(c, heading+".yes"), No: say(c, "site.ask.game"), NoPath: links.with(),
		Action: GamePath(g.ID) + "/" + string(end),
		Fields: []hiddenField{
			{seenField, formatSeen(g.Seen())},
			{"action", string(models.AcceptOffer)},
			{"ply", strconv.Itoa(g.TakebackTo)},
		},
	}
}

// endGame ends a game if the form confirms the question, and asks the question otherwise.
func (p *Pages) endGame(end play.Ending) echo.HandlerFunc {
	return func(c echo.Context) error {
		post := c.Request().PostForm
		if !post.Has(seenField) {
			return p.askToEnd(end)(c)
		}
		return p.act(c, string(end), func(ctx context.Context, s *store.Store, player models.Player, game string) error {
			seen, err := readSeen(post.Get(seenField))
			if err != nil {
				return err
			}
			ply := 0
			if end == play.EndByTakeback {
				if ply, err = number(c, "ply"); err != nil {
					return err
				}
			}
			_, err = s.AsSeen(seen).EndGame(ctx, player.ID, game, end, ply)
			return err
		})
	}
}

func formatSeen(s models.Seen) string { return fmt.Sprintf("%d.%d.%d", s.Ply, s.Takebacks, s.Offers) }

func readSeen(text string) (s models.Seen, err error) {
	if _, err := fmt.Sscanf(text, "%d.%d.%d", &s.Ply, &s.Takebacks, &s.Offers); err != nil || formatSeen(s) != text {
		e := fail(models.CodeInvalid, "schema.unreadable")
		e.Field = seenField
		return s, e
	}
	return s, nil
}

// offers handles the forms about an offer. Accepting takes a second step, and so does making an offer that the
// opponent has already made.
func (p *Pages) offers(end play.Ending, kind models.OfferKind) echo.HandlerFunc {
	return func(c echo.Context) error {
		action := models.OfferAction(c.Request().PostForm.Get("action"))
		if action == models.AcceptOffer {
			return p.endGame(end)(c)
		}
		player, err := signedIn(c)
		if err != nil {
			return err
		}
		g, err := p.Store.Game(c.Request().Context(), c.Param("id"))
		if err != nil {
			return err
		}
		if action == models.MakeOffer && offersAlready(g, player.ID, kind) {
			return p.askToEnd(end)(c)
		}
		return p.act(c, string(end), func(ctx context.Context, s *store.Store, player models.Player, game string) error {
			s = s.AsSeen(g.Seen())
			if kind == models.DrawOffer {
				_, err := s.NegotiateDraw(ctx, player.ID, game, action)
				return err
			}
			ply, err := number(c, "ply")
			if err == nil {
				_, err = s.NegotiateTakeback(ctx, player.ID, game, action, ply)
			}
			return err
		})
	}
}

// offersAlready reports whether the player's opponent has made an offer of the kind.
func offersAlready(g *models.Game, player int64, kind models.OfferKind) bool {
	opponent := g.SeatOf(player).Other()
	return g.Status == models.Ongoing && (kind == models.DrawOffer && g.DrawBy == opponent ||
		kind == models.TakebackOffer && g.TakebackBy == opponent)
}

// askEverywhere asks whether to sign out everywhere.
func (p *Pages) askEverywhere(c echo.Context) error {
	v, ctx := visitorOf(c), c.Request().Context()
	if !v.Signed {
		return fail(models.CodeUnauthorized, "error.signed_out")
	}
	sessions, err := p.Store.BrowserSessions(ctx, v.Player.ID)
	if err != nil {
		return err
	}
	tokens, err := p.Store.Tokens(ctx, v.Player.ID)
	if err != nil {
		return err
	}
	return p.ask(c, http.StatusOK, question{
		Frame: p.frame(c, ""), Heading: say(c, "site.ask.everywhere"),
		Says: []string{
			say(c, "site.ask.everywhere.what", "sessions", len(sessions), "tokens", len(tokens)),
			say(c, "site.ask.everywhere.then"),
		},
		Action: "/settings/everywhere", Fields: []hiddenField{{sureField, "1"}},
		Yes: say(c, "site.sign_out.everywhere"), No: say(c, "site.ask.settings"), NoPath: "/settings#access",
	})
}

// sureField marks the confirmation of a question that concerns no game.
const sureField = "sure"

func (p *Pages) showDeletion(c echo.Context) error { return p.askToDelete(c, nil) }

// askToDelete asks whether to delete the account; refused is the error of a previous attempt.
func (p *Pages) askToDelete(c echo.Context, refused *models.Error) error {
	v := visitorOf(c)
	if !v.Signed {
		return fail(models.CodeUnauthorized, "error.signed_out")
	}
	_, records, err := p.Store.PlayerByName(c.Request().Context(), v.Player.Name)
	if err != nil {
		return err
	}
	games := 0
	for _, r := range records {
		games += r.Now
	}
	q := question{
		Frame: p.frame(c, ""), Heading: say(c, "site.ask.delete"), Action: "/settings/delete",
		Confirm: say(c, "site.settings.delete.confirm", "name", v.Player.Name),
		Typed:   c.Request().PostForm.Get("confirm"),
		Yes:     say(c, "site.settings.delete.go"), No: say(c, "site.ask.settings"), NoPath: "/settings",
	}
	if games > 0 {
		q.Says = append(q.Says, say(c, "site.ask.delete.games", "n", games))
	}
	q.Says = append(q.Says, say(c, "site.ask.delete.what"))
	if refused != nil {
		q.Refusal = p.refusal(refused, readerOf(c))
	}
	return p.ask(c, p.statusOf(refused), q)
}
