import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { DbOrTrx } from '#app/models/platform/db.server.ts'
import { type Counted, portionsOf, type Report } from '#app/models/reports/report.ts'

/** A PDF has no more rows than this, some 800 sheets made in half a minute; Excel and CSV take any number. */
export const maxRowsOnPaper = 10_000

/** What a cell holds: the value is a text, a civil date, centavos, a number or grams. */
export type CellKind = 'text' | 'code' | 'date' | 'money' | 'count' | 'weight'
export type CellValue = string | number | null

export type SheetHead = {
  key: string
  label: string
  kind: CellKind
  isHeader: boolean
  /** the heading over the rows tells it where there is one: on screen and paper */
  inHeading: boolean
}
export type SheetCell = { value: CellValue; href: string | null }
/** Under which heading a row stands, and what is said beside it; rows of one heading follow each other. */
export type SheetGroup = {
  key: string
  label: string
  note?: string
  href?: string
  /** how many rows it has in all, where a screen may have been given fewer */
  rows?: number | undefined
}
export type SheetRow = { key: string; cells: SheetCell[]; group: SheetGroup | null }
export type SheetTotal = { label: string; kind: CellKind; value: CellValue }

/** A field of the form over a report, as it was sent or as it stands at first. */
export type FilterField = { name: string; label: string; value: string; hint?: string; errors?: string[] } & (
  | { kind: 'day' }
  | { kind: 'text' }
  | { kind: 'hidden' }
  | { kind: 'choice'; options: readonly { value: string; label: string }[] }
)

/** What was asked for: undefined filter when a field is wrong, or something is still to be chosen. */
export type Asked<Filter> = { fields: FilterField[]; filter: Filter | undefined }

export type SheetColumn<Row> = {
  key: string
  label: string
  kind?: CellKind
  /** the cell that names the row */
  isHeader?: boolean
  /** told by `groupOf` on screen and paper, a column of its own in files of cells */
  inHeading?: boolean
  value: (row: Row) => CellValue
  /** null where this row leads nowhere */
  href?: (row: Row) => string | null
}

export type SheetNoun = { one: string; many: string }
const anyRow: SheetNoun = { one: 'linha', many: 'linhas' }

/** Where a report stands: its address without the query, and what its path says beyond it; or where to look instead. */
export type SheetPlace = { base: string; params?: Readonly<Record<string, string>> } | { goTo: string }

/** A report's page at its slug, and its entry in the list of reports. */
export type SheetPage = {
  /** of the browser's window; the heading is the report's title */
  windowTitle: string
  /** what the list of reports says of it */
  hint: string
  /** where the list of reports leads, if not to the slug alone */
  entry?: string
  /** the form opens over the report, or stands above it and may ask `atOnce` (back-office §2) */
  asks: { as: 'modal'; label: string } | { as: 'form'; atOnce?: true }
  /** what the page says while nothing is asked for */
  invitation?: string
  /** what stands under one heading is a card */
  cards?: true
  /** rows, or cards, on a page */
  perPage?: number
  /** further things to do from here */
  acts?: readonly { href: string; label: string }[]
  /** reads path and query of the page where the slug does not say it all; undefined for a path that leads nowhere */
  place?: (
    path: Readonly<Record<string, string | undefined>>,
    query: URLSearchParams,
  ) => SheetPlace | undefined
}

export type SheetDefinition<Filter, Row, Totals extends Counted> = {
  /** as in its address */
  slug: string
  title: string
  /** what a row is, for one and for several: 'pedido', 'pedidos' */
  noun?: SheetNoun
  report: Report<Filter, Row, Totals>
  /** none for a report that opens from a record */
  page?: SheetPage
  /** reads the address of the report, and what it names; today is a civil day of São Paulo */
  ask: (params: URLSearchParams, today: CivilDate) => Asked<Filter> | Promise<Asked<Filter>>
  /** what is shown, in words: the period, the client */
  lead: (filter: Filter) => string
  /** name of its files without the ending; the period or the subject is in it */
  fileName: (filter: Filter) => string
  empty: (filter: Filter) => string
  columns: readonly SheetColumn<Row>[]
  rowKey: (row: Row) => string | number
  groupOf?: (row: Row) => SheetGroup
  totals: (totals: Totals) => SheetTotal[]
}

