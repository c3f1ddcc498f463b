import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { loadDashboard } from '#app/http/backoffice/dashboard.server.ts'
import { loadStaffList, staffList } from '#app/http/backoffice/load-list.server.ts'
import { staffListQuery } from '#app/http/backoffice/staff-list.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { listSubscriptionsForStaff } from '#app/models/subscriptions/staff-subscription-list.server.ts'

export const subscriptionList = staffList({
  view: 'signatures',
  query: (request) =>
    staffListQuery(request, { sorts: ['id', 'due'], statuses: Object.values(subscriptionStatus) }),
  read: (query) => listSubscriptionsForStaff({ ...query, today: civilDateIn(new Date()) }),
})

/** The list with the numbers of the month; charts only without a search (F101, F102). */
export async function loadStaffSubscriptions(args: RequestArgs) {
  const list = await loadStaffList(args, subscriptionList)
  const isPlain = new URL(args.request.url).search === ''
  const dashboard = await loadDashboard(new Date(), { withCharts: isPlain })
  return { ...list, today: civilDateIn(new Date()), dashboard }
}
