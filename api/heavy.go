package api

import (
	"net/http"
	"runtime"
	"time"

	"github.com/labstack/echo/v4"
)

// heavyOperations are those that cost the most: they play many turns, or draw.
var heavyOperations = []string{"analyse", "verifyRecord", "getBoardPNG"}

// How heavy requests wait.
const (
	heavyWait  = time.Second // for a place
	heavyAfter = 2           // seconds in Retry-After, where none came free
)

// gate lets so many heavy requests through at a time, and as many wait as it has places for.
type gate struct {
	running chan struct{}
	waiting chan struct{}
}

// newGate makes a gate for n requests at a time; 0 is two for each processor.
func newGate(n int) *gate {
	if n <= 0 {
		n = 2 * runtime.GOMAXPROCS(0)
	}
	return &gate{running: make(chan struct{}, n), waiting: make(chan struct{}, 8*n)}
}

// pass answers 503 with Retry-After where too many heavy requests are under way.
func (g *gate) pass(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !g.enter(c.Request()) {
			e := refuse(codeUnavailable, "http.busy", "seconds", heavyAfter)
			e.RetryAfter = heavyAfter
			return e
		}
		held := &heldResponse{ResponseWriter: c.Response().Writer}
		c.Response().Writer = held
		err := g.run(next, c)
		c.Response().Writer = held.ResponseWriter
		held.send() // by now another may run: a client that reads slowly keeps no place
		return err
	}
}

// run leaves the place even where the request panics.
func (g *gate) run(next echo.HandlerFunc, c echo.Context) error {
	defer func() { <-g.running }()
	return next(c)
}

// heldResponse keeps a response until it is complete.
type heldResponse struct {
	http.ResponseWriter
	status int
	body   []byte
}

func (h *heldResponse) WriteHeader(status int) { h.status = status }

func (h *heldResponse) Write(b []byte) (int, error) {
	h.body = append(h.body, b...)
	return len(b), nil
}

func (h *heldResponse) send() {
	if h.status == 0 {
		return
	}
	h.ResponseWriter.WriteHeader(h.status)
	_, _ = h.ResponseWriter.Write(h.body) // a client that went away is no fault
}

func (g *gate) enter(r *http.Request) bool {
	select {
	case g.running <- struct{}{}:
		return true
	default:
	}
	select {
	case g.waiting <- struct{}{}:
		defer func() { <-g.waiting }()
	default:
		return false
	}
	wait := time.NewTimer(heavyWait)
	defer wait.Stop()
	select {
	case g.running <- struct{}{}:
		return true
	case <-wait.C:
	case <-r.Context().Done():
	}
	return false
}
