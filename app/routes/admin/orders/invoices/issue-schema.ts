import { z } from 'zod'
import { cancelReasonLength, correctionLength, invoiceModels } from '#app/domain/orders/invoices/invoice.ts'
import { requiredText } from '#app/forms/text-field.ts'

const versionNumber = z.coerce.number().int().min(0).default(0)

export const issueSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('issue'), model: z.enum(invoiceModels), seen: versionNumber }),
  z.object({ intent: z.literal('renew-buyer') }),
])

function makeLengthSchema({ min, max }: { min: number; max: number }) {
  return requiredText(max).refine((text) => text.length >= min, `Use pelo menos ${min} caracteres`)
}

export const cancelIssuedSchema = z.object({
  lock_version: versionNumber,
  reason: makeLengthSchema(cancelReasonLength),
})

export const correctionSchema = z.object({ seen: versionNumber, text: makeLengthSchema(correctionLength) })
