import { placeLine, streetLine } from '#app/text/address-words.ts'
import { clientName } from '#app/text/expedition-words.ts'
import type { ShownExpedition } from './expedition-facts.tsx'
import { DataTable } from './table.tsx'

/**
 * Whom the labels of some shipments are for. Where address labels are printed as a file, its button belongs here: it
 * takes the numbers of the clients.
 */
export function LabelRecipients({ expeditions }: { expeditions: readonly ShownExpedition[] }) {
  return (
    <section aria-labelledby="etiquetas" className="section">
      <h2 id="etiquetas">Destinatários das etiquetas</h2>
      <DataTable
        caption="Destinatários das etiquetas"
        rows={expeditions}
        rowKey={(expedition) => expedition.id}
        empty={{ text: 'Nenhuma expedição' }}
        columns={[
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
        ]}
      />
    </section>
  )
}
