package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"
	"github.com/labstack/echo/v4"
	"github.com/swaggest/swgui/v5emb"

	"turnpost/api/pages"
	"turnpost/api/pages/operator"
	"turnpost/models"
	"turnpost/models/store"
	"turnpost/models/trial"
	"turnpost/rules"
	"turnpost/templates/view"
	"turnpost/templates/words"
)

// Recommended settings of an http.Server for this handler.
const (
	ReadHeaderTimeout = 5 * time.Second
	ReadTimeout       = 15 * time.Second
	WriteTimeout      = 30 * time.Second
	IdleTimeout       = 2 * time.Minute
	MaxHeaderBytes    = 16 << 10
)

// Config holds the dependencies and settings of the handler.
type Config struct {
	Store   *store.Store
	BaseURL string // public URL of the server, for links; without a trailing slash
	Version string // of the program
	Log     *slog.Logger
	Limits  Limits
	// ReceiveMail stores a mail from POST /v1/inbound with its envelope; from is "" if unknown. An *models.Error with
	// CodeInvalid means that raw is not a mail; any other error is temporary.
	ReceiveMail func(ctx context.Context, from string, to []string, raw []byte) (id int64, err error)
	// InboundSecret authenticates mail servers. If it is empty, POST /v1/inbound refuses every request.
	InboundSecret string
	// Metrics collects the series of /metrics; nil creates a set. Each handler needs a separate set.
	Metrics *metrics.Set
	// TrustedProxies may name the client in X-Forwarded-For. Without trusted proxies the client's address is that of
	// the connection.
	TrustedProxies []*net.IPNet
	// Monitor refuses changes that could not be stored and answers /readyz; nil checks the database alone.
	Monitor Monitor
	// Operators are the IDs of the players who see the operators' pages.
	Operators []int64
	// Registration selects the hint shown to new players. The store enforces it.
	Registration models.Registration
	// Texts is the folder with privacy.md and contact.md; nil for the default texts.
	Texts fs.FS
	// Done is closed when the server stops, which ends the streams of open pages at once; nil for never.
	Done <-chan struct{}
	// Look is the time between looks at the database for the streams of open pages; 0: a second.
	Look time.Duration
	// NoAccessLog keeps the line of each request out of the log. Requests of probes never have one.
	NoAccessLog bool

	heavy *gate // set by tests; nil creates one from the limits
}

// New returns the handler of the whole HTTP interface.
func New(c Config) (http.Handler, error) {
	if c.Store == nil {
		return nil, errors.New("api: no store")
	}
	s := &server{
		store: c.Store, log: cmp.Or(c.Log, slog.Default()), baseURL: strings.TrimRight(c.BaseURL, "/"),
		version: c.Version,
		limits:  newLimiters(c.Limits), heavy: cmp.Or(c.heavy, newGate(c.Limits.Heavy)),
		exports: make(chan struct{}, exportsTogether),
		infos:   map[string]rules.Info{},
		monitor: c.Monitor, operators: c.Operators, registration: c.Registration, texts: c.Texts, done: c.Done,
		look: c.Look, noAccessLog: c.NoAccessLog,
		views: view.New(c.Store), trials: trial.NewHouse(c.Store), spec: publishedOnce(),
	}
	s.responses = newResponseCache(maxCachedResponses, s.appendClocks)
	for _, r := range s.store.Rulesets() {
		info := r.Info(words.For("").Tag())
		s.rulesets = append(s.rulesets, &rulesetPages{ruleset: r, baseURL: s.baseURL})
		s.infos[info.ID] = info
	}
	if c.InboundSecret != "" && c.ReceiveMail != nil {
		s.receiveMail, s.inboundSecret = c.ReceiveMail, secretHash(c.InboundSecret)
	}
	s.traffic = newTraffic(cmp.Or(c.Metrics, metrics.NewSet()))
	e := echo.New()
	e.HTTPErrorHandler = s.respondError
	e.IPExtractor = clientAddress(c.TrustedProxies)
	toRoute := composed(func(c echo.Context) error { return c.Handler()(c) },
		s.observe, recoverPanics, secureHeaders, offerHead, limitContext,
		s.warnForwarded(c.TrustedProxies), refuseForeign, checkRepeated, checkNames, s.identify)
	e.Use(func(echo.HandlerFunc) echo.HandlerFunc { return toRoute })
	if err := s.register(e); err != nil {
		return nil, err
	}
	return headAsGet(behindPages(e)), nil
}

// register adds the routes of the specification, with their checks, and those of its documentation.
func (s *server) register(e *echo.Echo) error {
	spec, err := contract()
	if err != nil {
		return err
	}
	RegisterHandlersWithOptions(router{e}, s, RegisterHandlersOptions{OperationMiddlewares: s.checks(spec)})
	docs := echo.WrapHandler(v5emb.New("turnpost", "/openapi.json?forms=all", "/docs/"))
	e.GET("/docs/*", docs, docsHeaders)
	if s.pages, err = pages.Register(e, s.pagesConfig()); err != nil {
		return fmt.Errorf("api: %w", err)
	}
	operator.Register(e, s.pages)
	e.GET("/docs", func(c echo.Context) error { return c.Redirect(http.StatusMovedPermanently, "/docs/") })
	return nil
}

// headAsGet serves HEAD as GET; net/http leaves out the body.
func headAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			r = r.WithContext(r.Context()) // a copy: net/http must still see HEAD
			r.Method = http.MethodGet
		}
		next.ServeHTTP(w, r)
	})
}

// composed returns a handler behind middleware, the first of which runs first. Echo composes them for each request,
// which costs a closure or more for each of them.
func composed(handle echo.HandlerFunc, all ...echo.MiddlewareFunc) echo.HandlerFunc {
	for _, around := range slices.Backward(all) {
		handle = around(handle)
	}
	return handle
}

// router adds the routes of the specification with their middleware composed. It overrides the methods of
// echo.Echo for all HTTP methods that the specification has.
type router struct{ *echo.Echo }

// GET adds a route.
func (r router) GET(path string, handle echo.HandlerFunc, all ...echo.MiddlewareFunc) *echo.Route {
	return r.Echo.GET(path, composed(handle, all...))
}

// POST adds a route.
func (r router) POST(path string, handle echo.HandlerFunc, all ...echo.MiddlewareFunc) *echo.Route {
	return r.Echo.POST(path, composed(handle, all...))
}

// PUT adds a route.
func (r router) PUT(path string, handle echo.HandlerFunc, all ...echo.MiddlewareFunc) *echo.Route {
	return r.Echo.PUT(path, composed(handle, all...))
}

// PATCH adds a route.
func (r router) PATCH(path string, handle echo.HandlerFunc, all ...echo.MiddlewareFunc) *echo.Route {
	return r.Echo.PATCH(path, composed(handle, all...))
}

// DELETE adds a route.
func (r router) DELETE(path string, handle echo.HandlerFunc, all ...echo.MiddlewareFunc) *echo.Route {
	return r.Echo.DELETE(path, composed(handle, all...))
}
