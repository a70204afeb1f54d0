package main

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/admin"
	"turnpost/models/mailbox"
	"turnpost/models/play"
	"turnpost/rules/rulestest/sample"
)

// TestNotesArePrivate writes notes and keeps lines of play, over HTTP and by mail, and plays the game to its end.
// Nothing that others get has them: no resource, page, picture, feed, record, export or problem, no mail, request to a
// webhook, metric, line of the log, output of an operator's command, and no other row. Nor do ann's own mails, feeds
// and webhooks, which may be read by others.
func TestNotesArePrivate(t *testing.T) {
	sample.Whole(t, "searches everything that others get")
	t.Parallel()
	w := newNotebookWorld(t)
	pictures := w.pictures()
	feeds := w.feeds()
	w.write()
	if after := w.pictures(); after != pictures {
		t.Error("pictures have changed with the notes")
	}
	w.playOn()
	w.searchServer() // while links of mails show the game to its players
	w.end()
	w.searchServer()
	w.searchOwn()
	w.searchChanges()
	for _, path := range feeds {
		_, _, body := w.get(path, "", "*/*")
		w.search("feed "+path, body)
	}
	for _, text := range w.mailTexts() {
		w.search("mail", text)
	}
	close(w.bodies)
	for body := range w.bodies {
		w.search("webhook", body)
	}
	w.searchOperator()
	w.searchRows()
	w.search("log", w.log.String())
	for kind, least := range map[string]int{
		"GET": 1_000_000, "page": 1_000_000, "change": 1000, "feed": 3000, "mail": 100_000, "webhook": 30_000,
		"admin": 2000, "row": 10_000, "log": 50_000,
	} {
		if w.read[kind] < least {
			t.Errorf("only %d bytes of %s were searched", w.read[kind], kind)
		}
	}
}

func (w *notebookWorld) path(rest string) string { return "/v1/games/" + w.game + rest }

// write writes notes and keeps lines, also in vain.
func (w *notebookWorld) write() {
	w.t.Helper()
	for _, c := range []struct {
		method, path, body string
		status             int
	}{
		{"PUT", "/notes", `{"text":"the king, XYZZY-note"}`, 200},
		{"PUT", "/notes", `{"text":"xyzzy-refused ` + strings.Repeat("x", play.MaxNotes) + `"}`, 400},
		{"POST", "/lines", `{"ply":0,"turns":["a4-a2","d3-c3","a2-b2"],"name":"xyzzy-name"}`, 201},
		{"POST", "/lines", `{"ply":0,"turns":["a4-a2","a2-b2"],"name":"xyzzy-refused"}`, 422},
		{"POST", "/lines", `{"ply":0,"turns":["a4-a2"],"name":"` + strings.Repeat("xyzzy-refused", 9) + `"}`, 400},
	} {
		r, err := http.NewRequestWithContext(w.t.Context(), c.method, w.url+w.path(c.path), strings.NewReader(c.body))
		if err != nil {
			w.t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		status, _, body := w.do(r, "ann", "application/json")
		if status != c.status {
			w.t.Fatalf("%s %s: %d, want %d: %s", c.method, c.body, status, c.status, body)
		}
	}
	w.reply(models.KindYourTurn, "note XYZZY-mail", mailbox.InboundDone)
	w.acts("note", nil)
}

// playOn goes on with the game, with everything that causes a mail.
func (w *notebookWorld) playOn() {
	ctx := w.t.Context()
	w.reply(models.KindYourTurn, "d1-c1\nnote xyzzy-mail with a turn", mailbox.InboundPlayed)
	w.acts("turn by mail", nil)
	_, err := w.SendMessage(ctx, w.ann.ID, w.game, "Good luck.")
	w.acts("message", err)
	_, err = w.SetPlan(ctx, play.PlanInput{Game: w.game, Player: w.ann.ID}, []string{"* : c1-b1"})
	w.acts("plan", err)
	turn := models.TurnInput{Game: w.game, Player: w.bob.ID, Text: "d3-c3", Via: models.ViaHTTP}
	_, err = w.PlayTurn(ctx, turn)
	w.acts("turn", err)
	_, err = w.NegotiateTakeback(ctx, w.ann.ID, w.game, models.MakeOffer, 0)
	w.acts("takeback", err)
	_, err = w.NegotiateTakeback(ctx, w.bob.ID, w.game, models.AcceptOffer, 0)
	w.acts("takeback accepted", err)
	_, err = w.NegotiateDraw(ctx, w.ann.ID, w.game, models.MakeOffer)
	w.acts("draw", err)
	_, err = w.NegotiateDraw(ctx, w.bob.ID, w.game, models.DeclineOffer)
	w.acts("draw declined", err)
	w.reply(models.KindYourTurn, "? d1-c1\nnote xyzzy-mail", mailbox.InboundAnswered)
	w.acts("try", nil)
}

// end ends the game.
func (w *notebookWorld) end() {
	ctx := w.t.Context()
	_, err := w.CreateReport(ctx, w.ann.ID, admin.NewReport{Game: w.game, Player: "bob", Reason: "He swears."})
	w.acts("report", err)
	_, err = w.ResignGame(ctx, w.ann.ID, w.game)
	w.acts("resignation", err)
	_, err = w.OfferRematch(ctx, w.bob, w.game)
	w.acts("rematch", err)
}

// pictures returns the pictures of the initial position, as everybody gets them.
func (w *notebookWorld) pictures() (all string) {
	w.t.Helper()
	for _, path := range []string{w.path("/board.png?ply=0"), w.path("/board.svg?ply=0")} {
		status, _, body := w.get(path, "bob", "*/*")
		if status != http.StatusOK {
			w.t.Fatalf("GET %s: %d", path, status)
		}
		all += body
	}
	return all
}

// feeds returns the paths of the feeds of the game and of both players.
func (w *notebookWorld) feeds() []string {
	paths := []string{"/g/" + w.game + "/feed.atom"}
	for _, p := range []models.Player{w.ann, w.bob} {
		made, err := w.CreateFeeds(w.t.Context(), p.ID)
		if err != nil {
			w.t.Fatal(err)
		}
		paths = append(paths, "/feeds/"+made.Atom+"/notices.atom", "/feeds/"+made.ICS+"/deadlines.ics")
	}
	return paths
}

// searchOwn checks that ann gets what the others are searched for.
func (w *notebookWorld) searchOwn() {
	w.t.Helper()
	_, _, export := w.get("/v1/me/export", "ann", "*/*")
	for where, text := range map[string]string{
		"the export": unzipped(w.t, export), "the page": w.own("/g/"+w.game, "text/html"),
		"the API": w.own(w.path("/notes"), "application/json") + w.own(w.path("/lines"), "application/json"),
		"a text":  w.own(w.path("/notes"), "text/plain") + w.own(w.path("/lines"), "text/plain"),
	} {
		for _, word := range privateWords {
			if has := strings.Contains(strings.ToLower(text), word); has == (word == "xyzzy-refused") {
				w.t.Errorf("%s has %q: %v", where, word, has)
			}
		}
	}
	w.own("/g/"+w.game+"/line?kept=1", "text/html")
}

// own returns a response to ann, which nobody may store for others.
func (w *notebookWorld) own(path, accept string) string {
	w.t.Helper()
	status, header, body := w.get(path, "ann", accept)
	control := header.Get("Cache-Control")
	if status != http.StatusOK || !slices.Contains([]string{"private, no-cache", "no-cache", "no-store"}, control) {
		w.t.Errorf("%s: %d, Cache-Control %q", path, status, control)
	}
	return body
}
