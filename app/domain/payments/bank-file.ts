import { type BankAgreement, getAgreementRules } from '#app/domain/charges/banks/banks.ts'
import { type BoletoEvent, type BoletoState, findBoletoTransition } from '#app/domain/charges/boleto-state.ts'
import { type BoletoTerms, calculateAmountDue } from '#app/domain/charges/boleto-terms.ts'
import type { ReturnFile } from '#app/domain/charges/cnab/cnab-entry.ts'
import type { OccurrenceMeaning } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { type Comparison, isBoletoPayment, isRegistrationReply } from '#app/domain/payments/boleto-match.ts'
import { evaluatePayment, type PaidOrder } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

export const maxBankFileBytes = 10 * 1024 * 1024 // about 25,000 records

/** Larger amounts, a hundred times the largest boleto, are checked by staff. */
export const maxPaidAmount: Centavos = 999_999_999_999

// Outcomes before 'late' need a decision by staff. 'noted': staff had marked the order as paid. 'already': another
// file reported the money. 'unmoved': the boleto already has this or a later state. 'no-boleto': the number is
// unknown, but the record has no money.
export const lineOutcomes = [
  'amount-differs',
  'double',
  'rejected-order',
  'renewed-elsewhere',
  'account-removed',
  'unmatched',
  'boleto-differs',
  'reversed',
  'unknown',
  'unpayable',
  'rejected',
  'instruction-rejected',
  'late',
  'confirmed',
  'noted',
  'registered',
  'written-off',
  'already',
  'unmoved',
  'no-boleto',
  'nothing',
] as const

export type LineOutcome = (typeof lineOutcomes)[number]

/** Returns true for money, which counts only in the first file that reports it. */
export function isMoneyRecord(meaning: OccurrenceMeaning): boolean {
  return meaning === 'settled' || meaning === 'reversed'
}

/** Returns true for a rejection before the day of the current state. A rejection on that day counts. */
export function isOutdatedRejection(
  { event, recordDate }: { event: BoletoEvent; recordDate: CivilDate | null },
  since: CivilDate,
): boolean {
  return event === 'rejected' && recordDate !== null && recordDate < since
}

export const boletoEvents: Readonly<Partial<Record<OccurrenceMeaning, BoletoEvent & LineOutcome>>> = {
  registered: 'registered',
  rejected: 'rejected',
  'written-off': 'written-off',
}

/** A record whose outcome is predicted. `isKnown`: another file contained the same record. */
export type PlannedLine = {
  meaning: OccurrenceMeaning
  recordDate: CivilDate | null
  paidOn: CivilDate
  paidAmount: Centavos | null
  receivedAmount: Centavos
  isKnown: boolean
  boleto: {
    id: number
    orderId: number
    value: Centavos
    dueDate: CivilDate
    terms: BoletoTerms
    state: BoletoState
    since: CivilDate
    isWithdrawn: boolean
    comparison: Comparison
    order: PaidOrder
  } | null
}

type Boleto = NonNullable<PlannedLine['boleto']>
type EarlierRecords = { states: Map<number, BoletoState>; paidOrders: Set<number> }

/** Returns a function that predicts outcomes. Call it in the file's order, because earlier records change outcomes. */
export function makeOutcomePredictor(): (line: PlannedLine) => LineOutcome {
  const earlierRecords: EarlierRecords = { states: new Map(), paidOrders: new Set() }
  return (line) => {
    const fixedOutcome = findFixedOutcome(line)
    if (fixedOutcome) return fixedOutcome
    const boleto = line.boleto && applyEarlierRecords(line.boleto, earlierRecords)
    if (line.meaning === 'settled')
      return predictPayment({ value: line.paidAmount ?? 0, paidOn: line.paidOn }, boleto, earlierRecords)
    if (!boleto || !isRegistrationReply(boleto.comparison)) return 'no-boleto'
    return line.meaning === 'unpayable' ? 'unpayable' : predictChange(line, boleto, earlierRecords)
  }
}

/** Returns true for fees, notices and unknown codes without money. */
export function hasNoEffect({
  meaning,
  received,
}: {
  meaning: OccurrenceMeaning
  received: Centavos
}): boolean {
  return meaning === 'other' || meaning === 'due-date-changed' || (meaning === 'unknown' && received === 0)
}

/** Returns the outcome of a record whose outcome does not depend on a boleto. */
function findFixedOutcome({
  meaning,
  receivedAmount: received,
  isKnown,
}: PlannedLine): LineOutcome | undefined {
  if (hasNoEffect({ meaning, received })) return 'nothing'
  if (isKnown && isMoneyRecord(meaning)) return 'already'
  return meaning === 'unknown' || meaning === 'instruction-rejected' || meaning === 'reversed'
    ? meaning
    : undefined
}

function applyEarlierRecords(boleto: Boleto, { states, paidOrders }: EarlierRecords): Boleto {
  const isPaid = paidOrders.has(boleto.orderId)
  const order = isPaid ? { ...boleto.order, status: orderStatus.confirmed, hasPayment: true } : boleto.order
  return { ...boleto, state: states.get(boleto.id) ?? boleto.state, order }
}

/** Predicts the outcome of a payment. Adds it to the earlier records, because it changes later outcomes. */
function predictPayment(
  { value, paidOn }: { value: Centavos; paidOn: CivilDate },
  boleto: Boleto | null,
  { states, paidOrders }: EarlierRecords,
): LineOutcome {
  if (!boleto || value > maxPaidAmount) return 'unmatched'
  if (!isBoletoPayment(boleto.comparison, boleto.state)) return 'boleto-differs'
  const dueBoleto = { due: calculateAmountDue(boleto, paidOn), isWithdrawn: boleto.isWithdrawn }
  const paymentOutcome = evaluatePayment({ value, boleto: dueBoleto, order: boleto.order })
  states.set(boleto.id, 'paid')
  const isOrderPaid =
    paymentOutcome === 'confirmed' || paymentOutcome === 'late' || paymentOutcome === 'noted'
  if (isOrderPaid) paidOrders.add(boleto.orderId)
  return paymentOutcome
}

function predictChange(
  { meaning, recordDate }: PlannedLine,
  boleto: Boleto,
  { states }: EarlierRecords,
): LineOutcome {
  const event = boletoEvents[meaning]
  const state = event && findBoletoTransition(boleto.state, event)
  if (!event || !state || isOutdatedRejection({ event, recordDate }, boleto.since)) return 'unmoved'
  states.set(boleto.id, state)
  return event
}

/** Returns true if the header contains our agreement number, or if the settings lack our number. */
export function belongsToAgreement(
  file: Pick<ReturnFile, 'bank' | 'agreement'>,
  ownAgreement: BankAgreement,
): boolean {
  return file.bank === ownAgreement.bank && getAgreementRules(ownAgreement).matchesHeader(file.agreement)
}
