package trials

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"turnpost/cmd/api/programtest"
	"turnpost/models"
	"turnpost/models/account"
)

// linksOf lists the paths on this server that a mail links to.
func linksOf(m *programtest.Received) (paths []string) {
	for _, link := range programtest.URLOfHTML.FindAllStringSubmatch(m.HTML, -1) {
		if path, own := strings.CutPrefix(html.UnescapeString(link[1]), upgradeSite); own && path != "" {
			paths = append(paths, path)
		}
	}
	return append(paths, unsubscribePathOrNone(m)...)
}

// followMailLinks follows every link of the recorded mails without a cookie, and fails unless it leads to a page.
func (j *journey) followMailLinks() {
	for name := range j.keys.Mails {
		for _, path := range linksOf(j.keys.readMail(j.T, j.folder, name)) {
			if response, _ := j.follow(path); response.StatusCode != http.StatusOK {
				j.T.Errorf("%s in the mail %s: %d", path, name, response.StatusCode)
			}
		}
	}
}

// follow requests a page and follows redirections.
func (j *journey) follow(path string) (response *http.Response, page string) {
	j.T.Helper()
	for range 5 {
		response, page = j.Browse(path, "", nil)
		location, err := response.Location()
		if err != nil {
			return response, page
		}
		path = location.RequestURI()
	}
	j.T.Fatalf("%s leads on and on", path)
	return nil, ""
}

// replyToMails answers kept mails: with turns, after the turn was played, and after the game.
func (j *journey) replyToMails() {
	for _, what := range []string{"hnefatafl-7x7", "bohnduell-standard", "plan-answered"} {
		g := j.keys.Games[what]
		j.reply(j.keys.readMail(j.T, j.folder, what), g.Next[0].Turn, "played")
		plies := j.ply(g) - g.Ply
		g.Ply, g.Next = g.Ply+plies, g.Next[plies:]
	}
	g := j.keys.Games["hnefatafl-9x9"]
	j.reply(j.keys.readMail(j.T, j.folder, "played"), g.Next[0].Turn, "rejected")
	j.reply(j.keys.readMail(j.T, j.folder, "resigned"), "show", "answered")
	if now := j.ply(g); now != g.Ply {
		j.T.Errorf("a reply to a mail about an earlier turn was played: ply %d, want %d", now, g.Ply)
	}
}

// playByMailLinks sends messages and turns through the page links of kept mails, without a cookie.
func (j *journey) playByMailLinks() {
	for _, what := range []string{"hanniball-standard", "sevensages-short", "hnefatafl-11x11"} {
		g := j.keys.Games[what]
		path := pageLink(j.T, j.keys.readMail(j.T, j.folder, what))
		_, page := j.follow(path)
		j.submit(page, "/g/"+g.ID+"/messages", url.Values{"text": {"Said by a link of a mail."}})
		response, _ := j.Browse(path, "", nil)
		location, err := response.Location()
		if err != nil {
			j.T.Fatalf("%s leads nowhere: %v", path, err)
		}
		query := location.Query()
		query.Set("turn", g.Next[0].Turn)
		_, page = j.follow(location.Path + "?" + query.Encode())
		j.submit(page, "/g/"+g.ID+"/turns", nil)
		if now := j.ply(g); now != g.Ply+1 {
			j.T.Fatalf("%s: a turn by a link was not played: ply %d", what, now)
		}
		g.Ply, g.Next = g.Ply+1, g.Next[1:]
	}
}

// pageLink finds the link of a mail's button.
func pageLink(t *testing.T, m *programtest.Received) string {
	t.Helper()
	for _, path := range linksOf(m) {
		_, about, ok := account.LongLink(strings.TrimPrefix(path, "/k/"))
		if ok && about.Purpose == models.LinkPage {
			return path
		}
	}
	t.Fatalf("no link to a page in %q", m.GetHeader("Subject"))
	return ""
}

var (
	formPattern  = regexp.MustCompile(`(?s)<form method="post" action="([^"]+)".*?</form>`)
	inputPattern = regexp.MustCompile(`<input type="hidden" name="([^"]+)" value="([^"]*)"`)
)

// submit sends the form of a page with more fields, and fails unless the answer is a redirection.
func (j *journey) submit(page, action string, more url.Values) (location *url.URL) {
	j.T.Helper()
	for _, form := range formPattern.FindAllStringSubmatch(page, -1) {
		if html.UnescapeString(form[1]) != action {
			continue
		}
		fields := url.Values{}
		for _, input := range inputPattern.FindAllStringSubmatch(form[0], -1) {
			fields.Set(input[1], html.UnescapeString(input[2]))
		}
		for name, values := range more {
			fields[name] = values
		}
		response, answer := j.Browse(action, "", fields)
		location, err := response.Location()
		if err != nil {
			j.T.Fatalf("%s %v: %d: %s", action, fields, response.StatusCode, answer)
		}
		return location
	}
	j.T.Fatalf("no form to %s in %s", action, page)
	return nil
}

// unsubscribeAndBounce uses the unsubscribe link and the bounce address of a kept mail.
func (j *journey) unsubscribeAndBounce() {
	m := j.keys.readMail(j.T, j.folder, "message")
	response, page := j.Browse(unsubscribePath(j.T, m), "", url.Values{"List-Unsubscribe": {"One-Click"}})
	if response.StatusCode != http.StatusOK {
		j.T.Fatalf("unsubscribing: %d: %s", response.StatusCode, page)
	}
	var me struct {
		Mail, Games map[string]string
		MailFailing *struct{ Detail string } `json:"mail_failing"`
	}
	j.as("bob", "GET", "/v1/me", "", 200, &me)
	if len(me.Mail)+len(me.Games) != 1 {
		j.T.Errorf("after unsubscribing bob's mail is set to %v and %v", me.Mail, me.Games)
	}
	for n := range 3 {
		j.handOver("<>", m.From, hardBounce(m, n))
	}
	programtest.Eventually(j.T, "bob's mail is failing", func() bool {
		j.as("bob", "GET", "/v1/me", "", 200, &me)
		return me.MailFailing != nil
	})
}
