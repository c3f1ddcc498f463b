import { orderStatus } from '#app/domain/orders/order-status.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { hasMoney } from '#app/models/payments/slip-life.server.ts'
import { listSlipsOfOrder } from '#app/models/payments/slip-registration.server.ts'
import { paths } from '#app/paths.ts'

/** The slips of an order as its page shows them to staff, and where another due date is set while it waits for payment. */
export async function staffSlips({ id, status }: { id: number; status: number }) {
  const today = civilDateIn(new Date())
  const slips = await listSlipsOfOrder(id)
  const isPending = status === orderStatus.pendingPayment
  const current = slips.find(({ isCurrent }) => isCurrent)
  const rows = slips.map(({ hasFile, isCurrent, stateAt: _, line: __, ...slip }) => ({
    ...slip,
    isOverdue: slip.dueDate < today,
    file: isCurrent && hasFile ? paths.admin.orderSlip(id) : null,
    registration:
      isCurrent &&
      isPending &&
      slip.state === 'rejected' &&
      slip.retiredWhy === null &&
      slip.issuer === 'own-bank'
        ? paths.admin.slipRegistration(id, slip.id)
        : null,
  }))
  const isPaid = current?.state === 'paid' && (await hasMoney(id))
  const canRenew = isPending && current !== undefined && !isPaid
  return { slips: rows, renewal: canRenew ? paths.admin.slipRenewal(id) : null }
}
