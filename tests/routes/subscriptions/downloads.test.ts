import { expect, test } from 'vitest'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { removeFile } from '#app/gateways/storage.server.ts'
import { prepareFile } from '#app/jobs/prepare-file.server.ts'
import { addRevision } from '#app/models/catalogue/revision.server.ts'
import { confirmPayment, reopenOrder } from '#app/models/orders/order-status.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { makePreparedName } from '#app/models/platform/prepared-file.server.ts'
import { loader as content } from '#app/routes/files/content.ts'
import { loader as progress } from '#app/routes/files/prepared-file.tsx'
import { action, loader } from '#app/routes/subscriptions/download.tsx'
import { toPageTexts } from '#tests/documents/page-texts.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { giveFile, makePdf } from '#tests/factories/files.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

const today = toCivilDate(new Date())
async function buyUnit(publicationId: number) {
  const order = await makeOrder({ [publicationId]: 1 }, { units: { [`${publicationId}-1`]: aircraftUnit } })
  await confirmPayment(order.orderId, byStaff, today)
  const { id } = await db
    .selectFrom('subscriptions')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { ...order, id, publicationId, owner: await loginAs(order) }
}

const aircraftUnit = { registration: 'PT-ABC', isForeign: false, serialNumber: '7', fuel: 1, photo: null }

const requestFile = (visitor: Visitor, id: number) =>
  visitor.post(action, `/downloads/${id}`, {}, { id: String(id) })

const findFileId = (location: string | null) => Number(/^\/files\/(\d+)/.exec(location ?? '')?.[1])

const fetchFile = (visitor: Visitor, id: number, headers: Record<string, string> = {}) => {
  const request = visitor.request(`/files/${id}/x`)
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
  return visitor.call(content, request, { id: String(id), name: 'x' })
}

const readBytes = async (answer: Awaited<ReturnType<typeof fetchFile>>) =>
  new Uint8Array((await answer.response?.arrayBuffer()) ?? new ArrayBuffer())

/** Requests the unit's file and runs the worker that creates it. */
async function prepareCopy(visitor: Visitor, id: number) {
  const fileId = findFileId((await requestFile(visitor, id)).location)
  await prepareFile.run(String(fileId), { id: 1 })
  return fileId
}

const subscriptionFields = { is_signature: true, version: 'Rev. 1' }

test('stamps name, document, e-mail, order, aircraft, date and copy on every page', async () => {
  const publication = await makeDownload({ has_airplane_info: true })
  await giveFile(publication, {
    bytes: await makePdf([{}, { rotation: 90 }]),
    // Programs would show the part after U+202E from right to left, and so hide the real ending.
    name: 'Boletim nº 5 – São \u202eJoão.pdf',
  })
  const { id, owner, orderId } = await buyUnit(publication)
  const requestAnswer = await requestFile(owner, id)
  const fileId = findFileId(requestAnswer.location)
  expect([requestAnswer.status, requestAnswer.location]).toEqual([303, `/files/${fileId}`])
  expect(
    (await owner.get(progress, requestAnswer.location ?? '', { id: String(fileId) })).data.file.state,
  ).toBe('preparing')
  expect((await fetchPage(owner, `/files/${fileId}`)).html).toContain('http-equiv="refresh"')
  expect((await fetchFile(owner, fileId)).status).toBe(404)
  await prepareFile.run(String(fileId), { id: 1 })
  const answer = await fetchFile(owner, fileId)
  expect(answer.headers.get('Content-Disposition')).toBe(
    `attachment; filename="Boletim n_ 5 _ Sao Joao.pdf"; filename*=UTF-8''Boletim%20n%C2%BA%205%20%E2%80%93%20S%C3%A3o%20Jo%C3%A3o.pdf`,
  )
  expect(answer.headers.get('Cache-Control')).toContain('no-store')
  for (const text of await toPageTexts(await readBytes(answer)))
    for (const expectedText of [
      'Ana Inventada da Silva',
      'CPF 529.982.247-25',
      '@exemplo.test',
      `Pedido nº ${orderId}`,
      'PT-ABC',
      today.split('-').reverse().join('/'),
      'Cópia nº 1',
    ])
      expect(text).toContain(expectedText)
})

