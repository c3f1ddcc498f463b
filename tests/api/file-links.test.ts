import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { answerCall } from '#app/api/dispatch.server.ts'
import { defineOperation } from '#app/api/operation.server.ts'
import { operations } from '#app/api/registry.server.ts'
import { fileAddress } from '#app/api/wire/file-address.ts'
import { fileLinks } from '#app/api/wire/links.ts'
import { fileLinkMinutes } from '#app/domain/accounts/lifetimes.ts'
import { env } from '#app/env.server.ts'
import { putFile } from '#app/gateways/storage.server.ts'
import { sessionCookie } from '#app/http/cookies.server.ts'
import { maskTokens } from '#app/log.server.ts'
import { endOtherSessions, startSession } from '#app/models/accounts/session.server.ts'
import { createApiKey, revokeApiKey } from '#app/models/backoffice/api-key.server.ts'
import { makePhotoPath, storePhoto } from '#app/models/checkout/photo.server.ts'
import { addOrderFile } from '#app/models/orders/order-file.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { giveFile } from '#tests/factories/files.ts'
import { makeOrder, makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { makeSubscription } from '#tests/factories/subscriptions.ts'
import {
  ApiClient,
  callAs,
  callUntilFileIsReady,
  matchSignedAddress,
  preparedBytes,
} from '#tests/support/api-client.ts'
import { closeIssue, giveBoleto, giveBoletoFile } from '#tests/support/boletos.ts'
import { shopOrigin } from '#tests/support/request.ts'

/** A link or picture in a page, which sends no header of the API. */
const browser = new ApiClient()

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function makeBoleto() {
  const order = await makeOrder({ [await makeDownload()]: 1 })
  await giveBoleto(order.orderId, { dueDate: '2099-12-01' })
  await closeIssue(order.orderId)
  await giveBoletoFile(order.orderId, preparedBytes)
  const client = await callAs(order)
  const address: string = (await client.get(`/order/${order.orderId}`)).body.transaction_link
  return { ...order, client, address }
}

async function makePartner() {
  const partner = await makeCustomer()
  await db.updateTable('profiles').set({ is_partner: true }).where('id', '=', partner.profileId).execute()
  await giveFile(await makePublication())
  const address: string = (await (await callAs(partner)).get('/api/partnership/')).body.results[0].file
  return { ...partner, address }
}

describe('a signed file address', () => {
  test('opens a boleto without a header, on pages of any site', async () => {
    const { address, orderId } = await makeBoleto()
    expect(address).toEqual(matchSignedAddress(`/api/boleto/${orderId}/`))
    const answer = await browser.get(address)
    expect([answer.status, answer.bytes]).toEqual([200, preparedBytes])
    expect(answer.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(answer.headers.get('Cache-Control')).toContain('no-store')
  })

  test('opens the file that its reader bought, or can read as a partner or as staff', async () => {
    const customer = await makeCustomer()
    const unit = await makeSubscription(customer, { due: '2099-01-01' })
    await giveFile(unit.publicationId)
    const ownAddress: string = (await (await callAs(customer)).get(`/signature/${unit.id}`)).body.file
    const { address: partnerAddress } = await makePartner()
    for (const address of [ownAddress, partnerAddress]) {
      const { firstAnswer, answer } = await callUntilFileIsReady(() => browser.get(address))
      expect.soft([firstAnswer.status, answer.status, answer.bytes]).toEqual([503, 200, preparedBytes])
    }
    const staff = await callAs({ userId: await makeStaff() })
    const { file } = (await staff.get(`/publication/${unit.publicationId}`)).body
    expect((await browser.get(file)).status).toBe(200)
  })

  test('opens the photo and the file of an order for its buyer and for staff', async () => {
    const { orderId, userId } = await makeOrderUnderReview()
    const name = await storePhoto({ userId }, { type: 'image/jpeg', bytes: 3, width: 1, height: 1 })
    await putFile(makePhotoPath(name), preparedBytes)
    await db.updateTable('order_lines').set({ photo: name }).where('order_id', '=', orderId).execute()
    await putFile('orders/nota.pdf', preparedBytes)
    const data = { kind: 'file' as const, file: 'orders/nota.pdf', name: 'nota.pdf' }
    const storedFile = { orderId, ...data, type: 'application/pdf', bytes: preparedBytes.length }
    await addOrderFile(storedFile, { actorUserId: null, source: 'test' })
    // Skips the review, so that the payment can be confirmed.
    await db.updateTable('orders').set({ status: 1 }).where('id', '=', orderId).execute()
    await confirmPayment(orderId, byStaff, '2026-11-22')
    for (const client of [await callAs({ userId }), await callAs({ userId: await makeStaff() })]) {
      const { file, publications } = (await client.get(`/order/${orderId}`)).body
      const photo = await browser.get(publications[0].file)
      expect.soft([photo.status, photo.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
      expect.soft((await browser.get(file)).bytes).toEqual(preparedBytes)
    }
  })

  test('opens for fifteen minutes, then returns 401 and logs no security event', async () => {
    const { address } = await makeBoleto()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (fileLinkMinutes - 1) * 60_000 })
    expect((await browser.get(address)).status).toBe(200)
    vi.setSystemTime(Date.now() + 61_000)
    const lateAnswer = await browser.get(address)
    expect([lateAnswer.status, lateAnswer.body]).toEqual([
      401,
      { detail: expect.stringContaining('não vale mais') },
    ])
    const events = await db.selectFrom('security_events').select('kind').execute()
    expect(events).toEqual([])
  })

  test('opens no other file, and rejects an altered claim or signature', async () => {
    const [ownBoleto, otherBoleto] = [await makeBoleto(), await makeBoleto()]
    const { search } = new URL(ownBoleto.address)
    const [, claim = '', signature = ''] = /^\?link=(.+)\.([\w-]+)$/.exec(search) ?? []
    const otherClaim = new URL(otherBoleto.address).search.replace(/^\?link=(.+)\.[\w-]+$/, '$1')
    const end = Number(claim.split('.')[1])
    const alteredAddresses = [
      `/api/boleto/${otherBoleto.orderId}/${search}`,
      `/order/${ownBoleto.orderId}/${search}`,
      `/api/signature_file/${ownBoleto.orderId}/${search}`,
      `/api/boleto/${ownBoleto.orderId}/?link=${otherClaim}.${signature}`,
      `/api/boleto/${ownBoleto.orderId}/?link=${claim.replace(String(end), String(end + 60))}.${signature}`,
      `/api/boleto/${ownBoleto.orderId}/?link=${claim}.${'A'.repeat(43)}`,
      `/api/boleto/${ownBoleto.orderId}/?link=v0.${end}.${signature}`,
      `/api/boleto/${ownBoleto.orderId}/?link=`,
      `/api/boleto/${ownBoleto.orderId}/`,
    ]
    for (const path of alteredAddresses)
      expect.soft([path, (await browser.get(path)).status]).toEqual([path, 401])
    const kinds = await db.selectFrom('security_events').select('kind').distinct().execute()
    expect(kinds).toEqual([{ kind: 'key-refused' }])
  })

  test('cannot be replaced by a cookie, nor opened by another customer’s token', async () => {
    const { orderId, userId, address } = await makeBoleto()
    const Cookie = await sessionCookie.serialize(await startSession(userId))
    const path = `/api/boleto/${orderId}/`
    expect((await browser.get(path, { headers: { Cookie } })).status).toBe(401)
    const stranger = await callAs(await makeCustomer())
    expect((await stranger.get(address)).status).toBe(404)
  })

  test.each<[string, (userId: number) => Promise<unknown>]>([
    [
      'is deactivated',
      (id) => db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute(),
    ],
    ['ended the session', (id) => endOtherSessions(id, null)],
  ])('returns 401 after its reader %s', async (_, endRight) => {
    const { address, userId } = await makeBoleto()
    await endRight(userId)
    expect((await browser.get(address)).status).toBe(401)
  })

  test('returns 404 after its reader lost the right to the file', async () => {
    const { address, profileId } = await makePartner()
    await callUntilFileIsReady(() => browser.get(address))
    await db.updateTable('profiles').set({ is_partner: false }).where('id', '=', profileId).execute()
    expect((await browser.get(address)).status).toBe(404)
  })

  test('opens only within the scopes of the API key that requested the address, until the key is revoked', async () => {
    const { orderId } = await makeBoleto()
    const userId = await makeStaff()
    const { id, key } = await createApiKey(userId, { name: 'ERP', scopes: ['orders:read'] })
    const address: string = (await new ApiClient(key).get(`/order/${orderId}`)).body.transaction_link
    expect((await browser.get(address)).status).toBe(200)
    await db.updateTable('api_keys').set({ scopes: 'people:read' }).where('id', '=', id).execute()
    expect((await browser.get(address)).status).toBe(403)
    await db.updateTable('api_keys').set({ scopes: 'orders:read' }).where('id', '=', id).execute()
    await revokeApiKey(id, userId)
    expect((await browser.get(address)).status).toBe(401)
  })

  test('opens after the secrets are rotated while the old secret is still listed', async () => {
    const { address } = await makeBoleto()
    const [oldSecret = ''] = env.COOKIE_SECRETS
    const secrets = vi.spyOn(env, 'COOKIE_SECRETS', 'get')
    const newSecret = 'another-secret-of-thirty-two-characters'
    secrets.mockReturnValue([newSecret, oldSecret])
    expect((await browser.get(address)).status).toBe(200)
    secrets.mockReturnValue([newSecret])
    expect((await browser.get(address)).status).toBe(401)
  })

  test('uses the rate limit of public reads, not that of calls', async () => {
    const { address, client, orderId } = await makeBoleto()
    expect((await browser.get(address)).headers.get('RateLimit-Policy')).toMatch(/^"reads"/)
    const tokenAnswer = await client.get(`/api/boleto/${orderId}/`)
    expect(tokenAnswer.headers.get('RateLimit-Policy')).toMatch(/^"calls"/)
    expect(tokenAnswer.headers.get('Cross-Origin-Resource-Policy')).toBeNull()
  })

  test('is masked in quoted log lines', () => {
    const text = "No route matches '/api/boleto/1/?a=1&link=t1.2.signature' of ?link=v0.1.signature"
    expect(maskTokens(text)).toBe("No route matches '/api/boleto/1/?a=1&link=***' of ?link=***")
  })
})

describe('a browser tab that opens a file address', () => {
  const headers = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const openAddress = async (address: string) => {
    const request = new Request(address, { headers })
    return answerCall({ request, context: { requestId: 'r-1' }, params: {} }, operations)
  }

  test('reloads itself while the file is being created', async () => {
    const customer = await makeCustomer()
    const unit = await makeSubscription(customer, { due: '2099-01-01' })
    await giveFile(unit.publicationId)
    const { file } = (await (await callAs(customer)).get(`/signature/${unit.id}`)).body
    const answer = await openAddress(file)
    expect([answer.status, answer.headers.get('Refresh')]).toEqual([503, '5'])
    expect(answer.headers.get('Content-Type')).toContain('text/html')
    expect(await answer.text()).toContain('<h1>Um instante</h1>')
  })

  test('shows a page instead of JSON when the address has expired', async () => {
    const { address } = await makeBoleto()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + fileLinkMinutes * 60_000 + 1000 })
    const answer = await openAddress(address)
    const page = await answer.text()
    expect([answer.status, answer.headers.get('Refresh')]).toEqual([401, null])
    expect(page).toContain('<h1>O arquivo não abriu</h1>')
    expect(page).toContain('recarregue-a')
  })
})

