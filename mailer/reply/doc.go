// Package reply reads what a mail to the server says: whether a person wrote it, and
// which commands they gave. It is pure: bytes and what we sent go in, a value comes out;
// no store, no network, no clock.
//
// # What is read
//
// Read takes a message apart (any MIME, any charset), decides whether it is a person's
// reply, automatic, a bounce or a complaint, and looks for commands in what the person
// wrote. Text counts as theirs only where all of these agree:
//
//   - it does not stand in a quote: behind marks such as ">", in a blockquote, in
//     one of the containers that mail programs put around an original;
//   - it is not our own mail: its letters and digits are compared with those that we sent,
//     whatever was done to line ends, marks, capitals and spaces;
//   - it does not follow the signature, nor an attribution or header block after which
//     a copy of our mail stands without marks, unless that copy is recognised as ours;
//   - where a message has both a plain and an HTML text, both say the same.
//
// # What is done in doubt
//
// A wrong turn is far worse than a question. A line that could be a command, and stands
// where people do not write commands, is Possible, not a command; two different commands
// are Possible both. Only "say" is said: its text ends at an empty line, at a quote, at
// a signature, at a line that a program has put there.
package reply
