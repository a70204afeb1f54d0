package db

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
)

// A transfer copies every row of one database into another one, of either kind, in parts: each is committed together
// with the place that it reaches, so that a transfer that was interrupted continues there.

// unfinished is the table that a database has while it is being copied into. Nothing else opens it meanwhile.
const unfinished = "_unfinished_copy"

// transferCommitTime is for parts that are large.
const transferCommitTime = time.Minute

// partRows is the number of rows of a part.
const partRows = 2000

// UnfinishedCopyError is the error of Open for a database into which not everything has been copied.
type UnfinishedCopyError struct{ From string }

func (e *UnfinishedCopyError) Error() string {
	return fmt.Sprintf("the database holds only a part of %s: continue turnpost copy, or begin with an empty database",
		e.From)
}

// Transfer is the work of copying a database.
type Transfer struct {
	From, To Options                        // From must exist with the schema of Migrations, To be empty or begun before
	Reached  func(table string, rows int64) // called after each part with the number of rows of the table so far
	// Used returns a text that changes while a server uses the source. A change fails the transfer, which must then
	// begin anew.
	Used func(ctx context.Context, source *gorm.DB) (string, error)
}

// Run copies the database. Where it was interrupted, it continues.
func (t *Transfer) Run(ctx context.Context) (err error) {
	t.From.CommitTimeout, t.To.CommitTimeout = transferCommitTime, transferCommitTime
	t.From.KeepSchema, t.From.Existing, t.From.ReadOnly = true, true, !IsPostgres(t.From.Source)
	from, err := Open(ctx, t.From)
	if err != nil {
		return fmt.Errorf("from: %w", err)
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	used, err := t.Used(ctx, from.Read(ctx))
	if err != nil {
		return fmt.Errorf("from: %w", err)
	}
	to, err := t.openTarget(ctx, used)
	if err != nil {
		return fmt.Errorf("to: %w", err)
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	tables, err := tablesOf(ctx, t.To)
	if err != nil {
		return err
	}
	for _, table := range tables {
		if err := t.copyTable(ctx, from, to, table); err != nil {
			return fmt.Errorf("table %s: %w", table.name, err)
		}
	}
	for _, table := range tables {
		if err := compareCounts(ctx, from, to, table); err != nil {
			return err
		}
	}
	switch now, err := t.Used(ctx, from.Read(ctx)); {
	case err != nil:
		return fmt.Errorf("from: %w", err)
	case now != used:
		return errors.New("from: a server used the database meanwhile: stop it, and begin again with an empty database")
	}
	return to.Write(ctx, Job{Run: func(tx *Tx) error {
		if to.IsPostgres() { // plans by statistics, which it would gather some time later
			if err := tx.Exec("ANALYZE").Error; err != nil {
				return err
			}
		}
		return tx.Exec("DROP TABLE " + unfinished).Error
	}})
}

// openTarget opens the database to copy into: an empty one, which gets the schema, or one that the same state of the
// source was copied into before.
func (t *Transfer) openTarget(ctx context.Context, used string) (*DB, error) {
	bare := t.To
	bare.Migrations = nil
	to, err := Open(ctx, bare)
	if err != nil {
		return nil, err
	}
	begun, err := beginCopy(ctx, to, Name(t.From.Source), used)
	if err = errors.Join(err, to.Close()); err != nil {
		return nil, err
	}
	t.To.transfer = true
	if to, err = Open(ctx, t.To); err != nil || begun {
		return to, err
	}
	tables, err := tablesOf(ctx, t.To)
	if err == nil {
		err = to.Write(ctx, Job{Run: func(tx *Tx) error { // of what migrations insert
			for _, table := range slices.Backward(tables) {
				if err := tx.Exec("DELETE FROM " + table.name).Error; err != nil {
					return err
				}
			}
			return tx.Exec("UPDATE " + unfinished + " SET begun = 1").Error
		}})
	}
	if err != nil {
		return nil, errors.Join(err, to.Close())
	}
	return to, nil
}

// beginCopy marks an empty database as one that is copied into, or reports that its copy has begun already.
func beginCopy(ctx context.Context, to *DB, from, used string) (begun bool, err error) {
	is, err := readShape(to.Read(ctx), to.postgres)
	if err != nil {
		return false, err
	}
	if _, marked := is.columns[unfinished]; marked {
		var mark struct {
			Source, Used string
			Begun        int64
		}
		err := to.Read(ctx).Raw("SELECT source, used, begun FROM " + unfinished + " WHERE name = ''").Scan(&mark).Error
		if err != nil {
			return false, err
		}
		if mark.Source != from || mark.Used != used {
			return false, fmt.Errorf("it holds a part of another state of %s: begin again with an empty database", mark.Source)
		}
		return mark.Begun > 0, nil
	}
	if len(is.columns) > 0 {
		return false, errors.New("the database is not empty, and no copy of this one has begun in it; nothing was changed")
	}
	return false, to.Write(ctx, Job{Run: func(tx *Tx) error {
		err := tx.Exec("CREATE TABLE " + unfinished + ` (source TEXT NOT NULL, used TEXT NOT NULL, begun INTEGER NOT NULL,
			name TEXT NOT NULL, rows BIGINT NOT NULL, done INTEGER NOT NULL)`).Error
		if err != nil {
			return err
		}
		return tx.Exec("INSERT INTO "+unfinished+" VALUES (?, ?, 0, '', 0, 0)", from, used).Error
	}})
}

// refuseUnfinished fails for a database that is copied into, except for the transfer itself.
func (o Options) refuseUnfinished(db *gorm.DB, postgres bool) error {
	if o.transfer {
		return nil
	}
	exists := "SELECT COUNT(*) FROM sqlite_schema WHERE name = '" + unfinished + "'"
	if postgres {
		exists = "SELECT COUNT(to_regclass('" + unfinished + "'))"
	}
	var tables int64
	if err := db.Raw(exists).Scan(&tables).Error; err != nil || tables == 0 {
		return err
	}
	e := &UnfinishedCopyError{}
	if err := db.Raw("SELECT source FROM " + unfinished + " WHERE name = ''").Scan(&e.From).Error; err != nil {
		return err
	}
	return e
}

// copied is a table of a transfer.
type copied struct {
	name     string
	columns  []string
	texts    []string // those of the columns that hold text
	key      []string // primary key
	refersTo []string
}

// tablesOf returns the tables of the schema, each after those that it refers to.
func tablesOf(ctx context.Context, o Options) ([]copied, error) {
	scratch, err := open(sqlite.Open(":memory:"), 1, &faults{log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}
	d := &DB{connections: &connections{writer: scratch, reader: scratch}}
	defer func() { _ = closeDB(scratch) }() // in memory
	if err := d.apply(ctx, o.Migrations); err != nil {
		return nil, err
	}
	var rows []struct {
		Of, Name, Type string
		Pk             int
	}
	err = scratch.Raw(`SELECT m.name AS of, c.name, c.type, c.pk FROM sqlite_schema m, pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY m.name, c.cid`).Scan(&rows).Error
	if err != nil {
		return nil, err
	}
	var refers []struct{ Of, To string }
	err = scratch.Raw(`SELECT m.name AS of, f."table" AS "to" FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
		WHERE m.type = 'table'`).Scan(&refers).Error
	if err != nil {
		return nil, err
	}
	var list []copied
	keys := map[string]map[int]string{}
	for _, r := range rows {
		if r.Of == goose.DefaultTablename {
			continue
		}
		if n := len(list); n == 0 || list[n-1].name != r.Of {
			list = append(list, copied{name: r.Of})
			keys[r.Of] = map[int]string{}
		}
		last := &list[len(list)-1]
		last.columns = append(last.columns, r.Name)
		if r.Type == "TEXT" {
			last.texts = append(last.texts, r.Name)
		}
		if r.Pk > 0 {
			keys[r.Of][r.Pk] = r.Name
		}
	}
	for i := range list {
		for n := 1; n <= len(keys[list[i].name]); n++ {
			list[i].key = append(list[i].key, keys[list[i].name][n])
		}
		if len(list[i].key) == 0 {
			return nil, fmt.Errorf("table %s has no primary key", list[i].name)
		}
		for _, r := range refers {
			if r.Of == list[i].name && r.To != r.Of {
				list[i].refersTo = append(list[i].refersTo, r.To)
			}
		}
	}
	return inOrder(list)
}

// inOrder sorts tables so that each follows those that it refers to.
func inOrder(list []copied) (sorted []copied, err error) {
	placed := map[string]bool{}
	for len(sorted) < len(list) {
		before := len(sorted)
		for _, table := range list {
			ready := !slices.ContainsFunc(table.refersTo, func(to string) bool { return !placed[to] })
			if !placed[table.name] && ready {
				sorted, placed[table.name] = append(sorted, table), true
			}
		}
		if len(sorted) == before {
			return nil, errors.New("tables refer to each other in a circle")
		}
	}
	return sorted, nil
}

// copyTable copies the rows of a table that are not copied yet, and the number that its next row gets.
func (t *Transfer) copyTable(ctx context.Context, from, to *DB, table copied) error {
	var state struct{ Rows, Done int64 }
	err := to.Read(ctx).Raw("SELECT rows, done FROM "+unfinished+" WHERE name = ?", table.name).Scan(&state).Error
	if err != nil || state.Done > 0 {
		return err
	}
	last, err := lastKey(ctx, to, table, state.Rows)
	if err != nil {
		return err
	}
	for {
		rows, err := readPart(ctx, from, table, last)
		if err != nil {
			return err
		}
		state.Rows += int64(len(rows))
		done := int64(0)
		if len(rows) < partRows {
			done = 1
		}
		err = to.Write(ctx, Job{Run: func(tx *Tx) error {
			if err := insertRows(tx, table, rows); err != nil {
				return err
			}
			if done > 0 {
				if err := continueNumbers(ctx, from, tx, table); err != nil {
					return err
				}
			}
			if err := tx.Exec("DELETE FROM "+unfinished+" WHERE name = ?", table.name).Error; err != nil {
				return err
			}
			return tx.Exec("INSERT INTO "+unfinished+" VALUES ('', '', 1, ?, ?, ?)", table.name, state.Rows, done).Error
		}})
		if err != nil {
			return err
		}
		if t.Reached != nil {
			t.Reached(table.name, state.Rows)
		}
		if done > 0 {
			return nil
		}
		last = keyOf(table, rows[len(rows)-1])
	}
}

func keyOf(table copied, row []any) (key []any) {
	for _, column := range table.key {
		key = append(key, row[slices.Index(table.columns, column)])
	}
	return key
}

// lastKey returns the key of the last row that was copied, in the order of the source; nil for none. Rows come in the
// order of their keys, and texts may be ordered otherwise in the other database: it is the row that came last.
func lastKey(ctx context.Context, to *DB, table copied, rows int64) ([]any, error) {
	if rows == 0 {
		return nil, nil
	}
	list, err := rowsOf(ctx, to.Read(ctx), table, "SELECT "+strings.Join(table.columns, ", ")+" FROM "+table.name+
		" ORDER BY "+ordered(to.postgres, table, " DESC")+" LIMIT 1")
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return keyOf(table, list[0]), nil
}

// ordered returns the terms that order the rows of a table by its key, and texts by their bytes in both databases.
func ordered(postgres bool, table copied, direction string) string {
	var terms []string
	for _, column := range table.key {
		terms = append(terms, byBytes(postgres, table, column)+direction)
	}
	return strings.Join(terms, ", ")
}

// byBytes returns the expression by which a column is compared by bytes.
func byBytes(postgres bool, table copied, column string) string {
	if postgres && slices.Contains(table.texts, column) {
		return column + ` COLLATE "C"`
	}
	return column
}

// readPart returns the rows that follow a key; the first ones for nil.
func readPart(ctx context.Context, from *DB, table copied, after []any) ([][]any, error) {
	var keys []string
	for _, column := range table.key {
		keys = append(keys, byBytes(from.postgres, table, column))
	}
	query := "SELECT " + strings.Join(table.columns, ", ") + " FROM " + table.name
	if after != nil {
		query += " WHERE (" + strings.Join(keys, ", ") + ") > (?" + strings.Repeat(", ?", len(keys)-1) + ")"
	}
	query += " ORDER BY " + strings.Join(keys, ", ") + fmt.Sprintf(" LIMIT %d", partRows)
	return rowsOf(ctx, from.Read(ctx), table, query, after...)
}

func rowsOf(ctx context.Context, db *gorm.DB, table copied, query string, args ...any) (list [][]any, err error) {
	rows, err := db.WithContext(ctx).Raw(query, args...).Rows()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		row := make([]any, len(table.columns))
		into := make([]any, len(row))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, rows.Err()
}

// maxValues is the number of values of one statement that both databases accept.
const maxValues = 30_000

func insertRows(tx *Tx, table copied, rows [][]any) error {
	overriding := ""
	if tx.IsPostgres() {
		overriding = " OVERRIDING SYSTEM VALUE"
	}
	row := "(?" + strings.Repeat(", ?", len(table.columns)-1) + ")"
	for part := range slices.Chunk(rows, max(1, maxValues/len(table.columns))) {
		values := make([]any, 0, len(part)*len(table.columns))
		for _, r := range part {
			values = append(values, r...)
		}
		// Not by GORM, which takes bytes after a parenthesis for a list of values.
		_, err := Exec(tx.DB, "INSERT INTO "+table.name+" ("+strings.Join(table.columns, ", ")+")"+overriding+" VALUES "+row+
			strings.Repeat(", "+row, len(part)-1), values...)
		if err != nil {
			return err
		}
	}
	return nil
}

// continueNumbers lets the database give the next row of a table a number that no row of the source ever had.
func continueNumbers(ctx context.Context, from *DB, tx *Tx, table copied) error {
	used, err := lastNumber(ctx, from, table)
	if err != nil {
		return err
	}
	if !tx.IsPostgres() {
		var numbered int64
		err := tx.Raw("SELECT COUNT(*) FROM sqlite_schema WHERE name = ? AND sql LIKE '%AUTOINCREMENT%'", table.name).
			Scan(&numbered).Error
		if err != nil || numbered == 0 || used == 0 {
			return err
		}
		if err := tx.Exec("DELETE FROM sqlite_sequence WHERE name = ?", table.name).Error; err != nil {
			return err
		}
		return tx.Exec("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", table.name, used).Error
	}
	column, err := identityOf(tx.DB, table)
	if err != nil || column == "" {
		return err
	}
	return tx.Exec("SELECT setval(pg_get_serial_sequence(?, ?), GREATEST(CAST(? AS BIGINT), (SELECT COALESCE(MAX("+column+
		"), 0) FROM "+table.name+")) + 1, false)", table.name, column, used).Error
}

// lastNumber returns the last number that a database gave to a row of a table; 0 if it keeps none.
func lastNumber(ctx context.Context, d *DB, table copied) (last int64, err error) {
	if !d.postgres {
		err = d.Read(ctx).Raw("SELECT seq FROM sqlite_sequence WHERE name = ?", table.name).Scan(&last).Error
		return last, err
	}
	column, err := identityOf(d.Read(ctx), table)
	if err != nil || column == "" {
		return 0, err
	}
	sequence := ""
	err = d.Read(ctx).Raw("SELECT pg_get_serial_sequence(?, ?)", table.name, column).Scan(&sequence).Error
	if err != nil {
		return 0, err
	}
	err = d.Read(ctx).Raw("SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM " + sequence).
		Scan(&last).Error
	return last, err
}

// identityOf returns the column of a table of PostgreSQL that numbers its rows; "" for none.
func identityOf(db *gorm.DB, table copied) (column string, err error) {
	err = db.Raw(`SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema()
		AND table_name = ? AND is_identity = 'YES'`, table.name).Scan(&column).Error
	return column, err
}

func compareCounts(ctx context.Context, from, to *DB, table copied) error {
	var is, want int64
	err := from.Read(ctx).Raw("SELECT COUNT(*) FROM " + table.name).Scan(&want).Error
	if err == nil {
		err = to.Read(ctx).Raw("SELECT COUNT(*) FROM " + table.name).Scan(&is).Error
	}
	if err == nil && is != want {
		err = fmt.Errorf("table %s has %d rows here and %d there", table.name, want, is)
	}
	return err
}
