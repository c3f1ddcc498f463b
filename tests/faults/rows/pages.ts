import { type HeldRecord, type RowTest, readRecord, rowTests, servers } from './record.ts'
import { type FaultRow, faultRows, invariants, letters } from './table.ts'

type Row = FaultRow & { number: number; tests: RowTest[]; cases: number }

/** How often all six held, on each server the same. */
function casesOf(record: HeldRecord, { file, title }: RowTest): number {
  const held = record[file]?.[title]
  return Math.min(...servers.map((server) => held?.cases[server] ?? 0))
}

export function readRows(): Row[] {
  const record = readRecord()
  const tests = rowTests()
  return Object.entries(faultRows).map(([key, row]) => {
    const own = tests.filter(({ rows }) => rows.includes(Number(key)))
    const cases = own.reduce((sum, test) => sum + casesOf(record, test), 0)
    return { ...row, number: Number(key), tests: own, cases }
  })
}

const mark = (cases: number) => (cases > 0 ? '✓' : '–')
const heads = letters.join(' | ')
const line = `${letters.map(() => '---').join(' | ')}`

/** What docs/reliability.md says between its marks. */
export function reliabilityTable(rows = readRows()): string {
  return [
    ...letters.map((letter) => `- **${letter}** ${invariants[letter]}`),
    '',
    `| # | fault | ${heads} | cases | the buyer reads |`,
    `| --- | --- | ${line} | --- | --- |`,
    ...rows.map(
      ({ number, fault, cases, words }) =>
        `| ${number} | ${fault} | ${letters.map(() => mark(cases)).join(' | ')} | ${cases} | ${words ? `“${words}”` : 'as ever'} |`,
    ),
    '',
    ...rows.flatMap(({ number, fault, means, tests }) => [
      `**${number}. ${fault}**: ${means}.`,
      '',
      ...tests.map(
        ({ path, title }) => `- \`tests/faults/${path}\` ${title.replace(/ \(rows? [\d, ]+\)$/, '')}`,
      ),
      '',
    ]),
  ]
    .join('\n')
    .trim()
}

/** What the README says between its marks: the same by what fails. */
export function readmeTable(rows = readRows()): string {
  const record = readRecord()
  const parts = [...new Set(rows.map(({ part }) => part))]
  const cells = parts.map((part) => {
    const own = rows.filter((row) => row.part === part)
    const tests = [
      ...new Map(own.flatMap((row) => row.tests.map((test) => [test.path + test.title, test]))).values(),
    ]
    const cases = tests.reduce((sum, test) => sum + casesOf(record, test), 0)
    return `${mark(Math.min(...own.map((row) => row.cases)))} ${own.length} faults, ${cases} cases`
  })
  return [
    `| | ${parts.join(' | ')} |`,
    `| --- | ${parts.map(() => '---').join(' | ')} |`,
    `| ${letters.join(' ')} | ${cells.join(' | ').replace(/\b1 faults/g, '1 fault')} |`,
  ].join('\n')
}

/** The text with what stands between the marks of this name replaced. */
export function between(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`no marks of ${name}`)
  return `${before}${begin}\n${content}\n${end}${after}`
}
