import { expect, test } from 'vitest'
import { figures } from '../../scripts/soak/figures.ts'
import { makeRandom, shuffle } from '../../scripts/soak/random.ts'
import { formatReport, listGrowing, listTrends } from '../../scripts/soak/report.ts'
import { calculateTrend, type Point } from '../../scripts/soak/trend.ts'
import { insertSection } from '../../scripts/test/marked-section.ts'

const sampleEveryTenSeconds = (valueAt: (index: number) => number): Point[] =>
  Array.from({ length: 60 }, (_, index) => ({ seconds: index * 10, value: valueAt(index) }))
const getSawValue = (index: number) => (index % 2 ? 1 : -1)

test.each([
  ['a steady value', 5, () => 100, 'flat', 0],
  ['a rise below a tenth of the mean', 5, (index: number) => 100 + index * 0.1, 'flat', 36],
  ['a rise below the slack', 50, (index: number) => 10 + index * 0.5, 'flat', 180],
  ['a rise', 5, (index: number) => 100 + index, 'grows', 360],
  ['a fall', 5, (index: number) => 100 - index, 'falls', -360],
  ['a rise from nothing', 1, (index: number) => index / 10, 'grows', 36],
  [
    'a rise lost in the noise',
    5,
    (index: number) => 100 + index * 0.3 + getSawValue(index) * 200,
    'flat',
    undefined,
  ],
] as const)('fits a line by least squares: %s', (_, slack, valueAt, verdict, slopePerHour) => {
  const trend = calculateTrend(sampleEveryTenSeconds(valueAt), slack)
  expect(trend?.verdict).toBe(verdict)
  if (slopePerHour !== undefined) expect(trend?.slopePerHour).toBeCloseTo(slopePerHour, 6)
})

test('ignores fewer than five samples when it fits a line', () => {
  expect(calculateTrend(sampleEveryTenSeconds(() => 1).slice(0, 4), 1)).toBeUndefined()
})

test('repeats the order of faults for a seed', () => {
  const shuffleOrder = (seed: number) =>
    shuffle(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], makeRandom(seed)).join('')
  expect(shuffleOrder(1)).toBe(shuffleOrder(1))
  expect([...shuffleOrder(1)].sort().join('')).toBe('abcdefgh')
  expect(new Set([1, 2, 3, 4].map(shuffleOrder)).size).toBeGreaterThan(1)
})

const makeGrowingSamples = (keys: readonly string[]) =>
  Array.from({ length: 60 }, (_, index) => ({
    seconds: index * 10,
    values: Object.fromEntries([...keys, 'orders'].map((key) => [key, 100 + index * 10])),
  }))

test('reports growth only of figures that must stay constant', () => {
  const samples = makeGrowingSamples(figures.map(({ key }) => key))
  const growingKeys = listGrowing(listTrends(samples)).map(({ figure }) => figure.key)
  expect(growingKeys).toContain('web 1 memory')
  expect(growingKeys).toContain('chromium profiles')
  // Faults replace the process web 2, and data files grow with orders.
  expect(growingKeys).not.toContain('web 2 memory')
  expect(growingKeys).not.toContain('data files')
})

test('ignores the warm-up of the soak test', () => {
  const samples = Array.from({ length: 60 }, (_, index) => ({
    seconds: index * 10,
    values: { 'web 1 memory': Math.min(index, 9) * 10 },
  }))
  expect(listTrends(samples).map(({ trend }) => trend.verdict)).toEqual(['flat'])
})

test('the report shows a missing order, failures with and without a fault, and growth per order', () => {
  const report = formatReport({
    minutes: 10,
    seed: 1,
    database: '10.11',
    traffic: {
      answers: new Map([['pages', 7]]),
      failures: new Map([
        ['', ['pages: Error: 500 /']],
        ['Redis restarted', ['pages: Error: 503 /']],
      ]),
      orders: [1, 2],
    },
    faults: new Map([['Redis restarted', 1]]),
    samples: makeGrowingSamples(['redis keys', 'web 1 memory']),
    failure: 'order 2 is missing',
  })
  expect(report).toContain('order 2 is missing')
  expect(report).toContain('**1** (pages: Error: 500 /)')
  expect(report).toContain('1 after "Redis restarted"')
  expect(report).toContain('web 1: memory (PSS)')
  expect(report).toMatch(/keys of Redis .* 1\.000 an order \|/)
})

test('replaces only the text between markers', () => {
  const page = insertSection('# Page\n', 'soak', 'old')
  expect(insertSection(page, 'soak', 'new')).toBe(page.replace('old', 'new'))
  expect(insertSection(`${page}after\n`, 'other', 'more')).toContain('old\n<!-- soak:end -->\nafter')
})
