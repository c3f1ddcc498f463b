import { expect, test } from 'vitest'
import { mayReadFromReplica, readingFromReplica } from '#app/models/platform/replica/read-scope.server.ts'

test('opens no scope of promises without a replica', () => {
  expect(readingFromReplica(mayReadFromReplica)).toBe(false)
})
