import { paths } from '#app/paths.ts'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'
import { formatShipmentClientName } from '#app/text/shipments/shipment-labels.ts'
import { LabelsForm, type LabelsFormProps } from '#app/ui/backoffice/labels-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'
import type { ShipmentView } from './shipment-details.tsx'

type RecipientsWithoutAddress = readonly { shipmentId: number; name: string }[]

type LabelsProps = {
  shipments: readonly ShipmentView[]
  withoutAddress: RecipientsWithoutAddress
  form: LabelsFormProps
}

/** Lists the recipients of shipments, one label each, with the form that prints labels (D46). */
export function LabelRecipients(props: LabelsProps) {
  return (
    <section aria-labelledby="etiquetas" className="section">
      <h2 id="etiquetas">Destinatários das etiquetas</h2>
      <DataTable
        caption="Destinatários das etiquetas"
        rows={props.shipments}
        rowKey={(shipment) => shipment.id}
        empty={{ text: 'Nenhuma expedição' }}
        columns={columns}
      />
      <div className="section no-print">
        <h3>Imprimir etiquetas</h3>
        <LabelsOrNotice {...props} />
      </div>
    </section>
  )
}

/** Shows the form for the label of one shipment, whose recipient is already on the page. */
export function ShipmentLabelForm(props: LabelsProps) {
  return (
    <section aria-labelledby="etiquetas" className="section">
      <h2 id="etiquetas">Imprimir etiquetas</h2>
      <LabelsOrNotice {...props} />
    </section>
  )
}

const columns: Column<ShipmentView>[] = [
  { key: 'id', label: 'Expedição', align: 'code', rowHeader: true, render: ({ id }) => `#${id}` },
  {
    key: 'addressee',
    label: 'Destinatário',
    render: ({ client }) =>
      client ? <a href={paths.admin.client(client.id)}>{formatShipmentClientName(client)}</a> : '-',
  },
  {
    key: 'address',
    label: 'Endereço',
    render: ({ address }) =>
      address ? `${formatStreetLine(address)}, ${formatPlaceLine(address, address.zip_code)}` : '-',
  },
]

function LabelsOrNotice({ shipments, withoutAddress, form }: LabelsProps) {
  return (
    <>
      <MissingAddressNotice withoutAddress={withoutAddress} />
      {withoutAddress.length < shipments.length ? <LabelsForm {...form} /> : null}
    </>
  )
}

function MissingAddressNotice({ withoutAddress }: { withoutAddress: RecipientsWithoutAddress }) {
  if (withoutAddress.length === 0) return null
  return (
    <Notice tone="warn" title="Sem endereço, sem etiqueta">
      <ul>
        {withoutAddress.map(({ shipmentId, name }) => (
          <li key={shipmentId}>{`Expedição #${shipmentId}: ${name}`}</li>
        ))}
      </ul>
    </Notice>
  )
}
