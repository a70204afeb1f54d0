package schema

import (
	"encoding/json"

	"turnpost/models"
)

// DecodeSettings reads the settings that are stored with a player.
func DecodeSettings(text string) (s models.Settings) {
	if text == "{}" {
		return s
	}
	_ = json.Unmarshal([]byte(text), &s) // encoded by this program; the zero value is the default
	return s
}
