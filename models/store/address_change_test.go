package store

import (
	"slices"
	"strings"
	"testing"
	"time"

	"turnpost/models"
	"turnpost/models/account"
	"turnpost/models/challenge"
	"turnpost/models/core"
	"turnpost/models/mailbox"
	"turnpost/rules/rulestest/sample"
)

// askAddress requests a change of address and returns the mails.
func (w *world) askAddress(p models.Player, email string) []*mailbox.Content {
	w.t.Helper()
	if _, err := w.UpdateProfile(w.t.Context(), p.ID, models.ProfilePatch{Email: &email}); err != nil {
		w.t.Fatal(err)
	}
	return w.deliver()
}

// mailTo returns the mail to an address, or nil.
func mailTo(mails []*mailbox.Content, address string) *mailbox.Content {
	for _, c := range mails {
		if c.To.Email == address {
			return c
		}
	}
	return nil
}

// moveTo changes an address and returns the mails about it to the previous one.
func (w *world) moveTo(p models.Player, email string) (asked, changed *mailbox.Content) {
	w.t.Helper()
	before := p.Email
	mails := w.askAddress(p, email)
	if _, err := w.ConfirmAddress(w.t.Context(), p.ID, mailTo(mails, email).Code); err != nil {
		w.t.Fatal(err)
	}
	return mailTo(mails, before), mailTo(w.deliver(), before)
}

func TestAnAddressCanBeChanged(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	g := w.game(ann, bob, "hnefatafl", "7x7")
	token := w.token(ann)
	for range account.HardBouncesToFail {
		if err := w.RecordBounce(t.Context(), ann.ID, account.BounceHard, "no such user"); err != nil {
			t.Fatal(err)
		}
	}
	w.deliver()
	mails := w.askAddress(ann, "Anna@example.com")
	code, told := mailTo(mails, "Anna@example.com"), mailTo(mails, "ann@example.org")
	if code == nil || told == nil || len(mails) != 2 || told.Address.State != account.AddressAsked ||
		told.Address.Link == "" {
		t.Fatalf("mailed %s", kinds(mails))
	}
	if told.BounceLink != "" || told.ReplyLink != "" || strings.Contains(told.Address.New, "nna") {
		t.Errorf("the mail says %+v", told.Address)
	}
	if pending, until, err := w.PendingAddress(t.Context(), ann.ID); err != nil || pending != "Anna@example.com" ||
		!until.Equal(w.now().Add(24*time.Hour)) {
		t.Errorf("%q until %s, %v", pending, until, err)
	}
	_, err := w.ConfirmAddress(t.Context(), ann.ID, "x")
	wantCode(t, err, models.CodeBadCode)
	_, err = w.ConfirmAddress(t.Context(), bob.ID, code.Code)
	wantCode(t, err, models.CodeConflict)
	_, _, err = w.SignIn(t.Context(), "Anna@example.com", code.Code, account.NewToken{})
	wantCode(t, err, models.CodeBadCode) // it has another purpose
	p, err := w.ConfirmAddress(t.Context(), ann.ID, code.Code)
	if err != nil || p.Email != "Anna@example.com" || p.Failing != nil {
		t.Fatalf("%+v, %v", p, err)
	}
	mails = w.deliver()
	if told := mailTo(mails, "ann@example.org"); told == nil || told.Address.State != account.AddressChanged ||
		told.Address.Link == "" {
		t.Errorf("the address before heard nothing: %s", kinds(mails))
	}
	if turn := mailTo(mails, "Anna@example.com"); turn == nil || turn.Kind != models.KindYourTurn || turn.Game.ID != g.ID {
		t.Errorf("mailed %s", kinds(mails))
	}
	if session, err := w.Authenticate(t.Context(), token); err != nil || session.Player.Email != "Anna@example.com" {
		t.Errorf("%+v, %v", session, err)
	}
	_, err = w.ConfirmAddress(t.Context(), ann.ID, code.Code)
	wantCode(t, err, models.CodeConflict)
	w.pass(time.Hour)
	if err := w.RequestCode(t.Context(), "anna@example.com"); err != nil {
		t.Fatal(err)
	}
	if _, again, err := w.SignIn(t.Context(), "anna@example.com", w.code("Anna@example.com"),
		account.NewToken{}); err != nil ||
		again.ID != ann.ID {
		t.Errorf("%+v, %v", again, err)
	}
}

// Token returns a new token of a player.
func (w *world) token(p models.Player) string {
	w.t.Helper()
	issued, err := w.CreateToken(w.t.Context(), p.ID, account.NewToken{})
	if err != nil {
		w.t.Fatal(err)
	}
	return issued.Secret
}

// Queued mail goes to the new address.
func TestNoticesThatWaitGoToTheNewAddress(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	if _, err := w.UpdateProfile(t.Context(), ann.ID,
		models.ProfilePatch{Mail: map[models.Kind]models.Delivery{models.KindYourTurn: models.Digest}}); err != nil {
		t.Fatal(err)
	}
	w.game(ann, bob, "hnefatafl", "7x7")
	w.moveTo(ann, "anna@example.com")
	var addresses []string
	err := w.Read(t.Context()).Raw("SELECT DISTINCT email FROM notices WHERE player_id = ? AND done_at = 0", ann.ID).
		Scan(&addresses).Error
	if err != nil || !slices.Equal(addresses, []string{"anna@example.com"}) {
		t.Errorf("%v, %v", addresses, err)
	}
}

