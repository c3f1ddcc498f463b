import { type HeldRecord, type RowTest, readRecord, rowTests, servers } from './record.ts'
import { type FaultRow, faultRows, invariants, letters } from './table.ts'

type Row = FaultRow & { number: number; tests: RowTest[]; cases: number }

/** Returns how often all six invariants passed, equal on each server. */
function countCases(record: HeldRecord, { file, title }: RowTest): number {
  const held = record[file]?.[title]
  return Math.min(...servers.map((server) => held?.cases[server] ?? 0))
}

export function readRows(): Row[] {
  const record = readRecord()
  const tests = rowTests()
  return Object.entries(faultRows).map(([key, row]) => {
    const own = tests.filter(({ rows }) => rows.includes(Number(key)))
    const cases = own.reduce((sum, test) => sum + countCases(record, test), 0)
    return { ...row, number: Number(key), tests: own, cases }
  })
}

const mark = (cases: number) => (cases > 0 ? '✓' : '–')

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
        ...letters.map(() => mark(cases)),
        String(cases),
        words ? `“${words}”` : 'no difference',
      ]),
    ]),
  ].join('\n')
}

/** Formats rows with columns as wide as their widest cell, the first row as heading, like the formatter. */
function formatMarkdownTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const formatLine = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [heads = [], ...rest] = rows
  return [formatLine(heads), formatLine(widths.map((width) => '-'.repeat(width))), ...rest.map(formatLine)]
}

/** Replaces the text between the marks of this name. */
export function between(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`no marks of ${name}`)
  return `${before}${begin}\n${content}\n${end}${after}`
}
