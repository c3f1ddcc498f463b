import { describe, expect, test } from 'vitest'
import { canChooseRevision, revisionToSend, shippedRevision } from '#app/domain/shipped-revision.ts'

const subscription = { isSignature: true, versionSold: '21', versionInForce: '23', sendsInForce: false }
const oneOff = { ...subscription, isSignature: false }

describe('the revision that leaves', () => {
  test.each([
    ['a subscription leaves in force', subscription, '23'],
    ['a one-off copy leaves as bought', oneOff, '21'],
    ['a one-off copy leaves in force where staff chose so', { ...oneOff, sendsInForce: true }, '23'],
    ['nothing was revised', { ...oneOff, versionInForce: '21' }, '21'],
  ])('%s', (_, copy, revision) => {
    expect(revisionToSend(copy)).toBe(revision)
  })

  test('staff choose only for one-off copies whose publication has another revision', () => {
    expect([subscription, oneOff, { ...oneOff, versionInForce: '21' }].map(canChooseRevision)).toEqual([
      false,
      true,
      false,
    ])
  })
})

test.each([
  { name: 'packed', versionSent: null, isToLeave: true, expected: { revision: '23', returned: null } },
  { name: 'sent', versionSent: '22', isToLeave: false, expected: { revision: '22', returned: null } },
  { name: 'came back', versionSent: '22', isToLeave: true, expected: { revision: '23', returned: '22' } },
  {
    name: 'came back as is',
    versionSent: '23',
    isToLeave: true,
    expected: { revision: '23', returned: null },
  },
])('a copy that is $name shows what leaves or left', ({ versionSent, isToLeave, expected }) => {
  expect(shippedRevision({ ...subscription, versionSent }, isToLeave)).toEqual(expected)
})
