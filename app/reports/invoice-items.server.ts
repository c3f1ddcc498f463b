import { type TaxField, taxFields } from '#app/domain/catalogue/taxes.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { withdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import { addDays } from '#app/domain/platform/calendar.ts'
import {
  type InvoiceItemRow,
  type InvoiceItemsFilter,
  invoiceItems,
} from '#app/models/reports/invoice-items.server.ts'
import { paths } from '#app/paths.ts'
import { taxLabels } from '#app/text/catalogue/tax-labels.ts'
import { shippingName } from '#app/text/checkout/shipping-labels.ts'
import { withdrawalColumn } from '#app/text/orders/withdrawal-labels.ts'
import { formatDocument } from '#app/text/platform/format.ts'
import { specified } from '#app/text/platform/messages.ts'
import type { CellKind } from '#app/text/reports/cells.ts'
import { askPeriod, formatPeriod, periodName } from './period-filter.ts'
import { defineSheet, type SheetColumn } from './sheet.server.ts'

type Column = SheetColumn<InvoiceItemRow>

/** In files alone: too many for a screen and for paper. */
const inFiles = (column: Column): Column => ({ ...column, inFileOnly: true })

function placeColumns(which: 'billing' | 'shipping', words: string): Column[] {
  const part = (key: keyof NonNullable<InvoiceItemRow['billing']>, label: string, kind: CellKind = 'text') =>
    inFiles({
      key: `${which}_${key === 'cityCode' ? 'city_code' : key}`,
      label: `${label} ${words}`,
      kind,
      value: (row) => row[which]?.[key] ?? null,
    })
  return [
    part('zip_code', 'CEP', 'zip'),
    part('street', 'Rua'),
    part('number', 'Número', 'code'),
    part('complement', 'Complemento', 'complement'),
    part('province', 'Bairro'),
    part('city', 'Cidade'),
    part('state', 'UF'),
    part('cityCode', 'Código IBGE', 'official-code'),
  ]
}

/** Codes chosen by regime and place of the buyer have columns of their own. */
const chosen: readonly TaxField[] = ['cfop_inside', 'cfop_outside', 'icms_cst', 'csosn', 'ncm']

/** For accountants and other programs; every column is explained in docs/fiscal.md (D142). */
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
  ask(params, today) {
    const by = params.get('by') === 'date' ? 'date' : 'paid_on'
    const yesterday = addDays(today, -1)
    const { fields, period } = askPeriod(params, { start: yesterday, end: yesterday })
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
  fileName: (filter) => `itens-nota-fiscal_${periodName(filter)}`,
  empty: () => specified.noOrders,
  columns: [
    {
      key: 'order_id',
      label: 'Pedido',
      kind: 'number',
      isHeader: true,
      value: ({ orderId }) => orderId,
      href: ({ orderId }) => paths.admin.order(orderId),
    },
    { key: 'date', label: 'Data do pedido', kind: 'date', value: ({ date }) => date },
    { key: 'paid_on', label: 'Pago em', kind: 'date', value: ({ paidOn }) => paidOn },
    inFiles({
      key: 'payment_way',
      label: 'Forma de pagamento',
      value: ({ means }) => (means === 'other' ? 'outra' : means),
    }),
    {
      key: 'buyer',
      label: 'Comprador',
      value: ({ payerName }) => payerName,
      href: ({ profileId }) => paths.admin.client(profileId),
    },
    {
      key: 'buyer_document',
      label: 'CPF ou CNPJ',
      kind: 'document',
      value: ({ document }) => formatDocument(document),
    },
    inFiles({
      key: 'buyer_ie',
      label: 'Inscrição estadual',
      kind: 'state-registration',
      value: ({ ie }) => ie,
    }),
    inFiles({
      key: 'contributor',
      label: 'Indicador de contribuinte',
      kind: 'official-code',
      value: ({ indicator }) => indicator,
    }),
    inFiles({ key: 'buyer_email', label: 'E-mail', value: ({ email }) => email }),
    inFiles({ key: 'buyer_phone', label: 'Telefone', kind: 'phone', value: ({ phone }) => phone }),
    ...placeColumns('billing', 'da cobrança'),
    ...placeColumns('shipping', 'da entrega'),
    inFiles({ key: 'line_id', label: 'Item', kind: 'number', value: ({ lineId }) => lineId }),
    inFiles({
      key: 'publication_id',
      label: 'Nº da publicação',
      kind: 'number',
      value: ({ publicationId }) => publicationId,
    }),
    { key: 'name', label: 'Publicação', value: ({ name }) => name },
    inFiles({ key: 'version', label: 'Versão', kind: 'version', value: ({ version }) => version }),
    inFiles({ key: 'quantity', label: 'Quantidade', kind: 'count', value: () => 1 }),
    { key: 'value', label: 'Valor', kind: 'money', value: ({ value }) => value },
    { key: 'ncm', label: 'NCM', kind: 'official-code', value: ({ taxes }) => taxes.ncm },
    { key: 'cfop', label: 'CFOP', kind: 'official-code', value: ({ cfop }) => cfop },
    inFiles({ key: 'icms', label: 'CST do ICMS ou CSOSN', kind: 'official-code', value: ({ icms }) => icms }),
    ...taxFields
      .filter((field) => !chosen.includes(field))
      .map((field) =>
        inFiles({
          key: field,
          label: taxLabels[field],
          kind: 'official-code',
          value: ({ taxes }) => (field === 'nature' ? natures[taxes.nature ?? ''] : taxes[field]) ?? null,
        }),
      ),
    inFiles({
      key: 'shipping',
      label: 'Envio',
      value: ({ shippingType }) => shippingName(shippingType),
    }),
    inFiles({
      key: 'order_freight',
      label: 'Frete do pedido (repetido)',
      kind: 'money',
      value: ({ freight, shippingType }) =>
        freight === 0 && shippingType === shippingTypes.toBeAgreed ? null : freight,
    }),
    inFiles({
      key: 'order_total',
      label: 'Total do pedido (repetido)',
      kind: 'money',
      value: ({ total }) => total,
    }),
    inFiles({
      key: 'purchase_order',
      label: 'Pedido de compra',
      kind: 'code',
      value: ({ purchaseOrder }) => purchaseOrder,
    }),
    { key: 'nfe', label: 'NF', kind: 'code', value: ({ nfe }) => nfe },
    inFiles({ key: 'nfe_series', label: 'Série da NF-e', kind: 'series', value: ({ series }) => series }),
    inFiles({ key: 'nfe_key', label: 'Chave da NF-e', kind: 'key', value: ({ key }) => key }),
    {
      key: 'withdrawal',
      label: withdrawalColumn,
      kind: 'code',
      value: ({ withdrawal }) => (withdrawal === null ? null : withdrawalProtocol(withdrawal)),
    },
    inFiles({
      key: 'order_refunded',
      label: 'Reembolsado do pedido',
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