// Neither the response nor the work reveals whether an address has an account. Its mailbox gets no code.
func TestChangesTellNoAddresses(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	w.player("bob")
	ask := func(address string) []string {
		return w.statements(func() {
			if _, err := w.UpdateProfile(t.Context(), ann.ID, models.ProfilePatch{Email: &address}); err != nil {
				t.Fatal(err)
			}
		})
	}
	ask("first@example.com")
	w.deliver()
	known, unknown := ask("bob@example.org"), ask("nobody@example.com")
	if len(known) == 0 || !slices.Equal(known, unknown) {
		t.Errorf("known\n%s\nunknown\n%s", strings.Join(known, "\n"), strings.Join(unknown, "\n"))
	}
	ask("bob@example.org")
	w.pass(10 * time.Minute)
	mails := w.askAddress(ann, "bob@example.org")
	if c := mailTo(mails, "bob@example.org"); c == nil || c.Code != "" || !c.Address.Taken {
		t.Errorf("%+v", c)
	}
	_, err := w.ConfirmAddress(t.Context(), ann.ID, "00000000")
	wantCode(t, err, models.CodeBadCode)
	w.pass(24 * time.Hour)
	for range w.Limits.AddressChanges.Count + 1 {
		_, err = w.UpdateProfile(t.Context(), ann.ID, models.ProfilePatch{Email: new("more@example.com")})
	}
	wantCode(t, err, models.CodeTooMany)
}

func TestWrongCodesOfAChangeAreBounded(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	code := mailTo(w.askAddress(ann, "anna@example.com"), "anna@example.com").Code
	for range account.AddressTries {
		_, err := w.ConfirmAddress(t.Context(), ann.ID, "x")
		wantCode(t, err, models.CodeBadCode)
	}
	_, err := w.ConfirmAddress(t.Context(), ann.ID, code)
	wantCode(t, err, models.CodeTooMany)
}

// Strangers who refuse mail get none, and no player can have an address of the server.
func TestAddressesThatWantNoMail(t *testing.T) {
	w := newWorld(t)
	w.OwnAddress = func(address string) bool { return strings.HasPrefix(address, "play+") }
	ann := w.player("ann")
	err := w.Write(t.Context(), func(tx *core.Tx) error {
		return tx.Exec("INSERT INTO refusals (email_key, created_at) VALUES ('quiet@example.com', 1)").Error
	})
	if err != nil {
		t.Fatal(err)
	}
	if c := mailTo(w.askAddress(ann, "quiet@example.com"), "quiet@example.com"); c != nil {
		t.Errorf("mailed %+v", c)
	}
	for _, bad := range []string{"play+x@example.org", "no address", "Ann <a@example.org>"} {
		_, err := w.UpdateProfile(t.Context(), ann.ID, models.ProfilePatch{Email: &bad})
		wantCode(t, err, models.CodeInvalid)
	}
	wantCode(t, w.Register(t.Context(), account.NewPlayer{Name: "loop", Email: "play+x@example.org"}), models.CodeInvalid)
	_, err = w.CreateChallenge(t.Context(), ann, challenge.NewChallenge{
		Ruleset:  "hnefatafl",
		Opponent: "play+x@example.org",
	})
	wantCode(t, err, models.CodeInvalid)
}

// An invitation to the previous address stays the player's, and the challenger does not learn the new address.
func TestInvitationsMoveWithTheAddress(t *testing.T) {
	sample.Whole(t, "tries a rare case")
	w := newWorld(t)
	ann, bob := w.player("ann"), w.player("bob")
	c, err := w.CreateChallenge(t.Context(), bob, challenge.NewChallenge{
		Ruleset:  "hnefatafl",
		Opponent: "ann@example.org",
	})
	if err != nil {
		t.Fatal(err)
	}
	reply := mailTo(w.deliver(), "ann@example.org").ReplyLink
	w.moveTo(ann, "anna@example.com")
	if _, holder, err := w.ReadLink(t.Context(), models.LinkReply,
		reply); err != nil || holder.Email != "anna@example.com" ||
		holder.Former != "ann@example.org" {
		t.Errorf("%+v, %v", holder, err)
	}
	shown, err := w.FindChallenge(t.Context(), bob, c.ID)
	if err != nil || shown.InvitedAs != "ann@example.org" {
		t.Errorf("%+v, %v", shown, err)
	}
	accepted, err := w.AcceptInvitation(t.Context(), c.ID, "")
	if err != nil || accepted.Player.ID != ann.ID || accepted.New {
		t.Errorf("%+v, %v", accepted, err)
	}
}

func TestAnOperatorSetsAnAddress(t *testing.T) {
	w := newWorld(t)
	ann := w.player("ann")
	w.player("bob")
	_, changed := w.moveTo(ann, "eve@evil.example")
	if err := w.Admin().SetAddress(t.Context(), "ann", "anna@example.com"); err != nil {
		t.Fatal(err)
	}
	mails := w.deliver()
	before, now := mailTo(mails, "eve@evil.example"), mailTo(mails, "anna@example.com")
	if before == nil || before.Address.State != account.AddressSet || before.Address.Link != "" ||
		now == nil || now.Address.State != account.AddressGiven {
		t.Errorf("mailed %s", kinds(mails))
	}
	if c, err := w.UndoAddressChange(t.Context(), changed.Address.Link); err == nil && !c.Undone {
		t.Error("what an operator has decided was undone")
	}
	if o, err := w.Admin().Player(t.Context(), "ann"); err != nil || o.Email != "anna@example.com" {
		t.Errorf("%+v, %v", o, err)
	}
	wantCode(t, w.Admin().SetAddress(t.Context(), "ann", "bob@example.org"), models.CodeConflict)
	wantCode(t, w.Admin().SetAddress(t.Context(), "nobody", "x@example.org"), models.CodeNotFound)
	wantCode(t, w.Admin().SetAddress(t.Context(), "ann", "x"), models.CodeInvalid)
}
