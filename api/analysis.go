package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/templates"
)

// Analyse plays turns without a game.
func (s *server) Analyse(c echo.Context, in AnalyseParams) error {
	var request AnalysisRequest
	if err := readJSON(c, &request); err != nil {
		return err
	}
	line, err := s.store.Analyse(models.AnalysisInput{
		Ruleset: request.Ruleset, Variant: request.Variant, Position: request.Position, Turns: request.Turns, Prefix: request.Prefix,
	})
	if err != nil {
		return err
	}
	a, err := s.analysisAnswer(line, formOf(c), view{in.Flip, in.Style, in.Scale}, request.Prefix)
	if err != nil {
		return err
	}
	return send(c, a)
}

func (s *server) analysisAnswer(line *models.Analysis, form string, v view, prefix string) (models.Answer, error) {
	diagram := line.Position.Diagram()
	if n := len(line.Played); n > 0 {
		diagram = diagram.Mark(line.Played[n-1].Events)
	}
	if form == typeJSON {
		return jsonAnswer(http.StatusOK, s.wireAnalysis(line, diagram))
	}
	page := s.analysisPage(line, prefix)
	style := s.boardStyle(line.Info.ID, v)
	switch form {
	case typeText:
		style.Legend = true
		page.Board = templates.BoardText(diagram, style)
		return textAnswer(http.StatusOK, page.Text()), nil
	case typeSVG:
		style.Caption = page.Caption()
		return svgAnswer(diagram, style), nil
	}
	style.Caption = page.Caption()
	png, err := templates.BoardPNG(diagram, style)
	return models.Answer{Status: http.StatusOK, ContentType: typePNG, Body: png}, err
}

func (s *server) wireAnalysis(line *models.Analysis, diagram rules.Diagram) Analysis {
	w := Analysis{
		Ruleset: line.Info.ID, Variant: line.Variant.ID, Position: line.Position.String(), Result: wireResult(line.Info, line.Result),
		Played: each(line.Played, func(p rules.Played) Played {
			return Played{Turn: p.Turn, Told: s.tell(line, p), Events: wireEvents(line.Info, p.Events), Position: p.Next.String()}
		}),
		Next:    Options{MayEnd: line.Next.MayEnd, Steps: line.Next.Steps},
		Diagram: wireDiagram(line.Info, diagram),
	}
	if !line.Result.Over() {
		w.ToMove = sideOrNull(line.Info, line.Position.ToMove())
	}
	return w
}

func (s *server) analysisPage(line *models.Analysis, prefix string) templates.AnalysisPage {
	page := templates.AnalysisPage{
		Name: line.Variant.Name, Turns: len(line.Played), Sides: [2]string{line.Info.Sides[0].Name, line.Info.Sides[1].Name},
		ToMove: line.Position.ToMove(), Result: line.Result, Reason: line.Info.ReasonPhrase(line.Result.Reason),
		Position: line.Position.String(), Prefix: prefix, MayEnd: line.Next.MayEnd, Steps: line.Next.Steps,
	}
	if n := len(line.Played); n > 0 {
		page.Told = s.tell(line, line.Played[n-1])
	}
	return page
}

// tell says a turn of an analysis in words, the sides for the players.
func (s *server) tell(line *models.Analysis, p rules.Played) string {
	g := models.Game{Ruleset: line.Info.ID, Variant: line.Variant.ID}
	for seat, side := range line.Info.Sides {
		g.Players[seat].Name = side.Name
	}
	return s.store.Tell(&g, models.Turn{Text: p.Turn, Events: p.Events})
}
