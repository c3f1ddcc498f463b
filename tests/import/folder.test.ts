import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readStored } from '#app/gateways/storage.server.ts'
import { applyRecords } from '#app/import/apply.server.ts'
import { makeFileSource } from '#app/import/file-source.server.ts'
import { applyImport, checkImport } from '#app/import/import.server.ts'
import { inviteImported } from '#app/import/invite.server.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { countRecords, findImport, listRecords } from '#app/models/backoffice/import/imports.server.ts'
import { findOrderForPayment } from '#app/models/orders/order.server.ts'
import { renewBoleto } from '#app/models/payments/boleto-renewal.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makePdf } from '#tests/factories/files.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-old-'))
})
afterEach(() => rm(folder, { recursive: true }))

const writeSource = (fileName: string, records: unknown) =>
  writeFile(join(folder, fileName), JSON.stringify(records))
const openSource = () => makeFileSource(folder)
const checkFolder = () => checkImport(openSource(), { isApplied: false })

async function importFolder(): Promise<number> {
  const id = await checkImport(openSource(), { isApplied: true })
  await applyImport(id, openSource())
  return id
}

const makePublicationRecord = (id: number, overrides = {}) => ({
  id,
  name: `Manual ${id}`,
  applicability: 'EMB-202',
  version: 'Rev. 3',
  date: '2019-03-01',
  price: '150.00',
  is_signature: false,
  is_download: false,
  ...overrides,
})
const makeProfileRecord = (id: number, overrides = {}) => ({
  id,
  name: `Ana Inventada ${id}`,
  person_or_company: 0,
  cpf: '529.982.247-25',
  phone: '(14) 99999-0000',
  user: { email: `ana${id}@example.com` },
  ...overrides,
})
const makeOrderRecord = (id: number, overrides = {}) => ({
  id,
  date: '2020-05-04',
  status: 2,
  profile: 7,
  shipping_type: 'PAC',
  shipping_value: 20.5,
  total: 170.5,
  publications: [{ id: id * 10, publication: 3, value: 150, airplane_prefix: 'PT-ABC' }],
  ...overrides,
})
const makeSignatureRecord = (id: number, overrides = {}) => ({
  id,
  publication: 3,
  order: 900,
  profile: 7,
  status: 3,
  due: null,
  airplane_prefix: 'PT-ABC',
  ...overrides,
})
const makeShipmentRecord = (id: number, overrides = {}) => ({
  id,
  client: 7,
  order: [900],
  direct_shipping: false,
  shipping_type: 'PAC',
  owner: 1,
  status: 2,
  track_code: 'AA123456785BR',
  value: 20.5,
  creation_date: '2020-05-06',
  send_date: '2020-05-07',
  ...overrides,
})

async function writeAllRecords(): Promise<void> {
  await writeSource('publications.json', [makePublicationRecord(3)])
  await writeSource('profiles.json', [
    makeProfileRecord(7),
    makeProfileRecord(8, { user: { email: 'equipe@example.com', is_staff: true } }),
  ])
  await writeSource('orders.json', [makeOrderRecord(900)])
  await writeSource('signatures.json', [makeSignatureRecord(55)])
  await writeSource('expeditions.json', [makeShipmentRecord(12)])
}

const listProblems = async (id: number) =>
  (await listRecords(id, 'problems', { limit: 100 })).map(({ kind, place, problems }) => [
    kind,
    place,
    problems,
  ])

const countStates = async (id: number) =>
  Object.fromEntries((await countRecords(id)).map(({ kind, state, count }) => [`${kind} ${state}`, count]))

test('a dry run writes nothing and reports what it would import', async () => {
  await writeAllRecords()
  const id = await checkFolder()
  expect(await countStates(id)).toEqual({
    'publications ready': 1,
    'profiles ready': 2,
    'orders ready': 1,
    'signatures ready': 1,
    'expeditions ready': 1,
  })
  for (const table of ['users', 'publications', 'orders', 'subscriptions', 'shipments', 'history'] as const)
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
})

