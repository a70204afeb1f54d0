package templates

// writeAddressCode writes to the address that a player has requested: a code, unless the address has an account.
func (w *mailWriter) writeAddressCode() {
	w.add(blockHead, "address_code.head")
	if w.Address.Taken {
		w.add(blockText, "address_code.taken")
		w.add(blockText, "address_code.stranger")
		return
	}
	w.blocks = append(w.blocks, mailBlock{Kind: blockCode, Text: oneLine(w.Code)})
	w.add(blockText, "code.life")
	w.add(blockText, "address_code.enter")
	w.add(blockText, "address_code.stranger")
	w.curl("curl", w.Do.ConfirmAddress(w.Code))
}

// writeAddressChange reports a change of an account's address.
func (w *mailWriter) writeAddressChange() {
	w.add(blockHead, "address_change.head")
	w.add(blockText, "address_change.what")
	w.add(blockText, "address_change.else")
	if w.AddressURL != "" {
		w.button("address_change.undo", w.AddressURL)
		w.add(blockText, "address_change.undo.what")
	}
}
