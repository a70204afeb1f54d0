package reply

import (
	"encoding/base64"
	"html"
	"maps"
	"math/rand/v2"
	"mime/quotedprintable"
	"reflect"
	"slices"
	"strings"
	"testing"

	"turnpost/rules/rulestest/sample"
)

// tongue holds the phrases of mail programs and people in one language.
type tongue struct {
	code, hello, closing, signature, device, attribution string
	from, sent, to, subject, date, original              string
}

func loadTongues() (all []tongue) {
	for _, entry := range readEntries("testdata/programs/languages.txt") {
		f := strings.Split(entry, "|")
		all = append(all, tongue{
			f[0], f[1], f[2], strings.ReplaceAll(f[3], "~", "\n"), f[4],
			strings.NewReplacer("NAME", us[0], "ADDR", us[2]).Replace(f[5]),
			f[6], f[7], f[8], f[9], f[10], f[11],
		})
	}
	return all
}

// block returns the header block that Outlook and similar programs put above an original.
func (l tongue) block(subject string) string {
	return l.from + ": " + us[0] + " <" + us[2] + ">\n" + l.sent + ": " + l.date + "\n" + l.to +
		": Ann <ann@example.net>\n" +
		l.subject + ": " + subject
}

// htmlBlock returns the block as HTML, with bold labels.
func (l tongue) htmlBlock(subject string) string {
	lines := strings.Split(l.block(subject), "\n")
	for i, line := range lines {
		label, value, _ := strings.Cut(html.EscapeString(line), ":")
		lines[i] = "<b>" + label + ":</b>" + value
	}
	return strings.Join(lines, "<br>\n")
}

// written is the text of a person, above or below a quote.
type written struct {
	tongue tongue
	sent   Sent
	text   string // with greeting and closing
	r      *rand.Rand
}

func (w written) paragraphs(tag string) string {
	var b strings.Builder
	for _, l := range strings.Split(w.text, "\n") {
		b.WriteString("<" + tag + ">")
		if l == "" {
			b.WriteString("<br>")
		}
		b.WriteString(html.EscapeString(l) + "</" + tag + ">\n")
	}
	return b.String()
}

// quote returns our text with marks, wrapped to a width.
func (w written) quote(mark string, width int) string {
	lines := wrapText(strings.TrimRight(w.sent.Text, "\n"), width)
	for i, l := range lines {
		lines[i] = strings.TrimRight(mark+l, " ")
	}
	return strings.Join(lines, "\n")
}

