import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { queuePrefix } from '#app/jobs/platform/queues.server.ts'
import { type Node, startRedisCluster, startSentinels } from '../../support/redis-topology.ts'
import { waitFor } from '../../support/shop.ts'
import { type FaultHarness, startHarness } from '../fault-harness.ts'
import { expectInvariants } from '../invariants.ts'
import { buyPublication } from '../support/buyer.ts'

const open: { end(): Promise<void> }[] = []

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.end()
})

async function startShop(environment: Record<string, string>): Promise<FaultHarness> {
  const harness = await startHarness(environment)
  open.push(harness)
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
  async (_, fall) => {
    const redis = await startSentinels()
    open.push(redis)
    const harness = await startShop(redis.environment)
    const web = await harness.web()
    await harness.worker()
    await harness.worker()
    const before = await buyPublication(web.url)
    await harness.done()
    await fall(redis.primary)
    const meanwhile = await buyPublication(web.url)
    await waitFor('another primary', () => isPrimary(redis.replica))
    const after = await buyPublication(web.url)
    await expectInvariants(harness, [before.orderId, meanwhile.orderId, after.orderId])
  },
)

test('when a Cluster node fails and its replica takes over, no order is lost and no effect duplicated', async () => {
  const redis = await startRedisCluster(`${queuePrefix}:work`)
  open.push(redis)
  const harness = await startShop(redis.environment)
  const web = await harness.web()
  await harness.worker()
  const before = await buyPublication(web.url)
  await harness.done()
  expect(await redis.owner.client.dbsize()).toBeGreaterThan(0)
  await killNode(redis.owner)
  const meanwhile = await buyPublication(web.url)
  await waitFor('another primary', () => isPrimary(redis.replica))
  const after = await buyPublication(web.url)
  await expectInvariants(harness, [before.orderId, meanwhile.orderId, after.orderId])
})
