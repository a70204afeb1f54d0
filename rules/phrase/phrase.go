// Package phrase separates messages from the words of a language.
//
// A Message names a phrase by its key and carries the arguments that fill its gaps. It is created where something
// happens, and becomes a sentence by Table.Say when the language of its reader is known.
//
// # Phrase files
//
// The words of one language are in a text file. A line "key: text" is one phrase. A key followed by nothing has its
// text on the lines below, indented by four spaces. Empty lines and lines that begin with # are ignored.
//
//	blocked: the {piece} on {from} cannot go to {to}: {blocker} stands in the way
//	found: there {n#is|are} {n} {n#game|games}
//	ended: {outcome?won:You won|lost:You lost|:Nobody won}.
//	taken: {player} captures {squares}
//
// {name} is an argument. {name#one|other} selects by a number, in the order of the language's plural forms, of which it
// must have all. {name?a:…|b:…|:…} selects by a text, or by the key of a message; the last choice, without a
// value, is the default. A list is joined by the phrases list.separator (", ") and list.last (" and "). Choices may
// contain gaps. A backslash escapes { } and |.
//
// {name.acc} is an argument in one of the grammatical forms of Forms. A message with the key piece.Lion is then said
// by the phrase piece.Lion.acc, if the language has it. Such phrases exist only in the languages that need them.
// templates/words/README.md explains translations.
package phrase

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Message is a text in a language that is not yet known.
type Message struct {
	Key  string // of the phrase
	Args []Arg
}

// Arg fills a gap of a phrase. Value is a string, which is inserted verbatim (names, squares, notation), an int, a
// Message, a []string or a []Message.
type Arg struct {
	Name  string
	Value any
}

// New returns a message; pairs alternates names and values of arguments. A value with a String method, such as a
// square, is converted to its text. An odd number of pairs, or a name that is not a string, is a programming error
// and panics.
func New(key string, pairs ...any) Message {
	if len(pairs)%2 != 0 {
		panic(fmt.Sprintf("phrase %s: %d names and values", key, len(pairs)))
	}
	m := Message{Key: key, Args: slices.Grow([]Arg(nil), len(pairs)/2)}
	for pair := range slices.Chunk(pairs, 2) {
		value := pair[1]
		if text, is := value.(fmt.Stringer); is {
			if _, nested := value.(Message); !nested {
				value = text.String()
			}
		}
		m.Args = append(m.Args, Arg{Name: pair[0].(string), Value: value})
	}
	return m
}

// IsZero reports whether the message is empty.
func (m Message) IsZero() bool { return m.Key == "" }

// With returns the message with one more argument.
func (m Message) With(name string, value any) Message {
	m.Args = append(slices.Clip(m.Args), Arg{name, value})
	return m
}

// String returns the key and the arguments, for logs and tests.
func (m Message) String() string {
	var b strings.Builder
	b.WriteString(m.Key)
	for _, a := range m.Args {
		fmt.Fprintf(&b, " %s=%v", a.Name, a.Value)
	}
	return b.String()
}

func (m Message) arg(name string) (any, bool) {
	for _, a := range m.Args {
		if a.Name == name {
			return a.Value, true
		}
	}
	return nil, false
}

// Table holds the phrases of one language. It is immutable.
type Table struct {
	lang     string
	phrases  map[string]form
	fallback *Table // English; nil in the English table
	pseudo   bool
	keys     bool // every phrase is preceded by its key
}

// Lang returns the language of the table: "en".
func (t *Table) Lang() string { return t.lang }

// Has reports whether the language, or English, has the phrase.
func (t *Table) Has(key string) bool {
	_, found := t.find(key)
	return found
}

// Say returns the sentence of a message. An unknown key becomes [key] and a gap without an argument {name}, so that the
// mistake is visible.
func (t *Table) Say(m Message) string {
	f, found := t.find(m.Key)
	if !found {
		return "[" + m.Key + "]"
	}
	return t.fill(m.Key, f, m.arg)
}

// Fill returns a phrase and calls argument for each of its gaps. found reports whether the language, or
// English, has the phrase.
func (t *Table) Fill(key string, arg func(name string) any) (text string, found bool) {
	f, found := t.find(key)
	if !found {
		return "", false
	}
	return t.fill(key, f, func(name string) (any, bool) { return arg(name), true }), true
}

func (t *Table) fill(key string, f form, arg argument) string {
	if len(f) == 1 && f[0].base == 0 && !t.pseudo && !t.keys {
		return f[0].text
	}
	var b strings.Builder
	if t.keys {
		b.WriteString(markKey(key))
	}
	t.say(&b, f, arg)
	return b.String()
}

// argument returns the value of an argument.
type argument func(name string) (value any, found bool)

// Text returns a phrase without arguments.
func (t *Table) Text(key string) string { return t.Say(Message{Key: key}) }

// List joins texts in the manner of the language: "a, b and c".
func (t *Table) List(texts []string) string {
	switch len(texts) {
	case 0:
		return ""
	case 1:
		return texts[0]
	}
	last := len(texts) - 1
	return strings.Join(texts[:last], t.joint("list.separator", ", ")) + t.joint("list.last", " and ") + texts[last]
}

func (t *Table) joint(key, otherwise string) string {
	if f, found := t.find(key); found {
		otherwise = f.literal()
	}
	if t.pseudo {
		return Mark(otherwise)
	}
	return otherwise
}

func (t *Table) find(key string) (form, bool) {
	if f, found := t.phrases[key]; found {
		return f, true
	}
	if t.fallback != nil {
		return t.fallback.find(key)
	}
	return nil, false
}

func (t *Table) say(b *strings.Builder, f form, arg argument) {
	for i := range f {
		p := &f[i]
		switch {
		case p.base == 0:
			if t.pseudo {
				b.WriteString(Mark(p.text))
			} else {
				b.WriteString(p.text)
			}
		case p.choice == nil:
			t.sayValue(b, p, arg)
		default:
			value, _ := arg(p.name())
			t.say(b, p.choice.form(value), arg)
		}
	}
}

func (t *Table) sayValue(b *strings.Builder, p *part, arg argument) {
	value, found := arg(p.name())
	if !found {
		b.WriteString("{" + p.name() + "}")
		return
	}
	switch v := value.(type) {
	case string:
		b.WriteString(v)
	case int:
		b.WriteString(strconv.Itoa(v))
	case Message:
		b.WriteString(t.sayIn(p.grammar(), v))
	case []string:
		b.WriteString(t.List(v))
	case []Message:
		texts := make([]string, len(v))
		for i, one := range v {
			texts[i] = t.sayIn(p.grammar(), one)
		}
		b.WriteString(t.List(texts))
	default:
		fmt.Fprint(b, v)
	}
}

// sayIn says a message in a grammatical form: by the phrase KEY.form where the language has it, else by KEY.
func (t *Table) sayIn(grammar string, m Message) string {
	if grammar != "" {
		if _, found := t.phrases[m.Key+"."+grammar]; found {
			m.Key += "." + grammar
		}
	}
	return t.Say(m)
}

// form selects a form by the value of an argument.
func (c *choice) form(value any) form {
	if c.values == nil { // by number
		n, isInt := value.(int)
		if !isInt {
			return c.forms[len(c.forms)-1]
		}
		return c.forms[c.index(max(n, -n))]
	}
	text, isText := value.(string)
	if m, isMessage := value.(Message); isMessage {
		text = m.Key
	} else if !isText && value != nil {
		text = fmt.Sprint(value)
	}
	for i, v := range c.values {
		if v == text || v == "" {
			return c.forms[i]
		}
	}
	return nil
}
