// Package db is the database engine: connections to SQLite or PostgreSQL, the writer that commits transactions
// together, migrations, back-up. It knows no table; what depends on one is passed in with Options and Job.
package db
