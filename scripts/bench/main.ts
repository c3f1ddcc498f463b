import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { db } from '#app/models/platform/db.server.ts'
import { addBulkData } from '../bulk-data/all.ts'
import { printLine, runStep } from '../dev-services/log.mjs'
import { root } from '../dev-services/paths.mjs'
import { Bench } from './bench.ts'
import {
  addToBenchCart,
  chooseBasket,
  chooseFleetBasket,
  enlargeCatalogue,
  findBuyerEmail,
  listPublicationIds,
  makeCustomers,
  makeStaffSession,
  makeToken,
} from './data.ts'
import { auditLedger } from './ledger.ts'
import { WrongAnswer } from './load.ts'
import { readOptions } from './options.ts'
import { formatReport } from './report.ts'
import type { Stage } from './scenarios.ts'

const CUSTOMER_COUNT = 240
const FEW_ORDERS = 1_000
const ORDER_COUNT = 100_000
const MANY_ORDERS = 1_000_000
const ORDERS_PER_USER = 5
const { BENCH_DIR: dir = '' } = process.env

try {
  const options = readOptions(process.argv.slice(2))
  const stage = await runStep('Filling the database', 'Database filled', () =>
    prepareStage(options.publications),
  )
  const bench = await Bench.start(stage, { dir, options })
  try {
    await bench.measureGrowth(FEW_ORDERS)
    if (bench.needsOrders) await addOrders(ORDER_COUNT - FEW_ORDERS)
    await bench.measureGrowth(ORDER_COUNT)
    await bench.measureAll()
    const dataDescription = await countData(options.publications)
    if (options.million) {
      await addOrders(MANY_ORDERS - ORDER_COUNT)
      await bench.measureGrowth(MANY_ORDERS)
    }
    if (options.profile) printLine(`\n${formatReport(bench.results, dataDescription, [])}`)
    const profileSummaries = await bench.profileMissedGoals()
    const text = formatReport(bench.results, dataDescription, profileSummaries)
    printLine(`\n${text}`)
    const faults = await auditLedger(stage.ledger)
    const isCompleteRun = options.names.length === 0 && !options.short && faults.length === 0
    if (isCompleteRun) writeReport(text)
    for (const fault of faults) console.error(`errado: ${fault}`)
    process.exitCode = faults.length > 0 ? 1 : 0
  } finally {
    await bench.stop()
  }
} catch (error) {
  console.error(error instanceof WrongAnswer ? `errado: ${error.message}` : error)
  process.exitCode = 1
} finally {
  await db.destroy()
}
process.exit()

async function prepareStage(publications: number): Promise<Stage> {
  await enlargeCatalogue(publications)
  await addBulkData(FEW_ORDERS, FEW_ORDERS / ORDERS_PER_USER)
  const [reader, ...customers] = await makeCustomers(CUSTOMER_COUNT + 1)
  const publicationIds = await listPublicationIds(10)
  if (!reader) throw new Error('no customer')
  await addToBenchCart(reader, publicationIds[0] ?? 0)
  return {
    reader,
    customers,
    publicationIds: publicationIds,
    buyerEmail: await findBuyerEmail(),
    basket: await chooseBasket(),
    fleet: await chooseFleetBasket(),
    staffCookie: (await makeStaffSession()).cookie,
    token: await makeToken(),
    ledger: { visitorCarts: 0, visitorItems: 0, orders: [], posts: [] },
  }
}

async function addOrders(orders: number) {
  const label = `${orders.toLocaleString('pt-BR')} pedidos`
  await runStep(`Acrescentando ${label}`, `Mais ${label}`, async () => {
    await addBulkData(orders, orders / ORDERS_PER_USER)
  })
}

async function countData(publications: number) {
  const { orders } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('orders'))
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db)
  const version = rows[0]?.version ?? ''
  const versionNumber = /^\d+\.\d+/.exec(version)?.[0]
  return {
    cores: cpus().length,
    node: process.versions.node.split('.')[0] ?? '',
    database: `${/mariadb/i.test(version) ? 'MariaDB' : 'MySQL'} ${versionNumber}`,
    date: new Date().toISOString().slice(0, 10),
    orders,
    publications,
  }
}

function writeReport(text: string) {
  const file = join(root, 'docs/bench-figures.md')
  mkdirSync(join(root, 'docs'), { recursive: true })
  writeFileSync(file, `${text}\n`)
  printLine('\nThe figures are in docs/bench-figures.md.')
}
