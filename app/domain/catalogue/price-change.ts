import { highestPrice } from '#app/domain/catalogue/pricing.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** Hundredths of a percent, a whole number: 112,5 % is 11250. */
export type Percentage = number

/** Leaves every price as it is. */
export const wholePercentage: Percentage = 100_00

const lowest: Percentage = 1_00
const highest: Percentage = 1000_00

/** What a change is shown on before it is looked at title by title (F108). */
export const samplePrice: Centavos = 80_00

/** A percentage as typed in Brazil, '110', '112,5' or '97,25%', of 1 to 1000; null for any other text (D5). */
export function parsePercentage(text: string): Percentage | null {
  const match = /^(\d{1,4}|1\.000)(?:,(\d{1,2}))? ?%?$/.exec(text.trim())
  if (!match) return null
  const [, whole = '', decimals = ''] = match
  const percentage = Number(whole.replace('.', '') + decimals.padEnd(2, '0'))
  return percentage >= lowest && percentage <= highest ? percentage : null
}

/** A price × percentage ÷ 100, half a centavo up; zero stays zero (D5). */
export function repriced(price: Centavos, percentage: Percentage): Centavos {
  return Math.floor((price * percentage + wholePercentage / 2) / wholePercentage)
}

/** What a title costs and what one more year of it costs, null where nothing is renewed (D4). */
export type Prices = { price: Centavos; renewal: Centavos | null }

/** Why a title's prices cannot be changed so: one would be given away, or be higher than a price may be. */
export type PriceFault = 'free' | 'too-high'
export type PriceStep = { before: Prices; after: Prices; isChanged: boolean; fault: PriceFault | null }

/** What becomes of a title's prices (D5). */
export function stepOf(before: Prices, percentage: Percentage): PriceStep {
  const { price, renewal } = before
  const after = {
    price: repriced(price, percentage),
    renewal: renewal === null ? null : repriced(renewal, percentage),
  }
  return { before, after, isChanged: !arePricesEqual(before, after), fault: faultOf(before, after) }
}

/** True when both prices are the same. */
export function arePricesEqual(one: Prices, other: Prices): boolean {
  return one.price === other.price && one.renewal === other.renewal
}

function faultOf(before: Prices, after: Prices): PriceFault | null {
  if (after.price > highestPrice || (after.renewal ?? 0) > highestPrice) return 'too-high'
  const isLost = (was: number | null, is: number | null) => is === 0 && was !== 0
  return isLost(before.price, after.price) || isLost(before.renewal, after.renewal) ? 'free' : null
}
