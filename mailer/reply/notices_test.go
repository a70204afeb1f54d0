package reply

import (
	"strings"
	"testing"
)

// notices are texts that gateways put above a mail, with the line that follows them: "~" is a line end.
var notices = []string{
	"[EXTERNAL]", "[External Email]", "*** EXTERNAL EMAIL ***", "--- External email ---", "EXTERNAL: Do not click links.",
	"CAUTION: This mail came from outside. Do not open attachments.", "CAUTION: external sender.~" + rule,
	"This message originated outside of Example Corp. Use caution with links and attachments.",
	"You don't often get email from ann@example.net. Learn why this is important",
	"You don't often get email from turnpost@play.example.org. Learn why this is important<https://aka.ms/LearnAboutSenderIdentification>",
	"Sie erhalten nicht oft E-Mails von turnpost@play.example.org.~Erfahren Sie, warum dies wichtig ist<https://aka.ms/LearnAboutSenderIdentification>",
	"Вы не часто получаете письма от turnpost@play.example.org. Узнайте, почему это важно",
	"Vous n’obtenez pas souvent d’e-mail à partir de turnpost@play.example.org. Pourquoi c’est important<https://aka.ms/LearnAboutSenderIdentification>",
	"Nie otrzymujesz często wiadomości e-mail z turnpost@play.example.org. Dowiedz się, dlaczego jest to ważne",
	"turnpost@play.example.org からのメールを受け取る頻度は高くありません。これが重要な理由の詳細については、こちらをご覧ください",
	"ZjQcmQRYFpfptBannerStart~This Message Is From an Untrusted Sender~You have not previously corresponded with this sender.~ZjQcmQRYFpfptBannerEnd",
	"⚠ This email is from an external sender. ⚠", "WARNING: first-time sender~Be careful with links.~" + rule,
	rule + "~CAUTION! External sender~" + rule, "+----------+~| EXTERNAL |~+----------+", "| CAUTION: this is from outside |",
	"| CAUTION: this mail is from outside. |~| Do not click links. |",
	"ACHTUNG: Diese E-Mail stammt von einem externen Absender. Bitte öffnen Sie keine Anhänge oder Links.",
	"ACHTUNG: Diese E-Mail stammt von einem externen Absender. Bitte öffnen Sie keine Anhänge oder Links.~" + rule,
	"Diese E-Mail stammt von außerhalb der Organisation. Klicken Sie auf keine Links und öffnen Sie keine Anhänge, wenn Sie~" +
		"den Absender nicht kennen.", "EXTERNE E-MAIL: Vorsicht bei Links und Anhängen!", "*** Externe E-Mail ***",
	"===== EXTERNE NACHRICHT =====", "Vorsicht, externer Absender. Bitte keine Anlagen öffnen.~" + rule,
	"Внешнее письмо", "ВНИМАНИЕ: Внешнее письмо! Не открывайте вложения и не переходите по ссылкам.",
	"[ВНЕШНЕЕ ПИСЬМО]", "*** Письмо от внешнего отправителя ***", "Это письмо пришло извне организации. Будьте осторожны со ссылками и~вложениями.",
	"ОСТОРОЖНО: внешний отправитель~" + rule, rule + "~Внешнее письмо. Не открывайте вложения.~" + rule,
	"ATTENTION : cet e-mail provient de l'extérieur. Ne cliquez pas sur les liens.~" + rule,
	"PRECAUCIÓN: remitente externo. No abra los enlaces.", "注意：这封邮件来自外部发件人，请勿打开附件。", "【外部】このメールは外部から送信されました。",
	"UWAGA: wiadomość spoza organizacji. Nie otwieraj załączników.", "DİKKAT: Bu e-posta kurum dışından gönderilmiştir.",
	"FAAHTAAI: he meli mei tuʻa kautaha, ʻoua naʻa ke fakaava ha ngaahi faile fakapipiki mei ai.",         // Tongan
	"=== Ujumbe huu umetoka nje ya kampuni ===", rule + "~Ujumbe huu umetoka nje ya kampuni yetu~" + rule, // Swahili
}

const rule = "________________________________"

// A notice above a reply hides neither its turn nor its doubt.
func TestNoticesAbove(t *testing.T) {
	for _, notice := range notices {
		notice = strings.ReplaceAll(notice, "~", "\n")
		for _, gap := range []string{"\n", "\n\n"} {
			for _, hello := range []string{"", "Hi Bob,\n", "Hi Bob,\n\n"} {
				text := notice + gap + hello + "d3-c3"
				if said := readTyped(t, text+"\n\nBest,\nAnn"); len(said.Commands) != 1 || said.Commands[0].Verb != Turn {
					t.Errorf("%q is read as %+v", text, said)
				}
				wantNoTurn(t, notice+gap+hello+"? d3-c3")
			}
		}
		html := "<table><tr><td>" + strings.ReplaceAll(notice, "\n", "<br>") + "</td></tr></table><div>d3-c3</div>"
		if said := readHTMLTyped(t, html); len(said.Commands) != 1 || said.Commands[0].Verb != Turn {
			t.Errorf("%q is read as %+v", html, said)
		}
	}
}

// A notice below a turn, or below a quote, is no more of the writer's text, while their own words there count.
func TestNoticesBelow(t *testing.T) {
	const quote = "On Sat, Nov 28, 2026 turnpost <turnpost@play.example.org> wrote:\n\n> Your turn against ann.\n"
	for _, notice := range notices {
		line := strings.ReplaceAll(notice, "~", " ")
		notice = strings.ReplaceAll(notice, "~", "\n")
		if !isTip(line) && !saysNotice(line, noticeWords(line), false) {
			continue // only its form tells
		}
		for _, text := range []string{
			"d3-c3\n\n" + notice + "\n\n" + quote, "d3-c3\n\n" + notice, "d3-c3\n\n" + quote + "\n" + notice,
		} {
			if said := readTyped(t, text); len(said.Commands) != 1 || said.Commands[0].Verb != Turn {
				t.Errorf("%q is read as %+v", text, said)
			}
			if !strings.Contains(notice, rule) { // which ends what the writer says, without a notice too
				wantNoTurn(t, text+"\n\nNo, do not play this turn!")
			}
		}
	}
	wantNoTurn(t, "d3-c3\n\nAttention: the links outside look suspicious, do not play this turn")
}

// What the writer says in the form of a notice is none.
func TestNoNotices(t *testing.T) {
	for _, text := range []string{
		"*** Please do not play this yet ***\nd3-c3", "ATTENTION: perhaps\nd3-c3",
		"WAIT: I want to think about this first.\nd3-c3", "WARTE: Ich will erst nachdenken.\nd3-c3",
		"СТОЙ: надо сначала подумать.\nd3-c3", "NOT YET: tomorrow I decide.\nd3-c3", "DRAFT: my next move.\nd3-c3",
		"LATER: I will look at this tonight.\nd3-c3", "I want to think about this first.\nd3-c3",
		"--- would this be legal? ---\nd3-c3", "*** noch nicht spielen ***\nd3-c3", "=== не ходить, это пример ===\nd3-c3",
	} {
		wantNoTurn(t, text)
	}
}

// readHTMLTyped is readTyped for a mail of HTML.
func readHTMLTyped(t *testing.T, html string) Reply {
	t.Helper()
	return readTypedMail(t, "From: ann@example.net\nContent-Type: text/html; charset=utf-8\n\n"+html+"\n")
}
