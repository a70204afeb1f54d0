package api

import (
	"errors"
	"maps"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"

	"turnpost/models"
	"turnpost/rules/phrase"
)

// refuseValue refuses a value that violates the specification. The message never contains the value.
func refuseValue(field string, err error) *models.Error {
	e := refuse(models.CodeInvalid, "schema.other")
	e.Field, e.Message = field, valueFault(err)
	return e
}

// refuseParameter refuses the value of a parameter.
func refuseParameter(p *openapi3.Parameter, err error) *models.Error {
	e := refuseValue(p.Name, err)
	if _, unreadable := errors.AsType[*openapi3filter.ParseError](err); unreadable && p.Schema != nil {
		e.Message = phrase.New("schema.type", "type", firstType(p.Schema.Value))
	}
	return e
}

// valueFault describes the fault of a value.
func valueFault(err error) phrase.Message {
	if schema, ok := errors.AsType[*openapi3.SchemaError](err); ok {
		return schemaFault(schema)
	}
	switch {
	case errors.Is(err, openapi3filter.ErrInvalidEmptyValue):
		return phrase.New("schema.empty")
	case errors.Is(err, openapi3filter.ErrInvalidRequired):
		return phrase.New("schema.missing")
	}
	return phrase.New("schema.unreadable")
}

// schemaFault describes the keyword of the schema that a value violates.
func schemaFault(e *openapi3.SchemaError) phrase.Message {
	key, schema := "schema."+e.SchemaField, e.Schema
	switch e.SchemaField {
	case "allOf":
		if part, ok := errors.AsType[*openapi3.SchemaError](e.Origin); ok {
			return schemaFault(part)
		}
	case "required":
		return phrase.New(key, "name", quoted(lastOf(e.JSONPointer()), 40))
	case "properties":
		return phrase.New("schema.unknown", "name", quoted(unknownProperty(e), 40),
			"known", slices.Sorted(maps.Keys(schema.Properties)))
	case "nullable":
		return phrase.New("schema.null")
	case "type":
		return phrase.New(key, "type", firstType(schema))
	case "enum":
		return phrase.New(key, "values", enumValues(schema))
	case "pattern":
		return phrase.New(key, "pattern", schema.Pattern)
	case "format":
		return phrase.New(key, "format", schema.Format)
	}
	if limit, found := schemaLimit(schema, e.SchemaField); found {
		return phrase.New(key, "limit", limit)
	}
	return phrase.New("schema.other")
}

// schemaLimit returns the limit that a keyword sets.
func schemaLimit(s *openapi3.Schema, keyword string) (int, bool) {
	switch {
	case keyword == "minLength":
		return int(s.MinLength), true
	case keyword == "maxLength" && s.MaxLength != nil:
		return int(*s.MaxLength), true
	case keyword == "minimum" && s.Min != nil:
		return int(*s.Min), true
	case keyword == "maximum" && s.Max != nil:
		return int(*s.Max), true
	case keyword == "minItems":
		return int(s.MinItems), true
	case keyword == "maxItems" && s.MaxItems != nil:
		return int(*s.MaxItems), true
	case keyword == "maxProperties" && s.MaxProps != nil:
		return int(*s.MaxProps), true
	}
	return 0, false
}

func lastOf(path []string) string {
	if len(path) == 0 {
		return ""
	}
	return path[len(path)-1]
}

func firstType(s *openapi3.Schema) string {
	if s.Type == nil || len(*s.Type) == 0 {
		return ""
	}
	return (*s.Type)[0]
}

func enumValues(s *openapi3.Schema) []string {
	var values []string
	for _, v := range s.Enum {
		if text, is := v.(string); is {
			values = append(values, text)
		}
	}
	return values
}

// unknownProperty returns the first property of the object, in order of names, that the schema does not define.
func unknownProperty(e *openapi3.SchemaError) string {
	object, _ := e.Value.(map[string]any)
	var unknown []string
	for name := range object {
		if e.Schema.Properties[name] == nil {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) == 0 {
		return ""
	}
	return slices.Min(unknown)
}
