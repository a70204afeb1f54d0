package admin

import (
	"context"

	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/rules"
)

// StopHouse ends all games of the house without a result, and returns their number. It is for operators who have turned
// the house off; games that begin meanwhile end too.
func (a Admin) StopHouse(ctx context.Context) (stopped int, err error) {
	for tried := map[string]bool{}; ; {
		var ids []string
		err := a.store.Read(ctx).Raw(`SELECT id FROM games WHERE status = 'ongoing' AND first_id IN ` + schema.HouseIDs + `
			UNION ALL SELECT id FROM games WHERE status = 'ongoing' AND second_id IN ` + schema.HouseIDs + ` LIMIT 100`).
			Scan(&ids).Error
		if err != nil || len(ids) == 0 {
			return stopped, err
		}
		for _, id := range ids {
			if tried[id] { // it is over, but for an index
				return stopped, a.store.DB.Advanced("the games of the house", 0, id)
			}
			tried[id] = true
			switch _, err := a.FinishGame(ctx, id, rules.Drawn(models.ReasonAnnulled)); {
			case err == nil:
				stopped++
			case models.CodeOf(err) != models.CodeGameOver:
				return stopped, err
			}
		}
	}
}
