//go:build browser

package pages_test

// addTrials adds boards to try.
func (s *scene) addTrials() {
	const board = "/try/hnefatafl?variant=7x7"
	s.add("try", nil, board, nil)
	s.add("try-piece", nil, board+"&at=a4", nil)
	s.add("try-whole", nil, board+"&turn=a4-a2", nil)
	s.add("try-answered", s.ann, board+"&t=a4-a2", nil)
	s.add("try-refused", nil, board+"&t=a4-a2&t=what", nil)
	s.add("try-bowls", nil, "/try/bohnduell?side=red", nil)
	s.add("try-none", nil, "/try/chess", nil)
	over := s.visitor()
	p := over.get("/try/bohnduell")
	for {
		play, ok := over.tapTurn(p)
		if !ok {
			break
		}
		p = over.get(play)
	}
	s.add("try-over", nil, p.at.RequestURI(), nil)
}
