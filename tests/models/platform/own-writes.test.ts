import { expect, test } from 'vitest'
import { createOwnWrites, openOwnWrites } from '#app/models/platform/cluster/own-writes.server.ts'

/** Returns a node whose synchronisations end when the test requests it. */
function makeNode() {
  const begun: { finish(): void; fail(): void }[] = []
  const synchronise = () =>
    new Promise<void>((resolve, reject) => {
      begun.push({ finish: resolve, fail: () => reject(new Error('away')) })
    })
  return { begun, synchronise, isClustered: async () => true }
}

/** Waits until pending callbacks have run. */
const waitForCallbacks = () => new Promise((resolve) => setImmediate(resolve))

test('a server without a cluster is queried once and never awaited', async () => {
  const ownWrites = openOwnWrites()
  expect(ownWrites.isNeeded()).toBe(true)
  expect(await ownWrites.wait()).toBe(true)
  expect(ownWrites.isNeeded()).toBe(false)
  await ownWrites.end()
})

test('a request waits for a synchronisation that began after it arrived', async () => {
  const node = makeNode()
  const { wait } = createOwnWrites(node, 60_000)
  const done: string[] = []
  const first = wait().then(() => done.push('first'))
  await waitForCallbacks()
  const others = [wait(), wait()].map((each) => each.then(() => done.push('other')))
  await waitForCallbacks()
  expect(node.begun).toHaveLength(1)
  node.begun[0]?.finish()
  await first
  await waitForCallbacks()
  expect([done, node.begun.length]).toEqual([['first'], 2])
  node.begun[1]?.finish()
  await Promise.all(others)
  expect(done).toEqual(['first', 'other', 'other'])
})

test('a wait without a response returns false', async () => {
  const { wait } = createOwnWrites(makeNode(), 1)
  expect(await Promise.all([wait(), wait()])).toEqual([false, false])
})

test('a node that disconnects fails the current request and is queried again by the next', async () => {
  const node = makeNode()
  const { wait } = createOwnWrites(node, 60_000)
  const first = wait()
  await waitForCallbacks()
  const second = wait()
  node.begun[0]?.fail()
  await expect(first).rejects.toThrow('away')
  await waitForCallbacks()
  node.begun[1]?.finish()
  expect(await second).toBe(true)
})

test('a database that is unavailable at the start is queried again', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve(false)]
  const node = { ...makeNode(), isClustered: async () => (await answers.shift()) ?? true }
  const ownWrites = createOwnWrites(node, 60_000)
  await expect(ownWrites.wait()).rejects.toThrow('away')
  expect(ownWrites.isNeeded()).toBe(true)
  expect(await ownWrites.wait()).toBe(true)
  expect(ownWrites.isNeeded()).toBe(false)
})
