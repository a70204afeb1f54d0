//go:build browser

package pages_test

// runsTogether returns adjacent words that only the style sheet separates. They would run together in a text browser
// or in copied text.
func (b *tab) runsTogether() []string {
	b.t.Helper()
	return eval[[]string](b, `(() => {
		const aside = "svg, script, style, textarea, option, template"
		const apart = "address, article, br, button, dd, details, div, dl, dt, fieldset, footer, form, h1, h2, h3, h4, " +
			"header, hr, img, input, legend, li, main, nav, ol, p, pre, section, select, summary, svg, table, td, " +
			"textarea, th, tr, ul"
		const found = []
		let before = ""
		const walk = node => {
			if (node.nodeType === Node.TEXT_NODE) {
				const text = node.data
				if (/[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(text)) {
					found.push(before.slice(-20) + "|" + text.slice(0, 20))
				}
				if (text) before = text
				return
			}
			if (node.nodeType !== Node.ELEMENT_NODE) return
			const breaks = node.matches(apart)
			if (breaks) before = ""
			if (!node.matches(aside)) node.childNodes.forEach(walk)
			if (breaks) before = ""
		}
		walk(document.body)
		return found
	})()`)
}
