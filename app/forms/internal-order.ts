import { type FuelType, noAircraft, type UnitAircraft } from '#app/domain/accounts/aircraft.ts'
import { getInternalValue, type InternalPrice, internalPrices } from '#app/domain/orders/internal-order.ts'
import { listRepeatedAircraft } from '#app/domain/platform/units.ts'
import { validateAnyFuel } from '#app/forms/subscription.ts'
import { type Validation, validateRegistration, validateSerialNumber } from '#app/forms/units.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'

export type ItemTexts = {
  publication: number
  price: string
  renews: string
  prefix: string
  foreign: string
  again: string // confirms a second copy for the same aircraft
  serial: string
  fuel: string
}

type Offer = {
  id: number
  price: number
  renewalPrice: number | null
  hasAirplaneInfo: boolean
  renewals: readonly { id: number }[]
}

type ParsedItem = UnitAircraft<FuelType> & {
  publicationId: number
  price: InternalPrice
  value: number
  renewsSubscriptionId: number | null
}

type ReportFault = (field: keyof ItemTexts, message: string) => void

export function getItemFieldName(index: number, field: string): string {
  return `item.${index}.${field}`
}

/** Returns the ordered items, or errors by field name. */
export function validateItems(items: readonly ItemTexts[], offers: readonly Offer[]) {
  const errors: Record<string, string[]> = {}
  const parsedItems = items.map((item, index) => {
    const offer = offers.find(({ id }) => id === item.publication)
    const reportFault: ReportFault = (field, message) => {
      errors[getItemFieldName(index, field)] = [message]
    }
    if (offer) return parseItem(item, offer, reportFault)
    reportFault('price', 'Esta publicação não está à venda')
    return null
  })
  const renewedUnitIds = items.map(({ renews }) => renews)
  for (const [index, id] of renewedUnitIds.entries()) {
    const isInEarlierItem = renewedUnitIds.indexOf(id) < index
    if (id !== '' && isInEarlierItem)
      errors[getItemFieldName(index, 'renews')] = ['Esta assinatura já é renovada em outro item']
  }
  for (const key of listRepeatedAircraft(listUnits(items, parsedItems)))
    errors[getItemFieldName(Number(key), 'prefix')] = [messages.aircraftRepeated]
  return { items: parsedItems.flatMap((item) => item ?? []), errors }
}

function listUnits(items: readonly ItemTexts[], parsedItems: readonly (ParsedItem | null)[]) {
  return items.map(({ publication, again }, index) => ({
    key: String(index),
    publicationId: publication,
    registration: parsedItems[index]?.registration ?? null,
    isRepeatConfirmed: again !== '',
  }))
}

function parseItem(item: ItemTexts, offer: Offer, reportFault: ReportFault): ParsedItem {
  const price = internalPrices.find((internalPrice) => internalPrice === item.price) ?? 'normal'
  const value = getInternalValue(price, offer)
  if (value === null) reportFault('price', 'Esta publicação não tem preço de assinatura')
  const renewsSubscriptionId = parseRenewal(item, offer, price, reportFault)
  const needsAircraft = offer.hasAirplaneInfo && renewsSubscriptionId === null
  return {
    publicationId: offer.id,
    price,
    value: value ?? 0,
    renewsSubscriptionId,
    ...(needsAircraft ? parseAircraft(item, reportFault) : noAircraft),
  }
}

function parseRenewal({ renews }: ItemTexts, offer: Offer, price: InternalPrice, reportFault: ReportFault) {
  if (renews === '') return null
  const renewal = offer.renewals.find(({ id }) => String(id) === renews)
  if (!renewal) reportFault('renews', 'Esta assinatura não pode ser renovada hoje')
  else if (price !== 'signature') reportFault('renews', 'Para renovar, escolha o preço de assinatura')
  return renewal?.id ?? null
}

function parseAircraft({ prefix, foreign, serial, fuel }: ItemTexts, reportFault: ReportFault) {
  const getValueOrReport = <Value>(field: keyof ItemTexts, validation: Validation<Value>): Value | null => {
    if ('value' in validation) return validation.value
    reportFault(field, validation.fault)
    return null
  }
  return {
    registration: getValueOrReport(
      'prefix',
      validateRegistration(foreign ? { prefix, foreign } : { prefix }),
    ),
    isForeign: foreign !== '',
    serialNumber: getValueOrReport('serial', validateSerialNumber({ serial })),
    fuel: getValueOrReport('fuel', fuel === '' ? { fault: specTexts.fieldRequired } : validateAnyFuel(fuel)),
  }
}
