import type { ReactNode } from 'react'
import { clientSearchLabel, formatFoundClients } from '#app/text/accounts/client-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import {
  formatMissingKeys,
  formatShipmentClientName,
  formatShipmentRefusal,
  missingKeyHint,
  shipmentTexts,
} from '#app/text/shipments/shipment-labels.ts'
import { StaffSearchBar } from '#app/ui/backoffice/staff-search-bar.tsx'
import { Button } from '#app/ui/button.tsx'
import { AddressFields } from '#app/ui/forms/address-fields.tsx'
import { EnterButton } from '#app/ui/forms/enter-button.tsx'
import { Choice, Fieldset, SelectField, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'
import { DataTable } from '#app/ui/table.tsx'
import {
  type ChosenContents,
  DestinationField,
  DetailFields,
  type FormFields,
  OrderPicker,
  type PickableOrder,
} from './shipment-fields.tsx'

type Client = { id: number; email: string; is_company: boolean; name: string; company_name: string | null }
type FoundClient = Client & { city: string | null; state: string | null }

export type NewShipmentProps = {
  /** summary of errors, below the heading */
  summary?: ReactNode
  clientSearch: string
  /** null before a search */
  results: { rows: readonly FoundClient[]; count: number } | null
  client: Client | null
  orders: readonly PickableOrder[]
  /** orders without the key of their NF-e; `isRefused` if the shipment was rejected because of them */
  keys: { orderIds: readonly number[]; isRefused: boolean }
  staff: readonly { id: number; name: string }[]
  isDirect: boolean
  chosen: ChosenContents
  field: FormFields
  errors: Readonly<Record<string, readonly string[] | undefined>>
  cepNote?: string
  /** true if the unit named in the URL has nothing to send */
  hasNothingToSend: boolean
  hrefs: { list: string; search: string; action: string; client: (id: number) => string }
}

/** Shows the steps of a new shipment: client, orders or direct shipment, then the way of shipping (F81–F83). */
export function NewShipment(props: NewShipmentProps) {
  const { client, hrefs } = props
  return (
    <>
      <PageHeading title="Nova Expedição" back={{ href: hrefs.list, label: 'Expedições' }} />
      {props.summary}
      {client ? <ChosenClient client={client} href={hrefs.search} /> : <ClientSearch {...props} />}
      {client ? <ShipmentForm {...props} /> : null}
    </>
  )
}

function ClientSearch({ clientSearch, results, hrefs }: NewShipmentProps) {
  return (
    <section aria-labelledby="cliente" className="section">
      <h2 id="cliente">1. Cliente</h2>
      <StaffSearchBar
        label={`${clientSearchLabel} do cliente ou do pedido`}
        name="client_search"
        defaultValue={clientSearch}
        action={hrefs.search}
        aside={
          results ? <p className="hint">{formatFoundClients(results.count, results.rows.length)}</p> : null
        }
      />
      {results === null ? null : (
        <DataTable
          caption="Clientes encontrados"
          rows={results.rows}
          rowKey={(client) => client.id}
          empty={{ text: specTexts.noClients, clearHref: hrefs.search }}
          columns={[
            { key: 'name', label: 'Cliente', rowHeader: true, render: formatShipmentClientName },
            { key: 'email', label: 'E-mail', align: 'email', render: ({ email }) => email },
            {
              key: 'city',
              label: 'Cidade',
              render: ({ city, state }) => (city ? `${city} – ${state}` : '-'),
            },
            {
              key: 'choose',
              label: 'Escolher',
              align: 'actions',
              render: (client) => (
                <a href={hrefs.client(client.id)}>
                  Escolher<span className="visually-hidden"> {formatShipmentClientName(client)}</span>
                </a>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}

function ChosenClient({ client, href }: { client: NonNullable<NewShipmentProps['client']>; href: string }) {
  return (
    <SummaryList
      rows={[
        { key: 'Cliente', value: formatShipmentClientName(client), change: { href, label: 'Trocar' } },
        { key: 'E-mail', value: client.email },
      ]}
    />
  )
}

function ShipmentForm(props: NewShipmentProps) {
  const { field, staff, hrefs, hasNothingToSend, keys } = props
  const missingKeysText = formatMissingKeys(keys)
  return (
    <PostForm action={hrefs.action} noValidate className="stack" data-once="">
      <EnterButton>Salvar</EnterButton>
      <input type="hidden" name="token" value={field.value('token')} />
      {hasNothingToSend ? (
        <Notice tone="warn">
          Nada desta assinatura aguarda envio: escolha um pedido ou um envio direto.
        </Notice>
      ) : null}
      {missingKeysText ? (
        <Notice tone="warn" title={missingKeysText} isSilent>
          {keys.isRefused ? formatShipmentRefusal('invoice-missing') : missingKeyHint}.
        </Notice>
      ) : null}
      <Fieldset legend="Conteúdo">
        <Contents {...props} />
      </Fieldset>
      <Fieldset legend="Envio">
        <DetailFields
          field={field}
          staff={staff}
          valueHint="Em 0,00 vale a soma do frete cotado dos pedidos escolhidos."
        >
          <TextField
            label="Data de criação"
            type="date"
            width="half"
            isRequired
            {...field.getField('creation_date')}
          />
          <SelectField
            label="Situação"
            name="status"
            width="half"
            disabled
            options={[{ value: 1, label: shipmentTexts[1].text }]}
          />
        </DetailFields>
      </Fieldset>
      <div className="actions">
        <Button variant="main">Criar expedição</Button>
      </div>
    </PostForm>
  )
}

/** Shows orders, or an address if the shipment contains none (F82). */
function Contents({ orders, chosen, errors, field, cepNote, isDirect }: NewShipmentProps) {
  return (
    <Choice
      label="O que enviar"
      name="mode"
      defaultValue={isDirect ? 'direct' : 'orders'}
      options={[
        {
          value: 'orders',
          label: 'Pedidos do cliente',
          content: (
            <>
              <OrderPicker orders={orders} chosen={chosen} errors={errors.order} />
              <DestinationField orders={orders} field={field} />
            </>
          ),
        },
        {
          value: 'direct',
          label: 'Envio direto, sem pedido',
          content: <AddressFields prefix="shipping" field={field.getField} cepNote={cepNote} />,
        },
      ]}
    />
  )
}
