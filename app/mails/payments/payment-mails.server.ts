import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { env } from '#app/env.server.ts'
import { defineOrderMail } from '#app/mails/orders/define-order-mail.ts'
import { findOrderInStatus, requireOrderForMail } from '#app/mails/orders/order-mail-data.server.ts'
import { buildOrderSummary, buildOrdersLink, type OrderMailData } from '#app/mails/orders/order-summary.ts'
import { findReplyTo } from '#app/mails/orders/reply-to.server.ts'
import {
  type Block,
  formatGreeting,
  joinBlocks,
  link,
  openingText,
  paragraph,
} from '#app/mails/platform/blocks.ts'
import { defineMail, getCompanyEmail } from '#app/mails/platform/define-mail.ts'
import { listOrderUnits } from '#app/models/subscriptions/order-units.server.ts'
import { listRenewalsOfOrder } from '#app/models/subscriptions/renewal.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatMailedAircraft } from '#app/text/accounts/aircraft-labels.ts'
import { formatClientAndContact } from '#app/text/accounts/client-labels.ts'
import { formatDeliveryTime } from '#app/text/checkout/shipping-labels.ts'
import { type OrderReader, readerLabels } from '#app/text/orders/reader-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { formatRenewedUnit } from '#app/text/subscriptions/renewal-labels.ts'

type PaymentConfirmed = OrderMailData & {
  manageUrl: string
  renewals: Parameters<typeof formatRenewedUnit>[0][]
  hasPurchases: boolean
  /** true if printed copies must still be sent */
  copiesWait: boolean
}

/** Confirms the payment of an order to its buyer (F58, D17, D32). */
const paymentConfirmed = defineOrderMail({
  name: 'mail-payment-confirmed',
  label: 'E-mail: pagamento confirmado',
  async find(subject) {
    const order = await findOrderInStatus(orderStatus.confirmed, Number(subject))
    if (!order) return undefined
    const renewals = await listRenewalsOfOrder(order.orderId)
    // Each copy that is not renewed was purchased.
    const copyCount = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
    const manageUrl = `${env.PUBLIC_URL}${paths.manage()}`
    const units = await listOrderUnits([order.orderId], toCivilDate(new Date()))
    const copiesWait = units.some((unit) => unit.isAwaitingDispatch)
    return { ...order, manageUrl, renewals, hasPurchases: copyCount > renewals.length, copiesWait }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: (order: PaymentConfirmed, reader) => {
    const confirmation = formatConfirmation(order, reader)
    return {
      subject: `${order.total === 0 ? 'Cortesia' : 'Pagamento confirmado'}: pedido nº ${order.orderId}`,
      blocks: [
        openingText(
          formatGreeting(order.contactName),
          confirmation,
          `Pedido nº ${order.orderId}. ${confirmation}`,
        ),
        ...listRenewedUnits(order),
        ...(order.copiesWait ? [paragraph(formatDispatch(order.shipping))] : []),
        buildOrderSummary(order),
        joinBlocks(
          link(readerLabels[reader].publicationsLink, order.manageUrl),
          buildOrdersLink(order, reader),
        ),
      ],
    }
  },
})

type SuspendedRenewal = {
  orderId: number
  clientName: string
  contactName: string
  email: string
  units: (AircraftName & { subscriptionId: number; name: string; due: CivilDate | null })[]
  sender: CompanyContact
}

/** Informs staff about a suspended unit that was renewed, if it is still suspended (D17, D32). */
const suspendedRenewal = defineMail({
  name: 'mail-staff-suspended-renewal',
  label: 'E-mail à equipe: renovação de assinatura suspensa',
  async find(subject) {
    const order = await requireOrderForMail(Number(subject))
    const renewals = await listRenewalsOfOrder(order.orderId)
    const units = renewals.filter(({ isSuspended }) => isSuspended)
    return units.length === 0 ? undefined : { ...order, units }
  },
  to: getCompanyEmail,
  replyTo: findReplyTo,
  write: ({ orderId, units, ...client }: SuspendedRenewal) => ({
    subject: `Renovação paga de assinatura suspensa: pedido nº ${orderId}`,
    blocks: [
      paragraph(
        `${formatClientAndContact(client)} pagou a renovação do que está suspenso. O ano foi somado, mas a assinatura continua suspensa: veja o pedido original e combine com o cliente.`,
      ),
      { kind: 'list', items: units.map(formatSuspendedLine) },
    ],
  }),
})

export const paymentMails = [paymentConfirmed, suspendedRenewal]

/** Returns the first sentence. A total of zero is a courtesy and no payment (D10). */
function formatConfirmation(order: PaymentConfirmed, reader: OrderReader): string {
  const { total, renewals, hasPurchases } = order
  const { account, publications } = readerLabels[reader]
  if (total === 0) return `As publicações deste pedido são uma cortesia e já estão ${account}.`
  const confirmedText = 'O pagamento foi confirmado.'
  if (renewals.length === 0) return `${confirmedText} ${publications} já estão ${account}.`
  return hasPurchases
    ? `${confirmedText} As publicações compradas já estão ${account}. O que foi renovado:`
    : `${confirmedText} O que foi renovado:`
}

/** Returns the sentence about printed copies, which are not dispatched yet. */
function formatDispatch({ type, value, days, handlingDays }: PaymentConfirmed['shipping']): string {
  if (type === shippingTypes.toBeAgreed && value === 0)
    return 'O que é impresso ainda não saiu: vamos combinar o frete com você antes do envio.'
  const time = days === null ? '' : ` Entrega ${formatDeliveryTime({ days }, handlingDays)}.`
  return `O que é impresso ainda não saiu.${time} Avisaremos por e-mail quando for enviado.`
}

function listRenewedUnits({ renewals }: PaymentConfirmed): Block[] {
  return renewals.length === 0 ? [] : [{ kind: 'list', items: renewals.map(formatRenewedUnit) }]
}

function formatSuspendedLine({
  subscriptionId,
  name,
  due,
  ...aircraft
}: SuspendedRenewal['units'][number]): string {
  const subscriptionText = `Assinatura ${subscriptionId}: ${name}${formatMailedAircraft(aircraft)}`
  return due === null ? subscriptionText : `${subscriptionText}, renovada até ${formatDate(due)}`
}
