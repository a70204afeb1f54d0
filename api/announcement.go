package api

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"turnpost/templates"
)

// The operator's announcement comes last in a text, as lines that begin with "#": the first lines of a text, its tables
// and its lines of `name: value` are the same with it and without. Texts that are data have none, since programs store
// them, check them or send them back: records, notes, plans, lists of turns, metrics and the probes. JSON, refusals and
// responses that caches keep have none either.

// announcementText returns the current announcement as text for the reader of a request; "" if there is none.
func (s *server) announcementText(c echo.Context) string {
	announced, err := s.store.Announcement(c.Request().Context())
	if err != nil {
		s.log.WarnContext(c.Request().Context(), "the announcement is not shown", "error", err)
		return ""
	}
	if announced.Text == "" {
		return ""
	}
	reader := readerOf(c)
	return templates.AnnouncementText(announced.Text, reader.In(announced.Until), reader.Words())
}

// announcementFor returns the announcement that a response of a media type ends with.
func announcementFor(c echo.Context, contentType string) string {
	text := stateOf(c).announcement
	kept := strings.Contains(c.Response().Header().Get(echo.HeaderCacheControl), "max-age")
	if text == nil || kept || !strings.HasPrefix(contentType, typeText) {
		return ""
	}
	return text(c)
}

// announcedTag extends an ETag for a response that ends with an announcement.
func announcedTag(tag, announcement string) string {
	if tag == "" || announcement == "" {
		return tag
	}
	h := fnv.New32a()
	h.Write([]byte(announcement))
	return extend(tag, fmt.Sprintf("announced-%08x", h.Sum32()))
}

// announced appends the operator's announcement to a text. It does not modify the body, which may be cached.
func announced(c echo.Context, a response) response {
	if text := announcementFor(c, a.ContentType); text != "" {
		a.Body, a.ETag = slices.Concat(a.Body, []byte(text)), announcedTag(a.ETag, text)
	}
	return a
}
