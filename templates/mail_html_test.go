package templates

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// shownBlock is a block as parsed by a browser.
type shownBlock struct {
	elements []string // tags and names of attributes, without <wbr>
	text     string
	href     []string
	src, alt string // of the picture
}

func showBlock(t *testing.T, b mailBlock) (shown shownBlock) {
	t.Helper()
	var h htmlWriter
	h.block(&b)
	root, err := html.Parse(strings.NewReader(h.String()))
	if err != nil {
		t.Fatal(err)
	}
	for node := range root.Descendants() {
		if node.Type == html.TextNode && strings.Trim(node.Data, "\n") != "" {
			shown.text += node.Data
		}
		if node.Type != html.ElementNode || node.Data == "wbr" {
			continue
		}
		shown.elements = append(shown.elements, node.Data)
		for _, a := range node.Attr {
			shown.elements = append(shown.elements, a.Key)
			switch a.Key {
			case "href":
				shown.href = append(shown.href, a.Val)
			case "src":
				shown.src = a.Val
			case "alt":
				shown.alt = a.Val
			}
		}
	}
	return shown
}

// FuzzBlockAsHTML checks that a browser shows the content of a block verbatim, in the same elements as a block with
// harmless content. Only web URLs become links.
func FuzzBlockAsHTML(f *testing.F) {
	for _, url := range []string{
		"https://play.example.org/g/k7m2q9xr?k=a.b-c_d~e", "http://127.0.0.1:8080/", "", "/path", "javascript:alert(1)",
		"cid:a", "https://a/?b&c+d'e\"f", "https://münchen.example/%zz%20 ", "HTTPS://a", "https://a/<b>",
	} {
		f.Add("Nice <move> & \"more\" + 'all'\xff Ω &lt;", "a/b/", url, "board@example.org")
		f.Add(url, "</pre></td><script>", "https://play.example.org", url)
	}
	f.Fuzz(func(t *testing.T, text, line, url, picture string) {
		text, line, url, picture = oneLine(text), oneLine(line), oneLine(url), oneLine(picture)
		href, withoutLink := "#", ""
		if url == "" {
			withoutLink = " " + line
		}
		if strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://") {
			href = url
		}
		if picture == "" {
			picture = "board@example.org"
		}
		block := mailBlock{Text: text, Lines: []string{line}, URL: url, Label: line, Picture: picture, Width: len(text)}
		harmless := mailBlock{Text: "a", URL: url, Lines: []string{"a"}, Label: "a", Picture: "a"}
		for kind, want := range map[blockKind]string{
			blockHead: text, blockLead: text, blockDue: text, blockText: text, blockCode: text, blockButton: text,
			blockLink: text, blockEnd: text, blockQuote: line, blockFixed: line, blockCommand: line, blockBoard: line,
			blockRow: text + line, blockNote: strings.TrimSuffix(text+" "+line, withoutLink),
		} {
			block.Kind, harmless.Kind = kind, kind
			got, like := showBlock(t, block), showBlock(t, harmless)
			if got.text != want || !slices.Equal(got.elements, like.elements) {
				t.Errorf("a block of kind %s is shown as %+v, want the text %q in the elements of %+v", kind, got, want, like)
			}
			for _, link := range got.href {
				if link != href {
					t.Errorf("a block of kind %s links to %q, want %q", kind, link, href)
				}
			}
			if got.src != "" && got.src != "cid:"+picture || got.alt != "" && got.alt != text {
				t.Errorf("a block of kind %s shows the picture %q, %q", kind, got.src, got.alt)
			}
		}
	})
}
