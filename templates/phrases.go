package templates

// phrases is what the drawings say by themselves; all other words come from
// the diagram or the caller.
type phrases struct {
	board        string // title of a picture without a caption
	blank        string // symbol of a legend that is only a blank
	markFrom     string
	markTo       string
	markCaptured string
}

// english is never changed.
var english = phrases{
	board:        "Board",
	blank:        "blank",
	markFrom:     "left in the last turn",
	markTo:       "reached in the last turn",
	markCaptured: "captured in the last turn",
}
