package api

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/bounded"
	"turnpost/models/core"
	"turnpost/models/store"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/words"
)

// Headers that Echo does not define, as net/http writes them.
const (
	headerETag           = "Etag"
	headerIfMatch        = "If-Match"
	headerIfNoneMatch    = "If-None-Match"
	headerIdempotencyKey = "Idempotency-Key"
	headerReplayed       = "Idempotency-Replayed"
)

// response is a complete HTTP response.
type response struct {
	Status      int
	ContentType string
	ETag        string
	Body        []byte
}

// record encodes the response for storage under an Idempotency-Key: a line of JSON with everything but the body,
// then the body verbatim.
func (r response) record() ([]byte, error) {
	body := r.Body
	r.Body = nil
	head, err := json.Marshal(r)
	return slices.Concat(head, []byte("\n"), body), err
}

// recordedResponse decodes a stored response.
func recordedResponse(record []byte) (r response, err error) {
	head, body, _ := bytes.Cut(record, []byte("\n"))
	if err := json.Unmarshal(head, &r); err != nil {
		return r, fmt.Errorf("recorded response: %w", err)
	}
	r.Body = body
	return r, nil
}

// jsonResponse renders a value as one line of JSON.
func jsonResponse(status int, v any) (response, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return response{Status: status, ContentType: typeJSON, Body: b.Bytes()}, err
}

func textResponse(status int, text string) response {
	return response{Status: status, ContentType: typeText + "; charset=utf-8", Body: []byte(text)}
}

// send writes a response; a text ends with the operator's announcement, if there is one.
func send(c echo.Context, a response) error { return sendData(c, announced(c, a)) }

// sendData writes a response that programs parse, store or send back. It refuses a form that the request does not
// accept; this check comes last so that it hides no other error.
func sendData(c echo.Context, a response) error {
	if refused := stateOf(c).refusedForm; refused != nil {
		return refused
	}
	header, language := c.Response().Header(), languageOf(c)
	if a.ETag != "" {
		header.Set(headerETag, a.ETag)
	}
	if header.Get(echo.HeaderCacheControl) == "" {
		header.Set(echo.HeaderCacheControl, "no-cache")
	}
	varyByReader(header, language)
	header.Set(echo.HeaderContentLength, strconv.Itoa(len(a.Body)))
	return c.Blob(a.Status, a.ContentType, a.Body)
}

// sendIfChanged is send for responses with an ETag. It responds 304 if the client has the current one.
func sendIfChanged(c echo.Context, a response) error {
	a = announced(c, a)
	if unchanged(c.Request().Header.Get(headerIfNoneMatch), a.ETag) {
		return sendNotModified(c, a.ETag)
	}
	return sendData(c, a)
}

// sendNotModified responds 304 with the ETag.
func sendNotModified(c echo.Context, tag string) error {
	header := c.Response().Header()
	header.Set(headerETag, tag)
	if header.Get(echo.HeaderCacheControl) == "" {
		header.Set(echo.HeaderCacheControl, "no-cache")
	}
	varyByReader(header, languageOf(c))
	return c.NoContent(http.StatusNotModified)
}

// varyByReader sets Vary to the headers that select a representation, and Content-Language unless the handler has.
func varyByReader(header http.Header, language *words.Language) {
	header.Add(echo.HeaderVary, "Accept, Accept-Language, Authorization")
	setLanguage(header, language)
}

// setLanguage sets Content-Language to the language of the response, unless the handler has set it.
func setLanguage(header http.Header, language *words.Language) {
	if header.Get(headerContentLanguage) == "" {
		header.Set(headerContentLanguage, language.Tag())
	}
}

// sendJSON responds with a value as JSON, or as lines and tables of text.
func sendJSON(c echo.Context, status int, v any) error {
	a, err := valueResponse(c, status, v)
	if err != nil {
		return err
	}
	return send(c, a)
}

// valueResponse renders a value as JSON, or as lines and tables of text.
func valueResponse(c echo.Context, status int, v any) (response, error) {
	if formOf(c) == typeText {
		return textResponse(status, valueText(v, subjectIn(c), readerOf(c), commandsOf(c))), nil
	}
	return jsonResponse(status, v)
}

