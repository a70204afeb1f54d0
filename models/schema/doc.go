// Package schema has the rows of the tables, except those of games (core.GameRow), and what can be decided by one row
// alone: how it is read and written, what it shows as a type of package models, the pages of a list, and keys. It runs
// no transaction.
package schema
