import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ImportKind } from '#app/domain/backoffice/import-kind.ts'
import { applyRecords } from '#app/import/apply.server.ts'
import { toProblems } from '#app/import/fault-problems.ts'
import { checkImport } from '#app/import/import.server.ts'
import type { ImportSource } from '#app/import/kinds.ts'
import { listRecords } from '#app/models/backoffice/import/imports.server.ts'
import { OldNumber } from '#app/models/backoffice/import/planned-row.ts'
import {
  findRowFaults,
  KeyBook,
  readSchemaRules,
  type SchemaRules,
} from '#app/models/backoffice/import/schema-rules.server.ts'
import { db } from '#app/models/platform/db.server.ts'

type Lists = Partial<Record<ImportKind, Record<string, unknown>[]>>

/** Tables into which an import inserts records. */
const targets = [
  ...['publications', 'revisions', 'users', 'profiles', 'addresses', 'orders', 'order_lines'],
  ...['subscriptions', 'renewals', 'shipments', 'shipment_orders', 'shipment_lines'],
]

const publication = { id: 3, name: 'Manual', version: 'Rev. 1', date: '2019-03-01', price: 150 }
const profile = { id: 7, name: 'Ana', person_or_company: 0, user: { email: 'ana@example.com' } }
const staff = {
  id: 8,
  name: 'Equipe',
  person_or_company: 0,
  user: { email: 'b@example.com', is_staff: true },
}
const line = { id: 11, publication: 3, value: 150 }
const order = {
  ...{
    id: 900,
    date: '2020-05-04',
    status: 2,
    profile: 7,
    shipping_type: 'PAC',
    shipping_value: 0,
    total: 150,
  },
  publications: [line],
}
const signature = { id: 55, publication: 3, order: 900, profile: 7, status: 3 }
const expedition = {
  id: 12,
  client: 7,
  order: [900],
  shipping_type: 'PAC',
  status: 2,
  value: 0,
  creation_date: '2020-05-06',
}

const whole: Required<Lists> = {
  publications: [publication],
  profiles: [profile, staff],
  orders: [order],
  signatures: [signature],
  expeditions: [expedition],
}

const makeOtherOrder = (id: number) => ({ ...order, id, publications: [{ ...line, id: id * 10 }] })

/** By constraint: the record that would violate it, or why none can. */
const violations: Readonly<Record<string, { kind: ImportKind; lists: Lists } | string>> = {
  publications_price_signature: makeBrokenSource('publications', [
    publication,
    { ...publication, id: 4, is_signature: true },
  ]),
  publications_legacy: makeBrokenSource('publications', [publication, { ...publication, name: 'Outro' }]),
  publications_form: 'not written',
  revisions_version: 'one revision for each new publication',
  revisions_publication_fk: 'written with its publication',
  users_email: makeBrokenSource('profiles', [
    profile,
    { ...profile, id: 9, user: { email: 'ANA@example.com' } },
    staff,
  ]),
  profiles_legacy: makeBrokenSource('profiles', [
    profile,
    { ...profile, user: { email: 'c@example.com' } },
    staff,
  ]),
  profiles_user: 'one account for each profile',
  profiles_user_fk: 'written with its profile',
  profiles_billing_fk: 'written with its profile',
  profiles_shipping_fk: 'written with its profile',
  orders_status: makeBrokenSource('orders', [order, { ...makeOtherOrder(901), status: 9 }]),
  orders_total: 'the parts are made of the total',
  orders_checkout_token: makeBrokenSource('orders', [order, { ...order, note: 'de novo' }]),
  orders_legacy: makeBrokenSource('orders', [order, { ...order, note: 'de novo' }]),
  orders_profile_fk: makeBrokenSource('orders', [order, { ...makeOtherOrder(901), profile: 70 }]),
  orders_billing_fk: 'written with its order',
  orders_shipping_fk: 'written with its order',
  order_lines_legacy: makeBrokenSource('orders', [order, { ...order, id: 901 }]),
  order_lines_order_fk: 'written with its order',
  order_lines_publication_fk: makeBrokenSource('orders', [
    order,
    { ...order, id: 901, publications: [{ publication: 30, value: 1 }] },
  ]),
  order_lines_renewing_fk: 'a unit that does not come is not linked',
  subscriptions_status: makeBrokenSource('signatures', [signature, { ...signature, id: 56, status: 9 }]),
  subscriptions_legacy: makeBrokenSource('signatures', [signature, { ...signature, notes: 'de novo' }]),
  subscriptions_line: makeBrokenSource('signatures', [
    signature,
    { ...signature, id: 56, order: { id: 900, line: 11 } },
  ]),
  subscriptions_line_fk: makeBrokenSource('signatures', [
    signature,
    { ...signature, id: 56, airplane_prefix: 'PT-XYZ' },
  ]),
  subscriptions_profile_fk: makeBrokenSource('signatures', [
    signature,
    { ...signature, id: 56, profile: 70 },
  ]),
  subscriptions_publication_fk: makeBrokenSource('signatures', [
    signature,
    { ...signature, id: 56, publication: 30 },
  ]),
  renewals_line: 'a line renews one unit',
  renewals_line_fk: 'only lines that are here are linked',
  renewals_subscription_fk: 'only units that are here are linked',
  shipments_status: makeBrokenSource('expeditions', [expedition, { ...expedition, id: 13, status: 9 }]),
  shipments_type: 'an unknown type becomes SIMPLES',
  shipments_address: makeBrokenSource('expeditions', [
    expedition,
    { ...expedition, id: 13, direct_shipping: true },
  ]),
  shipments_form: 'not written',
  shipments_legacy: makeBrokenSource('expeditions', [expedition, { ...expedition, note: 'de novo' }]),
  shipments_profile_fk: makeBrokenSource('expeditions', [expedition, { ...expedition, id: 13, client: 70 }]),
  shipments_owner_fk: { kind: 'expeditions', lists: { ...whole, profiles: [profile] } },
  shipments_address_fk: 'written with its shipment, or the row of its client',
  shipments_subscription_fk: 'not written',
  shipment_orders_order_fk: makeBrokenSource('expeditions', [
    expedition,
    { ...expedition, id: 13, order: [902] },
  ]),
  shipment_orders_shipment_fk: 'written with its shipment',
  shipment_lines_holds: 'written as 1 or null',
  shipment_lines_held: 'a line that is held is added without hold',
  shipment_lines_line_fk: 'only lines that are here are added',
  shipment_lines_shipment_fk: 'written with its shipment',
}