// once runs a use case and sends its rendered result. With an Idempotency-Key the response is stored in the same
// transaction, and a repeated request gets the stored response. render may run twice and must not read the
// database.
func once[T any](
	c echo.Context, store *store.Store,
	use func(ctx context.Context, store *store.Store) (T, error), render func(T) (response, error),
) error {
	if key := c.Request().Header.Get(headerIdempotencyKey); key != "" && c.Request().Method == http.MethodPost {
		store = store.Once(&core.Once{
			Via: models.ViaHTTP, Player: me(c).ID, Key: key, Fingerprint: fingerprint(c),
			Record: func(v any) ([]byte, error) {
				result, _ := v.(T) // the zero value if the use case has no result
				r, err := render(result)
				if err != nil {
					return nil, err
				}
				return r.record()
			},
		})
	}
	result, err := use(c.Request().Context(), store)
	if replayed, ok := errors.AsType[*models.Replayed](err); ok {
		r, err := recordedResponse(replayed.Record)
		if err != nil {
			return err
		}
		c.Response().Header().Set(headerReplayed, "true")
		return send(c, r)
	}
	if err != nil {
		return err
	}
	r, err := render(result)
	if err != nil {
		return err
	}
	return send(c, r)
}

// fingerprint distinguishes requests with the same Idempotency-Key. It covers the query as sent, without defaults.
func fingerprint(c echo.Context) []byte {
	r, h := c.Request(), sha256.New()
	_, query, _ := strings.Cut(r.RequestURI, "?")
	fmt.Fprintf(h, "%s\n%s\n%s\n%s\n%s", r.Method, r.URL.EscapedPath(), query, mediaType(r), bodyOf(c))
	return h.Sum(nil)
}

// etag identifies the state of a game: "ply-12", followed by a part for every change that is possible
// without a turn, so that a polling reader sees it.
func etag(g *models.Game) string {
	tag := "ply-" + strconv.Itoa(g.Ply)
	if g.Takebacks > 0 { // the same ply is a different position after a takeback
		tag += takebackTag + strconv.Itoa(g.Takebacks)
	}
	if g.Status != models.Ongoing {
		return `"` + tag + "." + string(g.Status) + "." + ratingTag(g) + `"`
	}
	if g.DrawBy != rules.NoSeat {
		tag += ".draw-" + ordinal(g.DrawBy)
	}
	if g.TakebackBy != rules.NoSeat {
		tag += ".takeback-" + ordinal(g.TakebackBy) + "-" + strconv.Itoa(g.TakebackTo)
	}
	if g.Declined.Offer != "" {
		tag += ".declined-" + strconv.Itoa(g.Offers)
	}
	for seat, until := range g.Away {
		if !until.IsZero() {
			tag += ".away-" + ordinal(rules.Seat(seat))
		}
		if rest := g.Rest[seat].Tag(); rest != "" {
			tag += ".off-" + ordinal(rules.Seat(seat)) + "-" + rest
		}
	}
	return `"` + tag + `"`
}

// takebackTag separates the ply from the number of takebacks.
const takebackTag = ".r"

func ordinal(seat rules.Seat) string {
	if seat == rules.First {
		return "first"
	}
	return "second"
}

// etagFor identifies a representation of a game, whose key is that of gameKey, for one reader. It includes the unread
// messages of the reader.
func etagFor(g *models.Game, key responseKey) string {
	tag, seat := etag(g), g.SeatOf(key.player)
	if seat != rules.NoSeat && g.Unread[seat] > 0 {
		tag = extend(tag, "unread-"+strconv.Itoa(g.Unread[seat]))
	}
	return extend(tag, representation(key))
}

// extend appends a part to an ETag.
func extend(tag, part string) string { return strings.TrimSuffix(tag, `"`) + "." + part + `"` }

