package models

// countGuess counts a try at a code by who makes it: by the secret of a request that was made for the address, else by
// network. It counts for all who try, but for networks that the owner has signed in from: for the address, and, without
// such a secret, for all addresses together. That count, returned as sprayed, is of wrong codes only. The error is
// CodeTooMany where one of the bounds has no try left; then the try counts for none.
func (tx *Tx) countGuess(a Asker, emailKey string) (sprayed []scoped, err error) {
	own := tx.Exec(`UPDATE sign_in_requests SET tries = tries + 1
		WHERE hash = ? AND owner = ? AND expires_at > ? AND tries < ?`,
		a.requestHash(), tx.nameOwner(emailKey), tx.at, requestTries)
	if own.Error != nil {
		return nil, own.Error
	}
	home, err := tx.isHome(a, emailKey)
	if err != nil {
		return nil, err
	}
	limits, bounds := tx.store.limits, []scoped(nil)
	if !home && own.RowsAffected == 0 { // first: where nothing is left of it, nothing is stored
		sprayed = []scoped{{tx.scopeOf("spraying"), limits.Spraying}}
		bounds = append(bounds, sprayed...)
	}
	if own.RowsAffected == 0 {
		bounds = append(bounds, tx.byNetwork("guesser", a, limits.Guesser, emailKey)...)
	}
	if !home {
		bounds = append(bounds, scoped{tx.scopeOf("guesses", emailKey), limits.Guesses})
	}
	refused, err := tx.takeAll(bounds...)
	if err != nil || refused == noneRefused {
		return sprayed, err
	}
	wait, err := tx.wait(bounds[refused])
	if err != nil {
		return nil, err
	}
	if refused < len(sprayed) {
		return nil, tooMany(wait, "too_many_guesses_everywhere")
	}
	return nil, tooMany(wait, "too_many_guesses")
}
