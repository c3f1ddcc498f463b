import { addDays, type CivilDate } from '#app/domain/platform/calendar.ts'

export const withdrawalDays = 7 // until 23:59 of the last day in São Paulo (CDC art. 49)

export const withdrawalAnswerDays = 5 // Decreto 7.962/2013, art. 4, parágrafo único

export const estimatedTransitDays = 30 // days after which a shipment without a delivery date counts as received

export type Receipt =
  | { kind: 'with-payment' }
  | { kind: 'delivered'; date: CivilDate }
  | { kind: 'sent'; date: CivilDate }
  | { kind: 'to-come' }

/** Returns the last day to withdraw; null until all copies are received. Counting starts on the next day. */
export function getLastWithdrawalDay(paidOn: CivilDate, receipts: readonly Receipt[]): CivilDate | null {
  if (receipts.some(({ kind }) => kind === 'to-come')) return null
  const days = [paidOn, ...receipts.map((receipt) => findReceiptDay(receipt, paidOn))].toSorted()
  return addDays(days.at(-1) ?? paidOn, withdrawalDays)
}

export function canWithdraw(lastDay: CivilDate | null, today: CivilDate): boolean {
  return lastDay === null || today <= lastDay
}

function findReceiptDay(receipt: Receipt, paidOn: CivilDate): CivilDate {
  return receipt.kind === 'delivered' || receipt.kind === 'sent' ? getReceiptDay(receipt) : paidOn
}

function getReceiptDay({ kind, date }: DatedReceipt): CivilDate {
  return kind === 'delivered' ? date : addDays(date, estimatedTransitDays)
}

type Shipment = { sentOn: CivilDate | null; deliveredOn: CivilDate | null }
type CopyDelivery = {
  isDownload: boolean
  isCopyDue: boolean // true for a printed copy of the purchase, not of a revision or renewal
  unit: { sentOn: CivilDate | null } | null
  shipments: readonly Shipment[] // shipments except returned ones
}

/** Returns how and when the buyer receives a copy. Of several shipments, the earliest receipt counts. */
export function findReceipt({ isDownload, isCopyDue, unit, shipments }: CopyDelivery): Receipt {
  if (isDownload || !isCopyDue) return { kind: 'with-payment' }
  const [earliestReceipt] = shipments
    .flatMap(listReceipts)
    .toSorted((left, right) => getReceiptDay(left).localeCompare(getReceiptDay(right)))
  if (earliestReceipt) return earliestReceipt
  if (unit?.sentOn) return { kind: 'sent', date: unit.sentOn }
  return { kind: shipments.length > 0 || unit !== null ? 'to-come' : 'with-payment' }
}

type DatedReceipt = Exclude<Receipt, { kind: 'with-payment' | 'to-come' }>

function listReceipts({ sentOn, deliveredOn }: Shipment): DatedReceipt[] {
  if (deliveredOn !== null) return [{ kind: 'delivered', date: deliveredOn }]
  return sentOn === null ? [] : [{ kind: 'sent', date: sentOn }]
}

export type WithdrawalOutcome = 'accepted' | 'refused' | null // null while it is open

/** Returns 'D000017'. The letter D distinguishes this number from a message's protocol number. */
export function formatWithdrawalProtocol(id: number): string {
  return `D${String(id).padStart(6, '0')}`
}

export type WithdrawalAnswer = { outcome: 'accepted' } | { outcome: 'refused'; reason: string }