test('returns the same copy again, and a new copy after the owner’s data changed', async () => {
  const publication = await makeDownload()
  await giveFile(publication)
  const { id, owner, userId } = await buyUnit(publication)
  const firstFileId = await prepareCopy(owner, id)
  expect((await requestFile(owner, id)).location).toBe(`/files/${firstFileId}/manual.pdf`)
  await db.updateTable('users').set({ email: 'outro@exemplo.test' }).where('id', '=', userId).execute()
  const secondFileId = await prepareCopy(owner, id)
  expect(secondFileId).not.toBe(firstFileId)
  const [text] = await toPageTexts(await readBytes(await fetchFile(owner, secondFileId)))
  expect(text).toContain('outro@exemplo.test')
  expect(text).toContain('Cópia nº 2')
})

test('three concurrent clicks create one copy', async () => {
  const publication = await makeDownload()
  await giveFile(publication)
  const { id, owner } = await buyUnit(publication)
  const answers = await Promise.all([
    requestFile(owner, id),
    requestFile(owner, id),
    requestFile(owner.duplicate(), id),
  ])
  expect(new Set(answers.map(({ location }) => findFileId(location))).size).toBe(1)
  expect(await db.selectFrom('copies').selectAll().execute()).toHaveLength(1)
})

test('only the owner can request, see or download a copy; others receive 404, visitors must log in', async () => {
  const publication = await makeDownload()
  await giveFile(publication)
  const { id, owner } = await buyUnit(publication)
  const fileId = await prepareCopy(owner, id)
  const stranger = await loginAs(await makeCustomer())
  const params = { id: String(id) }
  expect((await requestFile(stranger, id)).status).toBe(404)
  expect((await stranger.get(loader, `/downloads/${id}`, params)).status).toBe(404)
  expect((await fetchFile(stranger, fileId)).status).toBe(404)
  expect((await stranger.get(progress, `/files/${fileId}`, { id: String(fileId) })).status).toBe(404)
  const visitor = new Visitor()
  expect((await requestFile(visitor, id)).location).toBe(`/login?redirectTo=%2Fdownloads%2F${id}&lost=1`)
  expect((await fetchFile(visitor, fileId)).location).toMatch(/^\/login/)
  expect((await fetchFile(owner, fileId)).status).toBe(200)
})

test.each([
  [
    'the subscription is past due',
    () =>
      db
        .updateTable('subscriptions')
        .set({ due: addDays(today, -1) })
        .execute(),
  ],
  ['the order is suspended', async (orderId: number) => reopenOrder(orderId, byStaff)],
  ['the user is deactivated', () => db.updateTable('users').set({ is_active: false }).execute()],
])('blocks the download of a prepared copy when %s', async (_, endAccess) => {
  const publication = await makeDownload(subscriptionFields)
  await giveFile(publication)
  const { id, owner, orderId } = await buyUnit(publication)
  const fileId = await prepareCopy(owner, id)
  expect((await fetchFile(owner, fileId)).status).toBe(200)
  await endAccess(orderId)
  expect((await fetchFile(owner, fileId)).status).not.toBe(200)
  expect(findFileId((await requestFile(owner, id)).location)).toBeNaN()
})

