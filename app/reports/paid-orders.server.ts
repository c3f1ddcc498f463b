import { calculateNet } from '#app/domain/charges/receipts.ts'
import { getLastThirtyDays } from '#app/domain/platform/period.ts'
import {
  type PaidOrderRow,
  type PaidOrdersFilter,
  type PaidOrdersTotals,
  paidOrders,
} from '#app/models/reports/paid-orders.server.ts'
import { paths } from '#app/paths.ts'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { formatPeriod, formatPeriodFileName, parsePeriodFilter } from './period-filter.ts'
import { getRefundedTotals } from './refunded-totals.ts'
import { defineSheet } from './sheet.server.ts'

/** Paid orders, exact to the centavo (D3), by day of order or payment (F109, D41). */
export const paidOrdersSheet = defineSheet<PaidOrdersFilter, PaidOrderRow, PaidOrdersTotals>({
  slug: 'paid_orders',
  title: 'Pedidos pagos',
  noun: { one: 'pedido', many: 'pedidos' },
  report: paidOrders,
  examples: ['by=paid_on'],
  page: {
    windowTitle: 'Pedidos pagos',
    hint: 'O que entrou em um período, com o total.',
    asks: { as: 'modal', label: 'Escolher o período' },
  },
  parseFilter(params, today) {
    const by = params.get('by') === 'paid_on' ? 'paid_on' : 'date'
    const { fields, period } = parsePeriodFilter(params, getLastThirtyDays(today))
    return {
      fields: [
        ...fields,
        {
          kind: 'choice',
          name: 'by',
          label: 'Contar por',
          value: by,
          options: [
            { value: 'date', label: 'data do pedido' },
            { value: 'paid_on', label: 'data de pagamento' },
          ],
        },
      ],
      filter: period && { ...period, by },
    }
  },
  lead: (filter) =>
    `${formatPeriod(filter)}, por ${filter.by === 'date' ? 'data do pedido' : 'data de pagamento'}.`,
  fileName: (filter) => `pedidos-pagos_${formatPeriodFileName(filter)}`,
  empty: () => specTexts.noOrders,
  columns: [
    { key: 'date', label: columnNames.orderDate, kind: 'date', value: ({ date }) => date },
    {
      key: 'id',
      label: columnNames.order,
      kind: 'number',
      isHeader: true,
      value: ({ id }) => id,
      href: ({ id }) => paths.admin.order(id),
    },
    {
      key: 'client',
      label: columnNames.client,
      value: getClientName,
      href: ({ profileId }) => paths.admin.client(profileId),
    },
    {
      key: 'publications',
      label: columnNames.publications,
      value: ({ publications }) => publications.join('; '),
    },
    { key: 'total', label: columnNames.value, kind: 'money', isTotalled: true, value: ({ total }) => total },
    { key: 'nfe', label: columnNames.nfe, kind: 'code', value: ({ nfe }) => nfe },
    {
      key: 'received',
      label: columnNames.received,
      kind: 'money',
      inFileOnly: true,
      value: ({ received }) => received,
    },
    { key: 'fees', label: columnNames.fees, kind: 'money', inFileOnly: true, value: ({ fees }) => fees },
    { key: 'net', label: columnNames.net, kind: 'money', inFileOnly: true, value: calculateNet },
    {
      key: 'returned',
      label: columnNames.refunded,
      kind: 'money',
      value: ({ returned }) => returned || null,
    },
    {
      key: 'kept',
      label: columnNames.withoutRefunded,
      kind: 'money',
      inFileOnly: true,
      value: ({ total, returned }) => total - returned,
    },
  ],
  rowKey: ({ id }) => id,
  totals: ({ count, total, returned }) => [
    { label: 'Número de pedidos', kind: 'count', value: count },
    { label: 'Total acumulado', kind: 'money', value: total },
    ...getRefundedTotals(total, returned),
  ],
})
