import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { loadListView } from '#app/http/backoffice/list-view.server.ts'
import { sortHiddenFields, sortLink, staffListHref, staffListQuery } from '#app/http/backoffice/staff-list.ts'
import type { PageHandle } from '#app/http/page.ts'
import { fromReplica } from '#app/http/replica.server.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listShipments, shipmentSorts } from '#app/models/shipments/shipment-list.server.ts'
import { paths } from '#app/paths.ts'
import { shipmentColumns } from '#app/routes/admin/shipments/shipment-columns.tsx'
import { statusOptions } from '#app/text/shipments/shipment-labels.ts'
import { StaffList } from '#app/ui/backoffice/staff-list.tsx'
import { LinkButton } from '#app/ui/button.tsx'

export const handle: PageHandle = { title: 'Expedições' }

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args)
  const statuses = statusOptions.map(({ value }) => value)
  const query = staffListQuery(args.request, { sorts: shipmentSorts, statuses })
  const list = await fromReplica(args, () => listShipments(query))
  redirectPastEnd(args.request, { page: query.page, pages: list.pages })
  return { query, ...list, view: await loadListView(viewer, args.request, 'expeditions') }
}

export default function Shipments() {
  const { query, ...list } = useLoaderData<typeof loader>()
  const base = paths.admin.shipments()
  return (
    <StaffList
      {...list}
      title="Expedições"
      base={base}
      search={query.search}
      searchLabel="Nº da expedição ou do pedido, cliente, e-mail, telefone, documento ou código de rastreamento"
      searchIcon="refresh"
      status={{ value: query.status, options: statusOptions }}
      hidden={sortHiddenFields(query)}
      add={{ href: paths.admin.newShipment(), label: 'Nova expedição' }}
      exportHref={(format) => staffListHref(paths.admin.shipmentsFile(format), query, { page: 1 })}
      aside={
        <>
          <LinkButton href={paths.admin.waiting()}>Aguardando envio</LinkButton>
          <LinkButton href={paths.admin.trackingCodes()}>Colar códigos</LinkButton>
        </>
      }
      caption="Expedições"
      columns={shipmentColumns}
      sort={(column) => sortLink(base, query, column)}
      rowKey={(row) => row.id}
      page={query.page}
      hrefFor={(page, change) => staffListHref(base, query, { page, ...change })}
    />
  )
}
