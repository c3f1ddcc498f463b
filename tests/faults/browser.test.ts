import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { buyPublication } from './support/buyer.ts'

let harness: FaultHarness

beforeEach(async () => {
  harness = await startHarness()
})

afterEach(() => harness.end())

/** Returns the ids of the child processes of a process. */
function listChildren(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []))
}

test('without a browser the payment page shows the boleto, whose PDF follows later (row 21)', async () => {
  const web = await harness.startWeb()
  const workerWithoutBrowser = await harness.startWorker({ CHROMIUM_PATH: '/nonexistent/chromium' })
  const { orderId, buyer } = await buyPublication(web.url)
  await expect
    .poll(async () => (await buyer.get(`${web.url}/payment/${orderId}`)).text, { timeout: 20_000 })
    .toContain('O PDF ficará pronto em instantes.')
  await workerWithoutBrowser.stop()
  await harness.startWorker()
  await expectInvariants(harness, [orderId])
})

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'a browser that receives %s is replaced, and the next order has its PDF (row 21)',
  async (signal) => {
    const web = await harness.startWeb()
    const worker = await harness.startWorker()
    const firstOrder = await buyPublication(web.url)
    await harness.waitUntilDone()
    const browsers = listChildren(worker.pid)
    expect(browsers.length).toBeGreaterThan(0)
    for (const pid of browsers) process.kill(pid, signal)
    const secondOrder = await buyPublication(web.url)
    await expectInvariants(harness, [firstOrder.orderId, secondOrder.orderId])
  },
)
