import { randomBytes } from 'node:crypto'
import { toIdentity } from '#app/domain/accounts/identity.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { signFormOwner } from '#app/http/accounts/form-owner.server.ts'
import { quoteFreight } from '#app/http/checkout/freight.server.ts'
import { cartCookie, sessionCookie } from '#app/http/cookies.server.ts'
import { findViewer, hashSecret, makeSecret, startSession } from '#app/models/accounts/session.server.ts'
import { createAccount } from '#app/models/accounts/user.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { termsVersion } from '#app/text/orders/terms.ts'
import { insertRows, pickValue } from '../bulk-data/rows.ts'

const aircraftNames = [
  'Ipanema EMB-201A',
  'Ipanema EMB-202',
  'Ipanema EMB-203',
  'Tuiuiú T-12',
  'Carcará C-3',
  'Curió C-2',
]
const titleKinds = [
  'Manual de Manutenção',
  'Manual de Voo',
  'Catálogo Ilustrado de Peças',
  'Boletim de Serviço',
  'Suplemento',
]

/** Adds publications until the catalogue has `wantedCount`. */
export async function enlargeCatalogue(wantedCount: number): Promise<void> {
  const { count } = await db
    .selectFrom('publications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const newestId = await findNewestPublication()
  const newRows = Array.from({ length: Math.max(0, wantedCount - count) }, (_, index) => ({
    id: newestId + index + 1,
    name: `${pickValue(titleKinds, index)} ${pickValue(aircraftNames, index)} tomo ${index + 1}`,
    applicability: `${pickValue(aircraftNames, index)}, séries ${200_000 + index} em diante`,
    version: `Rev. ${(index % 24) + 1}`,
    date: `2026-${String((index % 12) + 1).padStart(2, '0')}-15`,
    price: 4_990 + index * 10,
    weight: index % 3 === 0 ? 0 : 400,
    is_signature: false,
    is_download: index % 3 === 0,
  }))
  await insertRows('publications', newRows, (row) => row)
  await insertRows('publication_models', newRows, ({ id }, index) => ({
    publication_id: id,
    model: pickValue(aircraftNames, index).split(' ').at(-1) ?? '',
    serial_from: String(200_000 + index),
    serial_to: null,
  }))
  const revisions = newRows.flatMap(({ id, version, date }) => [
    { publication_id: id, version: 'Emissão inicial', date: '2025-01-15', changes: null },
    { publication_id: id, version, date, changes: 'Novas inspeções e limites.' },
  ])
  await insertRows('revisions', revisions, (row) => row)
}

async function findNewestPublication(): Promise<number> {
  const row = await db
    .selectFrom('publications')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.id
}

/** Returns the newest publications on sale. */
export async function listPublicationIds(count: number): Promise<number[]> {
  const rows = await db
    .selectFrom('publications')
    .select('id')
    .where('active', '=', true)
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  return rows.map(({ id }) => id)
}

const billing = {
  zip_code: '18600001',
  street: 'Rua dos Planadores',
  number: '45',
  complement: '',
  province: 'Vila Biruta',
  city: 'Botucatu',
  state: 'SP',
}

export type Customer = { userId: number; cartId: number; cookie: string }

/** Creates customers with an open session, so that no password is hashed during a measurement. */
export async function makeCustomers(count: number): Promise<Customer[]> {
  const customers: Customer[] = []
  for (let index = 1; index <= count; index++) {
    const identity = toIdentity(false, {
      name: `Cliente ${index}`,
      cpf: String(index).padStart(11, '0'),
      phone: '14998000101',
    })
    const account = {
      email: `bench-${index}@example.test`,
      passwordHash: '-',
      identity,
      billing,
      shipping: null,
    }
    const { userId } = await withTransaction((trx) => createAccount(trx, account))
    const cart = await db.insertInto('carts').values({ user_id: userId }).executeTakeFirstOrThrow()
    const setCookie = await sessionCookie.serialize(await startSession(userId))
    customers.push({ userId, cartId: Number(cart.insertId), cookie: readCookie(setCookie) })
  }
  return customers
}

/** Returns the e-mail of the buyer of the newest confirmed order. */
export async function findBuyerEmail(): Promise<string> {
  const { email } = await db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select('email')
    .where('status', '=', orderStatus.confirmed)
    .orderBy('orders.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return email ?? ''
}

export async function makeVisitorCarts(count: number): Promise<string[]> {
  const cartKeys = Array.from({ length: count }, makeSecret)
  await insertRows('carts', cartKeys, (key) => ({ key_hash: hashSecret(key) }))
  return Promise.all(cartKeys.map(async (key) => readCookie(await cartCookie.serialize(key))))
}

export async function addToBenchCart({ cartId }: Customer, publicationId: number): Promise<void> {
  await db
    .insertInto('cart_items')
    .values({ cart_id: cartId, publication_id: publicationId, quantity: 1 })
    .execute()
}

export async function makeStaffSession() {
  const staffUser = await db
    .selectFrom('users')
    .select('id')
    .where('is_staff', '=', true)
    .executeTakeFirstOrThrow()
  const token = await startSession(staffUser.id)
  const viewer = await findViewer(token)
  if (!viewer?.isStaff) throw new Error(`user ${staffUser.id} is not staff`)
  const cookie = readCookie(await sessionCookie.serialize(token))
  return { userId: staffUser.id, cookie, formOwner: signFormOwner(viewer) }
}

export async function makeToken(): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('is_staff', '=', false)
    .where('is_superuser', '=', false)
    .executeTakeFirstOrThrow()
  return startSession(user.id, null, 'api')
}

function readCookie(setCookie: string): string {
  return setCookie.split(';', 1).join()
}

export type Basket = {
  items: { id: number; price: number; quantity: number; hasAircraft?: boolean }[]
  units: number
  service: string
  freight: number
}

/** Returns two copies of a printed publication and one copy each of two downloads, with their freight. */
export async function chooseBasket(): Promise<Basket> {
  const simplePublications = db
    .selectFrom('publications')
    .select(['id', 'price', 'weight'])
    .where('active', '=', true)
    .where('has_airplane_info', '=', false)
    .where('has_photo_upload', '=', false)
    .orderBy('id', 'desc')
  const printedPublication = await simplePublications
    .where('is_download', '=', false)
    .executeTakeFirstOrThrow()
  const downloads = await simplePublications.where('is_download', '=', true).limit(2).execute()
  const items = [
    { ...printedPublication, quantity: 2 },
    ...downloads.map((publication) => ({ ...publication, quantity: 1 })),
  ]
  return { items, units: 4, ...(await findFreight(printedPublication.weight * 2)) }
}

/** Returns ten copies of a publication that requires aircraft data, with their freight. */
export async function chooseFleetBasket(): Promise<Basket> {
  const printedPublication = await db
    .selectFrom('publications')
    .select(['id', 'price', 'weight'])
    .where('active', '=', true)
    .where('has_airplane_info', '=', true)
    .where('has_photo_upload', '=', false)
    .where('is_download', '=', false)
    .orderBy('weight')
    .executeTakeFirstOrThrow()
  const items = [{ ...printedPublication, quantity: 10, hasAircraft: true }]
  return { items, units: 10, ...(await findFreight(printedPublication.weight * 10)) }
}

/** Returns the first freight with a price, for the weight in whole kilograms. */
async function findFreight(grams: number) {
  const options = await quoteFreight(billing.zip_code, Math.max(1, Math.ceil(grams / 1000)))
  const option = options.find(({ service }) => service !== shippingTypes.toBeAgreed)
  if (!option) throw new Error('no freight for the measurement')
  return { service: option.service, freight: option.value }
}

/** Fills carts and opens checkouts. Returns the checkout tokens in the sequence of `customers`. */
export async function fillCarts(customers: Customer[], { items }: Basket): Promise<string[]> {
  const tokens = customers.map(() => randomBytes(16).toString('hex'))
  const cartIds = customers.map(({ cartId }) => cartId)
  // Earlier orders are backdated, since the shop asks about an equal order within ten minutes.
  const buyers = db
    .selectFrom('profiles')
    .select('id')
    .where(
      'user_id',
      'in',
      customers.map(({ userId }) => userId),
    )
  await db
    .updateTable('orders')
    .set({ created_at: new Date(Date.now() - 3_600_000) })
    .where('profile_id', 'in', await buyers.execute().then((rows) => rows.map(({ id }) => id)))
    .execute()
  await db.deleteFrom('cart_items').where('cart_id', 'in', cartIds).execute()
  await db.deleteFrom('checkout_drafts').where('cart_id', 'in', cartIds).execute()
  await db
    .insertInto('cart_items')
    .values(
      cartIds.flatMap((cart_id) =>
        items.map(({ id, quantity }) => ({ cart_id, publication_id: id, quantity })),
      ),
    )
    .execute()
  await db
    .insertInto('checkout_drafts')
    .values(cartIds.map((cart_id, index) => ({ cart_id, token: tokens[index] ?? '', data: '{}' })))
    .execute()
  return tokens
}

export function makeCheckoutForm(token: string, { items, service, freight }: Basket): URLSearchParams {
  const form = new URLSearchParams({
    checkout_token: token,
    'buyer.phone': '14998000101',
    ship_elsewhere: 'off',
    terms: termsVersion,
  })
  for (const [name, value] of Object.entries(billing)) form.set(`billing.${name}`, value)
  items.forEach(({ id, price, quantity, hasAircraft }, index) => {
    form.set(`seen[${index}].id`, String(id))
    form.set(`seen[${index}].price`, String(price))
    form.set(`seen[${index}].quantity`, String(quantity))
    if (hasAircraft)
      for (let unit = 1; unit <= quantity; unit++) setAircraft(form, `unit.${id}-${unit}`, unit)
  })
  form.set('shipping_service', service)
  form.set(`seen_shipping.${service}`, String(freight))
  form.set('intent', 'confirm')
  return form
}

function setAircraft(form: URLSearchParams, blockPrefix: string, unit: number) {
  // 65 is the letter A.
  form.set(`${blockPrefix}.prefix`, `PT-AB${String.fromCharCode(64 + unit)}`)
  form.set(`${blockPrefix}.serial`, String(200_000 + unit))
  form.set(`${blockPrefix}.fuel`, '1')
}
