package api

import (
	"slices"

	"github.com/labstack/echo/v4"
)

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
