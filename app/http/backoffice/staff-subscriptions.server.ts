import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { loadDashboard } from '#app/http/backoffice/dashboard.server.ts'
import { defineStaffListSource, loadStaffList } from '#app/http/backoffice/load-list.server.ts'
import { parseStaffListQuery, parseStateParams } from '#app/http/backoffice/staff-list.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { isUnitInPaymentState } from '#app/models/backoffice/client-states.server.ts'
import { readPaymentStates } from '#app/models/charges/payment-state.server.ts'
import { listSubscriptionsForStaff } from '#app/models/subscriptions/staff-subscription-list.server.ts'

export const subscriptionList = defineStaffListSource({
  view: 'signatures',
  query: (request) => ({
    ...parseStaffListQuery(request, { sorts: ['id', 'due'], statuses: Object.values(subscriptionStatus) }),
    ...parseStateParams(request),
  }),
  read: async ({ payment, ...query }) => {
    const condition = isUnitInPaymentState(payment)
    const list = await listSubscriptionsForStaff({ ...query, condition, today: toCivilDate(new Date()) })
    const payments = await readPaymentStates([...new Set(list.rows.map(({ orderId }) => orderId))])
    return {
      ...list,
      rows: list.rows.map((row) => ({ ...row, payment: payments.get(row.orderId) ?? null })),
    }
  },
})

/** Loads the list of subscriptions; charts only if there is no search. */
export async function loadStaffSubscriptions(args: RequestArgs) {
  const list = await loadStaffList(args, subscriptionList)
  const isPlain = new URL(args.request.url).search === ''
  const dashboard = await loadDashboard(new Date(), { includesCharts: isPlain })
  return { ...list, today: toCivilDate(new Date()), dashboard }
}
