import type { Figures } from './rounds.ts'

export type FigurePair = { name: string; label: string; base: Figures; shop: Figures }

export type Results = {
  pages: FigurePair[]
  shared: FigurePair[]
  forms: FigurePair[]
  health: FigurePair | undefined
  /** p50 and p99 in milliseconds */
  growth: { orders: number; p50: number; p99: number }[]
  /** requests per second, or why they were not measured */
  processes: { oneProcess: number; twoProcesses: number } | string | undefined
  /** megabytes after a minute of load */
  memory: number | undefined
  /** milliseconds until the first response */
  start: number | undefined
}

export type Goal = {
  text: string
  scenario?: string
  actual: number
  target: number
  isMinimum: boolean
  format(value: number): string
}

/** The Vendure storefront's share of the same baseline: 18.4 against 452 requests per second. */
const VENDURE_SHARE = 18.4 / 452
/** The shop's pages without cookies must answer this many times as many requests as Vendure's storefront. */
const VENDURE_FACTOR = 100
/** Required requests per second of each page, as a share of the baseline's. */
const MIN_SHARE_OF_FLOOR: Record<string, number> = {
  'publications-list': 0.6,
  'publications-search': 0.6,
  publication: 0.5,
  'admin-orders': 0.6,
  'admin-orders-search': 0.6,
  'api-publications': 0.6,
}
/** The same for pages without cookies, as a share of a static file's. */
const MIN_SHARE_OF_STATIC = 0.6
/** Allowed processor time of each form, as a multiple of the time of its bare transaction. */
const MAX_FORM_CPU_RATIO: Record<string, number> = {
  'add-to-cart': 2.2,
  'place-order': 2.2,
  'place-order-10': 3.5,
  'first-orders': 2.2,
  'approve-order': 2.2,
  'order-status': 2.2,
  'dispatch-shipment': 2.2,
}
/** The same for the median latency. */
const MAX_FORM_P50_RATIO: Record<string, number> = {
  'add-to-cart': 2.5,
  'place-order': 2.5,
  'first-orders': 2.5,
  'approve-order': 2.5,
  'order-status': 2.5,
  'dispatch-shipment': 2.5,
}
const MAX_GROWTH_RATIO = 1.2
const MIN_TWO_PROCESS_RATIO = 1.8
const MAX_MEGABYTES = 180
const MAX_START_MS = 4_000

const formatPercent = (value: number) => `${(value * 100).toFixed(0)} %`
const formatTimes = (value: number) => `${value.toFixed(2)} ×`
const formatPerSecond = (value: number) => `${value.toFixed(0)} req/s`

export function listGoals(results: Results): Goal[] {
  return [
    ...listPageGoals(results),
    ...listSharedGoals(results),
    ...listFormGoals(results),
    ...listOverallGoals(results),
  ]
}

function listPageGoals({ pages }: Results): Goal[] {
  return pages.flatMap(({ name, label, base, shop }) => {
    const target = MIN_SHARE_OF_FLOOR[name]
    if (target === undefined) return []
    const actual = shop.perSecond / base.perSecond
    return [
      {
        text: `${label}, of its floor`,
        scenario: name,
        actual,
        target,
        isMinimum: true,
        format: formatPercent,
      },
    ]
  })
}

function listSharedGoals({ pages, shared }: Results): Goal[] {
  const staticGoals = shared.map(({ name, label, base, shop }) => ({
    text: `${label} without cookies, of static bytes`,
    scenario: name,
    actual: shop.perSecond / base.perSecond,
    target: MIN_SHARE_OF_STATIC,
    isMinimum: true,
    format: formatPercent,
  }))
  const floorPerSecond = pages.find(({ name }) => name === 'publications-list')?.base.perSecond
  if (floorPerSecond === undefined || shared.length === 0) return staticGoals
  const slowestPerSecond = Math.min(...shared.map(({ shop }) => shop.perSecond))
  const target = VENDURE_FACTOR * VENDURE_SHARE * floorPerSecond
  const text = 'Slowest page without cookies, a hundred times the Vendure storefront'
  return [
    ...staticGoals,
    { text, actual: slowestPerSecond, target, isMinimum: true, format: formatPerSecond },
  ]
}

function listFormGoals({ forms }: Results): Goal[] {
  return forms.flatMap(({ name, label, base, shop }) => {
    const makeGoal = (measure: string, actual: number, target: number | undefined) =>
      target === undefined
        ? []
        : [
            {
              text: `${label}, ${measure} beside the bare transaction`,
              scenario: name,
              actual,
              target,
              isMinimum: false,
              format: formatTimes,
            },
          ]
    return [
      ...makeGoal('processor time', shop.cpu / base.cpu, MAX_FORM_CPU_RATIO[name]),
      ...makeGoal('p50', shop.p50 / base.p50, MAX_FORM_P50_RATIO[name]),
    ]
  })
}

function listOverallGoals({ growth, processes, memory, start }: Results): Goal[] {
  const [smallest, ...largerSizes] = growth
  const makeLimitGoal = (text: string, actual: number, target: number, format: Goal['format']): Goal => ({
    text,
    actual,
    target,
    isMinimum: false,
    format,
  })
  return [
    ...largerSizes.map(({ orders, p50 }) =>
      makeLimitGoal(
        `Orders for the staff, median at ${orders.toLocaleString('en')} beside 1,000`,
        p50 / (smallest?.p50 ?? Number.NaN),
        MAX_GROWTH_RATIO,
        formatTimes,
      ),
    ),
    ...(typeof processes === 'object'
      ? [
          {
            text: 'Two web processes beside one',
            actual: processes.twoProcesses / processes.oneProcess,
            target: MIN_TWO_PROCESS_RATIO,
            isMinimum: true,
            format: formatTimes,
          },
        ]
      : []),
    ...(memory === undefined
      ? []
      : [
          makeLimitGoal(
            'Memory after a minute of load',
            memory,
            MAX_MEGABYTES,
            (value) => `${value.toFixed(0)} MB`,
          ),
        ]),
    ...(start === undefined
      ? []
      : [makeLimitGoal('Warm start', start / 1000, MAX_START_MS / 1000, (value) => `${value.toFixed(1)} s`)]),
  ]
}

export function isGoalReached({ actual, target, isMinimum }: Goal): boolean {
  return isMinimum ? actual >= target : actual <= target
}

export function formatVerdict(goal: Goal): string {
  if (isGoalReached(goal)) return 'reached'
  return `missed by ${goal.format(Math.abs(goal.actual - goal.target))}`
}
