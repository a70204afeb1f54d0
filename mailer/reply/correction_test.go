package reply

import (
	"reflect"
	"slices"
	"testing"
)

// A turn that the writer takes back below it, or could, is asked about. The games say which turns are legal.
func TestTakenBackBelow(t *testing.T) {
	legal := func(s string) bool { return slices.Contains([]string{"d1-d4", "d1-d5", "a1-b1", "b1-d4"}, s) }
	for _, below := range []string{
		"No, d1-d5", "Nope: d1-d6!", "No, d1 to d6", "Hmm, better d9-d8", "Ach nein, d1-d6", "Quatsch, d1 nach d6",
		"Нет, d1-d6", "Лучше d1-d6", "Non, d1-d6", "No, mejor d1-d6",
		"I think d1-d5 is what I want", "Or d1-d5.", "No, I have looked again and take d1-d5 this time",
		"Please ignore that, I will write again.", "Don’t play this yet.", "Cancel that, please",
		"On second thought I'd rather wait",
		"Bitte noch nicht ziehen!", "Vergiss es.", "Не ходите так, я подумаю", "just kidding, I resign",
		"Actually, let me think again.", "Actually let me think again.", "cancel", "Doch nicht.", "Stopp, doch nicht!",
		"Forget the above.", "Sorry, I meant d5", "No, d5.", "or d5?", "Lieber d5", "lieber d1-d6", "Danke, lieber d1-d5",
		"Нет, лучше d5", "Oops, b1 of course", "Not now.", "Jetzt nicht, später",
		"No!", "Hmm, no.", "Oh no", "Нет", "En fait non", "undo please", "Bitte noch nicht spielen", "Let me sleep on it.",
		"Oh no, that was the wrong game", "sorry, this was meant for another game", "Das war für die andere Partie",
		"это для другой партии", "Ce n’est pas la bonne partie", "this is only a test", "(just testing)",
		"Oops!!", "Ой", "I'm not sure yet", "Das ist noch nicht endgültig.", "пока не уверен", "j’hésite encore",
		"I would really like to take that back", "If that is not possible: d1-d5", "Alternativ würde ich d1-d5 ziehen",
		"This is not my final answer", "please hold this move", "jk", "jk :)", "(just asking)",
		"Only asking, of course.", "nur so gefragt", "Просто спросил.",
		"Hold on, I need to think.", "Oops, that was a mistake.", "please wait with this", "Стой, не надо.",
		"Wait. I looked at the wrong board", "Wait, no.", "Sorry, wrong game", "Oh - not yet!", "PS: please wait",
		"That took me long. Wait, my king hangs.", "Entschuldige, falsche Partie", "Ich hab’s mir anders überlegt.",
		"Погоди, дай подумать", "Ой, не та партия!", "Attends, je me suis trompé", "Perdón, partida equivocada",
		"Scusa, ho sbagliato", "Sorry, verkeerde partij", "Pomyłka, nie ta partia", "待って！", "等一下。", "잠깐만요",
	} {
		for _, typed := range []string{"d1-d4", "D1 – D4.", "My move: d1-d4"} {
			m, err := Read([]byte(plainHeader+typed+"\n\n"+below+"\n"), Options{Legal: legal})
			if err != nil || len(m.Reply.Commands) > 0 || len(m.Reply.Possible) == 0 || m.Reply.Possible[0].Verb != Turn {
				t.Errorf("%q below %q is read as %+v, %v", below, typed, m.Reply, err)
			}
		}
	}
}

