import type { Figures, Result } from './measure.ts'

const figureHeads = ['med.', 'p95', 'req/s', 'CPU']
const head = [
  'cenário',
  ...figureHeads.map((name) => `base ${name}`),
  ...figureHeads.map((name) => `loja ${name}`),
]

/** The table people read and, below it, a line per scenario for machines. */
export function printResults(results: Result[], memory: { web: number; bare: number }): void {
  const rows = [
    [...head, 'razão', 'razão CPU'],
    ...results.map(({ scenario, bare, web, ratio, cpuRatio }) => [
      scenario.label,
      ...cells(bare),
      ...cells(web),
      times(ratio),
      times(cpuRatio),
    ]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const align = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  console.log(`\n${rows.map((row) => row.map(align).join('  ')).join('\n')}`)
  console.log('\nmed. e p95 em ms por pedido, com oito ao mesmo tempo; CPU em ms do processo por pedido.')
  console.log(`Memória (RSS) depois: loja ${memory.web} MB, base ${memory.bare} MB\n`)
  for (const { scenario, ratio, cpuRatio } of results) {
    const cpu = Number.isFinite(cpuRatio) ? ` cpu_ratio=${cpuRatio.toFixed(2)}` : ''
    console.log(`bench ${scenario.name} ratio=${ratio.toFixed(2)}${cpu}`)
  }
}

function cells({ median, p95, perSecond, cpu }: Figures) {
  return [decimal(median, 1), decimal(p95, 1), decimal(perSecond, 0), decimal(cpu, 2)]
}

function times(ratio: number) {
  return Number.isFinite(ratio) ? `${decimal(ratio, 2)}×` : '–'
}

function decimal(value: number, digits: number) {
  return Number.isFinite(value) ? value.toFixed(digits).replace('.', ',') : '–'
}
