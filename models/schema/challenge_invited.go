package schema

// DefaultLocale is the language of those who have chosen none.
const DefaultLocale = "en"

// MaxNameTries limits the numbers tried as a suffix of a name.
const MaxNameTries = 50
