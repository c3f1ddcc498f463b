import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { countPhotos } from '#app/domain/orders/photo-review.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { findOrderForPayment } from '#app/models/orders/order.server.ts'
import { listOrderMailboxes } from '#app/models/orders/order-buyer.server.ts'
import { listPhotoLines } from '#app/models/orders/photo-request.server.ts'
import { paths } from '#app/paths.ts'
import {
  formatReviewPromise,
  parseReturnCode,
  paymentReturnLabels,
  type ReturnCode,
  returnCodes,
} from '#app/routes/payments/payment-return-labels.ts'
import type { Mailbox } from '#app/text/accounts/mailbox-labels.ts'
import { getCustomerStatus } from '#app/text/orders/order-labels.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Mailboxes } from '#app/ui/mailboxes.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = { title: ({ title }) => title }

/** Loads the page. The code only selects a text; the customer's own order shows the real state (D13). */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const code = parseReturnCode(args.params.code ?? searchParams.get('return_data'))
  const orderText = searchParams.get('order')
  if (orderText === null)
    return data(makePageData(code), { status: code === returnCodes.orderUnknown ? 404 : 200 })
  const viewer = await requireAccount(args, 'orders')
  const orderId = parseId(orderText)
  const order = orderId && (await findOrderForPayment(orderId, viewer.profileId))
  if (!order) return data(makePageData(returnCodes.orderUnknown), { status: 404 })
  const mailboxes = await listOrderMailboxes(order.id)
  const isOwner = viewer.role === 'owner'
  if (order.status !== orderStatus.underReview)
    return data({ ...describeOrder(order, code), mailboxes, isOwner })
  const text = formatReviewPromise(countPhotos(await listPhotoLines(order.id)), order.total === 0)
  return data({ ...makePageData(returnCodes.underReview, order.id), text, mailboxes, isOwner })
}

type Loaded = {
  title: string
  text: string
  orderId: number | null
  isPayable: boolean
  isKnown: boolean
  mailboxes: Mailbox[]
  isOwner: boolean
}
type Order = { id: number; status: number; reason: string | null }

function makePageData(code: ReturnCode, orderId: number | null = null): Loaded {
  const isPayable = code === returnCodes.paymentFailed && orderId !== null
  return {
    ...paymentReturnLabels[code],
    orderId,
    isPayable,
    isKnown: code !== returnCodes.orderUnknown,
    mailboxes: [],
    isOwner: false,
  }
}

/** Describes the order's real state. A failed payment keeps its own text while the order can still be paid. */
function describeOrder(order: Order, code: ReturnCode): Loaded {
  const isPayable = order.status === orderStatus.pendingPayment
  if (isPayable && code === returnCodes.paymentFailed) return makePageData(code, order.id)
  const title = getCustomerStatus(order).text
  const text = isPayable ? 'O pedido espera o pagamento do boleto.' : 'Veja o pedido na sua lista.'
  return { title, text, orderId: order.id, isPayable, isKnown: true, mailboxes: [], isOwner: false }
}

export default function PaymentReturn() {
  const { title, text, orderId, isPayable, isKnown, mailboxes, isOwner } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading title={orderId ? `${title} – pedido nº ${orderId}` : title} lead={text} />
      <Mailboxes mailboxes={mailboxes} href={isOwner ? paths.changeEmail() : undefined} isPaying />
      <p className="actions">
        {isPayable && orderId !== null ? (
          <LinkButton href={paths.payment(orderId)} variant="main">
            {title === paymentReturnLabels[returnCodes.paymentFailed].title
              ? 'Tentar novamente'
              : 'Ver o boleto'}
          </LinkButton>
        ) : null}
        <LinkButton href={paths.orders()} variant={isPayable ? 'secondary' : 'main'}>
          Meus pedidos
        </LinkButton>
        {isKnown ? null : <LinkButton href={paths.contact()}>Contato</LinkButton>}
      </p>
    </>
  )
}
