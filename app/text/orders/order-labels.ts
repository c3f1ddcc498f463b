import { type OrderStatus, orderStatus } from '#app/domain/orders/order-status.ts'

type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'

const customerLabels: Record<OrderStatus, { text: string; tone: Tone }> = {
  [orderStatus.pendingPayment]: { text: 'Pagamento pendente', tone: 'warn' },
  [orderStatus.confirmed]: { text: 'Pagamento confirmado', tone: 'good' },
  [orderStatus.cancelled]: { text: 'Cancelado', tone: 'neutral' },
  [orderStatus.underReview]: { text: 'Em análise', tone: 'info' },
}

/** How staff read the state of an order (F93): a rejected one says so. */
export function statusForStaff(order: { status: number; reason: string | null }): {
  text: string
  tone: Tone
} {
  if (order.status !== orderStatus.cancelled) return statusForCustomer(order)
  return order.reason
    ? { text: 'Pedido Cancelado / Reprovado', tone: 'bad' }
    : { text: 'Pedido Cancelado', tone: 'neutral' }
}

/** The states to filter a list by, in the words of staff. */
export const staffStatusOptions = Object.values(orderStatus).map((value) => ({
  value,
  label: statusForStaff({ status: value, reason: null }).text,
}))

const customerHistory: Record<string, string> = {
  placed: 'Pedido recebido',
  'placed-for-review': 'Pedido recebido; a foto está em análise',
  courtesy: 'Cortesia: pedido liberado',
  'boleto-issued': 'Boleto gerado',
  'boleto-wanted': 'Nova via do boleto pedida',
  approved: 'Foto aprovada',
  rejected: 'Foto reprovada',
  paid: 'Pagamento confirmado',
  confirmed: 'Pagamento confirmado',
  reopened: 'Aguardando pagamento outra vez',
  cancelled: 'Pedido cancelado',
  'shipment-sent': 'Expedição enviada',
  'shipment-resent': 'Expedição enviada outra vez',
  'shipment-delivered': 'Expedição entregue',
  'shipment-returned': 'Expedição devolvida; vamos combinar um novo envio',
  'withdrawal-requested': 'Pedido de desistência recebido',
  'withdrawal-handled': 'Desistência concluída',
  'withdrawal-refused': 'Desistência não aceita',
  'given-up': 'Pedido cancelado por você',
  'put-under-review': 'Foto em análise outra vez',
  'photo-wanted': 'Pedimos uma nova foto',
  'photo-sent': 'Nova foto recebida',
}

/** What happened to an order in the customer's words, or undefined for what concerns staff alone. */
export function formatHistory(action: string): string | undefined {
  return customerHistory[action]
}

/** How a customer reads the state of an order (F60); a cancelled one with a reason was rejected (D18). */
export function statusForCustomer(order: { status: number; reason: string | null }): {
  text: string
  tone: Tone
} {
  if (order.status === orderStatus.cancelled && order.reason)
    return { text: 'Cancelado / Reprovado', tone: 'bad' }
  const known = Object.entries(customerLabels).find(([status]) => Number(status) === order.status)
  return known ? known[1] : { text: '-', tone: 'neutral' }
}
