// Package templates holds every form in which a player sees a game: boards drawn
// as text, SVG and PNG, and the words of mails. It knows boards only by their
// neutral description, rules.Diagram.
//
// A board is laid out once (picture) and drawn on a canvas, of which there are
// two: one writes SVG elements, the other paletted pixels. Squares and bowls are
// stamps, which the pixel canvas draws once and copies from then on.
package templates
