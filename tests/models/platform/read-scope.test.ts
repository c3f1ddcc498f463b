import { expect, test } from 'vitest'
import { canReadFromReplica, runOnReplica } from '#app/models/platform/replica/read-scope.server.ts'

test('opens no read scope without a replica', () => {
  expect(runOnReplica(canReadFromReplica)).toBe(false)
})