describe('records that cannot be imported', () => {
  const faultyRecords = [
    ['publications', makePublicationRecord(4, { name: '' }), { name: ['Campo obrigatório'] }],
    ['publications', makePublicationRecord(4, { date: '31/02/2019' }), { date: ['Data incorreta'] }],
    [
      'profiles',
      makeProfileRecord(9, { user: { email: 'sem arroba' } }),
      { 'user.email': ['E-mail incorreto'] },
    ],
    [
      'profiles',
      makeProfileRecord(9, { user: { email: 'ANA7@example.com' } }),
      { 'user.email': ['O perfil nº 7 já traz este e-mail'] },
    ],
    ['profiles', makeProfileRecord(7), { id: ['Este número aparece mais de uma vez'] }],
    ['orders', makeOrderRecord(901, { profile: 70 }), { profile: ['O perfil nº 70 não vem'] }],
    [
      'orders',
      makeOrderRecord(901, { publications: [{ publication: 30, value: 150 }] }),
      { 'publications.0.publication': ['A publicação nº 30 não vem'] },
    ],
    ['orders', makeOrderRecord(901, { publications: [] }), { publications: ['O pedido não tem itens'] }],
    ['orders', { ...makeOrderRecord(901), id: undefined }, { id: ['Campo obrigatório'] }],
    ['signatures', makeSignatureRecord(56, { order: 9000 }), { order: ['O pedido nº 9000 não vem'] }],
    ['expeditions', makeShipmentRecord(13, { client: 70 }), { client: ['O perfil nº 70 não vem'] }],
    ['expeditions', makeShipmentRecord(13, { order: [900, 902] }), { order: ['O pedido nº 902 não vem'] }],
  ] as const
  test.each(faultyRecords)('are reported with their reasons: %s %o', async (kind, faultyRecord, problems) => {
    await writeAllRecords()
    const validRecords = {
      publications: makePublicationRecord(3),
      profiles: makeProfileRecord(7),
      orders: makeOrderRecord(900),
      signatures: makeSignatureRecord(55),
      expeditions: makeShipmentRecord(12),
    }
    await writeSource(`${kind}.json`, [validRecords[kind], faultyRecord])
    const rows = await listProblems(await checkFolder())
    expect(rows.find(([recordKind]) => recordKind === kind)).toEqual([
      kind,
      expect.stringMatching(/^registro [12]$/),
      problems,
    ])
  })

  test('rejects a unit without a matching order line, and imports the others', async () => {
    await writeAllRecords()
    await writeSource('signatures.json', [
      makeSignatureRecord(55),
      makeSignatureRecord(56),
      makeSignatureRecord(57, { airplane_prefix: 'PT-XYZ' }),
    ])
    const id = await importFolder()
    expect(await listProblems(id)).toEqual([
      ['signatures', 'registro 2', { order: ['O pedido não tem um item para esta assinatura'] }],
      ['signatures', 'registro 3', { order: ['O pedido não tem um item para esta assinatura'] }],
    ])
    expect(await countStates(id)).toMatchObject({ 'signatures applied': 1, 'signatures refused': 2 })
    const { comparison } = (await findImport(id)) ?? {}
    expect(comparison?.find(({ kind }) => kind === 'signatures')).toEqual({
      kind: 'signatures',
      status: 3,
      source: { count: 3, sum: null },
      here: { count: 1, sum: null },
    })
  })

  test('skips an invalid document and imports the account', async () => {
    await writeSource('profiles.json', [makeProfileRecord(7, { cpf: '111.111.111-11' })])
    await importFolder()
    expect(await db.selectFrom('profiles').select(['legacy_id', 'cpf']).execute()).toEqual([
      { legacy_id: 7, cpf: null },
    ])
  })
})

