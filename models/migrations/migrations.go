// Package migrations holds the migrations of the database, embedded in the program.
package migrations

import "embed"

// Files has the migrations in the folders sqlite and postgres.
//
//go:embed sqlite postgres
var Files embed.FS
