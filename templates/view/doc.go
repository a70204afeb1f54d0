// Package view presents a game, a challenge, a message or a line of play to one reader: a player in a seat or an
// onlooker, in a language and a time zone.
//
// It is the only place that prepares values of package models for people. Text responses, mails and pages show the same
// views. A view contains nothing that its reader must not see.
package view
