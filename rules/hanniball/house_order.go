package hanniball

// hashSet is a set of a few thousand hashes. It takes its memory when it is first cleared.
type hashSet []uint64

const hashSetSize = 1 << 13

func (t *hashSet) clear() {
	if *t == nil {
		*t = make(hashSet, hashSetSize)
	}
	clear(*t)
}

// add reports whether a hash is new, and adds it if there is room.
func (t hashSet) add(hash uint64) bool {
	const probes = 8
	for i := range uint64(probes) {
		at := &t[(hash+i)%hashSetSize]
		if *at == hash {
			return false
		}
		if *at == 0 {
			*at = hash
			return true
		}
	}
	return true
}

// ranking yields outcomes from the best to the worst. Few of thousands are asked for: it is a heap. Of equal outcomes
// the earlier one comes first, so that the order is always the same.
type ranking struct{ heap []int64 }

// rank begins with the outcomes from an index on.
func (r *ranking) rank(outcomes []outcome, from int) {
	r.heap = r.heap[:0]
	for i := from; i < len(outcomes); i++ {
		r.heap = append(r.heap, int64(outcomes[i].value)<<32-int64(i))
	}
	for i := len(r.heap)/2 - 1; i >= 0; i-- {
		r.sink(i)
	}
}

// next returns the index of the next outcome; false if there is none.
func (r *ranking) next() (int, bool) {
	if len(r.heap) == 0 {
		return 0, false
	}
	top, last := r.heap[0], len(r.heap)-1
	r.heap[0] = r.heap[last]
	r.heap = r.heap[:last]
	r.sink(0)
	return int(-top & (1<<32 - 1)), true
}

func (r *ranking) sink(i int) {
	for {
		child := 2*i + 1
		if child >= len(r.heap) {
			return
		}
		if child+1 < len(r.heap) && r.heap[child+1] > r.heap[child] {
			child++
		}
		if r.heap[i] >= r.heap[child] {
			return
		}
		r.heap[i], r.heap[child] = r.heap[child], r.heap[i]
		i = child
	}
}
