import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { StaffSubscriptions } from '#app/components/staff-subscriptions.tsx'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'
import { staffSubscriptionLinks } from '#app/web/staff-subscription-links.ts'
import { loadStaffSubscriptions } from '#app/web/staff-subscriptions.server.ts'

export const handle: PageHandle = { title: 'Gerenciar Andamento' }

export function loader(args: LoaderFunctionArgs) {
  return loadStaffSubscriptions(args)
}

export default function Signatures() {
  const list = useLoaderData<typeof loader>()
  return <StaffSubscriptions {...list} links={staffSubscriptionLinks(paths.admin.signatures(), list.query)} />
}
