import { z } from 'zod'
import { orderStatusCode } from '#app/api/wire/codes.ts'
import { civilDate, id, reais, toReais } from '#app/api/wire/values.ts'
import type { ClientRow } from '#app/models/reports/clients.server.ts'
import type { EndingRow } from '#app/models/reports/ending-subscriptions.server.ts'
import type { ProductRow } from '#app/models/reports/products.server.ts'
import type { PublicationPriceRow } from '#app/models/reports/publication-prices.server.ts'
import type { ShippedCopyRow } from '#app/models/reports/shipped-copies.server.ts'
import type { SoldLineRow } from '#app/models/reports/sold-lines.server.ts'
import { getCustomerStatus } from '#app/text/orders/order-labels.ts'

const phoneField = z
  .string()
  .nullable()
  .meta({ description: 'Só algarismos, com DDD', example: '14999990000' })
const prefixField = z.string().nullable().meta({ description: 'Prefixo da aeronave', example: 'PT-ABC' })
const nfeField = z.string().nullable().meta({ description: 'Número da NF-e', example: '1201' })

const reportProfile = z
  .object({
    id,
    name: z.string(),
    person_or_company: z.boolean().meta({ description: 'true: pessoa jurídica' }),
    company_name: z.string().nullable(),
    phone: phoneField,
  })
  .meta({ id: 'ReportProfile', description: 'Resumo do cliente' })

const reportPublication = z
  .object({ id, name: z.string(), version: z.string().meta({ description: 'Revisão vendida' }) })
  .meta({ id: 'ReportPublication' })

