import type { ReactNode } from 'react'
import { Letterhead } from '#app/documents/letterhead.tsx'
import { landscape, landscapePart, landscapeSheet, paperStyles } from '#app/documents/paper-styles.ts'
import { renderDocument } from '#app/documents/render-document.server.tsx'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'

type Head = { key: string; label: string; align: 'text' | 'code' | 'num' }
/** A row. Consecutive rows with the same `group` share a heading. */
export type PrintedRow = {
  key: string
  cells: readonly string[]
  group: { key: string; label: string; note?: string } | null
}

export type PrintedSummary = { title: string; heads: readonly Head[]; rows: readonly PrintedRow[] }

export type PrintedReport = {
  seller: CompanyContact
  title: string
  lead: string
  summary?: PrintedSummary | undefined // printed before the rows
  notes: readonly string[]
  asOf: string // time of the numbers, as text
  heads: readonly Head[]
  totals: readonly { label: string; value: string }[]
  empty: string
}

export type ReportPart = {
  rows: readonly PrintedRow[]
  previousRow: PrintedRow | undefined // the last row before this part; undefined in the first part
  isLast: boolean
  widths: readonly number[] // widths of columns in per cent, the same in all parts
}

export function renderReport(report: PrintedReport, rows: readonly PrintedRow[]): string {
  return renderDocument({
    title: report.title,
    css: `${paperStyles}${landscape}${styles}${makeFoot(report)}`,
    companyLook: report.seller.companyLook,
    children: (
      <>
        <ReportHeading {...report} />
        {rows.length === 0 ? <p>{report.empty}</p> : <Rows heads={report.heads} rows={rows} />}
        <Totals {...report} />
      </>
    ),
  })
}

/**
 * Returns one part of a long report, without page numbers. `renderPageNumbers` prints those on their own
 * sheets.
 */
export function renderReportPart(report: PrintedReport, { rows, previousRow, isLast, widths }: ReportPart) {
  return renderDocument({
    title: report.title,
    css: `${paperStyles}${landscapePart}${styles}${makeFoot(report)}`,
    companyLook: report.seller.companyLook,
    children: (
      <>
        {previousRow ? null : <ReportHeading {...report} />}
        <Rows heads={report.heads} rows={rows} previousRow={previousRow} widths={widths} />
        {isLast ? <Totals {...report} /> : <p className="quiet more">Continua na próxima página.</p>}
      </>
    ),
  })
}

/** Returns sheets that contain only their number, to be overlaid on a report in parts. */
export function renderPageNumbers(sheets: number): string {
  return renderDocument({
    title: '',
    css: `${paperStyles}${landscapeSheet}${styles}`,
    children: Array.from({ length: sheets }, (_, index) => index + 1).map((number) => (
      <section key={number}>
        <p>{`${number} / ${sheets}`}</p>
      </section>
    )),
  })
}

function ReportHeading({ seller, title, lead, notes, asOf, summary }: PrintedReport) {
  return (
    <>
      <Letterhead seller={seller} />
      <h1>{title}</h1>
      <p>{lead}</p>
      <p className="quiet">{[asOf, ...notes].join(' ')}</p>
      {summary ? (
        <>
          <h2>{summary.title}</h2>
          <Rows heads={summary.heads} rows={summary.rows} />
          <h2>Lançamentos</h2>
        </>
      ) : null}
    </>
  )
}

