import type { LoaderFunctionArgs } from '@remix-run/node'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { exportStaffList } from '#app/http/backoffice/load-list.server.ts'
import { subscriptionList } from '#app/http/backoffice/staff-subscriptions.server.ts'
import { makeSubscriptionColumns } from '#app/routes/admin/subscription-columns.tsx'

export function loader(args: LoaderFunctionArgs) {
  return exportStaffList(args, subscriptionList, {
    name: 'assinaturas',
    title: 'Assinaturas',
    columns: makeSubscriptionColumns(toCivilDate(new Date())),
  })
}
