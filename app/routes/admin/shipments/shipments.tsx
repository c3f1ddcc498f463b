import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { loadStaffList } from '#app/http/backoffice/load-list.server.ts'
import { makeStaffListLinks } from '#app/http/backoffice/staff-list.ts'
import type { PageHandle } from '#app/http/page.ts'
import { paths } from '#app/paths.ts'
import { shipmentColumns } from '#app/routes/admin/shipments/shipment-columns.tsx'
import { shipmentList } from '#app/routes/admin/shipments/shipment-list.server.ts'
import { statusOptions } from '#app/text/shipments/shipment-labels.ts'
import { StaffList } from '#app/ui/backoffice/staff-list.tsx'
import { LinkButton } from '#app/ui/button.tsx'

export const handle: PageHandle = { title: 'Expedições', section: 'shipments', help: 'expedicoes' }

export function loader(args: LoaderFunctionArgs) {
  return loadStaffList(args, shipmentList)
}

export default function Shipments() {
  const { query, ...list } = useLoaderData<typeof loader>()
  return (
    <StaffList
      {...list}
      {...makeStaffListLinks(paths.admin.shipments(), paths.admin.shipmentsFile, query)}
      title="Expedições"
      searchLabel="Nº da expedição ou do pedido, cliente, e-mail, telefone, documento ou código de rastreamento"
      searchIcon="refresh"
      status={{ value: query.status, options: statusOptions }}
      add={{ href: paths.admin.newShipment(), label: 'Nova expedição' }}
      aside={
        <>
          <LinkButton href={paths.admin.waiting()}>Aguardando envio</LinkButton>
          <LinkButton href={paths.admin.trackingCodes()}>Colar códigos</LinkButton>
          <LinkButton href={paths.admin.arrivals()}>A caminho</LinkButton>
        </>
      }
      caption="Expedições"
      columns={shipmentColumns}
      rowKey={(row) => row.id}
    />
  )
}
