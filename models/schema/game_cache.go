package schema

// CachedQuery is a query with up to two arguments.
type CachedQuery struct {
	query string
	Args  [2]any
}

// AskedFor returns the key of a query in a cache.
func AskedFor(query string, args []any) CachedQuery {
	asked := CachedQuery{query: query}
	copy(asked.Args[:], args)
	return asked
}

// GameList is the query of an ordered list of games.
type GameList struct {
	Whole            string // reads the games
	WithFingerprints string // reads the games with their fingerprints
	Fingerprints     string // reads only these, a line each, as one text: rows would cost more
}
