import { orderStatus } from '#app/domain/orders/order-status.ts'
import { paths } from '#app/paths.ts'
import type { loadOrderPage } from '#app/routes/admin/orders/staff-order.server.ts'
import { moneyBackLabels } from '#app/text/payments/refund-labels.ts'
import { formatSendAgain } from '#app/text/shipments/shipment-labels.ts'
import { LinkButton } from '#app/ui/button.tsx'

type Props = Pick<Awaited<ReturnType<typeof loadOrderPage>>, 'order' | 'canSetStatus' | 'money' | 'goods'>

/** Shows the actions of an order. The order's state decides which button is the main one. */
export function OrderActs({ order, canSetStatus, money, goods }: Props) {
  const isUnderReview = order.status === orderStatus.underReview
  const hasGoodsToSend = goods.some(({ state }) => state === 'to-send')
  return (
    <div className="actions no-print">
      {isUnderReview ? (
        <>
          <LinkButton href={paths.admin.approval(order.id)} variant="main" data-dialog="">
            Aprovar
          </LinkButton>
          {order.needsPhoto ? (
            <LinkButton href={paths.admin.newPhoto(order.id)} data-dialog="">
              Pedir nova foto
            </LinkButton>
          ) : null}
          <LinkButton href={paths.admin.rejection(order.id)} variant="danger" data-dialog="">
            Reprovar
          </LinkButton>
        </>
      ) : null}
      {hasGoodsToSend ? (
        <LinkButton href={paths.admin.waiting({ search: `#${order.id}` })} variant="main">
          Preparar expedição
        </LinkButton>
      ) : null}
      {listReturnedShipmentIds(order.lines).map((id) => (
        <LinkButton key={id} href={paths.admin.shipment(id)} variant={hasGoodsToSend ? undefined : 'main'}>
          {formatSendAgain(id)}
        </LinkButton>
      ))}
      {canSetStatus ? (
        <LinkButton href={paths.admin.orderStatus(order.id)} variant={isUnderReview ? 'quiet' : undefined}>
          Alterar situação
        </LinkButton>
      ) : null}
      {money.refundable > 0 && money.owed === 0 ? (
        <LinkButton href={paths.admin.refund(order.id)} variant="quiet">
          {moneyBackLabels.record}
        </LinkButton>
      ) : null}
      <LinkButton href={paths.admin.createOrder(order.profileId)} variant="quiet">
        Novo pedido para o cliente
      </LinkButton>
    </div>
  )
}

/** Returns the shipments whose copies came back and wait to be sent again. */
function listReturnedShipmentIds(lines: Props['order']['lines']): number[] {
  const returnedCopies = lines.filter(({ goods }) => goods === 'returned')
  return [...new Set(returnedCopies.flatMap(({ shipmentId }) => shipmentId ?? []))]
}