type RowsProps = {
  heads: readonly Head[]
  rows: readonly PrintedRow[]
  previousRow?: PrintedRow | undefined
  widths?: readonly number[]
}
function Rows({ heads, rows, previousRow, widths }: RowsProps) {
  const classNames = [...(widths ? ['even'] : []), ...(previousRow ? ['next'] : [])]
  return (
    <table className={classNames.join(' ') || undefined}>
      {widths ? (
        <colgroup>
          {heads.map(({ key }, index) => (
            <col key={key} style={{ width: `${widths[index]}%` }} />
          ))}
        </colgroup>
      ) : null}
      <thead>
        <tr>
          {heads.map(({ key, label, align }) => (
            <th key={key} scope="col" className={align}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.flatMap((row, index) =>
          renderLines(row, {
            heads,
            previousRow: rows[index - 1] ?? previousRow,
            isFirstInPart: index === 0,
          }),
        )}
      </tbody>
    </table>
  )
}

type RowPosition = {
  heads: readonly Head[]
  previousRow: PrintedRow | undefined
  isFirstInPart: boolean
}

/** Returns the lines of a row, with a heading for a new group and at the start of a part. */
function renderLines(row: PrintedRow, { heads, previousRow, isFirstInPart }: RowPosition): ReactNode[] {
  const { key, cells, group } = row
  const continuesGroup = group !== null && previousRow?.group?.key === group.key
  const line = (
    <tr key={key}>
      {cells.map((text, index) => (
        <td key={heads[index]?.key} className={heads[index]?.align}>
          {text}
        </td>
      ))}
    </tr>
  )
  if (group === null || (continuesGroup && !isFirstInPart)) return [line]
  return [
    <tr key={`${key}^`} className="group">
      <th colSpan={heads.length} scope="rowgroup">
        {continuesGroup ? `${group.label} (continuação)` : group.label}
        {group.note ? <span className="quiet">{` · ${group.note}`}</span> : null}
      </th>
    </tr>,
    line,
  ]
}

function Totals({ totals }: PrintedReport) {
  return (
    <dl className="facts">
      {totals.map(({ label, value }) => [<dt key={label}>{label}</dt>, <dd key={`${label}=`}>{value}</dd>])}
    </dl>
  )
}

/**
 * Returns the style of each sheet's foot. With the title there, PDF readers do not take columns for vertical
 * text.
 */
function makeFoot({ seller, title, lead, asOf }: PrintedReport): string {
  const text = [seller.name, title, lead, asOf].map((part) => part.replace(/\.$/, '')).join(' · ')
  return `@page { @bottom-left {
    content: "${escapeForCss(text)}"; font: 400 2.7mm 'IBM Plex Sans', Arial, sans-serif; color: #4a5d65
  } }`
}

/** Escapes all characters that could end the string in a style sheet. */
function escapeForCss(text: string): string {
  return text.replace(/[^A-Za-z0-9 ]/gu, (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `)
}

const styles = `
.num { white-space: nowrap }
.even { table-layout: fixed }
.even .code { white-space: normal }
.even td, .even th { overflow-wrap: anywhere }
.next { margin-top: 0 }
.group { break-after: avoid }
.group th { font-weight: 600; padding-top: 3mm; color: #0a4d5f }
.more { break-before: avoid; margin-top: 2mm }
dl.facts { break-inside: avoid }
dl.facts dd { font-weight: 600 }
`

const CHARACTER_WIDTH_MM = 2
const COLUMN_GAP_MM = 3
const SHEET_WIDTH_MM = 265
const meanLengthFactor = 1.3 // leaves room for texts above the mean length
const minTextLength = 8
const maxTextLength = 80

/**
 * Returns the widths of columns in per cent. Numbers, dates and codes fit their longest value; texts share
 * the rest in proportion to their mean length.
 */
export function calculateColumnWidths(heads: readonly Head[], rows: readonly PrintedRow[]): number[] {
  const wantedWidths = heads.map(({ label, align }, index) => {
    const lengths = rows.map(({ cells }) => cells[index]?.length ?? 0)
    const meanLength = sumNumbers(lengths) / Math.max(1, rows.length)
    if (align === 'text') return clampLength(meanLength * meanLengthFactor)
    const longestLength = Math.min(maxTextLength, Math.max(label.length, ...lengths))
    return longestLength * CHARACTER_WIDTH_MM + COLUMN_GAP_MM
  })
  const isText = (index: number) => heads[index]?.align === 'text'
  const textWidth = sumNumbers(wantedWidths.filter((_, index) => isText(index)))
  const numberWidth = sumNumbers(wantedWidths) - textWidth
  // Texts get at least a quarter of the sheet. The last step then scales all widths to 100 per cent.
  const remainingWidth = Math.max(SHEET_WIDTH_MM / 4, SHEET_WIDTH_MM - numberWidth)
  const widths = wantedWidths.map((width, index) =>
    isText(index) ? (remainingWidth * width) / textWidth : width,
  )
  return widths.map((width) => Number(((width / sumNumbers(widths)) * 100).toFixed(2)))
}

function clampLength(length: number): number {
  return Math.min(Math.max(length, minTextLength), maxTextLength)
}

function sumNumbers(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
