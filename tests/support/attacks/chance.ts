import { addDays, getWeekday, isBusinessDay } from '#app/domain/platform/calendar.ts'
import { makeRandom } from '../../../scripts/soak/random.ts'

const step = process.env.TEST_SCOPE === 'full' ? 1 : 4

/** Returns the rounds of a random test: all in the full run, otherwise a quarter. */
export function scaleRounds(fullCount: number): number {
  return Math.ceil(fullCount / step)
}

/** Returns all items in the full run, otherwise every fourth and those that `isSpecial` names. */
export function sampleItems<Item>(items: readonly Item[], isSpecial?: (item: Item) => boolean): Item[] {
  return items.filter((item, index) => index % step === 0 || isSpecial?.(item))
}

const daysOfFiveYears = Array.from({ length: 5 * 365 + 1 }, (_, index) => addDays('2026-01-01', index))

/** Days of 2026 to 2030, sampled. Every fourth day reaches all weekdays; ends of months and holidays on weekdays are always there. */
export const fiveYears = sampleItems(
  daysOfFiveYears,
  (day) =>
    addDays(day, 1).endsWith('-01') || (!isBusinessDay(day) && getWeekday(day) >= 1 && getWeekday(day) <= 5),
)

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