test('imports records of all kinds with their numbers and history, without mail', async () => {
  await writeAllRecords()
  await importFolder()
  const listNumbers = async (table: 'publications' | 'profiles' | 'orders' | 'subscriptions' | 'shipments') =>
    db.selectFrom(table).select(['id', 'legacy_id']).orderBy('id').execute()
  expect(await listNumbers('publications')).toEqual([{ id: 3, legacy_id: 3 }])
  expect(await listNumbers('orders')).toEqual([{ id: 900, legacy_id: 900 }])
  expect(await listNumbers('subscriptions')).toEqual([{ id: 55, legacy_id: 55 }])
  expect(await listNumbers('shipments')).toEqual([{ id: 12, legacy_id: 12 }])
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
  const history = await db
    .selectFrom('history')
    .select(['entity', 'action'])
    .where('entity', '<>', 'setting')
    .orderBy('id')
    .execute()
  expect(history.map(({ entity, action }) => `${entity} ${action}`)).toEqual([
    'publication imported',
    'user imported',
    'user imported',
    'order imported',
    'subscription imported',
    'shipment imported',
  ])
})

test('imports an order under another number when its own is in use, and numbers new orders above both', async () => {
  await openShop()
  const download = await makeDownload()
  const { orderId } = await makeOrder({ [download]: 1 })
  await writeAllRecords()
  await writeSource('orders.json', [makeOrderRecord(orderId), makeOrderRecord(900)])
  await importFolder()
  const orders = await db.selectFrom('orders').select(['id', 'legacy_id']).orderBy('id').execute()
  expect(orders.map(({ legacy_id }) => legacy_id).sort()).toEqual([orderId, 900, null].sort())
  expect(orders.find(({ id }) => id === 900)?.legacy_id).toBe(900)
  const newOrder = await makeOrder({ [download]: 1 })
  expect(newOrder.orderId).toBeGreaterThan(900)
})

test('links a profile and its order to the existing account with its e-mail, which keeps its password', async () => {
  const { userId, email } = await makeCustomer()
  await writeAllRecords()
  await writeSource('profiles.json', [
    makeProfileRecord(7, { user: { email } }),
    makeProfileRecord(8, { user: { email: 'b@example.com', is_staff: true } }),
  ])
  const selectAccount = db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['legacy_id', 'password_hash'])
    .where('user_id', '=', userId)
  const formerAccount = await selectAccount.executeTakeFirstOrThrow()
  expect(formerAccount.password_hash).not.toBe('')
  await importFolder()
  expect(await selectAccount.executeTakeFirstOrThrow()).toEqual({ ...formerAccount, legacy_id: 7 })
  expect(
    await db
      .selectFrom('orders')
      .innerJoin('profiles', 'profiles.id', 'profile_id')
      .select('user_id')
      .execute(),
  ).toEqual([{ user_id: userId }])
})

test('resumes an interrupted import, and a second run imports only new records', async () => {
  await writeAllRecords()
  const orders = Array.from({ length: 450 }, (_, index) => makeOrderRecord(900 + index))
  await writeSource('orders.json', orders)
  const id = await checkImport(openSource(), { isApplied: true })
  const powerFailure = new Error('the power failed')
  const interruptedImport = applyRecords(id, (kind, count) => {
    if (kind === 'orders' && count === 200) throw powerFailure
  })
  await expect(interruptedImport).rejects.toBe(powerFailure)
  expect(await countStates(id)).toMatchObject({ 'orders applied': 200, 'orders ready': 250 })

  await applyImport(id, openSource())
  expect(await countStates(id)).toMatchObject({ 'orders applied': 450 })
  expect((await db.selectFrom('orders').select('id').execute()).length).toBe(450)

  await writeSource('orders.json', [...orders, makeOrderRecord(2000)])
  const secondImportId = await importFolder()
  expect(secondImportId).not.toBe(id)
  expect(await countStates(secondImportId)).toMatchObject({
    'orders known': 450,
    'orders applied': 1,
    'profiles known': 2,
  })
  expect((await db.selectFrom('orders').select('id').execute()).length).toBe(451)
})

