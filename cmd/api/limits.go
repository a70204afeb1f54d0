package main

import (
	"turnpost/api"
	"turnpost/models"
)

// maxHeavy bounds the heavy requests at a time.
const maxHeavy = 1000

// limitSettings bound what callers ask for, which each process counts for itself, and what players
// and strangers cause, which the database counts for all.
type limitSettings struct {
	LimitAccount  rateSetting `default:"20/s:200" help:"${limit_account_help}"`
	LimitAddress  rateSetting `default:"20/s:200" help:"Requests without a token from one address."`
	LimitSignIn   rateSetting `default:"12/m:30" help:"Registrations, codes and tokens from one address."`
	LimitGuesses  rateSetting `default:"1/m:10" help:"Tokens asked for one email address from one address."`
	LimitAnalysis rateSetting `default:"10/s:60" help:"Analyses and verified records from one address."`
	LimitHeavy    int         `default:"0" help:"${limit_heavy_help}"`

	LimitSenderHour  boundSetting `default:"8/h:8" help:"${limit_sender_hour_help}"`
	LimitSenderDay   boundSetting `default:"30/d:30" help:"The same in a long time."`
	LimitMessageHour boundSetting `default:"30/h:30" help:"${limit_message_hour_help}"`
	LimitMessageDay  boundSetting `default:"100/d:100" help:"The same in a long time."`
	LimitDropped     boundSetting `default:"500/d:500" help:"${limit_dropped_help}"`
	LimitStrangers   boundSetting `default:"10/d:10" help:"${limit_strangers_help}"`
	LimitInvitations boundSetting `default:"3/d:3" help:"Invitations to one mailbox, from all players together."`
	LimitCodeMails   boundSetting `default:"4/d:4" help:"Mails with codes to one mailbox, while none is used."`
	LimitCodeGap     boundSetting `default:"12/h:1" help:"Mails with codes to one address in a short time."`
	LimitCodeAsker   boundSetting `default:"300/d:300" help:"Requests for codes of one network."`
	LimitGuesser     boundSetting `default:"160/d:20" help:"Wrong codes of one network for one address."`
	LimitAllGuesses  boundSetting `default:"1000/d:1000" help:"Wrong codes of everybody for one address."`
	LimitSpraying    boundSetting `default:"1000/d:1000" help:"${limit_spraying_help}"`

	LimitAddressChanges boundSetting `default:"5/d:5" help:"Changes of address that one account asks for."`

	LimitCodeStrangers boundSetting `default:"10000/d:10000" help:"${limit_code_strangers_help}"`

	LimitChallenges         countSetting `default:"50" help:"Open challenges of one player; off is none."`
	LimitChallengesTogether countSetting `default:"10" help:"Open challenges from one player to another."`
	LimitGamesTogether      countSetting `default:"200" help:"Games under way between two players."`
}

// requests are the limits of what callers ask for.
func (l *limitSettings) requests() api.Limits {
	return api.Limits{
		Account: api.Rate(l.LimitAccount), Address: api.Rate(l.LimitAddress), SignIn: api.Rate(l.LimitSignIn),
		Guesses: api.Rate(l.LimitGuesses), Analysis: api.Rate(l.LimitAnalysis), Heavy: l.LimitHeavy,
	}
}

// effects are the limits of what players and strangers cause.
func (l *limitSettings) effects() models.Limits {
	return models.Limits{
		SenderHour: models.Bound(l.LimitSenderHour), SenderDay: models.Bound(l.LimitSenderDay),
		MessageHour: models.Bound(l.LimitMessageHour), MessageDay: models.Bound(l.LimitMessageDay),
		Dropped: models.Bound(l.LimitDropped), Strangers: models.Bound(l.LimitStrangers),
		Invitations: models.Bound(l.LimitInvitations), CodeMails: models.Bound(l.LimitCodeMails),
		CodeGap: models.Bound(l.LimitCodeGap), CodeAsker: models.Bound(l.LimitCodeAsker),
		CodeStrangers: models.Bound(l.LimitCodeStrangers),
		Guesser:       models.Bound(l.LimitGuesser), Guesses: models.Bound(l.LimitAllGuesses),
		Spraying:           models.Bound(l.LimitSpraying),
		AddressChanges:     models.Bound(l.LimitAddressChanges),
		OpenChallenges:     int(l.LimitChallenges),
		ChallengesTogether: int(l.LimitChallengesTogether),
		GamesTogether:      int(l.LimitGamesTogether),
	}
}
