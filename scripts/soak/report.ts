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
  const judgedSamples = dropWarmUp(samples)
  return figures.flatMap((figure) => {
    const trend = calculateTrend(listPoints(judgedSamples, figure.key), figure.tolerance)
    return trend ? { figure, trend } : []
  })
}

export function listGrowing(trends: ReturnType<typeof listTrends>) {
  return trends.filter(({ figure, trend }) => figure.kind === undefined && trend.verdict === 'grows')
}

function dropWarmUp(samples: readonly Sample[]): readonly Sample[] {
  const warmUpEnd = (samples.at(-1)?.seconds ?? 0) * WARM_UP
  return samples.filter(({ seconds }) => seconds >= warmUpEnd)
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
  const growingTrends = listGrowing(trends)
  const ordersPerHour = calculateTrend(listPoints(samples, 'orders'), 0)?.slopePerHour ?? 0
  const unexplainedFailures = traffic.failures.get('') ?? []
  const listCounts = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([name, count]) => `${count} ${name}`).join(', ')
  return `## The last run

${new Date().toISOString().slice(0, 10)}, ${minutes} minutes, seed ${seed}, ${database}, Node ${process.version}, ${availableParallelism()} cores for everything, load
average at the end ${(loadavg()[0] ?? 0).toFixed(1)}.

- **Orders:** ${traffic.orders.length} placed. ${failure === undefined ? 'All are there and none twice: one boleto with its PDF and one mail of each, no effect left open.' : `**Not as they have to be:** ${failure}`}
- **Answers:** ${listCounts(traffic.answers)}.
- **Faults:** ${[...faults].map(([name, count]) => `${name} (${count})`).join(', ')}.
- **Failed acts** up to 15 s after a fault: ${listCounts(new Map([...traffic.failures].filter(([cause]) => cause).map(([cause, failures]) => [`after "${cause}"`, failures.length]))) || 'none'}; otherwise: ${unexplainedFailures.length === 0 ? 'none' : `**${unexplainedFailures.length}** (${[...new Set(unexplainedFailures)].slice(0, 5).join('; ')})`}.
- **Grows:** ${growingTrends.length === 0 ? 'nothing that should not.' : growingTrends.map(({ figure }) => figure.label).join(', ')}

| figure | first | last | least | most | an hour | judgement |
| --- | ---: | ---: | ---: | ---: | ---: | --- |
${trends.map(({ figure, trend }) => formatRow(figure, trend, ordersPerHour)).join('\n')}

"First" and "last" are means of the first and the last fifth of ${dropWarmUp(samples).length} samples after the warm-up (a sixth of the run); "an hour"
is the slope of the straight line through them.`
}

function formatRow({ label, unit, kind }: Figure, trend: Trend, ordersPerHour: number): string {
  const { first, last, min, max, slopePerHour, verdict } = trend
  const shownValues = [first, last, min, max].map((value) => formatWithUnit(value, unit))
  const slope = `${slopePerHour >= 0 ? '+' : '−'}${formatWithUnit(Math.abs(slopePerHour), unit)}`
  const growthPerOrder = `${formatWithUnit(slopePerHour / ordersPerHour, unit, 3)} an order`
  const growthText = kind === 'of orders' ? growthPerOrder : '**grows**'
  const judgement = verdict === 'grows' ? growthText : verdict
  return `| ${[label, ...shownValues, slope, kind === 'replaced' ? kind : judgement].join(' | ')} |`
}

function formatWithUnit(value: number, unit: string, digits = Math.abs(value) < 10 ? 1 : 0): string {
  return `${value.toFixed(digits)}${unit ? ` ${unit}` : ''}`
}
