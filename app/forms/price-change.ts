import { z } from 'zod'
import { fullPercentage, parsePercentage } from '#app/domain/catalogue/price-change.ts'
import { normalisedText, requiredLines } from '#app/forms/text-field.ts'
import { priceChangeMessages } from '#app/text/catalogue/price-change-labels.ts'

const percentage = normalisedText(parsePercentage, priceChangeMessages.percentageWrong)

export const priceSampleSchema = z.object({ percentage })

const effectivePercentage = percentage.refine(
  (value) => value !== fullPercentage,
  priceChangeMessages.nothingToDo,
)

export const pricePreviewSchema = z.object({ percentage: effectivePercentage })

/** Changes prices once per `token`; `seen` is the digest of the displayed prices. */
export const priceChangeSchema = z.object({
  percentage: effectivePercentage,
  reason: requiredLines(500),
  seen: z.string().default(''),
  token: z.string().max(64).optional(),
})
