import { expect, test } from 'vitest'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { confirmPayment, reopenOrder } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { loader as dueDates } from '#app/routes/subscriptions/due-dates-ics.ts'
import { loader } from '#app/routes/subscriptions/manage.tsx'
import { formatDate } from '#app/text/platform/format.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrder, placeNewOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

test('offers a visitor a login that returns to the list with the search', async () => {
  expect((await new Visitor().get(loader, '/manage')).data).toBeNull()
  const page = await fetchPage(new Visitor(), '/manage')
  expect(page.text).toContain('Você precisa estar logado')
  expect(page.html).toContain('href="/login?redirectTo=%2Fmanage"')
  const searchPage = await fetchPage(new Visitor(), '/manage?search=ipanema')
  expect(searchPage.html).toContain('href="/login?redirectTo=%2Fmanage%3Fsearch%3Dipanema"')
})

const today = toCivilDate(new Date())
const loadUnits = async (visitor: Visitor, query = '') =>
  (await visitor.get(loader, `/manage${query}`)).data?.rows

test('shows units only to the owner, after payment and while not suspended', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload({ name: 'Boletim 7' })]: 1 })
  const [owner, stranger] = [await loginAs({ userId }), await loginAs(await makeCustomer())]
  expect(await loadUnits(owner)).toEqual([])
  await confirmPayment(orderId, byStaff, today)
  expect(await loadUnits(owner)).toMatchObject([
    { order_id: orderId, name: 'Boletim 7', status: subscriptionStatus.downloadReleased },
  ])
  expect(await loadUnits(stranger)).toEqual([])
  await reopenOrder(orderId, byStaff)
  expect(await loadUnits(owner)).toEqual([])
})

const makeAircraftUnit = (registration: string) => ({
  registration,
  isForeign: false,
  serialNumber: '7',
  fuel: 1,
  photo: null,
})

async function makeOwnerOfFleet() {
  const [manual, bulletin] = [
    await makePublication({ name: 'Manual de Manutenção', is_signature: true, has_airplane_info: true }),
    await makeDownload({ name: 'Boletim de Serviço' }),
  ]
  const units = { [`${manual}-1`]: makeAircraftUnit('PT-ZZZ'), [`${manual}-2`]: makeAircraftUnit('PR-AAA') }
  const { orderId, userId } = await makeOrder({ [manual]: 2, [bulletin]: 1 }, { units })
  await confirmPayment(orderId, byStaff, today)
  return loginAs({ userId })
}

test('searches, filters by status and sorts by aircraft', async () => {
  const owner = await makeOwnerOfFleet()
  const listRegistrations = async (query: string) =>
    (await loadUnits(owner, query))?.map((row) => row.airplane_registration)
  expect(await listRegistrations('?order=newest')).toEqual([null, 'PR-AAA', 'PT-ZZZ'])
  expect(await listRegistrations('')).toEqual(['PR-AAA', 'PT-ZZZ', null])
  expect(await listRegistrations('?order=aircraft')).toEqual(['PR-AAA', 'PT-ZZZ', null])
  expect(await listRegistrations('?search=pr-aaa')).toEqual(['PR-AAA'])
  expect(await listRegistrations('?search=manutencao')).toEqual(['PR-AAA', 'PT-ZZZ'])
  expect(await listRegistrations('?search=%25')).toEqual([])
  expect(await listRegistrations('?status=1')).toEqual([null])
  expect(await listRegistrations('?status=2')).toEqual(['PR-AAA', 'PT-ZZZ'])
  expect(await listRegistrations('?status=4')).toEqual([])
  expect(await listRegistrations('?status=9')).toHaveLength(3)
})