// programs write replies in the shape of a mail program: the plain text and the HTML, "" for none.
var programs = map[string]func(w written) (plain, page string){
	"Gmail": func(w written) (string, string) {
		return w.text + "\n\n" + w.tongue.attribution + "\n\n" + w.quote("> ", 76),
			`<div dir="auto">` + w.paragraphs("div") + `</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">` +
				html.EscapeString(w.tongue.attribution) + `<br></div><blockquote class="gmail_quote">` + w.sent.HTML +
				`</blockquote></div>`
	},
	"Gmail, below": func(w written) (string, string) {
		return w.tongue.attribution + "\n\n" + w.quote("> ", 70) + "\n\n" + w.text, ""
	},
	"Outlook": func(w written) (string, string) {
		return w.text + "\n\n" + w.tongue.block(w.sent.Subject) + "\n\n" + w.sent.Text,
			`<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><div class=WordSection1>` +
				w.paragraphs("p class=MsoNormal") +
				`<div><div style='border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0in 0in 0in'><p class=MsoNormal>` +
				w.tongue.htmlBlock(w.sent.Subject) + `</p></div></div>` + w.sent.HTML + `</div></body></html>`
	},
	"Outlook on the web": func(w written) (string, string) {
		return "", `<html><body dir="ltr"><div class="elementToProof">` + w.paragraphs("div") +
			`</div><div id="appendonsend"></div>` +
			`<hr tabindex="-1" style="display:inline-block; width:98%"><div id="divRplyFwdMsg" dir="ltr">` +
			w.tongue.htmlBlock(w.sent.Subject) + `<div>&nbsp;</div></div>` + w.sent.HTML + `</body></html>`
	},
	"Outlook for telephones": func(w written) (string, string) {
		return w.text + "\n\n" + w.tongue.device + "\n________________________________\n" +
			w.tongue.block(w.sent.Subject) + "\n\n" + w.sent.Text, ""
	},
	"Apple": func(w written) (string, string) {
		return w.text + "\n\n" + w.tongue.device + "\n\n> " + w.tongue.attribution + "\n> \n" + w.quote("> ", 998),
			`<html><body dir="auto">` + w.paragraphs("div") + `<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">` +
				html.EscapeString(w.tongue.device) + `</div><div dir="ltr"><br><blockquote type="cite">` +
				html.EscapeString(w.tongue.attribution) + `<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">` +
				w.sent.HTML + `</div></blockquote></body></html>`
	},
	"Thunderbird": func(w written) (string, string) {
		return w.tongue.attribution + "\n" + w.quote("> ", 72) + "\n\n" + w.text,
			`<body><div class="moz-cite-prefix">` + html.EscapeString(w.tongue.attribution) + `<br></div>` +
				`<blockquote type="cite" cite="mid:x@play.example.org">` + w.sent.HTML + `</blockquote>` + w.paragraphs("p") +
				`</body>`
	},
	"between the lines": func(w written) (string, string) {
		lines := strings.Split(w.quote("> ", 66), "\n")
		at := len(lines) * (1 + w.r.IntN(3)) / 4
		for at < len(lines)-1 && lines[at] != ">" {
			at++
		}
		return w.tongue.attribution + "\n" + strings.Join(lines[:at], "\n") + "\n\n" + w.text + "\n\n" +
			strings.Join(lines[at:], "\n"), ""
	},
	"K-9": func(w written) (string, string) {
		return w.text + "\n-- \n" + w.tongue.device + "\n\n" + w.tongue.attribution + "\n" + w.quote(">", 80), ""
	},
	"Yahoo": func(w written) (string, string) {
		return "", `<div class="yahoo-style-wrap">` + w.paragraphs("div") +
			`</div><div id="yahoo_quoted_8" class="yahoo_quoted"><div>` +
			`<div>` + html.EscapeString(w.tongue.attribution) + `</div><div><br></div><div><div id="yiv1">` + w.sent.HTML +
			`</div></div></div></div>`
	},
	"webmail with a divider": func(w written) (string, string) {
		return w.text + "\n\n-----" + w.tongue.original + "-----\n" + w.tongue.block(w.sent.Subject) + "\n\n" +
			w.quote("", 998), ""
	},
	"webmail with a bar": func(w written) (string, string) {
		return "", `<div style="font-family:sans-serif">` + w.paragraphs("div") + `</div><br><div>` +
			html.EscapeString(w.tongue.attribution) +
			`</div><blockquote style="border-left:2px solid #99c;margin-left:5px;padding-left:5px">` + w.sent.HTML +
			`</blockquote>`
	},
	"nothing quoted": func(w written) (string, string) { return w.text + "\n\n" + w.tongue.device, "" },
}

// answers holds texts that people write, and the commands in them.
var answers = []struct {
	text string
	want []Command
}{
	{"d1-d4", turn("d1-d4")},
	{"H4–H7", turn("H4-H7")},
	{"k6-k4xk3", turn("k6-k4xk3")},
	{"a7 → a9", turn("a7-a9")},
	{"c2-d1 d1-c2", turn("c2-d1 d1-c2")},
	{"p3", turn("p3")},
	{"d1-d4.", turn("d1-d4")},
	{"d1-d4, thanks!", turn("d1-d4")},
	{"d1-d4 thanks", turn("d1-d4")},
	{"d1-d4. Good luck!", turn("d1-d4")},
	{"d1-d4 - your turn", turn("d1-d4")},
	{"Hi Bob, d1-d4", turn("d1-d4")},
	{"Thanks! d1-d4", turn("d1-d4")},
	{"Accept, thanks!", []Command{{Verb: Accept}}},
	{"d1-d4, thanks but I wanted d1-d5", nil},
	{"d1-d4 thanks to you is impossible", nil},
	{"My move: d1-d4", turn("d1-d4")},
	{"? d1-d4", []Command{{Verb: Try, Text: "d1-d4"}}},
	{"resign", []Command{{Verb: Resign}}},
	{"Draw", []Command{{Verb: Draw}}},
	{"ACCEPT", []Command{{Verb: Accept}}},
	{"decline.", []Command{{Verb: Decline}}},
	{"takeback 1", []Command{{Verb: Takeback, Count: 1}}},
	{"show", []Command{{Verb: Show}}},
	{"rematch!", []Command{{Verb: Rematch}}},
	{"d1-d4\nsay Greetings from the sea", []Command{
		{Verb: Turn, Text: "d1-d4"},
		{Verb: Say, Text: "Greetings from the sea"},
	}},
	{"I will look at it on Sunday, it is a hard position.", nil},
	{"d1-d4 or d1-d5, I cannot decide.", nil},
	{"I do not want to resign, and I will not accept a draw.", nil},
	{"d1-d4 would lose at once, thanks to your king", nil},
}

