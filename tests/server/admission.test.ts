import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Admission, type Priority, WAIT_MS } from '#server/load/admission.ts'
import { getPriority } from '#server/load/request-priority.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Enters requests in sequence. Returns an entry for each, updated when it is admitted or rejected. */
async function enterRequests(admission: Admission, priorities: readonly Priority[]) {
  const entries = priorities.map((priority) => {
    const entry: { leave?: () => void; isOver: boolean } = { isOver: false }
    void admission.admit(priority).then((leave) => Object.assign(entry, { leave, isOver: true }))
    return entry
  })
  await vi.advanceTimersByTimeAsync(0)
  return entries
}

const repeatPriority = (count: number, priority: Priority) => Array.from({ length: count }, () => priority)
const countAdmitted = (entries: { leave?: () => void }[]) => entries.filter(({ leave }) => leave).length

// Usual requests may occupy 12 of the 16 places; reserved requests may occupy all.
test.each([
  { priorities: repeatPriority(20, 'usual'), inProgress: 12, waitingCount: 8 },
  { priorities: repeatPriority(20, 'reserved'), inProgress: 16, waitingCount: 4 },
  {
    priorities: [...repeatPriority(20, 'usual'), ...repeatPriority(20, 'reserved')],
    inProgress: 16,
    waitingCount: 24,
  },
  { priorities: repeatPriority(40, 'usual'), inProgress: 12, waitingCount: 16, rejectedCount: 12 },
])(
  'admits $inProgress and queues $waitingCount of $priorities.length requests',
  async ({ priorities, ...expected }) => {
    const admission = new Admission({ max: 16 })
    await enterRequests(admission, priorities)
    expect(admission.figures).toEqual({ rejectedCount: 0, ...expected })
  },
)

test('rejects every request that has waited for half a second', async () => {
  const admission = new Admission({ max: 16 })
  const entries = await enterRequests(admission, repeatPriority(20, 'usual'))
  await vi.advanceTimersByTimeAsync(WAIT_MS)
  expect(entries.every(({ isOver }) => isOver)).toBe(true)
  expect(countAdmitted(entries)).toBe(12)
  for (const { leave } of entries) leave?.()
  expect(admission.figures).toEqual({ inProgress: 0, waitingCount: 0, rejectedCount: 8 })
})

test('serves buyers first, then the longest waiting', async () => {
  const admission = new Admission({ max: 4 })
  const [first, second, third] = await enterRequests(admission, repeatPriority(3, 'usual'))
  const [search] = await enterRequests(admission, ['usual'])
  const [checkout, payment] = await enterRequests(admission, repeatPriority(2, 'reserved'))
  const listOver = () =>
    Object.entries({ search, checkout, payment }).flatMap(([name, entry]) => (entry?.isOver ? [name] : []))
  expect(listOver()).toEqual(['checkout'])
  first?.leave?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(listOver()).toEqual(['checkout', 'payment'])
  second?.leave?.()
  third?.leave?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(search?.leave).toBeDefined()
})

test('limits one client to half of the capacity', async () => {
  const admission = new Admission({ max: 8 })
  const enterAs = (client: string) => {
    const entry: { leave?: (() => void) | undefined; isOver: boolean } = { isOver: false }
    void admission.admit('reserved', client).then((leave) => Object.assign(entry, { leave, isOver: true }))
    return entry
  }
  const greedyClient = Array.from({ length: 50 }, () => enterAs('192.0.2.1'))
  const others = ['192.0.2.2', '192.0.2.3', '192.0.2.3', '192.0.2.4'].map(enterAs)
  await vi.advanceTimersByTimeAsync(0)
  expect([countAdmitted(greedyClient), countAdmitted(others)]).toEqual([4, 4])
  greedyClient[0]?.leave?.()
  await vi.advanceTimersByTimeAsync(0)
  expect([countAdmitted(greedyClient), greedyClient[4]?.isOver]).toEqual([5, true])
  await vi.advanceTimersByTimeAsync(WAIT_MS)
  expect(greedyClient.filter(({ isOver, leave }) => isOver && !leave)).toHaveLength(45)
  for (const { leave } of [...greedyClient.slice(1), ...others]) leave?.()
  expect(admission.figures).toEqual({ inProgress: 0, waitingCount: 0, rejectedCount: 45 })
  const laterEntries = Array.from({ length: 4 }, () => enterAs('192.0.2.1'))
  await vi.advanceTimersByTimeAsync(0)
  expect(countAdmitted(laterEntries)).toBe(4)
})

test('frees the client’s share when a request is rejected after waiting', async () => {
  const admission = new Admission({ max: 2 })
  const leaves = await Promise.all(['192.0.2.2', '192.0.2.3'].map((ip) => admission.admit('reserved', ip)))
  const [rejected] = await Promise.all([
    admission.admit('reserved', '192.0.2.1'),
    vi.advanceTimersByTimeAsync(WAIT_MS),
  ])
  expect(rejected).toBeUndefined()
  for (const leave of leaves) leave?.()
  expect(await admission.admit('reserved', '192.0.2.1')).toBeDefined()
})

test('admits only reserved requests while the event loop lags', async () => {
  let isLagging = true
  const admission = new Admission({ max: 16, isLagging: () => isLagging })
  expect(await admission.admit('usual')).toBeUndefined()
  expect(await admission.admit('reserved')).toBeDefined()
  isLagging = false
  expect(await admission.admit('usual')).toBeDefined()
})

test.each([
  ['/cart', 'reserved'],
  ['/checkout', 'reserved'],
  ['/checkout.data', 'reserved'],
  ['/payment/1040', 'reserved'],
  ['/payment/1040/boleto.pdf', 'reserved'],
  ['/manage/7/renew', 'reserved'],
  ['/login', 'reserved'],
  ['/webhooks/asaas', 'reserved'],
  ['/', 'usual'],
  ['/publications', 'usual'],
  ['/cartography', 'usual'],
  ['/manage', 'usual'],
  ['/admin/report/product/', 'usual'],
  ['/admin/payments', 'usual'],
  ['/api/login', 'usual'],
])('requests of %s have the priority %s', (path, priority) => {
  expect(getPriority(path)).toBe(priority)
})

test('limits the number of waiting requests, in total and per client', async () => {
  const admission = new Admission({ max: 2, maxWaiting: 5 })
  await enterRequests(admission, repeatPriority(10, 'reserved'))
  expect(admission.figures).toEqual({ inProgress: 2, waitingCount: 5, rejectedCount: 3 })
  const oneClient = new Admission({ max: 2, maxWaiting: 5 })
  const outcomes: ('admitted' | 'rejected')[] = []
  for (let call = 0; call < 8; call += 1)
    void oneClient.admit('reserved', 'one').then((leave) => outcomes.push(leave ? 'admitted' : 'rejected'))
  await vi.advanceTimersByTimeAsync(0)
  expect(outcomes.toSorted()).toEqual(['admitted', 'rejected', 'rejected'])
})
