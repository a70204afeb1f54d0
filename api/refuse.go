package api

import (
	"fmt"
	"net/http"

	"turnpost/models"
	"turnpost/rules/phrase"
)

// Codes of errors that only HTTP has. The other codes are those of models.
const (
	codeMethodNotAllowed models.Code = "method_not_allowed"
	codeNotAcceptable    models.Code = "not_acceptable"
	codeTooLarge         models.Code = "too_large"
	codeUnsupportedMedia models.Code = "unsupported_media_type"
	codeUnavailable      models.Code = "unavailable"
	codeInternal         models.Code = "internal"
)

// statuses maps each code to its status.
var statuses = map[models.Code]int{
	models.CodeInvalid:        http.StatusBadRequest,
	models.CodeUnauthorized:   http.StatusUnauthorized,
	models.CodeTokenExpired:   http.StatusUnauthorized,
	models.CodeForbidden:      http.StatusForbidden,
	models.CodeHouseOff:       http.StatusForbidden,
	models.CodeTokenReadOnly:  http.StatusForbidden,
	models.CodeNotFound:       http.StatusNotFound,
	codeMethodNotAllowed:      http.StatusMethodNotAllowed,
	codeNotAcceptable:         http.StatusNotAcceptable,
	models.CodeStale:          http.StatusConflict,
	models.CodeNotEligible:    http.StatusConflict,
	models.CodeNotYourTurn:    http.StatusConflict,
	models.CodeGameOver:       http.StatusConflict,
	models.CodeConflict:       http.StatusConflict,
	models.CodeNameTaken:      http.StatusConflict,
	codeTooLarge:              http.StatusRequestEntityTooLarge,
	codeUnsupportedMedia:      http.StatusUnsupportedMediaType,
	models.CodeIllegalTurn:    http.StatusUnprocessableEntity,
	models.CodeUnreadableTurn: http.StatusUnprocessableEntity,
	models.CodeBadPosition:    http.StatusUnprocessableEntity,
	models.CodeBadCode:        http.StatusUnprocessableEntity,
	models.CodeKeyReused:      http.StatusUnprocessableEntity,
	models.CodeTooMany:        http.StatusTooManyRequests,
	codeInternal:              http.StatusInternalServerError,
	codeUnavailable:           http.StatusServiceUnavailable,
}

// refuse returns the error of a request. The key and the pairs are those of a phrase in
// words/refusal_http.LANGUAGE.txt.
func refuse(code models.Code, key string, pairs ...any) *models.Error {
	return &models.Error{Code: code, Message: phrase.New(key, pairs...), Index: -1}
}

// refuseField returns the error of one input field.
func refuseField(field, key string, pairs ...any) *models.Error {
	e := refuse(models.CodeInvalid, key, pairs...)
	e.Field = field
	return e
}

// quoted quotes at most so many characters of a client's text.
func quoted(text string, characters int) string { return fmt.Sprintf("%.*q", characters, text) }
