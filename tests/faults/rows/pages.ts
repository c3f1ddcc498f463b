import { formatMarkdownTable } from '../../support/markdown.ts'
import { type HeldRecord, type RowTest, readRecord, rowTests, servers } from './record.ts'
import { type FaultRow, faultRows, invariants, letters } from './table.ts'

type Row = FaultRow & { number: number; tests: RowTest[]; cases: number }

/** Returns how many cases of a test passed all six invariants on every server. */
function countCases(record: HeldRecord, { file, title }: RowTest): number {
  const held = record[file]?.[title]
  return Math.min(...servers.map((server) => held?.cases[server] ?? 0))
}

export function readRows(): Row[] {
  const record = readRecord()
  const tests = rowTests()
  return Object.entries(faultRows).map(([key, row]) => {
    const testsOfRow = tests.filter(({ rows }) => rows.includes(Number(key)))
    let cases = 0
    for (const test of testsOfRow) cases += countCases(record, test)
    return { ...row, number: Number(key), tests: testsOfRow, cases }
  })
}

const formatMark = (cases: number) => (cases > 0 ? '✓' : '–')

/** Returns the generated part of docs/reliability.md. */
export function reliabilityTable(rows = readRows()): string {
  return [
    ...letters.map((letter) => `- **${letter}** ${invariants[letter]}`),
    '',
    ...formatMarkdownTable([
      ['#', 'fault', 'how', ...letters, 'cases', 'the buyer reads'],
      ...rows.map(({ number, fault, means, cases, words }) => [
        String(number),
        fault,
        means,
        ...letters.map(() => formatMark(cases)),
        String(cases),
        words ? `“${words}”` : 'no difference',
      ]),
    ]),
  ].join('\n')
}

/** Replaces the text between the comments `name:begin` and `name:end`. */
export function replaceBetweenMarks(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`no marks of ${name}`)
  return `${before}${begin}\n${content}\n${end}${after}`
}
