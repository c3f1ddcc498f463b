import { type BankAgreement, underAgreement } from '#app/domain/charges/banks/banks.ts'
import { type BoletoEvent, type BoletoState, boletoTransition } from '#app/domain/charges/boleto-state.ts'
import type { ReturnFile } from '#app/domain/charges/cnab/cnab-entry.ts'
import type { OccurrenceMeaning } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { type Comparison, isNewsOf, isPaymentOf } from '#app/domain/payments/boleto-match.ts'
import { matchPayment } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** The longest return file that is taken, in bytes: some 25 000 records. */
export const maxBankFileBytes = 10 * 1024 * 1024

/** More than any boleto can carry; an amount beyond it is no payment but a mistake somebody has to look at. */
export const mostPaid: Centavos = 4_294_967_295

/**
 * What comes of a record of a return file, before and after it is applied. After the first ten a person has something
 * to do: money that is not the boleto's, whose record does not agree with the boleto of its number, came a second time, is for a rejected order or for no boleto of ours, or was taken
 * back; a code nobody has listed; what the bank refused; an order confirmed although it had been given up. 'noted' is
 * the money of an order that was marked paid by hand, 'already' is money another file told of, 'unmoved' is news of a
 * boleto that is there or beyond, or a refusal of an earlier remittance, 'no-boleto' news of no boleto of ours.
 */
export const lineOutcomes = [
  'amount-differs',
  'double',
  'rejected-order',
  'unmatched',
  'boleto-differs',
  'reversed',
  'unknown',
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

/** True for what tells of money: it counts once, whichever files tell it. News of a boleto goes by its state alone. */
export function isMoney(meaning: OccurrenceMeaning): boolean {
  return meaning === 'settled' || meaning === 'reversed'
}

/**
 * True for a refusal of a day before the boleto came to the state it is in: it was meant for an earlier remittance of it,
 * and was answered when the boleto was made again. On the same day a second refusal cannot be told from the first one
 * told again: it counts, since a boleto that staff look at once more costs less than one nobody can pay.
 */
export function isOldRefusal(
  { event, on }: { event: BoletoEvent; on: CivilDate | null },
  since: CivilDate,
): boolean {
  return event === 'rejected' && on !== null && on < since
}

/** What an occurrence does to a boleto; nothing where it is about money, or news without effect. */
export const boletoEvents: Readonly<Partial<Record<OccurrenceMeaning, BoletoEvent & LineOutcome>>> = {
  registered: 'registered',
  rejected: 'rejected',
  'written-off': 'written-off',
}

/**
 * A record with what is known of the boleto and the order it is about; `on` is the day of what it tells, `isKnown` when
 * another file told of the same money. `since` is the day a boleto came to its state, `compared` what the boleto of that
 * number has in common with the record.
 */
export type PlannedLine = {
  meaning: OccurrenceMeaning
  on: CivilDate | null
  paid: Centavos | null
  isKnown: boolean
  boleto: {
    id: number
    orderId: number
    value: Centavos
    state: BoletoState
    since: CivilDate
    isWithdrawn: boolean
    compared: Comparison
    order: { status: number; isRejected: boolean; hasPayment: boolean }
  } | null
}

type Boleto = NonNullable<PlannedLine['boleto']>
type Moved = { states: Map<number, BoletoState>; paidOrders: Set<number> }

/**
 * Says of the records of a file, asked in their order, what each will come to: an earlier one of the same boleto or order
 * counts as done already. Nothing is changed by it.
 */
export function planFile(): (line: PlannedLine) => LineOutcome {
  const moved: Moved = { states: new Map(), paidOrders: new Set() }
  return (line) => {
    const fixed = fixedOutcome(line)
    if (fixed) return fixed
    const boleto = line.boleto && asMoved(line.boleto, moved)
    if (line.meaning === 'settled') return planPayment(line.paid ?? 0, boleto, moved)
    return boleto && isNewsOf(boleto.compared) ? planChange(line, boleto, moved) : 'no-boleto'
  }
}

/** What comes of a record whatever boleto it is about. */
function fixedOutcome({ meaning, isKnown }: PlannedLine): LineOutcome | undefined {
  if (meaning === 'other' || meaning === 'due-date-changed') return 'nothing'
  if (isKnown && isMoney(meaning)) return 'already'
  return meaning === 'unknown' || meaning === 'instruction-rejected' || meaning === 'reversed'
    ? meaning
    : undefined
}

function asMoved(boleto: Boleto, { states, paidOrders }: Moved): Boleto {
  const isPaid = paidOrders.has(boleto.orderId)
  const order = isPaid ? { ...boleto.order, status: orderStatus.confirmed, hasPayment: true } : boleto.order
  return { ...boleto, state: states.get(boleto.id) ?? boleto.state, order }
}

function planPayment(value: Centavos, boleto: Boleto | null, { states, paidOrders }: Moved): LineOutcome {
  if (!boleto || value > mostPaid) return 'unmatched'
  if (!isPaymentOf(boleto.compared, boleto.state)) return 'boleto-differs'
  const facts = { value: boleto.value, isWithdrawn: boleto.isWithdrawn }
  const judged = matchPayment({ value, boleto: facts, order: boleto.order })
  states.set(boleto.id, 'paid')
  if (judged === 'confirmed' || judged === 'late' || judged === 'noted') paidOrders.add(boleto.orderId)
  return judged
}

function planChange({ meaning, on }: PlannedLine, boleto: Boleto, { states }: Moved): LineOutcome {
  const event = boletoEvents[meaning]
  const state = event && boletoTransition(boleto.state, event)
  if (!event || !state || isOldRefusal({ event, on }, boleto.since)) return 'unmoved'
  states.set(boleto.id, state)
  return event
}

/**
 * False for a file of another bank or agreement than the shop's, by the number in its header; true too where the shop's
 * own number is not known.
 */
export function isOfAgreement(file: Pick<ReturnFile, 'bank' | 'agreement'>, ours: BankAgreement): boolean {
  return file.bank === ours.bank && underAgreement(ours).isNamedBy(file.agreement)
}
