package api

import (
	"slices"
	"strconv"
	"strings"
)

// mediaRange is one element of an Accept header (RFC 9110, section 12.5.1).
type mediaRange struct {
	kind, subkind string // "*" for any
	q             float64
}

// specificity returns how precisely the range names a type, or -1 if it does not match.
func (m mediaRange) specificity(offer string) int {
	kind, subkind, _ := strings.Cut(offer, "/")
	switch {
	case m.kind == kind && m.subkind == subkind:
		return 2
	case m.kind == kind && m.subkind == "*":
		return 1
	case m.kind == "*" && m.subkind == "*":
		return 0
	}
	return -1
}

// negotiate returns the offer that an Accept header prefers. The most specific matching range sets the quality
// of an offer. Among offers of equal quality the one named more specifically wins, then the earlier one. A header
// without a valid range accepts everything.
func negotiate(accept string, offers []string) (string, bool) {
	ranges := parseAccept(accept)
	if len(ranges) == 0 {
		return offers[0], true
	}
	best, bestQ, bestExact := "", 0.0, -1
	for _, offer := range offers {
		q, exact := 0.0, -1
		for _, r := range ranges {
			if s := r.specificity(offer); s > exact {
				q, exact = r.q, s
			}
		}
		if q > bestQ || (q == bestQ && q > 0 && exact > bestExact) {
			best, bestQ, bestExact = offer, q, exact
		}
	}
	return best, bestQ > 0
}

// parseAccept parses an Accept header and skips invalid elements.
func parseAccept(header string) []mediaRange {
	var ranges []mediaRange
	for element := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(element, ";")
		kind, subkind, ok := strings.Cut(strings.ToLower(strings.TrimSpace(name)), "/")
		if !ok || kind == "" || subkind == "" || (kind == "*" && subkind != "*") {
			continue
		}
		if q, ok := quality(parameters); ok {
			ranges = append(ranges, mediaRange{kind, subkind, q})
		}
	}
	return ranges
}

// quality parses the q parameter of a range and ignores the others.
func quality(parameters string) (float64, bool) {
	for p := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(p, "=")
		if !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		return q, err == nil && q >= 0 && q <= 1
	}
	return 1, true
}

// namesHTML reports whether an Accept header names HTML but not JSON. Such a client is a browser, which renders
// text better than JSON if there is no page.
func namesHTML(accept string) bool {
	ranges := parseAccept(accept)
	named := func(subkind string) bool {
		return slices.ContainsFunc(ranges, func(r mediaRange) bool { return r.subkind == subkind && r.q > 0 })
	}
	return named("html") && !named("json")
}

// acceptsAnything reports whether an Accept header is missing or */*.
func acceptsAnything(accept string) bool {
	ranges := parseAccept(accept)
	return !slices.ContainsFunc(ranges, func(r mediaRange) bool { return r.kind != "*" || r.q == 0 })
}
