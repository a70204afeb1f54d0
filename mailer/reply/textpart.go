package reply

import "strings"

// maxLine is about the length that a line may reach by joining, in bytes.
const maxLine = 16 << 10

// plainLines returns the lines of a decoded plain text. It accepts line ends of any kind, joins the lines of
// format=flowed (RFC 3676), which the parameters of its media type say, and drops NULs.
func plainLines(text string, params map[string]string) []line {
	lines := strings.Split(lineEnds.Replace(text), "\n")
	if strings.EqualFold(params["format"], "flowed") {
		lines = unflow(lines, strings.EqualFold(params["delsp"], "yes"))
	}
	out := make([]line, 0, min(len(lines), maxLines))
	size := 0
	for _, l := range lines {
		if size += len(l); len(out) == maxLines || size > maxText {
			break
		}
		out = append(out, markedLine(l))
	}
	return out
}

var lineEnds = strings.NewReplacer(
	"\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n\n", "\u0085", "\n", "\x00", "",
)

// unflow joins each line of a flowed text that ends in a space with the next one, if both are quoted to the same depth.
func unflow(lines []string, delSp bool) []string {
	var out []string
	var paragraph strings.Builder // of the line that the next ones may join
	open, openDepth := false, 0
	for i, l := range lines {
		depth := len(l) - len(strings.TrimLeft(l, ">"))
		content := strings.TrimPrefix(l[depth:], " ") // the stuffed space
		soft := strings.HasSuffix(content, " ") && content != "-- "
		if joins := open && depth == openDepth && content != "-- " && paragraph.Len() < maxLine; !joins {
			if i > 0 {
				out = append(out, paragraph.String())
				paragraph.Reset()
			}
			paragraph.WriteString(strings.Repeat(">", depth))
			if depth > 0 {
				paragraph.WriteByte(' ')
			}
		}
		if soft && delSp {
			content = strings.TrimSuffix(content, " ")
		}
		paragraph.WriteString(content)
		open, openDepth = soft, depth
	}
	if len(lines) > 0 {
		out = append(out, paragraph.String())
	}
	return out
}
