import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { queuePrefix } from '#app/jobs/platform/queues.server.ts'
import { type Node, startRedisCluster, startSentinels } from '../../support/redis-topology.ts'
import { waitFor } from '../../support/shop.ts'
import { type FaultHarness, startHarness } from '../fault-harness.ts'
import { expectInvariants } from '../invariants.ts'
import { buyPublication } from '../support/buyer.ts'

const openResources: { end(): Promise<void> }[] = []

afterEach(async () => {
  for (const resource of openResources.splice(0).reverse()) await resource.end()
})

async function startShop(environment: Record<string, string>): Promise<FaultHarness> {
  const harness = await startHarness(environment)
  openResources.push(harness)
  return harness
}

async function isPrimary({ client }: Node): Promise<boolean> {
  return (await client.info('replication')).includes('role:master')
}

async function killNode({ process: child }: Node): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

test.each([
  ['dies', (primary: Node) => killNode(primary)],
  ['freezes', async ({ process: child }: Node) => void child.kill('SIGSTOP')],
])(
  'when the primary %s and the Sentinels promote another, no order is lost and no effect duplicated',
  async (_how, failPrimary) => {
    const redis = await startSentinels()
    openResources.push(redis)
    const harness = await startShop(redis.environment)
    const web = await harness.startWeb()
    await harness.startWorker()
    await harness.startWorker()
    const before = await buyPublication(web.url)
    await harness.waitUntilDone()
    await failPrimary(redis.primary)
    const meanwhile = await buyPublication(web.url)
    await waitFor('another primary', () => isPrimary(redis.replica))
    const after = await buyPublication(web.url)
    await expectInvariants(harness, [before.orderId, meanwhile.orderId, after.orderId])
  },
)

test('when a Cluster node fails and its replica takes over, no order is lost and no effect duplicated', async () => {
  const redis = await startRedisCluster(`${queuePrefix}:work`)
  openResources.push(redis)
  const harness = await startShop(redis.environment)
  const web = await harness.startWeb()
  await harness.startWorker()
  const before = await buyPublication(web.url)
  await harness.waitUntilDone()
  // The owner is the node that stores the queue.
  expect(await redis.owner.client.dbsize()).toBeGreaterThan(0)
  await killNode(redis.owner)
  const meanwhile = await buyPublication(web.url)
  await waitFor('another primary', () => isPrimary(redis.replica))
  const after = await buyPublication(web.url)
  await expectInvariants(harness, [before.orderId, meanwhile.orderId, after.orderId])
})
