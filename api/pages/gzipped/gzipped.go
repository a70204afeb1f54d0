// Package gzipped sends responses in pieces, each compressed by itself, so that one that is part of many responses is
// compressed once.
package gzipped

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/flate"
	"github.com/labstack/echo/v4"
)

// compressFrom is the minimum size of a compressed response.
const compressFrom = 1 << 10

// PNGType is the type of pictures that are compressed by themselves.
const PNGType = "image/png"

// Piece is a part of a response. One that is sent often is compressed once, for all responses it is part of.
type Piece struct {
	Plain    []byte
	deflated []byte // nil: compressed when it is sent
}

// Size returns the number of bytes that the piece holds in memory.
func (p Piece) Size() int { return len(p.Plain) + len(p.deflated) }

// Ready returns a piece that is compressed.
func Ready(plain []byte) Piece {
	d := deflaters.Get().(*deflater) //nolint:forcetypeassert // the pool has no others
	defer deflaters.Put(d)
	d.out.Reset()
	d.add(Piece{Plain: plain})
	return Piece{plain, bytes.Clone(d.out.Bytes())}
}

// Verbatim returns a short piece that is not worth compressing, as a stored block.
func Verbatim(plain []byte) Piece {
	n := uint16(len(plain)) //nolint:gosec // of a key
	block := binary.LittleEndian.AppendUint16([]byte{0}, n)
	return Piece{plain, append(binary.LittleEndian.AppendUint16(block, ^n), plain...)}
}

// deflater compresses the pieces of one response, each on its own, so that whole bytes result, which may follow any
// others.
type deflater struct {
	out    bytes.Buffer
	writer *flate.Writer
}

// The default level of the standard library makes a page 3 % smaller and takes more than twice as long.
var deflaters = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(io.Discard, flate.DefaultCompression) // the level is valid
	return &deflater{writer: w}
}}

func (d *deflater) add(p Piece) {
	if p.deflated != nil {
		d.out.Write(p.deflated)
		return
	}
	d.writer.Reset(&d.out)
	_, _ = d.writer.Write(p.Plain) // a bytes.Buffer takes everything
	_ = d.writer.Flush()
}

// The frame of a gzip file: a header without a name or a time, and an empty last block.
const (
	gzipHeader = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
	lastBlock  = "\x01\x00\x00\xff\xff"
)

// compress returns the pieces as one gzip file of one member, because not every client reads further members. The
// result is valid until the deflater is used again.
func (d *deflater) compress(pieces []Piece) []byte {
	d.out.Reset()
	d.out.WriteString(gzipHeader)
	sum, size := uint32(0), 0
	for _, p := range pieces {
		sum, size = crc32.Update(sum, crc32.IEEETable, p.Plain), size+len(p.Plain)
		d.add(p)
	}
	d.out.WriteString(lastBlock)
	tail := binary.LittleEndian.AppendUint32(nil, sum)
	d.out.Write(binary.LittleEndian.AppendUint32(tail, uint32(size))) //nolint:gosec // modulo 2^32, says the format
	return d.out.Bytes()
}

// Send sends a response in pieces, compressed if that is worth it and the client accepts it.
func Send(c echo.Context, status int, contentType string, pieces ...Piece) error {
	h, size := c.Response().Header(), 0
	for _, p := range pieces {
		size += len(p.Plain)
	}
	if size < compressFrom || contentType == PNGType || !acceptsGzip(c.Request().Header.Get(echo.HeaderAcceptEncoding)) {
		return c.Blob(status, contentType, joinPieces(pieces))
	}
	d := deflaters.Get().(*deflater) //nolint:forcetypeassert // the pool has no others
	defer deflaters.Put(d)
	body := d.compress(pieces)
	h.Set(echo.HeaderContentEncoding, "gzip")
	h.Set(echo.HeaderContentLength, strconv.Itoa(len(body)))
	return c.Blob(status, contentType, body)
}

// acceptsGzip reports whether an Accept-Encoding header names gzip, and not with a quality of 0, which excludes it.
func acceptsGzip(header string) bool {
	for element := range strings.SplitSeq(header, ",") {
		name, parameter, _ := strings.Cut(element, ";")
		if !strings.EqualFold(strings.TrimSpace(name), "gzip") {
			continue
		}
		quality, found := strings.CutPrefix(strings.ToLower(strings.TrimSpace(parameter)), "q=")
		q, err := strconv.ParseFloat(quality, 64)
		return !found || err != nil || q > 0
	}
	return false
}

func joinPieces(pieces []Piece) []byte {
	if len(pieces) == 1 {
		return pieces[0].Plain
	}
	var b bytes.Buffer
	for _, p := range pieces {
		b.Write(p.Plain)
	}
	return b.Bytes()
}

// VariesByEncoding says in a header that the response may be compressed.
func VariesByEncoding(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Add(echo.HeaderVary, echo.HeaderAcceptEncoding)
		return next(c)
	}
}

// SendTagged sends a body with an ETag of its content, or 304 to a client that has it.
func SendTagged(c echo.Context, contentType string, body []byte) error {
	return SendTaggedPieces(c, contentType, sha256.Sum256(body), Piece{Plain: body})
}

// SendTaggedPieces sends pieces with an ETag of the checksum of their content, or 304 to a client that has them. The
// ETag is weak, because the response may be compressed.
func SendTaggedPieces(c echo.Context, contentType string, sum [sha256.Size]byte, pieces ...Piece) error {
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	c.Response().Header().Set("ETag", "W/"+tag)
	for _, known := range strings.Split(c.Request().Header.Get("If-None-Match"), ",") {
		if known = strings.TrimPrefix(strings.TrimSpace(known), "W/"); known == tag || known == "*" {
			return c.NoContent(http.StatusNotModified)
		}
	}
	return Send(c, http.StatusOK, contentType, pieces...)
}
