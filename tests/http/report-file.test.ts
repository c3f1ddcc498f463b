import { strFromU8, unzipSync } from 'fflate'
import readXlsxFile, { readSheet } from 'read-excel-file/node'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Report } from '#app/models/reports/report.ts'
import type { Sheet } from '#app/reports/sheet.server.ts'
import type { Edge } from '#tests/server/test-server.ts'

type Sale = { id: number; day: string; client: string; code: string | null; grams: number; total: number }
type SaleFields = Omit<Sale, 'id'>

const usualSale: SaleFields = {
  day: '2026-02-28',
  client: 'São João',
  code: '00123',
  grams: 1250,
  total: 1_234_56,
}
const trickySales: SaleFields[] = [
  usualSale,
  { ...usualSale, client: '=1+1', total: -5_10 },
  { ...usualSale, client: '\tcmd', code: null, total: 0 },
  { ...usualSale, client: '＝1+1', day: '2026-03-01' },
  { ...usualSale, client: '\u200b@soma; "aspas"\nduas linhas' },
]

let modules: {
  reportFile: typeof import('#app/routes/admin/reports/report.server.ts').streamReportFile
  db: { destroy(): unknown }
}
let makeSheet: (sales: Report<object, Sale, { count: number; total: number }>) => Sheet
let edge: Edge | undefined

/** These tests need no database. A statement would fail, because no server runs at this address. */
beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', 'mysql://nobody@127.0.0.1:1/none')
  const [{ streamReportFile: reportFile }, { db }, { defineSheet }] = await Promise.all([
    import('#app/routes/admin/reports/report.server.ts'),
    import('#app/models/platform/db.server.ts'),
    import('#app/reports/sheet.server.ts'),
  ])
  modules = { reportFile, db }
  makeSheet = (report) =>
    defineSheet<object, Sale, { count: number; total: number }>({
      slug: 'sales',
      title: 'Vendas: tudo [sempre]',
      report,
      parseFilter: () => ({ fields: [], filter: {} }),
      lead: () => '',
      fileName: () => 'vendas',
      empty: () => '',
      rowKey: ({ id }) => id,
      columns: [
        { key: 'day', label: 'Data', kind: 'date', value: ({ day }) => day },
        { key: 'shipped', label: 'Envio', kind: 'date', value: ({ day }) => day },
        { key: 'client', label: 'Cliente', value: ({ client }) => client },
        { key: 'code', label: 'NF', kind: 'code', value: ({ code }) => code },
        { key: 'grams', label: 'Peso', kind: 'weight', value: ({ grams }) => grams },
        { key: 'total', label: 'Valor', kind: 'money', value: ({ total }) => total },
      ],
      totals: ({ count, total }) => [
        { label: 'Número de vendas', kind: 'count', value: count },
        { label: 'Total', kind: 'money', value: total },
      ],
    })
  return async () => {
    await db.destroy()
    vi.unstubAllEnvs()
  }
})

afterEach(async () => {
  await edge?.close()
  edge = undefined
})

/** Returns a report of `count` sales. Calls `onRead` with the number of rows read so far. */
function makeReport(
  count: number,
  getSale: (index: number) => SaleFields,
  onRead: (lastRowRead: number) => unknown = () => {},
) {
  const report: Report<object, Sale, { count: number; total: number }> = {
    totals: async () => ({
      count,
      total: Array.from({ length: count }, (_, index) => getSale(index).total).reduce((a, b) => a + b, 0),
    }),
    emptyTotals: { count: 0, total: 0 },
    addRow: ({ count, total }, row) => ({ count: count + 1, total: total + row.total }),
    async rows(_filter, { limit, ...place }) {
      const from = 'after' in place ? (place.after?.id ?? 0) : 0
      const length = Math.min(limit, count - from)
      await onRead(from + length)
      return Array.from({ length }, (_, index) => ({ id: from + index + 1, ...getSale(from + index) }))
    },
  }
  return report
}

async function fetchFile(sheet: Sheet, format: 'csv' | 'xlsx') {
  const loaderArguments = { request: new Request('http://shop.test/'), params: {}, context: {} }
  const answer = await modules.reportFile(loaderArguments, sheet, format)
  if (!answer) throw new Error('no file')
  return answer
}

const getTrickySale = (index: number): SaleFields => trickySales[index % trickySales.length] ?? usualSale

test('CSV: writes numbers with commas, and neither formulas nor totals', async () => {
  const answer = await fetchFile(makeSheet(makeReport(trickySales.length, getTrickySale)), 'csv')
  expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="vendas.csv"')
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
  expect(text).toBe(
    [
      '\ufeffData;Envio;Cliente;NF;Peso (kg);Valor',
      '28/02/2026;28/02/2026;São João;nº 00123;1,25;1234,56',
      "28/02/2026;28/02/2026;'=1+1;nº 00123;1,25;-5,10",
      "28/02/2026;28/02/2026;'\tcmd;;1,25;0,00",
      "01/03/2026;01/03/2026;'＝1+1;nº 00123;1,25;1234,56",
      `28/02/2026;28/02/2026;"'\u200b@soma; ""aspas""\nduas linhas";nº 00123;1,25;1234,56`,
      '',
    ].join('\r\n'),
  )
})

