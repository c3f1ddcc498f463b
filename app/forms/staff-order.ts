import { z } from 'zod'
import { maxPurchaseOrderLength } from '#app/domain/checkout/purchase-order.ts'
import { addYears, type CivilDate, parseCivilDate } from '#app/domain/platform/calendar.ts'
import { addressSchema } from '#app/forms/address.ts'
import { companyFields, nameField, personFields } from '#app/forms/profile.ts'
import {
  normalisedText,
  optionalLines,
  optionalText,
  requiredLines,
  requiredText,
} from '#app/forms/text-field.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { messages, specified } from '#app/text/platform/messages.ts'

/** The staff's form of an order; `lock_version` is the version that was on the screen. */
export const orderFormSchema = z.object({
  nfe: optionalText(60),
  purchase_order: optionalText(maxPurchaseOrderLength),
  note: optionalLines(5_000),
  lock_version: z.coerce.number().int().min(0),
})

/** Which photos were on the screen; a form without it has seen none. */
const seen = z.string().default('')

/** That the photo is fine (F97), or why it is not needed (D66). */
export const approvalSchema = z.object({ seen, without_photo: optionalLines(500) })

/** The reason the customer of a rejected order reads (F97). */
export const rejectionSchema = z.object({
  reason: requiredLines(2_000, specified.rejectionReasonRequired),
  seen,
})

export const newPhotoSchema = z.object({
  lines: z.array(z.coerce.number().int().positive()).min(1, messages.photoLinesRequired),
  reason: requiredLines(2_000, messages.photoReasonRequired),
  seen,
})

/** Another state, the one that was on the screen, and that what ends is known. */
export const orderStatusSchema = z.object({
  status: z.coerce.number({ error: messages.statusRequired }).int(),
  from: z.coerce.number().int(),
  confirmed: z.literal('on').optional(),
  renewed: z.literal('on').optional(),
})

const withdrawalReason = requiredLines(2_000, messages.withdrawalReasonRequired)

/** The buyer reads the reason. `seen` is the answer on the screen. */
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

/** Another due date of a boleto, within a year and from the day on when it can be paid: today, or once it is registered. */
export function boletoRenewalSchema(today: CivilDate, earliest: CivilDate = today) {
  const isFitting = (date: CivilDate) => date >= earliest && date <= addYears(today, 1)
  return z.object({
    due_date: normalisedText(parseCivilDate, messages.dateWrong).refine(
      isFitting,
      earliest > today
        ? `Escolha um dia de ${formatDate(earliest)}, o próximo dia útil, até daqui a um ano`
        : 'Escolha um dia de hoje até daqui a um ano',
    ),
    seen: z.coerce.number().int().positive().optional(),
  })
}

/** The payer of an order (D178), with a document of the kind it has. */
export function payerCorrectionSchema({ isCompany }: { isCompany: boolean }) {
  const document = isCompany ? companyFields(0).cnpj : personFields.cpf
  return z.object({
    payer_name: nameField,
    payer_document: document,
    billing: addressSchema,
    reason: requiredText(300),
    lock_version: z.coerce.number().int().min(0),
  })
}
