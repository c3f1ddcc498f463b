import { makeRandom } from '../../../scripts/soak/random.ts'

const step = process.env.TEST_SCOPE === 'full' ? 1 : 4

/** Returns the rounds of a random test: all in the full run, otherwise a quarter. */
export function scaleRounds(fullCount: number): number {
  return Math.ceil(fullCount / step)
}

/** Returns all items in the full run, otherwise every fourth. */
export function sampleItems<Item>(items: readonly Item[]): Item[] {
  return items.filter((_item, index) => index % step === 0)
}

/** Returns random choices, equal in each run with the same seed. */
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
