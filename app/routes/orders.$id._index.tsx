import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Button, LinkButton } from '#app/components/button.tsx'
import { Money } from '#app/components/money.tsx'
import { Notice } from '#app/components/notice.tsx'
import { OrderExpeditions } from '#app/components/order-expeditions.tsx'
import { PageHeading } from '#app/components/page-heading.tsx'
import { SummaryList } from '#app/components/summary-list.tsx'
import { type Column, DataTable } from '#app/components/table.tsx'
import { civilDateIn } from '#app/domain/calendar.ts'
import { orderStatus } from '#app/domain/order-status.ts'
import { withdrawalProtocol } from '#app/domain/withdrawal.ts'
import { buyAgain } from '#app/models/buy-again.server.ts'
import { listExpeditionsOfOrders } from '#app/models/expedition.server.ts'
import { listHistory } from '#app/models/history.server.ts'
import { findOrderDetail } from '#app/models/order.server.ts'
import { findWithdrawalChance } from '#app/models/withdrawal.server.ts'
import { placeLine, streetLine } from '#app/text/address-words.ts'
import { boughtAgainWords } from '#app/text/cart-words.ts'
import { formatDate, formatDateTime } from '#app/text/format.ts'
import { historyWords, statusForCustomer } from '#app/text/order-words.ts'
import { lineName } from '#app/text/renewal-words.ts'
import { deliveryTime, shippingName } from '#app/text/shipping-words.ts'
import { redirectWithFlash, seeOther } from '#app/web/flash.server.ts'
import { idFrom } from '#app/web/list-params.ts'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'
import { notFound } from '#app/web/responses.server.ts'
import { requireViewer } from '#app/web/session.server.ts'

export const handle: PageHandle<Loaded> = { title: ({ order }) => `Pedido nº ${order.id}` }

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args)
  const id = idFrom(args.params.id) ?? notFound()
  const order = (await findOrderDetail(id, viewer.profileId)) ?? notFound()
  const today = civilDateIn(new Date())
  const [history, expeditions, withdrawal] = await Promise.all([
    listHistory('order', id),
    listExpeditionsOfOrders([id]),
    findWithdrawalChance({ orderId: id, profileId: viewer.profileId }, today),
  ])
  const events = history.flatMap(({ id: key, action, created_at: at }) => {
    const text = historyWords(action)
    return text ? [{ key, text, at: formatDateTime(at) }] : []
  })
  const { isPossible: canWithdraw, open: withdrawn } = withdrawal ?? notFound()
  return { order, events, expeditions, canWithdraw, withdrawn }
}

/**
 * "Comprar novamente" and "Refazer pedido": what is still on sale goes into the cart with its copies and aircraft; a
 * further year is renewed where the subscriptions are.
 */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args)
  const id = idFrom(args.params.id) ?? notFound()
  const bought = await buyAgain(id, viewer)
  if (!bought) return (await findOrderDetail(id, viewer.profileId)) ? seeOther(paths.manage()) : notFound()
  const tone = bought.missing === 0 && !bought.asksPhoto ? 'good' : 'warn'
  return redirectWithFlash(paths.cart(), { tone, text: boughtAgainWords(bought) })
}

type Loaded = Awaited<ReturnType<typeof loader>>
type Order = Loaded['order']
type Line = Order['lines'][number]

export default function OrderPage() {
  const { order, events, expeditions, canWithdraw, withdrawn } = useLoaderData<typeof loader>()
  const status = statusForCustomer(order)
  return (
    <div className="stack-l">
      <PageHeading
        title={`Pedido nº ${order.id}`}
        lead={`De ${formatDate(order.date)}. Situação: ${status.text}`}
        back={{ href: paths.orders(), label: 'Meus pedidos' }}
      />
      {order.status === orderStatus.cancelled && order.reason ? (
        <Notice tone="bad" title="Motivo">
          {order.reason}
        </Notice>
      ) : null}
      {withdrawn ? <Withdrawn request={withdrawn} /> : null}
      <Lines order={order} />
      <OrderExpeditions expeditions={expeditions} />
      <Facts order={order} />
      <section aria-labelledby="historico">
        <h2 id="historico">Andamento</h2>
        <ol className="plain">
          {events.map(({ key, text, at }) => (
            <li key={key}>
              {text} <span className="hint">{at} (horário de Brasília)</span>
            </li>
          ))}
        </ol>
      </section>
      <Acts order={order} canWithdraw={canWithdraw} />
    </div>
  )
}

