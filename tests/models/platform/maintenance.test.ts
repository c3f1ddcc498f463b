import { expect, test } from 'vitest'
import { endMaintenance, findMaintenance, startMaintenance } from '#app/models/platform/maintenance.server.ts'

test('a second start of maintenance changes only its expected end, and maintenance ends once', async () => {
  expect(await findMaintenance()).toBeUndefined()
  const beganAt = new Date('2026-11-28T12:00:00Z')
  await startMaintenance(null, beganAt)
  expect(await findMaintenance()).toEqual({ beganAt: beganAt, expectedEnd: null })
  const expectedEnd = new Date('2026-11-28T12:30:00Z')
  await startMaintenance(expectedEnd, new Date('2026-11-28T12:10:00Z'))
  expect(await findMaintenance()).toEqual({ beganAt: beganAt, expectedEnd: expectedEnd })
  expect([await endMaintenance(), await endMaintenance()]).toEqual([true, false])
  expect(await findMaintenance()).toBeUndefined()
})
