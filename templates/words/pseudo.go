package words

import (
	"text/template"
	"text/template/parse"

	"turnpost/rules/phrase"
)

// markWords marks every word of the texts for the pseudo-language, but not the inserted values.
func markWords(texts *template.Template) {
	for _, t := range texts.Templates() {
		if t.Tree != nil && t.Root != nil {
			t.Tree = t.Copy() // the tree is shared with English
			markNode(t.Root)
		}
	}
}

func markNode(n parse.Node) {
	switch n := n.(type) {
	case *parse.ListNode:
		if n == nil {
			return
		}
		for _, inner := range n.Nodes {
			markNode(inner)
		}
	case *parse.TextNode:
		n.Text = []byte(phrase.Mark(string(n.Text)))
	case *parse.IfNode:
		markBranches(&n.BranchNode)
	case *parse.WithNode:
		markBranches(&n.BranchNode)
	case *parse.RangeNode:
		markBranches(&n.BranchNode)
	}
}

func markBranches(n *parse.BranchNode) {
	markNode(n.List)
	markNode(n.ElseList)
}
