import type { ReactNode } from 'react'
import { chooseColumns } from '#app/domain/backoffice/list-view.ts'
import { type CellKind, type CellValue, formatCell } from '#app/text/reports/cells.ts'
import type { Column } from '#app/ui/table.tsx'

/** A column of the page and the file. Without `render`, the page formats `value` by `kind`. */
export type ListColumn<Row> = {
  key: string
  label: string
  kind?: CellKind // default: 'text'
  fileHeading?: string // heading in the file, if it differs
  align?: Column<Row>['align']
  rowHeader?: boolean // true for the cell that identifies the row
  isPlain?: boolean // needs no label on a phone
  sort?: string // sort parameter in the heading's link
} & (
  | { value: (row: Row) => CellValue; render?: (row: Row) => ReactNode; inFileOnly?: never }
  | { value: (row: Row) => CellValue; render?: never; inFileOnly: true }
  /** actions, which files omit */
  | { value?: never; render: (row: Row) => ReactNode; inFileOnly?: never }
)

export type SortLink = (sort: string) => NonNullable<Column<unknown>['sort']>

/** Returns the columns of the page. A person may also choose columns that are only in the file. */
export function listPageColumns<Row>(
  columns: readonly ListColumn<Row>[],
  makeSortLink?: SortLink,
  chosenKeys?: readonly string[] | null,
): Column<Row>[] {
  return chooseColumns(columns, chosenKeys).map(
    ({ key, label, kind = 'text', align, rowHeader, isPlain, sort, value, render }) => ({
      key,
      label,
      ...(align ? { align } : {}),
      ...(rowHeader ? { rowHeader } : {}),
      ...(isPlain ? { isPlain } : {}),
      ...(sort && makeSortLink ? { sort: makeSortLink(sort) } : {}),
      render: render ?? ((row: Row) => formatCell(kind, value?.(row) ?? null)),
    }),
  )
}