function Withdrawn({ request }: { request: NonNullable<Loaded['withdrawn']> }) {
  const words = `Pedido de desistência recebido, protocolo ${withdrawalProtocol(request.id)}`
  return (
    <Notice tone="info" title={words}>
      {`Recebido em ${formatDateTime(request.createdAt)}. Enviamos um recibo por e-mail e escrevemos para combinar a devolução.`}
    </Notice>
  )
}

function Acts({ order, canWithdraw }: { order: Order; canWithdraw: boolean }) {
  const { pendingPayment, confirmed, underReview } = orderStatus
  const isRejected = order.reason !== null
  return (
    <form method="post" action={paths.order(order.id)} className="actions no-print">
      {order.status === pendingPayment ? (
        <LinkButton href={paths.payment(order.id)} variant="main">
          Pagar o boleto
        </LinkButton>
      ) : null}
      {order.status === confirmed ? (
        <LinkButton href={paths.manage()} variant="main">
          Ver as publicações compradas
        </LinkButton>
      ) : null}
      {order.lines.every((line) => line.isRenewal) ? null : (
        <Button variant={isRejected ? 'main' : 'secondary'}>
          {isRejected ? 'Refazer pedido' : 'Comprar novamente'}
        </Button>
      )}
      {order.status === pendingPayment || order.status === underReview ? (
        <LinkButton href={paths.cancellation(order.id)} variant="quiet">
          Cancelar pedido
        </LinkButton>
      ) : null}
      {canWithdraw ? (
        <LinkButton href={paths.withdrawal(order.id)} variant="quiet">
          Desistir da compra
        </LinkButton>
      ) : null}
      {order.status === orderStatus.confirmed ? (
        <Button formAction={paths.receipt(order.id)}>Recibo em PDF</Button>
      ) : null}
    </form>
  )
}

function Lines({ order }: { order: Order }) {
  return (
    <DataTable
      caption="Publicações do pedido"
      columns={columns}
      rows={order.lines}
      rowKey={(line) => line.id}
      empty={{ text: 'Nenhuma publicação' }}
      totals={[
        { label: 'Publicações', value: <Money centavos={order.total_publications} /> },
        { label: 'Frete', value: <Money centavos={order.shipping_value} /> },
        { label: 'Total', value: <Money centavos={order.total} /> },
      ]}
    />
  )
}

const columns: Column<Line>[] = [
  { key: 'name', label: 'Publicação', rowHeader: true, render: (line) => lineName(line) },
  { key: 'version', label: 'Versão', align: 'code', render: (line) => line.version },
  { key: 'aircraft', label: 'Aeronave', render: (line) => <Aircraft line={line} /> },
  { key: 'value', label: 'Valor', align: 'num', render: (line) => <Money centavos={line.value} /> },
]

function Aircraft({ line }: { line: Line }) {
  if (!line.prefix && !line.photo) return <>-</>
  return (
    <>
      {line.prefix}
      {line.serialNumber ? <span className="hint"> nº de série {line.serialNumber}</span> : null}
      {line.photo ? (
        <a href={paths.photo(line.photo)} target="_blank" rel="noopener">
          Ver a foto<span className="visually-hidden">{` de ${line.name}`}</span>
        </a>
      ) : null}
    </>
  )
}

function Facts({ order }: { order: Order }) {
  return (
    <SummaryList
      rows={[
        { key: 'Comprador', value: order.payer_name },
        { key: 'Cobrança', value: addressLine(order.billing) },
        ...(order.shipping ? [{ key: 'Entrega', value: addressLine(order.shipping) }] : []),
        { key: 'Envio', value: shippingName(order.shipping_type) },
        ...(order.shipping_days === null
          ? []
          : [{ key: 'Prazo', value: deliveryTime({ days: order.shipping_days }, order.handling_days) }]),
        ...(order.paid_on && order.status === orderStatus.confirmed
          ? [{ key: 'Pago em', value: formatDate(order.paid_on) }]
          : []),
        ...(order.nfe ? [{ key: 'NF-e', value: order.nfe }] : []),
        ...(order.terms_version ? [{ key: 'Termos aceitos', value: formatDate(order.terms_version) }] : []),
      ]}
    />
  )
}

function addressLine(address: Order['billing']): string {
  return address ? `${streetLine(address)}, ${placeLine(address, address.zip_code)}` : '-'
}
