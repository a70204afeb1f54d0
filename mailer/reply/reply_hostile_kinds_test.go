package reply

import (
	"fmt"
	"strconv"
	"strings"
)

const htmlHead = "Content-Type: text/html\n\n"

// repeat fills a mail of MaxSize bytes.
func repeat(s string) string { return strings.Repeat(s, (MaxSize-400)/len(s)) }

// hostileMails are messages made to be expensive.
var hostileMails = map[string]string{
	"parts":             "Content-Type: multipart/mixed; boundary=a\n\n" + repeat("--a\n\nx\n"),
	"nested":            nested(500),
	"flowed":            "Content-Type: text/plain; format=flowed\n\n" + repeat("x \n"),
	"marks":             "\n" + repeat("> "),
	"spaces":            "\nd1" + repeat(" ") + "d4",
	"one line":          "\n" + repeat("d1-d4 "),
	"lines":             "\n" + repeat("d1-d4\n"),
	"attributions":      "\n" + repeat("On 21 Nov 2026, turnpost wrote:\n"),
	"open attribution":  "\n" + repeat("On 21 Nov 2026 turnpost\n"),
	"labels":            "\n" + repeat("From: turnpost\n"),
	"our letters":       "\n" + repeat("aaaaaaaaaaaa\n"),
	"our mail":          "\n" + repeat("It is your turn, turn 7 of HanniBall against bob. You play as White.\n"),
	"footers":           "\n" + repeat("Sent from my iPhone\n"),
	"delimiters":        "\n" + repeat("--\n"),
	"open elements":     htmlHead + repeat("<div>"),
	"open formatting":   htmlHead + repeat("<a><b><p>"),
	"stray ends":        htmlHead + strings.Repeat("<div>", 5000) + strings.Repeat("</x></p>", 28000),
	"attributes":        htmlHead + "<div " + repeat("a=b ") + ">d1-d4</div>",
	"styles":            htmlHead + repeat(`<p style="`+strings.Repeat("margin :0;", 9)+`">x`),
	"entities":          htmlHead + repeat("&nbsp;&#62;"),
	"header":            repeat("X: y\n") + "\n",
	"folded":            "Subject: x\n" + repeat(" y\n") + "\n",
	"ids":               "References: " + repeat("<a@b>\n ") + "\n",
	"addresses":         "To: " + repeat("a@b, ") + "\n\n",
	"encoded words":     "Subject: " + repeat("=?utf-8?q?x?= ") + "\n\n",
	"says":              "\n" + repeat("say x\n"),
	"bullets":           "\n" + repeat("* "),
	"numbers":           "\n" + repeat("1. "),
	"report":            "From: mailer-daemon@x\nSubject: failure notice\nReturn-Path: <>\n\n" + repeat("<a@b>:\n"),
	"statuses":          "Content-Type: message/delivery-status\n\n" + repeat("Final-Recipient: rfc822; a@b\n\n"),
	"auth results":      repeat("Authentication-Results: mx.example.net; spf=pass\n") + "\n",
	"different turns":   "\n" + numbered("a%d-b%d\n"),
	"different words":   "\n" + numbered("say a%d b%d\n"),
	"long say":          "\nsay x\n" + repeat("and a word or two, up to the next empty line it is all said\n"),
	"long plan":         "\nplan d1-d4 : e1-e2\n" + repeat("d1-d4 : e1-e2 : d1-d4 : e1-e2 : d1-d4 : e1-e2\n"),
	"dates with labels": "\n" + repeat("Zoo: on Saturday, 21 November of the year of 2026\n"),
	"labels in vain": "\n" +
		repeat("From: x\n"+strings.Repeat("Zoo: some words, then a date of 21 November 2026\n", 12)),
	"glued attributions":   "\n" + repeat("d1-d4On Sat, 21 Nov 2026 at 22:51 turnpost <a@b.c> x\n"),
	"dates":                "\n" + repeat("d1-d4 Saturday 1 Nov, Sun 2 Nov, Mon 3 Nov, Tue 4 N\n"),
	"courtesies":           "\n" + repeat("thanks, thanks, thanks, thanks, thanks, thanks, thank\n"),
	"greetings":            "\n" + repeat("hi hi hi hi hi hi hi hi hi hi hi hi hi hi hi hi hi hi\n"),
	"addresses in text":    "\n" + repeat("a@b c@d e@f g@h i@j k@l m@n o@p q@r s@t u@v w@x y@z:\n"),
	"headers then a quote": "\n" + repeat("On 2026-11-21 turnpost wrote:\n") + "> x",
	"nearly our letters":   "\n" + repeat("aaaaaaaaaaab"),
	"our lines":            "\n" + repeat("aaaaaaaaaaaa\n\nx\n"),
	"unseen words":         unseenWords(),
	"two glued":            twoTexts("d1-d4On Sat, 21 Nov 2026 at 22:51 turnpost <a@b.c> x\n"),
	"two texts":            twoTexts("On 21 Nov 2026 turnpost\n"),
	"smile":                "\nd1-d4" + repeat(" ") + ":)",
	"spaces and smiles":    "\n" + repeat("x :"+strings.Repeat(" ", 40)+":)\n"),
	"pairs":                "\n" + repeat("(") + repeat(")")[:100],
	"paragraphs in links":  htmlHead + strings.Repeat("<a>", 399) + strings.Repeat("<p>", 86000),
	"cells in blocks":      htmlHead + "<table><td><div>" + strings.Repeat("<a>", 396) + strings.Repeat("<td>", 64000),
	"stray inline ends":    htmlHead + "<b>" + strings.Repeat("<i>", 398) + strings.Repeat("</b><b>", 36000),
	"classes":              htmlHead + repeat("<p class=mso"+strings.Repeat("x", 40)+">x"),
	"blank breaks":         htmlHead + repeat("<br>"),
	"scattered text":       htmlHead + repeat("x <b> "),
	"unknown words":        "Subject: " + repeat("=?x?q?=ff=fe?= ") + "\n\n",
	"unknown words again":  repeat("Subject: "+strings.Repeat("=?x?q?=ff?= ", 1300)+"\n") + "\n",
	"unknown charsets": "Content-Type: multipart/mixed; boundary=a\n\n" +
		repeat("--a\n\n"+strings.Repeat("\xe4\xf6 \xfc x ", 290)+"\n"),
	"UTF-7":    "Content-Type: text/plain; charset=utf-7\n\n" + repeat("+AGE-"),
	"Japanese": "Content-Type: text/plain; charset=iso-2022-jp\n\n" + repeat("\x1b$B$\"\x1b(B"),
	"comments": "From: " + strings.Repeat("(", 990) + strings.Repeat(")", 990) + "\nTo: " +
		repeat("(a) ")[:MaxSize-4000] + "\n\n",
	"parameters":         "Content-Type: text/plain; " + repeat("a*0*=x; ") + "\n\n",
	"many parameters":    numbered("Content-Type: text/plain; a%d=%d\n") + "\n",
	"boundaries":         "Content-Type: multipart/mixed; boundary=a\n\n" + repeat("--a "),
	"guessed boundaries": "Content-Type: multipart/mixed\n\n" + repeat("--aaaaaa\n\n--bbbbbb\n\n"),
	"free report": "From: mailer-daemon@x\nSubject: x\nReturn-Path: <>\n\n" +
		repeat("a b c d 4000 mailbox fulll\n"),
	"away":                 "\n" + repeat("away from 1 Nov 2026 until 3 Nov 2026 or so\n"),
	"labelled":             "\n" + repeat("my move is my move my move my move my move is my mo\n"),
	"disclaimers":          "\n" + repeat("privileged confidential unlawful intended recipient:\n"),
	"scripts":              "\n" + repeat("受受受受受受受受受受受受受受受受受\n"),
	"entities in words":    htmlHead + repeat("&amp;&"),
	"inserted":             "\n" + numbered("> It is your turn, turn 7 of HanniBall\n> a%d-b%d\n"),
	"wrapped attributions": "\n" + repeat("On Sat, 21\nNov 2026 turnpost\nwrote on\n<a@b.c>:\n"),
	"two open dates":       twoTexts("On Sat, Nov 2, Sun, Nov 3, Mon, Nov\n2026 turnpost\n"),
	"two of our names":     twoTexts("turnpost play@play.example.org turnpost wrote 2026\n"),
	"two dates":            twoTexts("d1-d4 Saturday 1 Nov, Sun 2 Nov, Mon 3 Nov, Tue 4 N\n"),
	"open dates":           "\n" + repeat("On Sat, Nov 2, Sun, Nov 3, Mon, Nov\n2026 turnpost\n"),
	"quoted in turn":       "\n" + repeat("> d1-d4\nd1-d4\n"),
	"our mail in turn": "\n" +
		repeat("It is your turn, turn 7 of HanniBall against bob. You play as White.\n\nx\n\n"),
	"our first lines":    "\n" + repeat("aaaaaabaaaaaabaaaaaacaaaaaa "),
	"periods of ours":    "\n" + repeat(strings.Repeat("a", 5999)+"b\n"),
	"flowed quotes":      "Content-Type: text/plain; format=flowed\n\n" + repeat("> x \n"),
	"flowed depths":      "Content-Type: text/plain; format=flowed\n\n" + repeat("> x \n>> x \n>>> x \n"),
	"flowed without end": "Content-Type: text/plain; format=flowed; delsp=yes\n\n" + repeat(" "),
	"deep marks":         "\n" + repeat(strings.Repeat(">", 3000)+"\n"),
	"dividers":           "\n" + repeat("-----Original Message-----\n"),
	"signs":              "\n" + repeat(strings.Repeat("_", 90)+"\n"),
	"unclosed comment":   htmlHead + repeat("<!-- x"),
	"unclosed tag":       htmlHead + repeat("<a href=x "),
	"lists in quotes":    htmlHead + repeat("<blockquote><ul><li>x"),
	"stray quote ends": htmlHead + strings.Repeat("<blockquote>", 390) +
		repeat("</div></i></blockquote>x<p>")[:MaxSize-6000],
	"preformatted":         htmlHead + "<pre>" + repeat("\n"),
	"hidden text":          htmlHead + repeat("<p hidden>d1-d4</p>"),
	"our names":            "\n" + repeat("turnpost play@play.example.org turnpost wrote 2026\n"),
	"one address":          "\n" + repeat("@"),
	"near commands":        "\n" + repeat("d1-d4, d1-d4, d1-d4, d1-d4, d1-d4, d1-d4, d1-d4, d1-x\n"),
	"light words":          "\nd1-d4\n\n" + repeat("i it we the a an my me you so was is are be\n"),
	"squares talked about": "\nd1-d4\n\n" + repeat("sorry, from d1 to e5 and d2, e6 or d7 8 x9\n"),
	"a line of squares":    "\nd1-d4\n\nsorry " + repeat("d1 to e5 f6 8 "),
	"long turns":           "\n" + repeat(strings.Repeat("d1-d4 ", 60)+"x\n"),
	"labels of moves":      "\n" + repeat("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 x\n"),
	"wide digits":          "\n" + repeat("۱۲ ۱۲ ۲۰۲ ۱۲:۱ "),
	"combining signs":      "\n" + repeat("d1\u0301\u0301\u0301\u0301-d4\n"),
	"ideographs":           "\n" + repeat("谢谢，谢谢。谢谢！"),
	"nested messages":      strings.Repeat("Content-Type: message/rfc822\n\n", 7000),
	"alternatives": "Content-Type: multipart/alternative; boundary=a\n\n" +
		repeat("--a\nContent-Type: text/html\n\n<p>x\n--a\n\nx\n"),
	"soft line ends": "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n" + repeat("=\n"),
	"escapes": "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n" +
		repeat("=E2=80=8B=C2=AD"),
	"long field":     "X: " + repeat("y") + "\n\nd1-d4\n",
	"continuations":  "Content-Type: text/plain;\n" + repeat(" a*1*=%41;\n") + "\n",
	"results":        "Authentication-Results: mx.example.net; " + repeat("spf=pass smtp.mailfrom=a@b; ") + "\n\n",
	"nested results": "Authentication-Results: mx.example.net; " + repeat("(") + "\n\n",
}

