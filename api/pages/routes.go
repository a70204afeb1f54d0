package pages

import (
	"net/http"
	"path"
	"slices"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/gzipped"
	"turnpost/api/pages/live"
	"turnpost/models"
	"turnpost/models/play"
	"turnpost/templates/site"
)

// Register adds the routes of all pages except those that share their address with a form for programs: ShowFront
// and ShowChallenge.
func Register(e *echo.Echo, c Config) (*Pages, error) {
	p := &Pages{
		Config: c, site: sharedSite(), rulesets: c.Store.Rulesets(), protection: http.NewCrossOriginProtection(),
		fragments: newFragments(), cards: newCards(), live: live.New(c.Store, c.Log, c.Look, c.Done),
		firstStyle: &fragment{Piece: gzipped.Ready([]byte(site.FirstStyle()))},
	}
	if err := p.trustSelf(); err != nil {
		return nil, err
	}
	var err error
	if p.texts, err = site.ReadTexts(c.Texts); err != nil {
		return nil, err
	}
	p.addRoutes(e)
	return p, nil
}

// route is a method, a path and its handler.
type route struct {
	method, path string
	handle       echo.HandlerFunc
	extra        []echo.MiddlewareFunc
}

// routes lists the routes of all pages.
func (p *Pages) routes() []route {
	return slices.Concat(p.gameRoutes(), p.otherRoutes())
}

// gameRoutes lists the routes of games and challenges.
func (p *Pages) gameRoutes() []route {
	return []route{
		{"GET", "/g/:id", p.showGame, nil},
		{"GET", "/g/:id/all", p.showTurns, nil},
		{"GET", "/g/:id/chat", p.showChat, nil},
		{"GET", "/g/:id/board.svg", p.showThumbnail, nil},
		{"GET", "/g/:id/card.png", p.showCard, nil},
		{"GET", feedPath, p.showFeed, nil},
		{"GET", "/embed/g/:id", p.showEmbed, nil},
		{"GET", oEmbedPath, p.describeEmbed, nil},
		{"POST", "/g/:id/turns", p.playTurn, nil},
		{"POST", "/g/:id/messages", p.sendMessage, nil},
		{"POST", "/g/:id/read", p.markRead, nil},
		{"GET", "/g/:id/draw", p.askToEnd(play.EndByDraw), nil},
		{"POST", "/g/:id/draw", p.offers(play.EndByDraw, models.DrawOffer), nil},
		{"GET", "/g/:id/takeback", p.askToEnd(play.EndByTakeback), nil},
		{"POST", "/g/:id/takeback", p.offers(play.EndByTakeback, models.TakebackOffer), nil},
		{"POST", "/g/:id/plan", p.storePlan, nil},
		{"POST", notesRoute, p.storeNotes, nil},
		{"GET", "/g/:id/line", p.showLine, nil},
		{"POST", "/g/:id/lines", p.changeLines, nil},
		{"GET", "/g/:id/resign", p.askToEnd(play.EndByResigning), nil},
		{"POST", "/g/:id/resign", p.endGame(play.EndByResigning), nil},
		{"GET", "/g/:id/abort", p.askToEnd(play.EndByAborting), nil},
		{"POST", "/g/:id/abort", p.endGame(play.EndByAborting), nil},
		{"POST", "/g/:id/rematch", p.offerRematch, nil},
		{"POST", "/g/:id/sign-in", p.signInByLink, []echo.MiddlewareFunc{p.SignIn}},
		{"POST", "/c/:id/sign-in", p.signInByLink, []echo.MiddlewareFunc{p.SignIn}},
		{"POST", "/c/:id/accept", p.acceptChallenge, nil},
		{"POST", "/c/:id/decline", p.declineChallenge, nil},
		{"POST", "/c/:id/withdraw", p.withdrawChallenge, nil},
	}
}

