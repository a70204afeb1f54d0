package main

import "github.com/alecthomas/kong"

const about = "turnpost keeps correspondence games: turns by curl, boards by mail. " +
	"Every setting is a flag or an environment variable; for NAME in the environment, " +
	"NAME_FILE may name a file that holds the value."

// helpTexts are what --help says where it is longer than a tag should be: a tag names them as ${smtp_help}.
var helpTexts = kong.Vars{
	"smtp_help": "Where mail goes: smtp://user:password@host:587, smtps://…, " +
		"or file:FOLDER for one .eml a message.",
	"base_url_help": "URL under which players reach the server; " +
		"http://LISTEN when empty, where LISTEN is loopback.",
	"trusted_proxies_help": "Networks or addresses whose X-Forwarded-For is believed, such as 10.0.0.0/8.",
	"registration_help": "Who may make an account: everybody (open), " +
		"who has an invitation or was challenged by address (invitation), nobody (closed).",

	"limit_account_help": "Requests of one account: in the long run (s, m, h or d), and at once; off is none.",
	"limit_heavy_help": "Analyses, verified records and PNG boards at a time; " +
		"0 is two for each processor.",
	"limit_sender_hour_help": "Mails that one player causes to another by challenges, offers and vacations, " +
		"in a short time; the ledger of notices has what is over it.",
	"limit_message_hour_help": "Mails that one player causes to another by messages, in a short time.",
	"limit_dropped_help": "What one player causes to another over those limits; " +
		"what would cause more is refused.",
	"limit_code_strangers_help": "Requests for codes for addresses without an account, and registrations, " +
		"of everybody together; what they leave is stored for a day.",
	"limit_spraying_help": "Wrong codes of everybody for all addresses; beyond it codes are taken from networks " +
		"where the account was signed in before, and with the secret of a request.",
	"limit_strangers_help": "Challenges that one player is mailed from all whom they have not played with.",

	"inbound_listen_help": "Where replies come in: smtp://HOST:PORT, lmtp://HOST:PORT or lmtp:///PATH/OF/A/SOCKET.",
	"imap_help": "Mailbox to look for replies in: imaps://user:password@host/MAILBOX, " +
		"or imap:// with STARTTLS.",
	"sender_help": "The envelope sender; <> for none. X-Envelope-From in the message where it is not given.",
	"recipients_help": "The envelope recipients; " +
		"those of X-Envelope-To, To, Cc and Delivered-To where none are given.",

	"migration_backup_help": "Whether an SQLite database is copied, beside it, before its schema changes (on or off); " +
		"the last two copies are kept.",

	"check_help":  "Read the whole database, play every stored game again and print each fault.",
	"ban_help":    "Shut an account out: sign it out, close its challenges, end its games for the opponents' good.",
	"rotate_help": "Make a new signing key: every link in every mail sent so far stops working, and nothing else.",
	"winner_help": "The side that wins, such as attackers; or first, second, or the player's name.",
}
