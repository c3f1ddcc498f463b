import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadMigrations } from '#db/migrate.ts'
import { calculateMigrationChecksum } from '#db/migration-checksums.ts'

const folder = join(import.meta.dirname, '..', 'db', 'migrations')

/**
 * The last migration of each release, with a SHA-256 over the checksums of all up to it. Shops have run these
 * migrations, so they are never changed; a changed table needs a new migration.
 */
const hashByReleasedMigration: Readonly<Record<string, string>> = {
  '1103-link-renewal-lines': '4f214e9a12f8d2b656e2aec530dfd4ab515eb574c08678b75e1ae4de80f85b6e',
}

/**
 * Migrations that drop a part of the schema, each with the last release that used the part. When they are
 * applied, no process of that release runs any more (docs/decisions/0043).
 */
const contractions: Readonly<Record<string, string>> = {}

/** Changes that break a process of the previous build. */
const breakingChanges: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+table\b/, 'drops a table'],
  [/\balter\s+table\b[^;]*\bdrop\s+(?!(?:key|index|foreign key|constraint)\b)/, 'drops a column'],
  [/\brename\b|\bchange\s+(?:column\s+)?\w+\s+\w+/, 'renames'],
  [/\bmodify\s+(?:column\s+)?/, 'changes a column, perhaps to what the previous build cannot write'],
  [
    /\badd\s+(?:column\s+)?(?!key\b|index\b|unique\b|constraint\b|foreign\b|fulltext\b|primary\b)\w+\s+(?:(?!,\s*add\b)[^;])*?\bnot null\b(?!(?:(?!,\s*add\b)[^;])*\b(?:default|generated|auto_increment)\b)/,
    'adds a column that must be written',
  ],
  [/\badd\s+(?:constraint\s+\w+\s+)?check\b/, 'adds a condition on what the previous build writes'],
]

function listFaults(statement: string): string[] {
  return breakingChanges.flatMap(([pattern, reason]) => (pattern.test(statement) ? [reason] : []))
}

/** Returns only the text of `up`, in lower case and with single spaces. */
function extractUp(source: string): string {
  const [, up = ''] = /export async function up([\s\S]*?)(?:export async function down|$)/.exec(source) ?? []
  return up.toLowerCase().replaceAll(/\s+/g, ' ')
}

test.each([
  ['alter table orders add column note varchar(20) null', []],
  ["alter table orders add column note varchar(20) not null default ''", []],
  ['alter table orders add note varchar(20) null, add key orders_by_note (note)', []],
  ['alter table orders drop key orders_by_note', []],
  ['create table notes (id int not null, text varchar(20) not null, primary key (id))', []],
  ['alter table orders add column note varchar(20) not null', ['adds a column that must be written']],
  [
    "alter table orders add column a int not null, add column b int not null default '0'",
    ['adds a column that must be written'],
  ],
  ['alter table orders drop column note', ['drops a column']],
  ['drop table notes', ['drops a table']],
  ['alter table orders rename column note to remark', ['renames']],
  ['alter table orders change column note remark varchar(20) null', ['renames']],
  [
    'alter table orders modify column note varchar(10) not null',
    ['changes a column, perhaps to what the previous build cannot write'],
  ],
])('the migration %s has the faults %j', (statement, faults) => {
  expect(listFaults(statement)).toEqual(faults)
})

/** Returns the definition of the column in the migration that created or added it. */
function findColumnType(table: string, column: string): string | undefined {
  return readdirSync(folder)
    .map((name) => extractUp(readFileSync(join(folder, name), 'utf8')))
    .filter(
      (up) =>
        up.includes(`create table if not exists ${table} (`) || up.includes(`alter table ${table} add `),
    )
    .map((up) => up.match(new RegExp(`(?:[(,]|add column) ${column} ([^,]+?),`))?.[1])
    .find((type) => type !== undefined)
}

/** Removes changes that only widen a 32-bit column, which all builds tolerate. */
function removeWidenings(up: string): string {
  const [, table = ''] = /alter table (\w+)/.exec(up) ?? []
  return up.replaceAll(
    /modify column (\w+) bigint unsigned ((?:not null|null)(?: default \w+)?)/g,
    (clause, column, options) => (findColumnType(table, column) === `int unsigned ${options}` ? '' : clause),
  )
}

test.each([
  ['publications', 'price', 'not null', true],
  ['publications', 'price', 'null', false],
  ['boletos', 'interest_per_day', 'null', true],
  ['boletos', 'interest_per_day', 'not null', false],
  ['order_files', 'invoice_id', 'null', true],
  ['boletos', 'bank', 'not null', false],
])('column %s.%s is widened to bigint unsigned %s: %s', (table, column, options, isWidening) => {
  const otherClauses = removeWidenings(
    `alter table ${table} modify column ${column} bigint unsigned ${options}`,
  )
  expect(!otherClauses.includes('modify')).toBe(isWidening)
})

/** Older ones create the tables. */
const laterMigrations = readdirSync(folder).filter((name) => name > '1103-link-renewal-lines.ts')

test('the previous build can run while the migrations of this build are applied', () => {
  const faults = laterMigrations
    .filter((name) => !(name in contractions))
    .flatMap((name) =>
      listFaults(removeWidenings(extractUp(readFileSync(join(folder, name), 'utf8')))).map(
        (fault) => `${name} ${fault}`,
      ),
    )
  expect(faults).toEqual([])
})

test('a migration changes the schema in at most one statement, so that it can run again after an interruption', () => {
  const names = readdirSync(folder)
  expect(names.length).toBeGreaterThan(100)
  const faults = names.filter((name) => {
    const up = extractUp(readFileSync(join(folder, name), 'utf8'))
    return (up.match(/`(?:alter|create|drop) /g) ?? []).length > 1
  })
  expect(faults).toEqual([])
})

test.each(Object.entries(hashByReleasedMigration))(
  'the migrations up to %s are unchanged since their release',
  async (lastName, expectedHash) => {
    const migrations = await loadMigrations()
    const hash = createHash('sha256')
    for (const [name, migration] of Object.entries(migrations))
      if (name <= lastName) hash.update(`${name} ${await calculateMigrationChecksum(migration)}\n`)
    expect(lastName in migrations).toBe(true)
    expect(hash.digest('hex')).toBe(expectedHash)
  },
)
