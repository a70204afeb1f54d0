// Package networks determines the networks of a client's address that limits count by.
package networks

import "net/netip"

// Widths is the number of networks of an address that limits count by.
const Widths = 3

// Prefix lengths of those networks, the narrowest first.
var (
	bits4 = [Widths]int{32, 24, 16}
	bits6 = [Widths]int{64, 56, 48}
)

// WiderBy is the ratio of the limit of a network to that of the next narrower one.
const WiderBy = 4

// Prefixes returns the networks of a client's address that limits count by, the narrowest first: the address, its /24
// and its /16 for IPv4; the /64, /56 and /48 for IPv6, where a client has any number of addresses. It also accepts a
// network that it returned. For any other text it returns the text alone.
func Prefixes(text string) []string {
	address, err := netip.ParseAddr(text)
	if network, notNetwork := netip.ParsePrefix(text); notNetwork == nil {
		address, err = network.Addr(), nil
	}
	if err != nil {
		return []string{text}
	}
	address = address.Unmap()
	bits := bits6
	if address.Is4() {
		bits = bits4
	}
	list := make([]string, 0, Widths)
	for _, b := range bits {
		network, _ := address.Prefix(b) // fits every address of its family
		if b == address.BitLen() {
			list = append(list, network.Addr().String())
			continue
		}
		list = append(list, network.String())
	}
	return list
}
