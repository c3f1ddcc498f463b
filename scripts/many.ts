import type { Insertable, Kysely } from 'kysely'
import { z } from 'zod'
import { addDays, addYears, type CivilDate, civilDateIn } from '#app/domain/calendar.ts'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { db } from '#app/models/db.server.ts'
import type { Database } from '#app/models/schema.ts'

const usage = 'npm run many -- [ORDERS=100000] [USERS=20000]'
const BATCH = 1_000
const words = z.tuple([
  z.coerce.number().int().min(1).max(2_000_000).default(100_000),
  z.coerce.number().int().min(1).max(500_000).default(20_000),
])

const firstNames = ['Ana', 'Bento', 'Célia', 'Dário', 'Érica', 'Fábio', 'Graça', 'Hugo', 'Íris', 'João']
const lastNames = [
  'Almeida',
  'Brandão',
  'Conceição',
  'Duarte',
  'Esteves',
  'Falcão',
  'Gusmão',
  'Hélio',
  'Inventado',
]
const cities = ['Botucatu', 'Ribeirão Preto', 'Marília', 'Orlândia', 'Assis']

/**
 * Fills a seeded database with invented users, orders and subscriptions, two and a half lines an order, the same every
 * time, so that lists and reports can be looked at as they will be in years. Never in production.
 */
try {
  if (env.APP_ENV === 'production') throw new Error('invented data never enters production')
  const given = words.safeParse(process.argv.slice(2))
  if (!given.success) throw new Error(usage)
  const [orders, users] = given.data
  const people = await addPeople(users)
  const made = await addOrders(orders, people)
  log.info({ users: people.length, ...made }, 'invented data written')
} catch (error) {
  log.fatal({ err: error }, 'nothing more written')
  process.exitCode = 1
} finally {
  await db.destroy()
}

type Person = { profileId: number; addressId: number; name: string; document: string }

async function addPeople(count: number): Promise<Person[]> {
  const { id: userFrom } = await newest('users')
  const { id: profileFrom } = await newest('profiles')
  const { id: addressFrom } = await newest('addresses')
  const people = Array.from({ length: count }, (_, index) => ({
    userId: userFrom + index + 1,
    profileId: profileFrom + index + 1,
    addressId: addressFrom + index + 1,
    isCompany: index % 3 === 0,
    name: `${pick(firstNames, index)} ${pick(lastNames, Math.floor(index / 7))} ${index + 1}`,
    document: String(10_000_000_000 + index).padStart(11, '0'),
  }))
  await insert('users', people, ({ userId }) => ({ id: userId, email: `cliente-${userId}@muitos.test` }))
  await insert('addresses', people, ({ addressId }, index) => ({
    id: addressId,
    zip_code: '18600000',
    street: 'Rua das Hélices',
    number: String(index + 1),
    complement: '',
    province: 'Centro',
    city: pick(cities, index),
    state: 'SP',
  }))
  await insert('profiles', people, (person, index) => ({
    id: person.profileId,
    user_id: person.userId,
    is_company: person.isCompany,
    name: person.name,
    company_name: person.isCompany ? `${pick(lastNames, index)} Aviação Agrícola ${index + 1} Ltda.` : null,
    cpf: person.isCompany ? null : person.document,
    cnpj: person.isCompany ? `${person.document}000`.slice(0, 14) : null,
    ie: null,
    phone: '14999990000',
    billing_address_id: person.addressId,
    shipping_address_id: null,
  }))
  return people
}

type Line = { id: number; orderId: number; person: Person; paidOn: CivilDate | null; index: number }

async function addOrders(count: number, people: Person[]) {
  const publications = await db
    .selectFrom('publications')
    .select(['id', 'name', 'version', 'price', 'is_signature', 'is_download'])
    .orderBy('id')
    .execute()
  const { id: orderFrom } = await newest('orders')
  const { id: lineFrom } = await newest('order_lines')
  const today = civilDateIn(new Date())
  const orders = Array.from({ length: count }, (_, index) => {
    const date = addDays(today, -Math.floor(((count - index) * 1_800) / count))
    const status = pick([2, 2, 2, 2, 2, 2, 1, 3, 3, 4], index)
    const person = pick(people, index * 7 + Math.floor(index / 11))
    return { id: orderFrom + index + 1, index, date, status, person, paidOn: status === 2 ? date : null }
  })
  const lines = orders.flatMap(({ id: orderId, person, paidOn, index }): Omit<Line, 'id'>[] =>
    Array.from({ length: index % 2 === 0 ? 3 : 2 }, (_, nth) => ({
      orderId,
      person,
      paidOn,
      index: index + nth,
    })),
  )
  await insert('orders', orders, ({ id, index, date, status, person, paidOn }) => ({
    id,
    profile_id: person.profileId,
    status,
    date,
    total_publications: 100_00 + index,
    shipping_value: 0,
    total: 100_00 + index,
    shipping_type: 'PAC',
    billing_address_id: person.addressId,
    shipping_address_id: null,
    payer_name: person.name,
    payer_document: person.document,
    reason: status === 3 && index % 4 === 0 ? 'Foto ilegível' : null,
    nfe: status === 2 ? String(500_000 + index) : null,
    checkout_token: id.toString(16).padStart(32, '0'),
    paid_on: paidOn,
  }))
  const numbered = lines.map((line, index): Line => ({ ...line, id: lineFrom + index + 1 }))
  await insert('order_lines', numbered, ({ id, orderId, index }) => {
    const publication = pick(publications, index)
    return {
      id,
      order_id: orderId,
      publication_id: publication.id,
      name: publication.name,
      version: publication.version,
      value: publication.price,
      is_signature: publication.is_signature,
      is_download: publication.is_download,
      airplane_prefix: markOf(index),
      airplane_serial_number: String(200_000 + (index % 5_000)),
      fuel_type: (index % 3) + 1,
    }
  })
  const paid = numbered.filter((line) => line.paidOn !== null)
  await insert('subscriptions', paid, ({ id, person, paidOn, index }) => {
    const publication = pick(publications, index)
    const due = publication.is_signature && paidOn ? addYears(paidOn, 1) : null
    return {
      order_line_id: id,
      profile_id: person.profileId,
      publication_id: publication.id,
      status: publication.is_download ? 1 : due === null ? 3 : 5,
      starts_on: paidOn ?? today,
      due,
    }
  })
  return { orders: orders.length, lines: numbered.length, subscriptions: paid.length }
}

async function insert<Table extends keyof Database, Row>(
  table: Table,
  rows: readonly Row[],
  valuesOf: (row: Row, index: number) => Insertable<Database[Table]>,
) {
  const into: Kysely<Database> = db
  for (let start = 0; start < rows.length; start += BATCH) {
    const values = rows.slice(start, start + BATCH).map((row, index) => valuesOf(row, start + index))
    await into.insertInto(table).values(values).execute()
  }
}

async function newest(table: 'users' | 'profiles' | 'addresses' | 'orders' | 'order_lines') {
  const row = await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return { id: row?.id ?? 0 }
}

/** One of 2 600 marks, so that a fleet has several orders each. */
function markOf(index: number): string {
  const letters = [index % 26, Math.floor(index / 26) % 10, Math.floor(index / 260) % 10]
  return `PT-${letters.map((letter) => String.fromCharCode(65 + letter)).join('')}`
}

function pick<Value>(values: readonly Value[], index: number): Value {
  const value = values[index % values.length]
  if (value === undefined) throw new RangeError('nothing to pick from')
  return value
}
