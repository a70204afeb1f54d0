package view

import "turnpost/models"

// Inbox lists the games and challenges that wait for a player.
type Inbox struct {
	Games      []*Game // with the reader to move, the most urgent first; that one has its board
	Draws      []*Game // with a draw offer of the opponent
	Takebacks  []*Game // with a takeback offer of the opponent
	Messages   []*Game // with unread messages
	Challenges []*Challenge
}

// Inbox returns the inbox of the reader.
func (v *Views) Inbox(box models.Inbox, r Reader) (*Inbox, error) {
	view := &Inbox{}
	for i, g := range box.Games {
		if i > 0 {
			view.Games = append(view.Games, v.Game(g, false, r))
			continue
		}
		urgent, err := v.Drawn(g, false, r)
		if err != nil {
			return nil, err
		}
		view.Games = append(view.Games, urgent)
	}
	for _, g := range box.Offers {
		offer := v.Game(g, false, r)
		if offer.DrawOfferedToMe() {
			view.Draws = append(view.Draws, offer)
		}
		if offer.TakebackOfferedToMe() {
			view.Takebacks = append(view.Takebacks, offer)
		}
	}
	for _, g := range box.Messages {
		view.Messages = append(view.Messages, v.Game(g, false, r))
	}
	for _, c := range box.Challenges {
		view.Challenges = append(view.Challenges, v.Challenge(c, r))
	}
	return view, nil
}
