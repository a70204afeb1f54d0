package core

import (
	"fmt"

	"turnpost/models"
	"turnpost/models/schema"
	"turnpost/models/secrets"
)

// NameFor returns a free name similar to a display name. It does not use the address, because its owner may not want to
// publish it.
func (tx *Tx) NameFor(displayName, emailKey string) (string, error) {
	base := models.NameFromDisplay(displayName)
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			suffix := fmt.Sprint(n)
			if n > schema.MaxNameTries {
				suffix = "-" + secrets.NewID()
			}
			name = base[:min(len(base), models.MaxName-len(suffix))] + suffix
		}
		err := models.CheckName(name)
		if err == nil {
			err = tx.ClaimName(name, emailKey)
		}
		if err == nil {
			return name, nil
		}
		if code := models.CodeOf(err); (code != models.CodeNameTaken &&
			code != models.CodeInvalid) || n > 2*schema.MaxNameTries {
			return "", err
		}
	}
}
