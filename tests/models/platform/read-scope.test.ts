import { expect, test } from 'vitest'
import { mayReadFromReplica, readingFromReplica } from '#app/models/platform/replica/read-scope.server.ts'

test('opens no read scope without a replica', () => {
  expect(readingFromReplica(mayReadFromReplica)).toBe(false)
})