test('reads records again before writing, uses their latest content and skips deleted ones', async () => {
  await writeAllRecords()
  await writeSource('publications.json', [makePublicationRecord(3), makePublicationRecord(4)])
  const id = await checkFolder()
  await writeSource('publications.json', [makePublicationRecord(3, { name: 'Manual corrigido' })])
  expect(await importFolder()).toBe(id)
  expect(await db.selectFrom('publications').select('name').execute()).toEqual([{ name: 'Manual corrigido' }])
})

test('imports files of the folder, and reports files outside it and invalid images at the record', async () => {
  await writeFile(join(folder, 'manual.pdf'), await makePdf())
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#678' } })
    .png()
    .toBuffer()
  await writeFile(join(folder, 'placa.png'), photo)
  await writeFile(join(folder, 'texto.png'), 'não é imagem')
  await writeAllRecords()
  const download = { is_download: true }
  await writeSource('publications.json', [
    makePublicationRecord(3, { ...download, file: 'manual.pdf' }),
    makePublicationRecord(4, { ...download, file: '../outra/manual.pdf' }),
    makePublicationRecord(5, { ...download, file: '/etc/hostname' }),
  ])
  await writeSource('orders.json', [
    makeOrderRecord(900, {
      total: 320.5,
      publications: [
        { publication: 3, value: 150, airplane_prefix: 'PT-ABC', file: 'placa.png' },
        { publication: 3, value: 150, file: 'texto.png' },
      ],
    }),
  ])
  const id = await importFolder()
  expect(await listProblems(id)).toEqual([
    ['publications', 'registro 2', { file: ['O arquivo não está na origem'] }],
    ['publications', 'registro 3', { file: ['O arquivo não está na origem'] }],
    [
      'orders',
      'registro 1',
      { 'publications.1.file': ['O arquivo não é uma imagem PNG, GIF ou JPEG. Escolha outro arquivo.'] },
    ],
  ])
  const [revision] = await db
    .selectFrom('revisions')
    .select(['file', 'file_name'])
    .where('publication_id', '=', 3)
    .execute()
  expect(revision?.file_name).toBe('manual.pdf')
  expect(await readStored(revision?.file ?? '')).toBeDefined()
  const lines = await db.selectFrom('order_lines').select(['photo']).orderBy('id').execute()
  expect(lines).toEqual([{ photo: expect.stringMatching(/\.jpg$/) }, { photo: null }])
})

test('imports and reports a total that is not the sum, and drops a freight of one centavo', async () => {
  await writeAllRecords()
  await writeSource('orders.json', [
    makeOrderRecord(900, { total: 150 }),
    makeOrderRecord(901, { shipping_value: 0.01, total: 150.01 }),
  ])
  const id = await importFolder()
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'total', 'total_publications', 'shipping_value'])
    .orderBy('id')
    .execute()
  expect(orders).toEqual([
    { id: 900, total: 150_00, total_publications: 129_50, shipping_value: 20_50 },
    { id: 901, total: 150_00, total_publications: 150_00, shipping_value: 0 },
  ])
  expect(await listProblems(id)).toEqual([
    ['orders', 'registro 1', { total: ['O total não é a soma dos itens e do frete; vem o total da origem'] }],
  ])
})

