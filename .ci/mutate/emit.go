package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// emit returns the text between two places within a node, with every change in it.
func (s *source) emit(within ast.Node, from, to token.Pos) string {
	var b strings.Builder
	at := from
	heads := map[ast.Stmt]bool{} // statements that stand before a block, where none can be conditional
	ast.Inspect(within, func(n ast.Node) bool {
		if n == nil || n.Pos() < at || n.End() > to {
			return n != nil && n.End() > at
		}
		var changed string
		switch n := n.(type) {
		case *ast.BinaryExpr:
			changed = s.operator(n)
		case *ast.IfStmt:
			heads[n.Init] = true
		case *ast.SwitchStmt:
			heads[n.Init] = true
		case *ast.ForStmt:
			heads[n.Init], heads[n.Post] = true, true
		case *ast.ExprStmt:
			if !heads[n] {
				changed = s.call(n)
			}
		case *ast.GenDecl:
			if n.Tok == token.CONST || n.Tok == token.TYPE {
				return false
			}
		}
		if changed == "" {
			return true
		}
		b.Write(s.between(at, n.Pos()))
		b.WriteString(changed)
		at = n.End()
		return false
	})
	b.Write(s.between(at, to))
	return b.String()
}

func (s *source) between(from, to token.Pos) []byte { return s.text[from-s.base : to-s.base] }

// operator returns a binary expression with its changes, or "" if it is not changed itself.
func (s *source) operator(n *ast.BinaryExpr) string {
	into := others[n.Op]
	of := s.info.Types[n]
	if into == nil || of.Value != nil || s.isError(n.X) {
		return ""
	}
	result := types.Default(of.Type)
	basic, _ := result.Underlying().(*types.Basic)
	if basic == nil || basic.Info()&(types.IsNumeric|types.IsBoolean) == 0 {
		return ""
	}
	if at := s.info.Types[n.Y]; n.Op == token.MUL && at.Value != nil && at.Value.String() == "0" {
		return ""
	}
	name, named := s.typeName(result)
	if !named {
		return ""
	}
	first := s.next
	for _, op := range into {
		s.add(first, n.OpPos, n.Op.String()+" -> "+op.String())
	}
	x, y := s.emit(n.X, n.X.Pos(), n.X.End()), s.emit(n.Y, n.Y.Pos(), n.Y.End())
	var b strings.Builder
	fmt.Fprintf(&b, "func() %s { switch mutantAt(%d) {", name, first)
	for i, op := range into {
		fmt.Fprintf(&b, "; case %d: return (%s) %s (%s)", first+i, x, op, y)
	}
	fmt.Fprintf(&b, "}; return (%s) %s (%s) }()", x, n.Op, y)
	return strings.Replace(b.String(), "{;", "{", 1)
}

// call returns a call as a statement with its omission.
func (s *source) call(n *ast.ExprStmt) string {
	call, is := n.X.(*ast.CallExpr)
	if !is {
		return ""
	}
	if name, is := call.Fun.(*ast.Ident); is && slices.Contains([]string{"panic", "clear"}, name.Name) {
		return ""
	}
	number := s.next
	s.add(number, n.Pos(), "no call of "+string(s.between(call.Fun.Pos(), call.Fun.End())))
	return fmt.Sprintf("if mutantAt(%d) != %d { %s }", number, number, s.emit(call, call.Pos(), call.End()))
}

func (s *source) add(first int, pos token.Pos, text string) {
	s.changes = append(s.changes, &mutant{first: first, number: s.next, place: s.set.Position(pos).String(), text: text})
	s.next++
}

// isError reports whether an expression is an error: a check of it that is turned round fails every test.
func (s *source) isError(x ast.Expr) bool {
	of := s.info.Types[x].Type
	return of != nil && types.Identical(of, types.Universe.Lookup("error").Type())
}

// typeName returns how the file writes a type. Types of packages that it does not import have no name in it.
func (s *source) typeName(of types.Type) (string, bool) {
	known := true
	name := types.TypeString(of, func(p *types.Package) string {
		if p == s.pkg {
			return ""
		}
		if s.imports[p.Path()] == "" {
			known = false
		}
		return s.imports[p.Path()]
	})
	return name, known
}
