package reply

// placeLines sets the place of every line.
func placeLines(lines []line, k *known, us []string, p parser) {
	k.markOurs(lines)
	y := &layout{lines: lines, facts: make([]facts, len(lines)), us: us, p: p}
	y.markNotices()
	y.markHeaderBlocks()
	y.markAttributions()
	y.markCopies(!k.empty())
	y.markFooters()
	y.markSuspects()
}
