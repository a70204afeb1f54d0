package admin

import (
	"context"
	"errors"

	"turnpost/models"
	"turnpost/rules/phrase"
)

// Task is an act that an operator has asked for. Its sentences are phrases of templates/words/admin.LANGUAGE.txt.
type Task struct {
	Command string         // its name in the log, which is that of the command
	Will    phrase.Message // what it will do, after "This will"
	Player  int64          // whom it is about; 0 for nobody
	Game    string
	Detail  string // what else it is about, for the log

	do func(ctx context.Context) (done phrase.Message, err error)
}

// Operator is who carries out a task.
type Operator struct {
	Name    string             // of the system's user at the command line; "" in a browser
	Player  int64              // in a browser; 0 at the command line
	Explain func(error) string // returns the reason in the log for which a task was not done
}

// CarryOut does a task and returns a sentence about the result, which may be empty. The log has the task before it is
// done, so that no act is missing after a crash, and its outcome afterwards. Errors are those of the task.
func (a Admin) CarryOut(ctx context.Context, by Operator, t Task) (done phrase.Message, err error) {
	id, err := a.RecordAct(ctx, Act{
		Operator: by.Name, OperatorID: by.Player, Command: t.Command, PlayerID: t.Player, Game: t.Game, Detail: t.Detail,
	})
	if err != nil {
		return done, err
	}
	done, err = t.do(ctx)
	outcome := "done"
	if err != nil {
		outcome = by.Explain(err)
	}
	return done, errors.Join(err, a.FinishAct(context.WithoutCancel(ctx), id, outcome))
}

// newTask returns a task whose phrases are admin.will.KEY and admin.done.KEY, with the same arguments.
func newTask(command, key string, do func(ctx context.Context) error, pairs ...any) Task {
	return Task{
		Command: command, Will: phrase.New("admin.will."+key, pairs...),
		do: func(ctx context.Context) (phrase.Message, error) {
			return phrase.New("admin.done."+key, pairs...), do(ctx)
		},
	}
}

// playerTask returns a task about the account with a name. Errors: CodeNotFound.
func (a Admin) playerTask(
	ctx context.Context, command, name string, do func(ctx context.Context, p Player) error, pairs ...any,
) (Task, error) {
	p, err := a.Player(ctx, name)
	if err != nil {
		return Task{}, err
	}
	var email any = p.Email
	if p.Email == "" {
		email = phrase.New("admin.no_address")
	}
	t := newTask(command, command, func(ctx context.Context) error { return do(ctx, p) }, append(pairs,
		"name", p.Name, "who", phrase.New("admin.who", "name", p.Name, "email", email),
		"tokens", p.Tokens, "challenges", p.Challenges, "games", p.Ongoing)...)
	t.Player = p.ID
	return t, nil
}

// about adds what a task is about to it, for the log.
func (t Task) about(game, detail string) Task {
	t.Game, t.Detail = game, detail
	return t
}

// overAlready returns the error of a game that is over.
func overAlready(g *models.Game) error {
	return models.Fail(models.CodeGameOver, "over_already", "game", g.ID, "reason", g.Result.Reason)
}
