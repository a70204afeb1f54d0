package templates

// digestBoards is how many games of a digest are shown with their board.
const digestBoards = 5

// Awaiting is what a digest tells of games that wait for the reader.
func (m *Mail) Awaiting() []Mail { return m.with(true) }

// News is what else a digest tells.
func (m *Mail) News() []Mail { return m.with(false) }

func (m *Mail) with(awaiting bool) (list []Mail) {
	for _, item := range m.With {
		if (item.Kind == "your_turn" || item.Kind == "reminder") == awaiting {
			list = append(list, item)
		}
	}
	return list
}

func (w *mailWriter) writeDigest() {
	w.add(blockHead, "digest.head")
	for i, m := range w.Awaiting() {
		if m.Game == nil {
			w.fail(errNoGame)
			return
		}
		w.writeAwaiting(m, i < digestBoards)
	}
	news := w.News()
	if len(news) > 0 && len(news) < len(w.With) {
		w.add(blockText, "digest.news")
	}
	w.besides(len(w.blocks), news)
}

// writeAwaiting tells of a game that waits for the reader.
func (w *mailWriter) writeAwaiting(m Mail, board bool) {
	m.Kind = "your_turn" // a reminder shows its turn too
	game := newMailWriter(m)
	game.add(blockText, "digest.game")
	game.turn()
	if board {
		game.draw(m.Game.Board, m.Game.Style, "picture")
	}
	if m.Game.DrawOffered {
		game.add(blockText, "digest.draw")
	}
	game.link(blockLink, "game.link", game.gameURL())
	w.fail(game.err)
	w.blocks = append(w.blocks, game.blocks...)
	w.boards = append(w.boards, game.boards...)
}
