import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAccount } from '#app/models/accounts/user.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrder, placeNewOrder } from '#tests/factories/orders.ts'
import { address, company, makeBuyerData, makeCustomer, person } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import type { OrderRowData } from '#tests/factories/rows/orders.ts'
import { aircraftUnit } from '#tests/factories/subscriptions.ts'
import { restartNumbers } from '#tests/support/database.ts'

const email = 'ana@exemplo.test'
const makeManual = () => makePublication({ name: 'Manual' })
const makeCatalogue = () => makePublication({ name: 'Catálogo', is_signature: true })
const makeFreeDownload = () => makeDownload({ price: 0 })
const makePhotoPublication = () => makePublication({ has_photo_upload: true })
const makeAircraftPublication = () => makePublication({ name: 'Placar', has_airplane_info: true })
const makeNewBuyer = async () => ({ buyer: { ...(await makeBuyerData()), email } })
const recordedPayment = { on: '2026-11-02', by: byStaff }

type Situation = { publications: (() => Promise<number>)[]; makeOrderData: () => Promise<OrderRowData> }
const situations: Record<string, Situation> = {
  'an order waiting for its boleto': {
    publications: [makeManual, makeCatalogue],
    makeOrderData: makeNewBuyer,
  },
  'an order for a download': { publications: [makeDownload], makeOrderData: makeNewBuyer },
  'a free order': { publications: [makeFreeDownload], makeOrderData: makeNewBuyer },
  'an order waiting for its photo': {
    publications: [makePhotoPublication],
    makeOrderData: async () => ({
      ...(await makeNewBuyer()),
      // The key starts with the publication's id, which is 1 after restartNumbers().
      units: { '1-0': { ...aircraftUnit('PT-ABC'), fuel: null } },
    }),
  },
  'a paid order': {
    publications: [makeManual, makeCatalogue],
    makeOrderData: async () => ({ ...(await makeNewBuyer()), paid: recordedPayment }),
  },
  'a paid order of a company, for an aircraft': {
    publications: [makeAircraftPublication],
    makeOrderData: async () => ({
      buyer: { ...(await makeBuyerData()), email, identity: company },
      units: { '1-1': aircraftUnit('PT-ABC'), '1-2': aircraftUnit('PT-ABD') },
      today: '2026-10-30',
      termsVersion: '2026-11',
      paid: recordedPayment,
    }),
  },
  'a paid order of an existing customer': {
    publications: [makeCatalogue, makeDownload],
    makeOrderData: async () => ({
      buyer: { ...(await makeCustomer({ email })), phone: person.phone ?? '' },
      paid: recordedPayment,
    }),
  },
}

test.each(Object.entries(situations))(
  'the order factory writes the same rows as the shop for %s',
  async (_, situation) => {
    const shopRows = await loadRowsAfter(async () => {
      const { paid: payment, ...overrides } = await situation.makeOrderData()
      const { orderId } = await placeNewOrder(await makePublications(situation), overrides)
      if (payment) await confirmPayment(orderId, payment.by, payment.on)
    })
    const factoryRows = await loadRowsAfter(async () => {
      const orderData = await situation.makeOrderData()
      await makeOrder(await makePublications(situation), orderData)
    })
    expect(shopRows.orders).toHaveLength(1)
    expect(factoryRows).toEqual(shopRows)
  },
)

test('the customer factory writes the same rows as createAccount', async () => {
  const { passwordHash } = await makeBuyerData()
  const account = { email, passwordHash, identity: company, billing: address, shipping: null }
  const shopRows = await loadRowsAfter(() => withTransaction((trx) => createAccount(trx, account)))
  const factoryRows = await loadRowsAfter(() => makeCustomer({ email, identity: company }))
  expect(shopRows.person_words?.length).toBeGreaterThan(10)
  expect(factoryRows).toEqual(shopRows)
})

/** Creates the publications. Returns the quantity 2 of the first unless it is a download, and 1 of others. */
async function makePublications({ publications: [makeFirst = makeManual, ...makeOthers] }: Situation) {
  const quantities = {
    [await makeFirst()]: makeFirst === makeDownload || makeFirst === makeFreeDownload ? 1 : 2,
  }
  for (const makeOther of makeOthers) quantities[await makeOther()] = 1
  return quantities
}

/**
 * Returns the rows of each table by its name. Replaces times and random values, which differ between runs.
 */
async function loadRowsAfter(work: () => Promise<unknown>) {
  await restartNumbers()
  await work()
  const tables = await db.introspection.getTables()
  const rowsByTable: Record<string, unknown[]> = {}
  for (const { name } of tables.filter((table) => !omittedTables.has(table.name))) {
    const { rows } = await sql<
      Record<string, unknown>
    >`select * from ${sql.table(name)} order by 1, 2`.execute(db)
    if (rows.length > 0) rowsByTable[name] = rows.map(toComparable)
  }
  return rowsByTable
}

/** The shop also leaves rows in these tables, which the factories omit. */
const omittedTables = new Set(['carts', 'shipping_quotes'])

function toComparable(row: Record<string, unknown>) {
  const { created_at: createdAt } = row
  // The factory's customers have a verified e-mail, unlike new accounts.
  const { email_proved_at: _, ...comparedColumns } = row
  return Object.fromEntries(
    Object.entries(comparedColumns).map(([column, value]) => {
      if (typeof value === 'string' && /^[0-9a-f]{32}$/.test(value)) return [column, 'random']
      if (!(value instanceof Date)) return [column, value]
      // These times differ between runs, but not their distance from created_at.
      const isRelativeTime = ['due_by', 'not_before'].includes(column) && createdAt instanceof Date
      return [column, isRelativeTime ? value.getTime() - createdAt.getTime() : 'instant']
    }),
  )
}
