import { sql } from 'kysely'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { highestPrice } from '#app/domain/catalogue/pricing.ts'
import { db } from '#app/models/platform/db.server.ts'
import { mysqlReservedWords } from '#tests/support/mysql-reserved-words.ts'

type Columns = Record<string, { isNullable: boolean }>

/** Returns table and column names with nullability, from the type declarations. */
function readDeclaredTables(): Record<string, Columns> {
  const path = 'app/models/platform/schema.ts'
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd())
  const program = ts.createProgram([path], options)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(path)
  const database = source?.statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === 'Database',
  )
  if (!source || !database) throw new Error('schema.ts declares no Database')
  const listMembers = (type: ts.Type) =>
    checker
      .getPropertiesOfType(type)
      .map((member): [string, ts.Type] => [member.name, checker.getTypeOfSymbolAtLocation(member, source)])
  const isNullable = (type: ts.Type) =>
    /\|\s*null\b/.test(checker.typeToString(type, source, ts.TypeFormatFlags.NoTruncation))
  const listColumns = (table: ts.Type): Columns =>
    Object.fromEntries(listMembers(table).map(([name, type]) => [name, { isNullable: isNullable(type) }]))
  return Object.fromEntries(
    listMembers(checker.getTypeAtLocation(database)).map(([table, type]) => [table, listColumns(type)]),
  )
}

async function readRealTables(): Promise<Record<string, Columns>> {
  const { rows } = await sql<{ t: string; c: string; n: string }>`
    select table_name as t, column_name as c, is_nullable as n from information_schema.columns
    where table_schema = database() and table_name not like 'kysely%'`.execute(db)
  const tables: Record<string, Columns> = {}
  for (const { t, c, n } of rows) tables[t] = { ...tables[t], [c]: { isNullable: n === 'YES' } }
  return tables
}

test('the table types match the migrations', async () => {
  expect(readDeclaredTables()).toEqual(await readRealTables())
})

test('every table has a primary key, InnoDB and a collation supported by both servers', async () => {
  const { rows } = await sql<{ t: string; e: string; c: string; k: number }>`
    select t.table_name as t, engine as e, table_collation as c, count(k.constraint_name) as k
    from information_schema.tables t
    left join information_schema.table_constraints k on k.table_schema = database()
      and k.table_name = t.table_name and k.constraint_type = 'PRIMARY KEY'
    where t.table_schema = database() and t.table_name not like 'kysely%'
    group by t.table_name, engine, table_collation`.execute(db)
  for (const row of rows) expect(row).toMatchObject({ e: 'InnoDB', c: 'utf8mb4_unicode_520_ci', k: 1 })
})

/** Prices and freight, which forms limit to less than R$ 1.000.000,00; all other amounts are sums. */
const priceColumns = [
  'boletos.interest_per_day',
  'price_change_lines.price_after',
  'price_change_lines.price_before',
  'price_change_lines.renewal_after',
  'price_change_lines.renewal_before',
  'price_quote_lines.price',
  'publications.price',
  'publications.price_signature',
  'shipping_rates.value',
]
const notMoney =
  /(_id|_at|_by|_on|_until|_percent|_is_touched)$|^(prepared_files\.total|settings\.value|saved_views|people)/

test('amount columns fit the largest order, and price columns the largest form value (D136)', async () => {
  const { rows } = await sql<{ name: string; type: string }>`
    select concat(table_name, '.', column_name) as name, column_type as type from information_schema.columns
    where table_schema = database()
      and column_name regexp 'value|price|total|fee|amount|freight|paid|renewal_|discount|interest'`.execute(
    db,
  )
  const moneyColumns = rows.filter(({ name }) => !notMoney.test(name))
  const intColumns = moneyColumns.filter(({ type }) => !/^bigint/.test(type))
  expect(moneyColumns.length).toBeGreaterThan(25)
  expect(intColumns.map(({ name }) => name).sort()).toEqual(priceColumns)
  for (const { type } of intColumns) expect(type).toMatch(/^int(\(10\))? unsigned$/)
  expect(highestPrice).toBeLessThan(2 ** 32)
})

test('no table, column or key has a reserved MySQL name', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = database()
    union select column_name from information_schema.columns where table_schema = database()
    union select index_name from information_schema.statistics where table_schema = database()
      and index_name <> 'PRIMARY'`.execute(db)
  expect(rows.length).toBeGreaterThan(300)
  expect(rows.map(({ name }) => name.toLowerCase()).filter((name) => mysqlReservedWords.has(name))).toEqual(
    [],
  )
})

test('the list of reserved names contains all reserved words of this MySQL', async () => {
  const serverVersion = await sql<{ version: string }>`select version() as version`.execute(db)
  if (/mariadb/i.test(serverVersion.rows[0]?.version ?? '')) return
  const { rows } = await sql<{ name: string }>`
    select lower(word) as name from information_schema.keywords where reserved = 1`.execute(db)
  expect(rows.map(({ name }) => name).filter((name) => !mysqlReservedWords.has(name))).toEqual([])
})
