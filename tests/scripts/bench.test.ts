import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { compareSides, sendRequest } from '../../scripts/bench/answer.ts'
import { type FigurePair, formatVerdict, listGoals, type Results } from '../../scripts/bench/goals.ts'
import { type Side, WrongAnswer } from '../../scripts/bench/load.ts'
import { readOptions } from '../../scripts/bench/options.ts'
import { listPackageShares } from '../../scripts/bench/profile.ts'
import { formatReport } from '../../scripts/bench/report.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close()
})

async function startComparedServer(name: string, body: string | Buffer, encoding?: string): Promise<Side> {
  const server = createServer((_request, response) => {
    if (encoding) response.setHeader('Content-Encoding', encoding)
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return { name, url: `http://127.0.0.1:${port}`, pid: process.pid }
}

const page = `<p>${'Manual de Voo '.repeat(20)}</p><a href="/cart">Carrinho</a>`
const makeScript = (nonce: string) => `<script nonce="${nonce}" src="/a.js"></script>`

test.each([
  ['equal pages', page, page, undefined],
  ['different nonces', `${makeScript('Zm9v')}${page}`, `${makeScript('')}${page}`, undefined],
  ['different words', page, page.replace('Voo', 'Peças'), 'show different texts'],
  ['different links', page, page.replace('/cart', '/carts'), 'show different texts'],
  ['different sizes', page, `<b class="${'x'.repeat(30)}">${page}</b>`, 'bytes'],
])(
  'compares the shop’s page with the reference implementation: %s',
  async (_, shopPage, referencePage, fault) => {
    const comparison = compareSides(
      await startComparedServer('web', shopPage),
      await startComparedServer('floor', referencePage),
      { path: '/' },
      ['Voo'],
    )
    if (fault === undefined) return expect(await comparison).toBeUndefined()
    await expect(comparison).rejects.toThrow(fault)
  },
)

test('rejects two equal pages without the expected text', async () => {
  const [shopSide, referenceSide] = [
    await startComparedServer('web', page),
    await startComparedServer('floor', page),
  ]
  await expect(compareSides(shopSide, referenceSide, { path: '/' }, ['Boletim'])).rejects.toThrow(WrongAnswer)
})

test('counts compressed bytes and reads the text', async () => {
  const compressedPage = brotliCompressSync(page)
  const response = await sendRequest(await startComparedServer('web', compressedPage, 'br'), {
    path: '/',
    encoding: 'br',
  })
  expect(response).toMatchObject({ bytes: compressedPage.length, text: page })
})

const figures = {
  ...{ rounds: 5, requests: 100, perSecond: 100, cpu: 1, bytes: 1_000 },
  ...{ p50: 1, p99: 10, p99From: 9, p99To: 11 },
}
const makePair = (
  name: string,
  shopFigures: Partial<typeof figures>,
  baseFigures: Partial<typeof figures> = {},
): FigurePair => ({
  name,
  label: name,
  base: { ...figures, ...baseFigures },
  shop: { ...figures, ...shopFigures },
})
const emptyResults: Results = {
  pages: [],
  shared: [],
  forms: [],
  health: undefined,
  growth: [],
  processes: undefined,
  memory: undefined,
  start: undefined,
}

test.each<[string, Partial<Results>, string[]]>([
  [
    'a page at 60 % of the baseline, its goal',
    { pages: [makePair('publications-list', { perSecond: 60 })] },
    ['reached'],
  ],
  [
    'a page at 25 % of the baseline instead of 60 %',
    { pages: [makePair('admin-orders', { perSecond: 25 })] },
    ['missed by 35 %'],
  ],
  ['a page without a goal', { pages: [makePair('another', { perSecond: 1 })] }, []],
  ['a list of the API', { pages: [makePair('api-publications', { perSecond: 59 })] }, ['missed by 1 %']],
  [
    'a page without cookies at 59 % of static bytes instead of 60 %',
    { shared: [makePair('shared-home', { perSecond: 59 })] },
    ['missed by 1 %'],
  ],
  [
    '1,800 req/s for the slowest page, whose goal is 4.07 times the baseline of the list: 1,840',
    {
      pages: [makePair('publications-list', { perSecond: 400 }, { perSecond: 452 })],
      shared: [makePair('shared-home', { perSecond: 1_800 }, { perSecond: 1_800 })],
    },
    ['reached', 'reached', 'missed by 40 req/s'],
  ],
  [
    'a form at 2.3 times the processor time instead of 2.2, and at 2.5 times the median, its goal',
    { forms: [makePair('place-order', { cpu: 2.3, p50: 2.5, p99: 99 })] },
    ['missed by 0.10 ×', 'reached'],
  ],
  ['ten units, by processor time only', { forms: [makePair('place-order-10', { cpu: 3.5 })] }, ['reached']],
  [
    'the first orders of a process, at 3 times the median instead of 2.5',
    { forms: [makePair('first-orders', { cpu: 2.2, p50: 3 })] },
    ['reached', 'missed by 0.50 ×'],
  ],
  [
    'growth of the median by 1.2, its goal, and by 1.3',
    {
      growth: [
        { orders: 1_000, p50: 10, p99: 1 },
        { orders: 100_000, p50: 12, p99: 1 },
        { orders: 1_000_000, p50: 13, p99: 1 },
      ],
    },
    ['reached', 'missed by 0.10 ×'],
  ],
  ['a skipped measurement of two processes', { processes: 'skipped' }, []],
  ['memory of 181 MB instead of 180 and start', { memory: 181, start: 3_900 }, ['missed by 1 MB', 'reached']],
])('compares figures of the benchmark with their goals: %s', (_, results, verdicts) => {
  expect(listGoals({ ...emptyResults, ...results }).map(formatVerdict)).toEqual(verdicts)
})

test('the report lists skipped scenarios and omits unmeasured ones', () => {
  const data = {
    cores: 2,
    node: '20',
    database: 'MariaDB 10.11',
    date: '2026-11-23',
    orders: 100_000,
    publications: 200,
  }
  const text = formatReport({ ...emptyResults, memory: 100, processes: 'skipped for a reason' }, data, [])
  expect(text).toContain('Two web processes: skipped for a reason.')
  expect(text).toMatch(/\| Memory after a minute of load +\| +100 MB \| +≤ 180 MB \| +reached \|/)
  expect(text).not.toContain('## Forms')
})

test('the report shows how far the p99 of forms varied', () => {
  const data = { cores: 2, node: '20', database: 'MariaDB', date: '2026-11-23', orders: 1, publications: 1 }
  const forms = [makePair('place-order', { p99From: 30, p99To: 66.6 }, { p99From: 10, p99To: 12 })]
  const text = formatReport({ ...emptyResults, forms }, data, [])
  expect(text).toMatch(/\| place-order +\| +5 \| +10.0–12.0 \| +30.0–66.6 \|/)
})

test('a profile counts by package, without start and idle time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aeropub-profile-'))
  cleanups.push(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a.cpuprofile')
  const frames = [
    { functionName: '(idle)', url: '' },
    { functionName: 'render', url: 'file:///shop/node_modules/react-dom/server.js' },
    { functionName: 'loader', url: 'file:///shop/build/server/index.js' },
    { functionName: 'parse', url: 'file:///shop/node_modules/a/node_modules/@b/c/index.js' },
  ]
  const profile = {
    nodes: frames.map((callFrame, index) => ({ id: index + 1, callFrame })),
    startTime: 5_000,
    // The first sample precedes the measurement.
    samples: [3, 1, 2, 3, 4],
    timeDeltas: [400, 1_000, 50, 30, 20],
  }
  writeFileSync(file, JSON.stringify(profile))
  const measurementStart = 6_000
  expect(listPackageShares({ file, from: measurementStart })).toEqual([
    { name: 'react-dom', share: 0.5 },
    { name: 'the shop', share: 0.3 },
    { name: '@b/c', share: 0.2 },
  ])
})

test('selects scenarios by words and rejects unknown flags', () => {
  expect(readOptions(['place-order', '--million', '--publications=2000'])).toEqual({
    names: ['place-order'],
    profile: false,
    short: false,
    million: true,
    publications: 2_000,
  })
  expect(() => readOptions(['--quick'])).toThrow('--quick')
})
