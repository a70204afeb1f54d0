package api

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/labstack/echo/v4"

	"turnpost/api/pages"
	"turnpost/models"
)

// checks returns the middleware of each operation.
func (s *server) checks(spec *openapi3.T) map[string][]echo.MiddlewareFunc {
	signIn := byAddress(s.limits.signIn)
	first := map[string][]echo.MiddlewareFunc{
		"registerPlayer":     {signIn},
		"requestCode":        {signIn},
		"signIn":             {signIn},
		"receiveMail":        {s.requireInboundSecret},
		"getFront":           {s.orPage(func(p *pages.Pages) echo.HandlerFunc { return p.ShowFront })},
		"getSharedChallenge": {s.orPage(func(p *pages.Pages) echo.HandlerFunc { return p.ShowChallenge })},
		"tryBoard": {
			byAddress(s.limits.analysis), s.heavy.pass, s.orPage(func(p *pages.Pages) echo.HandlerFunc { return p.ShowTrial }),
		},
		"analyse":      {byAddress(s.limits.analysis)},
		"verifyRecord": {byAddress(s.limits.analysis)},
	}
	for id, path := range pageOf {
		first[id] = append(first[id], toPage(path))
	}
	all := map[string][]echo.MiddlewareFunc{}
	for path, item := range spec.Paths.Map() {
		for method, operation := range item.Operations() {
			id := operation.OperationID
			all[id] = slices.Clone(first[id])
			if isWrite(method, id) {
				all[id] = append(all[id], s.requireWritable)
			}
			all[id] = append(all[id], checkQuery(queryOf(item, operation)), setDefaults(defaultsOf(item, operation)))
			if isWrite(method, id) && needsToken(spec, operation) {
				all[id] = append(all[id], requireWriteAccess)
			}
			offers := formsOf(operation)
			if id == "unsubscribe" { // accepts any body and any Accept
				all[id] = append(all[id], chooseOrText(offers))
				continue
			}
			all[id] = append(all[id], readBody(cmp.Or(bodyLimits[id], bodyLimit)))
			if id == "receiveMail" { // accepts any bytes
				all[id] = append(all[id], chooseForm(offers))
				continue
			}
			if body := operation.RequestBody; body != nil {
				all[id] = append(all[id], guessType(body.Value.Content))
			} else {
				all[id] = append(all[id], ignoreEmptyBody)
			}
			all[id] = append(all[id], checkText(cmp.Or(maxJSONValuesOf[id], maxJSONValues)))
			if slices.Contains(heavyOperations, id) { // after the body was read: a slow sender must not occupy a slot
				all[id] = append(all[id], s.heavy.pass)
			}
			all[id] = append(all[id], validator(&routers.Route{
				Spec: spec, Path: path, PathItem: item, Method: method, Operation: operation,
			}))
			if len(offers) > 0 {
				all[id] = append(all[id], chooseForm(offers))
			}
		}
	}
	return all
}

// needsToken reports whether an operation requires a token.
func needsToken(spec *openapi3.T, operation *openapi3.Operation) bool {
	needs := spec.Security
	if operation.Security != nil {
		needs = *operation.Security
	}
	return slices.ContainsFunc(needs, func(r openapi3.SecurityRequirement) bool { _, is := r["token"]; return is })
}

// queryOf lists the query parameters of an operation.
func queryOf(item *openapi3.PathItem, operation *openapi3.Operation) []string {
	var names []string
	for _, parameters := range []openapi3.Parameters{item.Parameters, operation.Parameters} {
		for _, p := range parameters {
			if p.Value.In == openapi3.ParameterInQuery {
				names = append(names, p.Value.Name)
			}
		}
	}
	return names
}

// defaultsOf returns the defaults of an operation's query parameters, encoded as a query has them.
func defaultsOf(item *openapi3.PathItem, operation *openapi3.Operation) url.Values {
	values := url.Values{}
	for _, parameters := range []openapi3.Parameters{item.Parameters, operation.Parameters} {
		for _, p := range parameters {
			if p.Value.In == openapi3.ParameterInQuery && p.Value.Schema.Value.Default != nil {
				values.Set(p.Value.Name, fmt.Sprint(p.Value.Schema.Value.Default))
			}
		}
	}
	return values
}

// validator validates the requests of an operation against the specification.
func validator(route *routers.Route) echo.MiddlewareFunc {
	options := &openapi3filter.Options{
		AuthenticationFunc:                requireToken,
		RejectWhenRequestBodyNotSpecified: true,
		SkipSettingDefaults:               true,
	}
	// By default an error's text holds the refused value, indented: gigabytes for a deeply nested one.
	options.WithCustomSchemaErrorFunc(func(err *openapi3.SchemaError) string { return err.Reason })
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			err := openapi3filter.ValidateRequest(withEcho(c), &openapi3filter.RequestValidationInput{
				Request: c.Request(), PathParams: pathParameters(c), Route: route, Options: options,
			})
			if err != nil {
				return explainValidation(err)
			}
			return next(c)
		}
	}
}

// pathParameters returns the parameters in the path.
func pathParameters(c echo.Context) map[string]string {
	values := map[string]string{}
	for i, name := range c.ParamNames() {
		values[name] = c.ParamValues()[i]
		if plain, err := url.PathUnescape(values[name]); err == nil {
			values[name] = plain
		}
	}
	return values
}

// explainValidation converts an error of the validator.
func explainValidation(err error) error {
	if security, ok := errors.AsType[*openapi3filter.SecurityRequirementsError](err); ok {
		return errors.Join(security.Errors...)
	}
	request, ok := errors.AsType[*openapi3filter.RequestError](err)
	switch {
	case !ok:
		return err
	case request.Parameter != nil && request.Parameter.In == openapi3.ParameterInPath:
		return refuse(models.CodeNotFound, "http.nothing_named", "parameter", request.Parameter.Name)
	case request.Parameter != nil:
		return refuseParameter(request.Parameter, request.Err)
	case request.RequestBody == nil:
		return refuse(models.CodeInvalid, "http.body_unwanted")
	case strings.HasPrefix(request.Reason, "header Content-Type"):
		return wrongType(request.RequestBody)
	case errors.Is(request.Err, openapi3filter.ErrInvalidRequired):
		return refuse(models.CodeInvalid, "http.body_missing")
	}
	return refuseValue(pointer(request.Err), request.Err)
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
