//go:build browser

package main

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"turnpost/api/pages/pagestest"
	"turnpost/mailer/mailprograms"
	"turnpost/models"
	"turnpost/rules/catalog"
	"turnpost/rules/phrase"
	"turnpost/rules/rulestest"
)

// heardTurns is the number of turns of each variant after which the board of a mail is compared.
const heardTurns = 4

// A screen reader reads the board on a page as the text of the mail shows it, for both sides, in every variant.
// .ci/browser runs this.
func TestABrowserSaysTheBoardThatWasMailed(t *testing.T) {
	b := newPostbox(t)
	ann, bob := b.SignUp("ann"), b.SignUp("bob")
	players := [2]models.Player{ann, bob}
	tab := pagestest.Start(t)
	pagestest.WithoutStream(t, tab)
	for _, r := range catalog.All() {
		info := r.Info(phrase.English)
		for _, v := range info.Variants {
			t.Run(v.ID, func(t *testing.T) {
				b.t = t
				b.must(nil) // the mails of the variant before: those of one time are not in order
				b.Clock.Advance(time.Minute)
				g := b.Begin(ann, bob, info.ID, v.ID)
				rnd := rand.New(rand.NewPCG(1, 1))
				for range heardTurns {
					b.Clock.Advance(time.Minute) // files of mails are named by the time
					b.must(nil)
					b.compareBoards(tab, players[g.ToMove], g)
					p, err := b.Position(g)
					if err != nil {
						t.Fatal(err)
					}
					if g = b.Play(g, players[g.ToMove], rulestest.RandomTurn(t, p, rnd)); g.Status != models.Ongoing {
						return
					}
				}
			})
		}
	}
}

// compareBoards opens the link of the newest mail to a player and compares the accessible text of the board.
func (b *postbox) compareBoards(tab context.Context, to models.Player, g *models.Game) {
	b.t.Helper()
	mail := b.newest(models.KindYourTurn, to.Name)
	side := b.RulesetInfo(g.Ruleset, phrase.English).Sides[g.ToMove].Name
	drawn := strings.Replace(mailedBoard(mail), "You are to move", side+" to move", 1) // as the page says to anybody
	link := regexp.MustCompile(`http\S+/k/\S+`).FindString(mail)
	if drawn == "" || link == "" {
		b.t.Fatalf("the mail has no board or no link:\n%s", mail)
	}
	said := boardSaid(b.t, tab, link)
	legend, found := strings.CutPrefix(said, drawn)
	if !found {
		b.t.Fatalf("turn %d: a screen reader says\n%s\nand the mail\n%s", g.Ply, said, drawn)
	}
	if legend != "" && !strings.HasPrefix(legend, "\n\n") {
		b.t.Errorf("the board goes on:\n%s", said)
	}
}

// newest returns the text of the newest mail of a kind to a player.
func (b *postbox) newest(kind models.Kind, name string) string {
	b.t.Helper()
	files, err := filepath.Glob(filepath.Join(b.folder, "*-"+string(kind)+"-*-"+name+".eml"))
	if err != nil || len(files) == 0 {
		b.t.Fatalf("%s has no mail of kind %s: %v", name, kind, err)
	}
	raw, err := os.ReadFile(files[len(files)-1])
	if err != nil {
		b.t.Fatal(err)
	}
	mail, err := mailprograms.Parse(raw)
	if err != nil {
		b.t.Fatal(err)
	}
	return strings.ReplaceAll(mail.Text, "\r\n", "\n")
}

// inColumns matches a line of a board: signs with spaces between them.
var inColumns = regexp.MustCompile(`\S {2,}\S.* {2,}\S`)

// mailedBoard returns the first paragraph of a mail that is drawn in columns.
func mailedBoard(text string) string {
	for part := range strings.SplitSeq(text, "\n\n") {
		lines := strings.Split(part, "\n")
		if len(lines) > 3 && inColumns.MatchString(lines[0]) {
			return strings.TrimRight(part, "\n")
		}
	}
	return ""
}

// boardSaid returns the accessible text of the board of a page.
func boardSaid(t *testing.T, tab context.Context, link string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(tab, time.Minute)
	defer cancel()
	err := chromedp.Do(ctx, chromedp.Navigate(link), chromedp.Click("#board-text summary"))
	if err != nil {
		t.Fatal(err)
	}
	heard, err := pagestest.AccessibilityTree(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range heard {
		if n.Role == "region" && n.Name == "The board as text" {
			return strings.TrimRight(n.Text, "\n")
		}
	}
	t.Fatalf("%s: a screen reader finds no board", link)
	return ""
}
