import { paths } from '#app/paths.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export type SumDifference = { kind: 'client' | 'product'; period: number; differing: number; foundAt: string }
type Noted = Omit<SumDifference, 'foundAt'> & { foundAt: Date }

export function sumDifference({ foundAt, ...row }: Noted): SumDifference {
  return { ...row, foundAt: formatDateTime(foundAt) }
}

/** Which sums of the reports were found to differ from the orders, and the form that corrects them (D107). */
export function SumDifferences({ rows }: { rows: readonly SumDifference[] }) {
  if (rows.length === 0) return null
  return (
    <section className="section" id="totais">
      <h2>Totais dos relatórios</h2>
      <Notice tone="bad" title="Há totais diferentes dos pedidos">
        Os relatórios de clientes e de produtos somam estes períodos errado até que sejam corrigidos. Corrigir
        lê os pedidos de novo e não muda nenhum deles. Avise também quem cuida do sistema: a causa precisa ser
        achada.
      </Notice>
      <DataTable
        caption="Totais diferentes dos pedidos, do período mais antigo ao mais novo"
        columns={columns}
        rows={rows}
        rowKey={({ kind, period }) => `${kind} ${period}`}
        empty={{ text: '' }}
      />
      <form method="post" action={paths.admin.jobs()} className="actions" data-once="">
        <Button name="correct" value="sums" variant="main">
          Corrigir pelos pedidos
        </Button>
      </form>
    </section>
  )
}

const kindLabels = { client: 'Por cliente', product: 'Por produto' }

const columns: Column<SumDifference>[] = [
  { key: 'period', label: 'Período', rowHeader: true, render: ({ period }) => formatSumPeriod(period) },
  { key: 'kind', label: 'Total', render: ({ kind }) => kindLabels[kind] },
  { key: 'differing', label: 'Diferentes', align: 'num', render: ({ differing }) => differing },
  { key: 'found', label: 'Visto em', align: 'code', render: ({ foundAt }) => foundAt },
]

/** 202611 → '11/2026', 2026 → '2026' */
function formatSumPeriod(period: number): string {
  const text = String(period)
  return text.length === 4 ? text : `${text.slice(4)}/${text.slice(0, 4)}`
}
