import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { makeStaffListLinks } from '#app/http/backoffice/staff-list.ts'
import { loadStaffSubscriptions } from '#app/http/backoffice/staff-subscriptions.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { paths } from '#app/paths.ts'
import { makeSubscriptionColumns } from '#app/routes/admin/subscription-columns.tsx'
import { StaffSubscriptions } from '#app/ui/backoffice/staff-subscriptions.tsx'

export const handle: PageHandle = { title: 'Gerenciar Andamento', section: 'progress', help: 'andamento' }

export function loader(args: LoaderFunctionArgs) {
  return loadStaffSubscriptions(args)
}

export default function Signatures() {
  const list = useLoaderData<typeof loader>()
  return (
    <StaffSubscriptions
      {...list}
      columns={makeSubscriptionColumns(list.today)}
      links={makeStaffListLinks(paths.admin.signatures(), paths.admin.signaturesFile, list.query)}
    />
  )
}