// representation identifies the variant of a response at one URL: the media type, then a fingerprint of language,
// reader and drawing options. Without it a cache could serve a picture instead of text, or a player's view to a
// stranger.
func representation(key responseKey) string {
	text := strconv.AppendBool(make([]byte, 0, 160), key.past)
	text = strconv.AppendBool(append(text, ' '), key.drawing.flip)
	text = strconv.AppendInt(append(text, ' '), int64(key.drawing.scale), 10)
	text = strconv.AppendInt(append(text, ' '), key.player, 10)
	for _, part := range []string{
		string(key.drawing.style), string(key.drawing.theme), key.language.Tag(), key.zone, key.commands.Site,
	} {
		text = append(append(text, ' '), part...)
	}
	h := fnv.New32a()
	h.Write(text)
	_, form, _ := strings.Cut(key.form, "/")
	form, _, _ = strings.Cut(form, "+")
	return string(hex.AppendEncode(append(append(text[:0], form...), '-'), h.Sum(nil)))
}

// contentTag derives an ETag from a response's content. It leaves out the clocks of games, which change by themselves.
func contentTag(name string, a response) string {
	h := sha256.New()
	for _, piece := range cutClocks(a) {
		h.Write(piece)
	}
	return fmt.Sprintf(`"%s-%.12x"`, name, h.Sum(nil))
}

// gameStateOf parses the ply and the number of takebacks in an If-Match header. They are nil if any state matches. An
// offer does not make a turn stale, so that only these count. A tag without takebacks is from a game without any.
func gameStateOf(ifMatch string) (ply, takebacks *int, err error) {
	tag := strings.TrimSpace(ifMatch)
	if tag == "" || tag == "*" {
		return nil, nil, nil
	}
	inner := strings.Trim(strings.TrimPrefix(tag, "W/"), `"`)
	text, isPly := strings.CutPrefix(inner, "ply-")
	text, _, _ = strings.Cut(text, ".")
	number, err := strconv.Atoi(text)
	if !isPly || err != nil || number < 0 {
		return nil, nil, refuseField(headerIfMatch, "http.if_match", "value", quoted(ifMatch, 40), "form", `"ply-12"`)
	}
	_, rest, _ := strings.Cut(inner, takebackTag)
	rest, _, _ = strings.Cut(rest, ".")
	undone, _ := strconv.Atoi(rest)
	return &number, &undone, nil
}

// unchanged reports whether If-None-Match matches an ETag.
func unchanged(ifNoneMatch, tag string) bool {
	for known := range strings.SplitSeq(ifNoneMatch, ",") {
		known = strings.TrimPrefix(strings.TrimSpace(known), "W/")
		if known == tag || known == "*" {
			return true
		}
	}
	return false
}

// maxCachedResponses bounds the estimated memory of the cache in bytes.
const maxCachedResponses = 6 << 20

// responseCache caches recently used responses (see package bounded) about games. A cached response is served only to
// the same reader, for the same request, while its games are unchanged: their state is read from the database for each
// request and compared in full. Clocks in text are compared to the minute; those in JSON, in seconds, are cut out and
// filled in again.
type responseCache struct {
	clocks    func([]byte, *models.Game) []byte // appends the value of time_left
	responses *bounded.Cache[responseKey, *cachedResponse]
	buffers   sync.Pool // of *[]byte, for the bodies that send writes
}

// responseKey identifies a request and its reader.
type responseKey struct {
	game, prefix string // prefix: the steps of a partial turn, in requests for its continuations
	inbox        string // the challenges, in requests for an inbox
	steps        bool
	form         string
	past         bool
	drawing      drawing
	player       int64
	language     *words.Language
	zone         string
	commands     templates.Commands
}

type cachedResponse struct {
	key      responseKey
	states   []gameState // of the games in the response
	response response    // without the body
	pieces   [][]byte    // of the body; the clocks of the games go between them, in order
}

// gameState is the state of a game that a cached response shows.
type gameState struct {
	game models.Game // without LastTurn
	last *models.Turn
}

// set sets s to the state of a game as a response in the given form shows it.
func (s *gameState) set(g *models.Game, form string) {
	s.game, s.last = *g, g.LastTurn
	s.game.LastTurn = nil
	for seat, left := range s.game.Left {
		if s.game.Left[seat] = max(left, 0).Round(time.Minute); form == typeJSON {
			s.game.Left[seat] = 0
		}
	}
}

// equal reports whether two states render identically. States from the same snapshot share LastTurn.
func (s *gameState) equal(other *gameState) bool {
	return s.game == other.game && (s.last == other.last || reflect.DeepEqual(s.last, other.last))
}

