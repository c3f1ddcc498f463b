import type { ReactNode } from 'react'
import type { AccountRights } from '#app/domain/accounts/colleagues.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { listPhotoCopies, type PhotoCopy, type PhotoLine } from '#app/domain/orders/photo-review.ts'
import type { CustomerStep } from '#app/domain/payments/customer-step.ts'
import type { PaymentState } from '#app/domain/payments/payment.ts'
import { paths } from '#app/paths.ts'
import { formatNextStep } from '#app/routes/orders/customer-step-labels.ts'
import type { Mailbox } from '#app/text/accounts/mailbox-labels.ts'
import { getPayLabel } from '#app/text/charges/pay-labels.ts'
import { formatDeliveryTime } from '#app/text/checkout/shipping-labels.ts'
import { getCustomerStatus } from '#app/text/orders/order-labels.ts'
import { formatSendPhotosLabel } from '#app/text/orders/photo-request-labels.ts'
import { getRefundTag } from '#app/text/payments/refund-labels.ts'
import { TrackingForm } from '#app/ui/backoffice/tracking-form.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import type { DataAttributes } from '#app/ui/forms/field-frame.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Mailboxes } from '#app/ui/mailboxes.tsx'
import { Money } from '#app/ui/money.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'

type Order = {
  id: number
  status: number
  reason: string | null
  total: number
  shipping_type: string
  shipping_value: number
  shipping_days: number | null
  handling_days: number
}

type HeadProps = {
  order: Order
  step: CustomerStep
  payment: PaymentState
  returned: number
  rights: AccountRights
  /** lines for which a photo is requested */
  photoLines: readonly PhotoLine[]
  /** addresses that get the order's mails */
  mailboxes: readonly Mailbox[]
  /** true if the reader may change the account's address */
  isOwner: boolean
}

/** Shows an order's status, its next step and deadline, and the one act that is due. */
export function OrderHead(props: HeadProps) {
  const { order, step, payment, returned, rights, mailboxes, isOwner } = props
  const photoCopies = listPhotoCopies(props.photoLines)
  const status = getCustomerStatus(order)
  const refund = getRefundTag({ total: order.total, returned })
  return (
    <section className="order-head" aria-label="Situação">
      <p className="order-state">
        <StatusTag tone={status.tone}>{status.text}</StatusTag>
        {refund ? <StatusTag tone={refund.tone}>{refund.text}</StatusTag> : null}
        <Money centavos={order.total} />
      </p>
      <p>
        {formatNextStep(step, {
          deliveryTime: formatDelivery(order),
          isFreightOpen: isFreightOpen(order),
          isFree: order.total === 0,
          photoCopies,
        })}
      </p>
      <StepAct order={order} step={step} payment={payment} rights={rights} photoCopies={photoCopies} />
      {step.kind === 'finished' || step.kind === 'cancelled' ? null : (
        <Mailboxes mailboxes={mailboxes} href={isOwner ? paths.changeEmail() : undefined} />
      )}
    </section>
  )
}

type DeliveryTerms = Pick<Order, 'shipping_type' | 'shipping_days' | 'handling_days'>

/** Returns the delivery time; null for freight to be agreed, internal orders and downloads. */
export function formatDelivery({ shipping_type: type, shipping_days: days, handling_days }: DeliveryTerms) {
  return type === shippingTypes.toBeAgreed || days === null
    ? null
    : formatDeliveryTime({ days }, handling_days)
}

function isFreightOpen({ shipping_type: type, shipping_value: value }: Order): boolean {
  return type === shippingTypes.toBeAgreed && value === 0
}

type ActProps = Pick<HeadProps, 'order' | 'step' | 'payment' | 'rights'> & {
  photoCopies: readonly PhotoCopy[]
}

function StepAct({ order, step, payment, rights, photoCopies }: ActProps) {
  const renderLink = (href: string, label: ReactNode, variant?: 'main') => (
    <p className="actions no-print">
      <LinkButton href={href} variant={variant}>
        {label}
      </LinkButton>
    </p>
  )
  switch (step.kind) {
    case 'pay':
    case 'renew-boleto':
      return renderLink(paths.payment(order.id), getPayLabel(payment), 'main')
    case 'await-boleto':
    case 'await-check':
      return renderLink(paths.payment(order.id), getPayLabel(payment))
    case 'send-photo':
      return renderLink(paths.newPhoto(order.id), formatSendPhotosLabel(photoCopies), 'main')
    case 'order-again':
      return <FormAct action={paths.order(order.id)} label="Refazer pedido" data-once="" />
    case 'track':
      return (
        <div className="actions no-print">
          <TrackingForm code={step.code} variant="main" />
        </div>
      )
    case 'renew':
      return rights.purchase ? renderLink(paths.renew(step.unitId), 'Renovar', 'main') : null
    case 'download':
      if (!rights.files) return renderLink(paths.manage(), boughtText)
      return step.unitId === null ? (
        renderLink(paths.manage(), 'Baixar', 'main')
      ) : (
        <FormAct action={paths.download(step.unitId)} label="Baixar" />
      )
    case 'await-dispatch':
      return step.hasDownload && rights.files ? renderLink(paths.manage(), 'Baixar', 'main') : null
    default:
      return null
  }
}

const boughtText = 'Ver as publicações compradas'

function FormAct({ label, ...form }: DataAttributes & { action: string; label: string }) {
  return (
    <PostForm {...form} className="actions no-print">
      <Button variant="main">{label}</Button>
    </PostForm>
  )
}
