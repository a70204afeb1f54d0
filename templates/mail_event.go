package templates

import (
	"strconv"

	"turnpost/templates/view"
)

// writeEventBegan lists the games that have begun: those that await the reader, each with an address for its turn, and
// then those that await the opponents.
func (w *mailWriter) writeEventBegan() {
	w.add(blockHead, "event_began.head")
	w.add(blockLead, "event.lead")
	w.add(blockText, "event_began.what")
	if !w.isSecondary {
		for i, m := range w.Listed {
			w.addEntry(m, i < listBoards)
		}
		if w.More > 0 {
			w.add(blockText, "games.more")
		}
		w.listOthers()
		w.warnOfLinks()
	}
	w.button("event.look", EventURL(w.Site, w.Event.ID))
}

func (w *mailWriter) writeEventPlace() {
	w.add(blockHead, "event_place.head")
	w.add(blockLead, "event.lead")
	if w.Place > 0 {
		w.add(blockText, "event_place.what")
	} else {
		w.add(blockText, "event_place.left")
	}
	if !w.isSecondary {
		w.eventTable()
	}
	w.button("event.look", EventURL(w.Site, w.Event.ID))
}

func (w *mailWriter) writeEventEnded() {
	w.add(blockHead, "event_ended.head")
	w.add(blockLead, "event.lead")
	if !w.isSecondary {
		w.eventTable()
	}
	w.button("event.look", EventURL(w.Site, w.Event.ID))
}

// placesAround is the number of places of a ladder above and below the reader's that a mail has.
const placesAround = 5

// eventTable appends the table of the event: a line for each player.
func (w *mailWriter) eventTable() {
	if w.Event == nil {
		w.fail(errNoEvent)
		return
	}
	for _, group := range w.Table {
		if group.No > 0 {
			w.blocks = append(w.blocks, mailBlock{
				Kind: blockSection, Text: w.language.Say("site.event.group", "n", group.No),
			})
		}
		table := mailBlock{Kind: blockTable}
		for _, row := range group.Rows {
			table.Rows = append(table.Rows, [2]string{w.placed(row), w.scored(row)})
		}
		w.blocks = append(w.blocks, table)
	}
	if len(w.Places) > 0 {
		w.ladderTable()
	}
	if len(w.Table) == 0 && len(w.Places) == 0 {
		w.blocks = append(w.blocks, mailBlock{Kind: blockText, Text: w.Event.State})
	}
}

// placed returns the place and the name of a row: "3. ann".
func (w *mailWriter) placed(row view.EventRow) string {
	if row.Place == 0 {
		return oneLine(row.Name)
	}
	return w.language.Say("event.row.place", "place", row.Place, "name", oneLine(row.Name))
}

// scored returns what a player has reached, as a sentence.
func (w *mailWriter) scored(row view.EventRow) string {
	if row.Place == 0 {
		return w.language.Say("site.event.withdrawn")
	}
	return w.language.Say("event.row.points", "points", row.Points, "wins", row.Wins, "sb", row.SB, "left", row.Left)
}

// ladderTable appends the places of a ladder: the top, or those around the reader's.
func (w *mailWriter) ladderTable() {
	first := max(0, min(w.Place-1-placesAround, len(w.Places)-2*placesAround-1))
	table := mailBlock{Kind: blockTable}
	for i, name := range w.Places[first:min(len(w.Places), first+2*placesAround+1)] {
		table.Rows = append(table.Rows, [2]string{strconv.Itoa(first+i+1) + ".", oneLine(name)})
	}
	w.blocks = append(w.blocks, table)
}

// listEvents lists events, each with its number, by which the other commands name it.
func (w *mailWriter) listEvents() {
	w.add(blockText, "events.what")
	for _, e := range w.Events {
		w.blocks = append(w.blocks, mailBlock{
			Kind: blockLink, Text: w.language.Say("events.line", "name", oneLine(e.Name), "state", e.State, "id", e.ID),
			URL: EventURL(w.Site, e.ID),
		})
	}
	if len(w.Events) > 0 {
		w.add(blockText, "events.how")
	}
	w.link(blockLink, "events.page", w.Site+"/events")
}
