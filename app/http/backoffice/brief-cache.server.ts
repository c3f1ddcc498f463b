const CACHE_MS = 1_000

/** Returns a function that reads at most once a second for each key, for figures that may be a second old. */
export function cacheForSecond<Key extends string | boolean, Value>(
  read: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  const cached = new Map<Key, { since: number; value: Promise<Value> }>()
  return (key) => {
    const known = cached.get(key)
    if (known && performance.now() - known.since < CACHE_MS) return known.value
    const value = read(key)
    cached.set(key, { since: performance.now(), value })
    value.catch(() => {
      if (cached.get(key)?.value === value) cached.delete(key)
    })
    return value
  }
}
