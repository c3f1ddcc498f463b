import { type FigurePair, formatVerdict, type Goal, isGoalReached, listGoals, type Results } from './goals.ts'
import type { Share } from './profile.ts'
import type { Figures } from './rounds.ts'

export type BenchEnvironment = {
  cores: number
  node: string
  database: string
  date: string
  orders: number
  publications: number
}
export type ProfileSummary = { name: string; packages: Share[]; functions: Share[] }

const figureHeads = ['req/s', 'p50', 'p99', 'CPU', 'bytes']

export function formatReport(
  results: Results,
  data: BenchEnvironment,
  profileSummaries: readonly ProfileSummary[],
): string {
  const { pages, shared, forms, health } = results
  return [
    '# Figures of the bench',
    'Written by `npm run bench`; [bench.md](bench.md) says what is measured and how. Milliseconds (p50, p99, processor time) are those of one request at eight connections; all figures are medians of rounds.',
    `${data.cores} cores shared by load, database and both sides, Node ${data.node}, ${data.database}, ${data.date}; ${formatCount(data.publications)} publications, ${formatCount(data.orders)} orders.`,
    ...formatSection('Goals', formatGoalTable(listGoals(results), results)),
    ...formatSection('Pages rendered for whom they are asked', formatPairTable(pages, 'floor')),
    ...formatSection(
      'Pages without cookies, beside static bytes through the same edge',
      formatPairTable(shared, 'static'),
    ),
    ...formatSection('Forms, beside the bare transaction', formatPairTable(forms, 'floor')),
    ...formatSection('Spread of the p99 of forms', formatSpreadTable(forms)),
    ...formatSection('`/healthz`, beside a bare answer', formatPairTable(health ? [health] : [], 'bare')),
    ...formatSection('The staff’s orders as they grow', formatGrowthTable(results)),
    ...profileSummaries.flatMap((summary) =>
      formatSection(`Where the processor was: ${summary.name}`, formatProfileSummary(summary)),
    ),
  ].join('\n\n')
}

function formatSection(title: string, body: string): string[] {
  return body === '' ? [] : [`## ${title}`, body]
}

function formatGoalTable(goals: readonly Goal[], { processes }: Results): string {
  if (goals.length === 0) return ''
  const rows = goals.map((goal) => [
    goal.text,
    goal.format(goal.actual),
    `${goal.isMinimum ? '≥' : '≤'} ${goal.format(goal.target)}`,
    isGoalReached(goal) ? formatVerdict(goal) : `**${formatVerdict(goal)}**`,
  ])
  const skipped = typeof processes === 'string' ? `\n\nTwo web processes: ${processes}.` : ''
  return `${formatTable([['goal', 'measured', 'wanted', ''], ...rows])}${skipped}`
}

function formatPairTable(pairs: readonly FigurePair[], base: string): string {
  if (pairs.length === 0) return ''
  const head = [
    '',
    ...figureHeads.map((name) => `${base} ${name}`),
    ...figureHeads.map((name) => `shop ${name}`),
    'share',
  ]
  const rows = pairs.map(({ label, base: baseFigures, shop }) => [
    label,
    ...listCells(baseFigures),
    ...listCells(shop),
    `${((shop.perSecond / baseFigures.perSecond) * 100).toFixed(0)} %`,
  ])
  return formatTable([head, ...rows])
}

/** Returns a table of the lowest and highest p99. If the baseline's vary by a third, the machine was busy. */
function formatSpreadTable(pairs: readonly FigurePair[]): string {
  if (pairs.length === 0) return ''
  const formatRange = ({ p99From, p99To }: Figures) => `${p99From.toFixed(1)}–${p99To.toFixed(1)}`
  const rows = pairs.map(({ label, base, shop }) => [
    label,
    String(shop.rounds),
    formatRange(base),
    formatRange(shop),
  ])
  return formatTable([['', 'rounds', 'floor p99', 'shop p99'], ...rows])
}

function listCells({ perSecond, p50, p99, cpu, bytes }: Figures): string[] {
  return [
    perSecond.toFixed(0),
    p50.toFixed(1),
    p99.toFixed(1),
    cpu.toFixed(2),
    formatCount(Math.round(bytes)),
  ]
}

function formatGrowthTable({ growth }: Results): string {
  if (growth.length === 0) return ''
  const rows = growth.map(({ orders, p50, p99 }) => [formatCount(orders), p50.toFixed(1), p99.toFixed(1)])
  return formatTable([['orders', 'p50', 'p99'], ...rows])
}

function formatProfileSummary({ packages, functions }: ProfileSummary): string {
  const formatShares = (shares: readonly Share[]) =>
    shares.map(({ name, share }) => `${name} ${(share * 100).toFixed(0)} %`).join(', ')
  return `By package: ${formatShares(packages)}. Our own functions: ${formatShares(functions)}.`
}

function formatTable([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const formatLine = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [formatLine(head), rule, ...rows.map(formatLine)].join('\n')
}

function formatCount(value: number): string {
  return value.toLocaleString('en')
}
