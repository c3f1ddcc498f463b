import type { FuelType } from '#app/domain/accounts/aircraft.ts'
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

type JudgedItem = {
  publicationId: number
  price: InternalPrice
  value: number
  renewsSubscriptionId: number | null
  registration: string | null
  isForeign: boolean
  serialNumber: string | null
  fuel: FuelType | null
}

type Report = (field: keyof ItemTexts, message: string) => void

export function getItemFieldName(index: number, field: string): string {
  return `item.${index}.${field}`
}

/** Returns the ordered items, or errors by field name. */
export function validateItems(items: readonly ItemTexts[], offers: readonly Offer[]) {
  const errors: Record<string, string[]> = {}
  const judgedItems = items.map((item, index) => {
    const offer = offers.find(({ id }) => id === item.publication)
    const report: Report = (field, message) => {
      errors[getItemFieldName(index, field)] = [message]
    }
    if (offer) return judgeItem(item, offer, report)
    report('price', 'Esta publicação não está à venda')
    return null
  })
  const renewedUnits = items.map(({ renews }) => renews)
  renewedUnits.forEach((id, index) => {
    if (id !== '' && renewedUnits.indexOf(id) < index)
      errors[getItemFieldName(index, 'renews')] = ['Esta assinatura já é renovada em outro item']
  })
  for (const key of listRepeatedAircraft(listUnits(items, judgedItems)))
    errors[getItemFieldName(Number(key), 'prefix')] = [messages.aircraftRepeated]
  return { items: judgedItems.flatMap((item) => item ?? []), errors }
}

function listUnits(items: readonly ItemTexts[], judgedItems: readonly (JudgedItem | null)[]) {
  return items.map(({ publication, again }, index) => ({
    key: String(index),
    publicationId: publication,
    registration: judgedItems[index]?.registration ?? null,
    isRepeatConfirmed: again !== '',
  }))
}

function judgeItem(item: ItemTexts, offer: Offer, report: Report): JudgedItem {
  const price = internalPrices.find((each) => each === item.price) ?? 'normal'
  const value = getInternalValue(price, offer)
  if (value === null) report('price', 'Esta publicação não tem preço de assinatura')
  const renewsSubscriptionId = judgeRenewal(item, offer, price, report)
  const asksAircraft = offer.hasAirplaneInfo && renewsSubscriptionId === null
  return {
    publicationId: offer.id,
    price,
    value: value ?? 0,
    renewsSubscriptionId,
    ...(asksAircraft ? judgeAircraft(item, report) : noAircraft),
  }
}

function judgeRenewal({ renews }: ItemTexts, offer: Offer, price: InternalPrice, report: Report) {
  if (renews === '') return null
  const renewal = offer.renewals.find(({ id }) => String(id) === renews)
  if (!renewal) report('renews', 'Esta assinatura não pode ser renovada hoje')
  else if (price !== 'signature') report('renews', 'Para renovar, escolha o preço de assinatura')
  return renewal?.id ?? null
}

const noAircraft = { registration: null, isForeign: false, serialNumber: null, fuel: null }

function judgeAircraft({ prefix, foreign, serial, fuel }: ItemTexts, report: Report) {
  const take = <Value>(field: keyof ItemTexts, judgedValue: Validation<Value>): Value | null => {
    if ('value' in judgedValue) return judgedValue.value
    report(field, judgedValue.fault)
    return null
  }
  return {
    registration: take('prefix', validateRegistration(foreign ? { prefix, foreign } : { prefix })),
    isForeign: foreign !== '',
    serialNumber: take('serial', validateSerialNumber({ serial })),
    fuel: take('fuel', fuel === '' ? { fault: specTexts.fieldRequired } : validateAnyFuel(fuel)),
  }
}
