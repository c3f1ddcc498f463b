import { expect, test } from 'vitest'
import {
  canSeeLink,
  getAccountChangeRights,
  isSuperuserLost,
  listRoleDifferences,
} from '#app/domain/accounts/roles.ts'

const customer = { userId: 1, isStaff: false, isSuperuser: false }
const staff = { userId: 2, isStaff: true, isSuperuser: false }
const superuser = { userId: 3, isStaff: true, isSuperuser: true }

test('staff can change customers and new accounts, but no roles', () => {
  const expected = { roles: false, active: true, email: true }
  expect(getAccountChangeRights(customer, staff)).toEqual(expected)
  expect(getAccountChangeRights(undefined, staff)).toEqual(expected)
})

test('only administrators open, close and move staff accounts', () => {
  expect(getAccountChangeRights(superuser, staff)).toEqual({ roles: false, active: false, email: false })
  expect(getAccountChangeRights({ ...staff, userId: 9 }, staff)).toEqual({
    roles: false,
    active: false,
    email: false,
  })
  expect(getAccountChangeRights(staff, superuser)).toEqual({ roles: true, active: true, email: true })
})

test('changing one’s own e-mail address requires the password', () => {
  expect(getAccountChangeRights(superuser, superuser)).toEqual({ roles: true, active: true, email: false })
})

test('staff see password links of customers, and only administrators those of staff', () => {
  expect([customer, staff, superuser].filter((account) => canSeeLink(account, staff))).toEqual([customer])
  expect(canSeeLink(staff, superuser)).toBe(true)
})

test('an active administrator is lost with the role or the account, not with the staff role alone', () => {
  const before = { isActive: true, isStaff: true, isSuperuser: true }
  expect(isSuperuserLost(before, { ...before, isSuperuser: false })).toBe(true)
  expect(isSuperuserLost(before, { ...before, isActive: false })).toBe(true)
  expect(isSuperuserLost(before, { ...before, isStaff: false })).toBe(false)
  expect(isSuperuserLost({ ...before, isActive: false }, { ...before, isSuperuser: false })).toBe(false)
  expect(listRoleDifferences(before, { ...before, isActive: false })).toEqual(['isActive'])
})
