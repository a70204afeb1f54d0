// Package bounded is the cache that every package uses whose cached values need a limit.
//
// It evicts by generation. Values are put into the current generation; when it is full, it becomes the previous one,
// and what was the previous one is dropped. A value that is found in the previous generation moves to the current one,
// so that only values are dropped that were not used while half of the limit was filled. That needs two maps and no
// list: a hit costs one look-up, where a list of the most recently used must be changed for each.
package bounded

import "sync"

// Cache caches values by key, for concurrent use. Values that are found are shared, and must not be modified.
type Cache[K comparable, V any] struct {
	half   int // the weight of one generation
	weight func(V) int

	mu                sync.Mutex
	current, previous map[K]V
	used              int // the weight of current
}

// New makes a cache of values that together weigh at most limit. A value's weight must not change. With a nil weight
// every value weighs 1.
func New[K comparable, V any](limit int, weight func(V) int) *Cache[K, V] {
	if weight == nil {
		weight = func(V) int { return 1 }
	}
	return &Cache[K, V]{half: limit / 2, weight: weight, current: map[K]V{}}
}

// Get returns the value of a key.
func (c *Cache[K, V]) Get(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.get(key)
}

func (c *Cache[K, V]) get(key K) (value V, ok bool) {
	if value, ok = c.current[key]; ok {
		return value, true
	}
	if value, ok = c.previous[key]; ok {
		c.put(key, value)
	}
	return value, ok
}

// Put caches a value. One that is heavier than half of the limit is not cached.
func (c *Cache[K, V]) Put(key K, value V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.put(key, value)
}

// put leaves a former value in the previous generation, where the key in the current one hides it.
func (c *Cache[K, V]) put(key K, value V) {
	weight := c.weight(value)
	if former, ok := c.current[key]; ok {
		c.used -= c.weight(former)
		delete(c.current, key)
	}
	if weight > c.half {
		delete(c.previous, key)
		return
	}
	if c.used+weight > c.half {
		c.previous, c.current, c.used = c.current, map[K]V{}, 0
	}
	c.current[key] = value
	c.used += weight
}

// GetOrPut returns the value of a key, and caches the result of compute where there is none. Concurrent calls get the
// same value. The cache is locked meanwhile.
func (c *Cache[K, V]) GetOrPut(key K, compute func() V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	value, ok := c.get(key)
	if !ok {
		value = compute()
		c.put(key, value)
	}
	return value
}

// Clear drops all values.
func (c *Cache[K, V]) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.current, c.previous, c.used = map[K]V{}, nil, 0
}

// Len returns how many values are cached.
func (c *Cache[K, V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := len(c.current)
	for key := range c.previous {
		if _, hidden := c.current[key]; !hidden {
			n++
		}
	}
	return n
}
