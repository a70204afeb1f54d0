package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/labstack/echo/v4"
	"github.com/swaggest/swgui/v5emb"

	"turnpost/api/pages"
	"turnpost/models"
	"turnpost/rules"
	"turnpost/rules/phrase"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// What an http.Server for this handler should be given.
const (
	ReadHeaderTimeout = 5 * time.Second
	ReadTimeout       = 15 * time.Second
	WriteTimeout      = 30 * time.Second
	IdleTimeout       = 2 * time.Minute
	MaxHeaderBytes    = 16 << 10
)

// Config is what the handler works with.
type Config struct {
	Store   *models.Store
	BaseURL string // of the server as players reach it, for links; without a slash at the end
	Version string // of the program
	Log     *slog.Logger
	Limits  Limits
	// ReceiveMail stores a mail that is handed over by POST /v1/inbound, from an envelope sender, "" where it is
	// not known, to envelope recipients. An *models.Error of CodeInvalid says that it is no mail; any other error is
	// for later.
	ReceiveMail func(ctx context.Context, from string, to []string, raw []byte) (id int64, err error)
	// InboundSecret lets mail servers hand mail over; without it nobody can.
	InboundSecret string
	// Metrics collects what /metrics shows; nil makes a set. A set serves one handler.
	Metrics *metrics.Set
	// TrustedProxies may say by X-Forwarded-For whom they ask for. Without
	// any, the address is the connection's.
	TrustedProxies []*net.IPNet
	// Condition refuses changes that could not be stored and answers /readyz; nil leaves it to
	// the database.
	Condition Condition
	// Registration is what the hint to whoever registers says; the store decides.
	Registration models.Registration

	heavy *gate // of tests; nil makes one by the limits
}

// server implements ServerInterface.
type server struct {
	store    *models.Store
	log      *slog.Logger
	baseURL  string
	version  string
	limits   *limiters
	heavy    *gate
	traffic  *traffic
	kept     *responseCache
	views    *view.Views
	pages    *pages.Pages
	rulesets []*rulesetPages
	infos    map[string]rules.Info
	spec     func(SpecForms) ([]byte, error) // as it is shown

	receiveMail   func(ctx context.Context, from string, to []string, raw []byte) (id int64, err error)
	inboundSecret []byte // hashed; nil for none

	condition    Condition
	registration models.Registration
}

// New makes the handler of the whole HTTP interface.
func New(c Config) (http.Handler, error) {
	if c.Store == nil {
		return nil, errors.New("api: no store")
	}
	s := &server{
		store: c.Store, log: cmp.Or(c.Log, slog.Default()), baseURL: strings.TrimRight(c.BaseURL, "/"),
		version: c.Version,
		limits:  newLimiters(c.Limits), heavy: cmp.Or(c.heavy, newGate(c.Limits.Heavy)),
		infos:     map[string]rules.Info{},
		condition: c.Condition, registration: c.Registration,
		views: view.New(c.Store), spec: publishedOnce(),
	}
	s.kept = newResponseCache(responsesKept, s.clocksJSON)
	for _, r := range s.store.Rulesets() {
		info := r.Info(words.For("").Tag())
		s.rulesets = append(s.rulesets, &rulesetPages{ruleset: r})
		s.infos[info.ID] = info
	}
	if c.InboundSecret != "" && c.ReceiveMail != nil {
		s.receiveMail, s.inboundSecret = c.ReceiveMail, secretHash(c.InboundSecret)
	}
	s.traffic = &traffic{set: cmp.Or(c.Metrics, metrics.NewSet())}
	e := echo.New()
	e.HTTPErrorHandler = s.respondError
	e.IPExtractor = addressBy(c.TrustedProxies)
	e.Use(s.observe, recoverPanics, secureHeaders, limitTime, s.warnForwarded(c.TrustedProxies), refuseForeign, s.identify)
	if err := s.register(e); err != nil {
		return nil, err
	}
	return headAsGet(behindPages(e)), nil
}

// register adds every route: those of the specification with its checks, and
// the pages that show it.
func (s *server) register(e *echo.Echo) error {
	spec, err := GetSpec()
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	RegisterHandlersWithOptions(e, s, RegisterHandlersOptions{OperationMiddlewares: s.checks(spec)})
	docs := echo.WrapHandler(v5emb.New("turnpost", "/openapi.json?forms=all", "/docs/"))
	e.GET("/docs/*", docs, docsHeaders)
	if s.pages, err = pages.Register(e, s.pagesConfig()); err != nil {
		return fmt.Errorf("api: %w", err)
	}
	e.GET("/docs", func(c echo.Context) error { return c.Redirect(http.StatusMovedPermanently, "/docs/") })
	return nil
}

// info describes a ruleset by its ID.
func (s *server) info(ruleset string) rules.Info {
	if info, ok := s.infos[ruleset]; ok {
		return info
	}
	return s.store.RulesetInfo(ruleset, phrase.English)
}

// headAsGet serves HEAD as GET; net/http leaves the body out.
func headAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			r = r.WithContext(r.Context()) // a copy: net/http still knows the HEAD
			r.Method = http.MethodGet
		}
		next.ServeHTTP(w, r)
	})
}

// addressBy finds the client's address.
func addressBy(proxies []*net.IPNet) echo.IPExtractor {
	if len(proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, proxy := range proxies {
		trust = append(trust, echo.TrustIPRange(proxy))
	}
	return echo.ExtractIPFromXFFHeader(trust...)
}
