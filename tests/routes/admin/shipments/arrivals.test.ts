import { beforeEach, expect, test } from 'vitest'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
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
const listStatuses = async (ids: readonly number[]) => {
  const rows = await db.selectFrom('shipments').select(['id', 'status']).where('id', 'in', ids).execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}

test('lists shipments in transit, with a link that selects all without scripts', async () => {
  const [sentId, packedId] = [await makeSentShipment(), await makeShipment(await makePaidOrder())]
  await makeSentShipment()
  const listPage = await fetchPage(staff, path)
  expect(listPage.html).toContain(`value="${sentId}"`)
  expect(listPage.html).not.toContain(`href="/admin/expedition/${packedId}"`)
  expect(listPage.html).not.toContain('checked=""')
  const selectedPage = await fetchPage(staff, `${path}?selected=all`)
  expect(selectedPage.html.match(/name="shipment"[^>]*checked=""/g)).toHaveLength(2)
})

test.each([
  ['delivered', shipmentStatus.delivered, '3 expedições marcadas como entregues.'],
  ['returned', shipmentStatus.returned, '3 expedições voltaram ao remetente.'],
] as const)(
  '%s: changes several shipments at once, each with a history entry',
  async (action, status, expectedText) => {
    const ids = [await makeSentShipment(), await makeSentShipment(), await makeSentShipment()]
    const otherId = await makeSentShipment()
    const answer = await postForm({ shipment: ids.map(String), date: '2026-11-12', intent: action })
    expect(answer.location).toBe(path)
    expect((await fetchFollowing(staff, answer.location ?? '')).text).toContain(expectedText)
    expect(await listStatuses([...ids, otherId])).toEqual([status, status, status, shipmentStatus.sent])
    const entries = await db
      .selectFrom('history')
      .select('entity_id')
      .where('entity', '=', 'shipment')
      .where('action', '=', action)
      .execute()
    expect(entries.map((entry) => entry.entity_id).toSorted()).toEqual(ids.toSorted())
  },
)

test('reports why one shipment cannot change, and processes the others', async () => {
  const [changedId, lateId] = [await makeSentShipment(), await makeSentShipment('2026-11-20')]
  const answer = await postForm({
    shipment: [String(changedId), String(lateId)],
    date: '2026-11-12',
    intent: 'delivered',
  })
  const { text } = await fetchFollowing(staff, answer.location ?? '')
  expect(text).toContain(
    `1 expedição marcada como entregue. Não mudou: #${lateId}, A data é anterior à do passo anterior desta expedição.`,
  )
  expect(await listStatuses([changedId, lateId])).toEqual([shipmentStatus.delivered, shipmentStatus.sent])
})

test('rejects no selection or a future day at the field and preserves the selection', async () => {
  const id = await makeSentShipment()
  const today = toCivilDate(new Date())
  const answerWithoutSelection = await postForm({ date: today, intent: 'delivered' })
  expect(answerWithoutSelection.status).toBe(400)
  expect(answerWithoutSelection.html).toContain('href="#campo-shipment"')
  expect(answerWithoutSelection.text).toContain('Escolha ao menos uma expedição')
  const futureAnswer = await postForm({ shipment: String(id), date: '2199-01-01', intent: 'delivered' })
  expect(futureAnswer.status).toBe(400)
  expect(futureAnswer.text).toContain('A data não pode estar no futuro')
  expect(futureAnswer.html).toMatch(new RegExp(`value="${id}"[^>]*checked=""|checked=""[^>]*value="${id}"`))
  expect(await listStatuses([id])).toEqual([shipmentStatus.sent])
})
