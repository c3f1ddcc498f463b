import { type TaxField, taxFields } from '#app/domain/catalogue/taxes.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { formatWithdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import { addDays } from '#app/domain/platform/calendar.ts'
import {
  type InvoiceItemRow,
  type InvoiceItemsFilter,
  invoiceItems,
} from '#app/models/reports/invoice-items.server.ts'
import { paths } from '#app/paths.ts'
import { taxLabels } from '#app/text/catalogue/tax-labels.ts'
import { getShippingName } from '#app/text/checkout/shipping-labels.ts'
import { formatDocument } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import type { CellKind } from '#app/text/reports/cells.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { formatPeriod, formatPeriodFileName, parsePeriodFilter } from './period-filter.ts'
import { defineSheet, type SheetColumn } from './sheet.server.ts'

type Column = SheetColumn<InvoiceItemRow>

/** Makes a column that only files contain, because a screen or a sheet of paper has no room for all. */
const makeFileColumn = (column: Column): Column => ({ ...column, inFileOnly: true })

function makeAddressColumns(addressKind: 'billing' | 'shipping', suffix: string): Column[] {
  const makeColumn = (
    key: keyof NonNullable<InvoiceItemRow['billing']>,
    label: string,
    kind: CellKind = 'text',
  ) =>
    makeFileColumn({
      key: `${addressKind}_${key === 'cityCode' ? 'city_code' : key}`,
      label: `${label} ${suffix}`,
      kind,
      value: (row) => row[addressKind]?.[key] ?? null,
    })
  return [
    makeColumn('zip_code', 'CEP', 'zip'),
    makeColumn('street', 'Rua'),
    makeColumn('number', 'Número', 'code'),
    makeColumn('complement', 'Complemento', 'complement'),
    makeColumn('province', 'Bairro'),
    makeColumn('city', 'Cidade'),
    makeColumn('state', 'UF'),
    makeColumn('cityCode', 'Código IBGE', 'official-code'),
  ]
}

/** Fields without a column of the same name, because the buyer's place or the tax regime decides between them. */
const chosenFields: readonly TaxField[] = ['cfop_inside', 'cfop_outside', 'icms_cst', 'csosn', 'ncm']

/** The sold items, for accountants and other programs. docs/fiscal.md explains each column (D142). */
export const invoiceItemsSheet = defineSheet<
  InvoiceItemsFilter,
  InvoiceItemRow,
  { count: number; value: number }
