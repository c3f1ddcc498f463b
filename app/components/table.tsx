// biome-ignore-all lint/a11y/noRedundantRoles: where CSS turns rows into cards, some engines forget that it is a table.
import type { ReactNode } from 'react'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'

export type Column<Row> = {
  key: string
  label: string
  /** 'num': right, tabular. 'code': a date or number that never breaks. 'actions': buttons, label only read. */
  align?: 'text' | 'num' | 'code' | 'actions'
  /** The cell that names the row. */
  rowHeader?: boolean
  sort?: { href: string; direction?: 'ascending' | 'descending' }
  render: (row: Row, index: number) => ReactNode
}

export type DataTableProps<Row> = {
  caption: ReactNode
  /** Most pages say it in their heading already, so it is only read. */
  showCaption?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string | number
  empty: EmptyStateProps
  totals?: readonly { label: string; value: ReactNode }[]
}

function cellClass(column: { align?: string }) {
  return column.align && column.align !== 'text' ? `cell-${column.align}` : undefined
}

function HeaderCell<Row>({ column }: { column: Column<Row> }) {
  const { label, sort, align } = column
  return (
    <th scope="col" role="columnheader" className={cellClass(column)} aria-sort={sort?.direction}>
      {align === 'actions' ? <span className="visually-hidden">{label}</span> : null}
      {align !== 'actions' && sort ? <a href={sort.href}>{label}</a> : null}
      {align !== 'actions' && !sort ? label : null}
    </th>
  )
}

function BodyCell<Row>({ column, row, index }: { column: Column<Row>; row: Row; index: number }) {
  const content = column.render(row, index)
  if (column.rowHeader) {
    return (
      <th scope="row" role="rowheader" className={cellClass(column)}>
        {content}
      </th>
    )
  }
  return (
    <td
      role="cell"
      className={cellClass(column)}
      data-label={column.align === 'actions' ? undefined : column.label}
    >
      {content}
    </td>
  )
}

/** Totals stand under the last column of numbers. */
function Totals<Row>({ columns, totals }: Required<Pick<DataTableProps<Row>, 'columns' | 'totals'>>) {
  const under = columns.map(({ align }) => align).lastIndexOf('num')
  const at = under > 0 ? under : columns.length - 1
  const rest = columns.length - 1 - at
  return (
    <tfoot role="rowgroup">
      {totals.map(({ label, value }) => (
        <tr key={label} role="row">
          <th scope="row" role="rowheader" colSpan={at}>
            {label}
          </th>
          <td role="cell" className="cell-num">
            {value}
          </td>
          {rest > 0 ? <td role="cell" colSpan={rest} /> : null}
        </tr>
      ))}
    </tfoot>
  )
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, showCaption, columns, rows, rowKey, empty, totals = [] } = props
  if (rows.length === 0) return <EmptyState {...empty} />
  return (
    <table role="table" className="table">
      <caption className={showCaption ? undefined : 'visually-hidden'}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <tr key={rowKey(row, index)} role="row">
            {columns.map((column) => (
              <BodyCell key={column.key} column={column} row={row} index={index} />
            ))}
          </tr>
        ))}
      </tbody>
      {totals.length > 0 ? <Totals columns={columns} totals={totals} /> : null}
    </table>
  )
}
