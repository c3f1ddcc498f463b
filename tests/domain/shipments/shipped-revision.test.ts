import { describe, expect, test } from 'vitest'
import {
  canChooseRevision,
  getRevisionToSend,
  getShippedRevision,
} from '#app/domain/shipments/shipped-revision.ts'

const subscription = { isSignature: true, versionSold: '21', versionInForce: '23', sendsInForce: false }
const oneOff = { ...subscription, isSignature: false }

describe('the shipped revision', () => {
  test.each([
    ['a subscription is sent in the current revision', subscription, '23'],
    ['a one-off copy is sent as bought', oneOff, '21'],
    [
      'a one-off copy is sent in the current revision if staff chose it',
      { ...oneOff, sendsInForce: true },
      '23',
    ],
    ['a copy without a newer revision is sent as bought', { ...oneOff, versionInForce: '21' }, '21'],
  ])('%s', (_, copy, revision) => {
    expect(getRevisionToSend(copy)).toBe(revision)
  })

  test('staff choose only for one-off copies with a newer revision', () => {
    expect(canChooseRevision(oneOff)).toBe(true)
    expect(canChooseRevision(subscription)).toBe(false)
    const copyWithoutNewerRevision = { ...oneOff, versionInForce: oneOff.versionSold }
    expect(canChooseRevision(copyWithoutNewerRevision)).toBe(false)
  })
})

test.each([
  [
    'packed in the current revision',
    { versionPacked: '23' },
    true,
    { revision: '23', returnedRevision: null, packed: null },
  ],
  [
    'packed in an older revision',
    { versionPacked: '22' },
    true,
    { revision: '23', returnedRevision: null, packed: '22' },
  ],
  ['packed in an unknown revision', {}, true, { revision: '23', returnedRevision: null, packed: '21' }],
  ['sent', { versionSent: '22' }, false, { revision: '22', returnedRevision: null, packed: null }],
  ['returned', { versionSent: '22' }, true, { revision: '23', returnedRevision: '22', packed: '22' }],
  [
    'returned and packed again',
    { versionSent: '22', versionPacked: '23' },
    true,
    { revision: '23', returnedRevision: '22', packed: null },
  ],
  [
    'returned and still packed',
    { versionSent: '23' },
    true,
    { revision: '23', returnedRevision: null, packed: null },
  ],
])(
  'a copy that is %s shows the revision that is sent and the one that is packed',
  (_, copyFields, isAwaitingDispatch, expected) => {
    const copy = { ...subscription, versionSent: null, versionPacked: null, ...copyFields }
    expect(getShippedRevision(copy, isAwaitingDispatch)).toEqual(expected)
  },
)
