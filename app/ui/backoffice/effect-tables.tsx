import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type OpenEffects = {
  job: string
  name: string
  open: number
  held: number // number of effects not due yet
  failing: number
  refused: number
  oldest: string | null
}
type StuckEffect = {
  id: number
  name: string
  subject: string
  attempts: number
  last_error: string | null
  refused_at: unknown
  at: string
}
type EffectTablesProps = {
  open: readonly OpenEffects[]
  stuckEffects: readonly StuckEffect[]
  action: string
}

export function EffectTables({ open, stuckEffects, action }: EffectTablesProps) {
  return (
    <>
      <section className="section">
        <h2>Em aberto</h2>
        <DataTable
          caption="Tarefas em aberto, por tipo"
          columns={openColumns}
          rows={open}
          rowKey={(row) => row.job}
          empty={{ text: 'Nada pendente.' }}
        />
      </section>
      <StuckEffects stuckEffects={stuckEffects} action={action} />
    </>
  )
}

export function StuckEffects({ stuckEffects, action }: Pick<EffectTablesProps, 'stuckEffects' | 'action'>) {
  if (stuckEffects.length === 0) return null
  return (
    <section className="section">
      <h2>Com problema</h2>
      <DataTable
        caption="Tarefas que falharam ou foram recusadas, da mais recente à mais antiga"
        columns={listStuckColumns(action)}
        rows={stuckEffects}
        rowKey={(row) => row.id}
        empty={{ text: '' }}
      />
    </section>
  )
}

const openColumns: Column<OpenEffects>[] = [
  { key: 'name', label: 'Tarefa', rowHeader: true, render: (row) => row.name },
  { key: 'open', label: 'Aguardando', align: 'num', render: (row) => row.open },
  { key: 'held', label: 'Para mais tarde', align: 'num', render: (row) => row.held },
  { key: 'oldest', label: 'Mais antiga', align: 'code', render: (row) => row.oldest ?? '-' },
  { key: 'failing', label: 'Já falharam', align: 'num', render: (row) => row.failing },
  { key: 'refused', label: 'Recusadas', align: 'num', render: (row) => row.refused },
]

function listStuckColumns(action: string): Column<StuckEffect>[] {
  return [
    { key: 'name', label: 'Tarefa', rowHeader: true, render: (row) => `${row.name} (${row.subject})` },
    { key: 'at', label: 'Desde', align: 'code', render: (row) => row.at },
    { key: 'state', label: 'Situação', render: (row) => (row.refused_at ? 'Recusada' : 'Será repetida') },
    {
      key: 'error',
      label: 'Motivo',
      render: (row) => (
        <span className="counts">{row.last_error ? <Failure reason={row.last_error} /> : '-'}</span>
      ),
    },
    { key: 'attempts', label: 'Tentativas', align: 'num', render: (row) => row.attempts },
    {
      key: 'retry',
      label: 'Ações',
      align: 'actions',
      render: (row) => (
        <PostForm action={action} data-once="">
          <Button name="retry" value={row.id}>
            Tentar de novo<span className="visually-hidden">{`: ${row.name} (${row.subject})`}</span>
          </Button>
        </PostForm>
      ),
    },
  ]
}
