import { sql } from 'kysely'
import { OldNumber, type PlannedRow } from '#app/models/backoffice/import/planned-row.ts'
import { db } from '#app/models/platform/db.server.ts'

/** Number of rows per statement, each with up to a dozen values */
const ROWS_AT_ONCE = 500

/** A violated rule. `rule` is the name of a constraint, or 'table.column' for an invalid value. */
export type Fault = {
  kind: 'missing' | 'too-long' | 'out-of-range' | 'check' | 'repeated'
  rule: string
  columns: readonly string[]
  prefix: string
  /** old number of the record with the same key; null if it is an existing row */
  other?: number | null
}

type Column = { name: string; isRequired: boolean; maxLength: number | null; range: [number, number] | null }
type Key = { rule: string; columns: string[] }
type Check = Key & { clause: string }
type TableRules = { columns: Column[]; keys: Key[]; checks: Check[] }

/** Rules of columns and constraints, read from the database's schema. */
export type SchemaRules = ReadonlyMap<string, TableRules>

export async function readSchemaRules(): Promise<SchemaRules> {
  const columns = await readColumns()
  const keys = await readKeys()
  const checks = await readChecks()
  const rules = new Map<string, TableRules>()
  const getTableRules = (table: string) => {
    const tableRules = rules.get(table) ?? { columns: [], keys: [], checks: [] }
    rules.set(table, tableRules)
    return tableRules
  }
  for (const { table, ...column } of columns) getTableRules(table).columns.push(column)
  for (const { table, ...key } of keys) getTableRules(table).keys.push(key)
  for (const { table, ...check } of checks) getTableRules(table).checks.push(check)
  return rules
}

async function readColumns() {
  const { rows } = await sql<{ owner: string; name: string; nullable: string; length: string; type: string }>`
    select table_name as owner, column_name as name, is_nullable as nullable,
      character_maximum_length as length, column_type as type
    from information_schema.columns where table_schema = database()`.execute(db)
  return rows.map(({ owner, name, nullable, length, type }) => ({
    table: owner,
    name,
    isRequired: nullable === 'NO',
    maxLength: length === null ? null : Number(length),
    range: findRange(type),
  }))
}

const bitsByType: Readonly<Record<string, number>> = {
  tinyint: 8,
  smallint: 16,
  mediumint: 24,
  int: 32,
  // JavaScript's numbers are exact only up to 53 bits.
  bigint: 53,
}

/** A column type such as `int(10) unsigned`. */
const COLUMN_TYPE = /^(\w+)(?:\(\d+\))?( unsigned)?/

function findRange(type: string): [number, number] | null {
  const [, typeName = '', unsigned] = COLUMN_TYPE.exec(type) ?? []
  const bits = bitsByType[typeName]
  if (bits === undefined) return null
  return unsigned ? [0, 2 ** bits - 1] : [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1]
}

async function readKeys() {
  const { rows } = await sql<{ owner: string; name: string; columns: string }>`
    select table_name as owner, index_name as name,
      group_concat(column_name order by seq_in_index) as columns
    from information_schema.statistics where table_schema = database() and non_unique = 0
    group by table_name, index_name`.execute(db)
  return rows.map(({ owner, name, columns }) => ({
    table: owner,
    rule: name === 'PRIMARY' ? `${owner}.PRIMARY` : name,
    columns: columns.split(','),
  }))
}

