package store

import "turnpost/models/play"

// pagedBack pages to the last game of a list, then back to the first one, and returns the games of the way back.
func (w *world) pagedBack(f play.GameFilter) (ids []string) {
	w.t.Helper()
	read := func(f play.GameFilter) play.GamePage {
		page, err := w.GamePage(w.t.Context(), f)
		if err != nil {
			w.t.Fatalf("%+v: %v", f, err)
		}
		return page
	}
	page := read(f)
	if page.Newer != "" {
		w.t.Errorf("%+v: the first page has newer games", f)
	}
	for page.Older != "" {
		f.Before = page.Older
		page = read(f)
	}
	for f.Before = ""; ; {
		var listed []string
		for _, g := range page.Games {
			listed = append(listed, g.ID)
		}
		ids = append(listed, ids...)
		if page.Newer == "" {
			return ids
		}
		f.After = page.Newer
		page = read(f)
	}
}
