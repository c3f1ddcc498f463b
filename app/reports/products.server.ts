import { getMonthPeriod } from '#app/domain/platform/period.ts'
import { slugify } from '#app/domain/platform/slug.ts'
import {
  type ProductRow,
  type ProductsFilter,
  type ProductsTotals,
  products,
} from '#app/models/reports/products.server.ts'
import { paths } from '#app/paths.ts'
import { formatYesNo } from '#app/text/accounts/user-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { formatName, parseName } from './name-filter.ts'
import { formatPeriod, formatPeriodFileName, parsePeriodFilter } from './period-filter.ts'
import { getRefundedTotals } from './refunded-totals.ts'
import { defineSheet } from './sheet.server.ts'

/** Sales by publication and revision (F114). */
export const productsSheet = defineSheet<ProductsFilter, ProductRow, ProductsTotals>({
  slug: 'product',
  title: 'Produtos',
  noun: { one: 'produto', many: 'produtos' },
  report: products,
  page: {
    windowTitle: 'Relatório de produtos',
    hint: 'O que foi vendido em um período, por publicação e versão.',
    asks: { as: 'form' },
  },
  parseFilter(params, today) {
    const { fields, period } = parsePeriodFilter(params, getMonthPeriod(today))
    const { field, text } = parseName(params, { name: 'nameProduct', label: 'Nome do produto' })
    return { fields: [...fields, field], filter: period && { ...period, name: text } }
  },
  lead: (filter) => `${formatPeriod(filter)}${formatName(filter.name)}: pedidos pagos, por data do pedido.`,
  fileName: (filter) =>
    ['produtos', filter.name && slugify(filter.name), formatPeriodFileName(filter)].filter(Boolean).join('_'),
  empty: () => specTexts.noResults,
  columns: [
    {
      key: 'product',
      label: columnNames.product,
      isHeader: true,
      value: ({ name }) => name,
      href: ({ publicationId }) => paths.admin.publication(publicationId),
    },
    { key: 'version', label: columnNames.version, kind: 'version', value: ({ version }) => version },
    {
      key: 'subscription',
      label: columnNames.isSubscription,
      value: ({ isSignature }) => formatYesNo(isSignature),
    },
    { key: 'quantity', label: columnNames.quantity, kind: 'count', value: ({ quantity }) => quantity },
    { key: 'total', label: columnNames.total, kind: 'money', isTotalled: true, value: ({ total }) => total },
    {
      key: 'returned',
      label: columnNames.refunded,
      kind: 'money',
      value: ({ returned }) => returned || null,
    },
    {
      key: 'net',
      label: columnNames.withoutRefunded,
      kind: 'money',
      value: ({ total, returned }) => total - returned,
    },
    {
      key: 'withdrawn',
      label: columnNames.withdrawal,
      kind: 'count',
      value: ({ returnedQuantity }) => returnedQuantity || null,
    },
  ],
  rowKey: ({ publicationId, version, isSignature }) => `${publicationId} ${version} ${isSignature}`,
  totals: ({ quantity, total, returned }) => [
    { label: 'Quantidade vendida', kind: 'count', value: quantity },
    { label: 'Total vendido, sem frete', kind: 'money', value: total },
    ...getRefundedTotals(total, returned),
  ],
})