test('imports foreign registrations as such, and lists doubtful and invalid prefixes', async () => {
  await writeAllRecords()
  const prefixes = ['PT-ABC', 'lv-abc', 'N123AB', 'PT ABC/DE', null, 'PT-ABCD', 'nenhum']
  const publications = prefixes.map((prefix, index) => ({
    ...{ id: index + 1, publication: 3, value: 30, airplane_prefix: prefix },
  }))
  await writeSource('orders.json', [makeOrderRecord(900, { publications })])
  const id = await importFolder()
  const lines = await db
    .selectFrom('order_lines')
    .select(['airplane_registration', 'airplane_is_foreign'])
    .orderBy('id')
    .execute()
  expect(lines.map((line) => [line.airplane_registration, line.airplane_is_foreign])).toEqual([
    ['PT-ABC', false],
    ['LV-ABC', true],
    ['N123AB', true],
    [null, false],
    [null, false],
    ['PT-ABCD', true],
    ['NENHUM', true],
  ])
  const doubtfulPrefix = 'O prefixo não é uma matrícula brasileira; vem como estrangeira. Confira'
  expect(await listProblems(id)).toContainEqual([
    'orders',
    'registro 1',
    {
      total: [expect.any(String)],
      'publications.3.airplane_prefix': ['O prefixo não é uma matrícula e não vem'],
      'publications.5.airplane_prefix': [doubtfulPrefix],
      'publications.6.airplane_prefix': [doubtfulPrefix],
    },
  ])
})

const selectUnitAircraft = () =>
  db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
    .select(['subscriptions.id', 'airplane_registration as prefix', 'airplane_is_foreign as isForeign'])
    .select('airplane_serial_number as serial')
    .orderBy('subscriptions.id')
    .execute()

test('adds the aircraft of a signature to an order line that lacks it', async () => {
  await writeAllRecords()
  const line = { publication: 3, value: 30 }
  await writeSource('orders.json', [
    makeOrderRecord(900, {
      publications: [
        { ...line, id: 1, airplane_prefix: 'PT-ABC' },
        { ...line, id: 2, airplane_prefix: 'PT-ABC', airplane_serial_number: '200512' },
        { ...line, id: 3, airplane_prefix: 'PT-XYZ' },
        { ...line, id: 4 },
        { ...line, id: 5 },
        { ...line, id: 6, airplane_serial_number: '200512' },
      ],
    }),
  ])
  const makeSignature = (id: number, number: number, prefix: string | null, serial: string | null) =>
    makeSignatureRecord(id, {
      order: { id: 900, line: number },
      airplane_prefix: prefix,
      airplane_serial_number: serial,
    })
  await writeSource('signatures.json', [
    makeSignature(51, 1, 'PT-ABC', '\u200b200400'),
    makeSignature(52, 2, 'PT-ABC', '200400'),
    makeSignature(53, 3, 'PR-OTH', '200400'),
    makeSignature(54, 4, 'LV-ABC', '200400'),
    makeSignature(55, 5, null, '200400'),
    makeSignature(56, 6, 'PT-ABC', '200400'),
  ])
  await importFolder()
  expect(await selectUnitAircraft()).toEqual([
    { id: 51, prefix: 'PT-ABC', isForeign: false, serial: '200400' },
    { id: 52, prefix: 'PT-ABC', isForeign: false, serial: '200512' },
    { id: 53, prefix: 'PT-XYZ', isForeign: false, serial: null },
    { id: 54, prefix: 'LV-ABC', isForeign: true, serial: '200400' },
    { id: 55, prefix: null, isForeign: false, serial: '200400' },
    { id: 56, prefix: null, isForeign: false, serial: '200512' },
  ])
})

test('prefers the order line with the serial number of the signature, or else one without', async () => {
  await writeAllRecords()
  const line = { publication: 3, value: 50 }
  await writeSource('orders.json', [
    makeOrderRecord(900, {
      publications: [
        { ...line, id: 1 },
        { ...line, id: 2, airplane_serial_number: '200512' },
        { ...line, id: 3, airplane_serial_number: '200513' },
      ],
    }),
  ])
  const makeSignature = (id: number, serial: string) =>
    makeSignatureRecord(id, { airplane_prefix: null, airplane_serial_number: serial })
  await writeSource('signatures.json', [
    makeSignature(51, '200513'),
    makeSignature(52, '200400'),
    makeSignature(53, '200512'),
  ])
  await importFolder()
  const units = await selectUnitAircraft()
  expect(units.map(({ id, serial }) => [id, serial])).toEqual([
    [51, '200513'],
    [52, '200400'],
    [53, '200512'],
  ])
})

