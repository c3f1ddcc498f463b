import { setTimeout as pause } from 'node:timers/promises'
import { waitFor } from '#tests/support/shop.ts'
import { listProcessTree, readOwnProcessorMs } from '../bench/process-figures.ts'
import { makeRandom, shuffle } from './random.ts'
import { getPort, type SoakShop } from './soak-shop.ts'

type Fault = { name: string; inject(shop: SoakShop): Promise<void> }

const GAP_MS = { min: 20_000, max: 40_000 }
/** Failures within this time after a fault are attributed to it. */
const AFTERMATH_MS = 15_000
const OUTAGE_MS = 2_000
const DRAWING_LIMIT_MS = 20_000

const faults: readonly Fault[] = [
  { name: 'a worker killed', inject: (shop) => killWorker(shop) },
  {
    name: 'a worker killed while its Chromium draws',
    async inject(shop) {
      await waitUntilDrawing(shop.workers[1].current.pid)
      await killWorker(shop)
    },
  },
  {
    name: 'a web stopped and replaced',
    async inject(shop) {
      const [, place] = shop.webs
      await place.current.stop()
      await shop.replaceWeb(place)
      await waitFor('the new web', async () => shop.balancer.isReady(getPort(place.current)))
    },
  },
  {
    name: 'Redis restarted',
    async inject({ harness }) {
      await harness.redis.stop()
      await pause(OUTAGE_MS)
      await harness.redis.start()
    },
  },
  {
    name: 'database connections cut',
    async inject({ database }) {
      database.fail('refuse')
      await pause(OUTAGE_MS)
      database.recover()
    },
  },
]

/** Injects all faults in turn, each round in another sequence, until `endsAt` (performance.now()). */
export function injectFaults(shop: SoakShop, seed: number, endsAt: number) {
  const random = makeRandom(seed)
  const counts = new Map(faults.map(({ name }) => [name, 0]))
  const unrecovered: string[] = []
  let currentFault: string | undefined
  let endedAt = 0
  const injectRounds = async () => {
    for (;;) {
      for (const fault of shuffle(faults, random)) {
        await pause(GAP_MS.min + random() * (GAP_MS.max - GAP_MS.min))
        if (performance.now() > endsAt) return
        currentFault = fault.name
        await fault.inject(shop).catch((error) => unrecovered.push(`${fault.name}: ${error}`))
        endedAt = performance.now()
        counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1)
        console.log(`${new Date().toISOString().slice(11, 19)} ${fault.name}`)
        void pause(AFTERMATH_MS).then(() => {
          // Timers may fire a millisecond early. After a later fault, that fault's timer decides.
          if (performance.now() - endedAt >= AFTERMATH_MS - 1) currentFault = undefined
        })
      }
    }
  }
  return { counts, unrecovered, current: () => currentFault, done: injectRounds() }
}

async function killWorker(shop: SoakShop): Promise<void> {
  const [, place] = shop.workers
  place.current.signal('SIGKILL')
  await place.current.ended
  await shop.replaceWorker(place)
}

/** Waits until child processes use most of the processor time, which an idle Chromium does not. */
async function waitUntilDrawing(pid: number): Promise<void> {
  const sumProcessorTime = () =>
    listProcessTree(pid)
      .slice(1)
      .reduce((sum, childPid) => sum + (readOwnProcessorMs(childPid) || 0), 0)
  const deadline = performance.now() + DRAWING_LIMIT_MS
  for (let previousMs = sumProcessorTime(); performance.now() < deadline; ) {
    await pause(30)
    const processorMs = sumProcessorTime()
    if (processorMs - previousMs >= 20) return
    previousMs = processorMs
  }
}
