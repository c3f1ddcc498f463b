import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { Address } from '#app/models/accounts/address.server.ts'
import type { sumClientMoney } from '#app/models/backoffice/client-page.server.ts'
import { paths } from '#app/paths.ts'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { SummaryList } from '#app/ui/summary-list.tsx'

type ClientData = {
  email: string
  contact: string | null
  document: string | null
  isCompany: boolean
  ie: string | null
  phone: string | null
  since: string
  /** kinds of mail that the client declined */
  declinedTopics: readonly string[]
}

/** Shows name and contacts; phone and e-mail are links. */
export function ClientDetails(client: ClientData) {
  const { email, contact, document, isCompany, ie, phone, since, declinedTopics } = client
  return (
    <section className="section" aria-labelledby="contatos">
      <h2 id="contatos">Dados</h2>
      <SummaryList
        rows={[
          ...(contact ? [{ key: 'Contato', value: contact }] : []),
          { key: 'Telefone', value: phone ? <a href={`tel:+55${extractDigits(phone)}`}>{phone}</a> : '-' },
          { key: 'E-mail', value: <a href={`mailto:${email}`}>{email}</a> },
          { key: isCompany ? 'CNPJ' : 'CPF', value: document ?? '-' },
          ...(ie ? [{ key: 'Inscrição estadual', value: ie }] : []),
          { key: 'Cliente desde', value: since },
          ...(declinedTopics.length > 0
            ? [{ key: 'Não quer receber', value: declinedTopics.join('; ') }]
            : []),
        ]}
      />
    </section>
  )
}

function extractDigits(phone: string): string {
  return phone.replace(/\D/g, '')
}

type ClientAddressesProps = { billing: Address | undefined; shipping: Address | undefined }

/** Shows the client's billing and shipping address. */
export function ClientAddresses({ billing, shipping }: ClientAddressesProps) {
  return (
    <section className="section" aria-labelledby="enderecos">
      <h2 id="enderecos">Endereços</h2>
      <SummaryList
        rows={[
          { key: 'Cobrança', value: billing ? <AddressLines {...billing} /> : '-' },
          { key: 'Entrega', value: shipping ? <AddressLines {...shipping} /> : 'o mesmo da cobrança' },
        ]}
      />
    </section>
  )
}

function AddressLines(address: Address) {
  return (
    <>
      {formatStreetLine(address)}
      <br />
      {formatPlaceLine(address, address.zip_code)}
    </>
  )
}

type ClientMoneyProps = Awaited<ReturnType<typeof sumClientMoney>> & { email: string }

/** Shows open, overdue, paid and refunded amounts. */
export function ClientMoney({ open, overdue, paid, refunded, undecidedCount, email }: ClientMoneyProps) {
  const formatOrdersHref = (status: number) => `${paths.admin.orders(email)}&status=${status}`
  return (
    <section className="section" aria-labelledby="dinheiro">
      <h2 id="dinheiro">Dinheiro</h2>
      <SummaryList
        rows={[
          {
            key: 'Em aberto',
            value: formatSum(open),
            ...(open.count > 0
              ? { change: { href: formatOrdersHref(orderStatus.pendingPayment), label: 'Ver' } }
              : {}),
          },
          ...(overdue.count > 0 ? [{ key: 'Desse, com boleto vencido', value: formatSum(overdue) }] : []),
          {
            key: 'Pago',
            value: formatSum(paid),
            ...(paid.count > 0
              ? { change: { href: formatOrdersHref(orderStatus.confirmed), label: 'Ver' } }
              : {}),
          },
          ...(refunded.count > 0 ? [{ key: 'Reembolsado', value: formatReais(refunded.sum) }] : []),
          ...(undecidedCount > 0
            ? [
                {
                  key: 'Recebimentos a conferir',
                  value: undecidedCount,
                  change: { href: paths.admin.payments({ search: email }), label: 'Conferir' },
                },
              ]
            : []),
        ]}
      />
    </section>
  )
}

function formatSum({ sum, count }: { sum: number; count: number }): string {
  if (count === 0) return 'nada'
  return `${formatReais(sum)} em ${count === 1 ? '1 pedido' : `${count} pedidos`}`
}