// encode returns the header and body of one text part.
func encode(r *rand.Rand, subtype, text string) string {
	head := "Content-Type: text/" + subtype + "; charset=utf-8\n"
	switch r.IntN(3) {
	case 0:
		return head + "Content-Transfer-Encoding: 8bit\n\n" + text + "\n"
	case 1:
		var b strings.Builder
		w := quotedprintable.NewWriter(&b)
		_, _ = w.Write([]byte(text + "\n")) // into memory
		_ = w.Close()
		return head + "Content-Transfer-Encoding: quoted-printable\n\n" + b.String()
	}
	var b strings.Builder
	for in := base64.StdEncoding.EncodeToString([]byte(text + "\n")); in != ""; in = in[min(76, len(in)):] {
		b.WriteString(in[:min(76, len(in))] + "\n")
	}
	return head + "Content-Transfer-Encoding: base64\n\n" + b.String()
}

func encodeMail(r *rand.Rand, plain, page string) string {
	head := "From: Ann <ann@example.net>\nTo: play@play.example.org\nMIME-Version: 1.0\n"
	switch {
	case page == "":
		return head + encode(r, "plain", plain)
	case plain == "":
		return head + encode(r, "html", page)
	}
	return head + "Content-Type: multipart/alternative; boundary=\"=_b1\"\n\n--=_b1\n" + encode(r, "plain", plain) +
		"\n--=_b1\n" + encode(r, "html", page) + "\n--=_b1--\n"
}

// TestProgramsOfEveryLanguage writes replies to our mails like the mail programs and people of thirty languages. Nearly
// all are read correctly, and no other command is read.
func TestProgramsOfEveryLanguage(t *testing.T) {
	r := rand.New(rand.NewPCG(11, *seed))
	tongues, failed, total := loadTongues(), 0, 0
	var names []string
	for _, dir := range []string{templateMails, "testdata/sent"} {
		for _, name := range sentNames(t, dir) {
			names = append(names, dir+"|"+name)
		}
	}
	for i, tongue := range tongues {
		for j, program := range sortedKeys(programs) {
			if sample.Short() && (i+j)%6 != 0 {
				continue
			}
			for range max(1, *rounds/5) {
				dir, name, _ := strings.Cut(names[r.IntN(len(names))], "|")
				answer := answers[r.IntN(len(answers))]
				w := written{tongue: tongue, sent: loadSent(t, dir, name), text: answer.text, r: r}
				if r.IntN(2) == 0 {
					w.text = tongue.hello + "\n\n" + w.text
				}
				if r.IntN(2) == 0 {
					w.text += "\n\n" + tongue.closing + "\n" + tongue.signature
				}
				plain, page := programs[program](w)
				raw := encodeMail(r, plain, page)
				m, err := Read([]byte(raw), Options{Sent: w.sent, Us: us})
				if err != nil {
					t.Fatal(err)
				}
				total++
				checkNothingElse(t, m.Reply, answer.want)
				if len(m.Reply.Commands)+len(answer.want) > 0 && !reflect.DeepEqual(m.Reply.Commands, answer.want) {
					if failed++; failed <= 25 {
						t.Logf("%s %s, %s: read %+v, meant %+v\n%s", tongue.code, program, name, m.Reply, answer.want, w.text)
					}
				}
			}
		}
	}
	t.Logf("%d of %d not read as meant", failed, total)
	if failed*100 > total*3 {
		t.Errorf("%d of %d not read as meant", failed, total)
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