test('Excel: writes dates, numbers and codes with zeros, no formulas, and totals on another sheet', async () => {
  const answer = await fetchFile(makeSheet(makeReport(trickySales.length, getTrickySale)), 'xlsx')
  const file = Buffer.from(await answer.arrayBuffer())
  const rows = await readSheet(file, { trim: false })
  const [february28, march1] = [new Date('2026-02-28T00:00:00Z'), new Date('2026-03-01T00:00:00Z')]
  expect(rows).toEqual([
    ['Data', 'Envio', 'Cliente', 'NF', 'Peso (kg)', 'Valor'],
    [february28, february28, 'São João', '00123', 1.25, 1234.56],
    [february28, february28, '=1+1', '00123', 1.25, -5.1],
    [february28, february28, '\tcmd', null, 1.25, 0],
    [march1, march1, '＝1+1', '00123', 1.25, 1234.56],
    [february28, february28, '\u200b@soma; "aspas"\nduas linhas', '00123', 1.25, 1234.56],
  ])
  expect(await readSheet(file, 'Totais')).toEqual([
    ['Total', 'Valor'],
    ['Número de vendas', 5],
    ['Total', 3698.58],
  ])
})

test('computes totals from the file’s own rows', async () => {
  const otherTotals = { count: 4, total: 9_999_99 }
  const report = { ...makeReport(3, () => usualSale), totals: async () => otherTotals }
  const file = Buffer.from(await (await fetchFile(makeSheet(report), 'xlsx')).arrayBuffer())
  expect(await readSheet(file, 'Totais')).toEqual([
    ['Total', 'Valor'],
    ['Número de vendas', 3],
    ['Total', 3703.68],
  ])
})

test('writes only headings for an empty report', async () => {
  const emptySheet = makeSheet(makeReport(0, () => usualSale))
  const csv = await (await fetchFile(emptySheet, 'csv')).text()
  expect(csv.trim()).toBe('Data;Envio;Cliente;NF;Peso (kg);Valor')
  const sheets = await readXlsxFile(Buffer.from(await (await fetchFile(emptySheet, 'xlsx')).arrayBuffer()))
  expect(sheets.map(({ sheet, data }) => [sheet, data])).toEqual([
    ['Vendas  tudo  sempre ', [['Data', 'Envio', 'Cliente', 'NF', 'Peso (kg)', 'Valor']]],
  ])
})

test('Excel: headings are bold, have filters and repeat on every landscape page', async () => {
  const answer = await fetchFile(makeSheet(makeReport(2, () => usualSale)), 'xlsx')
  const parts = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const readPart = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  const sheet = readPart('xl/worksheets/sheet1.xml')
  expect(sheet).toContain('<autoFilter ref="A1:F3"/>')
  expect(sheet).toContain('orientation="landscape" fitToWidth="1" fitToHeight="0"')
  expect(sheet).toContain('<c r="A1" s="1" t="inlineStr">')
  expect(readPart('xl/styles.xml')).toContain('<font><b/>')
  expect(readPart('xl/workbook.xml')).toContain("'Vendas  tudo  sempre '!$1:$1</definedName>")
  expect(readPart('docProps/core.xml')).toContain('<dc:title>Vendas: tudo [sempre]</dc:title>')
})

test.each(['csv', 'xlsx'] as const)('streams 20 000 rows as %s at the reader’s speed', async (format) => {
  let lastRowRead = 0
  const sheet = makeSheet(
    makeReport(
      20_000,
      (index) => ({ ...usualSale, total: index, client: `Cliente ${index} ${'ação '.repeat(40)}` }),
      (rowCount) => {
        lastRowRead = rowCount
      },
    ),
  )
  const reader = (await fetchFile(sheet, format)).body?.getReader()
  const chunks: Uint8Array[] = []
  let furthestAhead = 0
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done || !value) break
    chunks.push(value)
    // A paused reader stops the reading of rows.
    if (chunks.length === 3) {
      await new Promise((resolve) => setImmediate(resolve))
      furthestAhead = lastRowRead
    }
  }
  expect(furthestAhead).toBeGreaterThan(0)
  expect(furthestAhead).toBeLessThan(5_000)
  const file = Buffer.concat(chunks)
  const rows = format === 'csv' ? file.toString().split('\r\n').slice(0, -1) : await readSheet(file)
  const filledRows = rows.filter((row) => typeof row === 'string' || row.some((cell) => cell !== null))
  expect(filledRows.length).toBe(1 + 20_000)
  expect(String(filledRows[20_000])).toContain('Cliente 19999 ')
})

test.each(['csv', 'xlsx'] as const)(
  'ends the connection of a %s when the database fails midway',
  async (format) => {
    const { listPublications } = await import('#app/models/catalogue/publication.server.ts')
    const sheet = makeSheet(
      makeReport(
        2_000,
        () => usualSale,
        async (upTo) => upTo > 500 && (await listPublications({ search: '', page: 1 })),
      ),
    )
    // The edge also reads the environment, so it is imported after the change.
    const { startEdge, makeMinimalBuild } = await import('#tests/server/test-server.ts')
    const { build } = makeMinimalBuild()
    const route = { id: 'routes/file', parentId: 'root', path: 'file' }
    build.routes[route.id] = {
      ...route,
      module: { default: undefined, loader: () => fetchFile(sheet, format) },
    }
    edge = await startEdge({ build })
    const wholeFile = fetch(`${edge.origin}/file`).then((answer) => answer.arrayBuffer())
    await expect(wholeFile).rejects.toThrow()
  },
)
