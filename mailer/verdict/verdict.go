// Package verdict says what it means that a mail server refuses a mail, from the words in which it does: in an SMTP
// session and in a delivery report alike.
//
// Servers agree on little. An enhanced status code (RFC 3463) says most, but Yandex has "5.7.1 No such user!", Outlook
// has "5.5.0 mailbox unavailable", and Sendmail reports every 550 as 5.1.1. Therefore the code decides where it is
// clear, and the words where it is not. A refusal that neither of them explains means nothing: to mail an address that
// is gone costs a few mails, but to take a living one for gone costs its player the games.
package verdict

import (
	"embed"
	"regexp"
	"strings"
)

// Meaning is what a refusal says about later mail to the same address.
type Meaning string

// The meanings. Only NoMailbox counts against an address.
const (
	Unclear    Meaning = "unclear"    // about this message or the way to the server, or not explained
	NoMailbox  Meaning = "no_mailbox" // the mailbox does not exist, or is closed
	Full       Meaning = "full"       // the mailbox takes no mail until its owner makes room
	Later      Meaning = "later"      // to be tried again
	Reputation Meaning = "reputation" // about the sender: its server, its domain, or what looks like spam
)

// ByItself reports whether a refusal passes without a change on this side, so that the mail is tried again even if its
// code is permanent.
func (m Meaning) ByItself() bool { return m == Full || m == Later }

// Of returns what a refusal means. status is an enhanced status code, "" for none; text is the response of a server
// with its codes, or a sentence about it. An enhanced code in the text, which is the refusing server's own, is
// preferred.
func Of(status, text string) Meaning {
	if own := Status(text); own != "" && !strings.HasSuffix(own, ".0.0") || status == "" {
		status = own
	}
	said := read(text)
	class, detail, _ := strings.Cut(status, ".")
	subject, _, _ := strings.Cut(detail, ".")
	reply := ""
	if m := replyCode.FindStringSubmatch(text); m != nil {
		reply = m[1]
	}
	switch temporary := class == "4" || strings.HasPrefix(reply, "4"); {
	case detail == "2.2":
		return Full
	case temporary && (said.full || said.ours && !said.later):
		return said.meaning()
	case temporary && subject == "7" && !said.later:
		return Reputation
	case temporary || said.later:
		return Later
	}
	return permanent(detail, subject, said)
}

// permanent returns what a permanent refusal means. detail is its enhanced code without the class, subject the first
// number of that.
func permanent(detail, subject string, said words) Meaning {
	switch means, clear := details[detail]; {
	case clear && means == NoMailbox && said.ours && !said.gone:
		return Reputation // Sendmail has this code for any reason
	case clear && (!said.full || means == Reputation):
		return means
	}
	switch subject {
	case "7":
		if said.gone && !said.ours {
			return NoMailbox
		}
		return Reputation
	case "3", "4", "6": // about servers, the way between them, and the message
		if said.gone {
			said.gone = said.absent
		}
	}
	return said.meaning()
}

// details are the enhanced codes without class that are clear.
var details = map[string]Meaning{
	"1.1": NoMailbox, "1.2": NoMailbox, "1.3": NoMailbox, "1.6": NoMailbox, "1.10": NoMailbox, "1.350": NoMailbox,
	"1.351": NoMailbox, "2.1": NoMailbox, "2.121": Later, "2.122": Later,
	"1.7": Reputation, "1.8": Reputation, "1.90": Reputation, "4.5": Reputation,
	"2.3": Unclear, "3.4": Unclear, "6.0": Unclear, "6.1": Unclear, "4.4": Unclear, "4.6": Unclear, "4.7": Unclear,
}

// words says of what a text speaks.
type words struct {
	ours, full, later, gone bool
	absent                  bool // the one response about gone mailboxes whose words are against the sender
}

// accessDenied is how Exchange Online refuses addresses that the domain does not have.
const accessDenied = "recipient address rejected: access denied"

func read(text string) words {
	lower := strings.ToLower(anyAddress.ReplaceAllString(text, " "))
	rest := strings.ReplaceAll(lower, accessDenied, "")
	w := words{
		ours: holds(rest, ours), full: holds(lower, full), later: holds(lower, later), gone: holds(lower, gone),
		absent: rest != lower && strings.Contains(lower, "5.4.1"),
	}
	w.gone = w.gone || w.absent
	return w
}

// meaning returns what words mean without a code.
func (w words) meaning() Meaning {
	switch {
	case w.later:
		return Later
	case w.ours && !w.absent:
		return Reputation
	case w.full:
		return Full
	case w.gone:
		return NoMailbox
	}
	return Unclear
}

var (
	// anyAddress matches mail addresses, whose words mean nothing.
	anyAddress   = regexp.MustCompile(`<?[^\s<>@:;,()"']+@[^\s<>@:;,()"']+>?`)
	enhancedCode = regexp.MustCompile(`\b[245]\.\d{1,3}\.\d{1,3}\b`)
	replyCode    = regexp.MustCompile(`(?:^|[\s:(\[#'"])([45]\d\d)(?:[\s\-:)\],#]|$)`)
)

// Status returns the first enhanced status code in a text, "" without one.
func Status(text string) string { return enhancedCode.FindString(text) }

// HasCode reports whether a text has a code of a refusal.
func HasCode(text string) bool { return enhancedCode.MatchString(text) || replyCode.MatchString(text) }

// IsAbout reports whether a text in lower case speaks of a mailbox that is gone or full, or of another try.
func IsAbout(lower string) bool { return holds(lower, gone) || holds(lower, full) || IsDelay(lower) }

// IsDelay reports whether a text in lower case says that a mail will be tried again.
func IsDelay(lower string) bool { return holds(lower, tries) }

// holds reports whether a text contains one of the parts.
func holds(text string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}

// The tables hold words of servers, in lower case, separated by bars. The first line of each describes it.
//
//go:embed tables/*.txt
var tables embed.FS

var (
	ours  = table("ours")
	full  = table("full")
	later = table("later")
	gone  = table("gone")
	tries = table("tries")
)

// table returns the entries of a table. It panics if the table is missing, which is a fault of the build.
func table(name string) (list []string) {
	text, err := tables.ReadFile("tables/" + name + ".txt")
	if err != nil {
		panic(err)
	}
	_, entries, _ := strings.Cut(string(text), "\n")
	for l := range strings.SplitSeq(strings.TrimSpace(entries), "\n") {
		list = append(list, strings.Split(l, "|")...)
	}
	return list
}
