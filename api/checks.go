package api

import (
	"cmp"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"
	"github.com/labstack/echo/v4"

	"turnpost/api/pages"
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
		"getHelp":            {s.orPage(func(*pages.Pages) echo.HandlerFunc { return toFront })},
		"getSharedChallenge": {s.orPage(func(p *pages.Pages) echo.HandlerFunc { return p.ShowChallenge })},
		"tryBoard": {
			byAddress(s.limits.analysis), s.heavy.pass, s.orPage(func(p *pages.Pages) echo.HandlerFunc { return p.ShowTrial }),
		},
		"keepTrial":    {byAddress(s.limits.analysis)},
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
			known := parametersOf(item, operation)
			all[id] = append(all[id], checkQuery(queryOf(known), listsOf(known), !isFollowed(path, id)))
			if isWrite(method, id) && needsToken(spec, operation) {
				all[id] = append(all[id], requireWriteAccess)
			}
			offers := formsOf(operation)
			if id == "unsubscribe" { // accepts any body and any Accept
				all[id] = append(all[id], chooseOrText(offers))
				continue
			}
			all[id] = append(all[id], readBody(id))
			if id == "receiveMail" { // accepts any bytes
				all[id] = append(all[id], chooseForm(offers))
				continue
			}
			all[id] = append(all[id], checkLabels)
			if body := operation.RequestBody; body != nil {
				all[id] = append(all[id], guessType(body.Value.Content))
			} else {
				all[id] = append(all[id], ignoreEmptyBody)
			}
			all[id] = append(all[id], checkText(cmp.Or(maxJSONValuesOf[id], maxJSONValues)))
			if slices.Contains(heavyOperations, id) { // after the body was read: a slow sender must not occupy a slot
				all[id] = append(all[id], s.heavy.pass)
			}
			if needsToken(spec, operation) {
				all[id] = append(all[id], requireToken)
			}
			all[id] = append(all[id], validator(&routers.Route{Spec: spec}, known, operation.RequestBody))
			if len(offers) > 0 {
				all[id] = append(all[id], chooseForm(offers))
			}
			all[id] = append(all[id], setDefaults(defaultsOf(known)))
		}
	}
	return all
}
