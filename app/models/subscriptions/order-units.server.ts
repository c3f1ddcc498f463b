import type { CivilDate } from '#app/domain/platform/calendar.ts'
import {
  findRenewalBlocker,
  getCurrentStatus,
  isOverdue,
  subscriptionStatus,
} from '#app/domain/subscriptions/subscription.ts'
import { db } from '#app/models/platform/db.server.ts'
import { openRenewalOrder } from '#app/models/subscriptions/renewal.server.ts'
import { selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

const MAX_UNITS = 2_000

export async function listOrderUnits(orderIds: readonly number[], today: CivilDate) {
  if (orderIds.length === 0) return []
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('publications', 'publications.id', 'subscriptions.publication_id')
    .where('order_lines.order_id', 'in', orderIds)
    .where('suspended_at', 'is', null)
    .select(['subscriptions.id', 'order_lines.order_id as orderId', 'subscriptions.status', 'due'])
    .select(['order_lines.is_download as isDownload', 'active', 'price_signature as renewalPrice'])
    .select([openRenewalOrder.as('openOrderId'), selectOpenWithdrawal(today).as('closedBy')])
    .orderBy('subscriptions.id')
    .limit(MAX_UNITS)
    .execute()
  return rows.map((row) => {
    const { id, orderId, due, closedBy, active, renewalPrice, openOrderId } = row
    const isExpired = getCurrentStatus(row, today) === subscriptionStatus.expired
    const isWithdrawn = closedBy !== null
    const unit = { due, active, renewalPrice, openOrderId, isSuspended: false, isWithdrawn }
    const isRenewable = !isOverdue(due, today) && findRenewalBlocker(unit, today) === null
    return {
      id,
      orderId,
      isDownloadable: Boolean(row.isDownload) && !isExpired && !isWithdrawn,
      isAwaitingDispatch: row.status === subscriptionStatus.awaitingDispatch,
      renewableUntil: isRenewable ? due : null,
    }
  })
}
