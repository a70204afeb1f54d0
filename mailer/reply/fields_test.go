package reply

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// testFields are those of a mail with two fields.
func testFields() FieldOptions {
	sent := map[string]string{"zone": "UTC", "digest hour": "8"}
	return FieldOptions{
		Sent: sent,
		Named: func(text string) string {
			text = strings.ToLower(strings.ReplaceAll(text, "_", " "))
			if _, known := sent[text]; known {
				return text
			}
			return ""
		},
	}
}

func plainMail(body string) []byte {
	return []byte("From: ann@example.org\nContent-Type: text/plain; charset=utf-8\n\n" + body)
}

func htmlMail(body string) []byte {
	return []byte("From: ann@example.org\nContent-Type: text/html; charset=utf-8\n\n" + body)
}

func TestReadFields(t *testing.T) {
	const quote = "\n\nOn Sat, Nov 21, 2026 at 11:15 AM turnpost <turnpost@example.org> wrote:\n> zone: UTC\n" +
		">     the time zone of your clock\n> digest hour: 8\n"
	for _, c := range []struct {
		name string
		raw  []byte
		want string // name=value of each field
	}{
		{"nothing changed", plainMail(quote), ""},
		{"typed on top", plainMail("zone: Asia/Tokyo" + quote), "zone=Asia/Tokyo"},
		{"changed in the quotation", plainMail(strings.Replace(quote, "8\n", "20\n", 1)), "digest hour=20"},
		{"typed as it was", plainMail("zone: UTC" + quote), ""},
		{
			"typed twice alike", plainMail("zone: Asia/Tokyo" + strings.Replace(quote, "UTC", "Asia/Tokyo", 1)),
			"zone=Asia/Tokyo",
		},
		{"typed twice", plainMail("zone: Asia/Tokyo\nzone: Asia/Seoul"), "zone=Asia/Tokyo zone=Asia/Seoul"},
		{"emphasis, signs and a full stop", plainMail("*Digest_Hour:* \"20\"."), "digest hour=20"},
		{"an equals sign", plainMail("zone=Asia/Tokyo"), "zone=Asia/Tokyo"},
		{"an unknown name beside a known one", plainMail("zone: Asia/Tokyo\ncolour: blue"), "zone=Asia/Tokyo colour=blue"},
		{"an unknown name alone", plainMail("PS: see you soon" + quote), ""},
		{"a mistyped name", plainMail("zoen: Asia/Tokyo" + quote), "zoen=Asia/Tokyo"},
		{"an unknown name in the quotation", plainMail("zone: Asia/Tokyo\n\n> colour: blue\n> zone: UTC"), "zone=Asia/Tokyo"},
		{"a header of Outlook", plainMail("zone: Asia/Tokyo\n\n________________________________\n" +
			"From: turnpost <turnpost@example.org>\nSent: Saturday, November 21, 2026 11:15 AM\nTo: ann <ann@example.org>\n" +
			"Subject: Your settings\n\nzone: UTC\n"), "zone=Asia/Tokyo"},
		{
			"HTML", htmlMail("<div>zone: Asia/Tokyo</div><blockquote><div>zone: UTC</div>" +
				"<div>digest hour: <b>9</b></div></blockquote>"),
			"zone=Asia/Tokyo digest hour=9",
		},
		{"HTML with one line broken by the program", htmlMail("<p>zone:\n Asia/Tokyo</p>"), "zone=Asia/Tokyo"},
		{"a URL", plainMail("zone://example.org"), ""},
		{"no value", plainMail("zone:"), "zone="},
	} {
		t.Run(c.name, func(t *testing.T) {
			fields, agree, err := ReadFields(c.raw, Options{}, testFields())
			var got []string
			for _, f := range fields {
				got = append(got, f.Name+"="+f.Value)
			}
			if err != nil || !agree || strings.Join(got, " ") != c.want {
				t.Errorf("%q, agree %v, %v; want %q", got, agree, err, c.want)
			}
		})
	}
}

func TestFieldsOfTwoTextsAgree(t *testing.T) {
	raw := func(plain, html string) []byte {
		return []byte("From: ann@example.org\nContent-Type: multipart/alternative; boundary=x\n\n--x\n" +
			"Content-Type: text/plain\n\n" + plain + "\n--x\nContent-Type: text/html\n\n" + html + "\n--x--\n")
	}
	for _, c := range []struct {
		plain, html string
		agree       bool
	}{
		{"zone: Asia/Tokyo", "<p>zone: Asia/Tokyo</p>", true},
		{"zone: Asia/Tokyo", "<p>zone: Asia/Seoul</p>", false},
		{"zone: Asia/Tokyo", "<p>zone: UTC</p>", false},
		{"zone: UTC", "<p>Hello</p>", true},
	} {
		if _, agree, err := ReadFields(raw(c.plain, c.html), Options{}, testFields()); err != nil || agree != c.agree {
			t.Errorf("%q and %q agree: %v, %v", c.plain, c.html, agree, err)
		}
	}
}

func TestRefusedFieldsAreIgnoredInQuotationsOnly(t *testing.T) {
	f := testFields()
	f.Refused = map[Field]bool{{Name: "zone", Value: "Nowhere"}: true}
	for body, want := range map[string]int{"> zone: Nowhere": 0, "zone: Nowhere": 1, "> zone: Asia/Tokyo": 1} {
		fields, _, err := ReadFields(plainMail(body), Options{}, f)
		if err != nil || len(fields) != want {
			t.Errorf("%q: %+v, %v", body, fields, err)
		}
	}
}

func FuzzReadFields(f *testing.F) {
	f.Add(plainMail("zone: Asia/Tokyo\n> digest hour: 9\n"), "Your settings\nzone: UTC\ndigest hour: 8\n")
	f.Add(htmlMail("<div>zone: Asia/Tokyo</div><blockquote>digest_hour=9</blockquote>"), "zone: UTC")
	f.Add(
		[]byte("Content-Type: multipart/alternative; boundary=x\n\n--x\n\nzone: a\n--x\nContent-Type: text/html\n\nzone: b"),
		"",
	)
	f.Add(plainMail("\"zone\" : “Asia/Tokyo”.\n:=\n=\nzone:=\n> > zone: x"), "")
	f.Fuzz(func(t *testing.T, raw []byte, sent string) {
		fields, _, err := ReadFields(raw, Options{Sent: Sent{Text: sent}}, testFields())
		if err != nil {
			if len(raw) <= MaxSize {
				t.Fatal(err)
			}
			return
		}
		if len(fields) > maxFields {
			t.Fatalf("%d fields", len(fields))
		}
		for _, field := range fields {
			if field.Name == "" || len(field.Value) > maxFieldValue || strings.ContainsAny(field.Name+field.Value, "\r\n\x00") {
				t.Fatalf("%+v", field)
			}
			if known := testFields().Sent[field.Name]; known == field.Value && known != "" {
				t.Fatalf("%+v was not changed", field)
			}
			if !utf8.ValidString(field.Name + field.Value) {
				t.Fatalf("%+v is no UTF-8", field)
			}
		}
	})
}
