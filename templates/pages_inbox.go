package templates

// InboxPage is what waits for a player.
type InboxPage struct {
	Games      []GamePage // to move, the most urgent first
	Draws      []GamePage // in which the opponent offers a draw
	Takebacks  []GamePage // in which the opponent offers a takeback
	Challenges []ChallengePage
	BaseURL    string
}

// Text is the page as plain text: what waits, line by line, then the most
// urgent game with its board.
func (p InboxPage) Text() string { return pageText("pages_inbox.txt.tmpl", p) }
