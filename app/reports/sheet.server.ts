import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { DbOrTrx } from '#app/models/platform/db.server.ts'
import { type Report, type ReportCount, readPortions } from '#app/models/reports/report.ts'
import type { HelpTopic } from '#app/text/backoffice/help-topics.ts'
import type { CellKind, CellValue } from '#app/text/reports/cells.ts'
import { formatFileColumns } from '#app/text/reports/report-labels.ts'
import type { FileTable, FileTotal } from './file-table.ts'

export type SheetHead = {
  key: string
  label: string
  kind: CellKind
  isHeader: boolean
  /** true if shown in the group's heading on screen and paper */
  inHeading: boolean
  inFileOnly: boolean
  isTotalled: boolean
}
/** A cell; `text` is displayed on screen and paper if there is no value. */
export type SheetCell = { value: CellValue; text: string | null; href: string | null }
/** A group of consecutive rows. */
export type SheetGroup = {
  key: string
  label: string
  note?: string
  href?: string
  /** number of all rows of the group, if the screen shows fewer */
  rows?: number | undefined
}
export type SheetRow = { key: string; cells: SheetCell[]; group: SheetGroup | null }
export type SheetTotal = FileTotal

/** A second, short table of a report, such as its days. `sum` is its last line on screen and paper. */
export type SheetSummary = {
  title: string
  heads: SheetHead[]
  rows: SheetRow[]
  sum: SheetRow
}

export type FilterField = { name: string; label: string; value: string; hint?: string; errors?: string[] } & (
  | { kind: 'day' }
  | { kind: 'text' }
  | { kind: 'hidden' }
  | { kind: 'choice'; options: readonly { value: string; label: string }[] }
)

/** The parsed filter; undefined while a field is invalid or missing. */
export type FilterInput<Filter> = { fields: FilterField[]; filter: Filter | undefined }

export type SheetColumn<Row> = {
  key: string
  label: string
  kind?: CellKind
  /** true for the header of the row */
  isHeader?: boolean
  /** On screen, the totals are under this column; by default under the last number. */
  isTotalled?: boolean
  /** part of the group's heading on screen and paper, a column in CSV and XLSX */
  inHeading?: boolean
  /** a column in CSV and XLSX, which a note on screen and paper mentions */
  inFileOnly?: boolean
  value: (row: Row) => CellValue
  /** replaces '-' on screen and paper, never in files */
  formatText?: (row: Row) => string | null
  href?: (row: Row) => string | null
}

export type SheetNoun = { one: string; many: string }
const defaultNoun: SheetNoun = { one: 'linha', many: 'linhas' }

/** The report's path and its parameters, or a redirect. */
export type SheetPlace = { base: string; params?: Readonly<Record<string, string>> } | { redirectTo: string }

export type SheetPage = {
  /** title of the document; the page's heading is the report's title */
  windowTitle: string
  /** description in the list of reports */
  hint: string
  /** target in the list of reports, if it is not the slug */
  entry?: string
  /** further targets in the list of reports, such as the current month */
  listSteps?: (today: CivilDate) => SheetStep[]
  /** filter form: a dialog, or above the report, where `atOnce` submits each change (back-office §2) */
  asks: { as: 'modal'; label: string } | { as: 'form'; atOnce?: true }
  /** text before a filter is submitted */
  invitation?: string
  /** page of the manual, if it is not that of all reports */
  help?: HelpTopic
  /** shows each group as a card */
  cards?: true
  /** offers JSON for other programs */
  offersJson?: true
  /** the number of rows or cards per page */
  perPage?: number
  /** further actions; `canAct` returns whether this person sees one, by default everybody does */
  acts?: readonly { href: string; label: string; canAct?: (userId: number) => Promise<boolean> }[]
  /** parses path parameters; undefined results in a 404 */
  place?: (
    path: Readonly<Record<string, string | undefined>>,
    query: URLSearchParams,
  ) => SheetPlace | undefined
}

