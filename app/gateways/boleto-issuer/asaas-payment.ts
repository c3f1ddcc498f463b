import { z } from 'zod'
import { type BoletoTerms, getAcceptanceDays, noTerms } from '#app/domain/charges/boleto-terms.ts'
import type { PaymentWay } from '#app/domain/payments/payment-way.ts'
import { addDays, type CivilDate, countDaysBetween, isCivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { gatewayName } from '#app/domain/settings/issuer.ts'
import type { RemoteBoleto, RemoteRefund } from '#app/gateways/boleto-issuer/boleto-issuer.ts'

/** Parses Asaas amounts, in reais with at most two decimals, to centavos. */
const reaisSchema = z.number().transform((amount, context): Centavos => {
  const centavos = Math.round(amount * 100)
  if (Number.isSafeInteger(centavos) && Math.abs(amount * 100 - centavos) < 1e-4) return centavos
  context.addIssue('not whole centavos')
  return z.NEVER
})

const civilDate = z.string().refine(isCivilDate)
/** Validates an id, because it becomes part of a URL. */
export function isPaymentId(text: string): boolean {
  return /^[\w-]{1,60}$/.test(text)
}

/** A fine, interest or discount: reais for type 'FIXED', otherwise a percentage. Missing or 0 means none. */
const termSchema = z.object({
  value: z.number().min(0).nullish(),
  type: z.string().nullish(),
  dueDateLimitDays: z.number().int().min(0).nullish(),
})
const optionalTerm = termSchema.nullish().catch(null)

const optionalDate = civilDate.nullish().catch(null)

/** '2026-02-19 18:31:21' in Brasília time. */
const localTime = z.string().refine((text) => text.length <= 30 && isCivilDate(text.slice(0, 10)))

const refundSchema = z.object({
  dateCreated: localTime,
  status: z.string(),
  value: reaisSchema,
  endToEndIdentifier: z.string().nullish(),
  effectiveDate: localTime.nullish().catch(null),
  transactionReceiptUrl: z.string().nullish(),
})

export const asaasPayment = z.object({
  id: z.string().refine(isPaymentId),
  status: z.string(),
  value: reaisSchema,
  originalValue: reaisSchema.nullish(),
  fine: optionalTerm,
  interest: optionalTerm,
  discount: optionalTerm,
  dueDate: civilDate,
  externalReference: z.string().nullish(),
  deleted: z.boolean().default(false),
  clientPaymentDate: optionalDate,
  paymentDate: optionalDate,
  confirmedDate: optionalDate,
  creditDate: optionalDate,
  netValue: reaisSchema.nullish().catch(null),
  billingType: z.string().nullish(),
  pixTransaction: z.string().nullish().catch(null),
  refunds: z.array(refundSchema).nullish(),
  chargeback: z.object({ disputeStartDate: optionalDate }).nullish().catch(null),
})
export type AsaasPayment = z.output<typeof asaasPayment>

const statesByStatus = new Map<string, RemoteBoleto['state']>([
  ['PENDING', 'open'],
  ['OVERDUE', 'open'],
  ['AWAITING_RISK_ANALYSIS', 'open'],
  ['DUNNING_REQUESTED', 'open'],
  ['RECEIVED', 'paid'],
  ['CONFIRMED', 'paid'],
  ['RECEIVED_IN_CASH', 'paid'],
  ['DUNNING_RECEIVED', 'paid'],
  ['REFUNDED', 'reversed'],
  ['REFUND_REQUESTED', 'reversed'],
  ['REFUND_IN_PROGRESS', 'reversed'],
  ['CHARGEBACK_REQUESTED', 'reversed'],
  ['CHARGEBACK_DISPUTE', 'reversed'],
  ['AWAITING_CHARGEBACK_REVERSAL', 'reversed'],
])

export function isKnownStatus(status: string): boolean {
  return statesByStatus.has(status)
}

/** Converts a charge. A paid charge counts as paid even if it was deleted. */
export function toRemoteBoleto(payment: AsaasPayment, today: CivilDate): RemoteBoleto {
  const state = parseChargeState(payment)
  const wasPaid = state === 'paid' || (state === 'reversed' && getPaidOn(payment) !== null)
  const refunds = listRefunds(payment)
  return {
    externalId: payment.id,
    reference: payment.externalReference ?? null,
    state,
    value: getChargedAmount(payment),
    payment: wasPaid
      ? {
          value: payment.value,
          paidOn: getPaidOn(payment) ?? today,
          creditedOn: payment.creditDate ?? null,
          fee: computeFee(payment),
          way: findPaymentWay(payment),
        }
      : null,
    refunds,
    reversal: state === 'reversed' ? findReversal(payment, refunds) : null,
  }
}

/**
 * Returns the fee in centavos; null for money received elsewhere, and if the gateway reports no plausible
 * fee.
 */
function computeFee({ status, value, netValue }: AsaasPayment): Centavos | null {
  if (status === 'RECEIVED_IN_CASH' || typeof netValue !== 'number') return null
  return netValue <= value ? value - netValue : null
}

function findPaymentWay({ status, billingType, pixTransaction }: AsaasPayment): PaymentWay {
  if (status === 'RECEIVED_IN_CASH') return 'by-hand'
  return billingType === 'PIX' || pixTransaction ? 'gateway-pix' : 'gateway-boleto'
}

/** Returns the completed refunds, which have no id: time, value and ordinal identify them (docs/gateway-events.md). */
function listRefunds({ id, refunds }: AsaasPayment): RemoteRefund[] {
  const countsByName = new Map<string, number>()
  const completedRefunds = (refunds ?? []).filter(({ status, value }) => status === 'DONE' && value > 0)
  return completedRefunds.map(
    ({ dateCreated, value, effectiveDate, endToEndIdentifier, transactionReceiptUrl }) => {
      const name = `${id}/${dateCreated}/${value}`
      const ordinal = (countsByName.get(name) ?? 0) + 1
      countsByName.set(name, ordinal)
      return {
        key: `${gatewayName}/${name}/${ordinal}`,
        value,
        date: (effectiveDate ?? dateCreated).slice(0, 10),
        document: (endToEndIdentifier ?? transactionReceiptUrl ?? `${id} ${dateCreated}`).slice(0, 120),
      }
    },
  )
}

/**
 * Returns the chargeback or refund. The last part of a full refund is the reversal itself, so it is not in
 * `parts`.
 */
function findReversal(
  payment: AsaasPayment,
  completedRefunds: readonly RemoteRefund[],
): RemoteBoleto['reversal'] {
  const { status, value, refunds, chargeback } = payment
  const parts = completedRefunds.toSorted((left, right) => left.date.localeCompare(right.date))
  if (!status.startsWith('REFUND'))
    return { kind: 'chargeback', value, date: chargeback?.disputeStartDate ?? null, parts }
  const refundedAmount = parts.reduce((sum, part) => sum + part.value, 0)
  if (refundedAmount >= value)
    return { kind: 'refund', value, date: parts.at(-1)?.date ?? null, parts: parts.slice(0, -1) }
  const pendingRefund = refunds?.find((refundEntry) => refundEntry.status === 'PENDING')
  return { kind: 'refund', value, date: pendingRefund?.dateCreated.slice(0, 10) ?? null, parts }
}

/** Returns the charged centavos. After payment, `value` includes fine and interest. */
export function getChargedAmount({ value, originalValue }: AsaasPayment): Centavos {
  return originalValue ?? value
}

export function parseChargeTerms(payment: AsaasPayment): BoletoTerms {
  const { fine, interest, discount, dueDate } = payment
  const discountValue = computeDiscount(getChargedAmount(payment), discount)
  return {
    ...noTerms,
    finePercent: toPercent(fine),
    interestPercent: toPercent(interest),
    discountValue,
    discountUntil: discountValue > 0 ? addDays(dueDate, -(discount?.dueDateLimitDays ?? 0)) : null,
  }
}

type ChargeTerm = z.output<typeof optionalTerm>

export function hasFixedLateCharge({ fine, interest }: AsaasPayment): boolean {
  return [fine, interest].some((lateCharge) => lateCharge?.type === 'FIXED' && (lateCharge.value ?? 0) > 0)
}

function toPercent(lateCharge: ChargeTerm): number {
  return lateCharge?.type === 'FIXED' ? 0 : Math.round((lateCharge?.value ?? 0) * 100)
}

function computeDiscount(value: Centavos, discount: ChargeTerm): Centavos {
  const hundredths = Math.round((discount?.value ?? 0) * 100)
  return discount?.type === 'PERCENTAGE' ? Math.floor((value * hundredths) / 10_000) : hundredths
}

export function toTermFields({ dueDate, terms }: { dueDate: CivilDate; terms: BoletoTerms }) {
  const { finePercent, interestPercent, discountUntil, discountValue } = terms
  return {
    ...(finePercent > 0 && { fine: { value: finePercent / 100, type: 'PERCENTAGE' } }),
    ...(interestPercent > 0 && { interest: { value: interestPercent / 100 } }),
    ...(discountUntil !== null && {
      discount: {
        value: toReais(discountValue),
        dueDateLimitDays: countDaysBetween(discountUntil, dueDate),
        type: 'FIXED',
      },
    }),
    daysAfterDueDateToRegistrationCancellation: getAcceptanceDays(terms, dueDate),
  }
}

export function toReais(value: Centavos): number {
  return Number((value / 100).toFixed(2))
}

export function parseChargeState({ status, deleted }: AsaasPayment): RemoteBoleto['state'] {
  const state = statesByStatus.get(status) ?? 'open'
  return state === 'open' && deleted ? 'cancelled' : state
}

function getPaidOn({ clientPaymentDate, paymentDate, confirmedDate }: AsaasPayment): CivilDate | null {
  return clientPaymentDate ?? paymentDate ?? confirmedDate ?? null
}
