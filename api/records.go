package api

import (
	"encoding/hex"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/models/play"
	"turnpost/models/record"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/view"
)

// GetRecord returns the complete record of a game.
func (s *server) GetRecord(c echo.Context, id PublicID) error {
	r, err := s.store.GameRecord(c.Request().Context(), id)
	if err != nil {
		return err
	}
	info := s.info(r.Ruleset)
	name := fmt.Sprintf("%s-%s-%s", r.Ruleset, r.Variant, r.ID)
	if formOf(c) == typeText {
		setFileName(c, name+".txt")
		return sendData(c, textResponse(http.StatusOK, record.Text(r, info)))
	}
	setFileName(c, name+".json")
	return sendJSON(c, http.StatusOK, wireRecord(r, info))
}

// setFileName names the file in which a browser or curl -OJ saves the response.
func setFileName(c echo.Context, name string) {
	c.Response().Header().Set(echo.HeaderContentDisposition, fmt.Sprintf("inline; filename=%q", name))
}

// VerifyRecord replays a record.
func (s *server) VerifyRecord(c echo.Context) error {
	r, err := s.readRecord(mediaType(c.Request()), bodyOf(c))
	if err != nil {
		return err
	}
	v, err := s.store.VerifyRecord(c.Request().Context(), r)
	if err != nil {
		return err
	}
	reader := readerOf(c)
	shown := s.views.Verification(v, reader)
	if formOf(c) == typeText {
		return send(c, textResponse(http.StatusOK, templates.VerificationText(shown, reader.Words())+
			templates.AfterText("analysis", "", commandsOf(c))))
	}
	return sendJSON(c, http.StatusOK, wireVerification(v, shown))
}

// readRecord reads a record as JSON or text.
func (s *server) readRecord(mediaType string, body []byte) (*models.GameRecord, error) {
	if mediaType != typeJSON {
		return record.Read(s.store, string(body))
	}
	var w GameRecord
	if err := decode(body, &w); err != nil {
		return nil, err
	}
	return s.recordOf(w)
}

// recordOf converts a JSON record. Absent fields stay empty.
func (s *server) recordOf(w GameRecord) (*models.GameRecord, error) {
	info, known := s.infos[w.Ruleset]
	if !known {
		return &models.GameRecord{Ruleset: w.Ruleset}, nil // refused later, by this name
	}
	r := &models.GameRecord{
		ID: w.ID, Ruleset: w.Ruleset, Variant: w.Variant, Version: w.Version, Pace: w.Pace,
		Begun: timeOf(w.CreatedAt), Ended: timeOf(w.FinishedAt), Hash: hashOf(w.Hash),
	}
	for i, p := range w.Players {
		seat, err := seatOf(info, p.Seat, "players.%d.seat", i)
		if err != nil {
			return nil, err
		}
		r.Players[seat] = p.Name
	}
	if w.Result != nil {
		r.Result = rules.Drawn(w.Result.Reason)
		if w.Result.Winner != nil {
			var err error
			if r.Result.Winner, err = seatOf(info, *w.Result.Winner, "result.winner"); err != nil {
				return nil, err
			}
		}
	}
	if w.Start != nil {
		r.Start = models.Turn{
			Seat: rules.NoSeat, Position: w.Start.Position, At: timeOf(w.Start.At),
			Hash: hashOf(w.Start.Hash),
		}
	}
	for i, t := range w.Turns {
		turn, err := turnOf(info, t, i)
		if err != nil {
			return nil, err
		}
		r.Turns = append(r.Turns, turn)
	}
	return r, nil
}

// turnOf converts the turn of a record with index i, from 0.
func turnOf(info rules.Info, w RecordedTurn, i int) (models.Turn, error) {
	t := models.Turn{
		Ply: w.Ply, Seat: rules.NoSeat, Text: w.Turn, Position: w.Position,
		Via: models.Via(w.Via), At: timeOf(w.At), Hash: hashOf(w.Hash),
	}
	if t.Ply == 0 {
		t.Ply = i + 1
	}
	if w.Seat == "" {
		return t, nil
	}
	var err error
	t.Seat, err = seatOf(info, w.Seat, "turns.%d.seat", i)
	return t, err
}

// seatOf returns the seat of the side that a field names.
func seatOf(info rules.Info, side, field string, args ...any) (rules.Seat, error) {
	seat, ok := info.Seat(side)
	if !ok {
		return seat,
			refuseField(fmt.Sprintf(field, args...), "http.sides", "ruleset", info.ID, "sides",
				[]string{info.Sides[0].ID, info.Sides[1].ID})
	}
	return seat, nil
}

func timeOf(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

// hashOf decodes a hash that was validated against the specification; "" becomes nil.
func hashOf(text string) []byte {
	if text == "" {
		return nil
	}
	hash, _ := hex.DecodeString(text)
	return hash
}

func wireRecord(r *models.GameRecord, info rules.Info) GameRecord {
	w := GameRecord{
		ID: r.ID, Ruleset: r.Ruleset, Variant: r.Variant, Version: r.Version, Pace: r.Pace,
		CreatedAt: &r.Begun, FinishedAt: optionalTime(r.Ended), Result: wireResult(info, r.Result),
		Start: &RecordedStart{Position: r.Start.Position, At: &r.Start.At, Hash: hex.EncodeToString(r.Start.Hash)},
		Hash:  hex.EncodeToString(r.Hash),
		Turns: each(r.Turns, func(t models.Turn) RecordedTurn {
			return RecordedTurn{
				Ply: t.Ply, Seat: info.SideID(t.Seat), Turn: t.Text, Position: t.Position,
				At: &t.At, Via: string(t.Via), Hash: hex.EncodeToString(t.Hash),
			}
		}),
	}
	for seat, name := range r.Players {
		w.Players = append(w.Players, RecordedPlayer{Seat: info.Sides[seat].ID, Name: name})
	}
	return w
}

func wireVerification(v *play.Verification, shown *view.Verification) Verification {
	w := Verification{
		Ok: v.Fault == nil, Ruleset: v.Info.ID, Variant: v.Variant.ID, Plies: v.Plies,
		Position: v.Position.String(), Result: wireResult(v.Info, v.Result), Hashed: v.Chained, Stored: v.Stored,
	}
	if !v.Result.Over() {
		w.ToMove = sideOrNull(v.Info, v.Position.ToMove())
	}
	if f := v.Fault; f != nil {
		w.Fault = &RecordFault{Ply: f.Ply, Kind: RecordFaultKind(f.Kind), Reason: f.Reason, Detail: shown.Detail}
	}
	return w
}
