import { z } from 'zod'
import { maxPurchaseOrderLength } from '#app/domain/checkout/purchase-order.ts'
import { addYears, type CivilDate, parseCivilDate } from '#app/domain/platform/calendar.ts'
import { addressSchema } from '#app/forms/address.ts'
import { makeCompanyFields, nameField, personFields } from '#app/forms/profile.ts'
import {
  normalisedText,
  optionalLines,
  optionalText,
  requiredLines,
  requiredText,
} from '#app/forms/text-field.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'

/** `lock_version` is the order's version when the form was loaded. */
export const orderFormSchema = z.object({
  nfe: optionalText(60),
  purchase_order: optionalText(maxPurchaseOrderLength),
  note: optionalLines(5_000),
  lock_version: z.coerce.number().int().min(0),
})

/** The photos that staff saw; empty if the field is missing. */
const seenPhotos = z.string().default('')

/** Approves a photo; `without_photo` is the reason for an approval without one. */
export const approvalSchema = z.object({ seen: seenPhotos, without_photo: optionalLines(500) })

/** Rejects a photo with a reason that the customer sees. */
export const rejectionSchema = z.object({
  reason: requiredLines(2_000, specTexts.rejectionReasonRequired),
  seen: seenPhotos,
})

export const newPhotoSchema = z.object({
  lines: z.array(z.coerce.number().int().positive()).min(1, messages.photoLinesRequired),
  reason: requiredLines(2_000, messages.photoReasonRequired),
  seen: seenPhotos,
})

/** Sets a status. `from` is the displayed status; `confirmed` accepts the displayed losses. */
export const orderStatusSchema = z.object({
  status: z.coerce.number({ error: messages.statusRequired }).int(),
  from: z.coerce.number().int(),
  confirmed: z.literal('on').optional(),
  renewed: z.literal('on').optional(),
})

const withdrawalReason = requiredLines(2_000, messages.withdrawalReasonRequired)

/** Answers a withdrawal with a reason for the buyer. `seen` is the displayed answer. */
export const withdrawalAnswerSchema = z.discriminatedUnion(
  'outcome',
  [
    z.object({ outcome: z.literal('accepted') }),
    z.object({ outcome: z.literal('refused'), reason: withdrawalReason }),
    z.object({
      outcome: z.literal('corrected'),
      reason: withdrawalReason,
      seen: z.coerce.number().int().min(0),
    }),
  ],
  { error: messages.withdrawalAnswerRequired },
)

/** Parses a due date from `earliest`, the first payable day, to a year from today. */
export function makeBoletoRenewalSchema(today: CivilDate, earliest: CivilDate = today) {
  const isAllowed = (date: CivilDate) => date >= earliest && date <= addYears(today, 1)
  return z.object({
    due_date: normalisedText(parseCivilDate, messages.dateWrong).refine(
      isAllowed,
      earliest > today
        ? `Escolha um dia de ${formatDate(earliest)}, o próximo dia útil, até daqui a um ano`
        : 'Escolha um dia de hoje até daqui a um ano',
    ),
    seen: z.coerce.number().int().positive().optional(),
  })
}

export function makePayerCorrectionSchema({ isCompany }: { isCompany: boolean }) {
  // The length 0 limits only the IE, which this form does not have.
  const document = isCompany ? makeCompanyFields(0).cnpj : personFields.cpf
  return z.object({
    payer_name: nameField,
    payer_document: document,
    billing: addressSchema,
    reason: requiredText(300),
    lock_version: z.coerce.number().int().min(0),
  })
}