describe('a response stored for repeated calls', () => {
  const createOperation = defineOperation({
    id: 'testCreate',
    method: 'POST',
    path: '/api/test/',
    tag: 'Teste',
    summary: 'Criar',
    access: 'anyone',
    scope: null,
    isCreating: true,
    success: {
      status: 201,
      description: 'Criado',
      schema: z.object({ files: z.array(z.object({ file: fileAddress('Arquivo').nullable() })).optional() }),
    },
    handle: async () => ({ files: [{ file: fileLinks.boleto(7) }, { file: null }] }),
  })

  test('contains no signature; each repeat signs the address anew', async () => {
    const createRecord = async () => {
      const request = new Request(`${shopOrigin}/api/test/`, {
        method: 'POST',
        headers: { 'Idempotency-Key': 'k1' },
      })
      return (await answerCall({ request, context: {}, params: {} }, [createOperation])).json()
    }
    const expected = { files: [{ file: matchSignedAddress('/api/boleto/7/') }, { file: null }] }
    expect(await createRecord()).toEqual(expected)
    const { body } = await db.selectFrom('idempotency_keys').select('body').executeTakeFirstOrThrow()
    expect(JSON.parse(body ?? '')).toEqual({ files: [{ file: fileLinks.boleto(7) }, { file: null }] })
    expect(await createRecord()).toEqual(expected)
  })
})
