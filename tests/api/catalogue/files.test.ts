import { afterEach, describe, expect, test, vi } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { env } from '#app/env.server.ts'
import { createApiKey } from '#app/models/backoffice/api-key.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { giveFile, makePdf } from '#tests/factories/files.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makePaidOrder, makeStaff } from '#tests/factories/shipments.ts'
import { addSubscribers } from '#tests/factories/subscribers.ts'
import {
  ApiClient,
  callAs,
  callUntilFileIsReady,
  matchSignedAddress,
  preparedBytes,
} from '#tests/support/api-client.ts'

const anyone = new ApiClient()
const openStaffClient = async () => callAs({ userId: await makeStaff() })

afterEach(() => vi.useRealTimers())

async function openPartnerClient() {
  const partner = await makeCustomer()
  await db.updateTable('profiles').set({ is_partner: true }).where('id', '=', partner.profileId).execute()
  return { partner, client: await callAs(partner) }
}

const getPathname = (address: string) => new URL(address).pathname

describe('GET /api/partnership/: partner list', () => {
  test('lists publications with their files, which a partner opens as a personal copy', async () => {
    const [idWithoutFile, id] = [await makePublication({ name: 'A' }), await makePublication({ name: 'B' })]
    await giveFile(id)
    const { client, partner } = await openPartnerClient()
    const { body } = await client.get('/api/partnership/')
    expect(body).toMatchObject({ count: 2, pages: 1, results: [{ id: idWithoutFile, file: null }, { id }] })
    const { firstAnswer, answer, request } = await callUntilFileIsReady(() =>
      client.get(getPathname(body.results[1].file)),
    )
    expect([firstAnswer.status, firstAnswer.headers.get('Retry-After'), answer.status]).toEqual([
      503,
      '5',
      200,
    ])
    expect(answer.bytes).toEqual(preparedBytes)
    expect([request?.kind, request?.user_id]).toEqual(['copy', partner.userId])
    const downloads = await db.selectFrom('downloads').select('user_id').execute()
    expect(downloads).toEqual([{ user_id: partner.userId }])
  })

  test('rejects the list and its files for other customers, and the files for visitors', async () => {
    const id = await makePublication()
    await giveFile(id)
    const client = await callAs(await makeCustomer())
    expect((await client.get('/api/partnership/')).status).toBe(403)
    expect((await client.get(`/api/files/publication/${id}/`)).status).toBe(404)
    expect((await anyone.get(`/api/files/publication/${id}/`)).status).toBe(401)
  })
})

describe('GET /api/get_status/: status file', () => {
  test('returns the address of the uploaded file', async () => {
    const storedFile = { name: 'status.pdf', file: 'status/a', type: 'application/pdf', bytes: 3 }
    await saveSetting('statusFile', { ...storedFile, uploadedOn: '2026-11-20' })
    expect((await anyone.get('/api/get_status/')).body).toEqual({
      file: `${env.PUBLIC_URL}/status/status.pdf`,
    })
  })

  test('returns the address of a generated list, GET /api/files/status/, without an upload', async () => {
    await makePublication()
    const { body } = await anyone.get('/api/get_status/')
    const { answer, request } = await callUntilFileIsReady(() => anyone.get(getPathname(body.file)))
    expect([answer.status, answer.bytes, request?.kind]).toEqual([200, preparedBytes, 'status-list'])
  })
})

