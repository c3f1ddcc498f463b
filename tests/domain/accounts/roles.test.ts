import { expect, test } from 'vitest'
import { losesSuperuser, mayChange, maySeeLink, ownRolesTouched } from '#app/domain/accounts/roles.ts'

const customer = { userId: 1, isStaff: false, isSuperuser: false }
const staff = { userId: 2, isStaff: true, isSuperuser: false }
const superuser = { userId: 3, isStaff: true, isSuperuser: true }

test('staff change customers and new accounts, but no roles', () => {
  const expected = { roles: false, active: true, email: true }
  expect(mayChange(customer, staff)).toEqual(expected)
  expect(mayChange(undefined, staff)).toEqual(expected)
})

test('staff accounts are opened, shut and moved to another e-mail by administrators alone', () => {
  expect(mayChange(superuser, staff)).toEqual({ roles: false, active: false, email: false })
  expect(mayChange({ ...staff, userId: 9 }, staff)).toEqual({ roles: false, active: false, email: false })
  expect(mayChange(staff, superuser)).toEqual({ roles: true, active: true, email: true })
})

test('nobody changes the own e-mail here, where no password is asked for', () => {
  expect(mayChange(superuser, superuser)).toEqual({ roles: true, active: true, email: false })
})

test('a link for a new password of a staff account is for administrators', () => {
  expect([customer, staff, superuser].map((account) => maySeeLink(account, staff))).toEqual([
    true,
    false,
    false,
  ])
  expect(maySeeLink(staff, superuser)).toBe(true)
})

test('an administrator is lost by the role or by the account', () => {
  const before = { isActive: true, isStaff: true, isSuperuser: true }
  expect(losesSuperuser(before, { ...before, isSuperuser: false })).toBe(true)
  expect(losesSuperuser(before, { ...before, isActive: false })).toBe(true)
  expect(losesSuperuser(before, { ...before, isStaff: false })).toBe(false)
  expect(losesSuperuser({ ...before, isActive: false }, { ...before, isSuperuser: false })).toBe(false)
  expect(ownRolesTouched(before, { ...before, isActive: false })).toEqual(['isActive'])
})