test('a subscription includes new revisions, and a one-off purchase only the bought revision', async () => {
  const [subscriptionTitle, oneOffTitle] = [
    await makeDownload(subscriptionFields),
    await makeDownload({ version: 'Rev. 1' }),
  ]
  for (const id of [subscriptionTitle, oneOffTitle]) await giveFile(id, { name: 'antiga.pdf' })
  const [subscribedUnit, oneOffUnit] = [await buyUnit(subscriptionTitle), await buyUnit(oneOffTitle)]
  for (const publicationId of [subscriptionTitle, oneOffTitle]) {
    const nextRevision = { publicationId, version: 'Rev. 2', date: '2026-11-20', changes: 'Novo capítulo 5' }
    await withTransaction((trx) => addRevision(trx, nextRevision))
    await giveFile(publicationId, { name: 'nova.pdf' })
  }
  const loadFile = async ({ owner, id }: typeof oneOffUnit) =>
    (await owner.get(loader, `/downloads/${id}`, { id: String(id) })).data.file
  expect(await loadFile(subscribedUnit)).toMatchObject({
    version: 'Rev. 2',
    name: 'nova.pdf',
    changes: 'Novo capítulo 5',
  })
  expect(await loadFile(oneOffUnit)).toMatchObject({ version: 'Rev. 1', name: 'antiga.pdf' })
  const page = await fetchPage(oneOffUnit.owner, `/downloads/${oneOffUnit.id}`)
  expect(page.text).toContain('Rev. 2, de 20/11/2026 (não incluída na compra avulsa)')
})

test('resumes an interrupted download', async () => {
  const publication = await makeDownload()
  await giveFile(publication)
  const { id, owner } = await buyUnit(publication)
  const fileId = await prepareCopy(owner, id)
  const wholeAnswer = await fetchFile(owner, fileId)
  const [wholeBytes, etag] = [await readBytes(wholeAnswer), wholeAnswer.headers.get('ETag') ?? '']
  const fetchRange = async (range: string, overrides = {}) =>
    fetchFile(owner, fileId, { Range: range, ...overrides })
  const remainder = await fetchRange('bytes=100-', { 'If-Range': etag })
  expect([remainder.status, remainder.headers.get('Content-Range')]).toEqual([
    206,
    `bytes 100-${wholeBytes.length - 1}/${wholeBytes.length}`,
  ])
  expect(await readBytes(remainder)).toEqual(wholeBytes.slice(100))
  expect(await readBytes(await fetchRange('bytes=0-9'))).toEqual(wholeBytes.slice(0, 10))
  expect(await readBytes(await fetchRange('bytes=-10'))).toEqual(wholeBytes.slice(-10))
  expect((await fetchRange(`bytes=${wholeBytes.length}-`)).status).toBe(416)
  expect((await fetchRange('bytes=100-', { 'If-Range': '"other"' })).status).toBe(200)
  expect((await fetchRange('lines=1-2')).status).toBe(200)
})

test('logs a download in parts once, and shows the download with its copy and revision', async () => {
  const publication = await makeDownload()
  await giveFile(publication)
  const { id, owner, userId } = await buyUnit(publication)
  const fileId = await prepareCopy(owner, id)
  await fetchFile(owner, fileId)
  await fetchFile(owner, fileId, { Range: 'bytes=50-' })
  expect(await db.selectFrom('downloads').selectAll().execute()).toMatchObject([
    { user_id: userId, is_stamped: true },
  ])
  expect((await fetchPage(owner, `/downloads/${id}`)).text).toContain('Rev. 1, cópia nº 1')
})

test('logs a download in parts once, even if it skips the first byte', async () => {
  const publication = await makeDownload()
  await giveFile(publication)
  const { id, owner } = await buyUnit(publication)
  const fileId = await prepareCopy(owner, id)
  await fetchFile(owner, fileId, { Range: 'bytes=1-' })
  await fetchFile(owner, fileId, { Range: 'bytes=90-' })
  expect(await db.selectFrom('downloads').selectAll().execute()).toHaveLength(1)
})

test('creates a copy again when its file is missing from the storage', async () => {
  const publication = await makeDownload()
  await giveFile(publication)
  const { id, owner } = await buyUnit(publication)
  const lostFileId = await prepareCopy(owner, id)
  await removeFile(makePreparedName(lostFileId))
  expect((await fetchFile(owner, lostFileId)).location).toBe(`/files/${lostFileId}`)
  const newFileId = await prepareCopy(owner, id)
  expect(newFileId).not.toBe(lostFileId)
  expect((await fetchFile(owner, newFileId)).status).toBe(200)
})

