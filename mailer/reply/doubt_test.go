package reply

import (
	"strings"
	"testing"

	"turnpost/rules/hnefatafl"
)

// A turn with a sign of doubt before or after it, on its line or beside it, is shown or asked about.
func TestDoubtPlaysNothing(t *testing.T) {
	signs := []string{
		"🤔", "❓", "❔", "⁉️", "❗❓", "🤷‍♂️", "🤷🏽", "🫩", "👎", "❌", "😕", "🤨", "⏳", "🛑", "😐", "🙈", "?!",
		"? 👍", "👍 ?",
	}
	for _, r := range questionMarks {
		signs = append(signs, string(r))
	}
	for _, sign := range signs {
		for _, form := range []string{
			"~ d3-c3", "~d3-c3", "d3-c3 ~", "d3-c3~", "d3-c3~~", "(~) d3-c3", "d3-c3 (~)", "~ d3-c3 ~", "**d3-c3** ~",
			"My move: d3-c3 ~", "1. d3-c3 ~", "d3-c3, thanks ~", "Hi Bob, d3-c3 ~", "d3-c3. ~", "d3-c3 ~ 👍",
			"d3-c3\n~", "~\nd3-c3", "d3-c3\n\n~", "~\n\nd3-c3", "Hi Bob,\n~\nd3-c3\n\nBest,\nAnn", "d3-c3 to ~",
		} {
			wantNoTurn(t, strings.ReplaceAll(form, "~", sign))
		}
	}
	for _, text := range []string{
		"d3-c3\nHmm 🤔", "Hmm 🤔\nd3-c3", "d3-c3\n\nHmm... 🤔", "d3-c3. Really 🙄", "Let me see 👀\n\nd3-c3", "d3-c3\nThanks 🤔",
		"d3 ❓ c3", "d3-c3 ; ?", "d3-c3 .. ?", "¿d3-c3?", "« d3-c3 » ?", "d3-c3\nIs that allowed？", "d3-c3\nهل هذا مسموح؟ 🤔",
	} {
		wantNoTurn(t, text)
	}
}

// Mail programs send emoji as images, too, with their signs or names in one attribute or another.
func TestDoubtInImages(t *testing.T) {
	images := func(sign string) []string {
		return []string{
			`<img alt="` + sign + `" src="https://fonts.example.com/x.png">`,
			`<img data-emoji="` + sign + `" class="an1" alt="` + sign + `" aria-label="` + sign + `" src="x">`,
			`<img goomoji="35E" src="cid:35E@goomoji.gmail" alt="` + sign + `">`,
			`<img class="emoji" title="` + sign + `" src="x">`, `<img aria-label="` + sign + `" src="x">`,
			`<span role="img">` + sign + `</span>`,
		}
	}
	read := func(html string) bool {
		said := readHTMLTyped(t, html)
		return len(said.Commands) == 1 && said.Commands[0] == (Command{Verb: Turn, Text: "d3-c3"})
	}
	for _, sign := range []string{"❓", "🤔", "?", "？", "🤷🏽‍♂️", "🤷‍♀️", "🙅🏾‍♀️", "🫩"} {
		for _, image := range images(sign) {
			for _, form := range []string{"<div>d3-c3 ~</div>", "<div>~ d3-c3</div>", "<p>d3-c3</p><p>~</p>", "d3-c3<br>~"} {
				if html := strings.ReplaceAll(form, "~", image); read(html) {
					t.Errorf("%s is played", html)
				}
			}
		}
	}
	for _, image := range []string{
		`<img class="emoji" alt=":thinking:" src="x">`, `<img alt=":question:" src="x">`,
		`<img src="https://fonts.gstatic.com/s/e/notoemoji/15.0/1f914/72.png">`,
		`<img alt="Confused face emoji" src="cid:1">`, `<img class="EmojiInsert" alt="thinking face" src="x">`,
	} {
		if html := "<div>d3-c3 " + image + "</div>"; read(html) {
			t.Errorf("%s is played", html)
		}
	}
	for _, sign := range []string{"👍", "👍🏽", "🏳️‍🌈", "👨‍👩‍👧", "🇩🇪"} {
		for _, image := range images(sign) {
			if html := "<div>d3-c3 " + image + "</div>"; !read(html) {
				t.Errorf("%s is not played", html)
			}
		}
	}
	for _, image := range []string{
		`<img alt="Company logo" src="cid:logo">`,
		`<img src="cid:1" title="Example Corp.">`, `<img>`,
	} {
		if html := "<div>d3-c3</div><div>" + image + "</div>"; !read(html) {
			t.Errorf("%s is not played", html)
		}
	}
}

