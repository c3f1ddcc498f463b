import { expect, test } from 'vitest'
import { findFileSize, putFile } from '#app/gateways/storage.server.ts'
import { deleteOrphanedOrderFiles } from '#app/jobs/orders/sweep-order-files.server.ts'
import { addOrderFile, deleteOrderFileRow } from '#app/models/orders/order-file.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makePaidOrder } from '#tests/factories/shipments.ts'
import { isClockShifted } from '#tests/support/clock.ts'

const getHoursFromNow = (count: number) => new Date(Date.now() + count * 3_600_000)

async function storeOrderFile(orderId: number, file: string) {
  await putFile(file, new Uint8Array([1]))
  const data = { kind: 'nfe', file, name: 'a.pdf', type: 'application/pdf', bytes: 1 } as const
  const id = await addOrderFile({ orderId, ...data }, byStaff)
  if (typeof id === 'string') throw new Error(id)
  return id
}

// The times of files are real, even when the clocks are shifted.
test.skipIf(isClockShifted)(
  'deletes stored files without a row after a day, and retains those of order files',
  async () => {
    const { orderId } = await makePaidOrder()
    await storeOrderFile(orderId, 'orders/kept')
    const removedId = await storeOrderFile(orderId, 'orders/removed')
    await putFile('orders/cut-off', new Uint8Array([1]))
    expect(await deleteOrderFileRow(orderId, removedId, byStaff)).toBe('orders/removed')
    expect(await deleteOrphanedOrderFiles(getHoursFromNow(23))).toBe(0)
    expect(await deleteOrphanedOrderFiles(getHoursFromNow(25))).toBe(2)
    const fileSizes = ['orders/kept', 'orders/removed', 'orders/cut-off'].map(findFileSize)
    expect(await Promise.all(fileSizes)).toEqual([1, undefined, undefined])
    expect(await deleteOrphanedOrderFiles(getHoursFromNow(25))).toBe(0)
  },
)
