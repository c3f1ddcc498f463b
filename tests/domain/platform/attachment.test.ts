import { expect, test } from 'vitest'
import { listStatusOffers } from '#app/domain/orders/order-status.ts'
import { getReviewWait } from '#app/domain/orders/photo-review.ts'
import { detectAttachmentType, formatAttachmentName } from '#app/domain/platform/attachment.ts'

const encodeText = (content: string) => new TextEncoder().encode(content)

test.each([
  ['%PDF-1.7 …', 'application/pdf'],
  ['<?xml version="1.0"?><nfeProc/>', 'application/xml'],
  ['\uFEFF<?xml version="1.0"?><a/>', 'application/xml'],
  ['<nfeProc versao="4.00">', 'application/xml'],
  ['GIF89a', 'image/gif'],
])('detects the type of %j: %s', (content, type) => {
  expect(detectAttachmentType(encodeText(content))?.type).toBe(type)
})

test.each(['', '<html><script>', 'MZ\0\0', 'PK', 'nota.pdf', '<svg xmlns="…">'])(
  'detects no accepted type in the content %j',
  (content) => {
    expect(detectAttachmentType(encodeText(content))).toBeNull()
  },
)

test.each([
  ['C:\\notas\\DANFE 12.PDF', 'DANFE 12.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['', 'arquivo.pdf'],
  ['.pdf', 'arquivo.pdf'],
  ['nota.exe', 'nota.exe.pdf'],
])('stores the name %j as %j', (name, storedName) => {
  expect(formatAttachmentName(name, '.pdf')).toBe(storedName)
})

test.each([
  [0, 0, 'fine'],
  [20, 20, 'fine'],
  [20.5, 20, 'soon'],
  [24, 24, 'soon'],
  [25.9, 25, 'late'],
] as const)('a photo that waited %d hours shows %i and is %s', (waitedHours, hours, urgency) => {
  const since = new Date('2026-11-20T12:00:00Z')
  const now = new Date(since.getTime() + waitedHours * 3_600_000)
  expect(getReviewWait(since, now)).toEqual({ hours, urgency })
})

test.each([
  [1, false, [2, 3]],
  [1, true, [2, 4, 3]],
  [2, false, [1, 3]],
  [2, true, [1, 4, 3]],
  [3, false, [1, 2]],
  [3, true, [1, 2, 4]],
  [4, true, [3]],
])('in state %i, with a photo requested: %s, staff can choose %j', (status, needsPhoto, offeredStatuses) => {
  const order = { status, needsPhoto, isRejected: false, isPayable: true }
  expect(listStatusOffers(order).map(({ to }) => to)).toEqual(offeredStatuses)
})

test('offers no action for a rejected order, and only the review for one cancelled without boleto', () => {
  const order = { status: 3, needsPhoto: true, isRejected: true, isPayable: true }
  expect(listStatusOffers(order)).toEqual([])
  const unpaid = { ...order, isRejected: false, isPayable: false }
  expect(listStatusOffers(unpaid).map(({ to }) => to)).toEqual([4])
})
