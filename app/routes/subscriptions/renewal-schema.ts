import { z } from 'zod'
import { termsVersion } from '#app/text/orders/terms.ts'
import { messages } from '#app/text/platform/messages.ts'

const tokenPattern = /^[0-9a-f]{32}$/

/** The confirmation of renewals: token, terms, and each price that was displayed, by key (D1, D20). */
export const renewalSchema = z.object({
  token: z.string({ error: messages.pageStale }).regex(tokenPattern, messages.pageStale),
  terms: z.literal(termsVersion, { error: messages.termsRequired }),
  price: z.record(z.string(), z.coerce.number().int()).optional(),
})

export type RenewalForm = z.output<typeof renewalSchema>
