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

const CUSTOMERS = 240
const FEW_ORDERS = 1_000
const ORDERS = 100_000
const MANY_ORDERS = 1_000_000
const ORDERS_PER_USER = 5
const { BENCH_DIR: dir = '' } = process.env

try {
  const options = readOptions(process.argv.slice(2))
  const stage = await runStep('Filling the database', 'Database filled', () => prepare(options.publications))
  const bench = await Bench.start(stage, { dir, options })
  try {
    await bench.growthAt(FEW_ORDERS)
    if (bench.needsOrders) await addOrders(ORDERS - FEW_ORDERS)
    await bench.growthAt(ORDERS)
    await bench.measureAll()
    const dataDescription = await countData(options.publications)
    if (options.million) {
      await addOrders(MANY_ORDERS - ORDERS)
      await bench.growthAt(MANY_ORDERS)
    }
    if (options.profile) printLine(`\n${formatReport(bench.results, dataDescription, [])}`)
    const profileSummaries = await bench.explain()
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

async function prepare(publications: number): Promise<Stage> {
  await enlargeCatalogue(publications)
  await addBulkData(FEW_ORDERS, FEW_ORDERS / ORDERS_PER_USER)
  const [reader, ...customers] = await makeCustomers(CUSTOMERS + 1)
  const ids = await listPublicationIds(10)
  if (!reader) throw new Error('no customer')
  await addToBenchCart(reader, ids[0] ?? 0)
  return {
    reader,
    customers,
    publicationIds: ids,
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
  const number = /^\d+\.\d+/.exec(version)?.[0]
  return {
    cores: cpus().length,
    node: process.versions.node.split('.')[0] ?? '',
    database: `${/mariadb/i.test(version) ? 'MariaDB' : 'MySQL'} ${number}`,
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
