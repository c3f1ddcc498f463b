import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import type { Block, Piece } from '#app/mails/platform/blocks.ts'
import { formatMailedAircraftName } from '#app/text/accounts/aircraft-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { formatDaysLeft, formatValidUntil } from '#app/text/subscriptions/subscription-labels.ts'

/** Longer names of aircraft may break, because a phone's line cannot contain them. */
const MAX_WHOLE_LENGTH = 30

/** A unit that expires. A negative `daysLeft` means that it has expired; `price` is null if it is no longer sold. */
export type ExpiringUnit = AircraftName & {
  id: number
  name: string
  due: CivilDate
  daysLeft: number
  /** centavos for another year; after expiry, for a new purchase */
  price: Centavos | null
  /** unpaid order that renews the unit */
  renewal: { orderId: number; url: string } | null
}

export const isExpired = ({ daysLeft }: ExpiringUnit) => daysLeft < 0

export function buildExpiringUnits(units: readonly ExpiringUnit[]): Block {
  return { kind: 'entries', entries: groupUnits(units).map(formatEntry) }
}

/** Units of one publication that expire on the same day. */
type UnitGroup = { unit: ExpiringUnit; count: number; aircraft: string[] }

function groupUnits(units: readonly ExpiringUnit[]): UnitGroup[] {
  const groups = new Map<string, UnitGroup>()
  for (const unit of units) {
    const key = JSON.stringify([unit.name, unit.due, unit.price, unit.renewal])
    const group = groups.get(key) ?? { unit, count: 0, aircraft: [] }
    const name = formatMailedAircraftName(unit)
    const aircraft = name ? [...new Set([...group.aircraft, name])] : group.aircraft
    groups.set(key, { unit, count: group.count + 1, aircraft })
  }
  return [...groups.values()]
}

/** Returns an entry whose short names of aircraft and amounts do not break across lines. */
function formatEntry({ unit, count, aircraft }: UnitGroup): Piece[][] {
  const { daysLeft, due, price } = unit
  const name = count === 1 ? unit.name : `${count} × ${unit.name}`
  const grammaticalNumber = count === 1 ? 'one' : 'many'
  const daysLeftText = formatDaysLeft(daysLeft, grammaticalNumber)
  const validity = isExpired(unit)
    ? `${daysLeftText}, em ${formatDate(due)}`
    : `${daysLeftText}: ${formatValidUntil(due, grammaticalNumber)}`
  const eachLabel = count === 1 ? '' : ' (cada)'
  const offer = isExpired(unit) ? 'Comprar novamente, com um ano incluído' : 'Renovação por mais um ano'
  const validitySentence = `${validity.slice(0, 1).toUpperCase()}${validity.slice(1)}`
  return [
    [{ text: name, as: 'strong' }],
    ...(aircraft.length === 0 ? [] : [makeAircraftLine(aircraft)]),
    [validitySentence],
    unit.renewal ? makeRenewalLine(unit.renewal) : makeOfferLine(price, `${offer}${eachLabel}: `),
  ]
}

function makeAircraftLine(aircraft: readonly string[]): Piece[] {
  const pieces = aircraft.flatMap((text, index): Piece[] => [
    ...(index === 0 ? [] : [', ']),
    text.length > MAX_WHOLE_LENGTH ? text : { text, as: 'whole' },
  ])
  return [aircraft.length === 1 ? 'Aeronave: ' : 'Aeronaves: ', ...pieces]
}

const offSaleText = 'Esta publicação saiu do catálogo e não pode mais ser comprada nem renovada.'

function makeOfferLine(price: Centavos | null, text: string): Piece[] {
  return price === null ? [offSaleText] : [text, { text: formatReais(price), as: 'whole' }]
}

function makeRenewalLine({ orderId, url }: { orderId: number; url: string }): Piece[] {
  return [{ text: `Renovação no pedido nº ${orderId}, aguardando pagamento`, url }]
}
