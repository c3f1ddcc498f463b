/** The load: fills the database, asks both sides in turn, checks every answer, prints. Started by scripts/bench.mjs. */
import { db } from '#app/models/platform/db.server.ts'
import { addMany } from '../bulk-data/all.ts'
import {
  chooseBasket,
  chooseFleetBasket,
  enlargeCatalogue,
  makeCustomers,
  makeStaffSession,
  makeToken,
} from './data.ts'
import { audit, type Ledger } from './ledger.ts'
import { measure, type Result } from './measure.ts'
import { residentMegabytes } from './process-figures.ts'
import { printResults } from './report.ts'
import { scenarios, WrongAnswer } from './scenarios.ts'
import { sideAt } from './side.ts'

const concurrency = 8
/** Once through everything first: figures of code the engine has not compiled yet say nothing. */
const warmUp = { rounds: 12, enoughMs: 4_000 }
const extent = { rounds: 20, enoughMs: 9_000 }
const { BENCH_WEB = '', BENCH_BARE = '', BENCH_WEB_PID, BENCH_BARE_PID } = process.env
const wanted = process.argv.slice(2)

try {
  await addMany(100_000, 20_000)
  await enlargeCatalogue(2_000)
  const ledger: Ledger = { visitorCarts: [], orders: [] }
  const stage = {
    basket: await chooseBasket(),
    fleet: await chooseFleetBasket(),
    customers: await makeCustomers(32),
    staffCookie: await makeStaffSession(),
    token: await makeToken(),
    ledger,
  }
  const bare = sideAt('bare', BENCH_BARE, Number(BENCH_BARE_PID), concurrency)
  const web = sideAt('web', BENCH_WEB, Number(BENCH_WEB_PID), concurrency)
  const known = scenarios(stage)
  const unknown = wanted.find((word) => !known.some(({ name }) => name === word))
  if (unknown) throw new Error(`no scenario "${unknown}": ${known.map(({ name }) => name).join(', ')}`)
  const chosen = known.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  for (const scenario of chosen) await measure(scenario, { bare, web, concurrency }, warmUp)
  const results: Result[] = []
  for (const scenario of chosen) results.push(await measure(scenario, { bare, web, concurrency }, extent))
  const faults = await audit(ledger)
  printResults(results, { web: residentMegabytes(web.pid), bare: residentMegabytes(bare.pid) })
  for (const fault of faults) console.error(`errado: ${fault}`)
  process.exitCode = faults.length > 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof WrongAnswer ? `errado: ${error.message}` : error)
  process.exitCode = 1
} finally {
  await db.destroy()
}
process.exit()
