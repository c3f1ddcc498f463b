/** Rounds of a random test: all in the full run, a quarter of them otherwise. */
export function rounds(full: number): number {
  return process.env.TEST_SCOPE === 'full' ? full : Math.ceil(full / 4)
}

/** Chance that is the same in every run: of each seed one row of numbers (mulberry32). */
export function makeChance(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** From 0 up to, but not including, `end`. */
  const below = (end: number) => Math.floor(next() * end)
  function pick<Item>(items: readonly Item[]): Item {
    const item = items[below(items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  return { below, pick }
}

export type Chance = ReturnType<typeof makeChance>
