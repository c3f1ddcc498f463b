import { parse } from 'csv-parse/sync'
import readXlsxFile, { type SheetData } from 'read-excel-file/node'
import { recordSecurityEvent } from '#app/models/accounts/security/security-event.server.ts'
import { createCsvImport } from '#app/models/backoffice/import/imports.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { loadSheets } from '#app/reports/sheets.server.ts'
import { writeHostileIdentifiers } from '#tests/factories/hostile-identifiers.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { makeStaffLists } from '#tests/factories/staff-lists.ts'
import { build, fetchPage } from '#tests/support/app-client.ts'
import { loginAs } from '#tests/support/request.ts'

/** A list or report in both formats. */
export type Table = { name: string; csv: Buffer; xlsx: Buffer }

/** Downloads all lists and reports of a shop with hostile identifiers. */
export async function downloadEveryTable(): Promise<Table[]> {
  const { bankFile, publication } = await makeStaffLists()
  await writeHostileIdentifiers()
  const adminId = await makeStaff()
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', adminId).execute()
  const staff = await loginAs({ userId: adminId })
  const importId = await makeImport(adminId)
  await recordSecurityEvent({ kind: 'login-failed', accountId: adminId, address: '198.51.100.9' })
  const lists = Object.values(build.routes).flatMap(({ id, path = '' }) => {
    const recordId = path.startsWith('bank_files') ? bankFile : importId
    // Each download adds a row to the security log.
    const query = path.startsWith('settings/security') ? '?kind=login-failed' : ''
    return id.endsWith('-csv') ? [`/admin/${path.replace(':id', String(recordId))}${query}`] : []
  })
  const period = 'start=2020-01-01&end=2026-02-28&by=paid_on&day=2026-02-20&prefix=PT'
  const sheets = await loadSheets()
  const reports = sheets.map(
    ({ slug }) => `/admin/report/${slug}/file/csv?${period}&publication=${publication}`,
  )
  const tables: Table[] = []
  for (const csvPath of [...lists, ...reports]) {
    const csv = await fetchPage(staff, csvPath)
    const xlsx = await fetchPage(staff, csvPath.replace(/csv(?=$|\?)/, 'xlsx'))
    if (csv.status !== 200 || xlsx.status !== 200)
      throw new Error(`${csvPath}: ${csv.status}, ${xlsx.status}`)
    const name = csvPath.replace(/\?.*/, '').replaceAll(/\W+/g, '-').slice(1)
    tables.push({ name, csv: csv.bytes, xlsx: xlsx.bytes })
  }
  return tables
}

async function makeImport(userId: number): Promise<number> {
  const id = await createCsvImport('publicacoes.csv', 'publications', userId)
  const record = {
    import_id: id,
    kind: 'publications',
    place: 'linha 12',
    body: '{}',
    state: 'ready',
    pass: 1,
  } as const
  await db
    .insertInto('import_records')
    .values({ ...record, legacy_id: null, key_text: '0012' })
    .execute()
  return id
}

export function readCsv(bytes: Buffer): string[][] {
  return parse(bytes, { bom: true, delimiter: ';' })
}

export async function readRows(xlsx: Buffer): Promise<SheetData> {
  const [sheet] = await readXlsxFile(xlsx, { trim: false })
  return sheet?.data ?? []
}
