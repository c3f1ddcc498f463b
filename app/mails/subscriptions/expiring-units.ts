import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import type { Block, Piece } from '#app/mails/platform/blocks.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { formatDaysLeft, formatValidUntil } from '#app/text/subscriptions/subscription-labels.ts'

/** Negative days: expired; no price once no longer sold. */
export type ExpiringUnit = {
  id: number
  name: string
  prefix: string | null
  due: CivilDate
  daysLeft: number
  /** centavos of one more year, or of a new purchase once expired */
  price: Centavos | null
  /** the unpaid order of its renewal */
  renewal: { orderId: number; url: string } | null
}

export const isOver = ({ daysLeft }: ExpiringUnit) => daysLeft < 0

export function expiringUnits(units: readonly ExpiringUnit[]): Block {
  return { kind: 'entries', entries: groupsOf(units).map(entryOf) }
}

/** Units of one publication that expire on the same day. */
type Group = { unit: ExpiringUnit; count: number; prefixes: string[] }

function groupsOf(units: readonly ExpiringUnit[]): Group[] {
  const groups = new Map<string, Group>()
  for (const unit of units) {
    const key = JSON.stringify([unit.name, unit.due, unit.price, unit.renewal])
    const group = groups.get(key) ?? { unit, count: 0, prefixes: [] }
    const prefixes = unit.prefix === null ? group.prefixes : [...new Set([...group.prefixes, unit.prefix])]
    groups.set(key, { unit, count: group.count + 1, prefixes })
  }
  return [...groups.values()]
}

/** Registrations and amounts must not break across lines. */
function entryOf({ unit, count, prefixes }: Group): Piece[][] {
  const { daysLeft, due, price } = unit
  const name = count === 1 ? unit.name : `${count} × ${unit.name}`
  const number = count === 1 ? 'one' : 'many'
  const left = formatDaysLeft(daysLeft, number)
  const validity = isOver(unit)
    ? `${left}, em ${formatDate(due)}`
    : `${left}: ${formatValidUntil(due, number)}`
  const each = count === 1 ? '' : ' (cada)'
  const offer = isOver(unit) ? 'Comprar novamente, com um ano incluído' : 'Renovação por mais um ano'
  return [
    [{ words: name, as: 'strong' }],
    ...(prefixes.length === 0 ? [] : [aircraftLine(prefixes)]),
    [`${validity.slice(0, 1).toUpperCase()}${validity.slice(1)}`],
    unit.renewal ? renewalLine(unit.renewal) : offerLine(price, `${offer}${each}: `),
  ]
}

function aircraftLine(prefixes: readonly string[]): Piece[] {
  const marks = prefixes.flatMap((words, index): Piece[] => [
    ...(index === 0 ? [] : [', ']),
    { words, as: 'whole' },
  ])
  return [prefixes.length === 1 ? 'Aeronave: ' : 'Aeronaves: ', ...marks]
}

const soldOut = 'Esta publicação saiu do catálogo e não pode mais ser comprada nem renovada.'

function offerLine(price: Centavos | null, words: string): Piece[] {
  return price === null ? [soldOut] : [words, { words: formatReais(price), as: 'whole' }]
}

function renewalLine({ orderId, url }: { orderId: number; url: string }): Piece[] {
  return [{ words: `Renovação no pedido nº ${orderId}, aguardando pagamento`, url }]
}
