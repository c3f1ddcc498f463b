import { expect, test } from 'vitest'
import {
  type AccountRight,
  type AccountRole,
  canOpenFileKind,
  canUse,
  getMemberState,
  getRoleRights,
} from '#app/domain/accounts/colleagues.ts'

const rights: AccountRight[] = ['units', 'files', 'orders', 'purchase', 'withdrawal']

test.each<[AccountRole, AccountRight[]]>([
  ['owner', ['units', 'files', 'orders', 'purchase', 'withdrawal']],
  ['mechanic', ['units', 'files']],
  ['buyer', ['units', 'orders', 'purchase']],
])('the role %s has exactly the rights %j (D92)', (role, expectedRights) => {
  expect(rights.filter((right) => canUse(role, right))).toEqual(expectedRights)
  expect(rights.filter((right) => getRoleRights(role)[right])).toEqual(expectedRights)
})

test.each([
  ['mechanic', ['copy', 'certificate']],
  ['buyer', ['receipt']],
] as const)('the role %s opens exactly the company files %j', (role, expected) => {
  const kinds = ['copy', 'certificate', 'receipt', 'labels', 'report', 'status-list']
  expect(kinds.filter((kind) => canOpenFileKind(role, kind))).toEqual(expected)
})

const now = new Date('2026-11-21T12:00:00Z')
const oneSecondLater = new Date('2026-11-21T12:00:01Z')
const openInvitation = { acceptedAt: null, expiresAt: oneSecondLater, endedAt: null, endReason: null }

test.each([
  ['invited', openInvitation],
  ['expired', { ...openInvitation, expiresAt: now }],
  ['active', { ...openInvitation, acceptedAt: now, expiresAt: now }],
  ['declined', { ...openInvitation, endedAt: now, endReason: 'declined' as const }],
  ['revoked', { ...openInvitation, acceptedAt: now, endedAt: now, endReason: 'revoked' as const }],
])('a membership is %s', (expected, data) => {
  expect(getMemberState(data, now)).toBe(expected)
})
