// Package reply reads mail to the server: it decides whether a person wrote it, and which commands they gave. It is
// pure: it takes bytes and the mail that is answered and returns a value, without a store, a network or a clock.
//
// # Which text counts
//
// Read parses a message (any MIME, any charset), decides whether it is a person's reply, an automatic answer, a bounce
// or a complaint, and looks for commands in the writer's text. Text is the writer's only if
//
//   - it is not quoted: behind marks such as ">", in a blockquote, or in a container that mail programs put around an
//     original;
//   - it is not our mail: letters and digits are compared with those that we sent, so that line ends, marks, capitals
//     and spaces do not matter;
//   - it does not follow the signature, nor an attribution or a header block with an unmarked copy of our mail below,
//     unless that copy is known to be ours;
//   - the plain text and the HTML text of a message agree, where it has both.
//
// # What happens in doubt
//
// A wrong turn is far worse than a question. A line that could be a command, but is where people do not write commands,
// is Possible rather than a command; so are two different commands, one that the writer seems to take back below it, by
// words or by naming another legal turn, and a turn beside a sentence that leaves it open (see stance.go and doubt.go).
// A legal turn within other words is Possible too, if there is no command. The opponent gets the text of "say" alone,
// which ends at an empty line, a quote, a signature, or a line that a program has added.
//
// People chat beside their turns, and a question about each sentence is one too many. Asking wherever a turn
// shares its paragraph with words that are no greeting would need none of stance.go, talk.go and withdrawal.go, 540
// lines; of the 94 replies in testdata/whole/played.txt it asks about 52, and these files about none.
//
// # What a mail may cost
//
// Reading a mail of MaxSize bytes takes at most 50 ms of processor time; BenchmarkHostile
// measures 114 kinds of mails that were written to be expensive. The bounds are constants beside the code that they
// bound: parts, nesting, lines, bytes of text, commands.
//
// # Why MIME is parsed here
//
// The tests of this project parse mails with github.com/jhillyerd/enmime, and this package does not. Measured with
// version 2.3.0: two hostile mails of 256 KiB, of many parts and of nested parts, kept it busy for more than 8 s (this
// package: 4 ms); parsing the mails of testdata took 735 µs each (78 µs); of those 263 mails it returned no text for
// three, with a broken boundary, with NUL bytes and bare CRs, and in UTF-7, and another text for four. The parser here
// has about 900 lines, with charsets and TNEF.
package reply
