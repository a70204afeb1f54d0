package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/board"
	"turnpost/templates/view"
)

// Analyse plays turns without a stored game.
func (s *server) Analyse(c echo.Context, in AnalyseParams) error {
	var request AnalysisRequest
	if err := readJSON(c, &request); err != nil {
		return err
	}
	line, err := s.store.AnalyseLine(models.AnalysisInput{
		Ruleset: request.Ruleset, Variant: request.Variant, Position: request.Position, Turns: request.Turns,
		Prefix: request.Prefix,
	})
	if err != nil {
		return err
	}
	d := drawing{in.Flip, in.Style, in.Scale, in.Theme}
	a, err := s.analysisResponse(line, formOf(c), d, request.Prefix, readerOf(c))
	if err != nil {
		return err
	}
	if formOf(c) == typeText {
		a.Body = append(a.Body, templates.AfterText("analysis", "", commandsOf(c))...)
	}
	return send(c, a)
}

func (s *server) analysisResponse(line *models.Analysis, form string, d drawing, prefix string,
	reader view.Reader,
) (response, error) {
	shown := s.views.Analysis(line, prefix, reader)
	diagram, style := shown.Board.Diagram, &shown.Board.Style
	d.apply(style)
	style.Caption = templates.LineCaption(shown)
	switch form {
	case typeJSON:
		return jsonResponse(http.StatusOK, s.wireAnalysis(line, diagram, reader))
	case typeText:
		style.Caption, style.Legend = "", true
		return textResponse(http.StatusOK, templates.AnalysisText(shown, reader.Words())), nil
	case typeSVG:
		return svgResponse(diagram, *style), nil
	}
	png, err := board.PNG(diagram, *style)
	return response{Status: http.StatusOK, ContentType: typePNG, Body: png}, err
}

func (s *server) wireAnalysis(line *models.Analysis, diagram rules.Diagram, reader view.Reader) Analysis {
	w := Analysis{
		Ruleset: line.Info.ID, Variant: line.Variant.ID, Position: line.Position.String(),
		Result: wireResult(line.Info, line.Result),
		Played: each(line.Played, func(p rules.Played) Played {
			return Played{
				Turn: p.Turn, Description: s.views.Played(line, p, reader),
				Events: wireEvents(line.Info, p.Events), Position: p.Next.String(),
			}
		}),
		Next:    wireOptions(line.Next),
		Diagram: wireDiagram(line.Info, diagram),
	}
	if !line.Result.Over() {
		w.ToMove = sideOrNull(line.Info, line.Position.ToMove())
	}
	return w
}