test('lists doubtful and invalid prefixes of signatures', async () => {
  await writeAllRecords()
  const prefixes = ['PT ABC/DE', 'PT-ABCD', 'LV-ABC', null]
  const publications = prefixes.map((_, index) => ({ id: index + 1, publication: 3, value: 37.5 }))
  await writeSource('orders.json', [makeOrderRecord(900, { publications })])
  await writeSource(
    'signatures.json',
    prefixes.map((prefix, index) =>
      makeSignatureRecord(51 + index, { order: { id: 900, line: index + 1 }, airplane_prefix: prefix }),
    ),
  )
  expect(await listProblems(await importFolder())).toEqual([
    ['signatures', 'registro 1', { airplane_prefix: ['O prefixo não é uma matrícula e não vem'] }],
    [
      'signatures',
      'registro 2',
      {
        airplane_prefix: [
          'O prefixo não é uma matrícula brasileira; se o item vem sem prefixo, fica como estrangeira. Confira',
        ],
      },
    ],
  ])
})

test('imports photos of lines with and without a number, and links renewed units', async () => {
  await writeAllRecords()
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#678' } })
    .png()
    .toBuffer()
  await writeFile(join(folder, 'placa.png'), photo)
  const line = { publication: 3, value: 50, airplane_prefix: 'PT-ABC' }
  await writeSource('orders.json', [
    makeOrderRecord(900),
    makeOrderRecord(901, {
      shipping_value: 0,
      total: 200,
      publications: [
        { ...line, id: 88 },
        { ...line, file: 'placa.png' },
        { ...line, id: 4, file: 'placa.png' },
        { ...line, renews: 55 },
      ],
    }),
    makeOrderRecord(902, { total: 70.5, publications: [{ ...line, renews: 56 }] }),
  ])
  const id = await importFolder()
  const lines = await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['order_lines.legacy_id', 'photo', 'renews_subscription_id'])
    .where('orders.legacy_id', '=', 901)
    .orderBy('order_lines.id')
    .execute()
  const storedPhoto = expect.stringMatching(/\.jpg$/)
  expect(lines).toHaveLength(4)
  expect(lines).toEqual(
    expect.arrayContaining([
      { legacy_id: 88, photo: null, renews_subscription_id: null },
      { legacy_id: null, photo: storedPhoto, renews_subscription_id: null },
      { legacy_id: 4, photo: storedPhoto, renews_subscription_id: null },
      { legacy_id: null, photo: null, renews_subscription_id: 55 },
    ]),
  )
  expect(await listProblems(id)).toEqual([
    [
      'orders',
      'registro 3',
      { 'publications.0.renews': ['A assinatura nº 56 não vem; o item conta como compra'] },
    ],
  ])
})

