import type { LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { subscriptionQuery } from '#app/http/backoffice/staff-subscriptions.server.ts'
import { eachFromReplica } from '#app/http/replica.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { allByKey, listFile } from '#app/http/table-file.server.ts'
import { listSubscriptionsForStaff } from '#app/models/subscriptions/staff-subscription-list.server.ts'
import { subscriptionColumns } from '#app/routes/admin/subscription-columns.tsx'

/** The list that is on the screen, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const today = civilDateIn(new Date())
  const query = { ...subscriptionQuery(args.request), today, perPage: 1000 }
  const rows = allByKey((place) => listSubscriptionsForStaff({ ...query, ...place }))
  return listFile(
    args,
    { name: 'assinaturas', title: 'Assinaturas', columns: subscriptionColumns(today) },
    eachFromReplica(args, rows),
  )
}
