import { paths } from '#app/paths.ts'
import { clientSearchLabel, formatFoundClients, getClientName } from '#app/text/accounts/client-labels.ts'
import { formatDocument } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { StaffSearchBar } from '#app/ui/backoffice/staff-search-bar.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'
import { DataTable } from '#app/ui/table.tsx'

export type Client = {
  id: number
  isCompany: boolean
  name: string
  companyName: string | null
  cpf: string | null
  cnpj: string | null
  phone: string | null
  email: string
  city: string | null
  state: string | null
}

type ClientStepProps = {
  action: string
  search: string
  /** null before the first search */
  clients: { rows: readonly Client[]; count: number } | null
  makeClientHref: (id: number) => string
  newClientHref: string
}

/** Shows the first step of an internal order: choosing the client (F94). */
export function ClientStep({ action, search, clients, makeClientHref, newClientHref }: ClientStepProps) {
  return (
    <section aria-labelledby="cliente" className="section">
      <h2 id="cliente">1. Cliente</h2>
      <StaffSearchBar
        label={clientSearchLabel}
        defaultValue={search}
        action={action}
        aside={
          clients ? <p className="hint">{formatFoundClients(clients.count, clients.rows.length)}</p> : null
        }
      />
      {clients ? (
        <DataTable
          caption="Clientes encontrados"
          columns={[
            {
              key: 'name',
              label: 'Cliente',
              rowHeader: true,
              render: (row) => <a href={makeClientHref(row.id)}>{getClientName(row)}</a>,
            },
            { key: 'document', label: columnNames.document, align: 'code', render: formatClientDocument },
            { key: 'email', label: 'E-mail', align: 'email', render: (row) => row.email },
            { key: 'place', label: 'Cidade', render: formatPlace },
          ]}
          rows={clients.rows}
          rowKey={(row) => row.id}
          empty={{
            text: specTexts.noClients,
            action: { href: newClientHref, label: 'Cadastrar cliente' },
            clearHref: action,
          }}
        />
      ) : null}
    </section>
  )
}

function formatClientDocument({ isCompany, cpf, cnpj }: Client): string {
  const document = isCompany ? cnpj : cpf
  return document ? formatDocument(document) : '-'
}

function formatPlace({ city, state }: Client): string {
  return city ? `${city}-${state}` : '-'
}

/** Shows the order's client, and a warning if the account is incomplete. */
export function ChosenClient({
  client,
  changeHref,
}: {
  client: Client
  /** page where another client is chosen */
  changeHref: string
}) {
  const isComplete = client.city !== null && formatClientDocument(client) !== '-'
  return (
    <section aria-labelledby="cliente" className="section">
      <h2 id="cliente">1. Cliente</h2>
      <SummaryList
        rows={[
          {
            key: 'Cliente',
            value: <a href={paths.admin.client(client.id)}>{getClientName(client)}</a>,
            change: { href: changeHref, label: 'Trocar' },
          },
          { key: columnNames.document, value: formatClientDocument(client) },
          { key: 'E-mail', value: client.email },
          { key: 'Cidade', value: formatPlace(client) },
        ]}
      />
      {isComplete ? null : <IncompleteClient id={client.id} />}
    </section>
  )
}

/** Warns that the client lacks data that boleto and receipt need. */
export function IncompleteClient({ id }: { id: number }) {
  return (
    <Notice tone="warn" title="Cadastro incompleto">
      <p>
        O pedido precisa do endereço de cobrança e do CPF ou CNPJ deste cliente.{' '}
        <a href={paths.admin.user(id)}>Completar o cadastro</a> e voltar a este pedido.
      </p>
    </Notice>
  )
}