// Other words below a turn, and words above it, do not hinder it: talk about other turns, about the same one, and in or
// below a closing.
func TestNotTakenBack(t *testing.T) {
	legal := func(s string) bool { return s == "d1-d4" || s == "d1-d5" }
	for _, text := range []string{
		"d1-d4\n\nI did not expect e4-e5.", "d1-d4\n\nd1-d4 took me an hour", "d1-d4\n\nNo hurry!",
		"d1-d4\n\nI do not play at weekends.", "d1-d4\n\nd1-d5 was tempting as well, and a1-b1",
		"d1-d4\n\nNo idea why you played e4-e5 there.", "d1-d4\n\nNow you will lose! Just kidding.",
		"d1-d4\n\nI am still thinking about our last game.", "d1-d4\n\nSee you, no doubt.",
		"d1-d4\n\nNever forget: it is a game.", "d1-d4\n\nBest,\nAnn\nHouse d1-d5", "d1-d4\n\nsay or was d1-d5 better?",
		"Please ignore that mail from before.\n\nd1-d4", "I looked at d1-d5 for long.\n\nd1-d4",
		"Better late than never.\n\nd1-d4", "Wait, I have it!\n\nd1-d4",
		"d1-d4\n\nI can wait.", "d1-d4\n\nWaiting for your answer, Bob!", "d1-d4\n\nNot yet lost!",
		"d1-d4\n\nI was wrong about the Lion, and you were right.", "d1-d4\n\nIch warte auf deinen Zug.",
		"d1-d4\n\nStop by when you are in town", "d1-d4\n\nНе надо было бить коня", "d1-d4\n\nJ’attends ta réponse.",
		"d1-d4\n\nNo mistake this time, I hope.", "d1-d4\n\nSorry, the D1 was closed all week", "d1-d4\n\nSorry for e5!",
		"d1-d4\n\nd5 would have been a fine square too", "d1-d4\n\nLater!", "d1-d4\n\nSee you tomorrow.",
		"Typo.\n\nd1-d4", "Morgen!\n\nd1-d4", "See you later.\n\nd1-d4", "d1-d4\n\nLieber Bob, es regnet.",
		"d1-d4\n\nNo, I do not work on Fridays any more.", "d1-d4\n\nI lost the other game at once.",
		"d1-d4\n\nSorry!", "d1-d4\n\nNot sure this is any good.", "d1-d4\n\nYou have not won yet!",
		"d1-d4\n\nnot sure yet if I am free on Friday", "d1-d4\n\nJust wondering how your holidays were.",
		"d1-d4\n\nJust asking for a friend: is Bonn nice in May",
	} {
		m, err := Read([]byte(plainHeader+text+"\n"), Options{Legal: legal})
		if err != nil || len(m.Reply.Commands) == 0 || m.Reply.Commands[0] != turn("d1-d4")[0] {
			t.Errorf("%q is read as %+v, %v", text, m.Reply, err)
		}
	}
}

// A turn below a line that leaves it for another time is asked about.
func TestTentative(t *testing.T) {
	for _, above := range []string{
		"Later.", "later", "Not now!", "Maybe later…", "Wait.", "Später.", "Noch nicht:", "Heute nicht", "Не сейчас.",
		"Потом", "Plus tard.", "Más tarde", "Domani.", "後で。", "How about", "DRAFT", "Как насчёт",
	} {
		m, err := Read([]byte(plainHeader+above+"\n\nd1-d4\n"), Options{})
		if err != nil || len(m.Reply.Commands) > 0 || len(m.Reply.Possible) != 1 || m.Reply.Possible[0] != turn("d1-d4")[0] {
			t.Errorf("a turn below %q is read as %+v, %v", above, m.Reply, err)
		}
	}
}

// The question about a turn that is corrected names the other one too.
func TestBothTurnsArePossible(t *testing.T) {
	legal := func(s string) bool { return s == "d1-d4" || s == "d1-d5" }
	for below, wantLine := range map[string]string{
		"No, better d1-d5.": "No, better d1-d5.", "Sorry, I meant d5": "Sorry, I meant d5", "Or d1-d5": "Or d1-d5",
		"¿O d1-d5?": "¿O d1-d5?", "Lieber Bob, sorry, d1-d4 should be d1-d5": "Lieber Bob, sorry, d1-d4 should be d1-d5",
	} {
		m, err := Read([]byte(plainHeader+"d1-d4\n\n"+below+"\n"), Options{Readable: legal, Legal: legal})
		want := append(turn("d1-d4"), turn("d1-d5")...)
		if err != nil || !reflect.DeepEqual(m.Reply.Possible, want) ||
			!reflect.DeepEqual(m.Reply.Lines, []string{"d1-d4", wantLine}) {
			t.Errorf("%q: possible are %+v, lines %q, %v", below, m.Reply.Possible, m.Reply.Lines, err)
		}
	}
}

// Words to the opponent that the writer takes back below them are asked about.
func TestWordsTakenBack(t *testing.T) {
	for _, below := range []string{"No, don't send that!", "undo", "Please don’t send this.", "Doch nicht.", "Не надо."} {
		m, err := Read([]byte(plainHeader+"say hi bob\n\n"+below+"\n"), Options{})
		if err != nil || len(m.Reply.Commands) > 0 || !reflect.DeepEqual(m.Reply.Possible, say("hi bob")) {
			t.Errorf("%q below words to the opponent: %+v, %v", below, m.Reply, err)
		}
	}
	m, err := Read([]byte(plainHeader+"say hi bob\n\nno reply needed\n"), Options{})
	if err != nil || !reflect.DeepEqual(m.Reply.Commands, say("hi bob")) {
		t.Errorf("%+v, %v", m.Reply, err)
	}
}
