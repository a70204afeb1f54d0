// Package board draws boards as text, SVG and PNG. It knows them only by their
// neutral description, rules.Diagram, and serves every ruleset alike.
//
// A board is laid out once (picture) and drawn on a canvas, of which there are
// two: one writes SVG elements, the other paletted pixels. Squares and bowls are
// stamps, which the pixel canvas draws once and copies from then on. A PNG is put together of
// strips, a rank of the board each: what is written down for a strip (recording) is its key, and
// only strips that no recent picture had are drawn and compressed.
package board
