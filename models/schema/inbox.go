package schema

// InboxHas tells which lists of an inbox may have entries: finding out that one of the rarer lists is empty costs far
// less than reading it.
type InboxHas struct {
	Fingerprints                 string // of the games to move, if requested
	Offers, Messages, Challenges bool
}

// SelectInboxHas reads an InboxHas.
const SelectInboxHas = `
	EXISTS (SELECT 1 FROM games WHERE second_id = ? AND status = 'ongoing' AND (draw_by = 0 OR takeback_by = 0))
	OR EXISTS (SELECT 1 FROM games WHERE first_id = ? AND status = 'ongoing' AND (draw_by = 1 OR takeback_by = 1)),
	EXISTS (SELECT 1 FROM chats WHERE player_id = ? AND unread > 0),
	EXISTS (SELECT 1 FROM challenges WHERE opponent_id = ? AND status = 'open')
	OR EXISTS (SELECT 1 FROM challenges WHERE invited = ? AND invited <> '')`
