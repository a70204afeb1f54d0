package operator

// ActNames lists the names of all acts.
func ActNames() (names []string) {
	for _, a := range actList {
		names = append(names, a.name)
	}
	return names
}
