import { beforeEach, expect, test } from 'vitest'
import { addAircraft, changeAircraft, listFleet } from '#app/models/accounts/aircraft.server.ts'
import { action as aircraftAction } from '#app/routes/account/fleet/aircraft.tsx'
import { subscriptionLabels } from '#app/text/subscriptions/staff-subscription-labels.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { readSeenVersion } from '#tests/support/pages/forms-in.ts'
import { loginAs } from '#tests/support/request.ts'

beforeEach(openShop)

const aircraft = {
  registration: 'PT-ABC',
  isForeign: false,
  serialNumber: '200512',
  fuel: 2,
  nickname: null,
} as const

test('a conflict of an aircraft names the field for a foreign registration as the staff page does', async () => {
  const customer = await makeCustomer()
  const { profileId } = customer
  await addAircraft(profileId, aircraft)
  const [{ id } = { id: 0 }] = await listFleet(profileId)
  const visitor = await loginAs(customer)
  const { html } = await fetchPage(visitor, `/account/fleet/${id}`)
  await changeAircraft({ id, profileId }, { ...aircraft, isForeign: true })
  const form = { prefix: 'PT-ABC', serial: '200513', fuel: '2', ...readSeenVersion(html) }
  const answer = await visitor.post(aircraftAction, `/account/fleet/${id}`, form, { id: String(id) })
  expect(answer.status).toBe(409)
  const fields = answer.data.conflict?.fields
  expect(JSON.stringify(fields)).toContain(subscriptionLabels.foreign)
})