describe('PUT /api/upload/{id}/: multipart field file; response file', () => {
  test('stores the file of a publication, which staff can fetch', async () => {
    const id = await makePublication()
    const client = await openStaffClient()
    const bytes = await makePdf()
    const { status, body } = await client.upload('PUT', `/api/upload/${id}/`, { name: 'manual.pdf', bytes })
    expect([status, body]).toEqual([200, { file: matchSignedAddress(`/api/files/publication/${id}/`) }])
    const downloadAnswer = await client.get(getPathname(body.file))
    expect([downloadAnswer.status, downloadAnswer.bytes.equals(Buffer.from(bytes))]).toEqual([200, true])
    const history = await db
      .selectFrom('history')
      .select('action')
      .where('entity', '=', 'publication')
      .execute()
    expect(history.map(({ action }) => action)).toEqual(['file-set', 'file-fetched'])
  })

  test('GET /api/files/order/{id}/{file}/ returns the file of a paid order to its buyer, and 404 to others', async () => {
    const { orderId, userId } = await makePaidOrder()
    const client = await openStaffClient()
    const file = { name: 'danfe.pdf', bytes: await makePdf() }
    const { status, body } = await client.upload('PUT', `/api/upload/${orderId}/?target=order`, file)
    expect(status).toBe(200)
    expect((await (await callAs({ userId })).get(getPathname(body.file))).status).toBe(200)
    expect((await (await callAs(await makeCustomer())).get(getPathname(body.file))).status).toBe(404)
  })

  describe('without target', () => {
    /** Creates an order whose number no publication has, because publication ids start at a million. */
    async function makeOrderWithOwnNumber() {
      await makePublication({ id: 1_000_000 })
      const { orderId } = await makePaidOrder()
      return orderId
    }

    test('adds the file to the order when only an order has the number', async () => {
      const orderId = await makeOrderWithOwnNumber()
      const client = await openStaffClient()
      const file = { name: 'danfe.pdf', bytes: await makePdf() }
      const { status, body } = await client.upload('PUT', `/api/upload/${orderId}/`, file)
      expect([status, body.file]).toEqual([200, expect.stringContaining(`/api/files/order/${orderId}/`)])
    })

    test('changes nothing when a publication and an order have the number', async () => {
      const orderId = await makeOrderWithOwnNumber()
      await makePublication({ id: orderId })
      const client = await openStaffClient()
      const file = { name: 'danfe.pdf', bytes: await makePdf() }
      const { status, body } = await client.upload('PUT', `/api/upload/${orderId}/`, file)
      expect([status, Object.keys(body)]).toEqual([400, ['target', 'non_field_errors']])
      expect((await client.get(`/api/files/publication/${orderId}/`)).status).toBe(404)
      expect(await db.selectFrom('order_files').select('id').execute()).toEqual([])
    })
  })

  test('rejects uploads with a wrong type, target, record or size, and uploads by customers', async () => {
    const id = await makePublication()
    const client = await openStaffClient()
    const uploadBytes = (path: string, bytes: Uint8Array) =>
      client.upload('PUT', path, { name: 'a.pdf', bytes })
    const pdf = await makePdf()
    expect((await uploadBytes(`/api/upload/${id}/`, Buffer.from('no pdf'))).body).toEqual({
      file: [expect.stringContaining('Este tipo de arquivo não é aceito')],
    })
    expect((await uploadBytes(`/api/upload/${id}/?target=other`, pdf)).body).toMatchObject({
      target: ['Use publication ou order'],
    })
    expect((await uploadBytes('/api/upload/4294967295/', pdf)).status).toBe(404)
    expect((await uploadBytes('/api/upload/4294967295/?target=order', pdf)).status).toBe(404)
    expect((await uploadBytes(`/api/upload/${id}/`, new Uint8Array(10 * 1024 * 1024 + 1))).status).toBe(413)
    const customer = await callAs(await makeCustomer())
    expect((await customer.upload('PUT', `/api/upload/${id}/`, { name: 'a', bytes: pdf })).status).toBe(403)
  })

  test('requires the orders scope of a key for an order file', async () => {
    const { orderId } = await makePaidOrder()
    const { key } = await createApiKey(await makeStaff(), { name: 'ERP', scopes: ['catalogue:write'] })
    const file = { name: 'a.pdf', bytes: await makePdf() }
    const answer = await new ApiClient(key).upload('PUT', `/api/upload/${orderId}/?target=order`, file)
    expect(answer.status).toBe(403)
  })
})

