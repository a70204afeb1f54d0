// Package board draws boards as text, SVG and PNG. It knows them only by their neutral description, rules.Diagram, and
// serves every ruleset alike.
//
// A board is laid out once (picture) and drawn on a canvas: svgCanvas writes elements, raster paletted pixels, and
// recording records the shapes for later. Squares and bowls are stamps, which the pixel canvas draws once and copies
// from then on. A PNG is assembled from strips, one for each rank of the board, and at scale 2 a strip from cells of
// about a square. The recorded shapes are their cache key: only strips and cells that no recent picture contained are
// drawn and compressed.
//
// A picture of a new position of Hnefatafl on 11×11 at scale 2 takes 85 µs, and with the compression of the standard
// library 1,689 µs. Over games of all rulesets, on a busy machine, it takes 195 µs; without cells (cell.go and
// joiner.go, 322 lines) 381 µs, without strips (strip.go, 81 lines) 450 µs, and without both 975 µs. Every mail
// about a position carries such a picture, and takes about 0.9 ms of CPU in all (see package mailer), so that without
// cells a mail would take 1.2 times as much. How often a strip or cell recurs is not counted; a turn changes two or
// three ranks of a board.
package board
