// Package operator serves the pages by which operators moderate a server in the browser: reports, players, games,
// events, queues, mail and the log of acts. It decides nothing: an act is a task of package models/admin, which the
// command turnpost admin carries out by the same words and into the same log.
//
// For everybody but the named players, the addresses below /admin answer every method as pages that do not exist. A
// named player opens the pages in a browser by a code, for an hour. An act takes two steps: its form leads to
// a page that says what will happen, and changes nothing; the form of that page acts.
//
// All pages are one template of facts, tables and forms, so that one more list or act needs no markup.
package operator
