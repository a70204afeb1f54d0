package schema

import "turnpost/models"

// ActLife is how long the log of operators' acts is kept.
const ActLife = 2 * 365 * models.Day