const QUOTED_NAME = /`(\w+)`/g
const CHARSET_PREFIX = /_utf8mb4(?=')/g

async function readChecks() {
  const { rows } = await sql<{ owner: string; name: string; clause: string }>`
    select own.table_name as owner, own.constraint_name as name, checks.check_clause as clause
    from information_schema.table_constraints as own
    join information_schema.check_constraints as checks
      on checks.constraint_schema = own.constraint_schema and checks.constraint_name = own.constraint_name
    where own.table_schema = database() and own.constraint_type = 'CHECK'`.execute(db)
  return rows.map(({ owner, name, clause }) => {
    const columns = [...clause.matchAll(QUOTED_NAME)].map(([, column = '']) => column)
    // MySQL writes texts as _utf8mb4\'PAC\', but the tested values have another collation.
    const plainClause = clause.replaceAll("\\'", "'").replace(CHARSET_PREFIX, '')
    return { table: owner, rule: name, columns: [...new Set(columns)], clause: plainClause }
  })
}

/** Returns the faults of each record: the values that a column or a CHECK would reject. */
export async function findRowFaults(
  rules: SchemaRules,
  records: readonly (readonly PlannedRow[])[],
): Promise<Fault[][]> {
  const faults = records.map((rows) =>
    rows.flatMap((row) => (row.isExisting ? [] : listColumnFaults(rules, row))),
  )
  for (const [table, { checks }] of rules)
    for (const check of checks) {
      const checkedRows = records.flatMap((rows, index) =>
        rows.flatMap((row) => (row.table === table && !row.isExisting ? [{ index, row }] : [])),
      )
      for (let from = 0; from < checkedRows.length; from += ROWS_AT_ONCE) {
        const batch = checkedRows.slice(from, from + ROWS_AT_ONCE)
        for (const { index, row } of await listViolatingRows(check, batch))
          faults[index]?.push({ kind: 'check', ...pickKeyFacts(check), prefix: row.prefix ?? '' })
      }
    }
  return faults
}

function listColumnFaults(rules: SchemaRules, { table, values, prefix = '' }: PlannedRow): Fault[] {
  const columns = rules.get(table)?.columns ?? []
  return columns.flatMap((column) => {
    const value = values[column.name]
    const kind = value === undefined ? undefined : findFaultKind(column, value)
    return kind ? [{ kind, rule: `${table}.${column.name}`, columns: [column.name], prefix }] : []
  })
}

function findFaultKind({ isRequired, maxLength, range }: Column, value: unknown): Fault['kind'] | undefined {
  if (value === null) return isRequired ? 'missing' : undefined
  if (typeof value === 'string')
    return maxLength !== null && [...value].length > maxLength ? 'too-long' : undefined
  const number = value instanceof OldNumber ? value.number : value
  if (typeof number !== 'number' || !range) return undefined
  return number < range[0] || number > range[1] ? 'out-of-range' : undefined
}

type CheckedRow = { index: number; row: PlannedRow }

/** Returns the rows for which the condition is false. Accepts rows for which it is null, as the table does. */
async function listViolatingRows(
  { clause, columns }: Check,
  checkedRows: readonly CheckedRow[],
): Promise<CheckedRow[]> {
  if (checkedRows.length === 0) return []
  const rowQueries = checkedRows.map(({ row }, place) => {
    const values = columns.map((column) => sql`${toStoredValue(row.values[column])} as ${sql.ref(column)}`)
    return sql`select ${sql.lit(place)} as place, ${sql.join(values)}`
  })
  const { rows } = await sql<{ place: number }>`
    select place from (${sql.join(rowQueries, sql` union all `)}) as tried where not (${sql.raw(clause)})`.execute(
    db,
  )
  return rows.flatMap(({ place }) => checkedRows[Number(place)] ?? [])
}

function toStoredValue(value: unknown): unknown {
  if (value instanceof OldNumber) return value.number
  return typeof value === 'boolean' ? Number(value) : (value ?? null)
}

/** Collects the UNIQUE keys of imported records and existing rows, and finds repeated keys. */
export class KeyBook {
  readonly #rules: SchemaRules
  /** the old number of the record that has each key; null for an existing row */
  readonly #owners = new Map<string, number | null>()
  constructor(rules: SchemaRules) {
    this.#rules = rules
  }

  /** Reads the keys of these rows that exist in the database. Must run before `findRepeats`. */
  async readExisting(rows: readonly PlannedRow[]): Promise<void> {
    const wantedKeys = new Map<string, { table: string; key: Key; values: unknown[][] }>()
    for (const row of rows)
      for (const { key, values } of this.#listKeys(row)) {
        const hasOldNumber = values.some((value) => value instanceof OldNumber)
        if (row.isExisting || hasOldNumber) continue
        const wantedKey = wantedKeys.get(key.rule) ?? { table: row.table, key, values: [] }
        wantedKey.values.push(values)
        wantedKeys.set(key.rule, wantedKey)
      }
    for (const { table, key, values } of wantedKeys.values())
      for (const existingValues of await findExistingKeys(table, key, values))
        this.#owners.set(nameKey(key, existingValues), null)
  }

  /** Returns a fault for each key that the record repeats or that another record or an existing row has. */
  findRepeats(rows: readonly PlannedRow[]): Fault[] {
    const namesInRecord = new Set<string>()
    return rows.flatMap((row) =>
      this.#listKeys(row).flatMap(({ key, values }): Fault[] => {
        const name = nameKey(key, values)
        const isRepeated = namesInRecord.has(name) || this.#owners.has(name)
        namesInRecord.add(name)
        if (!isRepeated) return []
        const other = this.#owners.get(name) ?? null
        return [{ kind: 'repeated', ...pickKeyFacts(key), prefix: row.prefix ?? '', other }]
      }),
    )
  }

  claimKeys(rows: readonly PlannedRow[], legacyId: number | null): void {
    for (const row of rows)
      for (const { key, values } of this.#listKeys(row)) this.#owners.set(nameKey(key, values), legacyId)
  }

  #listKeys({ table, values }: PlannedRow) {
    return (this.#rules.get(table)?.keys ?? []).flatMap((key) => {
      const keyValues = key.columns.map((column) => values[column])
      const isIncomplete = keyValues.some((value) => value === undefined || value === null)
      return isIncomplete ? [] : [{ key, values: keyValues }]
    })
  }
}

function pickKeyFacts({ rule, columns }: Key): Key {
  return { rule, columns }
}

function nameKey({ rule }: Key, values: readonly unknown[]): string {
  const comparedValues = values.map((value) => (value instanceof OldNumber ? { old: value.number } : value))
  return JSON.stringify([rule, ...comparedValues])
}

async function findExistingKeys(
  table: string,
  { columns }: Key,
  values: readonly unknown[][],
): Promise<unknown[][]> {
  const refs = columns.map((column) => sql.ref(column))
  const tuples = values.map((tuple) => sql`(${sql.join(tuple.map(toStoredValue))})`)
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(refs)} from ${sql.table(table)} where (${sql.join(refs)}) in (${sql.join(tuples)})`.execute(
    db,
  )
  return rows.map((row) => columns.map((column) => row[column]))
}