// A sign of doubt that the writer put beside our subject is beside the turn, too.
func TestDoubtInSubject(t *testing.T) {
	read := func(sent, subject string) bool {
		said := readTypedWith(t, "Subject: "+subject+"\n"+plainHeader+"d3-c3\n", Options{Sent: Sent{Subject: sent}})
		return len(said.Commands) == 1
	}
	const ours = "Your turn against Ann: Brandubh 7×7 (abcd2345)"
	for _, subject := range []string{
		"Re: " + ours + " ?", "RE: ❓ " + ours, "? Re: " + ours, "AW: " + ours + " 🤔", "Re: " + ours + "？",
		"what if?", "d3-c3?", "Re: ?",
		"Re: Your turn against Ann: Brandubh 7?7 (abcd2345)?",
	} {
		if read(ours, subject) {
			t.Errorf("the turn with subject %q is played", subject)
		}
	}
	for sent, subject := range map[string]string{
		ours: "[SPAM?] Re: " + ours, "Draw? (abcd2345) ?": "Re: Draw? (abcd2345) ?",
		"7×7: Your turn against Ann": "Re: 7?7: Your turn against Ann",
		"Ваш ход (abcd2345)":         "Re: ??? ??? (abcd2345)", "Ваш ход": "Re: ??? ???", "": "Re: Whose turn is it?",
	} {
		if !read(sent, subject) {
			t.Errorf("the turn with subject %q is not played", subject)
		}
	}
}

// What the writer struck out in the HTML text is not played because the plain text has it without the stroke.
func TestStruckTurn(t *testing.T) {
	read := func(html string) Reply {
		plain := strings.NewReplacer("<s>", "", "</s>", "\n", "<br>", "\n",
			`<span style="text-decoration: line-through">`, "", "</span>", "\n",
			"<del>", "", "</del>", "\n", "<div>", "", "</div>", "\n").Replace(html)
		return readTypedMail(t, "From: ann@example.net\nContent-Type: multipart/alternative; boundary=b\n\n--b\n"+
			"Content-Type: text/plain\n\n"+plain+"\n\n--b\nContent-Type: text/html\n\n"+html+"\n\n--b--\n")
	}
	for _, html := range []string{
		"<s>d3-c3</s>", "<div><del>d3-c3</del></div>", `<div><span style="text-decoration: line-through">d3-c3</span></div>`,
		"<s>d3-c3", "<div>Hi Bob,</div><div><s>d3-c3</s></div>",
	} {
		if said := read(html); len(said.Commands) > 0 || len(said.Possible) == 0 {
			t.Errorf("%s is read as %+v", html, said)
		}
	}
}

func wantNoTurn(t *testing.T, text string) {
	t.Helper()
	said := readTyped(t, text)
	if len(said.Commands) > 0 && said.Commands[0].Verb != Try || len(said.Commands)+len(said.Possible) == 0 {
		t.Errorf("%q is read as %+v", text, said)
	}
}

// Pictures that are known to be harmless change nothing.
func TestHarmlessPicturesPlay(t *testing.T) {
	for _, sign := range []string{
		"👍", "👍🏽", "🎉", "✅", "😀", "😂", "❤️", "🙏", "🔥", "♟️", "👑", "⚔️", "🇩🇪", "🏳️‍🌈", "🐘", "☕", "★", "➡️", "👨‍👩‍👧", "☺️",
	} {
		for _, form := range []string{
			"~ d3-c3", "d3-c3 ~", "d3-c3 ~~", "~\nd3-c3", "d3-c3\n~", "d3-c3\n\n~", "d3-c3 ~\n\nBest,\nAnn 🦖",
		} {
			text := strings.ReplaceAll(form, "~", sign)
			if said := readTyped(t, text); len(said.Commands) != 1 || said.Commands[0] != (Command{Verb: Turn, Text: "d3-c3"}) {
				t.Errorf("%q is read as %+v", text, said)
			}
		}
	}
}

// readTyped reads a mail about a game on the small board of Hnefatafl, in which d3-c3 is legal.
func readTyped(t *testing.T, text string) Reply {
	t.Helper()
	return readTypedMail(t, plainHeader+text+"\n")
}

func readTypedMail(t *testing.T, raw string) Reply {
	t.Helper()
	return readTypedWith(t, raw, Options{})
}

func readTypedWith(t *testing.T, raw string, o Options) Reply {
	t.Helper()
	position, err := hnefatafl.New().Start("7x7")
	if err != nil {
		t.Fatal(err)
	}
	played, err := position.Play("d1-c1")
	if err != nil {
		t.Fatal(err)
	}
	legal := func(text string) bool {
		_, err := played.Next.Play(text)
		return err == nil
	}
	o.Readable, o.Legal = legal, legal
	m, err := Read([]byte(raw), o)
	if err != nil {
		t.Fatal(err)
	}
	return m.Reply
}
