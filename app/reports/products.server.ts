import { getMonthPeriod } from '#app/domain/platform/period.ts'
import { slugify } from '#app/domain/platform/slug.ts'
import {
  type ProductRow,
  type ProductsFilter,
  type ProductsTotals,
  products,
} from '#app/models/reports/products.server.ts'
import { paths } from '#app/paths.ts'
import { yesOrNo } from '#app/text/accounts/user-labels.ts'
import { withdrawalColumn } from '#app/text/orders/withdrawal-labels.ts'
import { moneyBackLabels } from '#app/text/payments/refund-labels.ts'
import { specified } from '#app/text/platform/messages.ts'
import { askName, formatName } from './name-filter.ts'
import { askPeriod, formatPeriod, periodName } from './period-filter.ts'
import { refundedTotals } from './refunded-totals.ts'
import { defineSheet } from './sheet.server.ts'

/** F114: sales by publication and revision. */
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
  ask(params, today) {
    const { fields, period } = askPeriod(params, getMonthPeriod(today))
    const { field, text } = askName(params, { name: 'nameProduct', label: 'Nome do produto' })
    return { fields: [...fields, field], filter: period && { ...period, name: text } }
  },
  lead: (filter) => `${formatPeriod(filter)}${formatName(filter.name)}: pedidos pagos, por data do pedido.`,
  fileName: (filter) =>
    ['produtos', filter.name && slugify(filter.name), periodName(filter)].filter(Boolean).join('_'),
  empty: () => specified.noPublications,
  columns: [
    {
      key: 'product',
      label: 'Produto',
      isHeader: true,
      value: ({ name }) => name,
      href: ({ publicationId }) => paths.admin.publication(publicationId),
    },
    { key: 'version', label: 'Versão', kind: 'version', value: ({ version }) => version },
    { key: 'subscription', label: 'Assinatura', value: ({ isSignature }) => yesOrNo(isSignature) },
    { key: 'quantity', label: 'Quantidade', kind: 'count', value: ({ quantity }) => quantity },
    { key: 'total', label: 'Total', kind: 'money', isTotalled: true, value: ({ total }) => total },
    {
      key: 'returned',
      label: moneyBackLabels.done,
      kind: 'money',
      value: ({ returned }) => returned || null,
    },
    {
      key: 'net',
      label: moneyBackLabels.net,
      kind: 'money',
      value: ({ total, returned }) => total - returned,
    },
    { key: 'withdrawn', label: withdrawalColumn, kind: 'count', value: ({ givenBack }) => givenBack || null },
  ],
  rowKey: ({ publicationId, version, isSignature }) => `${publicationId} ${version} ${isSignature}`,
  totals: ({ quantity, total, returned }) => [
    { label: 'Quantidade vendida', kind: 'count', value: quantity },
    { label: 'Total vendido, sem frete', kind: 'money', value: total },
    ...refundedTotals(total, returned),
  ],
})
