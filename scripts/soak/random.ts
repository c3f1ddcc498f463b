/** Returns a generator of numbers from 0 to 1 that a seed determines (mulberry32). */
export function makeRandom(seed: number): () => number {
  let seedState = seed >>> 0
  return () => {
    seedState = (seedState + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(seedState ^ (seedState >>> 15), 1 | seedState)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, position: random() }))
    .sort((a, b) => a.position - b.position)
    .map(({ item }) => item)
}
