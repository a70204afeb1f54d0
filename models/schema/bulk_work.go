package schema

// BulkPart is the number of games, or rows of a player, that one transaction changes, in a few milliseconds at most.
const BulkPart = 20

// OfGames reports whether a kind changes games, and not other rows of a player.
func (k BulkKind) OfGames() bool { return k != BulkErasure && k != BulkMailDrop && k != BulkReschedule }
