import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { paths } from '#app/paths.ts'
import { loadNewShipmentPage } from '#app/routes/admin/shipments/shipment-form.server.ts'
import { makeNewShipmentHrefs } from '#app/routes/admin/shipments/shipment-hrefs.ts'
import { NewShipment } from '#app/routes/admin/shipments/shipment-new.tsx'

export const handle: PageHandle = { title: 'Nova Expedição', section: 'shipments', help: 'expedicoes' }

/** Loads a new shipment with the data of a unit (F86). Its form posts to the page of new shipments. */
export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireStaff(args)
  const subscriptionId = parseId(args.params.signature) ?? notFound()
  if (args.params.id === '0') return loadNewShipmentPage(args.request, userId, subscriptionId)
  throw redirect(paths.admin.shipment(parseId(args.params.id) ?? notFound()))
}

export default function ShipmentOfSubscription() {
  const pageData = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(undefined, pageData.saved)
  return <NewShipment {...pageData} field={field} errors={{}} hrefs={makeNewShipmentHrefs(pageData)} />
}
