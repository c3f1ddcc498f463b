import { processorMs } from './process-figures.ts'
import type { Side } from './side.ts'

/** One customer's requests, one after the other, each checked; gives the milliseconds of each. */
export type Visit = (side: Side) => Promise<number[]>

export type Scenario = {
  name: string
  label: string
  /** The visits of one burst; what they need is made here, outside the measurement. */
  visits(): Promise<Visit[]>
}

/** Milliseconds of a request (median, 95th percentile), requests a second, processor milliseconds a request. */
export type Figures = { median: number; p95: number; perSecond: number; cpu: number }
export type Result = { scenario: Scenario; bare: Figures; web: Figures; ratio: number; cpuRatio: number }

type Burst = { times: number[]; elapsed: number; cpu: number }
type Pair = { bare: Side; web: Side; concurrency: number }
/** No round begins when `enoughMs` are over, but three are always run. */
type Extent = { rounds: number; enoughMs: number }
const minRounds = 3

/**
 * Short bursts on both sides in turn, the one that begins changing from round to round, so that whatever else
 * the machine does meets both alike. The ratios are the shop's median, and processor time, to the baseline's.
 */
export async function measure(
  scenario: Scenario,
  { bare, web, concurrency }: Pair,
  { rounds, enoughMs }: Extent,
): Promise<Result> {
  const end = performance.now() + enoughMs
  const bursts: Record<Side['name'], Burst[]> = { bare: [], web: [] }
  for (let round = 0; round < rounds && (round < minRounds || performance.now() < end); round++) {
    for (const side of round % 2 === 0 ? [bare, web] : [web, bare])
      bursts[side.name].push(await runBurst(await scenario.visits(), side, concurrency))
  }
  const figures = { bare: figuresOf(bursts.bare), web: figuresOf(bursts.web) }
  return {
    scenario,
    ...figures,
    ratio: figures.web.median / figures.bare.median,
    cpuRatio: figures.web.cpu / figures.bare.cpu,
  }
}

async function runBurst(visits: Visit[], side: Side, concurrency: number): Promise<Burst> {
  const times: number[] = []
  const waiting = visits.values()
  const began = performance.now()
  const cpuBefore = processorMs(side.pid)
  const work = async () => {
    for (const visit of waiting) times.push(...(await visit(side)))
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return { times, elapsed: performance.now() - began, cpu: processorMs(side.pid) - cpuBefore }
}

function figuresOf(bursts: Burst[]): Figures {
  const times = bursts.flatMap((burst) => burst.times).sort((a, b) => a - b)
  return {
    median: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    perSecond: (times.length / sum(bursts.map(({ elapsed }) => elapsed))) * 1000,
    cpu: sum(bursts.map(({ cpu }) => cpu)) / times.length,
  }
}

function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
