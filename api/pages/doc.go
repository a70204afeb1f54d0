// Package pages shows games to people in a browser: HTML made on the server, links and
// forms, and nothing that needs a script.
//
// GET and HEAD change nothing and set no cookie, so that programs that follow the links in
// mails do no harm. Who asks is known by a signed link, which is part of the address and
// of every form, or by the cookie of a session, which only a POST makes.
package pages
