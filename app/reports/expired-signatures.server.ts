import { formatPhone } from '#app/domain/accounts/phone.ts'
import { getLastThirtyDays } from '#app/domain/platform/period.ts'
import {
  type EndingFilter,
  type EndingRow,
  endingSubscriptions,
} from '#app/models/reports/ending-subscriptions.server.ts'
import { paths } from '#app/paths.ts'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { formatWithdrawalMention } from '#app/text/orders/withdrawal-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { formatPeriod, formatPeriodFileName, parsePeriodFilter } from './period-filter.ts'
import { defineSheet } from './sheet.server.ts'

/** Subscriptions that end in a period, past or future, and were not renewed (F111, D43). */
export const expiredSignaturesSheet = defineSheet<EndingFilter, EndingRow, { count: number }>({
  slug: 'expired_signatures',
  title: 'Assinaturas vencidas',
  report: endingSubscriptions,
  page: {
    windowTitle: 'Assinaturas vencidas',
    hint: 'O que venceu ou vai vencer e não foi renovado, com o telefone do cliente.',
    asks: { as: 'form' },
  },
  parseFilter(params, today) {
    const { fields, period } = parsePeriodFilter(params, getLastThirtyDays(today))
    return { fields, filter: period && { ...period, today } }
  },
  lead: (filter) => `Vencimento ${formatPeriod(filter).toLowerCase()}, sem renovação.`,
  fileName: (filter) => `assinaturas-vencidas_${formatPeriodFileName(filter)}`,
  empty: () => specTexts.noResults,
  columns: [
    {
      key: 'order',
      label: columnNames.order,
      kind: 'number',
      isHeader: true,
      value: ({ orderId }) => orderId,
      href: ({ orderId }) => paths.admin.order(orderId),
    },
    {
      key: 'phone',
      label: columnNames.phone,
      kind: 'phone',
      value: ({ phone }) => (phone ? formatPhone(phone) : null),
    },
    {
      key: 'client',
      label: columnNames.client,
      value: getClientName,
      href: ({ profileId }) => paths.admin.client(profileId),
    },
    {
      key: 'publication',
      label: columnNames.publication,
      value: ({ publication }) => publication,
      href: ({ id }) => paths.admin.signature(id),
    },
    { key: 'due', label: columnNames.due, kind: 'date', value: ({ due }) => due },
    {
      key: 'state',
      label: columnNames.status,
      value: ({ isOverdue, withdrawal }) =>
        [
          isOverdue ? 'Vencida' : 'A vencer',
          ...(withdrawal === null ? [] : [formatWithdrawalMention(withdrawal)]),
        ].join(', '),
    },
  ],
  rowKey: ({ id }) => id,
  totals: ({ count }) => [{ label: 'Número de assinaturas', kind: 'count', value: count }],
})