test('shows one card per aircraft, and the table as second view', async () => {
  const owner = await makeOwnerOfFleet()
  await db
    .insertInto('aircraft')
    .values({
      profile_id: (await db.selectFrom('subscriptions').select('profile_id').executeTakeFirstOrThrow())
        .profile_id,
      registration: 'PR-AAA',
      is_foreign: false,
      serial_number: '7',
      fuel_type: 1,
      nickname: 'Amarelinho',
    })
    .execute()
  const { html, text } = await fetchPage(owner, '/manage')
  const headings = [...html.matchAll(/<h2 id="aeronave-[^>]*>(.*?)<\/h2>/g)].map(([, headingHtml = '']) =>
    headingHtml.replace(/<[^>]+>/g, ''),
  )
  expect(headings).toEqual(['PR-AAA Amarelinho', 'PT-ZZZ', 'Sem aeronave'])
  expect(text).toContain('nº de série 7 · 1 publicação')
  const tablePage = await fetchPage(owner, '/manage?order=newest')
  expect([tablePage.html.includes('class="fleet-card"'), tablePage.html.includes('<table')]).toEqual([
    false,
    true,
  ])
})

test('shows a serial number without registration at its unit, not for the whole card', async () => {
  const owner = await makeOwnerOfFleet()
  await db
    .updateTable('order_lines')
    .set({ airplane_registration: null, airplane_serial_number: '200512' })
    .where('airplane_registration', '=', 'PT-ZZZ')
    .execute()
  const { text } = await fetchPage(owner, '/manage?order=aircraft')
  expect(text).toMatch(/Sem prefixo \d publicaç/)
  expect(text).toContain('Nº de série 200512')
})

test('shows the table and no fleet card for a single aircraft', async () => {
  const manual = await makePublication({ is_signature: true, has_airplane_info: true })
  const { orderId, userId } = await makeOrder(
    { [manual]: 1 },
    { units: { [`${manual}-1`]: makeAircraftUnit('PT-ZZZ') } },
  )
  await confirmPayment(orderId, byStaff, today)
  const { html } = await fetchPage(await loginAs({ userId }), '/manage')
  expect(html).toContain('<table')
  expect(html).not.toContain('class="fleet-card"')
})

test('shows one action per unit and the others in a menu', async () => {
  const owner = await makeOwnerOfFleet()
  const due = addDays(today, 10)
  await db
    .updateTable('subscriptions')
    .set({ due, track_code: 'AA123456785BR' })
    .where('due', 'is not', null)
    .execute()
  await db
    .updateTable('publications')
    .set({ price_signature: 5000 })
    .where('is_signature', '=', true)
    .execute()
  const { html } = await fetchPage(owner, '/manage?search=pr-aaa')
  const actionsHtml = html.slice(html.indexOf('<div class="acts">'))
  const [mainAction, menu] = actionsHtml.split('<details')
  expect(mainAction).toContain('Renovar')
  expect(mainAction).not.toContain('Certificado')
  expect(menu).toContain('Mais ações: Manual de Manutenção (PR-AAA)')
  expect(menu).toContain('Rastrear AA123456785BR')
  expect(menu).toContain('Certificado')
})

test('offers the due dates as a calendar that a renewal updates', async () => {
  const owner = await makeOwnerOfFleet()
  await db.updateTable('subscriptions').set({ due: '2031-03-09' }).where('due', 'is not', null).execute()
  const fetchCalendar = async () =>
    (await owner.get(dueDates, '/manage/due_dates.ics')).response ?? expect.fail()
  const answer = await fetchCalendar()
  expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
  const calendar = (await answer.text()).replace(/\r\n[ \t]/g, '')
  const lines = calendar.split('\r\n')
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2)
  expect(lines).toContain('DTSTART;VALUE=DATE:20310309')
  expect(lines).toContain('DTEND;VALUE=DATE:20310310')
  expect(lines).toContain('SUMMARY:Vence a assinatura: Manual de Manutenção (PR-AAA)')
  // The reminder is at 9:00, thirty days before the due date.
  expect(lines.filter((line) => line === 'TRIGGER:-P29DT15H')).toHaveLength(2)
  const ids = lines.filter((line) => line.startsWith('UID:'))
  expect(new Set(ids).size).toBe(2)
  const inAnHour = new Date(Date.now() + 3_600_000)
  await db
    .updateTable('subscriptions')
    .set({ due: '2032-03-09', updated_at: inAnHour })
    .where('due', 'is not', null)
    .execute()
  const updatedCalendar = (await (await fetchCalendar()).text()).replace(/\r\n[ \t]/g, '')
  const readSequence = (calendarText: string) => Number(/SEQUENCE:(\d+)/.exec(calendarText)?.[1])
  const minutesLater = 60
  expect(readSequence(updatedCalendar)).toBe(readSequence(calendar) + minutesLater)
  for (const id of ids) expect(updatedCalendar).toContain(id)
  expect(updatedCalendar).toContain('20320309')
})

test('offers no calendar without due dates', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
  await confirmPayment(orderId, byStaff, today)
  expect((await fetchPage(await loginAs({ userId }), '/manage')).html).not.toContain('due_dates.ics')
  expect((await fetchPage(await makeOwnerOfFleet(), '/manage')).html).toContain(
    'href="/manage/due_dates.ics"',
  )
})

