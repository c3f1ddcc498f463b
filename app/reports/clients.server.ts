import { withdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import { getMonthPeriod } from '#app/domain/platform/period.ts'
import { slugify } from '#app/domain/platform/slug.ts'
import {
  type ClientRow,
  type ClientsFilter,
  type ClientsTotals,
  clients,
} from '#app/models/reports/clients.server.ts'
import { paths } from '#app/paths.ts'
import { clientName } from '#app/text/accounts/client-labels.ts'
import { formatPhoneText } from '#app/text/accounts/user-labels.ts'
import { withdrawalColumn } from '#app/text/orders/withdrawal-labels.ts'
import { moneyBackLabels } from '#app/text/payments/refund-labels.ts'
import { specified } from '#app/text/platform/messages.ts'
import { askName, formatName } from './name-filter.ts'
import { askPeriod, formatPeriod, periodName } from './period-filter.ts'
import { refundedTotals } from './refunded-totals.ts'
import { defineSheet } from './sheet.server.ts'

/** F113: one card per client. */
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
  ask(params, today) {
    const { fields, period } = askPeriod(params, getMonthPeriod(today))
    const { field, text } = askName(params, { name: 'clientName', label: 'Nome do cliente' })
    return { fields: [...fields, field], filter: period && { ...period, name: text } }
  },
  lead: (filter) => `${formatPeriod(filter)}${formatName(filter.name)}: pedidos pagos, por data do pedido.`,
  fileName: (filter) =>
    ['clientes', filter.name && slugify(filter.name), periodName(filter)].filter(Boolean).join('_'),
  empty: () => specified.noClients,
  groupOf: (row) => ({
    key: String(row.profileId),
    label: clientName(row),
    note: [`Cliente nº ${row.profileId}`, formatPhoneText(row.phone)].filter(Boolean).join(' · '),
    href: paths.admin.client(row.profileId),
    rows: row.linesInAll,
  }),
  columns: [
    { key: 'client', label: 'Cliente', inHeading: true, value: clientName },
    {
      key: 'profile',
      label: 'Nº do cliente',
      kind: 'number',
      inHeading: true,
      value: (row) => row.profileId,
    },
    {
      key: 'phone',
      label: 'Telefone',
      kind: 'phone',
      inHeading: true,
      value: ({ phone }) => formatPhoneText(phone),
    },
    {
      key: 'order',
      label: 'Pedido',
      kind: 'number',
      isHeader: true,
      value: ({ orderId }) => orderId,
      href: ({ orderId }) => paths.admin.order(orderId),
    },
    { key: 'date', label: 'Data', kind: 'date', value: ({ date }) => date },
    { key: 'nfe', label: 'NF', kind: 'code', value: ({ nfe }) => nfe },
    { key: 'publicationId', label: 'ID', kind: 'number', value: ({ publicationId }) => publicationId },
    { key: 'publication', label: 'Publicação', value: ({ publication }) => publication },
    { key: 'version', label: 'Versão', kind: 'version', value: ({ version }) => version },
    {
      key: 'due',
      label: 'Vencimento',
      kind: 'date',
      value: ({ isSignature, due }) => (isSignature ? due : null),
      words: ({ isSignature }) => (isSignature ? null : 'Compra'),
    },
    {
      key: 'renewed',
      label: 'Renovações',
      kind: 'count',
      value: ({ isSignature, timesRenewed }) => (isSignature ? timesRenewed : null),
    },
    { key: 'value', label: 'Valor', kind: 'money', isTotalled: true, value: ({ value }) => value },
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
      inFileOnly: true,
      value: ({ value, returned }) => value - returned,
    },
    {
      key: 'withdrawal',
      label: withdrawalColumn,
      kind: 'code',
      value: ({ withdrawal }) => (withdrawal === null ? null : withdrawalProtocol(withdrawal)),
    },
  ],
  rowKey: ({ lineId }) => lineId,
  totals: ({ count, orders, value, returned }) => [
    { label: 'Número de clientes', kind: 'count', value: count },
    { label: 'Número de pedidos', kind: 'count', value: orders },
    { label: 'Soma dos valores, sem frete', kind: 'money', value },
    ...refundedTotals(value, returned),
  ],
})
