import { type GoodsState, goodsStates } from '#app/domain/orders/goods-state.ts'
import { type PaymentState, paymentStates } from '#app/domain/orders/payment-state.ts'

type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'
type Label = { text: string; tone: Tone }

export const paymentStateLabels: Record<PaymentState, Label> = {
  due: { text: 'A pagar', tone: 'warn' },
  'partly-paid': { text: 'Pago em parte', tone: 'warn' },
  paid: { text: 'Pago', tone: 'good' },
  'partly-refunded': { text: 'Reembolsado em parte', tone: 'warn' },
  refunded: { text: 'Reembolsado', tone: 'neutral' },
  disputed: { text: 'Em disputa', tone: 'bad' },
}

export const goodsStateLabels: Record<GoodsState, Label> = {
  'to-send': { text: 'A enviar', tone: 'warn' },
  packed: { text: 'Embalado', tone: 'info' },
  sent: { text: 'Enviado', tone: 'info' },
  delivered: { text: 'Entregue', tone: 'good' },
  returned: { text: 'Voltou', tone: 'bad' },
  'in-withdrawal': { text: 'Em desistência', tone: 'warn' },
  'given-back': { text: 'Devolvido', tone: 'neutral' },
}

export const stateColumns = { payment: 'Pagamento', goods: 'Envio' } as const

/** Filters by state. `name` is the parameter in the address. */
export const stateFilters = [
  { name: 'payment', label: stateColumns.payment, options: listOptions(paymentStates, paymentStateLabels) },
  { name: 'goods', label: stateColumns.goods, options: listOptions(goodsStates, goodsStateLabels) },
] as const

/** Views of the list of orders that need no saving; `query` selects `states`. */
export const defaultOrderViews = [
  { name: paymentStateLabels.due.text, query: 'payment=due', states: { payment: 'due' } },
  { name: goodsStateLabels['to-send'].text, query: 'goods=to-send', states: { goods: 'to-send' } },
  { name: goodsStateLabels.returned.text, query: 'goods=returned', states: { goods: 'returned' } },
  { name: paymentStateLabels.disputed.text, query: 'payment=disputed', states: { payment: 'disputed' } },
] as const

function listOptions<State extends string>(states: readonly State[], labels: Record<State, Label>) {
  return states.map((value) => ({ value, label: labels[value].text }))
}

export type StateCount<State> = { state: State; count: number }

/** Returns 'A enviar (2)'. Omits the count of a single copy. */
export function formatStateCount(text: string, count: number): string {
  return count === 1 ? text : `${text} (${count})`
}

export function formatGoods(goods: readonly StateCount<GoodsState>[]): string | null {
  return (
    goods.map(({ state, count }) => formatStateCount(goodsStateLabels[state].text, count)).join(', ') || null
  )
}

export function formatPayments(payments: readonly StateCount<PaymentState>[]): string | null {
  const texts = payments.map(({ state, count }) => formatStateCount(paymentStateLabels[state].text, count))
  return texts.join(', ') || null
}