describe('POST /api/get_users_from_publication/: subscribers PDF', () => {
  test('returns the given users who subscribe to the publication', async () => {
    const publication = await makePublication({ is_signature: true })
    await addSubscribers(publication, 2, toCivilDate(new Date()))
    const [firstSubscription] = await db
      .selectFrom('subscriptions')
      .select('profile_id')
      .orderBy('id')
      .execute()
    const otherCustomer = await makeCustomer()
    const client = await openStaffClient()
    const users = `${firstSubscription?.profile_id},${otherCustomer.profileId}`
    const { answer, request } = await callUntilFileIsReady(() =>
      client.post('/api/get_users_from_publication/', { users, publication }),
    )
    expect([answer.status, answer.bytes]).toEqual([200, preparedBytes])
    expect(answer.headers.get('Content-Disposition')).toContain('manual-de-voo-inventado-assinantes.pdf')
    expect(request?.facts).toMatchObject({
      slug: 'publication_clients',
      format: 'pdf',
      query: `publication=${publication}&only=${firstSubscription?.profile_id}`,
    })
  })

  test.each([
    ['a minute later', 1, 61_000],
    ['fourteen minutes later', 1, 14 * 60_000],
    ['half an hour later, when the list may have changed,', 2, 30 * 60_000],
  ])('a call repeated %s results in %i stored files', async (_, fileCount, elapsedMs) => {
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
    const publication = await makePublication({ is_signature: true })
    await addSubscribers(publication, 1, toCivilDate(new Date()))
    const { profile_id: users } = await db
      .selectFrom('subscriptions')
      .select('profile_id')
      .executeTakeFirstOrThrow()
    const client = await openStaffClient()
    const requestSubscribers = () =>
      client.post('/api/get_users_from_publication/', { users: String(users), publication })
    expect((await requestSubscribers()).status).toBe(503)
    vi.setSystemTime(Date.now() + elapsedMs)
    expect((await requestSubscribers()).status).toBe(503)
    expect(await db.selectFrom('prepared_files').select('id').execute()).toHaveLength(fileCount)
  })

  test('returns 400 with field errors, and allows only staff', async () => {
    const publication = await makePublication()
    const customer = await makeCustomer()
    const client = await openStaffClient()
    const requestSubscribers = (body: unknown) => client.post('/api/get_users_from_publication/', body)
    expect((await requestSubscribers({ publication })).body).toMatchObject({ users: ['Campo obrigatório'] })
    expect((await requestSubscribers({ users: '1', publication: 4_294_967_295 })).body).toMatchObject({
      publication: ['Nenhuma publicação encontrada'],
    })
    expect((await requestSubscribers({ users: String(customer.profileId), publication })).body).toMatchObject(
      {
        users: ['Nenhum cliente encontrado'],
      },
    )
    const ownClient = await callAs(customer)
    expect((await ownClient.post('/api/get_users_from_publication/', {})).status).toBe(403)
  })
})

describe('POST /api/price_refactor/: bulk price change', () => {
  const listPrices = () =>
    db.selectFrom('publications').select(['price', 'price_signature']).orderBy('id').execute()

  test.each([[110], ['110'], ['110,00']])(
    'percentage %o changes R$ 80,00 to R$ 88,00',
    async (percentage) => {
      await makePublication({ is_signature: true })
      await makePublication({ active: false })
      const { status, body } = await (await openStaffClient()).post('/api/price_refactor/', { percentage })
      expect([status, body]).toEqual([200, { id: expect.any(Number), changed: 2 }])
      expect(await listPrices()).toEqual([
        { price: 88_00, price_signature: 66_00 },
        { price: 88_00, price_signature: null },
      ])
      const history = await db.selectFrom('history').select('action').execute()
      expect(history).toEqual([{ action: 'price-changed' }, { action: 'price-changed' }])
    },
  )

  test('changes prices once for two calls with one Idempotency-Key', async () => {
    await makePublication()
    const client = await openStaffClient()
    for (let count = 0; count < 2; count += 1)
      await client.post('/api/price_refactor/', { percentage: 110 }, { key: 'k1' })
    expect(await listPrices()).toEqual([{ price: 88_00, price_signature: null }])
  })

  test.each([
    [{}, 'Campo obrigatório'],
    [{ percentage: 100 }, '100% não muda nenhum preço: nada a alterar'],
    [
      { percentage: 0 },
      'Percentual incorreto: use de 1 a 1000, com até duas casas depois da vírgula, como 112,5',
    ],
    [{ percentage: 1000 }, 'Estes preços não podem ser reajustados assim. Veja o motivo abaixo.'],
  ])('returns 400 with field errors: %o', async (body, message) => {
    await makePublication({ price: 900_000_00 })
    const answer = await (await openStaffClient()).post('/api/price_refactor/', body)
    expect([answer.status, answer.body]).toEqual([400, { percentage: [message] }])
    expect(await listPrices()).toEqual([{ price: 900_000_00, price_signature: null }])
  })

  test('allows only staff', async () => {
    const client = await callAs(await makeCustomer())
    expect((await client.post('/api/price_refactor/', { percentage: 110 })).status).toBe(403)
  })

  test('rejects staff when the owner reserves price changes for administrators', async () => {
    await makePublication()
    await saveSetting('shop', { onlySuperusersChangePrices: true })
    const { status } = await (await openStaffClient()).post('/api/price_refactor/', { percentage: 110 })
    expect(status).toBe(403)
  })
})
