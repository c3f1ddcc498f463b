import type { ReactNode } from 'react'
import { shownColumns } from '#app/domain/backoffice/list-view.ts'
import { type CellKind, type CellValue, formatCell } from '#app/text/reports/cells.ts'
import type { Column } from '#app/ui/table.tsx'

/**
 * A column of a staff list, declared once for its page and its files. The page shows `render`, or without it the value as
 * its kind is written, '-' for null.
 */
export type ListColumn<Row> = {
  key: string
  label: string
  /** 'text' unless declared */
  kind?: CellKind
  /** what the file calls it, where that is another word */
  fileHeading?: string
  align?: Column<Row>['align']
  /** the cell that names the row */
  rowHeader?: boolean
  /** the sort of the address that its heading leads to */
  sort?: string
} & (
  | { value: (row: Row) => CellValue; render?: (row: Row) => ReactNode; inFileOnly?: never }
  | { value: (row: Row) => CellValue; render?: never; inFileOnly: true }
  /** acts and the like: not in the file */
  | { value?: never; render: (row: Row) => ReactNode; inFileOnly?: never }
)

/** Where the heading of a sortable column leads. */
export type SortLink = (sort: string) => NonNullable<Column<unknown>['sort']>

/** The columns of a list as its page shows them; with a choice also those of the file (D91). */
export function pageColumns<Row>(
  columns: readonly ListColumn<Row>[],
  sortOf?: SortLink,
  chosen?: readonly string[] | null,
): Column<Row>[] {
  return shownColumns(columns, chosen).map(
    ({ key, label, kind = 'text', align, rowHeader, sort, value, render }) => ({
      key,
      label,
      ...(align ? { align } : {}),
      ...(rowHeader ? { rowHeader } : {}),
      ...(sort && sortOf ? { sort: sortOf(sort) } : {}),
      render: render ?? ((row: Row) => formatCell(kind, value?.(row) ?? null)),
    }),
  )
}
