import { afterAll, expect, test } from 'vitest'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { closePdfBrowser } from '#app/gateways/pdf.server.ts'
import { prepareFile } from '#app/jobs/prepare-file.server.ts'
import { findOwnRecords } from '#app/models/backoffice/data-export.server.ts'
import { confirmPayment, reopenOrder } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { loader as content } from '#app/routes/files/content.ts'
import { loader as check } from '#app/routes/shop/certificate-check.tsx'
import { action, loader } from '#app/routes/subscriptions/certificate.tsx'
import { toPageTexts } from '#tests/documents/page-texts.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

afterAll(closePdfBrowser)

const today = toCivilDate(new Date())
const aircraftUnit = { registration: 'PT-ABC', isForeign: false, serialNumber: '77', fuel: 1, photo: null }

/** Creates a customer with two active subscriptions and a one-off purchase. */
async function makeSubscriber() {
  await openShop()
  const yearlyTitle = await makePublication({
    name: 'Programa anual',
    is_signature: true,
    has_airplane_info: true,
  })
  const bulletins = await makeDownload({ name: 'Boletins do ano', is_signature: true })
  const oneOff = await makeDownload({ name: 'Compra avulsa' })
  const order = await makeOrder(
    { [yearlyTitle]: 1, [bulletins]: 1, [oneOff]: 1 },
    { units: { [`${yearlyTitle}-1`]: aircraftUnit } },
  )
  await confirmPayment(order.orderId, byStaff, today)
  const subscriptions = await db.selectFrom('subscriptions').select(['id', 'publication_id']).execute()
  const [yearlyUnit] = subscriptions.filter((row) => row.publication_id === yearlyTitle)
  return { ...order, visitor: await loginAs(order), yearlyUnitId: yearlyUnit?.id ?? 0 }
}

const postCertificateForm = (visitor: Visitor, fields = {}) => visitor.post(action, '/certificate', fields)
const findFileId = (location: string | null) => /^\/files\/(\d+)$/.exec(location ?? '')?.[1] ?? ''
const findLastNumber = async () =>
  (await db.selectFrom('certificates').select('number').orderBy('id', 'desc').executeTakeFirstOrThrow())
    .number
const fetchCheckPage = (number: string) => fetchPage(new Visitor(), `/certificado/${number}`)

test('certifies all subscriptions in force, and no one-off purchases', async () => {
  const { visitor } = await makeSubscriber()
  const id = findFileId((await postCertificateForm(visitor)).location)
  await prepareFile.run(id, { id: 1 })
  const answer = await visitor.get(content, `/files/${id}/Certificate.pdf`, { id, name: 'Certificate.pdf' })
  expect(answer.headers.get('Content-Disposition')).toContain('filename="Certificate.pdf"')
  const [text = ''] = await toPageTexts(new Uint8Array((await answer.response?.arrayBuffer()) ?? []))
  for (const expectedText of [
    'Ana Inventada da Silva',
    '529.982.247-25',
    'Programa anual',
    'Boletins do ano',
    'PT-ABC',
    '77',
  ])
    expect(text).toContain(expectedText)
  expect(text).not.toContain('Compra avulsa')
})

test('certifies a single subscription, and returns the same certificate to concurrent requests', async () => {
  const { visitor, yearlyUnitId } = await makeSubscriber()
  const answers = await Promise.all([
    postCertificateForm(visitor, { signature: yearlyUnitId }),
    postCertificateForm(visitor, { signature: yearlyUnitId }),
  ])
  expect(new Set(answers.map(({ location }) => location)).size).toBe(1)
  expect(await db.selectFrom('certificate_items').select('name').execute()).toEqual([
    { name: 'Programa anual' },
  ])
})

