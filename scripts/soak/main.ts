import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { waitFor } from '#tests/support/shop.ts'
import { expectInvariants } from '../../tests/faults/invariants.ts'
import { writeSection } from '../test/marked-section.ts'
import { injectFaults } from './faults.ts'
import { formatReport, listGrowing, listTrends, type SoakResult } from './report.ts'
import { startSampling } from './samples.ts'
import { type SoakShop, startSoakShop } from './soak-shop.ts'
import { startTraffic } from './traffic.ts'

/** No faults in the last 30 s, so that consequences of earlier ones appear and are resolved. */
const QUIET_END_MS = 30_000
const SETTLE_LIMIT_MS = 240_000

const [minutes = 30, seed = 1] = process.argv.slice(2, 4).map(Number)
const page = process.argv[4] ?? 'docs/soak.md'
const shop = await startSoakShop(process.env.SOAK_DIR ?? '')
try {
  const result = await runSoak(shop)
  writeFileSync(join(process.env.SOAK_DIR ?? '', '../soak.json'), JSON.stringify(result.samples))
  const report = formatReport(result)
  console.log(report)
  writeSection(page, 'soak', report)
  process.exitCode = isFine(result) ? 0 : 1
} finally {
  await shop.end()
}

async function runSoak(shop: SoakShop): Promise<SoakResult> {
  const durationMs = minutes * 60_000
  let getCurrentFault: () => string | undefined = () => undefined
  const traffic = await startTraffic(shop, () => getCurrentFault())
  const sampling = startSampling(shop, () => traffic.traffic.orders.length)
  const faults = injectFaults(shop, seed, performance.now() + durationMs - QUIET_END_MS)
  getCurrentFault = faults.current
  await Promise.all([pause(durationMs), faults.done])
  await traffic.end()
  const failure = (await settle(shop, traffic.traffic.orders)) ?? faults.unrecovered[0]
  await sampling.end()
  const version = await sql<{ version: string }>`select version() as version`.execute(shop.harness.db)
  return {
    minutes,
    seed,
    database: version.rows[0]?.version ?? '',
    traffic: traffic.traffic,
    faults: faults.counts,
    samples: sampling.samples,
    failure,
  }
}

/** Waits until no effect is open, then checks all orders. Returns the failure, if there is one. */
async function settle({ harness }: SoakShop, orders: number[]): Promise<string | undefined> {
  try {
    await waitFor(
      'an outbox without open rows',
      async () => {
        const openRows = await harness.db
          .selectFrom('outbox')
          .select('id')
          .where('done_at', 'is', null)
          .execute()
        return openRows.length === 0
      },
      SETTLE_LIMIT_MS,
    )
    // A worker that was killed before it read the mail server's reply sends the mail twice (D116).
    await expectInvariants(harness, orders, { maxDeliveries: 2 })
    return undefined
  } catch (error) {
    return String(error)
  }
}

function isFine({ failure, traffic, samples }: SoakResult): boolean {
  const isGrowing = listGrowing(listTrends(samples)).length > 0
  // The key '' contains failures without a preceding fault.
  return failure === undefined && !traffic.failures.has('') && !isGrowing
}
