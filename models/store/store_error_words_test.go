package store

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"turnpost/models"
	"turnpost/models/notice"
	"turnpost/rules/phrase"
)

// words are the English phrases for the messages of models.
var words = phrase.MustLoad(os.DirFS("../../templates/words")).In(phrase.English)

// messageOf returns the sentence of an *Error in err's chain.
func messageOf(err error) string {
	if e, ok := errors.AsType[*models.Error](err); ok {
		return words.Say(e.Message)
	}
	return ""
}

// keyFunctions lists the functions that create messages, with the prefix of the key and the index of its argument.
var keyFunctions = map[string]struct {
	prefix string
	at     int
}{
	"Fail": {"error.", 1}, "Invalid": {"error.", 1}, "TooMany": {"error.", 1}, "invalid": {
		"error.",
		1,
	}, "stale": {"error.", 1},
	"unreadable": {"error.", 0}, "refused": {"error.", 2}, "checkPly": {"error.", 2}, "NewFault": {"fault.", 2},
	"wrong": {"fault.", 0}, "New": {"", 0},
}

// TestEveryMessageHasWords collects the keys from the source, so that keys that no test uses are included, and
// renders each phrase with its arguments.
func TestEveryMessageHasWords(t *testing.T) {
	found := 0
	inspectSource(t, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		f, known := keyFunctions[calledName(call)]
		if !known || len(call.Args) <= f.at {
			return true
		}
		if key, ok := literal(call.Args[f.at]); ok {
			found++
			m := phrase.Message{Key: f.prefix + key}
			for i := f.at + 1; i+1 < len(call.Args); i += 2 {
				name, _ := literal(call.Args[i])
				m = m.With(name, "X")
			}
			checkWords(t, m)
		}
		return true
	})
	if found < 100 {
		t.Errorf("only %d messages were found", found)
	}
}

// inspectSource visits every node of the files of the package, and of those that refuse input for it, except tests.
func inspectSource(t *testing.T, visit func(ast.Node) bool) {
	t.Helper()
	var names []string
	for _, pattern := range []string{"../*.go", "../*/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		names = append(names, found...)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, visit)
	}
}

// checkWords renders a message and looks for gaps without a value. Some are filled later:
// why a game ended, by the adapter, and the plies of checkPly.
func checkWords(t *testing.T, m phrase.Message) {
	t.Helper()
	switch m.Key {
	case "error.game_over":
		m = m.With("reason", "X")
	case "error.other_ply", "error.other_ply_plan":
		m = m.With("game", "X").With("ply", 1).With("asked", 2)
	case "fault.row_position", "fault.row_side", "fault.row_player", "fault.row_turns":
		m = m.With("stored", 1).With("want", 2)
	}
	text := words.Say(m)
	gap := strings.ContainsAny(text, "{}")
	if !words.Has(m.Key) || gap {
		t.Errorf("%s is said as %q", m, text)
	}
}

func TestEveryReasonOfANoticeHasWords(t *testing.T) {
	for _, reason := range []models.NoticeReason{
		notice.DropTurnPlayed, notice.DropGameOver, notice.DropTakenBack, notice.DropPlayedAlready, notice.DropDeadlinePassed, notice.DropTimeCredited,
		notice.DropOfferGone, notice.DropOfferWithdrawn, notice.DropOfferReplaced, notice.DropChallengeDecided, notice.DropChallengeWithdrawn,
		notice.DropChallengeExpired, notice.DropMessagesRead, notice.DropBlocked, notice.DropAddressRefuses, notice.DropGameOff, notice.DropKindOff, notice.DropAccountGone,
		notice.DropAccountBanned, notice.DropVacationChanged, notice.DropCodeExpired, notice.DropMailFailing, notice.DropMailGone, notice.ReasonInDigest, notice.ReasonBundled,
	} {
		if key := fmt.Sprint("notice.", reason); !words.Has(key) {
			t.Errorf("there are no words for %s", key)
		}
	}
}

func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if of, ok := f.X.(*ast.Ident); ok && f.Sel.Name == "New" && of.Name != "phrase" {
			return ""
		}
		return f.Sel.Name
	}
	return ""
}

func literal(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil
}

func TestStoredMessagesKeepTheirArguments(t *testing.T) {
	m := phrase.New("error.plan_line", "line", 2, "name", "ann",
		"why", phrase.New("a", "texts", []string{"x", "y"}, "more", []phrase.Message{phrase.New("b")}))
	refused := models.PlanRefusalRow{Turn: "d1-c1", Why: models.StoredMessage(m)}
	text, err := refused.Value()
	if err != nil {
		t.Fatal(err)
	}
	var read models.PlanRefusalRow
	if err := read.Scan(text); err != nil {
		t.Fatal(err)
	}
	if got := phrase.Message(read.Why).String(); read.Turn != "d1-c1" || got != m.String() {
		t.Errorf("%q was read as %q", m, got)
	}
}
