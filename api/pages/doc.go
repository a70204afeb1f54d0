// Package pages serves games to people in browsers: HTML rendered on the server, with links and forms, usable
// without scripts.
//
// GET and HEAD change nothing and set no cookies, so that programs that follow the links in mails do no harm. A
// visitor is identified by a signed link, which is part of the address and of every form, or by a session cookie,
// which only a POST sets.
package pages
