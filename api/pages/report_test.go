package pages_test

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"turnpost/models/account"
	"turnpost/models/notice"
	"turnpost/templates/site"
	"turnpost/templates/words"
)

// TestReportByForm reports a player and a message, and shows what a refused form held.
func TestReportByForm(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	if _, err := m.SendMessage(t.Context(), m.players[1].ID, m.game.ID, "you fool"); err != nil {
		t.Fatal(err)
	}
	m.ann.get("/p/bob").want(200, "Report bob")
	m.ann.get("/g/"+m.game.ID).want(200, "Report")
	m.ann.get("/report?game="+m.game.ID).want(200, "you fool", "may read the messages")
	m.ann.post("/report", "game", m.game.ID, "player", "bob", "message", "1", "reason", "insults").
		want(200, "The operator has your report.")
	m.ann.post("/report", "player", "nobody", "reason", "my reason").want(404, "nobody", "my reason")
	m.ann.post("/report", "player", "bob", "reason", "rude").want(200, "The operator has your report.")
	list, err := m.Admin().Reports(t.Context(), false, 10)
	if err != nil || len(list) != 2 || list[1].Said != "you fool" || list[0].Player != "bob" {
		t.Errorf("%+v, %v", list, err)
	}
	m.visitor().get("/report?player=bob").want(200, "Sign in")
	m.visitor().post("/report", "player", "bob", "reason", "x").want(401)
}

// TestMutedOnPages plays a turn with a message, and sends a message alone.
func TestMutedOnPages(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	if err := m.Admin().MutePlayer(t.Context(), "ann"); err != nil {
		t.Fatal(err)
	}
	path := "/g/" + m.game.ID
	m.ann.post(path+"/messages", "text", "hello").want(403, "has muted you", "hello")
	m.ann.post(path+"/turns", "turn", "d1-c1", "message", "hello", "ply", "0", "takebacks", "0").
		want(200, "Your turn was played. Your message was not delivered")
	m.bob.get(path).want(200, "Nothing has been said yet.")
}

// TestAnnouncementOnEveryPage shows the operator's text on pages of every kind, escaped.
func TestAnnouncementOnEveryPage(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	err := m.Admin().Announce(t.Context(), "Down <b>at</b> eight.", m.Clock.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/g/" + m.game.ID, "/games", "/settings", "/privacy", "/nowhere"} {
		if p := m.ann.get(path); !strings.Contains(p.body, `<aside class="note narrow" aria-label="Announcement of the `+
			`operator"><p>Down &lt;b&gt;at&lt;/b&gt; eight.</p></aside>`) {
			t.Errorf("%s does not show the announcement", path)
		}
	}
	m.Clock.Advance(time.Hour)
	if p := m.ann.get("/"); strings.Contains(p.body, "Down") {
		t.Error("an announcement that is over is shown")
	}
}

// TestTextsAboutTheServer shows the default texts in every language, from the footer of every page.
func TestTextsAboutTheServer(t *testing.T) {
	m := newMatch(t, "hnefatafl", "7x7")
	for _, path := range []string{"/", "/g/" + m.game.ID, "/settings", "/nowhere"} {
		p := m.ann.get(path)
		_, foot, _ := strings.Cut(p.body, `<footer`)
		if !strings.Contains(foot, `href="/privacy"`) || !strings.Contains(foot, `href="/contact"`) {
			t.Errorf("%s does not link the pages", path)
		}
	}
	m.visitor().get("/privacy").want(200, "Somebody without an account", "two years")
	m.visitor().get("/contact").want(200, "postmaster")
	days := func(d time.Duration) int { return int(d / (24 * time.Hour)) }
	texts, err := site.ReadTexts(nil)
	if err != nil {
		t.Fatal(err)
	}
	for tag, forms := range map[string][2]string{
		"en": {"%d days", "%d minutes"}, "ru": {"%d дней", "%d минут"}, "de": {"%d Tage", "%d Minuten"},
	} {
		title, body, err := texts.Page("privacy", words.For(tag))
		if err != nil || title == "" {
			t.Fatal(title, err)
		}
		for _, n := range []int{
			days(notice.LedgerSpan), days(account.SessionLife), days(account.NameReserved), days(account.UndoLife) + 1,
		} {
			if !strings.Contains(string(body), strings.Replace(forms[0], "%d", itoa(n), 1)) {
				t.Errorf("the %s text does not say %d days", tag, n)
			}
		}
		if !strings.Contains(string(body), strings.Replace(forms[1], "%d", itoa(int(account.CodeLife.Minutes())), 1)) {
			t.Errorf("the %s text does not say how long codes are valid", tag)
		}
	}
}

func itoa(n int) string {
	return strings.TrimLeft(string([]byte{byte('0' + n/10), byte('0' + n%10)}), "0")
}

// FuzzTexts renders hostile texts: no scripts, no handlers of events, no addresses that run scripts.
func FuzzTexts(f *testing.F) {
	for _, text := range []string{
		"# Privacy\n\n[a](javascript:alert(1)) <script>alert(1)</script>", "<a onclick=x>b</a>", "![a](data:text/html,x)",
		"[a](<java\nscript:x>)", "[a]: vbscript:x\n\n[a]", "<javascript:x>", "| a |\n|---|\n| <img src=x onerror=y> |",
		"```<script>\nx\n```", "[x](https://example.org \"t\")", "<iframe src=x>", "[a](&#106;avascript:x)",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		body, err := site.Markdown(text, "Board", "Table")
		if err != nil {
			return // it is refused
		}
		root, err := html.Parse(strings.NewReader(string(body)))
		if err != nil {
			t.Fatal(err)
		}
		for node := range root.Descendants() {
			if node.Type == html.ElementNode && strings.Contains(" script iframe object embed style form svg base meta link ",
				" "+node.Data+" ") {
				t.Errorf("an element %s in %q", node.Data, body)
			}
			for _, a := range node.Attr {
				value := strings.ToLower(strings.TrimSpace(a.Val))
				if strings.HasPrefix(a.Key, "on") || (a.Key == "href" || a.Key == "src") &&
					(strings.HasPrefix(value, "javascript:") || strings.HasPrefix(value, "vbscript:") ||
						strings.HasPrefix(value, "data:text")) {
					t.Errorf("%s=%q in %q", a.Key, a.Val, body)
				}
			}
		}
	})
}
