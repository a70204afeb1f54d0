package board

import "turnpost/models/bounded"

// memo caches the results of a pure function for concurrent use.
type memo[K comparable, V any] struct {
	results *bounded.Cache[K, V]
	compute func(K) V
}

func newMemo[K comparable, V any](limit int, compute func(K) V) *memo[K, V] {
	return &memo[K, V]{bounded.New[K, V](limit, nil), compute}
}

// get returns the result for a key. Two goroutines may both compute it; one of the results is cached.
func (m *memo[K, V]) get(key K) V {
	value, ok := m.results.Get(key)
	if !ok {
		value = m.compute(key)
		m.results.Put(key, value)
	}
	return value
}
