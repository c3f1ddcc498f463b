import { unpaidOrderDays } from '#app/domain/charges/boleto-state.ts'
import { type OrderEvent, type OrderStatus, orderStatus } from '#app/domain/orders/order-status.ts'
import { findPrivacyVersion } from '#app/text/accounts/privacy-version.ts'
import { formatDate, formatDateTime } from '#app/text/platform/format.ts'
import { spellNumber } from '#app/text/platform/numbers.ts'

type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'

type CustomerLabel = { text: string; tone: Tone }

const customerLabels: Record<OrderStatus, CustomerLabel> = {
  [orderStatus.pendingPayment]: { text: 'Pagamento pendente', tone: 'warn' },
  [orderStatus.confirmed]: { text: 'Pagamento confirmado', tone: 'good' },
  [orderStatus.cancelled]: { text: 'Cancelado', tone: 'neutral' },
  [orderStatus.underReview]: { text: 'Em análise', tone: 'info' },
}

const rejectedLabel: CustomerLabel = { text: 'Cancelado / Reprovado', tone: 'bad' }

/** Explains each status to staff in a sentence, in the sequence of an order. */
export function listStatusExplanations(): string[] {
  const { pendingPayment, underReview, confirmed } = orderStatus
  const explanations: Record<keyof typeof orderStatus, string> = {
    pendingPayment: `${customerLabels[pendingPayment].text}: espera o boleto ser pago. Depois de ${spellNumber(unpaidOrderDays)} dias sem pagamento o pedido é cancelado sozinho.`,
    underReview: `${customerLabels[underReview].text}: falta aprovar a foto. Até lá não há boleto.`,
    confirmed: `${customerLabels[confirmed].text}: as unidades estão liberadas ou aguardam envio.`,
    cancelled: `${rejectedLabel.text}: a foto foi reprovada; o cliente leu o motivo.`,
  }
  return Object.values(explanations)
}

/** Returns 'pagamento pendente, pagamento confirmado, cancelado ou em análise'. */
export function listStatuses(): string {
  const texts = Object.values(customerLabels).map(({ text }) => text.toLowerCase())
  return new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(texts)
}

/** Returns an order's status for staff, who distinguish rejected and cancelled orders. */
export function getStaffStatus(order: { status: number; reason: string | null }): {
  text: string
  tone: Tone
} {
  if (order.status !== orderStatus.cancelled) return getCustomerStatus(order)
  return order.reason
    ? { text: 'Pedido Cancelado / Reprovado', tone: 'bad' }
    : { text: 'Pedido Cancelado', tone: 'neutral' }
}

export const staffStatusOptions = Object.values(orderStatus).map((value) => ({
  value,
  label: getStaffStatus({ status: value, reason: null }).text,
}))

/** Labels of an order's events in the history, for staff. */
export const orderEventLabels: Readonly<Record<OrderEvent, string>> = {
  placed: 'Pedido feito',
  'placed-for-review': 'Pedido feito, imagem em análise',
  courtesy: 'Pedido feito como cortesia',
  'boleto-issued': 'Boleto emitido',
  paid: 'Pagamento confirmado',
  reopened: 'De volta a Pagamento pendente',
  cancelled: 'Cancelado',
  'given-up': 'Cancelado pelo cliente',
  approved: 'Aprovado',
  rejected: 'Reprovado',
  'put-under-review': 'Posto em análise',
}

const customerHistory: Record<string, string> & Record<OrderEvent, string> = {
  placed: 'Pedido recebido',
  'placed-for-review': 'Pedido recebido, em análise',
  courtesy: 'Cortesia: pedido liberado',
  'boleto-issued': 'Boleto gerado',
  'boleto-wanted': 'Nova via do boleto pedida',
  approved: 'Pedido aprovado',
  rejected: 'Pedido reprovado',
  paid: 'Pagamento confirmado',
  confirmed: 'Pagamento confirmado',
  reopened: 'Aguardando pagamento outra vez',
  cancelled: 'Pedido cancelado',
  'shipment-sent': 'Expedição enviada',
  'shipment-resent': 'Expedição enviada outra vez',
  'shipment-delivered': 'Expedição entregue',
  'shipment-returned': 'O pacote voltou ao remetente; vamos combinar um novo envio',
  'withdrawal-requested': 'Pedido de desistência recebido',
  'withdrawal-handled': 'Desistência aceita',
  'withdrawal-refused': 'Desistência não aceita',
  'withdrawal-corrected': 'Resposta à desistência corrigida',
  refunded: 'Reembolso feito',
  'refund-reversed': 'Registro de reembolso corrigido',
  'given-up': 'Pedido cancelado pelo comprador',
  'put-under-review': 'Em análise outra vez',
  'photo-wanted': 'Pedimos o envio de foto',
  'photo-sent': 'Foto recebida',
  'delivery-changed': 'Endereço de entrega corrigido',
  'delivery-requested': 'Correção do endereço de entrega pedida',
}

/** Returns the label of an action; undefined for actions of staff. `colleague` acted for a company. */
export function formatCustomerAction(action: string, colleague?: string): string | undefined {
  const text = customerHistory[action]
  if (text === undefined || colleague === undefined) return text
  return `${action === 'given-up' ? 'Pedido cancelado' : text}, por ${colleague}`
}

/** Returns an order's status for customers. A cancelled order with a reason was rejected. */
export function getCustomerStatus(order: { status: number; reason: string | null }): {
  text: string
  tone: Tone
} {
  if (order.status === orderStatus.cancelled && order.reason) return rejectedLabel
  return findCustomerLabel(order.status) ?? { text: '-', tone: 'neutral' }
}

function findCustomerLabel(code: number): CustomerLabel | undefined {
  return Object.entries(customerLabels).find(([status]) => Number(status) === code)?.[1]
}

/** Explains to staff why an order has no boleto. */
export function explainMissingBoleto({ status, total }: { status: number; total: number }): string {
  if (status === orderStatus.confirmed)
    return total === 0 ? 'Nenhum: nada há a pagar' : 'Nenhum: o pedido já está pago'
  if (status === orderStatus.cancelled) return 'Nenhum: o pedido foi cancelado'
  if (status === orderStatus.underReview) return 'Sai depois da aprovação da foto'
  return 'Ainda não foi gerado'
}

/** Describes the texts that the buyer accepted with the order. */
export function formatAcceptedTexts(termsVersion: string, acceptedAt: Date): string {
  const privacyVersion = findPrivacyVersion(termsVersion)
  const termsText = `Termos de compra, versão de ${formatDate(termsVersion)}`
  const texts = privacyVersion
    ? `${termsText}, e aviso de privacidade de ${formatDate(privacyVersion)}`
    : termsText
  return `${texts}, aceitos em ${formatDateTime(acceptedAt)}`
}

export function listAcceptedRows(
  termsVersion: string | null,
  acceptedAt: Date,
): { key: string; value: string }[] {
  return termsVersion ? [{ key: 'Termos aceitos', value: formatAcceptedTexts(termsVersion, acceptedAt) }] : []
}
