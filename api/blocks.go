package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"turnpost/models/account"
)

// ListBlocks lists the players that the caller blocks.
func (s *server) ListBlocks(c echo.Context) error {
	blocks, err := s.store.Blocks(c.Request().Context(), me(c).ID)
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, BlockList{Blocks: each(blocks, wireBlock)})
}

// BlockPlayer blocks a player.
func (s *server) BlockPlayer(c echo.Context, name PlayerName) error {
	block, err := s.store.BlockPlayer(c.Request().Context(), me(c).ID, name)
	if err != nil {
		return err
	}
	return sendJSON(c, http.StatusOK, wireBlock(block))
}

// UnblockPlayer ends a block.
func (s *server) UnblockPlayer(c echo.Context, name PlayerName) error {
	if err := s.store.UnblockPlayer(c.Request().Context(), me(c).ID, name); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

func wireBlock(b account.Block) Block { return Block{Name: b.Name, CreatedAt: b.CreatedAt} }
