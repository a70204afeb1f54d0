package api

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/labstack/echo/v4"

	"turnpost/models"
	"turnpost/rules/phrase"
)

// needsToken reports whether an operation requires a token.
func needsToken(spec *openapi3.T, operation *openapi3.Operation) bool {
	needs := spec.Security
	if operation.Security != nil {
		needs = *operation.Security
	}
	return slices.ContainsFunc(needs, func(r openapi3.SecurityRequirement) bool { _, is := r["token"]; return is })
}

// parametersOf lists the parameters of an operation. No operation overrides one of its path.
func parametersOf(item *openapi3.PathItem, operation *openapi3.Operation) []*openapi3.Parameter {
	return each(slices.Concat(item.Parameters, operation.Parameters),
		func(p *openapi3.ParameterRef) *openapi3.Parameter { return p.Value })
}

// queryOf lists the names of query parameters.
func queryOf(parameters []*openapi3.Parameter) []string {
	var names []string
	for _, p := range parameters {
		if p.In == openapi3.ParameterInQuery {
			names = append(names, p.Name)
		}
	}
	return names
}

// listsOf returns the names of the query parameters that are lists, which a query gives item by item.
func listsOf(parameters []*openapi3.Parameter) []string {
	var names []string
	for _, p := range parameters {
		if p.In == openapi3.ParameterInQuery && p.Schema.Value.Type.Is(openapi3.TypeArray) {
			names = append(names, p.Name)
		}
	}
	return names
}

// defaultsOf returns the defaults of query parameters, encoded as a query has them.
func defaultsOf(parameters []*openapi3.Parameter) url.Values {
	values := url.Values{}
	for _, p := range parameters {
		if p.In == openapi3.ParameterInQuery && p.Schema.Value.Default != nil {
			values.Set(p.Name, fmt.Sprint(p.Schema.Value.Default))
		}
	}
	return values
}

// validator validates the parameters and the body of requests against the specification. Parameters that a request
// leaves out are not looked at: most requests have none but those of the path.
func validator(
	route *routers.Route, parameters []*openapi3.Parameter, body *openapi3.RequestBodyRef,
) echo.MiddlewareFunc {
	options := &openapi3filter.Options{SkipSettingDefaults: true}
	// By default an error's text holds the refused value, indented: gigabytes for a deeply nested one.
	options.WithCustomSchemaErrorFunc(func(err *openapi3.SchemaError) string { return err.Reason })
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			r := c.Request()
			input := &openapi3filter.RequestValidationInput{
				Request: r, PathParams: pathParameters(c), QueryParams: c.QueryParams(), Route: route, Options: options,
			}
			for _, p := range parameters {
				if !p.Required && !isGiven(c, p) {
					continue
				}
				if err := openapi3filter.ValidateParameter(r.Context(), input, p); err != nil {
					return explainValidation(err)
				}
			}
			switch {
			case body == nil && r.ContentLength > 0:
				return refuse(models.CodeInvalid, "http.body_unwanted")
			case body != nil:
				if err := openapi3filter.ValidateRequestBody(r.Context(), input, body.Value); err != nil {
					return explainValidation(err)
				}
			}
			return next(c)
		}
	}
}

// isGiven reports whether a request has a parameter.
func isGiven(c echo.Context, p *openapi3.Parameter) bool {
	switch p.In {
	case openapi3.ParameterInQuery:
		return c.QueryParams().Has(p.Name)
	case openapi3.ParameterInHeader:
		return len(c.Request().Header.Values(p.Name)) > 0
	}
	return true
}

// pathParameters returns the parameters in the path, nil for none.
func pathParameters(c echo.Context) map[string]string {
	if len(c.ParamNames()) == 0 {
		return nil
	}
	values := map[string]string{}
	for i, name := range c.ParamNames() {
		values[name] = c.ParamValues()[i]
		if plain, err := url.PathUnescape(values[name]); err == nil {
			values[name] = plain
		}
	}
	return values
}

// The sentences about a request that lacks its body, without and with what it must have.
const (
	bodyMissing      = "http.body_missing"
	bodyMissingNames = "http.body_missing_names"
)

// explainValidation converts an error of the validator.
func explainValidation(err error) error {
	request, ok := errors.AsType[*openapi3filter.RequestError](err)
	switch {
	case !ok:
		return err
	case request.Parameter != nil && request.Parameter.In == openapi3.ParameterInPath:
		return refuse(models.CodeNotFound, "http.nothing_named", "parameter", request.Parameter.Name)
	case request.Parameter != nil:
		return refuseParameter(request.Parameter, request.Err)
	case strings.HasPrefix(request.Reason, "header Content-Type"):
		return wrongType(request.RequestBody)
	case errors.Is(request.Err, openapi3filter.ErrInvalidRequired):
		return missingBody(request.RequestBody)
	}
	return refuseValue(pointer(request.Err), request.Err)
}

// missingBody names the properties that a body must have.
func missingBody(body *openapi3.RequestBody) error {
	content := body.Content[typeJSON]
	if content == nil || content.Schema == nil || len(content.Schema.Value.Required) == 0 {
		return refuse(models.CodeInvalid, bodyMissing)
	}
	return refuse(models.CodeInvalid, bodyMissingNames, "names", content.Schema.Value.Required)
}

// wrongType names the media types that an operation accepts.
func wrongType(body *openapi3.RequestBody) error {
	if body.Content[typeText] != nil {
		return refuse(codeUnsupportedMedia, "http.send_text", "text", typeText, "json", typeJSON)
	}
	return refuse(codeUnsupportedMedia, "http.send_json", "header", "Content-Type: "+typeJSON)
}

// pointer returns the place of a fault in a body, such as "turns.3".
func pointer(err error) string {
	schema, ok := errors.AsType[*openapi3.SchemaError](err)
	if !ok {
		return ""
	}
	return strings.Join(schema.JSONPointer(), ".")
}

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

// schemaLimit returns the limit that a keyword sets. A text is stored without signs that cannot be seen, so that a
// request may hold a longer one; x-max, which players are told, limits the stored text.
func schemaLimit(s *openapi3.Schema, keyword string) (int, bool) {
	switch {
	case keyword == "minLength":
		return int(s.MinLength), true
	case keyword == "maxLength" && s.Extensions["x-max"] != nil:
		stored, is := s.Extensions["x-max"].(float64)
		return int(stored), is
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
