// Package board draws boards as text, SVG and PNG. It knows them only by their
// neutral description, rules.Diagram, and serves every ruleset alike.
//
// A board is laid out once (picture) and drawn on a canvas: one writes SVG elements, one paletted
// pixels, and one writes down what is to be drawn (recording). Squares and bowls are stamps, which the
// pixel canvas draws once and copies from then on. A PNG is put together of strips, a rank of the board
// each, and at scale 2 a strip of cells, about a square each. What was written down for them is their key:
// only what no recent picture had is drawn and compressed.
package board
