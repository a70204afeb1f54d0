package main

import (
	"strings"

	"github.com/alecthomas/kong"
)

const about = "turnpost keeps correspondence games: turns by curl, boards by mail. " +
	"Every setting is a flag or an environment variable; for NAME in the environment, " +
	"NAME_FILE may name a file that holds the value."

// expandHelp replaces each help text that refers to one of helpTexts. As variables of kong, the texts would all be
// interpolated again for each flag, which took 21 of the 24 ms of processor time before any subcommand ran.
var expandHelp = kong.PostBuild(func(k *kong.Kong) error {
	return kong.Visit(k.Model.Node, func(node kong.Visitable, next kong.Next) error {
		switch node := node.(type) {
		case *kong.Node:
			node.Help = expandedHelp(node.Help)
		case *kong.Value:
			node.Help = expandedHelp(node.Help)
		}
		return next(nil)
	})
})

// expandedHelp returns the text that a tag refers to. It leaves a name without a text unchanged; kong refuses it.
func expandedHelp(help string) string {
	if name, refers := strings.CutPrefix(help, "${"); refers {
		if text, found := helpTexts[strings.TrimSuffix(name, "}")]; found {
			return text
		}
	}
	return help
}

// helpTexts are help texts that are too long for a tag. A tag refers to one as ${smtp_help}.
var helpTexts = map[string]string{
	"base_url_help": "URL under which players reach the server, without a path; it is part of every mail. " +
		"The default is http://LISTEN where LISTEN is a loopback address; elsewhere it is required.",
	"trusted_proxies_help": "Networks or addresses whose X-Forwarded-For is believed, separated by commas, " +
		"such as 127.0.0.1 or 10.0.0.0/8.",
	"database_help": "Path of an SQLite file, or postgres://user:password@host/name; of several hosts, host1,host2, the " +
		"one that takes writes is used.",
	"database_connect_timeout_help": "How long each host of PostgreSQL may take to accept a connection, unless the URL " +
		"has connect_timeout.",
	"database_commit_timeout_help": "How long PostgreSQL may take to confirm a commit, or to answer at all, before the " +
		"connections to it are given up.",
	"create_help": "Whether serve makes a database where there is none (yes or no). Set no once yours is there: " +
		"then a lost one is an error and not a new, empty one. turnpost migrate makes one nevertheless.",
	"migration_backup_help": "Whether an SQLite database is copied, beside it, before its schema changes (on or off); " +
		"the last two copies are kept, and the one from before an upgrade that was interrupted.",
	"pages_help": "Folder with privacy.md and contact.md, which replace the default texts of these pages; " +
		"privacy.de.md is the text in German. Markdown without HTML, read when the server starts.",
	"registration_help": "Who may create an account: everybody (open); players who have an invitation " +
		"or were challenged by address (invitation); nobody (closed).",

	"admin_listen_help": "Address and port, of this machine alone, where /debug/pprof/ shows what the program spends its " +
		"time and memory on, such as 127.0.0.1:6060. Everybody on the machine can ask it.",
	"access_log_help": "Whether each request is a line of the log (on or off), of level info. Those of /healthz, /readyz " +
		"and /metrics never are.",
	"log_addresses_help": "What the log shows of IP addresses of the internet: the whole address (full), its /24 or /48 " +
		"(short), nothing (off).",

	"smtp_help": "Where mail goes: smtp://user:password@host:587 with STARTTLS, smtps://…, " +
		"or file:FOLDER for one .eml file a message.",
	"operators_help": "Names of players, separated by commas, who see /admin: reports, players, games, events, queues, " +
		"mail and the log, and can do what turnpost admin does. They have accounts already; the server finds these at " +
		"its start, and a name that nobody has then opens nothing.",
	"operator_help": "Mail address that gets a mail about each report of a player, at most 50 a day. " +
		"Without it, reports are only listed: turnpost admin reports list.",
	"mail_gather_help": "How long a message or an offer waits for others of its game, to become one mail; " +
		"a turn never waits. 0s sends each at once.",
	"mail_domain_help": "Domain of the reply addresses and of Message-IDs. The default is the sender's domain.",

	"inbound_listen_help": "Where to receive replies: smtp://HOST:PORT, lmtp://HOST:PORT or lmtp:///PATH/OF/A/SOCKET.",
	"inbound_secret_help": "Secret of at least 16 characters with which mail services send replies to POST /v1/inbound.",
	"inbound_require_help": "Of spf, dkim and dmarc, separated by commas: at least one must have passed, " +
		"or the reply is ignored.",
	"inbound_desk_help": "Where mail that is no reply may ask for something: play@ the mail domain (play), " +
		"any address of it (domain), nowhere (off).",
	"inbound_desk_trust_help": "Do at once what such a mail asks if its author is authenticated by DKIM or DMARC, " +
		"instead of asking for a confirmation.",
	"imap_help": "Mailbox to fetch replies from: imaps://user:password@host/MAILBOX, or imap:// with STARTTLS.",

	"house_help": "Whether the house, the opponent that the server provides, begins games (on or off). " +
		"Those that have begun go on either way; turnpost admin house stop ends them.",
	"house_workers_help": "Turns of the house that this process thinks about at the same time, each on a thread of low " +
		"priority.",

	"webhooks_help": "Whether players can have their notices sent to addresses of the web (on or off).",
	"webhook_allow_help": "Networks of your own, such as 10.0.0.0/8, to which webhooks may be sent too, also without " +
		"TLS. All other addresses must be public.",

	"limit_sign_in_help": "Registrations, codes and tokens that one IP address requests.",
	"limit_guesses_help": "Tokens that one IP address requests for one mail address.",
	"limit_heavy_help": "Analyses, verified records and PNG boards at the same time; " +
		"0 is two for each processor. Others get status 503 with Retry-After.",

	"limit_sender_hour_help": "Mails from one player to another about challenges, offers and vacations, " +
		"in a short time. Those above it are dropped; the recipient's notices list them.",
	"limit_message_hour_help": "Mails from one player to another about messages, in a short time.",
	"limit_dropped_help": "Mails from one player to another that are dropped by these limits. " +
		"An act that would cause more is refused.",
	"limit_strangers_help": "Challenges mailed to one player by all whom they have not played with.",
	"limit_code_strangers_help": "Requests for codes for addresses without an account, and registrations, " +
		"from everybody together; they are stored for a day.",
	"limit_spraying_help": "Wrong codes from everybody for all addresses. Beyond it a code is accepted only from " +
		"a network where the account has signed in before, or with the secret of the request for it.",

	"sender_help": "The envelope sender; <> for none. X-Envelope-From in the message where it is not given.",
	"recipients_help": "The envelope recipients; " +
		"those of X-Envelope-To, To, Cc and Delivered-To where none are given.",

	"copy_from_help": "The database to copy, an SQLite file or postgres://…; no server may use it meanwhile.",
	"copy_to_help": "The database to copy into, of either kind: an empty one, or one in which this copy was interrupted. " +
		"No server starts on it before everything is copied.",
	"check_help": "Read the whole database, play every stored game again and print each fault.",
	"check_after_help": "Continue an interrupted check: do not read the pages again, and play only the games whose IDs " +
		"follow this one.",
	"ban_help":      "Shut an account out: sign it out, close its challenges, end its games for the opponents' good.",
	"mute_help":     "Refuse the messages of an account; its turns go on.",
	"announce_help": "Show a text on all pages, in all mails and at the end of text responses until a time.",
	"until_help": "Until when it is shown: a time such as 2027-01-31T18:00:00Z, a day such as 2027-01-31, " +
		"or a span such as 36h or 3d.",
	"rotate_help": "Make a new signing key: every link in every mail sent so far stops working, and nothing else.",
	"winner_help": "The side that wins, such as attackers; or first, second, or the player's name.",
}
