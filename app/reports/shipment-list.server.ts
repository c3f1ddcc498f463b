import { getLastThirtyDays } from '#app/domain/platform/period.ts'
import {
  type ShippedCopiesFilter,
  type ShippedCopyRow,
  shippedCopies,
} from '#app/models/reports/shipped-copies.server.ts'
import { paths } from '#app/paths.ts'
import { formatAircraftName } from '#app/text/accounts/aircraft-labels.ts'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { resolveClient } from './client-filter.server.ts'
import { formatPeriod, formatPeriodFileName, parsePeriodFilter } from './period-filter.ts'
import { defineSheet } from './sheet.server.ts'

type Filter = ShippedCopiesFilter & { clientName: string | undefined }

/** Shipped copies (F110, D44). */
export const shipmentListSheet = defineSheet<Filter, ShippedCopyRow, { count: number; shipments: number }>({
  slug: 'expedition_list',
  title: 'Expedições',
  report: shippedCopies,
  examples: ['client=17'],
  page: {
    windowTitle: 'Expedições',
    hint: 'O que saiu em um período, de todos os clientes ou de um.',
    asks: { as: 'form' },
  },
  async parseFilter(params, today) {
    const { fields, period } = parsePeriodFilter(params, getLastThirtyDays(today))
    const client = await resolveClient(params)
    const chosenClient = client.answer?.client
    const isComplete = period !== undefined && client.answer !== undefined
    return {
      fields: [...fields, ...client.fields],
      filter: isComplete
        ? { ...period, profileId: chosenClient?.profileId, clientName: chosenClient?.name }
        : undefined,
    }
  },
  lead: (filter) =>
    `${formatPeriod(filter)}, ${filter.clientName ?? 'todos os clientes'}; o que ainda não foi enviado conta pela data de criação.`,
  fileName: (filter) =>
    `expedicoes_${formatPeriodFileName(filter)}${filter.profileId === undefined ? '' : `_cliente-${filter.profileId}`}`,
  empty: () => specTexts.noResults,
  columns: [
    { key: 'order-date', label: columnNames.orderDate, kind: 'date', value: ({ orderDate }) => orderDate },
    {
      key: 'order',
      label: columnNames.order,
      kind: 'number',
      isHeader: true,
      value: ({ orderId }) => orderId,
      href: ({ orderId }) => (orderId === null ? null : paths.admin.order(orderId)),
    },
    {
      key: 'client',
      label: columnNames.client,
      value: getClientName,
      href: ({ profileId }) => paths.admin.client(profileId),
    },
    { key: 'publication', label: columnNames.publication, value: ({ publication }) => publication },
    {
      key: 'prefix',
      label: columnNames.registration,
      kind: 'code',
      value: formatAircraftName,
    },
    {
      key: 'date',
      label: columnNames.shipmentDate,
      kind: 'date',
      value: ({ countedOn }) => countedOn,
      href: ({ shipmentId }) => paths.admin.shipment(shipmentId),
    },
    { key: 'code', label: columnNames.trackingCode, kind: 'code', value: ({ trackCode }) => trackCode },
  ],
  rowKey: ({ shipmentId, lineId }) => `${shipmentId}-${lineId ?? 0}`,
  totals: ({ count, shipments }) => [
    { label: 'Número de expedições', kind: 'count', value: shipments },
    { label: 'Número de linhas', kind: 'count', value: count },
  ],
})
