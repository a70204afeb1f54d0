package templates

import "slices"

// writeSecondary inserts the content of secondary mails, without repetitions, before the block at an index.
func (w *mailWriter) writeSecondary(at int, mails []Mail) {
	for _, m := range mails {
		if w.err != nil {
			return
		}
		other := newMailWriter(m)
		other.isSecondary = true
		other.composeKind()
		w.fail(other.err)
		if len(other.blocks) > 0 {
			other.blocks[0].Text = m.withApart(other.blocks[0].Text)
		}
		added := other.newBlocks(w.blocks)
		w.blocks = slices.Insert(w.blocks, at, added...)
		at += len(added)
	}
}

// newBlocks returns the blocks that the mail does not have yet. A text that introduces a dropped block is dropped too.
func (w *mailWriter) newBlocks(known []mailBlock) []mailBlock {
	var added []mailBlock
	for i, block := range w.blocks {
		last := block
		if block.Kind == blockText && i+1 < len(w.blocks) && w.blocks[i+1].introduced() {
			last = w.blocks[i+1]
		}
		if !block.own && slices.ContainsFunc(known, last.same) {
			continue
		}
		block.Kind = block.Kind.asText()
		added = append(added, block)
	}
	return added
}

// introduced reports whether the text before the block introduces it.
func (b mailBlock) introduced() bool {
	return b.Kind == blockCommand || b.Kind == blockQuote || b.Kind == blockFixed
}

// same reports whether two blocks have the same content. Links with the same target are equal.
func (b mailBlock) same(o mailBlock) bool {
	if b.Kind.asText() == blockLink && o.Kind.asText() == blockLink {
		return b.URL == o.URL
	}
	return b.Text == o.Text && b.URL == o.URL && slices.Equal(b.Lines, o.Lines) && b.Kind.asText() == o.Kind.asText()
}

// opening returns the number of initial blocks before the mail's full content.
func (w *mailWriter) opening() int {
	for i, block := range w.blocks {
		if block.Kind != blockHead && block.Kind != blockLead && block.Kind != blockDue {
			return i
		}
	}
	return len(w.blocks)
}

// asText returns the kind of the block in a secondary mail.
func (k blockKind) asText() blockKind {
	switch k {
	case blockHead, blockLead, blockDue, blockNote:
		return blockText
	case blockButton:
		return blockLink
	}
	return k
}
