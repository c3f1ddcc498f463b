import { expect, test } from 'vitest'
import { createOwnWrites, openOwnWrites } from '#app/models/platform/cluster/own-writes.server.ts'

/** Returns a node whose synchronisations end when the test requests it. */
function makeNode() {
  const synchronisations: { finish(): void; fail(): void }[] = []
  const synchronise = () =>
    new Promise<void>((resolve, reject) => {
      synchronisations.push({ finish: resolve, fail: () => reject(new Error('disconnected')) })
    })
  return { synchronisations, synchronise, isClustered: async () => true }
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
  const finishedWaits: string[] = []
  const firstWait = wait().then(() => finishedWaits.push('first'))
  await waitForCallbacks()
  const otherWaits = [wait(), wait()].map((promise) => promise.then(() => finishedWaits.push('other')))
  await waitForCallbacks()
  expect(node.synchronisations).toHaveLength(1)
  node.synchronisations[0]?.finish()
  await firstWait
  await waitForCallbacks()
  expect([finishedWaits, node.synchronisations.length]).toEqual([['first'], 2])
  node.synchronisations[1]?.finish()
  await Promise.all(otherWaits)
  expect(finishedWaits).toEqual(['first', 'other', 'other'])
})

test('a wait returns false when the node does not respond within the limit', async () => {
  const { wait } = createOwnWrites(makeNode(), 1)
  expect(await Promise.all([wait(), wait()])).toEqual([false, false])
})

test('a node that disconnects fails the current request and is queried again by the next', async () => {
  const node = makeNode()
  const { wait } = createOwnWrites(node, 60_000)
  const firstWait = wait()
  await waitForCallbacks()
  const secondWait = wait()
  node.synchronisations[0]?.fail()
  await expect(firstWait).rejects.toThrow('disconnected')
  await waitForCallbacks()
  node.synchronisations[1]?.finish()
  expect(await secondWait).toBe(true)
})

test('a database that is unavailable at the start is queried again', async () => {
  const queryResults = [Promise.reject(new Error('disconnected')), Promise.resolve(false)]
  const node = { ...makeNode(), isClustered: async () => (await queryResults.shift()) ?? true }
  const ownWrites = createOwnWrites(node, 60_000)
  await expect(ownWrites.wait()).rejects.toThrow('disconnected')
  expect(ownWrites.isNeeded()).toBe(true)
  expect(await ownWrites.wait()).toBe(true)
  expect(ownWrites.isNeeded()).toBe(false)
})