export type SheetDefinition<Filter, Row, Totals extends ReportCount> = {
  slug: string
  title: string
  /** replaces the title if the filter changes it */
  heading?: (filter: Filter) => string
  /** singular and plural, such as 'pedido', 'pedidos' */
  noun?: SheetNoun
  report: Report<Filter, Row, Totals>
  /** undefined for a report that opens from a record */
  page?: SheetPage
  /** additional queries for `npm run query-plans`, such as 'prefix=PT-AAA' */
  examples?: readonly string[]
  /** `today` is a civil date of São Paulo */
  parseFilter: (
    params: URLSearchParams,
    today: CivilDate,
  ) => FilterInput<Filter> | Promise<FilterInput<Filter>>
  /** subtitle with period or client */
  lead: (filter: Filter) => string
  /** note for readers on screen and paper */
  note?: string
  /** neighbouring reports, such as the previous day */
  steps?: (filter: Filter) => SheetStep[]
  /** name without extension, with the period or subject */
  fileName: (filter: Filter) => string
  empty: (filter: Filter) => string
  columns: readonly SheetColumn<Row>[]
  rowKey: (row: Row) => string | number
  getGroup?: (row: Row) => SheetGroup
  totals: (totals: Totals) => SheetTotal[]
  /** shows the totals first and omits columns without values */
  isLedger?: true
  /** table before the rows, on its own sheet in files; undefined if there is none */
  summary?: (filter: Filter, reader: DbOrTrx | undefined) => Promise<SheetSummary | undefined>
}

export type SheetStep = { href: string; label: string }

export type OpenSheet = {
  heading: string
  isLedger: boolean
  lead: string
  notes: string[]
  /** notes about the files, displayed where they are offered */
  fileNotes: string[]
  steps: SheetStep[]
  fileName: string
  empty: string
  heads: SheetHead[]
  /** `count` is what the page counts, `rows` what files contain */
  totals: () => Promise<{ count: number; rows: number; lines: SheetTotal[] }>
  page: (page: number, perPage: number) => Promise<SheetRow[]>
  summary: () => Promise<SheetSummary | undefined>
  /** `size` is the number of rows per portion */
  readAll: (size?: number) => SheetContents
}

/** Portions can be read only once. `sums` covers the rows read so far. */
export type SheetContents = { portions: AsyncGenerator<SheetRow[]>; sums: () => SheetTotal[] }

export type Sheet = {
  slug: string
  title: string
  noun: SheetNoun
  page: SheetPage | undefined
  examples: readonly string[]
  heads: SheetHead[]
  hasSummary: boolean
  open: (
    params: URLSearchParams,
    today: CivilDate,
    /** default: the shop's own connections */
    reader?: DbOrTrx,
  ) => Promise<{ fields: FilterField[]; sheet: OpenSheet | undefined }>
}

/** A sheet with its parser and report, so that the API can run the same query as the screen. */
export type ReportSheet<Filter, Row, Totals extends ReportCount> = Sheet &
  Pick<SheetDefinition<Filter, Row, Totals>, 'parseFilter' | 'report'>

/** Declares a report with its screen, PDF, CSV, XLSX and API. */
export function defineSheet<Filter, Row, Totals extends ReportCount>(
  definition: SheetDefinition<Filter, Row, Totals>,
): ReportSheet<Filter, Row, Totals> {
  const { slug, title, noun = defaultNoun, page, columns, parseFilter, report } = definition
  const heads = columns.map(({ key, label, kind = 'text', ...column }) => {
    const { isHeader = false, inHeading = false, inFileOnly = false, isTotalled = false } = column
    return { key, label, kind, isHeader, inHeading, inFileOnly, isTotalled }
  })
  return {
    slug,
    title,
    noun,
    page,
    examples: definition.examples ?? [],
    heads,
    hasSummary: definition.summary !== undefined,
    parseFilter,
    report,
    async open(params, today, reader) {
      const { fields, filter } = await definition.parseFilter(params, today)
      return {
        fields,
        sheet: filter === undefined ? undefined : openDefinition(definition, heads, { filter, reader }),
      }
    },
  }
}

