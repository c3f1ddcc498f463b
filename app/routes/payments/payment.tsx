import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { canOfferRenewal } from '#app/domain/payments/payment.ts'
import { findPayment } from '#app/http/checkout/payment-state.server.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { listOrderMailboxes } from '#app/models/orders/order-buyer.server.ts'
import { renewBoleto } from '#app/models/payments/boleto-renewal.server.ts'
import { paths } from '#app/paths.ts'
import { PayByBoleto } from '#app/routes/payments/pay-by-boleto.tsx'
import { PayByPix, PixPicture } from '#app/routes/payments/pay-by-pix.tsx'
import { drawPixCode } from '#app/routes/payments/pix-code.server.ts'
import {
  formatDayAndWeekday,
  formatDue,
  formatLastDay,
  formatOverdue,
  paymentIntroductions,
  paymentLabels,
} from '#app/text/charges/pay-labels.ts'
import { formatAmountDue, listTermNotes } from '#app/text/charges/terms-labels.ts'
import { getCustomerStatus } from '#app/text/orders/order-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { ownDeliveryTexts } from '#app/text/shipments/own-delivery-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Mailboxes } from '#app/ui/mailboxes.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Progress } from '#app/ui/progress.tsx'

const REFRESH_SECONDS = 3
/** The interval for a late effect, which may take hours. */
const LATE_REFRESH_SECONDS = 30

