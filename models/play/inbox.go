package play

import (
	"turnpost/models"
	"turnpost/models/core"
	"turnpost/models/db"
	"turnpost/models/schema"
)

// Inbox reads an inbox and reuses the unchanged parts of the cached one.
func (l Snapshot) Inbox(p models.Player, now models.Millis) (*core.CachedInbox, error) {
	known := l.GameCache.Inbox(p.ID)
	if known.Stands(l.state, p.Email, now) {
		return known, nil
	}
	read := &core.CachedInbox{State: l.state, At: now, Email: p.Email}
	has, err := l.inboxHas(p, len(known.Games) > 0)
	if err == nil {
		read.Games, err = l.listByFingerprints(core.InboxToMove, has.Fingerprints, known.Games, p.ID)
	}
	if err == nil && has.Offers {
		read.Offers, err = l.list(core.InboxOffers, known.Offers, p.ID, p.ID)
	}
	if err == nil && has.Messages {
		read.Messages, err = l.list(core.InboxMessages, known.Messages, p.ID)
	}
	if err == nil && has.Challenges {
		read.Challenges, _, err = l.Challenges(l.Ctx, p, models.BoxIn, "", models.MaxInbox)
	}
	if err == nil {
		l.GameCache.KeepInbox(p.ID, read)
	}
	return read, err
}

func (l Snapshot) inboxHas(p models.Player, fingerprints bool) (has schema.InboxHas, err error) {
	query, args := core.InboxHasAlone, []any{p.ID, p.ID, p.ID, p.ID, schema.EmailKeyOf(p)}
	if fingerprints {
		query, args = core.InboxHasWithFingerprints, append([]any{p.ID}, args...)
	}
	err = db.Query(l.Read(l.Ctx), func(c *db.Columns) error {
		has = schema.InboxHas{Fingerprints: c.Text(), Offers: c.Bool(), Messages: c.Bool(), Challenges: c.Bool()}
		return nil
	}, query, args...)
	return has, err
}
