package board

import "sync"

// memo caches the results of a pure function for concurrent use. A full memo computes
// other results each time.
type memo[K comparable, V any] struct {
	limit int
	make  func(K) V

	mu   sync.RWMutex
	kept map[K]V
}

func newMemo[K comparable, V any](limit int, make func(K) V) *memo[K, V] {
	return &memo[K, V]{limit: limit, make: make, kept: map[K]V{}}
}

// get returns the value of a key. Two goroutines may both compute it; one result is cached.
func (m *memo[K, V]) get(key K) V {
	m.mu.RLock()
	value, ok := m.kept[key]
	m.mu.RUnlock()
	if ok {
		return value
	}
	value = m.make(key)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.kept) < m.limit {
		m.kept[key] = value
	}
	return value
}
