import { expect, test } from 'vitest'
import { addDays, civilDateIn } from '#app/domain/platform/calendar.ts'
import { confirmPayment, reopenOrder } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { loader } from '#app/routes/subscriptions/manage.tsx'
import { formatDate } from '#app/text/platform/format.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { pageFor } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

test('a visitor meets the login wall, which leads back', async () => {
  expect((await new Visitor().get(loader, '/manage')).data).toBeNull()
  const page = await pageFor(new Visitor(), '/manage')
  expect(page.text).toContain('Você precisa estar logado')
  expect(page.html).toContain('href="/login?redirectTo=%2Fmanage"')
  const searched = await pageFor(new Visitor(), '/manage?search=ipanema')
  expect(searched.html).toContain('href="/login?redirectTo=%2Fmanage%3Fsearch%3Dipanema"')
})

const today = civilDateIn(new Date())
const rowsOf = async (visitor: Visitor, query = '') =>
  (await visitor.get(loader, `/manage${query}`)).data?.rows

test('only the owner sees what was bought, once it is paid, and not while it is suspended', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload({ name: 'Boletim 7' })]: 1 })
  const [owner, stranger] = [await loginAs({ userId }), await loginAs(await makeCustomer())]
  expect(await rowsOf(owner)).toEqual([])
  await confirmPayment(orderId, byStaff, today)
  expect(await rowsOf(owner)).toMatchObject([{ order_id: orderId, name: 'Boletim 7', status: 1 }])
  expect(await rowsOf(stranger)).toEqual([])
  await reopenOrder(orderId, byStaff)
  expect(await rowsOf(owner)).toEqual([])
})

const aircraftUnit = (registration: string) => ({
  registration,
  isForeign: false,
  serialNumber: '7',
  fuel: 1,
  photo: null,
})

async function fleet() {
  const [manual, bulletin] = [
    await makePublication({ name: 'Manual de Manutenção', is_signature: true, has_airplane_info: true }),
    await makeDownload({ name: 'Boletim de Serviço' }),
  ]
  const units = { [`${manual}-1`]: aircraftUnit('PT-ZZZ'), [`${manual}-2`]: aircraftUnit('PR-AAA') }
  const { orderId, userId } = await makeOrder({ [manual]: 2, [bulletin]: 1 }, { units })
  await confirmPayment(orderId, byStaff, today)
  return loginAs({ userId })
}

test('the list is searched, filtered by status and put in order of aircraft', async () => {
  const owner = await fleet()
  const registrations = async (query: string) =>
    (await rowsOf(owner, query))?.map((row) => row.airplane_registration)
  expect(await registrations('')).toEqual([null, 'PR-AAA', 'PT-ZZZ'])
  expect(await registrations('?order=aircraft')).toEqual(['PR-AAA', 'PT-ZZZ', null])
  expect(await registrations('?search=pr-aaa')).toEqual(['PR-AAA'])
  expect(await registrations('?search=manutencao')).toEqual(['PR-AAA', 'PT-ZZZ'])
  expect(await registrations('?search=%25')).toEqual([])
  expect(await registrations('?status=1')).toEqual([null])
  expect(await registrations('?status=2')).toEqual(['PR-AAA', 'PT-ZZZ'])
  expect(await registrations('?status=4')).toEqual([])
  expect(await registrations('?status=9')).toHaveLength(3)
})

test('in order of aircraft each is under a heading with how many there are', async () => {
  const owner = await fleet()
  const { html } = await pageFor(owner, '/manage?order=aircraft')
  const headings = [...html.matchAll(/scope="rowgroup"[^>]*>([^<]+)</g)].map(([, words]) => words)
  expect(headings).toEqual(['PR-AAA: 1 publicação', 'PT-ZZZ: 1 publicação', 'Sem aeronave: 1 publicação'])
  expect((await pageFor(owner, '/manage')).html).not.toContain('scope="rowgroup"')
})

test('past its due date a unit is expired on the screen though no job has run', async () => {
  const owner = await fleet()
  const due = addDays(today, -1)
  await db.updateTable('subscriptions').set({ due }).where('due', 'is not', null).execute()
  expect(await rowsOf(owner, '?status=4')).toHaveLength(2)
  expect(await rowsOf(owner, '?status=2')).toEqual([])
  const page = await pageFor(owner, '/manage')
  expect(page.text).toContain('Vencida')
  expect(page.text).toContain(`venceu em ${formatDate(due)}`)
})

test('the page says until when, which revision one has and which is current, and where the shipment is', async () => {
  const owner = await fleet()
  await db.updateTable('publications').set({ version: 'Rev. 2', date: '2026-11-20' }).execute()
  await db
    .updateTable('subscriptions')
    .set({ track_code: 'AA123456785BR', sent_on: '2026-11-20', status: 3 })
    .where('due', 'is not', null)
    .execute()
  const page = await pageFor(owner, '/manage')
  expect(page.text).toMatch(/vale até 23:59 de \d\d\/\d\d\/\d{4} \(horário de Brasília\)/)
  expect(page.text).toContain('atual: Rev. 2, de 20/11/2026')
  expect(page.text).toContain('Rastrear AA123456785BR')
  await db.updateTable('subscriptions').set({ track_code: 'AA123456789BR' }).execute()
  const wrong = await pageFor(owner, '/manage')
  expect(wrong.text).toContain('AA123456789BR')
  expect(wrong.text).not.toContain('Rastrear')
})

test('twenty a page, and a page past the end leads to the last', async () => {
  const { orderId, userId } = await makeOrder(
    { [await makePublication()]: 45 },
    { shippingService: 'TO_BE_AGREED' },
  )
  await confirmPayment(orderId, byStaff, today)
  const owner = await loginAs({ userId })
  expect((await owner.get(loader, '/manage?page=3')).data).toMatchObject({ page: 3, pages: 3, count: 45 })
  expect(await rowsOf(owner, '?page=3')).toHaveLength(5)
  expect((await owner.get(loader, '/manage?page=4')).location).toBe('/manage?page=3')
})

test('somebody who bought nothing sees that', async () => {
  const page = await pageFor(await loginAs(await makeCustomer()), '/manage')
  expect(page.text).toContain('Nenhuma publicação encontrada')
})
