import { columnNames } from '#app/text/reports/column-names.ts'
import { type Column, DataTable } from '#app/ui/table.tsx'

type Row = {
  name: string
  href: string
  ncm: string
  cfop: string
  icms: string
  reform: string
  /** number of codes that are set for this kind of publication */
  ownCount: number
}

/** Lists the codes of each kind of publication, with a link to change them. */
export function TaxDefaultTable({ rows }: { rows: readonly Row[] }) {
  return (
    <section className="section" aria-labelledby="padroes">
      <h2 id="padroes">Códigos por tipo de publicação</h2>
      <p className="hint">Valem para toda publicação que não tem os seus.</p>
      <DataTable
        caption="Códigos por meio e tipo de publicação"
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        empty={{ text: 'Nenhum tipo de publicação' }}
      />
    </section>
  )
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Publicações',
    rowHeader: true,
    render: ({ name, href, ownCount }) => (
      <>
        <a href={href}>{name}</a>
        {ownCount > 0 ? (
          <span className="sub">{ownCount === 1 ? '1 código próprio' : `${ownCount} códigos próprios`}</span>
        ) : null}
      </>
    ),
  },
  { key: 'ncm', label: 'NCM', align: 'code', render: ({ ncm }) => ncm },
  { key: 'cfop', label: 'CFOP', align: 'code', render: ({ cfop }) => cfop },
  { key: 'icms', label: columnNames.icms, align: 'code', render: ({ icms }) => icms },
  { key: 'reform', label: 'IBS e CBS', align: 'code', render: ({ reform }) => reform },
]
