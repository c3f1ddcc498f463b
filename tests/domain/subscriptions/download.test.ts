import { expect, test } from 'vitest'
import { mayDownload, revisionToOpen } from '#app/domain/subscriptions/download.ts'

const today = '2026-11-21'
const unit = { isDownload: true, isSuspended: false, isWithdrawn: false, status: 1, due: '2026-11-21' }

test.each([
  ['on its last day', {}, true],
  ['the day after', { due: '2026-11-20' }, false],
  ['marked expired', { status: 4, due: '2027-01-01' }, false],
  ['bought once and for all', { due: null }, true],
  ['suspended', { isSuspended: true }, false],
  ['that its buyer gives back', { isWithdrawn: true }, false],
  ['printed', { isDownload: false, status: 3 }, false],
])('a unit %s', (_, changes, may) => {
  expect(mayDownload({ ...unit, ...changes }, today)).toBe(may)
})

const revisions = [
  { version: 'Rev. 3', hasFile: false },
  { version: 'Rev. 2', hasFile: true },
  { version: 'Rev. 1', hasFile: true },
]

test.each([
  ['a subscription opens the newest that has a file', true, 'Rev. 1', 'Rev. 2'],
  ['a one-off purchase opens what was bought', false, 'Rev. 1', 'Rev. 1'],
  ['without its file a one-off purchase opens nothing', false, 'Rev. 3', undefined],
  ['nor does it open one that is not there any more', false, 'Rev. 0', undefined],
])('%s', (_, isSignature, versionSold, version) => {
  expect(revisionToOpen({ isSignature, versionSold }, revisions)?.version).toBe(version)
})
