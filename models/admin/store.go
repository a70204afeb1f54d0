package admin

// AppliedMigrations lists the migrations that Open applied.
func (a Admin) AppliedMigrations() []string { return a.store.DB.Applied() }

// CopiedBefore returns the file to which Open copied the database before it migrated it; "" for none.
func (a Admin) CopiedBefore() string { return a.store.DB.Copied() }
