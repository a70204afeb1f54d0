package schema

import "turnpost/models"

// NameTaken returns the error for a name that somebody else has.
func NameTaken(name string) error {
	e := models.Fail(models.CodeNameTaken, "name_taken", "name", name)
	e.Field = "name"
	return e
}
