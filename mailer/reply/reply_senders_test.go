package reply

import (
	"html"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// sender is a mail program in one language.
type sender struct {
	program, code string
	layout        string // m: marks, h: HTML too, i: attribution within the marks, f: flowed, b: header block, x: HTML
	attribution   string
	tongue        tongue
	person        person
}

// person is the text that people of one language write around a command.
type person struct{ before, after, signature, disclaimer, phrases string }

func loadSenders(t *testing.T) (all []sender) {
	t.Helper()
	tongues, people := map[string]tongue{}, map[string]person{}
	for _, tongue := range loadTongues() {
		tongues[tongue.code] = tongue
	}
	for _, entry := range readEntries("testdata/programs/people.txt") {
		f := strings.Split(entry, "|")
		people[f[0]] = person{f[1], f[2], strings.ReplaceAll(f[3], "~", "\n"), f[4], f[5]}
	}
	for _, entry := range readEntries("testdata/programs/senders.txt") {
		f := strings.Split(entry, "|")
		attribution := strings.NewReplacer("~", "\n", "NAME", us[0], "ADDR", us[2]).Replace(f[3])
		all = append(all, sender{f[0], f[1], f[2], attribution, tongues[f[1]], people[f[1]]})
	}
	if len(all) < 100 {
		t.Fatalf("only %d senders", len(all))
	}
	return all
}

// texts holds answers of all games and commands.
var texts = []struct {
	text string
	want []Command
}{
	{"d1-d4", turn("d1-d4")},
	{"K6–K4xK3", turn("K6-K4xK3")},
	{"b4-c6 c6-e7 e7~e8", turn("b4-c6 c6-e7 e7~e8")},
	{"Kd1-d4", turn("Kd1-d4")},
	{"d4-h8~k11~h14", turn("d4-h8~k11~h14")},
	{"13. p3", turn("p3")},
	{"e4", turn("e4")},
	{"? a1-a5", []Command{{Verb: Try, Text: "a1-a5"}}},
	{"resign", []Command{{Verb: Resign}}},
	{"resign now", []Command{{Verb: ResignNow}}},
	{"Draw", []Command{{Verb: Draw}}},
	{"accept", []Command{{Verb: Accept}}},
	{"Decline!", []Command{{Verb: Decline}}},
	{"takeback 2", []Command{{Verb: Takeback, Count: 2}}},
	{"plan d3-c3 : e4-e5\n* : e5-e6", []Command{{Verb: Plan, Text: "d3-c3 : e4-e5\n* : e5-e6"}}},
	{"plan none", []Command{{Verb: Plan}}},
	{"d1-d4\nsay Nice idea!", append(turn("d1-d4"), say("Nice idea!")...)},
	{"say Hello Bob,\nhow is your knee?", say("Hello Bob,\nhow is your knee?")},
	{"show", []Command{{Verb: Show}}},
	{"away 2026-12-24 until 2027-01-02", []Command{{Verb: Away, From: "2026-12-24", Until: "2027-01-02"}}},
	{"mute", []Command{{Verb: Mute}}},
	{"HELP", []Command{{Verb: Help}}},
	{"rematch", []Command{{Verb: Rematch}}},
}

// body is the text that a person types, with what the program and the company add.
func (s sender) body(r *rand.Rand, answer string) string {
	var parts []string
	add := func(in int, text string) {
		if r.IntN(in) == 0 {
			parts = append(parts, text)
		}
	}
	add(2, s.tongue.hello)
	add(4, s.person.before)
	if move, isTurn := strings.CutPrefix(answer, "d1-d4"); isTurn && r.IntN(2) == 0 {
		answer = s.phrase(r, "d1-d4") + move
	}
	parts = append(parts, answer)
	add(4, s.person.after)
	add(2, s.tongue.closing+"\n"+strings.Split(s.tongue.signature, "\n")[0])
	add(3, s.tongue.device)
	add(3, s.person.signature)
	add(4, s.person.disclaimer)
	if says := strings.Contains(answer, "say") || strings.Contains(answer, "plan"); !says && r.IntN(3) == 0 {
		return strings.Join(parts, "\n")
	}
	return strings.Join(parts, "\n\n")
}

// phrase returns a turn as people of the language write it.
func (s sender) phrase(r *rand.Rand, turn string) string {
	forms := strings.Split(s.person.phrases, ";")
	return strings.ReplaceAll(forms[r.IntN(len(forms))], "TURN", turn)
}

// write returns a reply as the program sends it.
func (s sender) write(r *rand.Rand, sent Sent, text string) (plain, page string) {
	attribution := strings.ReplaceAll(s.attribution, "SUBJECT", "Re: "+sent.Subject)
	has := func(layout string) bool { return strings.Contains(s.layout, layout) }
	mark, width := "> ", 72
	if has("b") && !has("m") || has("x") {
		mark, width = "", 998
	}
	if has("i") {
		attribution = "> " + strings.ReplaceAll(attribution, "\n", "\n> ") + "\n>"
	}
	var quote []string
	for _, l := range wrapText(strings.TrimRight(sent.Text, "\n"), width) {
		quote = append(quote, strings.TrimRight(mark+l, " "))
	}
	where, at := r.IntN(4), len(quote)/2
	for at < len(quote)-1 && quote[at] != ">" {
		at++
	}
	switch top := mark == "" || where < 2; {
	case top:
		plain = text + "\n\n" + attribution + "\n" + strings.Join(quote, "\n")
	case where == 2:
		plain = attribution + "\n" + strings.Join(quote, "\n") + "\n\n" + text
	default:
		plain = attribution + "\n" + strings.Join(quote[:at], "\n") + "\n\n" + text + "\n\n" + strings.Join(quote[at:], "\n")
	}
	if has("f") {
		plain = strings.Join(flowedLines(strings.Split(plain, "\n"), 76), "\n")
	}
	if has("m") && !has("h") || has("f") || has("b") && r.IntN(2) == 0 || where == 3 {
		return plain, ""
	}
	w := written{text: text}
	lead := strings.ReplaceAll(html.EscapeString(strings.TrimPrefix(s.attribution, "> ")), "\n", "<br>")
	lead = "<div>" + strings.ReplaceAll(lead, "SUBJECT", html.EscapeString(sent.Subject)) + "</div><br>"
	copied := lead + "<blockquote type=\"cite\">" + sent.HTML + "</blockquote>"
	switch {
	case has("i"):
		copied = "<blockquote type=\"cite\">" + lead + sent.HTML + "</blockquote>"
	case has("b"):
		copied = "<hr>" + lead + sent.HTML
	case has("x"):
		copied = lead + "<div>" + sent.HTML + "</div>"
	}
	page = "<html><body>" + w.paragraphs("div") + copied + "</body></html>"
	if where == 2 && !has("b") && !has("x") {
		page = "<html><body>" + copied + w.paragraphs("div") + "</body></html>"
	}
	if has("x") && !has("h") {
		return "", page
	}
	return plain, page
}

// Replies of many programs are read as meant in eight languages, in their ways of quoting, with signatures and
// disclaimers, for every command. None is read as anything else, and nothing but the words of a say is said.
func TestSenders(t *testing.T) {
	r := rand.New(rand.NewPCG(23, *seed))
	var mails []Sent
	for _, dir := range []string{templateMails, "testdata/sent"} {
		for _, name := range sentNames(t, dir) {
			mails = append(mails, loadSent(t, dir, name))
		}
	}
	read, asked, silent := 0, 0, 0
	for _, s := range sample.Every(4, loadSenders(t)) {
		for range *rounds {
			sent, answer := mails[r.IntN(len(mails))], texts[r.IntN(len(texts))]
			text := s.body(r, answer.text)
			plain, page := s.write(r, sent, text)
			m, err := Read([]byte(encodeMail(r, plain, page)), Options{Sent: sent, Us: us})
			if err != nil {
				t.Fatal(err)
			}
			checkNothingElse(t, m.Reply, answer.want)
			switch {
			case reflect.DeepEqual(m.Reply.Commands, answer.want):
				read++
				continue
			case len(m.Reply.Possible) > 0:
				asked++
			default:
				silent++
			}
			if asked+silent <= 40 {
				t.Logf("%s %s: %+v\n%s\n-- plain\n%.1500s\n-- page\n%.600s", s.program, s.code, m.Reply, text, plain, page)
			}
		}
	}
	t.Logf("%d read, %d asked, %d silent", read, asked, silent)
	if all := read + asked + silent; read*1000 < all*995 {
		t.Errorf("%d of %d are read", read, all)
	}
}

// A picture with which a player reacts to our mail, as Gmail and Outlook send it and by RFC 9078, gets no answer. A
// turn with it is read.
func TestReactions(t *testing.T) {
	const gmail = "From: ann@example.net\nContent-Type: multipart/alternative; boundary=a\n\n" +
		"--a\nContent-Type: text/plain; charset=utf-8\n\nTEXT\n" +
		"--a\nContent-Type: text/vnd.google.email-reaction+json; charset=utf-8\n\n{\"emoji\":\"👍\",\"version\":1}\n" +
		"--a\nContent-Type: text/html; charset=utf-8\n\n<div><p>TEXT</p></div>\n--a--\n"
	const standard = "From: ann@example.net\nContent-Disposition: reaction\n\nTEXT\n"
	const outlook = "From: ann@example.net\nContent-Type: text/html; charset=utf-8\n\n" +
		"<div>TEXT</div><div>Ann Example reacted to your message:</div><hr>" +
		"<div id=\"divRplyFwdMsg\"><b>From:</b> turnpost &lt;play@play.example.org&gt;<br><b>Sent:</b> Saturday, " +
		"November 21, 2026 10:15:00 AM<br><b>To:</b> ann<br><b>Subject:</b> Hnefatafl</div><p>It is your turn.</p>\n"
	for _, form := range []string{gmail, standard, outlook, strings.ReplaceAll(outlook,
		"reacted to your message", "hat auf Ihre Nachricht reagiert")} {
		for _, text := range []string{"👍", "👍 Ann reacted via Gmail", "🎉", "Ann hat über Gmail reagiert"} {
			m, err := Read([]byte(strings.ReplaceAll(form, "TEXT", text)), Options{Us: us})
			if err != nil || m.Kind != Automatic || m.Sign != "reaction" {
				t.Errorf("%q: %s, %q, %v", text, m.Kind, m.Sign, err)
			}
		}
		if said := readTypedMail(t, strings.ReplaceAll(form, "TEXT", "d3-c3")); len(said.Commands) != 1 {
			t.Errorf("%+v", said)
		}
	}
}