type OpeningOptions<Filter> = { filter: Filter; reader: DbOrTrx | undefined }

function openDefinition<Filter, Row, Totals extends ReportCount>(
  definition: SheetDefinition<Filter, Row, Totals>,
  heads: SheetHead[],
  { filter, reader }: OpeningOptions<Filter>,
): OpenSheet {
  const { report } = definition
  return {
    heading: definition.heading?.(filter) ?? definition.title,
    isLedger: definition.isLedger ?? false,
    lead: definition.lead(filter),
    notes: definition.note ? [definition.note] : [],
    fileNotes: noteFileColumns(heads, definition.page?.offersJson ?? false),
    steps: definition.steps?.(filter) ?? [],
    fileName: definition.fileName(filter),
    empty: definition.empty(filter),
    heads,
    async totals() {
      const totals = await report.totals(filter, reader)
      return { count: totals.count, rows: totals.rows ?? totals.count, lines: definition.totals(totals) }
    },
    async page(page, perPage) {
      const rows = await report.rows(filter, { limit: perPage, offset: (page - 1) * perPage }, reader)
      return rows.map((row) => toSheetRow(definition, row))
    },
    summary: async () => definition.summary?.(filter, reader),
    readAll: (size) => readContents(definition, { filter, reader, size }),
  }
}

/** Reads the rows of a file. Calculates the totals from these rows, because the data may change meanwhile. */
function readContents<Filter, Row, Totals extends ReportCount>(
  definition: SheetDefinition<Filter, Row, Totals>,
  { filter, reader, size }: OpeningOptions<Filter> & { size: number | undefined },
): SheetContents {
  const { report } = definition
  let totals = report.emptyTotals
  let previousRow: Row | undefined
  async function* read() {
    for await (const rows of readPortions(report, filter, size, reader)) {
      for (const row of rows) {
        totals = report.addRow(totals, row, previousRow)
        previousRow = row
      }
      yield rows.map((row) => toSheetRow(definition, row))
    }
  }
  return { portions: read(), sums: () => definition.totals(totals) }
}

function toSheetRow<Filter, Row, Totals extends ReportCount>(
  { columns, rowKey, getGroup }: SheetDefinition<Filter, Row, Totals>,
  row: Row,
): SheetRow {
  const cells = columns.map(({ value, formatText, href }) => ({
    value: value(row),
    text: formatText?.(row) ?? null,
    href: href?.(row) ?? null,
  }))
  return { key: String(rowKey(row)), cells, group: getGroup?.(row) ?? null }
}

/** Returns the table for CSV and XLSX. */
export function toFileTable(
  { heads }: OpenSheet,
  { portions, sums }: SheetContents,
  summary?: SheetSummary | undefined,
): FileTable {
  const table = { heads, rows: readValues(portions), totals: sums }
  if (!summary) return table
  const rows = summary.rows.map(({ cells }) => cells.map(({ value }) => value))
  return { ...table, summary: { title: summary.title, heads: summary.heads, rows } }
}

async function* readValues(portions: SheetContents['portions']): AsyncGenerator<CellValue[]> {
  for await (const rows of portions) for (const { cells } of rows) yield cells.map(({ value }) => value)
}

function noteFileColumns(heads: readonly SheetHead[], offersJson: boolean): string[] {
  const labels = heads.flatMap(({ inFileOnly, label }) => (inFileOnly ? [label] : []))
  return labels.length > 0 ? [formatFileColumns(labels, { offersJson })] : []
}

/** Omits columns that only files contain and columns in the heading of the group. */
export function listVisibleColumns({ heads }: Pick<OpenSheet, 'heads'>) {
  const isShown = (_: unknown, index: number) => !heads[index]?.inHeading && !heads[index]?.inFileOnly
  return { heads: heads.filter(isShown), listVisibleCells: ({ cells }: SheetRow) => cells.filter(isShown) }
}