function makeBrokenSource(kind: ImportKind, records: Record<string, unknown>[]) {
  return { kind, lists: { ...whole, [kind]: records } }
}

function makeSource(lists: Lists): ImportSource {
  return {
    name: 'antigo',
    openFile: () => Promise.reject(new Error('no files')),
    async *read(kind) {
      for (const [index, value] of (lists[kind] ?? []).entries()) yield { place: `${index + 1}`, value }
    },
  }
}

async function listConstraints(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct constraint_name as name from information_schema.table_constraints
    where table_schema = database() and constraint_name <> 'PRIMARY' and table_name in (${sql.join(targets)})`.execute(
    db,
  )
  return rows.map(({ name }) => name).toSorted()
}

test('each constraint of the target tables has a record that violates it, or a reason why none can', async () => {
  expect(await listConstraints()).toEqual(Object.keys(violations).toSorted())
})

test('imports records that violate no constraint', async () => {
  const id = await checkImport(makeSource(whole), { isApplied: true })
  await applyRecords(id)
  expect(await listRecords(id, 'problems', { limit: 10 })).toEqual([])
  expect(await listRecords(id, 'refused', { limit: 10 })).toEqual([])
})

describe('a dry run', () => {
  const cases = Object.entries(violations).flatMap(([name, violation]) =>
    typeof violation === 'string' ? [] : [[name, violation] as const],
  )
  test.each(cases)(
    'rejects a record that violates %s with a reason, and so does the import',
    async (name, { kind, lists }) => {
      const id = await checkImport(makeSource(lists), { isApplied: true })
      const rejectedRecords = await listRecords(id, 'problems', { limit: 10 })
      // If a number occurs twice, both records and those that refer to them are rejected.
      expect(rejectedRecords[0]).toMatchObject({ kind, state: 'refused' })
      if (rejectedRecords[0]?.problems.id === undefined && name !== 'orders_checkout_token')
        expect(rejectedRecords).toHaveLength(1)
      expect(Object.values(rejectedRecords[0]?.problems ?? {}).flat()).not.toContain(
        'O banco de dados recusou este registro',
      )
      await applyRecords(id)
      expect(await listRecords(id, 'refused', { limit: 10 })).toEqual(rejectedRecords)
    },
  )
})

test('rejects values that do not fit their columns', async () => {
  const rules = await readSchemaRules()
  const makeRows = (values: Record<string, unknown>) => [{ table: 'orders' as const, values, prefix: '' }]
  const [faults] = await findRowFaults(rules, [
    makeRows({
      nfe: 'x'.repeat(61),
      shipping_days: 70_000,
      date: null,
      total_publications: -1,
      note: null,
      profile_id: new OldNumber(7),
    }),
  ])
  expect(toProblems(faults ?? [])).toEqual({
    nfe: ['Texto longo demais'],
    shipping_days: ['Número fora do que a loja guarda'],
    date: ['Campo obrigatório'],
    total: ['O total é menor que o frete'],
  })
})

test('checks a key and a rule that a later migration adds', async () => {
  const rules: SchemaRules = new Map([
    [
      'orders',
      {
        columns: [],
        keys: [{ rule: 'orders_nfe_once', columns: ['nfe'] }],
        checks: [{ rule: 'orders_nfe_digits', columns: ['nfe'], clause: "`nfe` regexp '^[0-9]+$'" }],
      },
    ],
  ])
  const rows = ['4001', 'x', null].map((nfe) => [{ table: 'orders' as const, values: { nfe } }])
  const faults = await findRowFaults(rules, rows)
  expect(faults.map(toProblems)).toEqual([{}, { nfe: ['A loja não aceita estes valores juntos'] }, {}])
  const keys = new KeyBook(rules)
  await keys.readExisting(rows.flat())
  expect(keys.findRepeats(rows[0] ?? [])).toEqual([])
  keys.claimKeys(rows[0] ?? [], 12)
  expect(toProblems(keys.findRepeats(rows[0] ?? []))).toEqual({
    nfe: ['O registro nº 12 já traz este valor'],
  })
  expect(keys.findRepeats(rows[2] ?? [])).toEqual([])
})
