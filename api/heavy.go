package api

import (
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
