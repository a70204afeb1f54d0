package schema

import "turnpost/models"

// BeyondOpenCursor reads a cursor of open challenges: whether its ruleset fits, as "1" or "0", and the condition for
// challenges after it of such rulesets. Without a cursor all is empty.
func BeyondOpenCursor(before string) (fits, beyond string, args []any, err error) {
	if before == "" {
		return "", "", nil, nil
	}
	fits = map[byte]string{'f': "1", 'o': "0"}[before[0]]
	if beyond, args, err = BeyondCursor("created_at", before[1:], ""); err != nil || fits == "" || beyond == "" {
		err = BadCursor(before)
	}
	return fits, beyond, args, err
}

// FormatOpenCursor begins with f where the ruleset fits, and with o otherwise.
func FormatOpenCursor(fits bool, at models.Millis, id string) string {
	if fits {
		return "f" + FormatCursor(at, id)
	}
	return "o" + FormatCursor(at, id)
}
