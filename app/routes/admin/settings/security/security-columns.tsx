import type { SecurityKind } from '#app/domain/accounts/security-event.ts'
import type { listSecurityEvents } from '#app/models/accounts/security/security-list.server.ts'
import { paths } from '#app/paths.ts'
import { formatSecurityDetails, securityLabels } from '#app/routes/admin/settings/security/security-labels.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import type { ListColumn } from '#app/ui/backoffice/list-columns.ts'

type SecurityEvent = Awaited<ReturnType<typeof listSecurityEvents>>['rows'][number]

const labels: Readonly<Record<string, string>> = securityLabels satisfies Record<SecurityKind, string>

export function toSecurityRow({ kind, details, ...row }: SecurityEvent) {
  return {
    ...row,
    kind: labels[kind] ?? kind,
    details: formatSecurityDetails(details),
  }
}

type Row = ReturnType<typeof toSecurityRow>

/** Columns of the security log, for page and file. */
export const securityColumns: readonly ListColumn<Row>[] = [
  { key: 'id', label: columnNames.id, kind: 'number', inFileOnly: true, value: (row) => row.id },
  { key: 'at', label: columnNames.date, kind: 'instant', align: 'code', value: (row) => row.at },
  { key: 'kind', label: columnNames.event, rowHeader: true, value: (row) => row.kind },
  {
    key: 'actor',
    label: columnNames.actor,
    value: (row) => row.actor,
    render: (row) => <AccountLink id={row.actorId} name={row.actor} />,
  },
  {
    key: 'account',
    label: columnNames.account,
    value: (row) => row.account,
    render: (row) => <AccountLink id={row.accountId} name={row.account} />,
  },
  { key: 'network', label: columnNames.network, kind: 'code', align: 'code', value: (row) => row.network },
  { key: 'details', label: columnNames.details, value: (row) => row.details },
  {
    key: 'request',
    label: columnNames.request,
    kind: 'code',
    align: 'code',
    value: (row) => row.requestId,
  },
]

function AccountLink({ id, name }: { id: number | null; name: string | null }) {
  return id === null ? '-' : <a href={paths.admin.user(id)}>{name}</a>
}
