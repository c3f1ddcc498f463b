import { addDays, type CivilDate } from '#app/domain/calendar.ts'

/** Days a buyer at a distance has to change their mind, the last one until 23:59 in São Paulo (CDC art. 49). */
export const withdrawalDays = 7

/** A parcel nobody has marked as delivered counts as received this many days after it left. */
export const presumedTravelDays = 30

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
  if (receipt.kind === 'delivered') return receipt.on
  if (receipt.kind === 'sent') return addDays(receipt.on, presumedTravelDays)
  return paidOn
}

type Way = {
  isDownload: boolean
  isCopyDue: boolean
  unit: { sentOn: CivilDate | null } | null
  parcel: { sentOn: CivilDate | null; deliveredOn: CivilDate | null } | null
}

/** How a line came to its buyer, from the shipment that holds it, else from its unit. */
export function receiptOf({ isDownload, isCopyDue, unit, parcel }: Way): Receipt {
  if (isDownload) return { kind: 'with-payment' }
  if (parcel?.deliveredOn) return { kind: 'delivered', on: parcel.deliveredOn }
  const sentOn = parcel?.sentOn ?? unit?.sentOn ?? null
  if (sentOn !== null) return { kind: 'sent', on: sentOn }
  const isToCome = parcel !== null || (unit !== null && isCopyDue)
  return { kind: isToCome ? 'to-come' : 'with-payment' }
}

/** The protocol number of a withdrawal request, 'D000017', told apart from that of a message. */
export function withdrawalProtocol(id: number): string {
  return `D${String(id).padStart(6, '0')}`
}
