import { type ExpressionBuilder, sql } from 'kysely'
import {
  type ContributorIndicator,
  getBuyerTaxes,
  getContributorIndicator,
} from '#app/domain/accounts/contributor.ts'
import { isCompanyPayer } from '#app/domain/accounts/payer.ts'
import {
  chooseCfop,
  chooseIcmsCode,
  getDefaultTaxes,
  mergeTaxes,
  type Taxes,
} from '#app/domain/catalogue/taxes.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { getPaymentMeans, type PaymentMeans } from '#app/domain/payments/payment-way.ts'
import type { Period } from '#app/domain/platform/period.ts'
import { listOwnTaxes } from '#app/models/catalogue/publication-taxes.server.ts'
import { wayOfOrder } from '#app/models/charges/counted-payment.server.ts'
import { returnedOfOrder } from '#app/models/charges/returned-money.server.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { findCityCodeByName } from '#app/models/platform/postal-code.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import type { Report, ReportPlace } from '#app/models/reports/report.ts'
import { findCompany, findFiscal, getTaxDefaults } from '#app/models/settings/setting.server.ts'
import { acceptedWithdrawalOfLine } from '#app/models/subscriptions/suspension.server.ts'

/** `by` selects the date that the period limits: the order's date or the payment's date. */
export type InvoiceItemsFilter = Period & { by: 'date' | 'paid_on' }

type InvoicePlace = {
  zip_code: string
  street: string
  number: string
  complement: string
  province: string
  city: string
  state: string
  cityCode: string | null
}

export type InvoiceItemRow = {
  orderId: number
  lineId: number
  date: string
  paidOn: string | null
  /** centavos */
  value: number
  freight: number
  total: number
  shippingType: string
  means: PaymentMeans
  publicationId: number
  name: string
  version: string
  profileId: number
  isCompany: boolean
  payerName: string
  document: string
  ie: string | null
  indicator: ContributorIndicator
  email: string
  phone: string | null
  billing: InvoicePlace
  shipping: InvoicePlace | null
  taxes: Taxes
  cfop: string | null
  icms: string | null
  nfe: string | null
  series: string | null
  key: string | null
  purchaseOrder: string | null
  /** id of the accepted withdrawal request of this item */
  withdrawal: number | null
  /** centavos refunded of the whole order */
  returned: number
}

/** Lists each line of paid orders with its invoice data, oldest first, for accountants and other programs. */
export const invoiceItems: Report<InvoiceItemsFilter, InvoiceItemRow, { count: number; value: number }> = {
  async totals(filter, reader = db) {
    const row = await selectSoldLines(reader, filter)
      .select((eb) => [eb.fn.countAll<number>().as('count')])
      .select(sql<string | null>`sum(order_lines.value)`.as('value'))
      .executeTakeFirstOrThrow()
    return { count: row.count, value: Number(row.value ?? 0) }
  },

  emptyTotals: { count: 0, value: 0 },
  addRow: ({ count, value }, line) => ({ count: count + 1, value: value + line.value }),

  async rows(filter, place, reader = db) {
    const rows = await selectItems(reader, filter, place).execute()
    return addTaxes(reader, rows)
  },
}

function selectSoldLines(reader: DbOrTrx, { start, end, by }: InvoiceItemsFilter) {
  return reader
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .where('orders.status', '=', orderStatus.confirmed)
    .where(`orders.${by}`, '>=', start)
    .where(`orders.${by}`, '<=', end)
}

/** Selects a page's lines. One more order than lines is read because the first may have no further line. */
function selectPage(reader: DbOrTrx, filter: InvoiceItemsFilter, place: ReportPlace<InvoiceItemRow>) {
  const after = 'after' in place ? place.after : undefined
  const offset = 'offset' in place ? place.offset : 0
  return reader
    .selectFrom(selectOrders(reader, filter, after, offset + place.limit + 1).as('some'))
    .innerJoin('order_lines', 'order_lines.order_id', 'some.id')
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('some.id', '!=', after?.orderId ?? 0), eb('order_lines.id', '>', after?.lineId ?? 0)]),
      ),
    )
    .select(['order_lines.id as line_id', 'some.day'])
    .orderBy('some.day')
    .orderBy('some.id')
    .orderBy('order_lines.id')
    .limit(place.limit)
    .offset(offset)
}

/** Returns a page's orders in index order. Begins with the previous row's order, which may have more lines. */
function selectOrders(
  reader: DbOrTrx,
  { start, end, by }: InvoiceItemsFilter,
  after: InvoiceItemRow | undefined,
  count: number,
) {
  const previousDay = (by === 'date' ? after?.date : after?.paidOn) ?? ''
  return reader
    .selectFrom('orders')
    .where('orders.status', '=', orderStatus.confirmed)
    .where(`orders.${by}`, '>=', start)
    .where(`orders.${by}`, '<=', end)
    .where((eb) => eb(selectAnyLine(eb), 'is not', null))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.and([
          eb(`orders.${by}`, '>=', previousDay),
          eb.or([eb(`orders.${by}`, '>', previousDay), eb('orders.id', '>=', after?.orderId ?? 0)]),
        ]),
      ),
    )
    .select(['orders.id', `orders.${by} as day`])
    .orderBy(`orders.${by}`)
    .orderBy('orders.id')
    .limit(count)
}

/** Returns a scalar subquery because `exists` would become a join that loses the index order. */
function selectAnyLine(eb: ExpressionBuilder<Pick<Database, 'orders' | 'order_lines'>, 'orders'>) {
  return eb
    .selectFrom('order_lines')
    .whereRef('order_lines.order_id', '=', 'orders.id')
    .select('order_lines.id')
    .limit(1)
}

