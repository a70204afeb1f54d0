package export

import (
	"io"
	"iter"
	"time"

	"turnpost/models/play"
	"turnpost/models/record"
	"turnpost/rules/phrase"
)

// games has the record of each game, and its messages if there are any.
func (e *exporter) games() error {
	for after := ""; ; {
		ids, err := e.store.GameIDs(e.ctx, e.player.ID, after, page)
		if err != nil {
			return err
		}
		for _, id := range ids {
			after = id
			if err := e.game(id); err != nil {
				return err
			}
		}
		if len(ids) < page {
			return nil
		}
	}
}

func (e *exporter) game(id string) error {
	played, err := e.store.GameRecord(e.ctx, id)
	if err != nil {
		return err
	}
	w, err := e.file("games/" + id + ".txt")
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, record.Text(played, e.store.RulesetInfo(played.Ruleset, phrase.English))); err != nil {
		return err
	}
	first, err := e.store.Messages(e.ctx, e.player.ID, id, 0, page)
	if err != nil || len(first.Messages) == 0 {
		return err
	}
	return e.list("messages/"+id+".json", e.messages(id, first))
}

// messages yields the messages of a game, of which the first page was read.
func (e *exporter) messages(id string, chat play.Chat) iter.Seq2[any, error] {
	type message struct {
		Number int       `json:"number"`
		Author string    `json:"author"`
		Ply    int       `json:"ply"`
		Text   string    `json:"text"`
		At     time.Time `json:"at"`
	}
	return func(yield func(any, error) bool) {
		for {
			for _, m := range chat.Messages {
				if !yield(message{m.Number, m.Author.Name, m.Ply, m.Text, m.At}, nil) {
					return
				}
			}
			if chat.Next == 0 {
				return
			}
			var err error
			if chat, err = e.store.Messages(e.ctx, e.player.ID, id, chat.Next, page); err != nil {
				yield(nil, err)
				return
			}
		}
	}
}
