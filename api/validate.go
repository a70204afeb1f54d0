package api

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/labstack/echo/v4"
	echomiddleware "github.com/oapi-codegen/echo-middleware"

	"turnpost/models"
)

// checks are what each operation's requests go through before its handler.
func (s *server) checks(spec *openapi3.T) map[string][]echo.MiddlewareFunc {
	validate := validator(spec)
	signIn := byAddress(s.limits.signIn)
	first := map[string][]echo.MiddlewareFunc{
		"registerPlayer": {signIn},
		"requestCode":    {signIn},
		"signIn":         {signIn},
		"analyse":        {byAddress(s.limits.analysis)},
		"verifyRecord":   {byAddress(s.limits.analysis)},
	}
	all := map[string][]echo.MiddlewareFunc{}
	for _, item := range spec.Paths.Map() {
		for _, operation := range item.Operations() {
			id := operation.OperationID
			all[id] = append(slices.Clone(first[id]), checkQuery(queryOf(item, operation)))
			if offers := formsOf(operation); len(offers) > 0 {
				all[id] = append(all[id], chooseForm(offers))
			}
			if id == "unsubscribe" { // whatever a mail program sends along
				continue
			}
			all[id] = append(all[id], readBody(cmp.Or(bodyLimits[id], bodyLimit)))
			if body := operation.RequestBody; body != nil {
				all[id] = append(all[id], guessType(body.Value.Content[typeText] != nil))
			}
			all[id] = append(all[id], checkText, validate)
		}
	}
	return all
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

// validator checks requests against the specification.
func validator(spec *openapi3.T) echo.MiddlewareFunc {
	return echomiddleware.OapiRequestValidatorWithOptions(spec, &echomiddleware.Options{
		DoNotValidateServers: true,
		ErrorHandler:         func(_ echo.Context, err *echo.HTTPError) error { return explainValidation(err) },
		Options: openapi3filter.Options{
			AuthenticationFunc:                requireToken,
			RejectWhenRequestBodyNotSpecified: true,
			SkipSettingDefaults:               true,
		},
	})
}

// explainValidation puts what the validator found into our words.
func explainValidation(err *echo.HTTPError) error {
	if refused, ok := errors.AsType[*models.Error](err); ok {
		return refused
	}
	request, ok := errors.AsType[*openapi3filter.RequestError](err)
	switch {
	case !ok:
		return err
	case request.Parameter != nil && request.Parameter.In == openapi3.ParameterInPath:
		return refuse(models.CodeNotFound, "there is nothing with this %s", request.Parameter.Name)
	case request.Parameter != nil:
		return refuseField(request.Parameter.Name, "%s", fault(request.Err))
	case request.RequestBody == nil:
		return refuse(models.CodeInvalid, "this request takes no body")
	case strings.HasPrefix(request.Reason, "header Content-Type"):
		return wrongType(request.RequestBody)
	case errors.Is(request.Err, openapi3filter.ErrInvalidRequired):
		return refuse(models.CodeInvalid, "the body is missing")
	}
	return refuseField(pointer(request.Err), "%s", fault(request.Err))
}

// wrongType names the media types that a body can have.
func wrongType(body *openapi3.RequestBody) error {
	if body.Content[typeText] != nil {
		return refuse(codeUnsupportedMedia, "send plain text as text/plain, or JSON as application/json")
	}
	return refuse(codeUnsupportedMedia, "send JSON with Content-Type: application/json (curl --json does)")
}

// pointer names the place of a fault in a body: "turns.3".
func pointer(err error) string {
	schema, ok := errors.AsType[*openapi3.SchemaError](err)
	if !ok {
		return ""
	}
	return strings.Join(schema.JSONPointer(), ".")
}

// fault says what is wrong with a value. The value itself is left out.
func fault(err error) string {
	if schema, ok := errors.AsType[*openapi3.SchemaError](err); ok {
		return schema.Reason
	}
	if parse, ok := errors.AsType[*openapi3filter.ParseError](err); ok {
		return parse.Reason
	}
	switch {
	case errors.Is(err, openapi3filter.ErrInvalidEmptyValue):
		return "needs a value"
	case errors.Is(err, openapi3filter.ErrInvalidRequired):
		return "is missing"
	}
	return http.StatusText(http.StatusBadRequest)
}