function selectItems(reader: DbOrTrx, filter: InvoiceItemsFilter, place: ReportPlace<InvoiceItemRow>) {
  return reader
    .selectFrom(selectPage(reader, filter, place).as('page'))
    .innerJoin('order_lines', 'order_lines.id', 'page.line_id')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .innerJoin('publications', 'publications.id', 'order_lines.publication_id')
    .innerJoin('addresses as billing', 'billing.id', 'orders.billing_address_id')
    .leftJoin('addresses as shipping', 'shipping.id', 'orders.shipping_address_id')
    .leftJoin('invoices', (join) =>
      join
        .onRef('invoices.order_id', '=', 'orders.id')
        .on('invoices.model', '=', 'nfe')
        .on('invoices.is_live', '=', 1),
    )
    .select(['orders.id as orderId', 'order_lines.id as lineId', 'orders.date', 'orders.paid_on as paidOn'])
    .select(['order_lines.value', 'orders.shipping_value as freight', 'orders.total'])
    .select(['orders.shipping_type as shippingType', 'orders.purchase_order as purchaseOrder'])
    .select(['publications.id as publicationId', 'publications.kind', 'order_lines.name'])
    .select(['order_lines.version', 'order_lines.is_download as isDownload'])
    .select(['profiles.id as profileId', 'is_company as isCompany', 'payer_name as payerName'])
    .select(['payer_document as document', 'profiles.ie', 'profiles.contributor', 'users.email', 'phone'])
    .select(['payer_ie', 'payer_contributor'])
    .select(['orders.nfe', 'invoices.series', 'invoices.access_key as key'])
    .select([wayOfOrder.as('way'), acceptedWithdrawalOfLine.as('withdrawal'), returnedOfOrder.as('returned')])
    .select([
      'billing.zip_code as b_zip_code',
      'billing.street as b_street',
      'billing.number as b_number',
      'billing.complement as b_complement',
      'billing.province as b_province',
      'billing.city as b_city',
      'billing.state as b_state',
      'billing.city_code as b_city_code',
      'shipping.zip_code as s_zip_code',
      'shipping.street as s_street',
      'shipping.number as s_number',
      'shipping.complement as s_complement',
      'shipping.province as s_province',
      'shipping.city as s_city',
      'shipping.state as s_state',
      'shipping.city_code as s_city_code',
    ])
    .orderBy('page.day')
    .orderBy('orders.id')
    .orderBy('order_lines.id')
}

type ItemRow = Awaited<ReturnType<ReturnType<typeof selectItems>['execute']>>[number]

async function addTaxes(reader: DbOrTrx, rows: readonly ItemRow[]): Promise<InvoiceItemRow[]> {
  const ids = [...new Set(rows.map(({ publicationId }) => publicationId))]
  const [ownTaxes, fiscal, defaults, company] = await Promise.all([
    listOwnTaxes(ids, reader),
    findFiscal(reader),
    getTaxDefaults(reader),
    findCompany(reader),
  ])
  const rules = { regime: fiscal?.regime ?? 'simples', defaults } as const
  return rows.map((row) => {
    const billing = toInvoicePlace(row, 'b')
    const { way, orderId, lineId, isDownload, kind } = row
    const { ie, contributor } = getBuyerTaxes(row)
    const defaultTaxes = getDefaultTaxes({ kind, isDownload }, rules)
    const taxes = mergeTaxes(rules.regime, defaultTaxes, ownTaxes.get(row.publicationId)?.taxes)
    const indicator = getContributorIndicator({ ie, state: billing.state, override: contributor })
    const isShipped = row.shippingType !== shippingTypes.download
    const shippingState = isShipped ? row.s_state : null
    const isInside = (shippingState ?? billing.state) === company?.state
    const taxContext = { regime: rules.regime, isInside, isContributor: indicator === '1' }
    const isService = taxes.nature === 'service'
    return {
      ...pickRowData(row),
      withdrawal: row.withdrawal,
      returned: Number(row.returned),
      orderId,
      lineId,
      ie,
      indicator,
      billing,
      shipping: row.s_zip_code === null ? null : toInvoicePlace(row, 's'),
      means: getPaymentMeans(way),
      taxes,
      cfop: isService ? null : chooseCfop(taxes, taxContext),
      icms: isService ? null : chooseIcmsCode(rules.regime, taxes),
    }
  })
}

function pickRowData(row: ItemRow) {
  return {
    date: row.date,
    paidOn: row.paidOn,
    value: row.value,
    freight: row.freight,
    total: row.total,
    shippingType: row.shippingType,
    purchaseOrder: row.purchaseOrder,
    publicationId: row.publicationId,
    name: row.name,
    version: row.version,
    profileId: row.profileId,
    isCompany: isCompanyPayer(row.document, row.isCompany),
    payerName: row.payerName,
    document: row.document,
    email: row.email,
    phone: row.phone,
    nfe: row.nfe,
    series: row.series,
    key: row.key,
  }
}

function toInvoicePlace(row: ItemRow, prefix: 'b' | 's'): InvoicePlace {
  const city = row[`${prefix}_city`] ?? ''
  const state = row[`${prefix}_state`] ?? ''
  return {
    zip_code: row[`${prefix}_zip_code`] ?? '',
    street: row[`${prefix}_street`] ?? '',
    number: row[`${prefix}_number`] ?? '',
    complement: row[`${prefix}_complement`] ?? '',
    province: row[`${prefix}_province`] ?? '',
    city,
    state,
    cityCode: row[`${prefix}_city_code`] ?? findCityCodeByName({ city, state }),
  }
}
