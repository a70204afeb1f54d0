package reply

// ReadHeader parses the header of a message alone. It is not ok if no line could be a field.
func ReadHeader(raw []byte) (h Header, ok bool) {
	fields, _ := splitHeader(raw)
	if len(fields) == 0 {
		return Header{}, false
	}
	return readHeader(fields), true
}

// Get returns the value of the first field with a name, "" if there is none.
func (h Header) Get(name string) string {
	return h.fields.get(name)
}
