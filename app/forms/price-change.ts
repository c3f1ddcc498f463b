import { z } from 'zod'
import { parsePercentage, wholePercentage } from '#app/domain/catalogue/price-change.ts'
import { normalisedText, requiredLines } from '#app/forms/text-field.ts'
import { priceChangeMessages } from '#app/text/catalogue/price-change-labels.ts'

const percentage = normalisedText(parsePercentage, priceChangeMessages.percentageWrong)

export const priceSampleSchema = z.object({ percentage })

const changing = percentage.refine((value) => value !== wholePercentage, priceChangeMessages.nothingToDo)

/** By how much all prices are to be looked at; 100 is nothing to do (D5). */
export const pricePreviewSchema = z.object({ percentage: changing })

/** The confirmation: why, which prices were looked at, and the token by which the form counts once. */
export const priceChangeSchema = z.object({
  percentage: changing,
  reason: requiredLines(500),
  seen: z.string().default(''),
  token: z.string().max(64).optional(),
})
