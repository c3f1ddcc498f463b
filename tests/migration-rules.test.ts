import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..', 'db', 'migrations')

/** Those before it came at a time when nothing was installed. */
const FIRST = '0119'

/**
 * Contractions: each with the release whose code was the last to use what goes (docs/decisions/0043). A release is
 * followed by the next one only once no process of it runs, so what it alone used may go then.
 */
const contractions: Readonly<Record<string, string>> = {
  '0251-drop-sales-differences.ts': 'before 0.1.0',
  '0252-drop-sales-by-product.ts': 'before 0.1.0',
  '0253-drop-sales-by-client.ts': 'before 0.1.0',
}

/** Changes that a process of the previous build does not survive. */
const breaking: readonly (readonly [RegExp, string])[] = [
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

function faultsOf(statement: string): string[] {
  return breaking.flatMap(([pattern, words]) => (pattern.test(statement) ? [words] : []))
}

/** The text of `up` alone, in small letters and with single spaces. */
function upOf(source: string): string {
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
])('%s: %j', (statement, faults) => {
  expect(faultsOf(statement)).toEqual(faults)
})

/** Definition of the column in the migration that created its table or added it. */
function madeAs(table: string, column: string): string | undefined {
  return readdirSync(folder)
    .map((name) => upOf(readFileSync(join(folder, name), 'utf8')))
    .filter((up) => up.includes(`create table ${table} (`) || up.includes(`alter table ${table} add `))
    .map((up) => up.match(new RegExp(`(?:[(,]|add column) ${column} ([^,]+?),`))?.[1])
    .find((type) => type !== undefined)
}

/** The same statement without what only lets a column of 32 bits hold larger numbers, which no build minds. */
function withoutWidening(up: string): string {
  const [, table = ''] = /alter table (\w+)/.exec(up) ?? []
  return up.replaceAll(
    /modify column (\w+) bigint unsigned ((?:not null|null)(?: default \w+)?)/g,
    (clause, column, rest) => (madeAs(table, column) === `int unsigned ${rest}` ? '' : clause),
  )
}

test('a column may be widened, and nothing else about it changed', () => {
  expect(withoutWidening('alter table boletos modify column value bigint unsigned not null')).not.toContain(
    'modify',
  )
  expect(withoutWidening('alter table boletos modify column value bigint unsigned null')).toContain('modify')
  expect(withoutWidening('alter table payments modify column fee bigint unsigned null')).not.toContain(
    'modify',
  )
  expect(withoutWidening('alter table payments modify column fee bigint unsigned not null')).toContain(
    'modify',
  )
  expect(withoutWidening('alter table shipments modify column value bigint unsigned not null')).toContain(
    'modify',
  )
  expect(withoutWidening('alter table boletos modify column bank bigint unsigned not null')).toContain(
    'modify',
  )
})

test('the previous build goes on while the migrations of this one run', () => {
  const names = readdirSync(folder).filter((name) => name >= FIRST && !(name in contractions))
  const faults = names.flatMap((name) =>
    faultsOf(withoutWidening(upOf(readFileSync(join(folder, name), 'utf8')))).map(
      (fault) => `${name} ${fault}`,
    ),
  )
  expect(names.length).toBeGreaterThan(0)
  expect(faults).toEqual([])
})

/** Older ones ran before anything was installed. */
const FIRST_OF_ONE_STATEMENT = '0240'

test('a migration has one statement that changes the schema, so that it can be run again where it was cut off', () => {
  const names = readdirSync(folder).filter((name) => name >= FIRST_OF_ONE_STATEMENT)
  const faults = names.filter((name) => {
    const up = upOf(readFileSync(join(folder, name), 'utf8'))
    return (up.match(/`(?:alter|create|drop) /g) ?? []).length > 1
  })
  expect(faults).toEqual([])
})