export const handle: PageHandle<Loaded> = {
  title: ({ order }) => `Pagamento do pedido nº ${order.id}`,
  refreshAfter: ({ isWaiting, state }) => {
    if (!isWaiting) return undefined
    return state === 'delayed' ? LATE_REFRESH_SECONDS : REFRESH_SECONDS
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireAccount(args, 'orders')
  const id = parseId(args.params.order) ?? notFound()
  const payment = (await findPayment(id, viewer.profileId)) ?? notFound()
  const { order, state, isSlow, boleto, pixPayload, due, isPrinting, isPixComing } = payment
  return {
    order: {
      id,
      status: order.status,
      reason: order.reason,
      isFree: order.total === 0,
      needsShipping: order.shipping_type !== shippingTypes.download,
    },
    state,
    isSlow,
    boleto: boleto && toShownBoleto(boleto),
    due,
    pix: drawPixCode(pixPayload),
    isPrinting,
    isPixComing,
    mailboxes: state === 'settled' ? [] : await listOrderMailboxes(id),
    isOwner: viewer.role === 'owner',
    isWaiting: state === 'generating' || state === 'delayed' || isPrinting || isPixComing,
  }
}

type FoundBoleto = NonNullable<NonNullable<Awaited<ReturnType<typeof findPayment>>>['boleto']>

/** Returns only the fields that the page shows, so that no others are sent to the browser. */
function toShownBoleto({ value, dueDate, payableUntil, line, file, terms }: FoundBoleto) {
  return { value, dueDate, payableUntil, line, file, terms }
}

/** Replaces a boleto that is expired or overdue ("Gerar nova via"). The page explains other states (D16). */
export async function action(args: ActionFunctionArgs) {
  const { actorUserId, profileId } = await requireAccount(args, 'purchase')
  const id = parseId(args.params.order) ?? notFound()
  const renewalResult = await renewBoleto(id, { profileId }, { actorUserId, source: 'customer' })
  if (renewalResult === 'unknown-order') return notFound()
  if (renewalResult !== 'money-waits') return seeOther(paths.payment(id))
  return redirectWithFlash(paths.payment(id), { tone: 'warn', text: paymentLabels.checking })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Payment() {
  const loaderData = useLoaderData<typeof loader>()
  const { order, state, boleto, due, pix, isPrinting, isPixComing, isWaiting, mailboxes, isOwner } =
    loaderData
  const hasAmountDue = boleto !== null && due !== null
  const pdfWithoutFile = isPrinting ? 'waiting' : null
  return (
    <div id="pagamento" data-region="" data-poll={isWaiting ? '' : undefined} className="stack-l pay-page">
      <PageHeading
        title={`Pedido nº ${order.id}`}
        lead={pix && boleto && state !== 'overdue' ? paymentLabels.pixLead : paymentIntroductions[state]}
      />
      <StateNotice {...loaderData} />
      {boleto && due ? (
        <>
          <div className={pix ? 'pay pay-two' : 'pay'}>
            <p className="pay-due">
              <strong className="num">{formatReais(due.total)}</strong>{' '}
              <span>{formatDue(boleto.dueDate, due.today, formatDayAndWeekday)}</span>
            </p>
            <Charges {...loaderData} />
            {pix ? <PayByPix code={pix.code} /> : null}
            {isPixComing ? <Progress text={paymentLabels.pixComing} /> : null}
            <PayByBoleto
              line={boleto.line}
              pdf={boleto.file === null ? pdfWithoutFile : { href: paths.boleto(order.id) }}
              hasHeading={pix !== null}
              isPendingRegistration={state === 'registering'}
              isOverdue={state === 'overdue'}
            />
            {pix ? <PixPicture drawing={pix.drawing} /> : null}
          </div>
          {pix ? <p>{paymentLabels.either}</p> : null}
          {boleto.file === null && !isPrinting ? <BoletoMissingNotice /> : null}
          <Mailboxes mailboxes={mailboxes} href={isOwner ? paths.changeEmail() : undefined} isPaying />
          <p className="print-only">{paymentLabels.onPaper}</p>
          <p className="hint">{paymentLabels.confirmation}</p>
          {order.needsShipping ? (
            <p className="no-print">
              <a href={paths.orderDelivery(order.id)}>{ownDeliveryTexts.beforeDispatch}</a>
            </p>
          ) : null}
        </>
      ) : null}
      {pix && !hasAmountDue ? (
        <div className="pay pay-two">
          <p>{paymentLabels.pixMeanwhile}</p>
          <PayByPix code={pix.code} />
          <PixPicture drawing={pix.drawing} />
        </div>
      ) : null}
      <div className="actions no-print">
        {canOfferRenewal(state) ? <RenewalForm orderId={order.id} isMain={state !== 'overdue'} /> : null}
        {isWaiting ? (
          <LinkButton id="atualizar" href={paths.payment(order.id)}>
            Atualizar
          </LinkButton>
        ) : null}
        <LinkButton id="pedidos" href={paths.orders()}>
          {state === 'failed' ? 'Verificar pedidos' : 'Meus pedidos'}
        </LinkButton>
        {state === 'failed' ? <LinkButton href={paths.contact()}>Contato</LinkButton> : null}
      </div>
    </div>
  )
}

/** Explains the state of the payment next to the boleto. */
function StateNotice({ state, isSlow, order, boleto }: Loaded) {
  if (state === 'generating')
    return (
      <>
        <Progress text="Seu boleto está sendo gerado…" />
        {isSlow ? <p>{paymentLabels.slow}</p> : null}
      </>
    )
  if (state === 'delayed') return <Notice tone="info">{paymentLabels.delayed}</Notice>
  if (state === 'overdue' && boleto) return <OverdueNotice {...boleto} />
  if (state === 'expired') return <Notice tone="warn">{paymentLabels.expired}</Notice>
  if (state === 'imported') return <Notice tone="info">{paymentLabels.imported}</Notice>
  if (state === 'rejected') return <Notice tone="warn">{paymentLabels.rejected}</Notice>
  if (state === 'checking') return <Notice tone="info">{paymentLabels.checking}</Notice>
  if (state === 'failed')
    return (
      <Notice tone="bad">
        <p>{specTexts.paymentError}</p>
        <p>
          <a href={paths.contact()}>Fale conosco</a>
        </p>
      </Notice>
    )
  if (state === 'settled')
    return (
      <Notice tone="info">
        Situação: {getCustomerStatus(order).text}
        {order.isFree ? `. ${messages.nothingPaid}` : null}
      </Notice>
    )
  return null
}

/** Explains why the amount due differs from the boleto's value, and what will change it (D69). */
function Charges({ boleto, due }: Pick<Loaded, 'boleto' | 'due'>) {
  if (!boleto || !due) return null
  const { terms, value } = boleto
  const lastDay = due.days > 0 ? null : formatLastDay(boleto, due.today)
  const isAmountChanged = due.total !== value
  const chargeTexts = [
    ...(isAmountChanged
      ? [`Valor para pagar hoje, ${formatDate(due.today)}: ${formatAmountDue(due, value)}.`]
      : []),
    ...(isAmountChanged && due.days > 0 ? [paymentLabels.bankCounts] : []),
    ...listTermNotes(terms, due),
    ...(lastDay === null ? [] : [lastDay]),
  ]
  return chargeTexts.length === 0 ? null : (
    <ul className="hint pay-terms">
      {chargeTexts.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function OverdueNotice(boleto: { dueDate: string; payableUntil: string | null }) {
  return (
    <Notice tone="warn">
      <p>
        {formatOverdue(boleto)} Se o seu banco não o aceitar, gere uma nova via; a anterior deixa de valer.{' '}
        {paymentLabels.ignoreIfPaid}
      </p>
    </Notice>
  )
}

function RenewalForm({ orderId, isMain }: { orderId: number; isMain: boolean }) {
  return (
    <PostForm action={paths.payment(orderId)} data-once="">
      <Button id="nova-via" variant={isMain ? 'main' : 'secondary'}>
        Gerar nova via
      </Button>
    </PostForm>
  )
}

function BoletoMissingNotice() {
  return (
    <Notice tone="warn">
      <p>
        O PDF do boleto não pôde ser feito. Pague pela linha digitável ou{' '}
        <a href={paths.contact()}>fale conosco</a>.
      </p>
    </Notice>
  )
}