func (p *Pages) otherRoutes() []route {
	return []route{
		{"GET", "/try", p.showTrials, nil},
		{"GET", "/try/:ruleset/keep", p.showKept, nil},
		{"POST", "/try/:ruleset/keep", p.keepTrial, nil},
		{"GET", "/r", p.showRulesets, nil},
		{"GET", "/r/:ruleset", p.showRules, nil},
		{"GET", "/r/:ruleset/board.svg", p.showSetup, nil},
		{"GET", "/r/:ruleset/board.png", p.showSetup, nil},
		{"GET", "/r/:ruleset/pictures/:name", p.showPicture, nil},
		{"POST", "/r/:ruleset/challenge", p.createChallenge, nil},
		{"POST", "/r/:ruleset/house", p.challengeHouse, nil},
		{"GET", "/r/:ruleset/ranking", p.showRanking, nil},
		{"GET", "/p/:name", p.showPlayer, nil},
		{"GET", "/p/:name/ratings", p.showRatings, nil},
		{"GET", "/report", p.showReport, nil},
		{"POST", "/report", p.createReport, nil},
		{"GET", "/privacy", p.showText("privacy"), nil},
		{"GET", "/contact", p.showText("contact"), nil},
		{"GET", "/events", p.showEvents, nil},
		{"GET", "/events/new", p.showEventForm, nil},
		{"POST", "/events/new", p.createEvent, nil},
		{"GET", "/e/:id", p.showEvent, nil},
		{"POST", "/e/:id/join", p.joinEvent, nil},
		{"GET", "/e/:id/leave", p.askToLeave, nil},
		{"POST", "/e/:id/leave", p.leaveEvent, nil},
		{"POST", "/e/:id/challenge", p.challengeInEvent, nil},
		{"GET", "/play", p.showPlay, nil},
		{"GET", "/games", p.showGames, nil},
		{"GET", "/players", p.showPlayers, nil},
		{"GET", "/rules", p.showRulesets, nil},
		{"GET", "/inbox", p.showInbox, nil},
		{"GET", "/sign-in", p.showSignIn, nil},
		{"POST", "/sign-in", p.signIn, []echo.MiddlewareFunc{p.SignIn}},
		{"POST", "/sign-in/code", p.requestCode, []echo.MiddlewareFunc{p.SignIn}},
		{"POST", "/sign-in/new", p.registerPlayer, []echo.MiddlewareFunc{p.SignIn}},
		{"POST", "/sign-out", p.signOut, nil},
		{"GET", shortLinkPath, p.followShortLink, nil},
		{"GET", addressPath, p.showAddressChange, nil},
		{"POST", addressPath, p.undoAddressChange, nil},
		{"GET", atomRoute, p.showNotices, nil},
		{"GET", calendarRoute, p.showDeadlines, nil},
		{"GET", "/settings", p.showSettings, nil},
		{"GET", "/settings/everywhere", p.askEverywhere, nil},
		{"GET", "/settings/delete", p.showDeletion, nil},
		{"GET", exportPath, p.exportOwn, nil},
		{"POST", "/settings/:what", p.changeSettings, nil},
		{"GET", live.Path, p.followLive, nil},
		{"GET", manifestPath, p.serveManifest, nil},
		{"GET", workerPath, p.serveWorker, nil},
		{"GET", offlinePath, p.showOffline, nil},
		{"GET", "/static/:name", p.serveAsset, nil},
		{"GET", "/favicon.ico", p.serveIcon, nil},
		{"GET", "/robots.txt", serveRobots, nil},
	}
}

// addRoutes adds the routes. A GET for an address that only takes a form redirects to the page of the form.
func (p *Pages) addRoutes(e *echo.Echo) {
	// Not the middleware of a group, which would answer every address without a route.
	around := []echo.MiddlewareFunc{
		p.headers, gzipped.VariesByEncoding, p.withErrorPages, p.sameOrigin, readForm, p.identify, p.withRefusals,
	}
	routes := p.routes()
	for _, r := range routes {
		if r.method != http.MethodPost {
			e.Add(r.method, r.path, r.handle, around...)
			continue
		}
		e.POST(r.path, r.handle, slices.Concat(around, r.extra, []echo.MiddlewareFunc{p.Writable})...)
		hasPage := slices.ContainsFunc(routes, func(o route) bool { return o.method == http.MethodGet && o.path == r.path })
		if !hasPage {
			e.GET(r.path, backToForm)
		}
	}
}

// backToForm redirects a browser that requests the target of a form by GET to the page of the form.
func backToForm(c echo.Context) error {
	return c.Redirect(http.StatusSeeOther, path.Dir(c.Request().URL.EscapedPath()))
}
