package api

import (
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"
)

// heavyOperations lists the most expensive operations: they play many turns or draw pictures.
var heavyOperations = []string{"analyse", "keepTrial", "verifyRecord", "getBoardPNG"}

// Limits of a heavy request's wait.
const (
	heavyWait  = time.Second // for a free slot
	heavyAfter = 2           // seconds in Retry-After if no slot became free
)

// pass responds 503 with Retry-After if too many heavy requests are running and waiting.
func (g *gate) pass(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if !g.enter(c.Request()) {
			g.refused.Add(1)
			e := refuse(codeUnavailable, "http.busy", "seconds", heavyAfter)
			e.RetryAfter = heavyAfter
			return e
		}
		buffered := &bufferedResponse{ResponseWriter: c.Response().Writer}
		c.Response().Writer = buffered
		err := g.run(next, c)
		c.Response().Writer = buffered.ResponseWriter
		buffered.send() // after the slot is free: a slow reader must not occupy it
		return err
	}
}

// gate limits the heavy requests that run and those that wait at a time.
type gate struct {
	running chan struct{}
	waiting chan struct{}
	refused atomic.Int64 // requests
}

// newGate makes a gate for n concurrent requests; 0 means two for each processor. Eight times as many may wait.
func newGate(n int) *gate {
	if n <= 0 {
		n = 2 * runtime.GOMAXPROCS(0)
	}
	return &gate{running: make(chan struct{}, n), waiting: make(chan struct{}, 8*n)}
}

// run frees the slot even if the handler panics.
func (g *gate) run(next echo.HandlerFunc, c echo.Context) error {
	defer func() { <-g.running }()
	return next(c)
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

// bufferedResponse buffers a response until it is complete.
type bufferedResponse struct {
	http.ResponseWriter
	status int
	body   []byte
}

func (h *bufferedResponse) WriteHeader(status int) { h.status = status }

func (h *bufferedResponse) Write(b []byte) (int, error) {
	h.body = append(h.body, b...)
	return len(b), nil
}

func (h *bufferedResponse) send() {
	if h.status == 0 {
		return
	}
	h.ResponseWriter.WriteHeader(h.status)
	_, _ = h.ResponseWriter.Write(h.body) // the client may be gone
}
