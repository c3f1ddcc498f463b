type Cell = { text: string; href: string | null }
type Group = { key: string; label: string; note?: string; href?: string; rows?: number | undefined }
type Row = { key: string; cells: readonly Cell[]; group: Group | null }
type Head = {
  key: string
  label: string
  align: 'text' | 'code' | 'num'
  isHeader: boolean
  isTotalled: boolean
}

export type ReportResult = {
  /** true if the page shows the totals before the rows */
  isLedger: boolean
  /** short table before the rows; the last row is the sum */
  summary: { title: string; heads: readonly Head[]; rows: readonly Row[] } | null
  lead: string
  notes: readonly string[]
  /** other reports of this kind */
  steps: readonly { href: string; label: string }[]
  empty: string
  heads: readonly Head[]
  rows: readonly Row[]
  totals: readonly { label: string; value: string }[]
  count: number
  /** number of rows as text */
  countText: string
  /** why the report is too long for a PDF; null if a PDF is possible */
  paperRefusal: string | null
  page: number
  pages: number
}
