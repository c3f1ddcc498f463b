import type { searchHistory } from '#app/models/backoffice/history-search.server.ts'
import { formatEntityName } from '#app/routes/admin/system/entity-labels.ts'
import { findEntityHref } from '#app/routes/admin/system/history-search.ts'
import { formatHistoryChange, formatHistoryDetail } from '#app/text/backoffice/history-fields.ts'
import { getActionName } from '#app/text/backoffice/history-labels.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { HistoryFacts } from '#app/ui/backoffice/history-facts.tsx'
import type { ListColumn } from '#app/ui/backoffice/list-columns.ts'

type HistoryEntry = Awaited<ReturnType<typeof searchHistory>>['rows'][number]

/** Returns a history row as text. The caller passes `formatJobName`, which exists only on the server. */
export function toHistoryRow(
  { changes, facts, ...row }: HistoryEntry,
  formatJobName: (job: string) => string,
) {
  const entry = { ...row, changes, details: facts }
  return {
    ...row,
    changes: changes.map((change) => formatHistoryChange(entry, change)),
    facts: facts.map((fact) => formatHistoryDetail(entry, fact, formatJobName)),
  }
}

type Row = ReturnType<typeof toHistoryRow>

/** Columns of the history, for page and file. */
export const historyColumns: readonly ListColumn<Row>[] = [
  { key: 'at', label: columnNames.date, kind: 'instant', align: 'code', value: (row) => row.at },
  {
    key: 'entity',
    label: columnNames.record,
    align: 'code',
    rowHeader: true,
    value: ({ entity, pageId }) => formatEntityName(entity, pageId),
    render: (row) => <EntityCell {...row} />,
  },
  { key: 'action', label: columnNames.action, value: (row) => getActionName(row.action) },
  { key: 'actor', label: columnNames.actor, value: (row) => row.actor ?? 'sistema' },
  {
    key: 'facts',
    label: columnNames.changed,
    value: formatChanges,
    render: (row) => (row.changes.length + row.facts.length === 0 ? '-' : <HistoryFacts {...row} />),
  },
]

function EntityCell({ entity, pageId }: Pick<Row, 'entity' | 'pageId'>) {
  const href = findEntityHref(entity, pageId)
  const name = formatEntityName(entity, pageId)
  return href ? <a href={href}>{name}</a> : name
}

function formatChanges({ changes, facts }: Row): string {
  return [
    ...changes.map(({ label, from, to }) => `${label}: ${from ?? ''} → ${to ?? ''}`),
    ...facts.map(({ label, value }) => `${label}: ${value ?? ''}`),
  ].join('; ')
}
