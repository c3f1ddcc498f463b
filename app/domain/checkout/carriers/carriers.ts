import type { Carrier, CarrierService, CodeRule } from '#app/domain/checkout/carriers/carrier.ts'
import { correios } from '#app/domain/checkout/carriers/correios.ts'

const carriers = { correios } as const satisfies Record<string, Carrier>

export type CarrierName = keyof typeof carriers
export type CarrierServiceCode<Name extends CarrierName> = keyof (typeof carriers)[Name]['services'] & string
export type ShipmentType = { [Name in CarrierName]: CarrierServiceCode<Name> }[CarrierName]

type Service = CarrierService & { carrier: Carrier }

const carrierNames = Object.keys(carriers).filter(isCarrierName)

const services = new Map<string, Service>(
  carrierNames.map((name) => carriers[name]).flatMap((carrier) => listServices(carrier)),
)

export const shipmentTypes: readonly ShipmentType[] = [...services.keys()].filter(isShipmentType)

export const soldServices: readonly ShipmentType[] = shipmentTypes.filter(
  (type) => services.get(type)?.isSold,
)

export const trackingOrigins: readonly string[] = carrierNames.map(
  (name) => carriers[name].trackingPage.origin,
)

export function isShipmentType(text: string): text is ShipmentType {
  return services.has(text)
}

export function getCodeRule(type: string): CodeRule {
  return services.get(type)?.code ?? 'optional'
}

export function findCarrier(type: string): CarrierName | undefined {
  const carrier = services.get(type)?.carrier
  return carrierNames.find((name) => carriers[name] === carrier)
}

export function findTrackedCarrier(code: string): CarrierName | undefined {
  return carrierNames.find((name) => carriers[name].isCode(code))
}

/** Returns the code as stored; null unless it is a valid code of the carrier of this service. */
export function readTrackingCode(type: ShipmentType, text: string): string | null {
  const carrier = services.get(type)?.carrier
  const code = carrier?.normaliseCode(text) ?? null
  return code !== null && carrier?.isCode(code) ? code : null
}

export function normaliseTrackingCode(text: string): string | null {
  const codes = carrierNames.map((name) => carriers[name].normaliseCode(text))
  return codes.find((code) => code !== null) ?? null
}

export function isTrackingCode(code: string): boolean {
  return findTrackedCarrier(code) !== undefined
}

export function getTrackingPage(code: string): { address: string; field: string } | null {
  const name = findTrackedCarrier(code)
  if (name === undefined) return null
  const { origin, path, field } = carriers[name].trackingPage
  return { address: `${origin}${path}?${field}=${encodeURIComponent(code)}`, field }
}

function isCarrierName(name: string): name is CarrierName {
  return name in carriers
}

function listServices(carrier: Carrier): [string, Service][] {
  return Object.entries(carrier.services).map(([type, service]) => [type, { ...service, carrier }])
}
