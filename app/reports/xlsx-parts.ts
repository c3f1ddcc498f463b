import { isCivilDate } from '#app/domain/platform/calendar.ts'
import { toSaoPauloClock } from '#app/text/platform/format.ts'
import type { CellKind, CellValue } from '#app/text/reports/cells.ts'
import type { FileHead } from './file-table.ts'

/** The limit of Excel. Further rows are written to another sheet. */
export const maxRowsInSheet = 1_048_576

/** A sheet. `rows` counts the row of headings, too; it is final when the sheet is complete. */
export type SheetFrame = { name: string; heads: readonly FileHead[]; rows: number }

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'

/** Positions of the styles in `cellXfs`. */
const styles = { plain: 0, head: 1, text: 2, date: 3, instant: 4, money: 5, weight: 6 } as const

const styleByKind: Partial<Record<CellKind, number>> = {
  number: styles.plain,
  count: styles.plain,
  date: styles.date,
  instant: styles.instant,
  money: styles.money,
  weight: styles.weight,
}

/** Widths of columns in characters. */
const widthByKind: Partial<Record<CellKind, number>> = {
  text: 32,
  key: 48,
  applicability: 24,
  complement: 24,
  document: 20,
  phone: 17,
  date: 12,
  instant: 17,
  money: 16,
  number: 12,
  count: 12,
  weight: 12,
}
const DEFAULT_WIDTH = 14

const cellFormats = [
  '<xf/>',
  '<xf fontId="1" applyFont="1"/>',
  '<xf numFmtId="49" applyNumberFormat="1"/>',
  '<xf numFmtId="164" applyNumberFormat="1"/>',
  '<xf numFmtId="165" applyNumberFormat="1"/>',
  '<xf numFmtId="166" applyNumberFormat="1"/>',
  '<xf numFmtId="167" applyNumberFormat="1"/>',
]

export const stylesXml = `${xmlDeclaration}<styleSheet xmlns="${mainNamespace}"><numFmts count="4"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy hh:mm"/><numFmt numFmtId="166" formatCode="&quot;R$&quot;\\ #,##0.00"/><numFmt numFmtId="167" formatCode="#,##0.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** Returns the start of a sheet, up to the row of headings, which remains visible while scrolling. */
export function writeSheetStart({ heads }: SheetFrame): string {
  const columns = heads.map(
    ({ kind }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widthByKind[kind] ?? DEFAULT_WIDTH}" customWidth="1"/>`,
  )
  const head = heads.map(({ label }, index) =>
    writeTextCell(`${formatColumnName(index)}1`, styles.head, label),
  )
  return `${xmlDeclaration}<worksheet xmlns="${mainNamespace}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData><row r="1">${head.join('')}</row>`
}

/** Returns the end of a sheet: a filter, A4 landscape at page width, and no warnings about numbers as text. */
export function writeSheetEnd(sheet: SheetFrame): string {
  const range = formatRange(sheet)
  return `</sheetData><autoFilter ref="${range}"/><pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/><headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P/&amp;N</oddFooter></headerFooter><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

export function writeRowXml(row: number, heads: readonly FileHead[], values: readonly CellValue[]): string {
  const cells = values.map((value, index) =>
    writeCell(`${formatColumnName(index)}${row}`, heads[index]?.kind ?? 'text', value),
  )
  return `<row r="${row}">${cells.join('')}</row>`
}

function writeCell(sheetReference: string, kind: CellKind, value: CellValue): string {
  const content = toContent(kind, value)
  if (content === null) return ''
  if (typeof content === 'number')
    return `<c r="${sheetReference}" s="${styleByKind[kind] ?? styles.plain}"><v>${content}</v></c>`
  return writeTextCell(sheetReference, kind === 'text' ? styles.plain : styles.text, content)
}

function writeTextCell(sheetReference: string, style: number, text: string): string {
  return `<c r="${sheetReference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`
}

/** Returns the cell's content: days since 1899-12-30 for a date, reais for centavos, kilograms for grams. */
function toContent(kind: CellKind, value: CellValue): string | number | null {
  if (value === null || value === '') return null
  if (value instanceof Date) return toSerialDay(toSaoPauloClock(value))
  if (kind === 'date' && isCivilDate(String(value))) return toSerialDay(Date.parse(`${value}T00:00:00Z`))
  if (kind === 'money') return Number(value) / 100
  if (kind === 'weight') return Number(value) / 1000
  if (kind === 'number' || kind === 'count') return value
  return String(value)
}

const DAY_MS = 86_400_000
const FIRST_DAY_MS = Date.UTC(1899, 11, 30)

function toSerialDay(milliseconds: number): number {
  return (milliseconds - FIRST_DAY_MS) / DAY_MS
}

export function writeWorkbook(sheets: readonly SheetFrame[]): string {
  const entries = sheets.map(
    ({ name }, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const names = sheets.map((sheet, index) => writeDefinedNames(sheet, index))
  return `${xmlDeclaration}<workbook xmlns="${mainNamespace}" xmlns:r="${officeNamespace}"><sheets>${entries.join('')}</sheets><definedNames>${names.join('')}</definedNames></workbook>`
}

/** Repeats the headings on each printed page. Excel requires the filter's range here, too. */
function writeDefinedNames(sheet: SheetFrame, index: number): string {
  const sheetReference = `'${escapeXml(sheet.name)}'!`
  // Makes the range absolute: '$A$1:$C$9' for 'A1:C9'.
  const range = formatRange(sheet).replace(/[A-Z]+|\d+/g, '$$$&')
  return `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${sheetReference}${range}</definedName><definedName name="_xlnm.Print_Titles" localSheetId="${index}">${sheetReference}$1:$1</definedName>`
}

export function writeWorkbookRelations(count: number): string {
  const sheets = Array.from(
    { length: count },
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${officeNamespace}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  return `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships">${sheets.join('')}<Relationship Id="rId${count + 1}" Type="${officeNamespace}/styles" Target="styles.xml"/></Relationships>`
}

export const relationsXml = `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${officeNamespace}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${packageNamespace}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`

export function writeCoreProperties(title: string): string {
  return `${xmlDeclaration}<cp:coreProperties xmlns:cp="${packageNamespace}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title><dc:language>pt-BR</dc:language></cp:coreProperties>`
}

export function writeContentTypes(count: number): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const sheets = Array.from(
    { length: count },
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${type}.worksheet+xml"/>`,
  )
  return `${xmlDeclaration}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>${sheets.join('')}</Types>`
}

function formatRange({ heads, rows }: SheetFrame): string {
  return `A1:${formatColumnName(heads.length - 1)}${rows}`
}

/** Returns 'A' for 0 and 'AA' for 26. */
function formatColumnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : `${formatColumnName(Math.floor(index / 26) - 1)}${letter}`
}

/** Escapes text. Writes characters that XML forbids, and lone surrogates, as Excel does: '_x0007_'. */
function escapeXml(text: string): string {
  return text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(
      forbiddenCharacters,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const forbiddenCharacters = /[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
