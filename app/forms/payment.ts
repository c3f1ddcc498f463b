import { z } from 'zod'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { parseReais } from '#app/domain/platform/money.ts'
import { getMonthPeriod } from '#app/domain/platform/period.ts'
import { makeDateField } from '#app/forms/shipment.ts'
import { normalisedText, optionalLines, requiredLines, requiredText } from '#app/forms/text-field.ts'
import { moneyBackLabels } from '#app/text/payments/refund-labels.ts'

const orderNumber = normalisedText((text) => {
  const digits = text.replace(/^n?º?\s*/i, '')
  return /^[1-9]\d{0,9}$/.test(digits) ? Number(digits) : null
}, 'Digite o número do pedido')

const centavos = z
  .string()
  .regex(/^[1-9]\d{0,11}$/)
  .transform(Number)

/** The resolution of a payment that waits for staff. `reported` is the displayed value in centavos. */
export const decisionSchema = z.discriminatedUnion('resolution', [
  z.object({ resolution: z.literal('accepted') }),
  z.object({ resolution: z.literal('assigned'), orderId: orderNumber }),
  z.object({ resolution: z.literal('upheld'), refund: z.enum(['part', 'other']).optional() }),
  z.object({ resolution: z.literal('value-corrected'), reported: centavos }),
  z.object({
    resolution: z.literal('value-kept'),
    reported: centavos,
    kept: requiredLines(500, 'Diga por que o valor registrado fica'),
  }),
  z.object({
    resolution: z.literal('dismissed'),
    note: requiredLines(500, 'Diga por que o recebimento é encerrado'),
  }),
])

/** Closes an event. `alike` also closes all events that wait for the same reason. */
export const eventSchema = z.object({
  note: requiredLines(500, 'Diga por que o aviso é encerrado'),
  alike: z
    .string()
    .optional()
    .transform((value) => value === 'on'),
})

const amount = normalisedText((text) => {
  const centavos = parseReais(text)
  return centavos !== null && centavos > 0 ? centavos : null
}, 'Digite o valor, como 24,90')

const token = z.string().regex(/^[0-9a-f]{32}$/)

/** Requests the refund of a Pix, whose date and proof the bank reports. */
export const pixRefundSchema = z.object({ value: amount, note: optionalLines(500), token })

type RefundDays = { today: CivilDate; notBefore: CivilDate | null }

/** Records a refund once per `token`. A day in another month must be confirmed. */
export function makeRefundSchema({ today, notBefore }: RefundDays) {
  return z
    .object({
      value: amount,
      refunded_on: makeDateField({ today, notBefore }),
      document: requiredText(120),
      note: optionalLines(500),
      token,
      confirmed: z.literal('on').optional(),
      other: z.literal('on').optional(),
    })
    .superRefine(({ refunded_on: day, confirmed }, context) => {
      const isInCurrentMonth = getMonthPeriod(day).start === getMonthPeriod(today).start
      if (isInCurrentMonth || confirmed === 'on') return
      context.addIssue({
        code: 'custom',
        path: ['confirmed'],
        message: moneyBackLabels.confirmOtherMonth(day),
      })
    })
}

export const refundReversalSchema = z.object({
  reason: requiredLines(500, 'Diga por que o registro é desfeito'),
})

/** Waives a refund. `seen` is the displayed amount in centavos. */
export const refundWaiverSchema = z.object({
  reason: requiredLines(500, 'Diga por que nada é devolvido'),
  seen: z.coerce.number().int().positive(),
  token,
})
