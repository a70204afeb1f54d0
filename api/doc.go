// Package api is turnpost's HTTP interface. openapi.yaml is the only table of its routes, inputs and responses;
// ServerInterface and the wire types are generated from it. A request is authenticated, rate limited, validated
// against the specification and passed to one method of models.Store; the result is written in the requested
// media type. This package contains no rules of the games or of the platform.
package api
