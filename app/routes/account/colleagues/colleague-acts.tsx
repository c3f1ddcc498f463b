import type { ColleagueAct } from '#app/models/backoffice/colleague-acts.server.ts'
import { paths } from '#app/paths.ts'
import { formatColleagueAct } from '#app/routes/account/colleagues/act-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { type Column, DataTable } from '#app/ui/table.tsx'

/** Lists actions of colleagues, newest first. */
export function ColleagueActs({ acts, hasNames }: { acts: readonly ColleagueAct[]; hasNames: boolean }) {
  return (
    <DataTable
      caption="Atividades, da mais recente para a mais antiga"
      columns={hasNames ? [dateColumn, personColumn, actColumn] : [dateColumn, actColumn]}
      rows={acts}
      rowKey={(act) => act.key}
      empty={{ text: 'Nada foi feito em nome da empresa ainda.' }}
    />
  )
}

const dateColumn: Column<ColleagueAct> = {
  key: 'at',
  label: columnNames.date,
  align: 'code',
  render: ({ at }) => formatDateTime(at),
}

const personColumn: Column<ColleagueAct> = { key: 'person', label: 'Quem', render: ({ person }) => person }

const actColumn: Column<ColleagueAct> = {
  key: 'act',
  label: 'O que fez',
  rowHeader: true,
  render: (act) => (
    <>
      {formatColleagueAct(act)}
      {act.kind === 'order' ? (
        <>
          {' '}
          (<a href={paths.order(act.orderId)}>pedido nº {act.orderId}</a>)
        </>
      ) : null}
    </>
  ),
}