>({
  slug: 'invoice_items',
  title: 'Itens para nota fiscal',
  noun: { one: 'item', many: 'itens' },
  report: invoiceItems,
  examples: ['by=date'],
  page: {
    windowTitle: 'Itens para nota fiscal',
    hint: 'O vendido em um dia ou período, com os códigos fiscais, para a contabilidade ou outro programa.',
    asks: { as: 'form', atOnce: true },
    help: 'codigos-fiscais',
    offersJson: true,
  },
  parseFilter(params, today) {
    const by = params.get('by') === 'date' ? 'date' : 'paid_on'
    const yesterday = addDays(today, -1)
    const { fields, period } = parsePeriodFilter(params, { start: yesterday, end: yesterday })
    return {
      fields: [
        ...fields,
        {
          kind: 'choice',
          name: 'by',
          label: 'Contar por',
          value: by,
          options: [
            { value: 'paid_on', label: 'data de pagamento' },
            { value: 'date', label: 'data do pedido' },
          ],
        },
      ],
      filter: period && { ...period, by },
    }
  },
  lead: (filter) =>
    `${formatPeriod(filter)}, por ${filter.by === 'date' ? 'data do pedido' : 'data de pagamento'}.`,
  fileName: (filter) => `itens-nota-fiscal_${formatPeriodFileName(filter)}`,
  empty: () => specTexts.noOrders,
  columns: [
    {
      key: 'order_id',
      label: columnNames.order,
      kind: 'number',
      isHeader: true,
      value: ({ orderId }) => orderId,
      href: ({ orderId }) => paths.admin.order(orderId),
    },
    { key: 'date', label: columnNames.orderDate, kind: 'date', value: ({ date }) => date },
    { key: 'paid_on', label: columnNames.paidOn, kind: 'date', value: ({ paidOn }) => paidOn },
    makeFileColumn({
      key: 'payment_way',
      label: columnNames.paymentWay,
      value: ({ means }) => (means === 'other' ? 'outra' : means),
    }),
    {
      key: 'buyer',
      label: columnNames.buyer,
      value: ({ payerName }) => payerName,
      href: ({ profileId }) => paths.admin.client(profileId),
    },
    {
      key: 'buyer_document',
      label: columnNames.document,
      kind: 'document',
      value: ({ document }) => formatDocument(document),
    },
    makeFileColumn({
      key: 'buyer_ie',
      label: columnNames.stateRegistration,
      kind: 'state-registration',
      value: ({ ie }) => ie,
    }),
    makeFileColumn({
      key: 'contributor',
      label: columnNames.contributor,
      kind: 'official-code',
      value: ({ indicator }) => indicator,
    }),
    makeFileColumn({ key: 'buyer_email', label: columnNames.email, value: ({ email }) => email }),
    makeFileColumn({
      key: 'buyer_phone',
      label: columnNames.phone,
      kind: 'phone',
      value: ({ phone }) => phone,
    }),
    ...makeAddressColumns('billing', 'da cobrança'),
    ...makeAddressColumns('shipping', 'da entrega'),
    makeFileColumn({
      key: 'line_id',
      label: columnNames.item,
      kind: 'number',
      value: ({ lineId }) => lineId,
    }),
    makeFileColumn({
      key: 'publication_id',
      label: columnNames.publicationNumber,
      kind: 'number',
      value: ({ publicationId }) => publicationId,
    }),
    { key: 'name', label: columnNames.publication, value: ({ name }) => name },
    makeFileColumn({
      key: 'version',
      label: columnNames.version,
      kind: 'version',
      value: ({ version }) => version,
    }),
    makeFileColumn({ key: 'quantity', label: columnNames.quantity, kind: 'count', value: () => 1 }),
    { key: 'value', label: columnNames.value, kind: 'money', value: ({ value }) => value },
    { key: 'ncm', label: columnNames.ncm, kind: 'official-code', value: ({ taxes }) => taxes.ncm },
    { key: 'cfop', label: columnNames.cfop, kind: 'official-code', value: ({ cfop }) => cfop },
    makeFileColumn({
      key: 'icms',
      label: columnNames.icms,
      kind: 'official-code',
      value: ({ icms }) => icms,
    }),
    ...taxFields
      .filter((field) => !chosenFields.includes(field))
      .map((field) =>
        makeFileColumn({
          key: field,
          label: taxLabels[field],
          kind: 'official-code',
          value: ({ taxes }) => (field === 'nature' ? natures[taxes.nature ?? ''] : taxes[field]) ?? null,
        }),
      ),
    makeFileColumn({
      key: 'shipping',
      label: columnNames.service,
      value: ({ shippingType }) => getShippingName(shippingType),
    }),
    makeFileColumn({
      key: 'order_freight',
      label: columnNames.orderFreight,
      kind: 'money',
      value: ({ freight, shippingType }) =>
        freight === 0 && shippingType === shippingTypes.toBeAgreed ? null : freight,
    }),
    makeFileColumn({
      key: 'order_total',
      label: columnNames.orderTotal,
      kind: 'money',
      value: ({ total }) => total,
    }),
    makeFileColumn({
      key: 'purchase_order',
      label: columnNames.purchaseOrder,
      kind: 'code',
      value: ({ purchaseOrder }) => purchaseOrder,
    }),
    { key: 'nfe', label: columnNames.nfe, kind: 'code', value: ({ nfe }) => nfe },
    makeFileColumn({
      key: 'nfe_series',
      label: columnNames.nfeSeries,
      kind: 'series',
      value: ({ series }) => series,
    }),
    makeFileColumn({ key: 'nfe_key', label: columnNames.nfeKey, kind: 'key', value: ({ key }) => key }),
    {
      key: 'withdrawal',
      label: columnNames.withdrawal,
      kind: 'code',
      value: ({ withdrawal }) => (withdrawal === null ? null : formatWithdrawalProtocol(withdrawal)),
    },
    makeFileColumn({
      key: 'order_refunded',
      label: columnNames.orderRefunded,
      kind: 'money',
      value: ({ returned }) => returned || null,
    }),
  ],
  rowKey: ({ lineId }) => lineId,
  totals: ({ count, value }) => [
    { label: 'Itens', kind: 'count', value: count },
    { label: 'Valor dos itens', kind: 'money', value },
  ],
})

const natures: Readonly<Record<string, string>> = { goods: 'mercadoria', service: 'serviço' }
