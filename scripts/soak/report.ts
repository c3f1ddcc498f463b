import { availableParallelism, loadavg } from 'node:os'
import { type Figure, figures } from './figures.ts'
import type { Sample } from './samples.ts'
import type { TrafficResult } from './traffic.ts'
import { calculateTrend, type Trend } from './trend.ts'

export type SoakResult = {
  minutes: number
  seed: number
  database: string
  traffic: TrafficResult
  faults: ReadonlyMap<string, number>
  samples: readonly Sample[]
  failure: string | undefined
}

/** The share of the run that is omitted, in which pools fill and code is compiled. */
const WARM_UP = 1 / 6

export function listTrends(samples: readonly Sample[]): { figure: Figure; trend: Trend }[] {
  const judged = dropWarmUp(samples)
  return figures.flatMap((figure) => {
    const trend = calculateTrend(listPoints(judged, figure.key), figure.tolerance)
    return trend ? { figure, trend } : []
  })
}

export function listGrowing(trends: ReturnType<typeof listTrends>) {
  return trends.filter(({ figure, trend }) => figure.kind === undefined && trend.verdict === 'grows')
}

function dropWarmUp(samples: readonly Sample[]): readonly Sample[] {
  const from = (samples.at(-1)?.seconds ?? 0) * WARM_UP
  return samples.filter(({ seconds }) => seconds >= from)
}

function listPoints(samples: readonly Sample[], key: string) {
  return samples.flatMap(({ seconds, values }) => {
    const value = values[key]
    return value === undefined || Number.isNaN(value) ? [] : { seconds, value }
  })
}

export function formatReport(result: SoakResult): string {
  const { minutes, seed, database, traffic, faults, samples, failure } = result
  const trends = listTrends(samples)
  const growing = listGrowing(trends)
  const ordersPerHour = calculateTrend(listPoints(samples, 'orders'), 0)?.slopePerHour ?? 0
  const outside = traffic.failures.get('') ?? []
  const list = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([name, count]) => `${count} ${name}`).join(', ')
  return `## The last run

${new Date().toISOString().slice(0, 10)}, ${minutes} minutes, seed ${seed}, ${database}, Node ${process.version}, ${availableParallelism()} cores for everything, load
average at the end ${(loadavg()[0] ?? 0).toFixed(1)}.

- **Orders:** ${traffic.orders.length} placed. ${failure === undefined ? 'All are there and none twice: one boleto with its PDF and one mail of each, no effect left open.' : `**Not as they have to be:** ${failure}`}
- **Answers:** ${list(traffic.answers)}.
- **Faults:** ${[...faults].map(([name, count]) => `${name} (${count})`).join(', ')}.
- **Failed acts** up to 15 s after a fault: ${list(new Map([...traffic.failures].filter(([cause]) => cause).map(([cause, all]) => [`after "${cause}"`, all.length]))) || 'none'}; otherwise: ${outside.length === 0 ? 'none' : `**${outside.length}** (${[...new Set(outside)].slice(0, 5).join('; ')})`}.
- **Grows:** ${growing.length === 0 ? 'nothing that should not.' : growing.map(({ figure }) => figure.label).join(', ')}

| figure | first | last | least | most | an hour | judgement |
| --- | ---: | ---: | ---: | ---: | ---: | --- |
${trends.map(({ figure, trend }) => formatRow(figure, trend, ordersPerHour)).join('\n')}

"First" and "last" are means of the first and the last fifth of ${dropWarmUp(samples).length} samples after the warm-up (a sixth of the run); "an hour"
is the slope of the straight line through them.`
}

function formatRow({ label, unit, kind }: Figure, trend: Trend, ordersPerHour: number): string {
  const { first, last, min, max, slopePerHour, verdict } = trend
  const shown = [first, last, min, max].map((value) => withUnit(value, unit))
  const slope = `${slopePerHour >= 0 ? '+' : '−'}${withUnit(Math.abs(slopePerHour), unit)}`
  const each = `${withUnit(slopePerHour / ordersPerHour, unit, 3)} an order`
  const judgement =
    kind === 'replaced' ? kind : verdict !== 'grows' ? verdict : kind === 'of orders' ? each : '**grows**'
  return `| ${[label, ...shown, slope, judgement].join(' | ')} |`
}

function withUnit(value: number, unit: string, digits = Math.abs(value) < 10 ? 1 : 0): string {
  return `${value.toFixed(digits)}${unit ? ` ${unit}` : ''}`
}
