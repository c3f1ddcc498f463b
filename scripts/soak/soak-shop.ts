import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startBalancer } from '#tests/support/fakes/balancer.ts'
import { startDatabaseProxy } from '#tests/support/fakes/tcp-proxy.ts'
import { findFreePort, type ShopProcess } from '#tests/support/shop.ts'
import { startHarness } from '../../tests/faults/fault-harness.ts'

/** A process and its replacements. The first place of each kind is never replaced. */
export type Place = { name: string; current: ShopProcess; metricsUrl: string; replacements: number }
export type SoakShop = Awaited<ReturnType<typeof startSoakShop>>

/** Settings of production, except for limits, since the machine also runs the load, and shorter leases. */
const settings = {
  LOG_LEVEL: 'warn',
  LAME_DUCK_MS: '1500',
  QUERY_TIMEOUT_MS: '10000',
  POOL_TIMEOUT_MS: '10000',
  RELAY_INTERVAL_MS: '400',
  RECONCILE_INTERVAL_MS: '5000',
  REQUEUE_AFTER_MS: '15000',
  PROBE_INTERVAL_MS: '5000',
  LEASE_MS: '10000',
  JOB_LOCK_MS: '10000',
  JOB_STALLED_MS: '5000',
}

export async function startSoakShop(dir: string) {
  const temporaryFolder = join(dir, 'shop-tmp')
  mkdirSync(temporaryFolder, { recursive: true })
  const harness = await startHarness(settings)
  const databaseProxy = await startDatabaseProxy(harness.environment.DATABASE_URL ?? '')
  const ownSettings = { DATABASE_URL: databaseProxy.url, TMPDIR: temporaryFolder }

  async function startWeb(name: string): Promise<Place> {
    const metricsPort = await findFreePort()
    const current = await harness.startWeb({ ...ownSettings, METRICS_PORT: String(metricsPort) })
    return { name, current, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`, replacements: 0 }
  }
  async function startWorker(name: string): Promise<Place> {
    const current = await harness.startWorker(ownSettings)
    return { name, current, metricsUrl: `${current.url}/metrics`, replacements: 0 }
  }
  const webs = [await startWeb('web 1'), await startWeb('web 2')] as const
  const workers = [await startWorker('worker 1'), await startWorker('worker 2')] as const
  const balancer = await startBalancer(webs.map(({ current }) => getPort(current)))
  return {
    harness,
    database: databaseProxy,
    webs,
    workers,
    balancer,
    temporaryFolder,
    url: balancer.url,
    async replaceWeb(place: Place) {
      const metricsPort = new URL(place.metricsUrl).port
      place.current = await harness.startWeb(
        { ...ownSettings, METRICS_PORT: metricsPort },
        getPort(place.current),
      )
      place.replacements += 1
    },
    async replaceWorker(place: Place) {
      place.current = await harness.startWorker(ownSettings)
      place.metricsUrl = `${place.current.url}/metrics`
      place.replacements += 1
    },
    async end() {
      balancer.close()
      await harness.end()
      await databaseProxy.close()
    },
  }
}

export function getPort({ url }: ShopProcess): number {
  return Number(new URL(url).port)
}
