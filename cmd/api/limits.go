package main

import (
	"turnpost/api"
	"turnpost/models"
)

// maxHeavy bounds the heavy requests at a time.
const maxHeavy = 1000

// requestLimits bound the requests of callers. Each process counts them for itself.
type requestLimits struct {
	LimitAccount  rateSetting `default:"20/s:200" help:"Requests of one account."`
	LimitAddress  rateSetting `default:"20/s:200" help:"Requests without a token from one IP address."`
	LimitSignIn   rateSetting `default:"12/m:30" help:"${limit_sign_in_help}"`
	LimitGuesses  rateSetting `default:"1/m:10" help:"${limit_guesses_help}"`
	LimitAnalysis rateSetting `default:"10/s:60" help:"Analyses and verified records from one IP address."`
	LimitHeavy    int         `default:"0" help:"${limit_heavy_help}"`
}

// effectLimits bound what players and strangers cause. The database counts it for all processes.
type effectLimits struct {
	LimitSenderHour     boundSetting `default:"8/h:8" help:"${limit_sender_hour_help}"`
	LimitSenderDay      boundSetting `default:"30/d:30" help:"The same over a longer time."`
	LimitMessageHour    boundSetting `default:"30/h:30" help:"${limit_message_hour_help}"`
	LimitMessageDay     boundSetting `default:"100/d:100" help:"The same over a longer time."`
	LimitDropped        boundSetting `default:"500/d:500" help:"${limit_dropped_help}"`
	LimitStrangers      boundSetting `default:"10/d:10" help:"${limit_strangers_help}"`
	LimitInvitations    boundSetting `default:"3/d:3" help:"Invitations mailed to one mailbox, by all players together."`
	LimitCodeMails      boundSetting `default:"4/d:4" help:"Mails with codes to one mailbox until a code is used."`
	LimitCodeGap        boundSetting `default:"12/h:1" help:"Mails with codes to one address in a short time."`
	LimitCodeAsker      boundSetting `default:"300/d:300" help:"Requests for codes from one network."`
	LimitCodeStrangers  boundSetting `default:"10000/d:10000" help:"${limit_code_strangers_help}"`
	LimitGuesser        boundSetting `default:"160/d:20" help:"Wrong codes from one network for one mail address."`
	LimitAllGuesses     boundSetting `default:"1000/d:1000" help:"Wrong codes from everybody for one mail address."`
	LimitSpraying       boundSetting `default:"1000/d:1000" help:"${limit_spraying_help}"`
	LimitAddressChanges boundSetting `default:"5/d:5" help:"Changes of mail address that one account requests."`
	LimitReports        boundSetting `default:"10/d:10" help:"Reports of one player to the operator."`
	LimitReportMails    boundSetting `default:"50/d:50" help:"Mails about reports to the operator; others are listed."`

	LimitChallenges         countSetting `default:"50" help:"Open challenges of one player."`
	LimitChallengesTogether countSetting `default:"10" help:"Open challenges from one player to another."`
	LimitGamesTogether      countSetting `default:"200" help:"Games under way between two players."`
}

func (l *requestLimits) requests() api.Limits {
	return api.Limits{
		Account: api.Rate(l.LimitAccount), Address: api.Rate(l.LimitAddress), SignIn: api.Rate(l.LimitSignIn),
		Guesses: api.Rate(l.LimitGuesses), Analysis: api.Rate(l.LimitAnalysis), Heavy: l.LimitHeavy,
	}
}

func (l *effectLimits) effects() models.Limits {
	return models.Limits{
		SenderHour: models.Bound(l.LimitSenderHour), SenderDay: models.Bound(l.LimitSenderDay),
		MessageHour: models.Bound(l.LimitMessageHour), MessageDay: models.Bound(l.LimitMessageDay),
		Dropped: models.Bound(l.LimitDropped), NeverPlayed: models.Bound(l.LimitStrangers),
		Invitations: models.Bound(l.LimitInvitations), CodeMails: models.Bound(l.LimitCodeMails),
		CodeGap: models.Bound(l.LimitCodeGap), CodeAsker: models.Bound(l.LimitCodeAsker),
		CodeStrangers: models.Bound(l.LimitCodeStrangers),
		Guesser:       models.Bound(l.LimitGuesser), Guesses: models.Bound(l.LimitAllGuesses),
		Spraying:           models.Bound(l.LimitSpraying),
		AddressChanges:     models.Bound(l.LimitAddressChanges),
		Reports:            models.Bound(l.LimitReports),
		ReportMails:        models.Bound(l.LimitReportMails),
		OpenChallenges:     int(l.LimitChallenges),
		ChallengesTogether: int(l.LimitChallengesTogether),
		GamesTogether:      int(l.LimitGamesTogether),
	}
}