test('the data export contains the printed items of a certificate', async () => {
  const { visitor, userId, yearlyUnitId } = await makeSubscriber()
  await postCertificateForm(visitor, { signature: yearlyUnitId })
  const { profile_id: profileId } = await db
    .selectFrom('certificates')
    .select('profile_id')
    .executeTakeFirstOrThrow()
  await db.updateTable('order_lines').set({ airplane_serial_number: '78' }).execute()
  const { certificates } = await findOwnRecords({ userId, profileId })
  expect(certificates).toMatchObject([
    {
      number: await findLastNumber(),
      items: [{ name: 'Programa anual', airplane_prefix: 'PT-ABC', airplane_serial_number: '77' }],
    },
  ])
  expect((await findOwnRecords(await makeCustomer())).certificates).toEqual([])
})

test('rejects a customer without a subscription in force and shows a message', async () => {
  const visitor = await loginAs(await makeCustomer())
  const answer = await postCertificateForm(visitor)
  expect([answer.status, answer.data]).toEqual([400, { error: 'Nenhuma assinatura ativa' }])
  expect((await fetchPage(visitor, '/certificate')).text).toContain('Nenhuma assinatura ativa')
})

test('rejects another customer’s subscription and certificate', async () => {
  const { visitor, yearlyUnitId } = await makeSubscriber()
  const id = findFileId((await postCertificateForm(visitor)).location)
  const stranger = await loginAs(await makeCustomer())
  expect((await postCertificateForm(stranger, { signature: yearlyUnitId })).status).toBe(400)
  expect((await stranger.get(content, `/files/${id}/x`, { id, name: 'x' })).status).toBe(404)
  expect((await new Visitor().get(loader, '/certificate')).location).toBe('/login?redirectTo=%2Fcertificate')
})

test('shows anyone whether a certificate is valid, partly valid or expired, without private data', async () => {
  const { visitor, orderId, yearlyUnitId } = await makeSubscriber()
  await postCertificateForm(visitor)
  const number = await findLastNumber()
  const page = await fetchCheckPage(number)
  expect(page.text).toContain('Certificado válido')
  for (const expectedText of ['Ana Inventada da Silva', 'Programa anual', 'PT-ABC 77 '])
    expect(page.text).toContain(expectedText)
  for (const privateText of ['529.982', '52998224725', '@exemplo.test'])
    expect(page.html).not.toContain(privateText)
  await db
    .updateTable('subscriptions')
    .set({ due: addDays(today, -1) })
    .where('id', '=', yearlyUnitId)
    .execute()
  expect((await fetchCheckPage(number)).text).toContain('1 de 2 assinaturas estão em vigor hoje')
  await reopenOrder(orderId, byStaff)
  const expiredPage = await fetchCheckPage(number)
  expect(expiredPage.text).toContain('Certificado vencido')
  expect(expiredPage.text).toContain('Suspensa')
})

test('returns 404 for a certificate after its subscription expires', async () => {
  const { visitor, yearlyUnitId } = await makeSubscriber()
  const id = findFileId((await postCertificateForm(visitor, { signature: yearlyUnitId })).location)
  await prepareFile.run(id, { id: 1 })
  const openCertificate = () =>
    visitor.get(content, `/files/${id}/Certificate.pdf`, { id, name: 'Certificate.pdf' })
  expect((await openCertificate()).status).toBe(200)
  await db
    .updateTable('subscriptions')
    .set({ due: addDays(today, -1) })
    .where('id', '=', yearlyUnitId)
    .execute()
  expect((await openCertificate()).status).toBe(404)
})

test('accepts a certificate number as printed, and returns 404 for an unknown number', async () => {
  const { visitor } = await makeSubscriber()
  await postCertificateForm(visitor)
  const number = await findLastNumber()
  const printedNumber = number.toLowerCase().replace(/(.{4})(?=.)/g, '$1-')
  const answer = await new Visitor().get(check, `/certificado/${printedNumber}`, { number: printedNumber })
  expect(answer.location).toBe(`/certificado/${number}`)
  expect((await fetchCheckPage('ABCD2345EFGH6789')).status).toBe(404)
  expect((await fetchCheckPage('short')).status).toBe(404)
})
