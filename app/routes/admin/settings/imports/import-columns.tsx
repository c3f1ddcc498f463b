import { getSubscriptionStatusText } from '#app/api/wire/codes.ts'
import { type ImportKind, importKinds } from '#app/domain/backoffice/import-kind.ts'
import type { ImportRow, RecordCount } from '#app/models/backoffice/import/imports.server.ts'
import type { Comparison } from '#app/models/backoffice/import/totals.server.ts'
import { importKindNames, importRecordNames, importRecordStates } from '#app/text/backoffice/import-labels.ts'
import { getStaffStatus } from '#app/text/orders/order-labels.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { getShipmentStatus } from '#app/text/shipments/shipment-labels.ts'
import type { ListColumn } from '#app/ui/backoffice/list-columns.ts'
import { Money } from '#app/ui/money.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import type { Column } from '#app/ui/table.tsx'

type RecordState = keyof typeof importRecordStates

const recordStates: readonly RecordState[] = ['ready', 'applied', 'known', 'refused', 'read']

type CountRow = { kind: ImportKind; counts: Partial<Record<RecordState, number>> }

export function groupCountsByKind(counts: readonly RecordCount[]): CountRow[] {
  return importKinds.flatMap((kind) => {
    const kindCounts = counts.filter((row) => row.kind === kind)
    return kindCounts.length > 0
      ? [{ kind, counts: Object.fromEntries(kindCounts.map(({ state, count }) => [state, count])) }]
      : []
  })
}

export const countColumns: readonly Column<CountRow>[] = [
  { key: 'kind', label: 'Registros', rowHeader: true, render: ({ kind }) => importKindNames[kind] },
  ...recordStates.map((state) => ({
    key: state,
    label: importRecordStates[state],
    align: 'num' as const,
    render: ({ counts }: CountRow) => counts[state] ?? 0,
  })),
]

export type ComparedRow = Comparison & { isSame: boolean }

export const comparisonColumns: readonly Column<ComparedRow>[] = [
  { key: 'kind', label: 'Registros', rowHeader: true, render: ({ kind }) => importKindNames[kind] },
  { key: 'status', label: columnNames.status, render: formatStatus },
  { key: 'there', label: 'Na origem', align: 'num', render: ({ source }) => source.count },
  { key: 'here', label: 'Aqui', align: 'num', render: ({ here }) => here.count },
  { key: 'sum-there', label: 'Soma na origem', align: 'num', render: ({ source }) => renderSum(source.sum) },
  { key: 'sum-here', label: 'Soma aqui', align: 'num', render: ({ here }) => renderSum(here.sum) },
  {
    key: 'same',
    label: 'Confere',
    render: ({ isSame }) => <StatusTag tone={isSame ? 'good' : 'warn'}>{isSame ? 'Sim' : 'Não'}</StatusTag>,
  },
]

function renderSum(centavos: number | null) {
  return centavos === null ? '-' : <Money centavos={centavos} />
}

function formatStatus({ kind, status }: Comparison): string {
  if (status === null) return '-'
  if (kind === 'orders') return getStaffStatus({ status, reason: null }).text
  if (kind === 'expeditions') return getShipmentStatus(status).text
  return getSubscriptionStatusText(status)
}

export const recordFilters = [
  { value: 'problems', label: 'Com problemas' },
  ...recordStates.map((state) => ({ value: state, label: importRecordStates[state] })),
  { value: 'all', label: 'Todos' },
] as const

export const recordColumns: readonly ListColumn<ImportRow>[] = [
  { key: 'kind', label: columnNames.record, rowHeader: true, value: ({ kind }) => importRecordNames[kind] },
  {
    key: 'number',
    label: columnNames.sourceNumber,
    kind: 'number',
    align: 'num',
    value: ({ legacyId }) => legacyId,
  },
  { key: 'place', label: columnNames.place, kind: 'code', value: ({ place }) => place },
  { key: 'state', label: columnNames.status, value: ({ state }) => importRecordStates[state] },
  { key: 'problems', label: columnNames.reason, value: ({ problems }) => formatProblems(problems) || null },
]

/** The key of problems that concern the record as a whole. */
const wholeRecord = 'registro'

/** Returns 'campo: mensagem' with the record's own field names. */
function formatProblems(problems: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(problems)
    .map(([field, messages]) =>
      field === wholeRecord ? messages.join('; ') : `${field}: ${messages.join('; ')}`,
    )
    .join('. ')
}