// matches reports whether the response shows the current state of the games.
func (k *cachedResponse) matches(games []*models.Game) bool {
	if len(k.states) != len(games) {
		return false
	}
	var now gameState
	for i, g := range games {
		if now.set(g, k.key.form); !k.states[i].equal(&now) {
			return false
		}
	}
	return true
}

func newResponseCache(limit int, clocks func([]byte, *models.Game) []byte) *responseCache {
	return &responseCache{clocks: clocks, responses: bounded.New[responseKey](limit, (*cachedResponse).bytes)}
}

// send is get for a response that is written at once. The body is valid until write returns: those of inboxes are
// large, and allocating them took a tenth of the time of a request.
func (r *responseCache) send(
	key responseKey, games []*models.Game, render func() (response, error), write func(response) error,
) error {
	buffer, _ := r.buffers.Get().(*[]byte)
	if buffer == nil {
		buffer = new([]byte)
	}
	defer r.buffers.Put(buffer)
	a, err := r.find(key, games, render, buffer)
	if err != nil {
		return err
	}
	return write(a)
}

// get returns the response to a request about games and calls render if none is cached. The result is shared and
// must not be modified.
func (r *responseCache) get(
	key responseKey, games []*models.Game, render func() (response, error),
) (response, error) {
	return r.find(key, games, render, new([]byte))
}

// find is get with a buffer for the body.
func (r *responseCache) find(
	key responseKey, games []*models.Game, render func() (response, error), buffer *[]byte,
) (response, error) {
	if cached, ok := r.responses.Get(key); ok && cached.matches(games) {
		return r.withClocks(cached, games, buffer), nil
	}
	fresh, err := render()
	if err == nil {
		cached := &cachedResponse{key: key, response: fresh, pieces: cutClocks(fresh)}
		cached.response.Body = nil
		cached.states = make([]gameState, len(games))
		for i, g := range games {
			cached.states[i].set(g, key.form)
		}
		r.responses.Put(key, cached)
	}
	return fresh, err
}

// withClocks returns a cached response with the current clocks of its games. Its body is composed in the buffer.
func (r *responseCache) withClocks(cached *cachedResponse, games []*models.Game, buffer *[]byte) response {
	a := cached.response
	if a.Body = cached.pieces[0]; len(cached.pieces) == 1 {
		return a
	}
	body := append(slices.Grow((*buffer)[:0], bytesOf(cached.pieces)+maxClocks*len(games)), a.Body...)
	for i, piece := range cached.pieces[1:] {
		body = append(r.clocks(body, games[i]), piece...)
	}
	a.Body, *buffer = body, body
	return a
}

// maxClocks is the usual maximum length of a time_left; a longer one costs a copy of the body.
const maxClocks = 60

// timeLeftKey precedes the clocks of a game in JSON. It cannot occur in a string, where the quotes are escaped.
var timeLeftKey = []byte(`"time_left":`)

// cutClocks splits the body of a JSON response at the clocks of its games and removes the clocks.
func cutClocks(a response) (pieces [][]byte) {
	if a.ContentType != typeJSON {
		return [][]byte{a.Body}
	}
	rest := a.Body
	for {
		at := bytes.Index(rest, timeLeftKey)
		if at < 0 {
			return append(pieces, rest)
		}
		begin := at + len(timeLeftKey)
		end := begin + bytes.IndexByte(rest[begin:], '}') + 1
		pieces, rest = append(pieces, rest[:begin]), rest[end:]
	}
}

// bytes estimates the memory held by a cached response.
func (k *cachedResponse) bytes() int {
	return 1200 + 800*len(k.states) + len(k.key.prefix) + len(k.key.inbox) + bytesOf(k.pieces)
}

func bytesOf(pieces [][]byte) (n int) {
	for _, piece := range pieces {
		n += len(piece)
	}
	return n
}

// gameKey returns the cache key of a request about a game.
func gameKey(to audience, id string, past bool, d drawing) responseKey {
	return responseKey{
		game: id, form: to.form, past: past, drawing: d.relevant(to.form),
		player: to.reader.Player, language: to.reader.Language, zone: cmp.Or(to.reader.Zone, time.UTC).String(),
		commands: to.do,
	}
}

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
