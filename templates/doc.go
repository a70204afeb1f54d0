// Package templates holds the words of all that a player reads: mails, and pages as
// plain text and HTML. The boards in them are drawn by package board.
package templates
