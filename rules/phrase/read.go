package phrase

import (
	"fmt"
	"slices"
	"strings"
)

// form is a parsed phrase: alternating text and gaps.
type form []part

// part is literal text, a gap, or a choice between forms. A program has tens of thousands of parts.
type part struct {
	text   string // literal, or the name of an argument: "n" or "piece.acc"
	base   int    // length of the name without its grammatical form; 0 for literal text
	choice *choice
}

// name returns the name of the argument without its grammatical form, or "" for literal text.
func (p *part) name() string { return p.text[:p.base] }

// grammar returns the grammatical form of a gap, one of Forms, or "".
func (p *part) grammar() string {
	if p.base == len(p.text) {
		return ""
	}
	return p.text[p.base+1:]
}

// choice is a choice between forms.
type choice struct {
	forms  []form
	values []string        // of a choice by text, parallel to forms; nil for a choice by number
	index  func(n int) int // of the form of a choice by number
}

// Forms lists the grammatical forms that a gap may ask for: cases, the definite form (def), the indefinite one (a) and
// the plural (pl).
var Forms = strings.Fields("gen dat acc ins loc def def_gen def_dat def_acc a a_gen a_dat a_acc " +
	"pl pl_gen pl_dat pl_acc pl_ins pl_loc")

// cutForm splits a name before its grammatical form.
func cutForm(name string) (base, grammar string) {
	if at := strings.LastIndexByte(name, '.'); at > 0 && slices.Contains(Forms, name[at+1:]) {
		return name[:at], name[at+1:]
	}
	return name, ""
}

// literal returns the text of a form without gaps.
func (f form) literal() string {
	var b strings.Builder
	for _, p := range f {
		b.WriteString(p.text)
	}
	return b.String()
}

// gaps calls visit with the name of every gap, including those in choices. chosen means that the gap only selects.
func (f form) gaps(visit func(name string, chosen bool)) {
	for _, p := range f {
		if p.base > 0 {
			visit(p.name(), p.choice != nil)
		}
		if p.choice == nil {
			continue
		}
		for _, inner := range p.choice.forms {
			inner.gaps(visit)
		}
	}
}

// readFile parses a phrase file of a language with a plural rule. The error names the line.
func readFile(text string, rule plural) (map[string]form, error) {
	phrases := map[string]form{}
	var key, block string
	var keyLine int
	end := func() error {
		if key == "" {
			return nil
		}
		f, err := readForm(strings.TrimRight(block, "\n"), rule)
		if err != nil {
			return fmt.Errorf("line %d: %s: %w", keyLine, key, err)
		}
		phrases[key] = f
		key, block = "", ""
		return nil
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if indented, is := strings.CutPrefix(line, "    "); is && key != "" {
			block += indented + "\n"
			continue
		}
		if strings.TrimSpace(line) == "" {
			if key != "" && block != "" {
				block += "\n"
			}
			continue
		}
		if err := end(); err != nil {
			return nil, err
		}
		if strings.HasPrefix(line, "#") {
			continue
		}
		name, value, found := strings.Cut(line, ":")
		if !found || name == "" || strings.ContainsAny(name, " \t{}") {
			return nil, fmt.Errorf("line %d: %q is no \"key: text\"", n, line)
		}
		if _, doubled := phrases[name]; doubled {
			return nil, fmt.Errorf("line %d: %s stands here a second time", n, name)
		}
		key, keyLine = name, n
		if value = strings.TrimPrefix(value, " "); value != "" {
			block = value
			if err := end(); err != nil {
				return nil, err
			}
		}
	}
	return phrases, end()
}

// readForm parses the text of one phrase.
func readForm(text string, rule plural) (form, error) {
	r := formReader{rest: text, plural: rule}
	f, err := r.read(false)
	if err != nil {
		return nil, err
	}
	if r.rest != "" {
		return nil, fmt.Errorf("%q: there is no { to this }", r.rest)
	}
	return f, nil
}

type formReader struct {
	rest   string
	plural plural
}

// read parses up to the end or, inside a choice, up to the | or } that ends the form. Text without a backslash is a
// part of the file's text and not copied.
func (r *formReader) read(inside bool) (form, error) {
	var few [8]part
	f, literal := few[:0], ""
	flush := func() {
		if literal != "" {
			f, literal = append(f, part{text: literal}), ""
		}
	}
	signs := `\{}`
	if inside {
		signs += "|"
	}
	for r.rest != "" {
		end := strings.IndexAny(r.rest, signs)
		if end < 0 {
			end = len(r.rest)
		}
		if r.rest[end:] == `\` { // the last character
			end++
		}
		literal += r.rest[:end]
		r.rest = r.rest[end:]
		switch {
		case r.rest == "":
		case r.rest[0] == '\\':
			literal += r.rest[1:2]
			r.rest = r.rest[2:]
		case r.rest[0] == '{':
			flush()
			p, err := r.gap()
			if err != nil {
				return nil, err
			}
			f = append(f, p)
		default:
			flush()
			return append(form(nil), f...), nil
		}
	}
	flush()
	return append(form(nil), f...), nil
}

// gap parses from a { to its }.
func (r *formReader) gap() (part, error) {
	whole := r.rest
	r.rest = r.rest[1:]
	end := strings.IndexAny(r.rest, "}#?")
	if end <= 0 {
		return part{}, fmt.Errorf("%q: a gap is {name}, {name#one|other} or {name?value:text|:text}", whole)
	}
	p, kind := part{text: r.rest[:end], base: end}, r.rest[end]
	r.rest = r.rest[end+1:]
	if kind == '}' {
		base, _ := cutForm(p.text)
		p.base = len(base)
		return p, nil
	}
	c := &choice{index: r.plural.index}
	p.choice = c
	for {
		if kind == '?' {
			value, after, found := strings.Cut(r.rest, ":")
			if !found {
				return part{}, fmt.Errorf("%q: a choice lacks its \"value:\"", whole)
			}
			c.values = append(c.values, value)
			r.rest = after
		}
		f, err := r.read(true)
		if err != nil {
			return part{}, err
		}
		c.forms = append(c.forms, f)
		if r.rest == "" {
			return part{}, fmt.Errorf("%q: the } is missing", whole)
		}
		sign := r.rest[0]
		r.rest = r.rest[1:]
		if sign == '}' {
			return p, r.check(c, whole)
		}
	}
}

// check refuses a choice by number with too few or too many forms.
func (r *formReader) check(c *choice, whole string) error {
	if want := r.plural.forms; c.values == nil && len(c.forms) != len(want) {
		return fmt.Errorf("%q: a choice by number has %d forms here, not %d: %s",
			whole, len(want), len(c.forms), strings.Join(want, ", "))
	}
	return nil
}
