package db

import (
	"errors"
	"testing"

	"turnpost/models/modeltest/bed"
)

func TestKeepSchema(t *testing.T) {
	path := first(t)
	o := Options{Source: path, Migrations: steps(secondSQL), KeepSchema: true, Copy: true}
	_, _, err := openAt(t, o)
	if earlier, is := errors.AsType[*EarlierSchemaError](err); !is || earlier.Schema != 1 || earlier.Newest != 2 {
		t.Fatalf("%v", err)
	}
	o.KeepSchema = false
	if _, _, err := openAt(t, o); err != nil {
		t.Fatal(err)
	}
	o.KeepSchema = true
	if _, _, err := openAt(t, o); err != nil {
		t.Error(err)
	}
}

// A database without a schema is not taken for an existing one without games.
func TestKeepSchemaOfAnEmptyDatabase(t *testing.T) {
	path := bed.Database(t)
	o := Options{Source: path, Migrations: steps(secondSQL), KeepSchema: true}
	if applied, _, err := openAt(t, o); !errors.Is(err, ErrNoSchema) || len(applied) > 0 {
		t.Errorf("%v, %v", applied, err)
	}
	o.KeepSchema = false
	if applied, _, err := openAt(t, o); err != nil || len(applied) != 2 {
		t.Errorf("with a schema to make: %v, %v", applied, err)
	}
}
