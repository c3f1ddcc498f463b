import { columnNames } from '#app/text/reports/column-names.ts'
import { Button } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Pagination, type PaginationProps } from '#app/ui/pagination.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type PriceChange = {
  id: number
  changedText: string
  href: string
  percentage: string
  reason: string
  by: string
  titles: number
  /** author and time of the undoing; null for a change in force */
  undoneText: string | null
}

/** Lists price changes, newest first, each with a link to undo it. */
export function PriceChanges({
  changes,
  ...pagination
}: { changes: readonly PriceChange[] } & PaginationProps) {
  return (
    <section className="section" aria-labelledby="reajustes">
      <h2 id="reajustes">Últimos reajustes</h2>
      <DataTable
        caption="Últimos reajustes, do mais recente ao mais antigo"
        columns={columns}
        rows={changes}
        rowKey={({ id }) => id}
        empty={{ text: 'Nenhum reajuste foi feito ainda.' }}
      />
      {pagination.pages > 1 ? <Pagination {...pagination} /> : null}
    </section>
  )
}

const columns: Column<PriceChange>[] = [
  {
    key: 'at',
    label: columnNames.date,
    rowHeader: true,
    render: ({ href, changedText }) => <a href={href}>{changedText}</a>,
  },
  { key: 'percentage', label: 'Percentual', align: 'num', render: ({ percentage }) => percentage },
  { key: 'reason', label: 'Motivo', render: ({ reason }) => reason },
  { key: 'actor', label: columnNames.actor, render: ({ by }) => by },
  { key: 'titles', label: 'Publicações', align: 'num', render: ({ titles }) => titles },
  {
    key: 'undo',
    label: 'Desfazer',
    align: 'actions',
    render: ({ href, undoneText, changedText }) =>
      undoneText ? (
        <span className="hint">{undoneText}</span>
      ) : (
        <UndoPriceChange action={href} changedText={changedText} />
      ),
  },
]

/** Shows the button that restores the prices before a change. */
export function UndoPriceChange({ action, changedText }: { action: string; changedText: string }) {
  return (
    <PostForm action={action} data-once="">
      <Button>
        Desfazer<span className="visually-hidden">{` o reajuste de ${changedText}`}</span>
      </Button>
    </PostForm>
  )
}
