package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
)

// RequestCode mails a fresh sign-in code.
func (s *server) RequestCode(c echo.Context) error {
	var in CodeRequest
	if err := readJSON(c, &in); err != nil {
		return err
	}
	if err := s.store.RequestCode(c.Request().Context(), in.Email); err != nil {
		return err
	}
	return sendHint(c, http.StatusAccepted, codeSent)
}

// SignIn trades a code for a token.
func (s *server) SignIn(c echo.Context) error {
	var in SignIn
	if err := readJSON(c, &in); err != nil {
		return err
	}
	// By who guesses, too: a stranger's guesses must not keep a player out.
	if err := s.limits.guesses.take(emailKey(in.Email) + " " + c.RealIP()); err != nil {
		return err
	}
	token, player, err := s.store.SignIn(c.Request().Context(), in.Email, in.Code, in.Label)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	if formOf(c) == typeText {
		return send(c, textAnswer(http.StatusCreated, token+"\n"))
	}
	return sendJSON(c, http.StatusCreated, NewToken{Token: token, Player: s.wireMe(player)})
}

// ListTokens lists the player's tokens.
func (s *server) ListTokens(c echo.Context) error {
	session := sessionOf(c)
	tokens, err := s.store.Tokens(c.Request().Context(), session.Player.ID)
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, TokenList{Tokens: each(tokens, func(t models.Token) Token {
		return Token{ID: t.ID, Label: t.Label, CreatedAt: t.CreatedAt, UsedAt: t.UsedAt, Current: t.ID == session.Token}
	})})
}

// RevokeToken ends one of the player's tokens.
func (s *server) RevokeToken(c echo.Context, id int64) error {
	if err := s.store.RevokeToken(c.Request().Context(), me(c).ID, id); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