test('ships directly to the given address or the client’s, and rejects a shipment without an address', async () => {
  await writeAllRecords()
  const makeAddress = (street: string) => ({
    zip_code: '18608-000',
    street,
    number: '1',
    city: 'Botucatu',
    state: 'SP',
  })
  const staff = makeProfileRecord(8, { user: { email: 'equipe@example.com', is_staff: true } })
  await writeSource('profiles.json', [
    makeProfileRecord(7, {
      billing_address: makeAddress('Rua da Cobrança'),
      shipping_address: makeAddress('Rua da Entrega'),
    }),
    staff,
    makeProfileRecord(9, { billing_address: makeAddress('Rua Única') }),
  ])
  const directShipment = { direct_shipping: true, order: [] }
  await writeSource('expeditions.json', [
    makeShipmentRecord(12, directShipment),
    makeShipmentRecord(13, { ...directShipment, client: 9 }),
    makeShipmentRecord(14, { ...directShipment, client: 9, shipping_address: makeAddress('Rua do Hangar') }),
    makeShipmentRecord(15, { ...directShipment, client: 8 }),
  ])
  const missingAddress = [
    'expeditions',
    'registro 4',
    { shipping_address: ['O envio direto não tem endereço, e o cliente também não'] },
  ]
  expect(await listProblems(await checkFolder())).toEqual([missingAddress])
  expect(await listProblems(await importFolder())).toEqual([missingAddress])
  const streets = await db
    .selectFrom('shipments')
    .innerJoin('addresses', 'addresses.id', 'address_id')
    .select(['shipments.id', 'street'])
    .orderBy('shipments.id')
    .execute()
  expect(streets).toEqual([
    { id: 12, street: 'Rua da Entrega' },
    { id: 13, street: 'Rua Única' },
    { id: 14, street: 'Rua do Hangar' },
  ])
})

test('imports a publication that only an imported order describes as removed, with a warning', async () => {
  await writeAllRecords()
  const removedPublication = {
    id: 30,
    name: "Manual d'outrora",
    version: 'Rev. 1',
    is_signature: true,
    price: '90,00',
  }
  const makeLines = (publication: object) => ({ publications: [{ publication, value: 150 }] })
  await writeSource('orders.json', [
    makeOrderRecord(900),
    makeOrderRecord(901, makeLines(removedPublication)),
    makeOrderRecord(902, makeLines({ ...removedPublication, version: 'Rev. 2' })),
    makeOrderRecord(903, makeLines({ id: 31 })),
    makeOrderRecord(904, { profile: 70, ...makeLines({ ...removedPublication, id: 32 }) }),
  ])
  const id = await importFolder()
  expect(await listProblems(id)).toEqual([
    ['orders', 'registro 4', { 'publications.0.publication': ['A publicação nº 31 não vem'] }],
    [
      'orders',
      'registro 5',
      {
        profile: ['O perfil nº 70 não vem'],
        'publications.0.publication': ['A publicação nº 32 não vem'],
      },
    ],
    [
      'publications',
      'registro 2',
      { registro: ['A origem não a lista mais; vem como removida, do pedido nº 901'] },
    ],
  ])
  const publications = await db
    .selectFrom('publications')
    .select(['id', 'name', 'version', 'price', 'price_signature', 'date', 'active', 'removed_at'])
    .where('id', '<>', 3)
    .execute()
  expect(publications).toEqual([
    {
      id: 30,
      name: "Manual d'outrora",
      version: 'Rev. 1',
      price: 90_00,
      price_signature: 150_00,
      date: '2020-05-04',
      active: false,
      removed_at: expect.any(Date),
    },
  ])
  const versions = await db.selectFrom('order_lines').select('version').orderBy('order_id').execute()
  expect(versions.map(({ version }) => version)).toEqual(['Rev. 3', 'Rev. 1', 'Rev. 2'])
})

test('assigns a number above the highest old one to a record whose number is in use', async () => {
  const { id: usedNumber } = await db
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', await makeStaff())
    .executeTakeFirstOrThrow()
  const oldNumbers = [usedNumber, usedNumber + 1, usedNumber + 2, usedNumber + 40]
  const nextFreeNumber = usedNumber + 41
  await writeSource(
    'profiles.json',
    oldNumbers.map((id) => makeProfileRecord(id)),
  )
  await importFolder()
  const profiles = await db
    .selectFrom('profiles')
    .select(['id', 'legacy_id'])
    .where('legacy_id', 'is not', null)
    .orderBy('legacy_id')
    .execute()
  expect(profiles).toEqual(
    oldNumbers.map((legacy_id) => ({
      legacy_id,
      id: legacy_id === usedNumber ? nextFreeNumber : legacy_id,
    })),
  )
})

