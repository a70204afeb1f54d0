package pages

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/api/pages/gzipped"
)

// The addresses of what makes the site an application on a home screen. A service worker serves the pages below its own
// address only.
const (
	manifestPath = "/manifest.webmanifest"
	workerPath   = "/sw.js"
	offlinePath  = "/offline"
)

// serveManifest serves the manifest of the application.
func (p *Pages) serveManifest(c echo.Context) error {
	manifest, err := p.site.Manifest(readerOf(c).Words())
	if err != nil {
		return err
	}
	setLanguage(c)
	c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=86400")
	return gzipped.SendTagged(c, manifest.Type, manifest.Body)
}

// serveWorker serves the script of the service worker. Browsers compare it with the one that they have.
func (p *Pages) serveWorker(c echo.Context) error {
	worker := p.site.ServiceWorker()
	c.Response().Header().Set(echo.HeaderCacheControl, "no-cache")
	return gzipped.SendTagged(c, worker.Type, worker.Body)
}

// showOffline serves the page that the service worker shows where there is no connection. It is the same for everybody.
func (p *Pages) showOffline(c echo.Context) error {
	page := struct{ Frame }{Frame{Title: say(c, "site.offline.title"), NoIndex: true}}
	return p.show(c, http.StatusOK, "offline", page)
}
