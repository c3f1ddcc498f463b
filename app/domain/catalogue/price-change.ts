import { highestPrice } from '#app/domain/catalogue/pricing.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** Hundredths of a percent, a whole number: 112,5 % is 11250. */
export type Percentage = number

export const wholePercentage: Percentage = 100_00

const lowest: Percentage = 1_00
const highest: Percentage = 1000_00

/** Preview (F108). */
export const samplePrice: Centavos = 80_00

/** '110', '112,5' or '97,25%', from 1 to 1000; null otherwise (D5). */
export function parsePercentage(text: string): Percentage | null {
  const match = /^(\d{1,4}|1\.000)(?:,(\d{1,2}))? ?%?$/.exec(text.trim())
  if (!match) return null
  const [, whole = '', decimals = ''] = match
  const percentage = Number(whole.replace('.', '') + decimals.padEnd(2, '0'))
  return percentage >= lowest && percentage <= highest ? percentage : null
}

/** Rounds half a centavo up; zero stays zero (D5). */
export function repriced(price: Centavos, percentage: Percentage): Centavos {
  return Math.floor((price * percentage + wholePercentage / 2) / wholePercentage)
}

/** Centavos; `renewal` is null where nothing is renewed (D4). */
export type Prices = { price: Centavos; renewal: Centavos | null }

/** The new price would be zero or above the maximum. */
export type PriceFault = 'free' | 'too-high'
export type PriceStep = { before: Prices; after: Prices; isChanged: boolean; fault: PriceFault | null }

/** D5. */
export function calculatePriceStep(before: Prices, percentage: Percentage): PriceStep {
  const { price, renewal } = before
  const after = {
    price: repriced(price, percentage),
    renewal: renewal === null ? null : repriced(renewal, percentage),
  }
  return { before, after, isChanged: !arePricesEqual(before, after), fault: faultOf(before, after) }
}

export function arePricesEqual(one: Prices, other: Prices): boolean {
  return one.price === other.price && one.renewal === other.renewal
}

function faultOf(before: Prices, after: Prices): PriceFault | null {
  if (after.price > highestPrice || (after.renewal ?? 0) > highestPrice) return 'too-high'
  const isLost = (was: number | null, is: number | null) => is === 0 && was !== 0
  return isLost(before.price, after.price) || isLost(before.renewal, after.renewal) ? 'free' : null
}
