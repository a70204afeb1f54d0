package models

// queuesWentBack makes due now what was put off while the clock was ahead: the turns of the house, mails to be read,
// and deliveries to webhooks, all of which would wait until the clock reaches that time again. A retry that was put off
// for longer than outageFrom before the clock was wrong comes early, which does no harm.
func (tx *Tx) queuesWentBack() error {
	late := tx.at.Add(outageFrom)
	for _, change := range []struct {
		query string
		args  []any
	}{
		{"UPDATE games SET house_at = ? WHERE house_at > 0 AND house_at > ?", []any{tx.at, late}},
		{
			`UPDATE inbound SET next_at = ?, lease_until = 0 WHERE done_at = 0 AND (next_at > ? OR lease_until > ?)`,
			[]any{tx.at, late, late},
		},
		{"UPDATE hooks SET retry_at = ? WHERE retry_at > ?", []any{tx.at, late}},
		{"UPDATE hooks SET failing_since = ? WHERE failing_since > ?", []any{tx.at, late}},
		{
			`UPDATE hook_deliveries SET next_at = ?, lease_until = 0 WHERE done_at = 0 AND (next_at > ? OR lease_until > ?)`,
			[]any{tx.at, late, late},
		},
		{
			"UPDATE hook_hosts SET next_at = ?, free_at = 0 WHERE free_at > ? OR next_at > ? AND next_at < ?",
			[]any{tx.at, late, late, Never},
		},
	} {
		if err := tx.Exec(change.query, change.args...).Error; err != nil {
			return err
		}
	}
	return nil
}
