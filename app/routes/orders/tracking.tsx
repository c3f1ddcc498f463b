import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { z } from 'zod'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { emailField } from '#app/forms/profile.ts'
import { normalisedText } from '#app/forms/text-field.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { type TrackingResult, trackOrder } from '#app/models/orders/order-tracking.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { listShipmentsOfOrders } from '#app/models/shipments/shipment.server.ts'
import { paths } from '#app/paths.ts'
import { readTimelineOnly } from '#app/routes/orders/order-progress.server.ts'
import { OrderShipments } from '#app/routes/orders/order-shipments.tsx'
import { OrderTimeline } from '#app/routes/orders/order-timeline.tsx'
import { formatDeliveryTime, getShippingName } from '#app/text/checkout/shipping-labels.ts'
import { getCustomerStatus } from '#app/text/orders/order-labels.ts'
import { messages } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

export const handle: PageHandle = {
  title: 'Acompanhar pedido',
  description: 'Veja a situação, as datas e o rastreamento de um pedido com o número e o e-mail da compra.',
  canonical: paths.tracking(),
}

export const headers = () => ({ 'Cache-Control': 'private, no-cache' })

const numberPrefix = /^(?:n[º°o.]*|#)\s*/i

/** Parses 'nº 1042', '#1042' and '1042' alike. */
const trackingSchema = z.object({
  order: normalisedText((text) => parseId(text.replace(numberPrefix, '')) ?? null, messages.orderNumberWrong),
  email: emailField,
})

export function loader() {
  return null
}

/** Uses POST because an address with number and e-mail would stay in histories and logs (D87). */
export async function action(args: ActionFunctionArgs) {
  const submission = parseWithZod(await readForm(args.request), { schema: trackingSchema })
  const replyWithMessage = (text: string, status: number) =>
    data({ result: submission.reply({ formErrors: [text] }), tracked: null }, { status })
  if (submission.status !== 'success')
    return data({ result: submission.reply(), tracked: null }, { status: 400 })
  const { order: orderId, email } = submission.value
  const trackingResult = await trackOrder({
    orderId,
    email,
    networkAddress: args.context.clientAddress ?? '',
  })
  if (!trackingResult) return replyWithMessage(messages.orderNotTracked, 400)
  if ('retryAt' in trackingResult)
    return replyWithMessage(messages.tooManyTrackings(setRetryAfter(args.context, trackingResult)), 429)
  return data(
    { result: submission.reply(), tracked: await loadTrackedOrder(trackingResult) },
    { status: 200 },
  )
}

/** Returns the data that anybody with the order's number and e-mail may see. */
async function loadTrackedOrder({ reason, ...order }: TrackingResult) {
  const [history, shipments] = await Promise.all([
    listHistory('order', order.id),
    listShipmentsOfOrders([order.id]),
  ])
  const orderDates = { ...order, paid_on: order.paidOn, shipping_type: order.shippingType }
  const timeline = await readTimelineOnly(orderDates, { history, shipments }, toCivilDate(new Date()))
  return { ...order, state: getCustomerStatus({ status: order.status, reason }), timeline, shipments }
}

type TrackedOrderData = Awaited<ReturnType<typeof loadTrackedOrder>>

export default function Tracking() {
  const actionData = useActionData<typeof action>()
  const field = makeFieldTextReader(actionData?.result)
  const tracked = actionData?.tracked
  return (
    <div className="stack-l">
      <PageHeading
        title="Acompanhar pedido"
        lead="Com o número do pedido e o e-mail da compra, sem entrar na conta."
      />
      {field.hasErrors ? (
        <ErrorSummary title={field.formErrors[0]} errors={field.errors} labels={labels} />
      ) : null}
      {tracked ? <TrackedOrder order={tracked} /> : null}
      <form method="post" action={paths.tracking()} noValidate className="stack narrow no-print" data-once="">
        <TextField
          label="Número do pedido"
          hint="Está no assunto dos nossos e-mails."
          inputMode="numeric"
          autoComplete="off"
          width="half"
          isRequired
          {...field.getField('order')}
        />
        <TextField
          label="E-mail da compra"
          type="email"
          autoComplete="email"
          isRequired
          {...field.getField('email')}
        />
        <div className="actions">
          <Button variant="main">Acompanhar</Button>
        </div>
        <p className="hint">
          Para pagar, baixar arquivos ou ver os detalhes, <a href={paths.orders()}>entre na sua conta</a>.
        </p>
      </form>
    </div>
  )
}

const labels = { order: 'Número do pedido', email: 'E-mail da compra' }

function TrackedOrder({ order }: { order: TrackedOrderData }) {
  return (
    <section className="stack-l" aria-labelledby="pedido">
      <h2 id="pedido">
        Pedido nº {order.id} <StatusTag tone={order.state.tone}>{order.state.text}</StatusTag>
      </h2>
      <SummaryList
        rows={[
          { key: 'Envio', value: getShippingName(order.shippingType) },
          ...(order.shippingDays === null
            ? []
            : [
                { key: 'Prazo', value: formatDeliveryTime({ days: order.shippingDays }, order.handlingDays) },
              ]),
        ]}
      />
      <OrderShipments shipments={order.shipments} />
      <div>
        <h3>Andamento</h3>
        <OrderTimeline entries={order.timeline} />
      </div>
    </section>
  )
}
