import { addDays, type CivilDate } from '#app/domain/platform/calendar.ts'

/** Days a buyer at a distance has to change their mind, the last one until 23:59 in São Paulo (CDC art. 49). */
export const withdrawalDays = 7

/** A shipment nobody has marked as delivered counts as received this many days after it left. */
export const estimatedTransitDays = 30

/** How a copy came to its buyer; a download with the payment. */
export type Receipt =
  | { kind: 'with-payment' }
  | { kind: 'delivered'; on: CivilDate }
  | { kind: 'sent'; on: CivilDate }
  | { kind: 'to-come' }

/**
 * The last day on which a paid order can be given back: seven days after the payment or after the last copy was
 * received, whichever is later; the day itself does not count. Null while a copy is still to come.
 */
export function lastWithdrawalDay(paidOn: CivilDate, receipts: readonly Receipt[]): CivilDate | null {
  if (receipts.some(({ kind }) => kind === 'to-come')) return null
  const days = [paidOn, ...receipts.map((receipt) => receivedOn(receipt, paidOn))].toSorted()
  return addDays(days.at(-1) ?? paidOn, withdrawalDays)
}

/** True while a buyer can change their mind; always before everything has been received. */
export function canWithdraw(lastDay: CivilDate | null, today: CivilDate): boolean {
  return lastDay === null || today <= lastDay
}

function receivedOn(receipt: Receipt, paidOn: CivilDate): CivilDate {
  return receipt.kind === 'delivered' || receipt.kind === 'sent' ? dayOf(receipt) : paidOn
}

/** The day a shipment counts as received. */
function dayOf({ kind, on }: Dated): CivilDate {
  return kind === 'delivered' ? on : addDays(on, estimatedTransitDays)
}

type Shipment = { sentOn: CivilDate | null; deliveredOn: CivilDate | null }
type Way = {
  isDownload: boolean
  /** a printed copy came with the purchase; a revision or a renewal is no receipt of it */
  isCopyDue: boolean
  unit: { sentOn: CivilDate | null } | null
  /** the shipments of the line that did not come back */
  shipments: readonly Shipment[]
}

/** How a line came to its buyer: by the first shipment that got there, else as its unit says. */
export function receiptOf({ isDownload, isCopyDue, unit, shipments }: Way): Receipt {
  if (isDownload || !isCopyDue) return { kind: 'with-payment' }
  const [first] = shipments
    .flatMap(receiptsOf)
    .toSorted((one, other) => dayOf(one).localeCompare(dayOf(other)))
  if (first) return first
  if (unit?.sentOn) return { kind: 'sent', on: unit.sentOn }
  return { kind: shipments.length > 0 || unit !== null ? 'to-come' : 'with-payment' }
}

type Dated = Exclude<Receipt, { kind: 'with-payment' | 'to-come' }>

function receiptsOf({ sentOn, deliveredOn }: Shipment): Dated[] {
  if (deliveredOn !== null) return [{ kind: 'delivered', on: deliveredOn }]
  return sentOn === null ? [] : [{ kind: 'sent', on: sentOn }]
}

/** What the company answered to a withdrawal; null while it is open. */
export type WithdrawalOutcome = 'accepted' | 'refused' | null

/** The protocol number of a withdrawal request, 'D000017', told apart from that of a message. */
export function withdrawalProtocol(id: number): string {
  return `D${String(id).padStart(6, '0')}`
}
