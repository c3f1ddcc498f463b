import { columnNames } from '#app/text/reports/column-names.ts'
import { type Column, DataTable } from '#app/ui/table.tsx'

export type RevisionRow = {
  id: number
  version: string
  date: string
  changes: string | null
  editHref: string
  holdersHref: string
  createdText: string
  file: { href: string; name: string; size: string; description: string } | null
}

/** Lists a publication's revisions with file, author and date. Staff can open old files (D36). */
export function RevisionList({ rows }: { rows: readonly RevisionRow[] }) {
  return (
    <section aria-labelledby="revisoes" className="section">
      <h2 id="revisoes">Revisões</h2>
      <DataTable
        caption="Revisões, a mais nova primeiro"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={{ text: 'Nenhuma revisão registrada.' }}
      />
    </section>
  )
}

const columns: Column<RevisionRow>[] = [
  {
    key: 'version',
    label: 'Versão',
    rowHeader: true,
    render: ({ version, holdersHref }) => (
      <>
        {version}{' '}
        <a href={holdersHref} className="no-print">
          Quem tem<span className="visually-hidden">{` a ${version}`}</span>
        </a>
      </>
    ),
  },
  { key: 'date', label: 'Data', align: 'code', render: ({ date }) => date },
  {
    key: 'changes',
    label: 'O que mudou',
    render: ({ version, changes, editHref }) => (
      <>
        {changes ? <span className="lines">{changes}</span> : null}{' '}
        <a href={editHref} className="no-print">
          {changes ? 'Alterar' : 'Dizer o que mudou'}
          <span className="visually-hidden">{` em ${version}`}</span>
        </a>
      </>
    ),
  },
  {
    key: 'file',
    label: 'Arquivo',
    render: ({ file }) =>
      file ? (
        <>
          <a href={file.href}>{file.name}</a>{' '}
          <span className="hint">{`${file.size}${file.description}`}</span>
        </>
      ) : (
        'Sem arquivo'
      ),
  },
  { key: 'made', label: columnNames.creation, render: ({ createdText }) => createdText },
]
