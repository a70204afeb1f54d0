package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/mailbox"
	"turnpost/templates/view"
)

// inboundPath is the endpoint for incoming mail.
const inboundPath = "/v1/inbound"

// inboundRetry is the Retry-After for a mail that could not be stored.
const inboundRetry = time.Minute

func secretHash(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// requireInboundSecret refuses callers without the secret before it reads their mail.
func (s *server) requireInboundSecret(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.inboundSecret == nil {
			return refuse(models.CodeNotFound, "http.no_inbound")
		}
		scheme, secret, _ := strings.Cut(c.Request().Header.Get(echo.HeaderAuthorization), " ")
		if !strings.EqualFold(scheme, "Bearer") ||
			subtle.ConstantTimeCompare(secretHash(strings.TrimSpace(secret)), s.inboundSecret) != 1 {
			if err := s.limits.address.takeFor(c, ""); err != nil {
				return err
			}
			return refuse(models.CodeUnauthorized, "http.inbound_secret", "header", "Authorization: Bearer SECRET")
		}
		return next(c)
	}
}

// ReceiveMail stores a message for later processing by the inbox worker.
func (s *server) ReceiveMail(c echo.Context, in ReceiveMailParams) error {
	if mediaType(c.Request()) != "message/rfc822" {
		return refuse(codeUnsupportedMedia, "http.send_mail", "header", "Content-Type: message/rfc822")
	}
	if len(bodyOf(c)) == 0 {
		return refuse(models.CodeInvalid, bodyMissing)
	}
	var to []string
	for address := range strings.SplitSeq(in.XEnvelopeTo, ",") {
		if address = strings.TrimSpace(address); address != "" {
			to = append(to, address)
		}
	}
	id, err := s.receiveMail(c.Request().Context(), strings.TrimSpace(in.XEnvelopeFrom), to, bodyOf(c))
	switch models.CodeOf(err) {
	case models.CodeInvalid:
		return err
	case "":
		if err == nil {
			return sendJSON(c, http.StatusAccepted, ReceivedMail{ID: id})
		}
	}
	s.log.WarnContext(c.Request().Context(), "mail not taken", "id", requestID(c), "error", err)
	e := refuse(codeUnavailable, "http.mail_not_stored")
	e.RetryAfter = int(inboundRetry.Seconds())
	return e
}

func (s *server) wireInbound(m mailbox.Inbound, reader view.Reader) Inbound {
	out := Inbound{
		ID: m.ID, ReceivedAt: m.ReceivedAt, Game: m.Game, Challenge: m.Challenge, Status: InboundStatus(m.Status),
		Result: string(m.Result), Reason: m.Reason, Detail: m.Detail,
	}
	if m.Refused != nil {
		out.Detail = s.views.Explain(m.Refused, view.Mail, reader).Text()
	}
	if m.Game != "" {
		out.Ply = &m.Ply
	}
	if !m.SettledAt.IsZero() {
		out.SettledAt = &m.SettledAt
	}
	return out
}

// SignOutEverywhere revokes all of the player's tokens and links.
func (s *server) SignOutEverywhere(c echo.Context) error {
	if err := s.store.SignOutEverywhere(c.Request().Context(), me(c).ID); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// ListInbound lists the outcomes of the player's mailed replies.
func (s *server) ListInbound(c echo.Context, in ListInboundParams) error {
	before, err := numericCursor(in.Cursor)
	if err != nil {
		return err
	}
	list, next, err := s.store.InboundOf(c.Request().Context(), me(c).ID, before, in.Limit)
	if err != nil {
		return err
	}
	wire := func(m mailbox.Inbound) Inbound { return s.wireInbound(m, readerOf(c)) }
	return sendJSON(c, http.StatusOK, InboundList{Inbound: each(list, wire), Next: formatCursor(next)})
}
