package pages

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/drawn"
	"turnpost/models"
	"turnpost/models/challenge"
	"turnpost/templates/view"
)

// challengePage shows a challenge to anybody who may accept it.
type challengePage struct {
	Frame
	Challenge *view.Challenge
	Board     drawn.Board
	Open      bool // to anybody
	MayDecide bool
	Stranger  bool   // known by a mailed link only: accepting creates the account
	GamePath  string // of the game after acceptance, with the reader's link if they have one; "" for none
	LinkHint  string // how to sign in, for a reader whose link was used
	NewName   string // name that the stranger entered
}

// ShowChallenge serves the page of a challenge.
func (p *Pages) ShowChallenge(c echo.Context) error { return p.sendChallenge(c, nil) }

// sendChallenge shows a challenge; err is why a form of the page was refused, or nil.
func (p *Pages) sendChallenge(c echo.Context, err error) error {
	refused, err := refusedBy(err)
	if err != nil {
		return err
	}
	v, reader := visitorOf(c), readerOf(c)
	player := v.Player
	if v.Email != "" {
		player.Email = v.Email
	}
	stored, err := p.Store.FindChallenge(c.Request().Context(), player, c.Param("id"))
	if models.CodeOf(err) == models.CodeForbidden && v.Player.ID == 0 {
		return fail(models.CodeUnauthorized, "error.signed_out") // the addressee may see it after signing in
	}
	if err != nil {
		return err
	}
	list := []models.Challenge{stored}
	if err := p.Store.AddStandings(c.Request().Context(), v.Player.ID, list); err != nil {
		return err
	}
	shown, err := p.Views.DrawnChallenge(list[0], reader)
	if err != nil {
		return err
	}
	page := challengePage{
		Frame:     p.frame(c, say(c, "site.challenge.title", "title", shown.Title, "name", shown.Challenger)),
		Challenge: shown, Board: drawn.New(shown.Board, ""), Open: stored.Opponent.ID == 0 && stored.Invited == "",
		MayDecide: (v.Player.ID != 0 && !shown.Mine) || v.Email != "", Stranger: v.Email != "",
	}
	page.Back, page.Description = ChallengePath(stored.ID), shown.Summary
	page.URL = p.BaseURL + page.Back
	page.Picture = p.BaseURL + RulesPath(stored.Ruleset) + "/board.png?variant=" + stored.Variant
	if err := p.fillBegun(c, &page, stored); err != nil {
		return err
	}
	if refused != nil {
		page.Refusal, page.NewName = p.refusal(refused, reader), c.Request().PostForm.Get("name")
	}
	return p.show(c, p.statusOf(refused), "challenge", page)
}

// fillBegun adds the link to the game of an accepted challenge.
func (p *Pages) fillBegun(c echo.Context, page *challengePage, stored models.Challenge) error {
	if stored.GameID == "" {
		return nil
	}
	v := visitorOf(c)
	page.GamePath = GamePath(stored.GameID)
	if v.Link == "" || v.Signed {
		return nil
	}
	page.LinkHint = say(c, "site.link.challenge")
	if v.Email != "" {
		page.LinkHint = say(c, "site.link.spent")
		return nil
	}
	link, err := p.Store.GameLink(c.Request().Context(), v.About)
	if link != "" {
		page.GamePath = gameLinks{id: stored.GameID, key: link}.with()
	}
	return err
}

// decision performs an action on a challenge and returns the next page and the name of the confirmation.
type decision func(ctx context.Context, player models.Player, id string) (next, done string, err error)

// decide handles a form of a challenge's page.
func (p *Pages) decide(c echo.Context, do decision) error {
	player, err := signedIn(c)
	if err != nil && visitorOf(c).Email == "" {
		return err
	}
	next, done, err := do(c.Request().Context(), player, c.Param("id"))
	if err != nil {
		return p.sendChallenge(c, err)
	}
	return redirect(c, next, done)
}

