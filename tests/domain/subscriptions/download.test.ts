import { expect, test } from 'vitest'
import { canDownload, findRevisionToOpen } from '#app/domain/subscriptions/download.ts'

const today = '2026-11-21'
const unit = { isDownload: true, isSuspended: false, isWithdrawn: false, status: 1, due: '2026-11-21' }

test.each([
  ['on its last day', {}, true],
  ['on the day after its last', { due: '2026-11-20' }, false],
  ['marked as expired', { status: 4, due: '2027-01-01' }, false],
  ['bought as a one-off', { due: null }, true],
  ['suspended', { isSuspended: true }, false],
  ['under withdrawal', { isWithdrawn: true }, false],
  ['printed', { isDownload: false, status: 3 }, false],
])('a unit %s (%j) can be downloaded: %s', (_, changes, isAllowed) => {
  expect(canDownload({ ...unit, ...changes }, today)).toBe(isAllowed)
})

const revisions = [
  { version: 'Rev. 3', hasFile: false },
  { version: 'Rev. 2', hasFile: true },
  { version: 'Rev. 1', hasFile: true },
]

test.each([
  ['a subscription opens the newest revision with a file', true, 'Rev. 1', 'Rev. 2'],
  ['a one-off purchase opens the bought revision', false, 'Rev. 1', 'Rev. 1'],
  ['a one-off purchase without its file opens nothing', false, 'Rev. 3', undefined],
  ['a one-off purchase of a removed revision opens nothing', false, 'Rev. 0', undefined],
])('%s', (_, isSignature, versionSold, version) => {
  expect(findRevisionToOpen({ isSignature, versionSold }, revisions)?.version).toBe(version)
})
