// Package export writes what is stored about a player as a ZIP file, by the public use cases of the store: nothing in
// it that the player could not read otherwise, no token, no link, and of other players only names, moves and the
// messages that they sent to the player. It holds one game at a time, so that its memory does not grow with the number
// of games.
package export

import (
	"archive/zip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"time"

	"turnpost/models"
	"turnpost/models/store"
)

// page is the number of rows that are read at a time.
const page = 200

// files are those with lists of the store, by the name of each list in the file.
var files = []struct {
	name  string
	lists []named
}{
	{"profile.json", []named{
		{"state", ownState},
		{"address_changes", ownAddresses},
		{"vacations", ownVacations},
	}},
	{"challenges.json", []named{
		{"made", ownMade},
		{"received", ownReceived},
		{"received_by_address", ownInvited},
	}},
	{"plans.json", []named{{"plans", ownPlans}}},
	{"notes.json", []named{{"notes", ownNotes}, {"lines", ownLines}}},
	{"channels.json", []named{
		{"webhooks", ownHooks},
		{"deliveries", ownDeliveries},
		{"feeds", ownFeeds},
	}},
	{"ratings.json", []named{
		{"ratings", ownRatings},
		{"games", ownRated},
		{"results", ownResults},
		{"losses_by_time", ownStanding},
	}},
	{"events.json", []named{{"made", ownEventsMade}, {"joined", ownEvents}}},
	{"mails.json", []named{{"mails", ownMails}}},
}

type named struct {
	name string
	list ownList
}

// Write writes the ZIP file of a player: account.json, settings.json, notices.json, reports.json, the files of lists,
// games/ID.txt and messages/ID.json. step is called before each file; at is the time of the files. The bearer is a
// player; one who may only read gets the hosts of webhooks alone, because their addresses let everybody write there.
func Write(
	ctx context.Context, store *store.Store, bearer models.Bearer, w io.Writer, at time.Time, step func(),
) error {
	e := exporter{
		ctx: ctx, store: store, player: bearer.Player, reading: bearer.MayChange() != nil, zip: zip.NewWriter(w),
		step: step, at: at,
	}
	for _, write := range []func() error{e.account, e.settings, e.lists, e.notices, e.reports, e.games} {
		if err := write(); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	return e.zip.Close()
}

type exporter struct {
	ctx    context.Context //nolint:containedctx // of one call of Write
	store  *store.Store
	player models.Player
	// reading is whether the export is for a token that may only read.
	reading bool
	zip     *zip.Writer
	step    func()
	at      time.Time // of all files
}

// file begins a file.
func (e *exporter) file(name string) (io.Writer, error) {
	e.step()
	return e.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: e.at})
}

// json writes a value as a file.
func (e *exporter) json(name string, v any) error {
	w, err := e.file(name)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

// list writes values as a file with a JSON array, one value at a time.
func (e *exporter) list(name string, values iter.Seq2[any, error]) error {
	w, err := e.file(name)
	if err != nil {
		return err
	}
	if err := array(w, values); err != nil {
		return err
	}
	_, err = io.WriteString(w, "\n")
	return err
}

// array writes values as a JSON array, one value at a time.
func array(w io.Writer, values iter.Seq2[any, error]) error {
	before := "[\n"
	for value, err := range values {
		if err != nil {
			return err
		}
		text, err := json.Marshal(value)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s%s", before, text); err != nil {
			return err
		}
		before = ",\n"
	}
	end := "\n]"
	if before == "[\n" {
		end = "[]"
	}
	_, err := io.WriteString(w, end)
	return err
}

// lists writes the files of lists: an object with an array for each.
func (e *exporter) lists() error {
	for _, f := range files {
		w, err := e.file(f.name)
		if err != nil {
			return err
		}
		before := "{"
		for _, l := range f.lists {
			if _, err := fmt.Fprintf(w, "%s%q: ", before, l.name); err != nil {
				return err
			}
			if l.list == ownHooks && e.reading {
				l.list = ownHookHosts
			}
			if err := array(w, e.own(l.list)); err != nil {
				return err
			}
			before = ",\n"
		}
		if _, err := io.WriteString(w, "}\n"); err != nil {
			return err
		}
	}
	return nil
}

// ownPage is the number of rows of a list that are read at a time, as notes may have 20,000 characters.
const ownPage = 50

// own yields the rows of a list.
func (e *exporter) own(list ownList) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		for after := cursor(nil); ; {
			rows, next, err := readOwn(e.ctx, e.store, e.player.ID, list, after, ownPage)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, row := range rows {
				if !yield(row, nil) {
					return
				}
			}
			if next == nil {
				return
			}
			after = next
		}
	}
}

// notices has the mails to the player of the ledger, newest first.
func (e *exporter) notices() error {
	type notice struct {
		Kind      models.Kind         `json:"kind"`
		Game      string              `json:"game,omitempty"`
		Challenge string              `json:"challenge,omitempty"`
		Status    models.NoticeStatus `json:"status"`
		Reason    models.NoticeReason `json:"reason,omitempty"`
		CreatedAt time.Time           `json:"created_at"`
	}
	return e.list("notices.json", func(yield func(any, error) bool) {
		for before := int64(0); ; {
			list, next, err := e.store.Notices(e.ctx, e.player.ID, before, page)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, n := range list {
				if !yield(notice{n.Kind, n.GameID, n.ChallengeID, n.Status, n.Reason, n.CreatedAt}, nil) {
					return
				}
			}
			if next == 0 {
				return
			}
			before = next
		}
	})
}

// reports has the player's reports, oldest first.
func (e *exporter) reports() error {
	type report struct {
		ID        int64     `json:"id"`
		Player    string    `json:"player,omitempty"`
		Game      string    `json:"game,omitempty"`
		Message   int       `json:"message,omitempty"`
		Reason    string    `json:"reason"`
		CreatedAt time.Time `json:"created_at"`
		ClosedAt  time.Time `json:"closed_at,omitzero"`
	}
	return e.list("reports.json", func(yield func(any, error) bool) {
		for after := int64(0); ; {
			list, err := e.store.ReportsBy(e.ctx, e.player.ID, after, page)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, r := range list {
				after = r.ID
				if !yield(report{r.ID, r.Player, r.Game, r.Message, r.Reason, r.CreatedAt, r.ClosedAt}, nil) {
					return
				}
			}
			if len(list) < page {
				return
			}
		}
	})
}
