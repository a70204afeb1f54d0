package schema

// Implied marks a column that cannot change while the others are equal. The hash covers the game up to its last turn,
// including players and rules; the result and the time of the end change with the status.
const Implied = "implied"

// UnreadBy needs a seat and a closing parenthesis; BothUnread lists the seats with their numbers of messages.
const (
	UnreadBy   = "COALESCE((SELECT unread FROM chats WHERE game_id = g.id AND seat = "
	BothUnread = "(SELECT group_concat(seat || ' ' || unread) FROM chats WHERE game_id = g.id)"
)

// AbsenceOfMover is the number of the absence of the player to move; 0 if they have played since their last loss by
// time.
const AbsenceOfMover = `COALESCE((SELECT CAST(absence AS BIGINT) FROM standings
	WHERE player_id = g.to_move_id AND absence % 2 = 1 AND absence < ` + MaxAbsenceText + `), 0)`

// FromGames joins games with their players.
const FromGames = `
	FROM games g JOIN players a ON a.id = g.first_id JOIN players b ON b.id = g.second_id `
