package schema

// RelatedRows holds the rows related to a game that a turn needs to know.
type RelatedRows struct {
	Plans  int   // number of plans of its players
	Notice int64 // the only notice that a turn makes outdated; 0: none, -1: several
}
