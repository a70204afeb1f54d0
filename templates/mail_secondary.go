package templates

import "slices"

// writeSecondary puts what mails of their own would say, less what this one says already,
// before the block at an index.
func (w *mailWriter) writeSecondary(at int, mails []Mail) {
	for _, m := range mails {
		if w.err != nil {
			return
		}
		other := newMailWriter(m)
		other.beside = true
		other.composeKind()
		w.fail(other.err)
		added := other.newBlocks(w.blocks)
		w.blocks = slices.Insert(w.blocks, at, added...)
		at += len(added)
	}
}

// newBlocks is the blocks without those that the mail has already. A text that introduces such
// a block goes with it.
func (w *mailWriter) newBlocks(known []mailBlock) []mailBlock {
	var added []mailBlock
	for i, block := range w.blocks {
		last := block
		if block.Kind == blockText && i+1 < len(w.blocks) && w.blocks[i+1].introduced() {
			last = w.blocks[i+1]
		}
		if slices.ContainsFunc(known, last.same) {
			continue
		}
		block.Kind = block.Kind.asText()
		added = append(added, block)
	}
	return added
}

// introduced tells whether the text before the block says what it is.
func (b mailBlock) introduced() bool {
	return b.Kind == blockCommand || b.Kind == blockQuote || b.Kind == blockFixed
}

// same tells whether two blocks say the same. Links that lead to one place do.
func (b mailBlock) same(o mailBlock) bool {
	if b.Kind.asText() == blockLink && o.Kind.asText() == blockLink {
		return b.URL == o.URL
	}
	return b.Text == o.Text && b.URL == o.URL && slices.Equal(b.Lines, o.Lines) && b.Kind.asText() == o.Kind.asText()
}

// opening is how many blocks stand at the beginning before what the mail says in full.
func (w *mailWriter) opening() int {
	for i, block := range w.blocks {
		if block.Kind != blockHead && block.Kind != blockLead && block.Kind != blockDue {
			return i
		}
	}
	return len(w.blocks)
}

// asText is the kind that the block has where it stands beside in another mail.
func (k blockKind) asText() blockKind {
	switch k {
	case blockHead, blockLead, blockDue:
		return blockText
	case blockButton:
		return blockLink
	}
	return k
}