// numbered fills a mail with lines that differ.
func numbered(format string) string {
	var b strings.Builder
	for i := 0; b.Len() < MaxSize-400; i++ {
		fmt.Fprintf(&b, format, i/100, i%100)
	}
	return b.String()
}

// unseenWords is a mail whose HTML text says words that its plain text does not have.
func unseenWords() string {
	var said strings.Builder
	for i := 0; said.Len() < MaxSize/2-400; i++ {
		said.WriteString(strconv.FormatInt(int64(i)+1<<20, 32) + " ")
		if i%8 == 0 {
			said.WriteString("<br>")
		}
	}
	return "Content-Type: multipart/alternative; boundary=a\n\n--a\n\n" +
		strings.Repeat("abcdefghijkl", MaxSize/24) + "\n--a\nContent-Type: text/html\n\nsay " + said.String() + "\n--a--\n"
}

// twoTexts is a mail that has lines as plain text and as HTML.
func twoTexts(l string) string {
	return "Content-Type: multipart/alternative; boundary=a\n\n--a\n\n" + repeat(l)[:MaxSize/4] +
		"\n--a\nContent-Type: text/html\n\n" + repeat(strings.TrimSpace(l) + "<br>")[:MaxSize/2] + "\n--a--\n"
}

// nested is a message of multiparts within each other.
func nested(depth int) string {
	var b strings.Builder
	for i := range depth {
		name := strings.Repeat("b", 1+i%40) + string(rune('a'+i%26))
		b.WriteString("Content-Type: multipart/mixed; boundary=" + name + "\n\n--" + name + "\n")
	}
	return b.String() + "\nd1-d4\n"
}
