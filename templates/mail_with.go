package templates

import "slices"

// besides puts what mails of their own would say, less what this one says already,
// before the block at an index.
func (w *mailWriter) besides(at int, mails []Mail) {
	for _, m := range mails {
		other := newMailWriter(m)
		other.beside = true
		w.fail(other.composeKind())
		w.fail(other.err)
		news := other.news(w.blocks)
		w.blocks = slices.Insert(w.blocks, at, news...)
		at += len(news)
	}
}

// fail keeps the first error.
func (w *mailWriter) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// news is the blocks without those that are told already. A text that leads to such a
// block goes with it.
func (w *mailWriter) news(told []mailBlock) []mailBlock {
	var news []mailBlock
	for i, block := range w.blocks {
		last := block
		if block.Kind == blockText && i+1 < len(w.blocks) && w.blocks[i+1].led() {
			last = w.blocks[i+1]
		}
		if slices.ContainsFunc(told, last.same) {
			continue
		}
		if block.Kind == blockHead {
			block.Kind = blockText
		}
		news = append(news, block)
	}
	return news
}

// led tells whether the text before the block says what it is.
func (b mailBlock) led() bool {
	return b.Kind == blockCommand || b.Kind == blockQuote || b.Kind == blockFixed
}

func (b mailBlock) same(o mailBlock) bool {
	return b.Kind == o.Kind && b.Text == o.Text && b.URL == o.URL && slices.Equal(b.Lines, o.Lines)
}
