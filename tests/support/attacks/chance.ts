import { makeRandom } from '../../../scripts/soak/random.ts'

/** Returns the rounds of a random test: all in the full run, otherwise a quarter. */
export function rounds(full: number): number {
  return process.env.TEST_SCOPE === 'full' ? full : Math.ceil(full / 4)
}

/** Returns choices that are the same in each run of a seed. */
export function makeChance(seed: number) {
  const next = makeRandom(seed)
  /** Returns a number from 0 to `end`, exclusive. */
  const drawBelow = (end: number) => Math.floor(next() * end)
  function pick<Item>(items: readonly Item[]): Item {
    const item = items[drawBelow(items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  return { below: drawBelow, pick }
}

export type Chance = ReturnType<typeof makeChance>