/** A row of the order report (back-office §3). */
export const orderReportWire = z
  .object({
    id,
    status: z.string().meta({ example: 'Pagamento confirmado' }),
    status_code: orderStatusCode.meta({ example: 2 }),
    date: civilDate,
    nfe: nfeField,
    total: reais,
    profile: reportProfile,
    publications: z.array(
      z.object({
        publication: reportPublication,
        airplane_prefix: prefixField,
        airplane_serial_number: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'OrderReportRow' })

export const endingReportWire = z
  .object({
    id: id.meta({ description: 'Número da assinatura', example: 12 }),
    order: id.meta({ description: 'Número do pedido', example: 1052 }),
    profile: reportProfile,
    publication: reportPublication,
    due: civilDate,
    overdue: z.boolean().meta({ description: 'true: já vencida; false: a vencer' }),
  })
  .meta({ id: 'ExpiredSignatureReportRow' })

export const soldReportWire = z
  .object({
    date: civilDate,
    order: id.meta({ description: 'Número do pedido', example: 1052 }),
    profile: reportProfile,
    publication: reportPublication,
    airplane_prefix: prefixField,
    due: civilDate.nullable().meta({ description: 'Vencimento; null em compras' }),
  })
  .meta({ id: 'SignatureOrderReportRow' })

export const shipmentReportWire = z
  .object({
    id: id.meta({ description: 'Número da expedição', example: 30 }),
    order: id.nullable().meta({ description: 'Número do pedido; null sem pedido', example: 1052 }),
    date: civilDate.nullable().meta({ description: 'Data do pedido' }),
    profile: reportProfile,
    publication: reportPublication.nullable(),
    airplane_prefix: prefixField,
    expedition_date: civilDate.meta({ description: 'Data do envio ou, antes dele, da criação' }),
    track_code: z.string().nullable().meta({ example: 'AA123456785BR' }),
  })
  .meta({ id: 'ExpeditionReportRow' })

/** A row of the client report (back-office §3). */
export const clientReportWire = z
  .object({
    profile_id: id,
    name: z.string(),
    company_name: z.string().nullable(),
    person_or_company: z.boolean().meta({ description: 'true: pessoa jurídica' }),
    phone: phoneField,
    orders: z.array(
      z.object({
        order_id: id,
        date: civilDate,
        nfe: nfeField,
        publication_id: id,
        name: z.string(),
        version: z.string(),
        is_signature: z.boolean().meta({ description: 'false: compra, sem vencimento' }),
        due: civilDate.nullable(),
        times_renewed: z.number().int().nullable(),
        value: reais,
      }),
    ),
  })
  .meta({ id: 'ClientReportRow' })

/** A row of the product report (back-office §3). */
export const productReportWire = z
  .object({
    name: z.string(),
    version: z.string(),
    is_signature: z.boolean(),
    vendas: z.number().int().meta({ description: 'Quantidade vendida', example: 3 }),
    total: reais,
  })
  .meta({ id: 'ProductReportRow' })

export const priceReportWire = z
  .object({
    id,
    name: z.string(),
    version: z.string(),
    weight: z.number().meta({ description: 'Quilogramas', example: 1.2 }),
    date: civilDate,
    price: reais,
    price_signature: reais.nullable(),
  })
  .meta({ id: 'PublicationPriceReportRow' })

type Client = {
  profileId: number
  name: string
  isCompany: boolean
  companyName: string | null
  phone: string | null
}

function toWireProfile({ profileId, name, isCompany, companyName, phone }: Client) {
  return { id: profileId, name, person_or_company: isCompany, company_name: companyName, phone }
}

type Unit = {
  publicationId: number
  publication: string
  version: string
  registration: string | null
  serialNumber: string | null
}

type Order = Client & {
  id: number
  status: number
  date: string
  nfe: string | null
  total: number
  units: readonly Unit[]
}

export function toOrderReport({ id, status, date, nfe, total, units, ...client }: Order) {
  return {
    id,
    status: getCustomerStatus({ status, reason: null }).text,
    status_code: status,
    date,
    nfe,
    total: toReais(total),
    profile: toWireProfile(client),
    publications: units.map(({ registration, serialNumber, ...unit }) => ({
      publication: toWirePublication(unit),
      airplane_prefix: registration,
      airplane_serial_number: serialNumber,
    })),
  }
}

function toWirePublication(unit: { publicationId: number; publication: string; version: string }) {
  return { id: unit.publicationId, name: unit.publication, version: unit.version }
}

export function toEndingReport(row: EndingRow) {
  const { id, orderId, due, isOverdue } = row
  return {
    id,
    order: orderId,
    profile: toWireProfile(row),
    publication: toWirePublication(row),
    due,
    overdue: isOverdue,
  }
}

export function toSoldReport(row: SoldLineRow) {
  return {
    date: row.date,
    order: row.orderId,
    profile: toWireProfile(row),
    publication: toWirePublication(row),
    airplane_prefix: row.registration,
    due: row.due,
  }
}

export function toShipmentReport(row: ShippedCopyRow) {
  const { publicationId, publication, version } = row
  const isPublicationKnown = publicationId !== null && publication !== null && version !== null
  return {
    id: row.shipmentId,
    order: row.orderId,
    date: row.orderDate,
    profile: toWireProfile(row),
    publication: isPublicationKnown ? toWirePublication({ publicationId, publication, version }) : null,
    airplane_prefix: row.registration,
    expedition_date: row.countedOn,
    track_code: row.trackCode,
  }
}

/** Groups rows by client, in the order of each client's first row. */
export function toClientReports(rows: readonly ClientRow[]): z.output<typeof clientReportWire>[] {
  const reports = new Map<number, z.output<typeof clientReportWire>>()
  for (const row of rows) {
    const { id, ...profile } = toWireProfile(row)
    const report = reports.get(id) ?? { profile_id: id, ...profile, orders: [] }
    report.orders.push({
      order_id: row.orderId,
      date: row.date,
      nfe: row.nfe,
      publication_id: row.publicationId,
      name: row.publication,
      version: row.version,
      is_signature: row.isSignature,
      due: row.isSignature ? row.due : null,
      times_renewed: row.isSignature ? row.timesRenewed : null,
      value: toReais(row.value),
    })
    reports.set(id, report)
  }
  return [...reports.values()]
}

export function toProductReport({ name, version, isSignature, quantity, total }: ProductRow) {
  return { name, version, is_signature: isSignature, vendas: quantity, total: toReais(total) }
}

export function toPriceReport({ renewal, weight, price, ...row }: PublicationPriceRow) {
  return {
    ...row,
    weight: weight / 1000,
    price: toReais(price),
    price_signature: renewal === null ? null : toReais(renewal),
  }
}
