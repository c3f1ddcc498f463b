import type { Member } from '#app/models/accounts/colleagues/membership.server.ts'
import { memberStates, roleNames } from '#app/text/accounts/colleague-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

/** Lists the colleagues of a company, which only the company can change (D92). */
export function ClientColleagues({ rows }: { rows: readonly Member[] }) {
  const activeCount = rows.filter(({ endedAt }) => endedAt === null).length
  return (
    <section className="section" aria-labelledby="colegas">
      <h2 id="colegas">{activeCount === 0 ? 'Colegas' : `Colegas (${activeCount})`}</h2>
      {rows.length === 0 ? (
        <p className="hint">Nenhum colega</p>
      ) : (
        <DataTable
          caption="Colegas"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          empty={{ text: 'Nenhum colega' }}
        />
      )}
    </section>
  )
}

const columns: Column<Member>[] = [
  { key: 'name', label: 'Pessoa', rowHeader: true, render: ({ name, email }) => name ?? email },
  { key: 'email', label: 'E-mail', align: 'email', render: ({ email }) => email },
  { key: 'role', label: 'Papel', render: ({ role }) => roleNames[role] },
  {
    key: 'state',
    label: 'Situação',
    render: ({ state }) => <StatusTag tone={memberStates[state].tone}>{memberStates[state].text}</StatusTag>,
  },
  {
    key: 'since',
    label: 'Desde',
    align: 'code',
    render: (row) => formatDateTime(row.acceptedAt ?? row.invitedAt),
  },
  {
    key: 'end',
    label: 'Até',
    align: 'code',
    render: ({ endedAt }) => (endedAt ? formatDateTime(endedAt) : '-'),
  },
]
