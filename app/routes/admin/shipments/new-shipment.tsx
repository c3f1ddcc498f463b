import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { fieldText } from '#app/forms/field-text.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { paths } from '#app/paths.ts'
import { newExpeditionPage } from '#app/routes/admin/shipments/expedition-form.server.ts'
import { newExpeditionHrefs } from '#app/routes/admin/shipments/expedition-hrefs.ts'
import { NewExpedition } from '#app/routes/admin/shipments/expedition-new.tsx'

export const handle: PageHandle = { title: 'Nova Expedição' }

/** A new shipment filled in from a purchased unit (F86); its form is sent to the page of new shipments. */
export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireStaff(args)
  const signature = idFrom(args.params.signature) ?? notFound()
  if (args.params.id === '0') return newExpeditionPage(args.request, userId, signature)
  throw redirect(paths.admin.expedition(idFrom(args.params.id) ?? notFound()))
}

export default function ExpeditionOfSubscription() {
  const page = useLoaderData<typeof loader>()
  const field = fieldText(undefined, page.saved)
  return <NewExpedition {...page} field={field} errors={{}} hrefs={newExpeditionHrefs(page)} />
}
