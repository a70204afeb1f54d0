package calendar

import "testing"

func TestReadDaysOff(t *testing.T) {
	for text, want := range map[string]string{
		"sat, sun": "sat, sun", "Saturday and Sunday": "sat, sun", "SUN": "sun", "sundays": "sun", "Sa/So": "sat, sun",
		"samstags und sonntags": "sat, sun", "Sonnabend": "sat", "Mittwoch;Freitag": "wed, fri", "di do": "tue, thu",
		"по субботам и воскресеньям": "sat, sun", "суббота, воскресенье": "sat, sun",
		"пт сб":   "fri, sat",
		"в среду": "wed", "Понедельник": "mon", "thurs": "thu", "on Fridays": "fri",
	} {
		if off, ok := ReadDaysOff(text); !ok || off.String() != want {
			t.Errorf("%q reads as %q, %v", text, off, ok)
		}
	}
	for _, text := range []string{
		"", "none", "weekend", "sat sat", "fri sat sun", "s", "monk", "sunflower", "and", "saturation",
		"субботник и среда, ср",
	} {
		if off, ok := ReadDaysOff(text); ok {
			t.Errorf("%q reads as %q", text, off)
		}
	}
}

// FuzzReadDaysOff checks that at most two days are read, and that they are read back from their own text.
func FuzzReadDaysOff(f *testing.F) {
	for _, text := range []string{
		"sat, sun", "Samstag und Sonntag", "по субботам", "\xff", "ſat", "İsat", "mon tue wed",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		off, ok := ReadDaysOff(text)
		if names := off.Names(); ok != (len(names) > 0) || len(names) > MaxDaysOff {
			t.Fatalf("%q: %v, %v", text, names, ok)
		}
		if again, _ := ReadDaysOff(off.String()); again != off {
			t.Fatalf("%q: %s is read as %s", text, off, again)
		}
	})
}
