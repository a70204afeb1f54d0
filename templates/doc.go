// Package templates renders everything that a player reads: mails, and pages as plain text and HTML. Package board
// draws the boards in them.
package templates
