import type { ReactNode } from 'react'
import { shownColumns } from '#app/domain/backoffice/list-view.ts'
import type { Column } from '#app/ui/table.tsx'

/** As a file has it: a text, a whole number, a number as Brazil writes it, or nothing. */
type Value = string | number | { number: string } | null

/**
 * A column of a staff list, declared once for its page and its file. The page shows `render`, or without it the value,
 * '-' for null.
 */
export type ListColumn<Row> = {
  key: string
  label: string
  /** what the file calls it, where that is another word */
  fileHeading?: string
  align?: Column<Row>['align']
  /** the cell that names the row */
  rowHeader?: boolean
  /** the sort of the address that its heading leads to */
  sort?: string
} & (
  | { value: (row: Row) => Value; render?: (row: Row) => ReactNode; inFileOnly?: never }
  | { value: (row: Row) => Value; render?: never; inFileOnly: true }
  /** acts and the like: not in the file */
  | { value?: never; render: (row: Row) => ReactNode; inFileOnly?: never }
)

/** Where the heading of a sortable column leads. */
export type SortOf = (sort: string) => NonNullable<Column<unknown>['sort']>

/** The columns of a list as its page shows them; with a choice also those of the file (D91). */
export function pageColumns<Row>(
  columns: readonly ListColumn<Row>[],
  sortOf?: SortOf,
  chosen?: readonly string[] | null,
): Column<Row>[] {
  return shownColumns(columns, chosen).map(({ key, label, align, rowHeader, sort, value, render }) => ({
    key,
    label,
    ...(align ? { align } : {}),
    ...(rowHeader ? { rowHeader } : {}),
    ...(sort && sortOf ? { sort: sortOf(sort) } : {}),
    render: render ?? ((row: Row) => shown(value?.(row) ?? null)),
  }))
}

function shown(value: Value): ReactNode {
  return typeof value === 'object' ? (value?.number ?? '-') : value
}