func (p *Pages) acceptChallenge(c echo.Context) error {
	if v := visitorOf(c); v.Link != "" && !v.Signed {
		return p.acceptByLink(c, v)
	}
	return p.decide(c, func(ctx context.Context, player models.Player, id string) (string, string, error) {
		g, err := p.Store.AcceptChallenge(ctx, player, id)
		if err != nil {
			return "", "", err
		}
		return GamePath(g.ID), "accepted", nil
	})
}

// acceptByLink accepts a mailed challenge and opens the game: for a stranger with a new session, if the browser
// can keep one, and for everybody else with a link to the game.
func (p *Pages) acceptByLink(c echo.Context, v visitor) error {
	browser := ""
	if p.keepsSessions(c.Request()) {
		browser = browserFacts(c)
	}
	post := c.Request().PostForm
	made, err := p.Store.AcceptByLink(c.Request().Context(), v.Link, challenge.Guest{
		Name: post.Get("name"), Zone: post.Get("zone"), Locale: preferredLocale(c), Browser: browser,
	})
	if err != nil {
		return p.sendChallenge(c, err)
	}
	if made.Session != "" {
		p.setSession(c, made.Session)
		return c.Redirect(http.StatusSeeOther, GamePath(made.Game.ID)+"?done=joined")
	}
	return c.Redirect(http.StatusSeeOther, gameLinks{id: made.Game.ID, key: made.Page}.with("done", "accepted"))
}

func (p *Pages) declineChallenge(c echo.Context) error {
	return p.decide(c, func(ctx context.Context, player models.Player, id string) (string, string, error) {
		if visitorOf(c).Email != "" {
			_, err := p.Store.DeclineInvitation(ctx, id)
			return ChallengePath(id), "declined", err
		}
		_, err := p.Store.DeclineChallenge(ctx, player, id)
		return ChallengePath(id), "declined", err
	})
}

func (p *Pages) withdrawChallenge(c echo.Context) error {
	return p.decide(c, func(ctx context.Context, player models.Player, id string) (string, string, error) {
		_, err := p.Store.WithdrawChallenge(ctx, player, id)
		return ChallengePath(id), "withdrawn", err
	})
}

// challengeForm holds the fields of a new challenge.
type challengeForm struct {
	Opponent, Pace, Variant, Seat, Message string
	Terms                                  termsForm
}

// Detailed reports whether the challenge has a choice that the form folds away, and that is not the usual one.
func (f challengeForm) Detailed() bool {
	return strings.Join(f.Terms.texts(), "")+f.Message != "" || f.Seat == "first" || f.Seat == "second"
}

func (p *Pages) createChallenge(c echo.Context) error {
	post := c.Request().PostForm
	return p.challenge(c, challengeForm{
		Opponent: strings.TrimSpace(post.Get("opponent")), Pace: paceOf(post),
		Variant: post.Get("variant"), Seat: post.Get("seat"), Message: post.Get("message"),
		Terms: enteredTerms(post, models.ChallengeTerms),
	})
}

// challenge creates a challenge and shows it, or the game that it has begun at once.
func (p *Pages) challenge(c echo.Context, form challengeForm) error {
	player, err := signedIn(c)
	if err != nil {
		return err
	}
	texts := []string{c.Param("ruleset"), form.Opponent, form.Pace, form.Variant, form.Seat, form.Message}
	once := onceOf(c, player, func(made any) ([]byte, error) {
		return []byte(made.(models.Challenge).ID), nil
	}, append(texts, form.Terms.texts()...)...)
	offered, err := form.offer(c.Param("ruleset"))
	if err != nil {
		return p.sendRules(c, form, err)
	}
	challenge, err := p.Store.Once(once).CreateChallenge(c.Request().Context(), player, offered)
	if made, done := errors.AsType[*models.Replayed](err); done {
		return p.redirectToChallenge(c, player, string(made.Record))
	}
	if err != nil {
		return p.sendRules(c, form, err)
	}
	if challenge.Begun != nil {
		return redirect(c, GamePath(challenge.GameID), "accepted")
	}
	return redirect(c, ChallengePath(challenge.ID), "created")
}
