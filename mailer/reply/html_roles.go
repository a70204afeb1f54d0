package reply

import "strings"

// role is the meaning of an element for its text.
type role uint8

const (
	plainText    role = iota
	marginless        // a paragraph without blank lines around it
	preformatted      // line ends count
	hidden            // not shown
	script            // never text
	struck            // deleted by the writer
	quote             // a quote
	copied            // a container of the original, in which the writer may have answered
	attribution       // names the original's sender
	signature         // a signature of the writer or of a program
	copyBegins        // a copy of the original begins here
	roles             // the number of roles
)

type elementKind uint8

const (
	block        elementKind = 1 << iota // begins and ends a line
	paragraph                            // blank lines separate it from other text
	void                                 // has no end tag
	closesItself                         // the next element of its name ends it
)

var elementKinds = func() map[string]elementKind {
	kinds := map[string]elementKind{}
	for names, kind := range map[string]elementKind{
		"article aside center dd details dialog dir div dl dt fieldset figcaption figure footer form": block,
		"header hgroup legend main menu nav section summary tbody thead tfoot caption body html head": block,
		"li tr": block | closesItself,
		"td th": closesItself,
		"p":     block | paragraph | closesItself,
		"address blockquote h1 h2 h3 h4 h5 h6 ol pre table ul": block | paragraph,
		"hr": block | paragraph | void,
		"area base br col embed img input link meta param source track wbr": void,
	} {
		for _, name := range strings.Fields(names) {
			kinds[name] = kind
		}
	}
	return kinds
}()

// marks are parts of the names that mail programs give to elements: an element has the role of the first part that its
// class, id or name contains.
var marks = []struct {
	part string
	role role
}{
	{"divrplyfwdmsg", copyBegins},
	{"appendonsend", copyBegins},
	{"stopspelling", copyBegins},
	{"olk_src_body", copyBegins},
	{"forward-container", copyBegins},
	{"outlookmessageheader", copyBegins},
	{"messagereplysection", copied},
	{"reference-message", copied},
	{"isreplycontent", copied},
	{"yahoo_quoted", copied},
	{"protonmail_quote", copied},
	{"tutanota_quote", copied},
	{"zmail_extra", copied},
	{"gmail_attr", attribution},
	{"cite-prefix", attribution},
	{"reply-intro", attribution},
	{"quote-header", attribution},
	{"quote_header", attribution},
	{"quoteheader", attribution},
	{"citation-line", attribution},
	{"gmail_quote", plainText},
	{"nylas-quote", plainText}, // they hold the attribution, the quote and answers below it
	{"signature", signature},
	{"gmail_sendername", signature},
	{"email-footer", signature},
	{"emailfooter", signature},
	{"disclaimer", signature},
	{"virus-free", signature},
	{"avast", signature},
	{"dab4fad8", signature},
	{"quote", copied},
	{"cite", copied},
	{"original-message", copied},
	{"originalmessage", copied},
	{"history", copied},
}

// findRole returns the role of an element by its name, its attributes and its style.
func findRole(name string, attributes map[string]string) role {
	style := strings.ToLower(strings.ReplaceAll(attributes["style"], " ", ""))
	switch name {
	case "script", "style", "template", "noscript", "object", "svg":
		return script
	case "title", "select", "textarea", "button":
		return hidden
	case "pre", "listing", "xmp", "plaintext":
		if strings.Contains(attributes["class"], "signature") {
			return signature
		}
		return preformatted
	case "s", "strike", "del":
		return struck
	case "blockquote":
		return blockquoteRole(style, attributes)
	case "body", "html", "img", "a":
		return plainText
	}
	if _, isHidden := attributes["hidden"]; isHidden || hides(style) {
		return hidden
	}
	if strings.Contains(style, "line-through") {
		return struck
	}
	if r := namedRole(attributes); r != plainText {
		return r
	}
	return styledRole(name, style, attributes)
}

// blockquoteRole distinguishes a quote from an indentation: some programs use blockquotes for both.
func blockquoteRole(style string, attributes map[string]string) role {
	if attributes["type"] == "" && attributes["class"] == "" && strings.Contains(style, "border:none") &&
		!strings.Contains(style, "border-left") {
		return plainText
	}
	return quote
}

// namedRole returns the role of an element by its class, id and name.
func namedRole(attributes map[string]string) role {
	if len(attributes) == 0 {
		return plainText
	}
	names := strings.ToLower(attributes["class"] + " " + attributes["id"] + " " + attributes["name"])
	if len(names) > 400 {
		return plainText
	}
	for _, m := range marks {
		if strings.Contains(names, m.part) {
			return m.role
		}
	}
	return plainText
}

// styledRole returns the role of an element by its style. Programs that name nothing separate an original by a line
// above the header block, or by a bar at its left.
func styledRole(name, style string, attributes map[string]string) role {
	switch {
	case name == "hr":
		return plainText
	case strings.Contains(style, "border:none;border-top:solid") || strings.Contains(style, "border-top-style:solid"):
		return copyBegins
	case strings.Contains(style, "border-left:") && !strings.Contains(style, "border-left:none") &&
		!strings.Contains(style, "border-left:0"):
		return copied
	case strings.Contains(style, "white-space:pre"):
		return preformatted
	case name == "p" && hasNoMargin(attributes):
		return marginless
	}
	return plainText
}

// hides reports whether a style hides an element.
func hides(style string) bool {
	return contains(style+";", []string{
		"display:none", "mso-hide:all", "visibility:hidden", "max-height:0", "font-size:0;", "font-size:0px",
		"opacity:0;",
	}) || strings.Contains(style, "overflow:hidden") && zeroSize().MatchString(style)
}

var zeroSize = pattern(`(?:^|;)(?:height|width):0(?:px)?(?:!important)?(?:;|$)`)

// hasNoMargin reports whether a paragraph has no space around it, like those of word processors, which make one for
// each line.
func hasNoMargin(attributes map[string]string) bool {
	class := strings.ToLower(attributes["class"])
	style := strings.ToLower(strings.ReplaceAll(attributes["style"], " ", ""))
	for _, c := range []string{"mso", "p1", "p2", "plaintext", "elementtoproof", "xmso"} {
		if strings.Contains(class, c) {
			return true
		}
	}
	for _, s := range []string{"margin:0", "margin-top:0", "margin-bottom:0", "margin:0in"} {
		if strings.Contains(style, s) {
			return true
		}
	}
	return false
}
