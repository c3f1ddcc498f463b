// biome-ignore-all lint/a11y/noRedundantRoles: where CSS turns rows into cards, some engines forget that it is a table.
import type { ReactNode } from 'react'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'

export type Column<Row> = {
  key: string
  label: string
  /**
   * 'num': right-aligned; 'code': never wraps; 'phrase': wide enough for three words; 'email': may break anywhere;
   * 'choice': tick boxes, not printed; 'actions': buttons, with a label for screen readers
   */
  align?: 'text' | 'num' | 'code' | 'phrase' | 'email' | 'choice' | 'actions'
  rowHeader?: boolean // true for the cell that identifies the row
  isTotalled?: boolean
  isPlain?: boolean // on a phone, the value stands without its label
  sort?: { href: string; direction?: 'ascending' | 'descending' }
  render: (row: Row, index: number) => ReactNode
}

export type DataTableProps<Row> = {
  caption: ReactNode
  /** on a phone, 'compact' is a title and a line of details, 'lines' is running text */
  layout?: 'cards' | 'compact' | 'lines'
  showCaption?: boolean // default: only screen readers read it, because the heading has the same text
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string | number
  /** rows of a group must be consecutive */
  getGroup?: ((row: Row) => { key: string; label: string }) | undefined
  empty: EmptyStateProps
  totals?: readonly { label: string; value: ReactNode }[]
  rowsLead?: boolean // with scripts, a click anywhere in a row follows its first link
}

function getCellClass(column: { align?: string }) {
  return column.align && column.align !== 'text' ? `cell-${column.align}` : undefined
}

function HeaderCell<Row>({ column }: { column: Column<Row> }) {
  const { label, sort, align } = column
  const classes = [getCellClass(column), sort ? 'cell-sort' : ''].filter(Boolean).join(' ')
  return (
    <th scope="col" role="columnheader" className={classes || undefined} aria-sort={sort?.direction}>
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
      <th scope="row" role="rowheader" className={getCellClass(column)}>
        {content}
      </th>
    )
  }
  return (
    <td
      role="cell"
      className={getCellClass(column)}
      data-label={column.align === 'actions' ? undefined : column.label}
      data-empty={content === '-' ? '' : undefined}
      data-plain={column.isPlain ? '' : undefined}
    >
      {column.align === 'email' && typeof content === 'string' ? <EmailText email={content} /> : content}
    </td>
  )
}

/** Breaks a long address before its '@'. */
function EmailText({ email }: { email: string }) {
  const atIndex = email.indexOf('@')
  if (atIndex <= 0) return email
  return (
    <>
      {email.slice(0, atIndex)}
      <wbr />
      {email.slice(atIndex)}
    </>
  )
}

/** Shows the totals under the column with `isTotalled`, or under the last column of numbers without such a column. */
function Totals<Row>({ columns, totals }: Required<Pick<DataTableProps<Row>, 'columns' | 'totals'>>) {
  const lastIndex = columns.length - 1
  const totalledIndex = columns.findIndex(({ isTotalled }) => isTotalled)
  const lastNumericIndex = columns.findLastIndex(({ align }) => align === 'num')
  const preferredIndex = totalledIndex >= 0 ? totalledIndex : lastNumericIndex
  const totalIndex = preferredIndex > 0 ? preferredIndex : lastIndex
  const columnsAfter = lastIndex - totalIndex
  return (
    <tfoot role="rowgroup">
      {totals.map(({ label, value }) => (
        <tr key={label} role="row">
          <th scope="row" role="rowheader" colSpan={totalIndex}>
            {label}
          </th>
          <td role="cell" className="cell-num">
            {value}
          </td>
          {columnsAfter > 0 ? <td role="cell" colSpan={columnsAfter} /> : null}
        </tr>
      ))}
    </tfoot>
  )
}

type RowGroup<Row> = { key: string; label: string | null; start: number; members: Row[] }

/** Groups successive rows with the same key. */
function groupRows<Row>(rows: readonly Row[], getGroup: DataTableProps<Row>['getGroup']): RowGroup<Row>[] {
  if (!getGroup) return [{ key: 'all', label: null, start: 0, members: [...rows] }]
  const groups: RowGroup<Row>[] = []
  rows.forEach((row, index) => {
    const { key, label } = getGroup(row)
    const lastGroup = groups.at(-1)
    if (lastGroup?.key === key) lastGroup.members.push(row)
    else groups.push({ key, label, start: index, members: [row] })
  })
  return groups
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    layout = 'cards',
    showCaption,
    columns,
    rows,
    rowKey,
    getGroup,
    empty,
    totals = [],
  } = props
  const { rowsLead } = props
  if (rows.length === 0) return <EmptyState {...empty} />
  return (
    <table
      role="table"
      className={layout === 'cards' ? 'table' : `table table-${layout}`}
      data-rows-lead={rowsLead ? '' : undefined}
    >
      <caption className={showCaption ? undefined : 'visually-hidden'}>{caption}</caption>
      <thead role="rowgroup" className={columns.some(({ sort }) => sort) ? 'sorts' : undefined}>
        <tr role="row">
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} />
          ))}
        </tr>
      </thead>
      {groupRows(rows, getGroup).map(({ key, label, start, members }) => (
        <tbody key={key} role="rowgroup">
          {label === null ? null : (
            <tr role="row" className="table-group">
              {/* biome-ignore lint/a11y/useSemanticElements: it heads the rows under it, and where rows become cards the role is lost. */}
              <th scope="rowgroup" role="rowheader" colSpan={columns.length}>
                {label}
              </th>
            </tr>
          )}
          {members.map((row, index) => (
            <tr key={rowKey(row, start + index)} role="row">
              {columns.map((column) => (
                <BodyCell key={column.key} column={column} row={row} index={start + index} />
              ))}
            </tr>
          ))}
        </tbody>
      ))}
      {totals.length > 0 ? <Totals columns={columns} totals={totals} /> : null}
    </table>
  )
}
