package verdict

import "testing"

// said are responses of mail servers and sentences of delivery reports, with what they mean.
var said = []struct {
	status, text string
	want         Meaning
}{
	// Gmail
	{"", "550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address for typos or unnecessary spaces. For more information, go to https://support.google.com/mail/?p=NoSuchUser a1-20si - gsmtp", NoMailbox},
	{"", "550 5.2.1 The email account that you tried to reach is disabled. Learn more at https://support.google.com/mail/?p=DisabledUser - gsmtp", NoMailbox},
	{"", "550 5.2.1 The email account that you tried to reach is inactive. For more information, go to https://support.google.com/mail/?p=DisabledUser", NoMailbox},
	{"", "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered. For more information, please visit https://support.google.com/mail/?p=ReceivingRatePerm", Later},
	{"", "450 4.2.1 The user you are trying to contact is receiving mail too quickly. Please resend your message at a later time.", Later},
	{"", "552 5.2.2 The email account that you tried to reach is over quota. Please direct the recipient to https://support.google.com/mail/?p=OverQuotaPerm", Full},
	{"", "552 5.2.2 The recipient's inbox is out of storage and inactive. Please direct the recipient to https://support.google.com/mail/?p=OverQuotaPerm", Full},
	{"", "452 4.2.2 The recipient's inbox is out of storage space.", Full},
	{"", "550 5.7.26 Unauthenticated email from example.org is not accepted due to domain's DMARC policy. Please contact the administrator of example.org domain", Reputation},
	{"", "550 5.7.26 This mail has been blocked because the sender is unauthenticated. Gmail requires all senders to authenticate with either SPF or DKIM.", Reputation},
	{"", "550 5.7.1 [192.0.2.1 12] Our system has detected that this message is likely unsolicited mail. To reduce the amount of spam sent to Gmail, this message has been blocked.", Reputation},
	{"", "550 5.7.25 The IP address sending this message does not have a PTR record setup, or the corresponding forward DNS entry does not match the sending IP.", Reputation},
	{"", "421 4.7.28 Our system has detected an unusual rate of unsolicited mail originating from your IP address.", Reputation},
	{"", "421 4.7.0 Try again later, closing connection.", Reputation},
	{"", "552 5.7.0 This message was blocked because its content presents a potential security issue.", Reputation},
	{"", "552 5.3.4 Your message exceeded Google's message size limits.", Unclear},
	{"", "550 5.4.5 Daily user sending limit exceeded.", Reputation},
	// Outlook, Hotmail, Exchange Online
	{"", "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).", NoMailbox},
	{"", "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ann@example.org not found by SMTP address lookup", NoMailbox},
	{"", "550 5.4.1 Recipient address rejected: Access denied. [Name=Protocol Filter Agent][AGT=PFA] AS(201806281)", NoMailbox},
	{"", "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3150).", Reputation},
	{"", "550 5.7.606 Access denied, banned sending IP [192.0.2.1]. To request removal from this list please visit https://sender.office.com/", Reputation},
	{"", "550 5.7.515 Access denied, sending domain example.org doesn't meet the required authentication level.", Reputation},
	{"", "550 5.7.509 Access denied, sending domain EXAMPLE.ORG does not pass DMARC verification and has a DMARC policy of reject.", Reputation},
	{"", "451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation.", Reputation},
	{"", "451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77714)", Reputation},
	{"", "550 SC-001 (BAY004-MC1F1) Unfortunately, messages from 192.0.2.1 weren't sent.", Reputation},
	{"", "421 RP-001 (SNT004-MC1F43) Unfortunately, some messages from 192.0.2.1 weren't sent. Please try again.", Reputation},
	{"", "550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required", Reputation},
	{"", "550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy", Reputation},
	{"", "550 5.1.8 Access denied, bad outbound sender AS(42004)", Reputation},
	{"", "554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded", Full},
	{"5.2.122", "554 5.2.122 The recipient has exceeded their limit for the number of messages they can receive per hour.", Later},
	{"5.1.351", "Remote server returned unknown recipient or mailbox unavailable -> 550 Requested action not taken: mailbox unavailable", NoMailbox},
	{"5.0.350", "Remote server returned message detected as spam -> 554 5.7.1 spam", Reputation},
	{"5.4.310", "DNS domain example.org does not exist [Message=InfoDomainNonexistent]", Unclear},
	{"4.4.7", "Delivery expired, message exceeded its time to live", Later},
	// Yahoo, AOL
	{"", "554 delivery error: dd This user doesn't have a yahoo.com account (ann@yahoo.com) [0] - mta1001.mail.ne1.yahoo.com", NoMailbox},
	{"", "552 1 Requested mail action aborted, mailbox not found", NoMailbox},
	{"", "554 30 Sorry, your message to ann@yahoo.com cannot be delivered. This mailbox is disabled (554.30).", NoMailbox},
	{"", "553 5.7.2 [TSS09] All messages from 192.0.2.1 will be permanently deferred; Retrying will NOT succeed.", Reputation},
	{"", "421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1", Reputation},
	{"", "554 Message not allowed - [PH01] Email not accepted for policy reasons.", Reputation},
	{"", "554 5.7.9 Message not accepted for policy reasons. See https://senders.yahooinc.com/error-codes", Reputation},
	// GMX, web.de, T-Online, mail.ru, Yandex, iCloud
	{"", "550 Requested action not taken: mailbox unavailable For explanation visit https://postmaster.gmx.net/en/case?c=r0201", NoMailbox},
	{"", "550 Requested action not taken: mailbox unavailable", NoMailbox},
	{"", "554-web.de (mxweb113) Nemesis ESMTP Service not available 554-No SMTP service 554-IP address is black listed.", Reputation},
	{"", "550-Requested action not taken: mailbox unavailable 550-Sender address is not allowed.", Reputation},
	{"", "550 Requested action not taken: mailbox unavailable invalid DNS MX or A/AAAA resource record", Reputation},
	{"", "552 Requested mail action aborted: exceeded storage allocation Quota exceeded. The recipient mailbox is full.", Full},
	{"", "554 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.de to clarify.)", Unclear},
	{"", "550 Message was not accepted -- invalid mailbox.  Local mailbox ann@mail.ru is unavailable: user not found", NoMailbox},
	{"", "550 Message was not accepted -- invalid mailbox.  Local mailbox ann@mail.ru is unavailable: account is disabled", NoMailbox},
	{"", "550 spam message rejected. Please visit http://help.mail.ru/notspam-support/id?c=abc or report details to abuse@corp.mail.ru.", Reputation},
	{"", "550 Access from ip address 192.0.2.1 blocked. Visit http://help.mail.ru/", Reputation},
	{"", "550 5.7.1 No such user! 1700000000-abc", NoMailbox},
	{"", "554 5.7.1 [2] Message rejected under suspicion of SPAM; https://ya.cc/1IrBc 1700000000", Reputation},
	{"", "552 5.2.2 Mailbox size limit exceeded", Full},
	{"", "550 5.1.1 <ann@icloud.com>: user does not exist", NoMailbox},
	{"", "550 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137", Reputation},
	{"", "554 IP=192.0.2.1 - Dialup/transient IP not allowed. Use a mailgateway/smarthost.", Reputation},
	{"", "550 Письмо отклонено как спам", Reputation},
	// Orange, Free, QQ, NetEase
	{"", "550 5.1.1 <ann@orange.fr> Adresse d au moins un destinataire invalide. Invalid recipient. OFR204_416 [416]", NoMailbox},
	{"", "550 mwinf5c77 ME Adresse IP source bloquee pour incident de spam. Client host blocked for spamming issues. OFR006_102 [102]", Reputation},
	{"", "421 mwinf5c04 ME Trop de connexions, veuillez verifier votre configuration. Too many connections, slow down. OFR004_104", Reputation},
	{"", "421 Too many spams from your IP (192.0.2.1), please visit http://postmaster.free.fr/", Reputation},
	{"", "550 Mailbox not found. http://service.mail.qq.com/cgi-bin/help?subtype=1", NoMailbox},
	{"", "550 Mail content denied. http://service.mail.qq.com/cgi-bin/help?subtype=1", Reputation},
	{"", "550 Ip frequency limited", Reputation},
	{"", "554 DT:SPM 163 smtp, please see http://mail.163.com/help/help_spam_16.htm", Reputation},
	{"", "571 Message Refused", Reputation},
	{"", "550 Absender gesperrt", Reputation},
	{"", "550 The user's mailbox is out of space", Full},
	{"", "550 5.4.5 Daily quota exceeded for sending", Reputation},
	// Postfix, Exim, qmail, Sendmail
	{"5.1.1", "550 5.1.1 <ann@example.org>: Recipient address rejected: User unknown in virtual mailbox table", NoMailbox},
	{"5.1.1", "550 5.1.1 <ann@example.org>: Recipient address rejected: undeliverable address: host mx said: 550 User unknown (in reply to RCPT TO command)", NoMailbox},
	{"5.7.1", "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/192.0.2.1", Reputation},
	{"5.7.1", "554 5.7.1 <ann@example.org>: Relay access denied", Reputation},
	{"4.7.1", "450 4.7.1 <ann@example.org>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/", Later},
	{"", "451 4.7.1 Greylisting in action, please come back later", Later},
	{"4.2.0", "450 4.2.0 <ann@example.org>: Recipient address rejected: Greylisted", Later},
	{"", "450 4.1.1 <ann@example.org>: Recipient address rejected: unverified address: temporary failure", Later},
	{"5.4.4", "Host or domain name not found. Name service error for name=example.org type=AAAA: Host not found", Unclear},
	{"5.4.6", "mail for example.org loops back to myself", Unclear},
	{"5.6.1", "550 5.6.1 Body type not supported by remote host", Unclear},
	{"5.1.0", "550 5.1.0 <bounce@play.example.org> sender rejected", Reputation},
	{"5.1.8", "450 5.1.8 <bounce@play.example.org>: Sender address rejected: Domain not found", Reputation},
	{"", "550 No such user here", NoMailbox},
	{"", "550 Unrouteable address", NoMailbox},
	{"", "550 Sender verify failed: no such user", Reputation},
	{"", "550-Verification failed for <us@play.example.org> 550-No Such User Here 550 Sender verify failed", Reputation},
	{"", "550 JunkMail rejected - host [192.0.2.1] is in an RBL", Reputation},
	{"", "511 sorry, no mailbox here by that name (#5.1.1 - chkuser)", NoMailbox},
	{"5.1.1", "550 5.1.1 ann... User unknown", NoMailbox},
	{"5.1.1", "550 Rejected: 192.0.2.1 listed at bl.spamcop.net", Reputation}, // Sendmail's own 5.1.1
	{"5.0.0", "550 spam detected", Reputation},
	{"5.0.0", "554 Transaction failed", Unclear},
	{"5.2.0", "550 5.2.0 error", Unclear},
	// Exchange, Proofpoint, Mimecast, Barracuda, Cisco
	{"", "550 5.1.1 User Unknown", NoMailbox},
	{"", "550 5.1.1 RESOLVER.ADR.RecipNotFound; not found", NoMailbox},
	{"", "554 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1", Reputation},
	{"", "550 5.7.0 Local Policy Violation", Reputation},
	{"", "550 5.7.1 Reject for policy reason RULE3_2. See http://postmaster.example.com", Reputation},
	{"", "550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [abc.uk1]", NoMailbox},
	{"", "550 csi.mimecast.org Poor Reputation Sender. - https://community.mimecast.com/docs/DOC-1369#550", Reputation},
	{"", "554 Email rejected due to security policies - https://community.mimecast.com/docs/DOC-1369#554", Reputation},
	{"", "550 Administrative prohibition - envelope blocked", Reputation},
	{"", "451 Internal resources are temporarily unavailable - https://community.mimecast.com/docs/DOC-1369#451", Later},
	{"", "550 permanent failure for one or more recipients (ann@example.org:blocked)", Reputation},
	{"", "550 #5.1.0 Address rejected.", Unclear},
	{"", "554 Your access to this mail system has been rejected due to the sending MTA's poor reputation.", Reputation},
	// no more than a code
	{"", "550 rejected", Unclear},
	{"", "550", Unclear},
	{"5.1.1", "", NoMailbox},
	{"5.2.2", "", Full},
	{"5.7.1", "", Reputation},
	{"4.2.2", "", Full},
	{"", "421 4.3.2 Service shutting down", Later},
	{"", "452 4.3.1 Insufficient system storage", Full},
	{"", "552 message size exceeds fixed maximum message size", Unclear},
	// words of a report, in several languages, and of an address
	{"", "Die Adresse wurde nicht gefunden.", NoMailbox},
	{"", "Das Postfach ist voll.", Full},
	{"", "Такого адреса не существует", NoMailbox},
	{"", "550 5.1.1 <spam.policy@blocked.example>: no such user", NoMailbox},
	{"", "554 <no-such-user@example.org>: refused", Unclear},
}

func TestVerdicts(t *testing.T) {
	for _, c := range said {
		if got := Of(c.status, c.text); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.status, c.text, got, c.want)
		}
	}
}

// No text is a reason to give up an address while its code is temporary or about the sender.
func FuzzVerdicts(f *testing.F) {
	for _, c := range said {
		f.Add(c.status, c.text)
	}
	f.Fuzz(func(t *testing.T, status, text string) {
		means := Of(status, text)
		if again := Of(status, text); again != means {
			t.Errorf("%q %q: %s, then %s", status, text, means, again)
		}
		if temporary := Of(status, "450 "+text); temporary == NoMailbox {
			t.Errorf("450 %q gives up the address", text)
		}
		if ours := Of("", "554 5.7.1 "+text+" blocked by Spamhaus"); ours == NoMailbox {
			t.Errorf("%q gives up an address for our reputation", text)
		}
	})
}
