import { describe, expect, test } from 'vitest'
import { canChooseRevision, revisionToSend, shippedRevision } from '#app/domain/shipments/shipped-revision.ts'

const subscription = { isSignature: true, versionSold: '21', versionInForce: '23', sendsInForce: false }
const oneOff = { ...subscription, isSignature: false }

describe('the shipped revision', () => {
  test.each([
    ['a subscription leaves in force', subscription, '23'],
    ['a one-off copy leaves as bought', oneOff, '21'],
    ['a one-off copy leaves in force where staff chose so', { ...oneOff, sendsInForce: true }, '23'],
    ['nothing was revised', { ...oneOff, versionInForce: '21' }, '21'],
  ])('%s', (_, copy, revision) => {
    expect(revisionToSend(copy)).toBe(revision)
  })

  test('staff choose only for one-off copies with a newer revision', () => {
    expect([subscription, oneOff, { ...oneOff, versionInForce: '21' }].map(canChooseRevision)).toEqual([
      false,
      true,
      false,
    ])
  })
})

test.each([
  ['packed in force', { versionPacked: '23' }, true, { revision: '23', returned: null, packed: null }],
  ['packed before', { versionPacked: '22' }, true, { revision: '23', returned: null, packed: '22' }],
  ['packed nobody knows when', {}, true, { revision: '23', returned: null, packed: '21' }],
  ['sent', { versionSent: '22' }, false, { revision: '22', returned: null, packed: null }],
  ['back', { versionSent: '22' }, true, { revision: '23', returned: '22', packed: '22' }],
  [
    'back and packed anew',
    { versionSent: '22', versionPacked: '23' },
    true,
    { revision: '23', returned: '22', packed: null },
  ],
  ['back as is', { versionSent: '23' }, true, { revision: '23', returned: null, packed: null }],
])(
  'a copy that is %s shows the revision that leaves or left, and the one in the box',
  (_, known, isAwaitingDispatch, expected) => {
    const copy = { ...subscription, versionSent: null, versionPacked: null, ...known }
    expect(shippedRevision(copy, isAwaitingDispatch)).toEqual(expected)
  },
)
