// Package api is turnpost's HTTP interface. openapi.yaml is the only table of its routes, inputs and responses;
// ServerInterface and the wire types are generated from it. A request is authenticated, rate limited, validated
// against the specification and passed to one method of models.Store; the result is written in the requested
// media type. This package contains no rules of the games or of the platform.
//
// Responses about games and inboxes are cached by their state (responseCache): SVG is 3.1 times as fast with it, an
// inbox 1.5 to 4.2 times, JSON 1.18 times, each against reading and rendering anew. Pictures are not: package board
// caches their parts.
package api
