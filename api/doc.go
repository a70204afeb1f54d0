// Package api is turnpost's HTTP interface. openapi.yaml is the one table of its
// routes, inputs and responses; the server interface and the wire types are
// generated from it. A request is identified and limited, checked against the
// specification, handed to one method of models.Store, and its result written in the form
// that it asked for. No rule of a game or of the platform stands here.
package api
