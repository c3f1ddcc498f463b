import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { mysqlReservedWords } from '#tests/support/mysql-reserved-words.ts'

/** Folders with handwritten SQL. */
const FOLDERS = ['app', 'db', 'server', 'scripts']

/** SQL that only MariaDB or only MySQL accepts, with the reason and often the SQL that both accept. */
const forbidden: readonly (readonly [RegExp, string])[] = [
  [/\breturning\b/, 'RETURNING: MariaDB alone; read the row, or insertId'],
  [/\bcreate or replace (table|index|sequence)\b/, 'CREATE OR REPLACE: MariaDB alone'],
  [/\b(create|drop|alter) sequence\b|\b(nextval|lastval|setval)\s*\(/, 'sequences: MariaDB alone'],
  [/\b(add|drop|modify|change) (column |key |index |constraint )?if (not )?exists\b/, 'MariaDB alone'],
  [/\bcreate (unique )?index if not exists\b/, 'CREATE INDEX IF NOT EXISTS: MariaDB alone'],
  [/\brows examined\b/, 'LIMIT ROWS EXAMINED: MariaDB alone'],
  [/\bset statement\b/, 'SET STATEMENT: MariaDB alone'],
  [/\bsystem versioning\b|\bfor system_time\b|\bperiod for\b/, 'system versions: MariaDB alone'],
  [/\b(uuid|inet4|inet6)\s+(not\s+)?null\b/, 'types of MariaDB alone'],
  [/\bjson_(detailed|compact|loose|exists|query|equals)\s*\(/, 'JSON functions of MariaDB alone'],
  [/\bpersistent\b|\bstored not null\b/, 'generated columns: STORED, nullable'],
  [/\bcheck\s*\(\s*case\b/, 'CASE is no condition to MySQL: and, or'],
  [/\bdrop check\b/, 'DROP CHECK: MySQL alone; DROP CONSTRAINT'],
  [/\bfor share\b/, 'FOR SHARE: MySQL alone; LOCK IN SHARE MODE'],
  [/\bfor update of\b/, 'FOR UPDATE OF: MySQL alone'],
  [/->>|->\s*['"$]/, 'JSON arrows: MySQL alone; JSON_VALUE'],
  [/\bas json\s*\)/, 'CAST AS JSON: MySQL alone'],
  [/\blateral\b/, 'LATERAL: MySQL alone'],
  [/utf8mb4_0900|uca1400/, 'collations of one server alone'],
  [/\bvalues\s*\([^)]*\)\s*as\s+\w+\s+on duplicate\b/, 'row alias: MySQL alone; values(x)'],
  [/\b(key|index)\s+\w+\s*\(\s*\(/, 'functional index: MySQL alone; a generated column'],
  [/\bin\s*\(\s*select\b[^()]*\blimit\b/, 'LIMIT inside IN: MariaDB alone'],
  [/\binvisible\b|\bignored\b/, 'hidden indexes have another word on each'],
]

/**
 * Functions that work on one server but not across several: Galera and Group Replication certify rows and
 * ignore named and table locks; Group Replication rejects SERIALIZABLE; a cascade is in no binary log, which
 * Vitess and TiDB need.
 */
const forbiddenAcrossServers: readonly (readonly [RegExp, string])[] = [
  [
    /\b(get_lock|release_lock|release_all_locks|is_free_lock|is_used_lock)\s*\(/,
    'named lock: one server alone',
  ],
  [/\b(un)?lock tables?\b|\bflush tables\b/, 'table lock: one server alone'],
  [/\bserializable\b/, 'SERIALIZABLE: not with several primaries'],
  [
    /\bcreate (or replace )?(trigger|event|view|procedure|function)\b/,
    'code in the database: not when sharded',
  ],
  [
    /\bon (delete|update) (cascade|set null|set default)\b/,
    'cascade: in no binary log; delete by a statement',
  ],
]

/** Migrations whose cascades are allowed: the rows mean nothing without their parent, one level above. */
const knownCascades = [
  '1004-create-person-texts',
  '1005-create-person-words',
  '1032-create-photos',
  '1040-create-cart-items',
  '1075-create-unsent-forms',
]

type Statement = { place: string; text: string }

const statements = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
    .flatMap((name) => listStatements(join(folder, name))),
)

/** Returns all `sql` templates and strings that begin like a statement, with values as question marks. */
function listStatements(path: string): Statement[] {
  const tree = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ESNext, true)
  const statementsOfFile: Statement[] = []
  const visit = (node: ts.Node) => {
    const text = findSql(node)
    if (text !== undefined) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree))
      statementsOfFile.push({ place: `${path}:${line + 1}`, text })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return statementsOfFile
}

function findSql(node: ts.Node): string | undefined {
  if (ts.isTaggedTemplateExpression(node) && /^sql\b/.test(node.tag.getText()))
    return stripSql(getText(node.template))
  if (!ts.isStringLiteral(node) && !ts.isTemplateLiteral(node)) return undefined
  if (ts.isTaggedTemplateExpression(node.parent)) return undefined
  const text = getText(node)
  const isStatement =
    /^\s*(select\s+\S|insert into|update \S+ set|delete from|create (table|index|unique|user|database)|alter table|drop (table|index)|set session|with \w+ as)/i
  return isStatement.test(text) ? stripSql(text) : undefined
}

function getText(node: ts.StringLiteral | ts.TemplateLiteral): string {
  if (!ts.isTemplateExpression(node)) return node.text
  return node.head.text + node.templateSpans.map(({ literal }) => `?${literal.text}`).join('')
}

/** Returns SQL in lower case, without comments, quoted texts and quoted names. */
function stripSql(text: string): string {
  return text
    .replaceAll(/'(?:[^'\\]|\\.|'')*'/g, "''")
    .replaceAll(/`[^`]*`/g, 'quoted_name')
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** Returns the names that a statement assigns to tables, columns, keys and results. */
function listNames(text: string): string[] {
  const namePatterns = [
    /\b(?:create|alter|drop) table (?:if (?:not )?exists )?(\w+)/g,
    /\b(?:add|modify|drop) column (\w+)/g,
    /\b(?:rename|change) column (\w+)/g,
    /\brename column \w+ to (\w+)/g,
    /\bchange column \w+ (\w+)/g,
    /\b(?:unique key|add key|drop key|add index|drop index|add unique key|constraint|drop constraint) (?!foreign|check)(\w+)/g,
    /\)\s*as (\w+)|\bas (\w+)\b(?!\s*\()/g,
  ]
  const names = namePatterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? ''),
  )
  return [...names, ...listCreatedColumns(text)].filter((name) => !castTypes.has(name))
}

/** The word after "as" in a cast or generated column is not a name. */
const castTypes = new Set([
  '',
  'char',
  'date',
  'datetime',
  'time',
  'signed',
  'unsigned',
  'decimal',
  'binary',
  'double',
  'select',
])

/** Returns the column names of a CREATE TABLE, without keys and constraints. */
function listCreatedColumns(text: string): string[] {
  const body = /^create table (?:if not exists )?\w+ \((.*)\)[^)]*$/.exec(text)?.[1]
  if (!body) return []
  return splitTopLevel(body)
    .map((part) => /^(\w+)/.exec(part.trim())?.[1] ?? '')
    .filter(
      (word) =>
        !['primary', 'unique', 'key', 'index', 'constraint', 'foreign', 'check', 'fulltext'].includes(word),
    )
}

function splitTopLevel(body: string): string[] {
  let depth = 0
  const parts = ['']
  for (const letter of body) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts
}

function listFaults(text: string): string[] {
  return [
    ...forbidden.filter(([pattern]) => pattern.test(text)).map(([, reason]) => reason),
    ...listNames(text)
      .filter((name) => mysqlReservedWords.has(name))
      .map((name) => `${name}: a reserved word of MySQL`),
  ]
}

test('no statement uses a form or a name that MySQL or MariaDB rejects', () => {
  expect(statements.length).toBeGreaterThan(200)
  const faults = statements.flatMap(({ place, text }) => listFaults(text).map((fault) => `${place} ${fault}`))
  expect(faults).toEqual([])
})

function listServerFaults({ place, text }: Statement): string[] {
  const reasons = forbiddenAcrossServers.filter(([pattern]) => pattern.test(text)).map(([, reason]) => reason)
  return reasons.filter(
    (reason) => !(reason.startsWith('cascade') && knownCascades.some((name) => place.includes(name))),
  )
}

test('no statement relies on state of a single database server', () => {
  const faults = statements.flatMap((statement) =>
    listServerFaults(statement).map((fault) => `${statement.place} ${fault}`),
  )
  expect(faults).toEqual([])
  for (const name of knownCascades) {
    const cascades = statements.filter(
      ({ place, text }) => place.includes(name) && /cascade|set null/.test(text),
    )
    expect(cascades.length, name).toBe(1)
  }
})

test.each([
  ["select get_lock('orders', 1) as held", 'named lock: one server alone'],
  ['select 1 from t lock tables t write', 'table lock: one server alone'],
  ['set session transaction isolation level serializable', 'SERIALIZABLE: not with several primaries'],
  [
    'create table t (a int, constraint t_a foreign key (a) references b (id) on delete cascade)',
    'cascade: in no binary log; delete by a statement',
  ],
])('finds state of a single server in: %s', (text, fault) => {
  expect(listServerFaults({ place: 'app/models/x.ts:1', text: stripSql(text) })).toContain(fault)
})

describe('the check of SQL dialects', () => {
  test.each([
    ['create table t (id int, stored varchar(9))', 'stored: a reserved word of MySQL'],
    ['alter table t add column rank int', 'rank: a reserved word of MySQL'],
    ['select count(*) as rows from t', 'rows: a reserved word of MySQL'],
    [
      'alter table t add constraint c check ( case when a = 0 then b is null else b > 0 end )',
      'CASE is no condition to MySQL: and, or',
    ],
    ['insert into t (a) values (1) returning id', 'RETURNING: MariaDB alone; read the row, or insertId'],
    ['alter table t add column if not exists a int', 'MariaDB alone'],
    ['select a from t for share', 'FOR SHARE: MySQL alone; LOCK IN SHARE MODE'],
    ["select a->>'$.b' from t", 'JSON arrows: MySQL alone; JSON_VALUE'],
  ])('rejects: %s', (text, fault) => {
    expect(listFaults(stripSql(text))).toContain(fault)
  })

  test.each([
    'create table t (id int, `stored` varchar(9), key t_id (id), check (id > 0))',
    'select cast(a as char) as text_of_a from t lock in share mode',
    "select 'returning' as word, json_value(a, '$.b') from t",
    'insert into t (a) values (1) on duplicate key update a = values(a)',
  ])('accepts: %s', (text) => {
    expect(listFaults(stripSql(text))).toEqual([])
  })
})

test('no query uses a Kysely feature of a single server', () => {
  const forbiddenCalls =
    /\.(returning|returningAll|forShare|top)\(|\.for(Update|NoKeyUpdate)\((['"[])|\bjson(Array|Object)From\b/
  const faults = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .filter((name) => forbiddenCalls.test(readFileSync(join(folder, name), 'utf8')))
      .map((name) => join(folder, name)),
  )
  expect(faults).toEqual([])
})
