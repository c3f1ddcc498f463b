import { formatWithdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import { getMonthPeriod } from '#app/domain/platform/period.ts'
import { slugify } from '#app/domain/platform/slug.ts'
import {
  type ClientRow,
  type ClientsFilter,
  type ClientsTotals,
  clients,
} from '#app/models/reports/clients.server.ts'
import { paths } from '#app/paths.ts'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { formatPhoneText } from '#app/text/accounts/user-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { formatName, parseName } from './name-filter.ts'
import { formatPeriod, formatPeriodFileName, parsePeriodFilter } from './period-filter.ts'
import { getRefundedTotals } from './refunded-totals.ts'
import { defineSheet } from './sheet.server.ts'

/** Sales with one card per client (F113). */
export const clientsSheet = defineSheet<ClientsFilter, ClientRow, ClientsTotals>({
  slug: 'client',
  title: 'Clientes',
  noun: { one: 'cliente', many: 'clientes' },
  report: clients,
  examples: ['clientName=ana'],
  page: {
    windowTitle: 'Relatório de clientes',
    hint: 'O que cada cliente comprou em um período.',
    asks: { as: 'form' },
    cards: true,
    perPage: 20,
  },
  parseFilter(params, today) {
    const { fields, period } = parsePeriodFilter(params, getMonthPeriod(today))
    const { field, text } = parseName(params, { name: 'clientName', label: 'Nome do cliente' })
    return { fields: [...fields, field], filter: period && { ...period, name: text } }
  },
  lead: (filter) => `${formatPeriod(filter)}${formatName(filter.name)}: pedidos pagos, por data do pedido.`,
  fileName: (filter) =>
    ['clientes', filter.name && slugify(filter.name), formatPeriodFileName(filter)].filter(Boolean).join('_'),
  empty: () => specTexts.noClients,
  getGroup: (row) => ({
    key: String(row.profileId),
    label: getClientName(row),
    note: [`Cliente nº ${row.profileId}`, formatPhoneText(row.phone)].filter(Boolean).join(' · '),
    href: paths.admin.client(row.profileId),
    rows: row.linesInAll,
  }),
  columns: [
    { key: 'client', label: columnNames.client, inHeading: true, value: getClientName },
    {
      key: 'profile',
      label: columnNames.clientNumber,
      kind: 'number',
      inHeading: true,
      value: (row) => row.profileId,
    },
    {
      key: 'phone',
      label: columnNames.phone,
      kind: 'phone',
      inHeading: true,
      value: ({ phone }) => formatPhoneText(phone),
    },
    {
      key: 'order',
      label: columnNames.order,
      kind: 'number',
      isHeader: true,
      value: ({ orderId }) => orderId,
      href: ({ orderId }) => paths.admin.order(orderId),
    },
    { key: 'date', label: columnNames.orderDate, kind: 'date', value: ({ date }) => date },
    { key: 'nfe', label: columnNames.nfe, kind: 'code', value: ({ nfe }) => nfe },
    {
      key: 'publicationId',
      label: columnNames.publicationNumber,
      kind: 'number',
      value: ({ publicationId }) => publicationId,
    },
    { key: 'publication', label: columnNames.publication, value: ({ publication }) => publication },
    { key: 'version', label: columnNames.version, kind: 'version', value: ({ version }) => version },
    {
      key: 'due',
      label: columnNames.due,
      kind: 'date',
      value: ({ isSignature, due }) => (isSignature ? due : null),
      formatText: ({ isSignature }) => (isSignature ? null : 'Compra'),
    },
    {
      key: 'renewed',
      label: columnNames.renewals,
      kind: 'count',
      value: ({ isSignature, timesRenewed }) => (isSignature ? timesRenewed : null),
    },
    { key: 'value', label: columnNames.value, kind: 'money', isTotalled: true, value: ({ value }) => value },
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
      inFileOnly: true,
      value: ({ value, returned }) => value - returned,
    },
    {
      key: 'withdrawal',
      label: columnNames.withdrawal,
      kind: 'code',
      value: ({ withdrawal }) => (withdrawal === null ? null : formatWithdrawalProtocol(withdrawal)),
    },
  ],
  rowKey: ({ lineId }) => lineId,
  totals: ({ count, orders, value, returned }) => [
    { label: 'Número de clientes', kind: 'count', value: count },
    { label: 'Número de pedidos', kind: 'count', value: orders },
    { label: 'Soma dos valores, sem frete', kind: 'money', value },
    ...getRefundedTotals(value, returned),
  ],
})
