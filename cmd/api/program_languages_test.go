package main

import (
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"turnpost/cmd/api/programtest"
	"turnpost/rules/rulestest/sample"
)

// tongue is a player of the test who has a language, and everything is checked to be in it.
type tongue struct {
	t          *testing.T
	i          *programtest.Instance
	p          *programtest.Post
	database   string
	name, lang string
	token      string
	others     map[string][]*programtest.Received // mails that came before they were awaited, by address
}

// signUp registers by the language of the request alone.
func (r tongue) signUp(name, lang string) *tongue {
	r.t.Helper()
	r.name, r.lang = name, lang
	body := `{"name":"` + name + `","email":"` + name + `@example.org"}`
	r.i.Call("POST", "/v1/players", "", body, 202, nil, "Accept-Language", lang+", en;q=0.5")
	code := r.mail()
	var answer struct{ Token string }
	body = `{"email":"` + name + `@example.org","code":"` + programtest.EightDigits.FindString(code.Text) + `"}`
	r.i.Call("POST", "/v1/tokens", "", body, 201, &answer)
	r.token = answer.Token
	return &r
}

// mail returns the next mail, which must go to the player in their language.
func (r *tongue) mail() *programtest.Received {
	r.t.Helper()
	to := r.name + "@example.org"
	for len(r.others[to]) == 0 {
		m := r.p.Next()
		r.others[m.To] = append(r.others[m.To], m)
	}
	m := r.others[to][0]
	r.others[to] = r.others[to][1:]
	if m.GetHeader("Content-Language") != r.lang || !strings.Contains(m.HTML, `<html lang="`+r.lang+`"`) {
		r.t.Fatalf("to %s in %q instead of %s: %s", m.To, m.GetHeader("Content-Language"), r.lang, m.Text)
	}
	r.inLanguage("a mail", m.GetHeader("Subject")+"\n"+m.Text)
	return m
}

// inLanguage checks a text: it has words of its language, and no sentence of English.
func (r *tongue) inLanguage(what, text string) {
	r.t.Helper()
	if english := englishWords.FindAllString(notTranslated.ReplaceAllString(text, " "), -1); len(english) > 0 {
		r.t.Errorf("%s for %s has the English words %q:\n%s", what, r.name, english, text)
	}
	if mixed := mixedWords.FindAllString(text, -1); len(mixed) > 0 {
		r.t.Errorf("%s for %s mixes alphabets in %q", what, r.name, mixed)
	}
}

var (
	englishWords  = regexp.MustCompile(`(?i)\b(?:the|your|you|and|of|with|is|are|has|not|from|this|to|turn)\b`)
	notTranslated = regexp.MustCompile(`(?s)curl (?:[^\n]*\\\n)*[^\n]*|\S*://\S+|/v1/\S*|\[[a-z_: ]+\]|Re: your turn`)
	mixedWords    = regexp.MustCompile(`\pL*(?:\p{Cyrillic}\p{Latin}|\p{Latin}\p{Cyrillic})\pL*`)
)

// curl sends a request as curl does and returns the text.
func (r *tongue) curl(method, path, body string, status int) string {
	r.t.Helper()
	var text string
	header := r.i.Call(method, path, r.token, body, status, &text, "Accept", "text/plain, */*;q=0.5")
	if got := header.Get("Content-Language"); got != r.lang {
		r.t.Errorf("%s %s for %s is in %q", method, path, r.name, got)
	}
	r.inLanguage(method+" "+path, text)
	return text
}

// reply answers a mail with a line.
func (r *tongue) reply(m *programtest.Received, line string) {
	r.t.Helper()
	to, raw := m.Reply(r.t, line, "Content-Type: text/plain; charset=utf-8")
	if status, printed := pipeMail(r.t, r.database, raw, "--sender", m.To, to); status != 0 {
		r.t.Fatalf("status %d: %s", status, printed)
	}
}

// page requests a page or sends its form, and returns where that led.
func (r *tongue) page(method, path string, form url.Values) (at *url.URL) {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), method, r.i.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		r.t.Fatal(err)
	}
	request.Header.Set("Accept", "text/html")
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Origin", r.i.URL)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	html := string(body)
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Language") != r.lang ||
		!strings.Contains(html, `<html lang="`+r.lang+`"`) {
		r.t.Fatalf("%s %s: %d in %q: %s", method, path, response.StatusCode, response.Header.Get("Content-Language"), html)
	}
	r.inLanguage("the page "+path, markup.ReplaceAllString(html, " "))
	return response.Request.URL
}

var (
	markup     = regexp.MustCompile(`(?s)<style.*?</style>|<script.*?</script>|<code.*?</code>|<pre.*?</pre>|<[^>]*>`)
	gameLink   = regexp.MustCompile(`http://play\.example\.org/g/(\w+)`)
	mailedLink = regexp.MustCompile(`http://play\.example\.org(/k/\S+)`)
)

// A game of a Russian against a German by mail, page and curl: everybody reads and writes their own language.
func TestRussianAgainstGerman(t *testing.T) {
	sample.Whole(t, "plays a game in two languages")
	t.Parallel()
	p, database := programtest.NewPost(t), databaseFile(t)
	i := start(t, "serve", "--listen", "127.0.0.1:0", "--database", database, "--smtp", "smtp://"+p.Address,
		"--from", "turnpost@play.example.org", "--inbound-pipe", "--base-url", "http://play.example.org")
	server := tongue{t: t, i: i, p: p, database: database, others: map[string][]*programtest.Received{}}
	anna, bernd := server.signUp("anna", "ru"), server.signUp("bernd", "de")

	anna.curl("POST", "/v1/challenges", `{"ruleset":"hnefatafl","variant":"7x7","opponent":"bernd","seat":"first"}`, 201)
	bernd.reply(bernd.mail(), "Ich nehme an, danke")
	yourTurn := anna.mail()
	begins := gameLink.FindStringSubmatch(bernd.mail().Text)
	if begins == nil {
		t.Fatal("the mail about the beginning has no link to the game")
	}
	game := "/v1/games/" + begins[1]

	refused := anna.curl("POST", game+"/turns", "сдаюсь", 422)
	if !strings.Contains(refused, "«сдаюсь»") {
		t.Errorf("a command is refused with\n%s", refused)
	}
	bernd.curl("POST", game+"/turns", "d3-c3", 409)
	anna.curl("GET", game, "", 200)
	anna.reply(yourTurn, "Мой ход: d1-c1\n\nсказать Удачи!")
	anna.mail() // confirms the turn
	turn := bernd.mail()
	if !strings.Contains(turn.Text, "Удачи!") {
		t.Errorf("the words of anna are missing in\n%s", turn.Text)
	}

	link := mailedLink.FindStringSubmatch(turn.Text)
	if link == nil {
		t.Fatalf("no link in\n%s", turn.Text)
	}
	at := bernd.page("GET", link[1], nil)
	bernd.page("POST", "/g/"+begins[1]+"/turns", url.Values{
		"k": {at.Query().Get("k")}, "ply": {"1"}, "takebacks": {"0"}, "turn": {"d3-c3"},
	})
	anna.mail()
	anna.curl("POST", game+"/turns", "c1-d1", 201)
	turn = bernd.mail()
	bernd.reply(turn, "jetzt aufgeben")
	over := anna.mail()
	if !strings.Contains(over.Text, "bernd") {
		t.Errorf("the end is told as\n%s", over.Text)
	}
	bernd.mail()
	anna.curl("GET", game, "", 200)
	bernd.curl("GET", game, "", 200)
	p.None()
	i.Stop()
}
