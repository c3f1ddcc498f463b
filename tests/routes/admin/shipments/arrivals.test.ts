import { beforeEach, expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { db } from '#app/models/platform/db.server.ts'
import { markSent } from '#app/models/shipments/shipment-status.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makePaidOrder, makeShipment, makeStaff } from '#tests/factories/shipments.ts'
import { fetchFollowing, fetchPage } from '#tests/support/app-client.ts'
import { type Fields, loginAs, type Visitor } from '#tests/support/request.ts'

const path = '/admin/expeditions/sent'
let staff: Visitor

beforeEach(async () => {
  staff = await loginAs({ userId: await makeStaff() })
})

async function makeSentShipment(date = '2026-11-05') {
  const id = await makeShipment(await makePaidOrder(), { type: 'SIMPLES' })
  await markSent(id, { date, trackCode: null }, byStaff)
  return id
}

const postForm = (fields: Fields) => fetchPage(staff, path, fields)
const listStates = async (ids: readonly number[]) => {
  const rows = await db.selectFrom('shipments').select(['id', 'status']).where('id', 'in', ids).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}

test('lists shipments in transit, with a link that selects all without scripts', async () => {
  const [sent, packed] = [await makeSentShipment(), await makeShipment(await makePaidOrder())]
  await makeSentShipment()
  const list = await fetchPage(staff, path)
  expect(list.html).toContain(`value="${sent}"`)
  expect(list.html).not.toContain(`href="/admin/expedition/${packed}"`)
  expect(list.html).not.toContain('checked=""')
  const selectedPage = await fetchPage(staff, `${path}?selected=all`)
  expect(selectedPage.html.match(/name="shipment"[^>]*checked=""/g)).toHaveLength(2)
})

test.each([
  ['delivered', 3, '3 expedições marcadas como entregues.'],
  ['returned', 4, '3 expedições voltaram ao remetente.'],
] as const)(
  '%s: changes many shipments at once, each with units and history',
  async (intent, status, expectedText) => {
    const ids = [await makeSentShipment(), await makeSentShipment(), await makeSentShipment()]
    const leftSent = await makeSentShipment()
    const done = await postForm({ shipment: ids.map(String), date: '2026-11-12', intent })
    expect(done.location).toBe(path)
    expect((await fetchFollowing(staff, done.location ?? '')).text).toContain(expectedText)
    expect(await listStates([...ids, leftSent])).toEqual([status, status, status, 2])
    const entries = await db
      .selectFrom('history')
      .select('entity_id')
      .where('entity', '=', 'shipment')
      .where('action', '=', intent)
      .execute()
    expect(entries.map((entry) => entry.entity_id).toSorted()).toEqual(ids.toSorted())
  },
)

test('reports a shipment that cannot change with its reason and processes the others', async () => {
  const [early, late] = [await makeSentShipment(), await makeSentShipment('2026-11-20')]
  const done = await postForm({
    shipment: [String(early), String(late)],
    date: '2026-11-12',
    intent: 'delivered',
  })
  const { text } = await fetchFollowing(staff, done.location ?? '')
  expect(text).toContain(
    `1 expedição marcada como entregue. Não mudou: #${late}, A data é anterior à do passo anterior desta expedição.`,
  )
  expect(await listStates([early, late])).toEqual([3, 2])
})

test('rejects no selection or a future day at the field and preserves the selection', async () => {
  const id = await makeSentShipment()
  const today = toCivilDate(new Date())
  const none = await postForm({ date: today, intent: 'delivered' })
  expect(none.status).toBe(400)
  expect(none.html).toContain('href="#campo-shipment"')
  expect(none.text).toContain('Escolha ao menos uma expedição')
  const future = await postForm({ shipment: String(id), date: '2199-01-01', intent: 'delivered' })
  expect(future.status).toBe(400)
  expect(future.text).toContain('A data não pode estar no futuro')
  expect(future.html).toMatch(new RegExp(`value="${id}"[^>]*checked=""|checked=""[^>]*value="${id}"`))
  expect(await listStates([id])).toEqual([2])
})
