import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { loadDashboard } from '#app/http/backoffice/dashboard.server.ts'
import { loadListView } from '#app/http/backoffice/list-view.server.ts'
import { staffListQuery } from '#app/http/backoffice/staff-list.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { fromReplica } from '#app/http/replica.server.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listSubscriptionsForStaff } from '#app/models/subscriptions/staff-subscription-list.server.ts'

export function subscriptionQuery(request: Request) {
  return staffListQuery(request, { sorts: ['id', 'due'], statuses: Object.values(subscriptionStatus) })
}

/** F101, F102; staff only. */
export async function loadStaffSubscriptions(args: RequestArgs) {
  const viewer = await requireStaff(args)
  const today = civilDateIn(new Date())
  const query = subscriptionQuery(args.request)
  const isPlain = new URL(args.request.url).search === ''
  const [list, dashboard, view] = await Promise.all([
    fromReplica(args, () => listSubscriptionsForStaff({ ...query, today })),
    loadDashboard(new Date(), { withCharts: isPlain }),
    loadListView(viewer, args.request, 'signatures'),
  ])
  redirectPastEnd(args.request, { page: query.page, pages: list.pages })
  return { ...list, query, today, dashboard, view }
}
