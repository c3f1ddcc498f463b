import { placeLine, streetLine } from '#app/text/accounts/address-words.ts'
import { clientName } from '#app/text/shipments/expedition-words.ts'
import { LabelsForm, type LabelsFormProps } from '#app/ui/labels-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'
import type { ShownExpedition } from './expedition-facts.tsx'

type WithoutAddress = readonly { expeditionId: number; name: string }[]

type LabelsProps = {
  expeditions: readonly ShownExpedition[]
  withoutAddress: WithoutAddress
  form: LabelsFormProps
}

/** Whom the labels of some shipments are for, one label each, and the form that prints them (D46). */
export function LabelRecipients(props: LabelsProps) {
  return (
    <section aria-labelledby="etiquetas" className="section">
      <h2 id="etiquetas">Destinatários das etiquetas</h2>
      <DataTable
        caption="Destinatários das etiquetas"
        rows={props.expeditions}
        rowKey={(expedition) => expedition.id}
        empty={{ text: 'Nenhuma expedição' }}
        columns={columns}
      />
      <div className="section no-print">
        <h3>Imprimir etiquetas</h3>
        <Labels {...props} />
      </div>
    </section>
  )
}

/** The label of one shipment, whose recipient the page shows already. */
export function LabelOfExpedition(props: LabelsProps) {
  return (
    <section aria-labelledby="etiquetas" className="section">
      <h2 id="etiquetas">Imprimir etiquetas</h2>
      <Labels {...props} />
    </section>
  )
}

const columns: Column<ShownExpedition>[] = [
  { key: 'id', label: 'Expedição', align: 'code', rowHeader: true, render: ({ id }) => `#${id}` },
  { key: 'client', label: 'Destinatário', render: ({ client }) => clientName(client) },
  {
    key: 'address',
    label: 'Endereço',
    render: ({ recipients }) =>
      recipients.map((address) => (
        <span key={address.id} className="row-line">
          {`${streetLine(address)}, ${placeLine(address, address.zip_code)}`}
        </span>
      )),
  },
]

function Labels({ expeditions, withoutAddress, form }: LabelsProps) {
  const hasSeveral = expeditions.some(({ recipients }) => recipients.length > 1)
  return (
    <>
      <NoLabel withoutAddress={withoutAddress} />
      {hasSeveral ? (
        <p className="hint">Com mais de um endereço, a etiqueta sai com o do pedido de menor número.</p>
      ) : null}
      {withoutAddress.length < expeditions.length ? <LabelsForm {...form} /> : null}
    </>
  )
}

function NoLabel({ withoutAddress }: { withoutAddress: WithoutAddress }) {
  if (withoutAddress.length === 0) return null
  return (
    <Notice tone="warn" title="Sem endereço, sem etiqueta">
      <ul>
        {withoutAddress.map(({ expeditionId, name }) => (
          <li key={expeditionId}>{`Expedição #${expeditionId}: ${name}`}</li>
        ))}
      </ul>
    </Notice>
  )
}
