import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAccount } from '#app/models/accounts/user.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrder, placeNewOrder } from '#tests/factories/orders.ts'
import { address, company, makeCustomer, newCustomer, person } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import type { OrderFacts } from '#tests/factories/rows/orders.ts'
import { aircraftUnit } from '#tests/factories/subscriptions.ts'
import { restartNumbers } from '#tests/support/database.ts'

const email = 'ana@exemplo.test'
const makeManual = () => makePublication({ name: 'Manual' })
const makeCatalogue = () => makePublication({ name: 'Catálogo', is_signature: true })
const makeGift = () => makeDownload({ price: 0 })
const withPhoto = () => makePublication({ has_photo_upload: true })
const makeAsked = () => makePublication({ name: 'Placar', has_airplane_info: true })
const makeNewcomer = async () => ({ buyer: { ...(await newCustomer()), email } })
const paid = { on: '2026-11-02', by: byStaff }

type Situation = { titles: (() => Promise<number>)[]; facts: () => Promise<OrderFacts> }
const situations: Record<string, Situation> = {
  'an order that waits for its boleto': { titles: [makeManual, makeCatalogue], facts: makeNewcomer },
  'an order of a download': { titles: [makeDownload], facts: makeNewcomer },
  'an order of nothing to pay': { titles: [makeGift], facts: makeNewcomer },
  'an order whose photo is to come': {
    titles: [withPhoto],
    facts: async () => ({
      ...(await makeNewcomer()),
      units: { '1-0': { ...aircraftUnit('PT-ABC'), fuel: null } },
    }),
  },
  'a paid order': {
    titles: [makeManual, makeCatalogue],
    facts: async () => ({ ...(await makeNewcomer()), paid }),
  },
  'a paid order of a company, for an aircraft': {
    titles: [makeAsked],
    facts: async () => ({
      buyer: { ...(await newCustomer()), email, identity: company },
      units: { '1-1': aircraftUnit('PT-ABC'), '1-2': aircraftUnit('PT-ABD') },
      today: '2026-10-30',
      termsVersion: '2026-11',
      paid,
    }),
  },
  'a paid order of a customer known before': {
    titles: [makeCatalogue, makeDownload],
    facts: async () => ({ buyer: { ...(await makeCustomer({ email })), phone: person.phone ?? '' }, paid }),
  },
}

test.each(Object.entries(situations))(
  'the order factory writes the same rows for %s as the shop',
  async (_, situation) => {
    const byVerbs = await loadRowsAfter(async () => {
      const { paid: payment, ...overrides } = await situation.facts()
      const { orderId } = await placeNewOrder(await makeQuantities(situation), overrides)
      if (payment) await confirmPayment(orderId, payment.by, payment.on)
    })
    const inserted = await loadRowsAfter(async () => {
      const facts = await situation.facts()
      await makeOrder(await makeQuantities(situation), facts)
    })
    expect(byVerbs.orders).toHaveLength(1)
    expect(inserted).toEqual(byVerbs)
  },
)

test('the customer factory writes the same rows as createAccount', async () => {
  const { passwordHash } = await newCustomer()
  const account = { email, passwordHash, identity: company, billing: address, shipping: null }
  const byVerb = await loadRowsAfter(() => withTransaction((trx) => createAccount(trx, account)))
  const inserted = await loadRowsAfter(() => makeCustomer({ email, identity: company }))
  expect(byVerb.person_words?.length).toBeGreaterThan(10)
  expect(inserted).toEqual(byVerb)
})

/** Two orders of the first kind, one of each other. */
async function makeQuantities({ titles: [first = makeManual, ...others] }: Situation) {
  const quantities = { [await first()]: first === makeDownload || first === makeGift ? 1 : 2 }
  for (const other of others) quantities[await other()] = 1
  return quantities
}

/** Returns the rows of every table by its name; times and random values count as equal. */
async function loadRowsAfter(work: () => Promise<unknown>) {
  await restartNumbers()
  await work()
  const tables = await db.introspection.getTables()
  const found: Record<string, unknown[]> = {}
  for (const { name } of tables.filter((table) => !ofTheCart.has(table.name))) {
    const { rows } = await sql<
      Record<string, unknown>
    >`select * from ${sql.table(name)} order by 1, 2`.execute(db)
    if (rows.length > 0) found[name] = rows.map(toComparable)
  }
  return found
}

/** The verbs also emptied a cart. */
const ofTheCart = new Set(['carts', 'shipping_quotes'])

function toComparable(row: Record<string, unknown>) {
  const { created_at: made } = row
  // Customers of the factory have a verified mailbox, unlike new accounts.
  const { email_proved_at: _, ...others } = row
  return Object.fromEntries(
    Object.entries(others).map(([column, value]) => {
      if (typeof value === 'string' && /^[0-9a-f]{32}$/.test(value)) return [column, 'random']
      if (!(value instanceof Date)) return [column, value]
      const isPromised = ['due_by', 'not_before'].includes(column) && made instanceof Date
      return [column, isPromised ? value.getTime() - made.getTime() : 'instant']
    }),
  )
}
