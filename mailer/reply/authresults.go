package reply

import (
	"slices"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// AuthResult is one result of an Authentication-Results field (RFC 8601).
type AuthResult struct {
	Method string // lower case: "spf", "dkim", "dmarc"
	Result string // lower case: "pass", "fail", "none"
	// Properties are such as "header.from", in lower case, with their values.
	Properties map[string]string
}

// maxAuthResults bounds the results of one field.
const maxAuthResults = 50

// AuthResults reads the results that the server with this authserv-id has added: those of the topmost field with
// that id, since servers add their fields above the others and anybody can have written the rest. Where that field
// is malformed, there are none. The server must itself drop fields with its id from mails that come in (RFC 8601,
// section 5), or a mail that it does not check brings its own.
func (h Header) AuthResults(authservID string) []AuthResult {
	if authservID == "" {
		return nil
	}
	for _, f := range h.fields {
		if !strings.EqualFold(f.name, "Authentication-Results") {
			continue
		}
		tokens, ok := readTokens(f.value, ";=")
		groups := splitTokens(tokens)
		if !ok || len(groups[0]) == 0 { // only its beginning shows whose it is
			id, _, _ := strings.Cut(f.value, ";")
			if fields := strings.Fields(id); len(fields) > 0 && isID(fields[0], authservID) {
				return nil
			}
			continue
		}
		if !isID(groups[0][0].text, authservID) {
			continue
		}
		if version := groups[0][1:]; f.torn || len(version) > 1 || len(version) == 1 && version[0].text != "1" {
			return nil
		}
		return readAuthResults(groups[1:])
	}
	return nil
}

func isID(text, authservID string) bool {
	return strings.EqualFold(strings.Trim(text, `"`), authservID)
}

// splitTokens splits tokens at semicolons, without comments. It returns at least one group, which may be empty.
func splitTokens(tokens []token) [][]token {
	groups := [][]token{nil}
	for _, t := range tokens {
		switch last := len(groups) - 1; t.kind {
		case ';':
			groups = append(groups, nil)
		case tokenComment:
		default:
			groups[last] = append(groups[last], t)
		}
	}
	return groups
}

func readAuthResults(groups [][]token) (results []AuthResult) {
	for _, group := range groups {
		if r, ok := readAuthResult(group); ok && len(results) < maxAuthResults {
			results = append(results, r)
		}
	}
	return results
}

// readAuthResult parses a method, its result, and properties. It skips words without a value. It is not ok if one
// property has two values.
func readAuthResult(tokens []token) (r AuthResult, ok bool) {
	for i := 1; i < len(tokens); i++ {
		if tokens[i].kind != '=' || tokens[i-1].kind != tokenWord {
			continue
		}
		key := strings.ToLower(tokens[i-1].text)
		if i > 2 && tokens[i-2].kind == tokenWord && tokens[i-2].text == "." { // spaces around the dot
			key = strings.ToLower(tokens[i-3].text) + "." + key
		}
		value, next := readPropertyValue(tokens, i+1)
		i = next - 1
		if r.Method == "" {
			method, version, _ := strings.Cut(key, "/")
			if method == "" || value == "" || version != "" && version != "1" {
				return AuthResult{}, false
			}
			r = AuthResult{Method: method, Result: strings.ToLower(value), Properties: map[string]string{}}
			continue
		}
		if before, known := r.Properties[key]; known && before != value {
			return AuthResult{}, false
		}
		r.Properties[key] = value
	}
	return r, r.Method != ""
}

// readPropertyValue joins the tokens from one on that have nothing between them, such as "a b"@example.org and
// a=b@example.org. next is the token after them.
func readPropertyValue(tokens []token, from int) (value string, next int) {
	for next = from; next < len(tokens) && (next == from || tokens[next].at == tokens[next-1].end); next++ {
		value += tokens[next].text
	}
	return value, next
}

// Vouched reports whether one of the methods passed for the author's domain. A mail has any number of signatures,
// but one answer of DMARC and one of SPF about its sender: where there are several, they must agree.
func Vouched(results []AuthResult, methods []string, author string) bool {
	passed := map[string]bool{}
	for _, r := range results {
		if r.Method == "spf" && r.Properties["smtp.mailfrom"] == "" {
			continue // it is about the name that the server gave
		}
		passes := r.Result == "pass" && r.Aligned(author)
		switch before, seen := passed[r.Method]; {
		case !seen:
			passed[r.Method] = passes
		case r.Method == "dkim":
			passed[r.Method] = before || passes
		default:
			passed[r.Method] = before && passes
		}
	}
	return slices.ContainsFunc(methods, func(m string) bool { return passed[m] })
}

// Aligned reports whether a result is about the author's domain, as anybody can pass for another domain. As in the
// relaxed mode of DMARC, SPF and DKIM may be about another name of the same organisation.
func (r AuthResult) Aligned(author string) bool {
	switch r.Method {
	case "dmarc":
		return author != "" && asciiDomain(r.Properties["header.from"]) == asciiDomain(author)
	case "dkim":
		signer := r.Properties["header.d"]
		if signer == "" {
			signer = r.Properties["header.i"]
		}
		return sameOrganisation(signer, author)
	case "spf":
		return sameOrganisation(r.Properties["smtp.mailfrom"], author)
	}
	return false
}

// sameOrganisation reports whether an address or a domain and another domain are of one organisation: the same, or
// below the same name that was registered. No name below a public suffix such as co.uk is of the suffix itself.
func sameOrganisation(value, author string) bool {
	domain, other := asciiDomain(value), asciiDomain(author)
	if domain == "" || other == "" || domain == other {
		return domain == other && domain != ""
	}
	a, err := publicsuffix.EffectiveTLDPlusOne(domain)
	b, otherErr := publicsuffix.EffectiveTLDPlusOne(other)
	return err == nil && otherErr == nil && a == b
}

// asciiDomain is the domain of an address, or a domain by itself, in the form that is compared.
func asciiDomain(value string) string {
	domain := strings.TrimSuffix(value[strings.LastIndexByte(value, '@')+1:], ".")
	if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
		domain = ascii
	}
	return strings.ToLower(domain)
}