test('preserves the line breaks of notes, and removes control characters and a line break at the end', async () => {
  await writeAllRecords()
  await writeSource('signatures.json', [makeSignatureRecord(55, { notes: 'Ligou\r\nduas vezes\u0000\n' })])
  await importFolder()
  const subscription = await db.selectFrom('subscriptions').select('notes').executeTakeFirstOrThrow()
  expect(subscription).toEqual({ notes: 'Ligou\nduas vezes' })
})

test('empties the staged records after the import, because they contain personal data', async () => {
  await writeAllRecords()
  const id = await importFolder()
  const rows = await db
    .selectFrom('import_records')
    .select(['body', 'key_text'])
    .where('import_id', '=', id)
    .execute()
  const recordCount = 6
  expect(rows).toEqual(Array.from({ length: recordCount }, () => ({ body: '{}', key_text: null })))
})

test('the next import adds a file that was missing', async () => {
  await writeAllRecords()
  await writeSource('publications.json', [
    makePublicationRecord(3, { is_download: true, file: 'manual.pdf' }),
  ])
  expect(await listProblems(await importFolder())).toEqual([
    ['publications', 'registro 1', { file: ['O arquivo não está na origem'] }],
  ])
  await writeFile(join(folder, 'manual.pdf'), await makePdf())
  expect(await listProblems(await importFolder())).toEqual([])
  const revisions = await db.selectFrom('revisions').select('file_name').execute()
  expect(revisions).toEqual([{ file_name: 'manual.pdf' }])
})

test('mails one link to each imported account without a password, even on a second request', async () => {
  await writeAllRecords()
  const id = await importFolder()
  expect(await inviteImported(id)).toBe(2)
  expect(await inviteImported(id)).toBe(0)
  expect(await db.selectFrom('outbox').select('job').execute()).toEqual([
    { job: 'send-moved-in-link' },
    { job: 'send-moved-in-link' },
  ])
})

test('issues a boleto for an imported unpaid order on request', async () => {
  await openShop()
  await writeSource('publications.json', [makePublicationRecord(3)])
  await writeSource('profiles.json', [makeProfileRecord(7)])
  await writeSource('orders.json', [makeOrderRecord(900, { status: 1 })])
  await importFolder()
  const profileId = 7
  expect(await findOrderForPayment(900, profileId)).toMatchObject({ isImported: true, boleto: null })
  expect(await renewBoleto(900, { profileId }, { actorUserId: null, source: 'customer' })).toBe('renewed')
  await issueBoleto.run('900', { id: 1 })
  expect((await findOrderForPayment(900, profileId))?.boleto).toMatchObject({ value: 170_50 })
})

test('matches the owner of a shipment by e-mail, and replaces an unknown one by an administrator', async () => {
  await writeAllRecords()
  await writeSource('expeditions.json', [
    makeShipmentRecord(12, { owner: { id: 4, name: 'Equipe', email: 'Equipe@example.com' } }),
    makeShipmentRecord(13, { owner: { id: 5, email: 'quem@example.com' } }),
  ])
  const superuserId = await makeStaff()
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', superuserId).execute()
  await importFolder()
  const owners = await db
    .selectFrom('shipments')
    .innerJoin('users', 'users.id', 'owner_user_id')
    .select(['shipments.id', 'users.id as userId', 'email'])
    .orderBy('shipments.id')
    .execute()
  expect(owners).toEqual([
    { id: 12, userId: expect.any(Number), email: 'equipe@example.com' },
    { id: 13, userId: superuserId, email: expect.any(String) },
  ])
})

test('rejects shipments with a reason in a shop without staff', async () => {
  await writeAllRecords()
  await writeSource('profiles.json', [makeProfileRecord(7)])
  expect(await listProblems(await importFolder())).toEqual([
    [
      'expeditions',
      'registro 1',
      {
        owner: ['Ninguém da equipe para ser responsável: importe antes a equipe ou crie um administrador'],
      },
    ],
  ])
})