test('shows a unit as expired after its due date before any job has run', async () => {
  const owner = await makeOwnerOfFleet()
  const due = addDays(today, -1)
  await db.updateTable('subscriptions').set({ due }).where('due', 'is not', null).execute()
  expect(await loadUnits(owner, '?status=4')).toHaveLength(2)
  expect(await loadUnits(owner, '?status=2')).toEqual([])
  const page = await fetchPage(owner, '/manage')
  expect(page.text).toContain('Vencida')
  expect(page.text).toContain(`venceu em ${formatDate(due)}`)
})

test('shows due date, current revision and shipment state, and no tracking link for an invalid code', async () => {
  const owner = await makeOwnerOfFleet()
  await db.updateTable('publications').set({ version: 'Rev. 2', date: '2026-11-20' }).execute()
  await db
    .updateTable('subscriptions')
    .set({ track_code: 'AA123456785BR', sent_on: '2026-11-20', status: subscriptionStatus.sent })
    .where('due', 'is not', null)
    .execute()
  const page = await fetchPage(owner, '/manage')
  expect(page.text).toMatch(/até \d\d\/\d\d\/\d{4}/)
  expect(page.text.match(/até 23:59 do dia indicado \(horário de Brasília\)/g)).toHaveLength(1)
  expect(page.text).toContain('atual: Rev. 2, de 20/11/2026 O que mudou em Manual de Manutenção')
  expect(page.html).toMatch(/href="\/publications\/\d+#revisoes"/)
  expect(page.text).toContain('Rastrear AA123456785BR')
  expect(page.html).toMatch(
    /<form method="post" action="https:\/\/rastreamento\.correios\.com\.br\/[^"]*" target="_blank"[^>]*><input type="hidden" name="objetos" value="AA123456785BR"\/>/,
  )
  await db.updateTable('subscriptions').set({ track_code: 'AA123456789BR' }).execute()
  const wrongPage = await fetchPage(owner, '/manage')
  expect(wrongPage.text).toContain('AA123456789BR')
  expect(wrongPage.text).not.toContain('Rastrear')
})

test('shows twenty a page and redirects past the end to the last', async () => {
  const { orderId, userId } = await placeNewOrder(
    { [await makePublication()]: 45 },
    { shippingService: 'TO_BE_AGREED' },
  )
  await confirmPayment(orderId, byStaff, today)
  const owner = await loginAs({ userId })
  expect((await owner.get(loader, '/manage?page=3')).data).toMatchObject({ page: 3, pages: 3, count: 45 })
  expect(await loadUnits(owner, '?page=3')).toHaveLength(5)
  expect((await owner.get(loader, '/manage?page=4')).location).toBe('/manage?page=3')
})

test('shows a message to a customer without units', async () => {
  const page = await fetchPage(await loginAs(await makeCustomer()), '/manage')
  expect(page.text).toContain('Nenhuma publicação encontrada')
  for (const expectedText of ['Pagina', 'Buscar por nome ou aeronave', 'Certificado'])
    expect.soft(page.text).not.toContain(expectedText)
})

test('a renewable download still has its download button, and only renewable units have a checkbox', async () => {
  const [firstTitle, secondTitle] = [
    await makeDownload({ name: 'Boletim 1', is_signature: true, price_signature: 50_00 }),
    await makeDownload({ name: 'Boletim 2', is_signature: true, price_signature: 50_00 }),
  ]
  const thirdTitle = await makeDownload({ name: 'Boletim 3', is_signature: true, price_signature: 50_00 })
  const { orderId, userId } = await makeOrder({ [firstTitle]: 1, [secondTitle]: 1, [thirdTitle]: 1 })
  await confirmPayment(orderId, byStaff, today)
  const due = addDays(today, 10)
  await db.updateTable('subscriptions').set({ due }).where('publication_id', '!=', thirdTitle).execute()
  const page = await fetchPage(await loginAs({ userId }), '/manage')
  const actionBlocks = page.html.split('<div class="acts">').slice(1)
  expect(actionBlocks).toHaveLength(3)
  for (const actionBlock of actionBlocks) expect(actionBlock.split('<details')[0]).toContain('Baixar')
  expect(page.html.match(/type="checkbox"/g)).toHaveLength(2)
  expect(page.text).toContain(`até ${formatDate(due)}`)
  expect(page.text).not.toContain('Escolher -')
})
