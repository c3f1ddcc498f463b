import { getBuyerTaxes, getContributorIndicator, isReseller } from '#app/domain/accounts/contributor.ts'
import { isCompanyPayer } from '#app/domain/accounts/payer.ts'
import { getDefaultTaxes, mergeTaxes } from '#app/domain/catalogue/taxes.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import {
  type InvoiceAddress,
  type InvoiceData,
  type InvoicePlan,
  planInvoices,
} from '#app/domain/orders/invoices/invoice-request.ts'
import { getChosenLayout } from '#app/domain/orders/invoices/service-layout.ts'
import { getPaymentMeans } from '#app/domain/payments/payment-way.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import type { ServiceLayout, TaxRegime } from '#app/domain/settings/fiscal.ts'
import { env } from '#app/env.server.ts'
import { addressFields } from '#app/models/accounts/address.server.ts'
import { listOwnTaxes } from '#app/models/catalogue/publication-taxes.server.ts'
import { wayOfOrder } from '#app/models/charges/counted-payment.server.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { findCityCode, findCityCodeByName } from '#app/models/platform/postal-code.server.ts'
import { findCompany, findFiscal, getTaxDefaults } from '#app/models/settings/setting.server.ts'

type PlanOptions = {
  reader?: DbOrTrx
  /** layout of the service invoice; by default the layout that is valid today */
  layout?: ServiceLayout
}

/** Returns the requests to the issuer or the missing data. Returns undefined for an unknown order. */
export async function planOrderInvoices(
  orderId: number,
  { reader = db, layout }: PlanOptions = {},
): Promise<InvoicePlan | undefined> {
  const data = await findInvoiceData(orderId, reader)
  if (!data) return undefined
  const { fiscal } = data
  if (!fiscal || !layout) return planInvoices(data)
  return planInvoices({ ...data, fiscal: { ...fiscal, layout } })
}

/** Returns the data that the order's invoices need, or undefined for an unknown order. */
export async function findInvoiceData(
  orderId: number,
  reader: DbOrTrx = db,
): Promise<InvoiceData | undefined> {
  const order = await findOrder(reader, orderId)
  if (!order) return undefined
  const today = toCivilDate(new Date())
  const isFreightOpen = order.shipping_type === shippingTypes.toBeAgreed && order.shipping_value <= 0
  const seller = await findSeller(reader, today)
  const [billing, shipping, lines, payment, attempts] = await Promise.all([
    findAddress(reader, order.billing_address_id),
    findAddress(reader, order.shipping_address_id),
    listLines(reader, orderId, seller.fiscal?.regime ?? 'simples'),
    findPayment(reader, orderId, order.paid_on),
    countInvoices(reader, orderId),
  ])
  const isCompany = isCompanyPayer(order.payer_document, order.is_company)
  const { ie, contributor } = getBuyerTaxes(order)
  return {
    orderId,
    date: order.date,
    today,
    ...seller,
    buyer: {
      isCompany,
      name: order.payer_name,
      document: order.payer_document,
      ie,
      indicator: getContributorIndicator({ ie, state: billing?.state ?? null, override: contributor }),
      email: order.email,
      phone: order.phone,
      isReseller: isReseller(contributor),
    },
    billing,
    shipping,
    lines,
    freight: {
      value: order.shipping_value,
      isAgreed: !isFreightOpen,
      service: order.shipping_type,
    },
    total: order.total,
    payment,
    purchaseOrder: order.purchase_order,
    attempts,
    access: getIssuerEnvironment(),
  }
}

function findOrder(reader: DbOrTrx, orderId: number) {
  return reader
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('orders.id', '=', orderId)
    .select(['orders.date', 'orders.paid_on', 'shipping_value', 'shipping_type', 'total', 'purchase_order'])
    .select(['orders.billing_address_id', 'orders.shipping_address_id', 'payer_name', 'payer_document'])
    .select(['is_company', 'ie', 'contributor', 'payer_ie', 'payer_contributor', 'phone', 'email'])
    .executeTakeFirst()
}

function getIssuerEnvironment(): 'test' | 'production' | null {
  if (!env.FOCUS) return null
  return env.FOCUS.environment === 'production' ? 'production' : 'test'
}

/** Returns the company as issuer and the fiscal settings. Each is null if it is missing. */
async function findSeller(
  reader: DbOrTrx,
  today: CivilDate,
): Promise<Pick<InvoiceData, 'issuer' | 'fiscal'>> {
  const [company, storedFiscal] = await Promise.all([findCompany(reader), findFiscal(reader)])
  const fiscal = storedFiscal
    ? { ...storedFiscal, layout: getChosenLayout(storedFiscal.serviceLayout, storedFiscal.regime, today) }
    : null
  if (!company) return { issuer: null, fiscal }
  const { name, tradeName, cnpj, phone, email, zipCode, ...addressParts } = company
  const address = { ...addressParts, zip_code: zipCode }
  const cityCode = await findCityCode(address, reader)
  return {
    issuer: { name, tradeName, cnpj, phone, email, address: { ...address, cityCode } },
    fiscal,
  }
}

/** Returns an address. Looks up the city code by name for older addresses without a city code. */
async function findAddress(reader: DbOrTrx, id: number | null): Promise<InvoiceAddress | null> {
  if (id === null) return null
  const row = await reader
    .selectFrom('addresses')
    .select([...addressFields, 'city_code'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { city_code, ...address } = row
  return { ...address, cityCode: city_code ?? findCityCodeByName(address) }
}

async function listLines(reader: DbOrTrx, orderId: number, regime: TaxRegime): Promise<InvoiceData['lines']> {
  const [rows, defaults] = await Promise.all([
    reader
      .selectFrom('order_lines')
      .innerJoin('publications', 'publications.id', 'order_lines.publication_id')
      .where('order_id', '=', orderId)
      .select(['order_lines.publication_id as publicationId', 'order_lines.name', 'order_lines.version'])
      .select(['value', 'order_lines.is_download as isDownload', 'kind'])
      .orderBy('order_lines.id')
      .limit(1000)
      .execute(),
    getTaxDefaults(reader),
  ])
  const publicationIds = [...new Set(rows.map(({ publicationId }) => publicationId))]
  const ownTaxesById = await listOwnTaxes(publicationIds, reader)
  const rules = { regime, defaults }
  return rows.map(({ kind, ...line }) => {
    const defaultTaxes = getDefaultTaxes({ kind, ...line }, rules)
    const ownTaxes = ownTaxesById.get(line.publicationId)?.taxes
    return { ...line, taxes: mergeTaxes(regime, defaultTaxes, ownTaxes) }
  })
}

async function findPayment(
  reader: DbOrTrx,
  orderId: number,
  paidOn: string | null,
): Promise<InvoiceData['payment']> {
  if (paidOn === null) return { way: 'none', paidOn }
  const order = await reader
    .selectFrom('orders')
    .select(wayOfOrder.as('way'))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { way: getPaymentMeans(order.way), paidOn }
}

async function countInvoices(reader: DbOrTrx, orderId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('invoices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return count
}