test('replacing a faulty file invalidates its copies', async () => {
  const publication = await makeDownload()
  await giveFile(publication)
  const { id, owner } = await buyUnit(publication)
  const faultyFileId = await prepareCopy(owner, id)
  await giveFile(publication, { bytes: await makePdf([{}, {}]) })
  expect((await fetchFile(owner, faultyFileId)).status).toBe(404)
  expect((await fetchPage(owner, `/files/${faultyFileId}`)).text).toContain('Arquivo não disponível')
  expect(
    await toPageTexts(await readBytes(await fetchFile(owner, await prepareCopy(owner, id)))),
  ).toHaveLength(2)
})

test('announces a new revision only after its file exists', async () => {
  const publication = await makeDownload(subscriptionFields)
  await giveFile(publication)
  const { id, owner } = await buyUnit(publication)
  await fetchFile(owner, await prepareCopy(owner, id))
  const nextRevision = { publicationId: publication, version: 'Rev. 2', date: '2026-11-20', changes: null }
  await withTransaction((trx) => addRevision(trx, nextRevision))
  expect((await fetchPage(owner, `/downloads/${id}`)).text).not.toContain('nova revisão')
  expect((await fetchPage(owner, '/manage')).text).toContain('Rev. 1')
  await giveFile(publication)
  expect((await fetchPage(owner, `/downloads/${id}`)).text).toContain('Você baixou Rev. 1 em')
  const oneOffUnit = await buyUnit(await makeDownload())
  expect((await fetchPage(oneOffUnit.owner, `/downloads/${oneOffUnit.id}`)).text).not.toContain(
    'não incluída',
  )
})

test('offers to buy an expired unit again', async () => {
  const { id, owner } = await buyUnit(await makeDownload(subscriptionFields))
  await db
    .updateTable('subscriptions')
    .set({ due: addDays(today, -1) })
    .execute()
  expect((await fetchPage(owner, `/downloads/${id}`)).html).toContain('name="buy_again"')
})

test('shows a message instead of a PDF that cannot be stamped, until the file is replaced', async () => {
  const publication = await makeDownload()
  await giveFile(publication, { bytes: new TextEncoder().encode('%PDF-1.7 damaged') })
  const { id, owner } = await buyUnit(publication)
  const fileId = findFileId((await requestFile(owner, id)).location)
  await expect(prepareFile.run(String(fileId), { id: 1 })).rejects.toThrow('cannot be stamped')
  expect((await fetchPage(owner, `/files/${fileId}`)).text).toContain('O arquivo não pôde ser preparado')
  expect((await fetchFile(owner, fileId)).status).toBe(404)
  await giveFile(publication)
  const secondFileId = await prepareCopy(owner, id)
  expect((await fetchFile(owner, secondFileId)).status).toBe(200)
})

test('sends other file types unchanged and logs them', async () => {
  const publication = await makeDownload()
  const bytes = new TextEncoder().encode('PK invented')
  await giveFile(publication, { bytes, type: 'application/zip', name: 'desenhos.zip' })
  const { id, owner } = await buyUnit(publication)
  const fileId = findFileId((await requestFile(owner, id)).location)
  expect(await readBytes(await fetchFile(owner, fileId))).toEqual(bytes)
  expect(await db.selectFrom('downloads').select('is_stamped').execute()).toEqual([{ is_stamped: false }])
})

test('shows a message before the file exists, and a printed unit has no download page', async () => {
  const { id, owner } = await buyUnit(await makeDownload())
  expect((await fetchPage(owner, `/downloads/${id}`)).text).toContain('Arquivo em preparação')
  expect((await requestFile(owner, id)).location).toBe(`/downloads/${id}`)
  const printedUnit = await buyUnit(await makePublication())
  expect((await fetchPage(printedUnit.owner, `/downloads/${printedUnit.id}`)).status).toBe(404)
})
