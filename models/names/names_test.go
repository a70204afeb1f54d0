package names

import "testing"

func TestNamesOfTheServerAreReserved(t *testing.T) {
	for name, good := range map[string]bool{
		"ann": true, "Rooty": true, "adminton": true, "admin": false, "Admin_2": false, "TURNPOST": false,
		"turn-post": false, "PostMaster": false, "no_reply": false,
	} {
		if reserved := IsReserved(name); reserved == good {
			t.Errorf("%q is reserved: %v", name, reserved)
		}
	}
}
