import type { z } from 'zod'
import {
  isBrazilianRegistration,
  normaliseForeignRegistration,
  normaliseRegistration,
} from '#app/domain/accounts/aircraft.ts'
import { isValidCnpj, normaliseCnpj } from '#app/domain/accounts/cnpj.ts'
import { isValidCpf, normaliseCpf } from '#app/domain/accounts/cpf.ts'
import { normalisePhone } from '#app/domain/accounts/phone.ts'
import { shipmentTypes } from '#app/domain/checkout/carriers/carriers.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { calculateRecordTotal, getChargedFreight } from '#app/import/record-totals.ts'
import type {
  ImportedAddress,
  orderRecord,
  profileRecord,
  publicationRecord,
  shipmentRecord,
  signatureRecord,
} from '#app/import/records.ts'
import { getShippingName } from '#app/text/checkout/shipping-labels.ts'

type Publication = z.output<typeof publicationRecord>
type Profile = z.output<typeof profileRecord>
type Order = z.output<typeof orderRecord>
type Signature = z.output<typeof signatureRecord>
type Shipment = z.output<typeof shipmentRecord>

export function mapPublication({ version, file: _, removed, ...record }: Publication) {
  return { ...record, version: version || '-', isRemoved: removed }
}

/**
 * Makes a record of a removed publication from the order's first line that describes it; undefined without
 * one.
 */
export function mapRemovedPublication({ date, publications }: Order, id: number): unknown {
  const line = publications.find(({ publication }) => publication.id === id && publication.name !== null)
  if (!line) return undefined
  const { publication, value } = line
  const renewal = publication.price_signature || value
  return {
    ...publication,
    date: publication.date ?? date,
    price: toReais(publication.price ?? value),
    is_signature: publication.is_signature === true && renewal > 0,
    price_signature: toReais(renewal),
    is_download: publication.is_download ?? false,
    is_sent_immediately: publication.is_sent_immediately ?? true,
    active: false,
    removed: true,
  }
}

const toReais = (centavos: number) => centavos / 100

/** Maps a profile. Drops invalid documents because they would prevent the import of the account. */
export function mapProfile(record: Profile) {
  const { id, name, company_name: companyName, user } = record
  return {
    id,
    isCompany: record.person_or_company,
    name: name || companyName || user.email,
    companyName,
    cpf: normaliseOrNull(record.cpf, normaliseCpf, isValidCpf),
    cnpj: normaliseOrNull(record.cnpj, normaliseCnpj, isValidCnpj),
    ie: record.ie?.replace(/[^\dA-Za-z]/g, '').slice(0, 14) || null,
    phone: record.phone && normalisePhone(record.phone),
    isPartner: record.is_partner,
    billing: addressOrNull(record.billing_address),
    shipping: addressOrNull(record.shipping_address),
    user: {
      email: user.email,
      isActive: user.is_active,
      isStaff: user.is_staff,
      isSuperuser: user.is_superuser,
    },
  }
}

export function mapOrder(record: Order) {
  const { id, profile, status, date, reason, nfe, note } = record
  const paidOn = record.paid_on ?? (status === orderStatus.confirmed ? date : null)
  return {
    id,
    profile,
    status,
    date,
    paidOn,
    shippingType: parseService(record.shipping_type),
    shippingValue: getChargedFreight(record.shipping_value),
    total: calculateRecordTotal(record),
    reason,
    nfe,
    purchaseOrder: record.purchase_order,
    note,
    billing: addressOrNull(record.billing_address),
    shipping: addressOrNull(record.shipping_address),
    lines: record.publications.map((line) => ({
      id: line.id ?? null,
      publication: line.publication.id,
      soldPublication: line.publication,
      value: line.value,
      ...parseRegistration(line.airplane_prefix),
      serialNumber: line.airplane_serial_number,
      fuel: line.fuel_type ?? null,
    })),
  }
}

/** Returns an order's lines that renewed earlier units, by index. */
export function mapRenewals(record: Order) {
  const { paidOn } = mapOrder(record)
  return record.publications.flatMap(({ renews }, index) => (renews ? [{ index, unit: renews, paidOn }] : []))
}

export function mapUnit(record: Signature) {
  const { id, order, publication, status, due, notes } = record
  return {
    id,
    order: order.id,
    line: order.line ?? null,
    publication,
    ...parseRegistration(record.airplane_prefix),
    serialNumber: record.airplane_serial_number,
    status,
    due,
    startsOn: record.start,
    trackCode: record.track_code,
    sentOn: record.expedition_date,
    notes,
    isSuspended: record.suspended,
    timesRenewed: record.times_renewed ?? 0,
  }
}

export function mapShipment(record: Shipment) {
  const { id, client, status, value, note } = record
  return {
    id,
    client,
    orders: [...new Set(record.order)],
    lines: record.publications ?? null,
    isDirect: record.direct_shipping,
    address: addressOrNull(record.shipping_address),
    type: parseShipmentType(record.shipping_type),
    owner: record.owner,
    isCancelled: record.cancelled,
    status,
    trackCode: record.track_code,
    value: getChargedFreight(value),
    note,
    creationDate: record.creation_date,
    sendDate: record.send_date,
    completeDate: record.complete_date,
    returnDate: record.return_date,
  }
}

/** Parses a registration. One that is not Brazilian counts as foreign; text that cannot be one is left out. */
export function parseRegistration(text: string | null): { registration: string | null; isForeign: boolean } {
  const registration = text ? (normaliseRegistration(text) ?? normaliseForeignRegistration(text)) : null
  return { registration, isForeign: registration !== null && !isBrazilianRegistration(registration) }
}

/** Returns the stored name of a freight service; the text itself if the shop does not know the service. */
function parseService(text: string): string {
  const typedService = text.toLowerCase()
  return (
    Object.values(shippingTypes).find((type) => getShippingName(type).toLowerCase() === typedService) ?? text
  )
}

function parseShipmentType(text: string) {
  return shipmentTypes.find((type) => type === text.toUpperCase()) ?? 'SIMPLES'
}

function addressOrNull(address: ImportedAddress | null): ImportedAddress | null {
  return address && (address.street || address.zip_code) ? address : null
}

function normaliseOrNull(
  text: string | null,
  normalise: (text: string) => string | null,
  isValid: (normalised: string) => boolean,
): string | null {
  const normalised = text === null ? null : normalise(text)
  return normalised !== null && isValid(normalised) ? normalised : null
}
