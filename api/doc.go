// Package api is turnpost's HTTP interface. openapi.yaml is the only table of its routes, inputs and responses;
// ServerInterface and the wire types are generated from it. A request is authenticated, rate limited, validated
// against the specification and passed to one method of store.Store; the result is written in the requested
// media type. This package contains no rules of the games or of the platform.
//
// Responses about games and inboxes are cached by their state (responseCache, 195 lines). Rendered anew, a request
// takes more CPU: SVG 2.3 times, text 1.6, an inbox 1.6 to 1.9, continuations 1.25, JSON 1.12. Pictures are not cached:
// package board caches their parts.
//
// What depends on version 4 of Echo, beside echo.Context in the signatures of handlers, which is a struct in version 5,
// and the generated ServerInterface: the error handler and the extractor of addresses that New and Starting set; the
// errors of the router that explainCode reads, also in package pages; the status, the size and the hook of a response
// in observe and offerHead; and Committed in respondError and in render.go of pages. All else goes through net/http.
package api
