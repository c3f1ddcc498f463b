import { isShipmentType } from '#app/domain/checkout/carriers/carriers.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus, validateTrackingCode } from '#app/domain/shipments/shipment.ts'

export type CodeLine = {
  text: string
  /** the kind of record that `number` belongs to */
  numberKind: 'shipment' | 'order'
  number: number | null
  code: string
}

export type KnownShipment = {
  id: number
  status: number
  type: string
  creationDate: CivilDate
  trackCode: string | null
  client: string
  orderIds: readonly number[]
  isBlocked: boolean
  /** outdated copies in the shipment, about which staff decide before dispatch */
  changes: readonly { name: string; packed: string; revision: string }[]
}

/**
 * 'several': the order has several open shipments. 'already': sent with another code; 'already-so': with this
 * one.
 */
export type CodeVerdict =
  | 'ready'
  | 'unreadable'
  | 'unknown'
  | 'several'
  | 'wrong-code'
  | 'no-code-expected'
  | 'already'
  | 'already-so'
  | 'returned'
  | 'repeated'
  | 'code-taken'
  | 'too-early'
  | 'blocked'
  | 'contents-changed'

export type CheckedCodeLine = CodeLine & {
  verdict: CodeVerdict
  shipment: KnownShipment | null
  bareCode: string | null // null if invalid
}

export function validateCodes(
  lines: readonly CodeLine[],
  knownShipments: readonly KnownShipment[],
  date: CivilDate,
): CheckedCodeLine[] {
  const checkedLines = lines.map((line) => checkLine(line, knownShipments, date))
  return checkedLines.map((line, index) =>
    line.verdict === 'ready' && isRepeated(line, checkedLines, index)
      ? { ...line, verdict: 'repeated' }
      : line,
  )
}

function checkLine(
  line: CodeLine,
  knownShipments: readonly KnownShipment[],
  date: CivilDate,
): CheckedCodeLine {
  const fail = (verdict: CodeVerdict, shipment: KnownShipment | null = null): CheckedCodeLine => ({
    ...line,
    verdict,
    shipment,
    bareCode: null,
  })
  if (line.number === null) return fail('unreadable')
  const matches = findMatches(line, knownShipments)
  const [shipment] = matches
  if (!shipment) return fail('unknown')
  if (matches.length > 1) return fail('several')
  return checkMatch({ ...line, shipment }, knownShipments, date)
}

/** Returns shipments that a code may belong to: the order's pending shipments, or its newest if none is pending. */
function findMatches(
  { numberKind, number }: CodeLine,
  knownShipments: readonly KnownShipment[],
): KnownShipment[] {
  if (numberKind === 'shipment') return knownShipments.filter(({ id }) => id === number)
  const orderShipments = knownShipments.filter(({ orderIds }) => number !== null && orderIds.includes(number))
  const openShipments = orderShipments.filter(({ status }) => status === shipmentStatus.underWay)
  return openShipments.length > 0
    ? openShipments
    : orderShipments.toSorted((left, right) => right.id - left.id).slice(0, 1)
}

type Match = CodeLine & { shipment: KnownShipment }

function checkMatch(
  match: Match,
  knownShipments: readonly KnownShipment[],
  date: CivilDate,
): CheckedCodeLine {
  const { shipment } = match
  const codeResult = isShipmentType(shipment.type)
    ? validateTrackingCode(shipment.type, match.code)
    : { code: null }
  if ('fault' in codeResult) {
    const verdict = codeResult.fault === 'track-code-unexpected' ? 'no-code-expected' : 'wrong-code'
    return { ...match, verdict, bareCode: null }
  }
  const verdict = checkCode(shipment, codeResult.code, knownShipments, date)
  return { ...match, verdict, bareCode: codeResult.code }
}

function checkCode(
  shipment: KnownShipment,
  code: string | null,
  knownShipments: readonly KnownShipment[],
  date: CivilDate,
): CodeVerdict {
  const { status, trackCode, creationDate, isBlocked } = shipment
  if (status === shipmentStatus.returned) return 'returned'
  if (status !== shipmentStatus.underWay) return trackCode === code ? 'already-so' : 'already'
  if (isBlocked) return 'blocked'
  const isTaken = knownShipments.some(({ id, trackCode }) => id !== shipment.id && trackCode === code)
  if (code !== null && isTaken) return 'code-taken'
  if (date < creationDate) return 'too-early'
  return shipment.changes.length > 0 ? 'contents-changed' : 'ready'
}

/** Returns whether another line has the same shipment or code. Of equal lines, the first is not repeated. */
function isRepeated(line: CheckedCodeLine, lines: readonly CheckedCodeLine[], index: number): boolean {
  return lines.some((otherLine, otherIndex) => {
    if (otherIndex === index || otherLine.shipment === null) return false
    const isSameShipment = otherLine.shipment.id === line.shipment?.id
    const isSameCode = otherLine.bareCode !== null && otherLine.bareCode === line.bareCode
    const isEqualLine = isSameShipment && isSameCode
    return isEqualLine ? otherIndex < index : isSameShipment || isSameCode
  })
}
