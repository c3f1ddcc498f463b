import { highestPrice } from '#app/domain/catalogue/pricing.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

export type Percentage = number // hundredths of a percent: 11250 is 112,5 %

export const fullPercentage: Percentage = 100_00

const lowestPercentage: Percentage = 1_00
const highestPercentage: Percentage = 1000_00

export const samplePrice: Centavos = 80_00

/** Parses a percentage from 1 to 1000: '110', '112,5' or '97,25%'. Returns null for other text. */
export function parsePercentage(text: string): Percentage | null {
  const match = /^(\d{1,4}|1\.000)(?:,(\d{1,2}))? ?%?$/.exec(text.trim())
  if (!match) return null
  const [, whole = '', decimals = ''] = match
  const percentage = Number(whole.replace('.', '') + decimals.padEnd(2, '0'))
  return percentage >= lowestPercentage && percentage <= highestPercentage ? percentage : null
}

/** Returns the new price, rounded half up to centavos. A price of zero stays zero. */
export function applyPercentage(price: Centavos, percentage: Percentage): Centavos {
  const half = fullPercentage / 2
  return Math.floor((price * percentage + half) / fullPercentage)
}

export type Prices = { price: Centavos; renewal: Centavos | null } // renewal is null if the publication is not renewable

export type PriceFault = 'free' | 'too-high'
export type PriceStep = { before: Prices; after: Prices; isChanged: boolean; fault: PriceFault | null }

export function calculatePriceStep(before: Prices, percentage: Percentage): PriceStep {
  const { price, renewal } = before
  const after = {
    price: applyPercentage(price, percentage),
    renewal: renewal === null ? null : applyPercentage(renewal, percentage),
  }
  return { before, after, isChanged: !arePricesEqual(before, after), fault: findPriceFault(before, after) }
}

export function arePricesEqual(left: Prices, right: Prices): boolean {
  return left.price === right.price && left.renewal === right.renewal
}

function findPriceFault(before: Prices, after: Prices): PriceFault | null {
  if (after.price > highestPrice || (after.renewal ?? 0) > highestPrice) return 'too-high'
  const becomesFree = (oldPrice: number | null, newPrice: number | null) => newPrice === 0 && oldPrice !== 0
  const isAnyFree = becomesFree(before.price, after.price) || becomesFree(before.renewal, after.renewal)
  return isAnyFree ? 'free' : null
}
