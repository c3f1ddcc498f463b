import type { Issue } from '#app/api/field-errors.ts'
import { getLineKey, type LineBody, parsePhotoName } from '#app/api/operations/orders/order-body.ts'
import { makeLineIssue, rejectIssues } from '#app/api/operations/orders/order-refusal.ts'
import { getUnavailableReason } from '#app/domain/checkout/cart.ts'
import { listUnitBlocks, makeBlockKey } from '#app/domain/platform/units.ts'
import { makeUnitsSchema, type UnitData } from '#app/forms/units.ts'
import type { CartItem } from '#app/models/checkout/cart-items.server.ts'
import { messages } from '#app/text/platform/messages.ts'
import { renewalBlockerLabels } from '#app/text/subscriptions/renewal-labels.ts'

/** Converts lines to units of the checkout form. Throws ApiError 400 with the faults of each line. */
export function parseLineUnits(
  lines: readonly LineBody[],
  items: readonly CartItem[],
): Record<string, UnitData> {
  const copies = listCopies(lines, items)
  rejectIssues(copies.flatMap(listFaults))
  // Renewals need no unit data: they keep the aircraft of their subscriptions.
  const boughtCopies = copies.flatMap(({ item, ...copy }) =>
    item && !item.renewal ? { ...copy, key: makeBlockKey(item, copy.unit) } : [],
  )
  rejectIssues(listPhotoIssues(boughtCopies))
  const unitTexts: Record<string, Record<string, string>> = {}
  for (const { key, line } of boughtCopies) unitTexts[key] = { ...toFormFields(line), ...unitTexts[key] }
  const parsedUnits = makeUnitsSchema(listUnitBlocks(items)).safeParse(unitTexts)
  if (parsedUnits.success) return parsedUnits.data
  const findLineIndex = (key: string) => boughtCopies.find((copy) => copy.key === key)?.index ?? 0
  rejectIssues(
    parsedUnits.error.issues.map(({ path: [key, field], ...issue }) => ({
      ...issue,
      path: ['publications', findLineIndex(String(key)), apiNames[String(field)] ?? 'publication'],
    })),
  )
  return {}
}

/** One line as a copy. `unit` is its number among the lines of the same item, from 1. */
type Copy = { index: number; line: LineBody; item: CartItem | undefined; unit: number }

function listCopies(lines: readonly LineBody[], items: readonly CartItem[]): Copy[] {
  const countsByKey = new Map<string, number>()
  return lines.map((line, index) => {
    const key = getLineKey(line)
    const unit = (countsByKey.get(key) ?? 0) + 1
    countsByKey.set(key, unit)
    return { index, line, unit, item: items.find((item) => item.key === key) }
  })
}

function listFaults({ index, line, item, unit }: Copy): Issue[] {
  if (line.signature) {
    const fault = findRenewalFault(line, item, unit)
    return fault ? [makeLineIssue(index, 'signature', fault, 'not_renewable')] : []
  }
  if (!item || getUnavailableReason(item))
    return [makeLineIssue(index, 'publication', messages.notOnSale, 'not_on_sale')]
  const fault = findCopyFault(item, unit)
  return fault ? [makeLineIssue(index, 'publication', fault, 'max_value')] : []
}

function findRenewalFault(
  { publication }: LineBody,
  item: CartItem | undefined,
  unit: number,
): string | undefined {
  if (item?.publicationId !== publication) return 'Não há assinatura sua desta publicação com este número'
  const blocker = item.renewal?.blocker
  if (blocker) return renewalBlockerLabels[blocker]
  return unit > 1 ? 'Uma assinatura se renova uma vez por pedido' : undefined
}

function findCopyFault({ quantity, isDownload }: CartItem, unit: number): string | undefined {
  if (unit <= quantity) return undefined
  return isDownload ? 'Um download tem um só exemplar por pedido' : 'Exemplares demais em um pedido'
}

/**
 * Returns an issue for each copy whose photo differs from that of an earlier copy with the same `key` (D25).
 */
function listPhotoIssues(copies: readonly (Pick<Copy, 'index' | 'line'> & { key: string })[]): Issue[] {
  const photosByKey = new Map<string, string>()
  return copies.flatMap(({ key, index, line }) => {
    const photo = parsePhotoName(line)
    if (photo === '') return []
    const knownPhoto = photosByKey.get(key) ?? photo
    photosByKey.set(key, knownPhoto)
    return photo === knownPhoto
      ? []
      : [makeLineIssue(index, 'file', 'Uma só foto vale para todos os exemplares desta publicação')]
  })
}

const apiNames: Record<string, string> = {
  prefix: 'airplane_prefix',
  serial: 'airplane_serial_number',
  fuel: 'fuel_type',
  photo: 'file',
}

function toFormFields(line: LineBody): Record<string, string> {
  const texts = {
    prefix: line.airplane_prefix ?? '',
    serial: line.airplane_serial_number ?? '',
    fuel: line.fuel_type ? String(line.fuel_type) : '',
    photo: parsePhotoName(line),
    foreign: line.foreign ? 'on' : '',
    again: line.again ? 'on' : '',
  }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}