/** A report as it was asked for, ready to be read in any form. */
export type OpenSheet = {
  lead: string
  fileName: string
  empty: string
  heads: SheetHead[]
  /** `count` of what a page counts, `rows` of all files */
  totals: () => Promise<{ count: number; rows: number; lines: SheetTotal[] }>
  page: (page: number, perPage: number) => Promise<SheetRow[]>
  whole: () => WholeSheet
}

/** All rows in portions, read once, and the sums of those that were read so far. */
export type WholeSheet = { portions: AsyncGenerator<SheetRow[]>; sums: () => SheetTotal[] }

export type Sheet = {
  slug: string
  title: string
  noun: SheetNoun
  page: SheetPage | undefined
  heads: SheetHead[]
  open: (
    params: URLSearchParams,
    today: CivilDate,
    /** whose connections read it; the shop's own without one */
    reader?: DbOrTrx,
  ) => Promise<{ fields: FilterField[]; sheet: OpenSheet | undefined }>
}

/** A report made readable: how it is asked for, its columns, its words. Every form of it is made from this. */
export function defineSheet<Filter, Row, Totals extends Counted>(
  definition: SheetDefinition<Filter, Row, Totals>,
): Sheet {
  const { slug, title, noun = anyRow, page, columns } = definition
  const heads = columns.map(({ key, label, kind = 'text', isHeader = false, inHeading = false }) => {
    return { key, label, kind, isHeader, inHeading }
  })
  return {
    slug,
    title,
    noun,
    page,
    heads,
    async open(params, today, reader) {
      const { fields, filter } = await definition.ask(params, today)
      return {
        fields,
        sheet: filter === undefined ? undefined : opened(definition, heads, { filter, reader }),
      }
    },
  }
}

type Opening<Filter> = { filter: Filter; reader: DbOrTrx | undefined }

function opened<Filter, Row, Totals extends Counted>(
  definition: SheetDefinition<Filter, Row, Totals>,
  heads: SheetHead[],
  { filter, reader }: Opening<Filter>,
): OpenSheet {
  const { report } = definition
  return {
    lead: definition.lead(filter),
    fileName: definition.fileName(filter),
    empty: definition.empty(filter),
    heads,
    async totals() {
      const totals = await report.totals(filter, reader)
      return { count: totals.count, rows: totals.rows ?? totals.count, lines: definition.totals(totals) }
    },
    async page(page, perPage) {
      const rows = await report.rows(filter, { limit: perPage, offset: (page - 1) * perPage }, reader)
      return rows.map((row) => sheetRow(definition, row))
    },
    whole: () => wholeOf(definition, { filter, reader }),
  }
}

/** What is paid while a file is made may or may not be in it; its sums are of what is. */
function wholeOf<Filter, Row, Totals extends Counted>(
  definition: SheetDefinition<Filter, Row, Totals>,
  { filter, reader }: Opening<Filter>,
): WholeSheet {
  const { report } = definition
  let totals = report.none
  let before: Row | undefined
  async function* read() {
    for await (const rows of portionsOf(report, filter, undefined, reader)) {
      for (const row of rows) {
        totals = report.plus(totals, row, before)
        before = row
      }
      yield rows.map((row) => sheetRow(definition, row))
    }
  }
  return { portions: read(), sums: () => definition.totals(totals) }
}

function sheetRow<Filter, Row, Totals extends Counted>(
  { columns, rowKey, groupOf }: SheetDefinition<Filter, Row, Totals>,
  row: Row,
): SheetRow {
  const cells = columns.map(({ value, href }) => ({ value: value(row), href: href?.(row) ?? null }))
  return { key: String(rowKey(row)), cells, group: groupOf?.(row) ?? null }
}

/** The heads and cells of a screen or a paper: without those the heading over the rows tells. */
export function withoutHeading({ heads }: Pick<OpenSheet, 'heads'>) {
  const isShown = (_: unknown, index: number) => heads[index]?.inHeading === false
  return { heads: heads.filter(isShown), cellsOf: ({ cells }: SheetRow) => cells.filter(isShown) }
}
