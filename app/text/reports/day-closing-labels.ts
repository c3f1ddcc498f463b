import type { PaymentWay } from '#app/domain/payments/payment-way.ts'
import { paymentWayLabels } from '#app/text/payments/payment-labels.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'

type Account = 'sold' | PaymentWay | 'refund' | 'refund-reversed' | 'chargeback' | 'to-come'

const accounts: Readonly<Record<Exclude<Account, PaymentWay>, string>> = {
  sold: 'Vendido',
  refund: 'Reembolsado',
  'refund-reversed': 'Reembolso desfeito',
  chargeback: 'Estornado ou contestado',
  'to-come': 'Ainda a creditar no fim do dia',
}

export const closingLabels = {
  title: 'Fechamento do dia',
  hint: 'O que foi vendido, recebido e reembolsado em um dia, e o que ainda vai entrar.',
  note: `O que o banco ou ${gatewayLabels.the} informar depois entra no dia em que foi pago. Um pedido confirmado à mão conta no dia da confirmação, até que venha o aviso do pagamento.`,
  future: 'Este dia ainda não chegou.',
  wrongDay: 'Data inválida. Use dia/mês/ano.',
  before: 'Dia anterior',
  after: 'Dia seguinte',
  sold: 'Pedidos confirmados',
  soldValue: 'Vendido',
  invoiced: 'Vendido com nota fiscal',
  notInvoiced: 'Vendido sem nota fiscal',
  received: 'Recebido ao todo',
  fees: 'Tarifas',
  refund: accounts.refund,
  refundReversed: accounts['refund-reversed'],
  chargeback: accounts.chargeback,
  kept: 'Recebido menos reembolsado e estornado',
  net: 'Líquido, já sem tarifas',
  toCome: accounts['to-come'],
} as const

function isOther(account: Account): account is Exclude<Account, PaymentWay> {
  return Object.hasOwn(accounts, account)
}

export function accountLabel(account: Account): string {
  return isOther(account) ? accounts[account] : receivedBy(account)
}

export function receivedBy(way: PaymentWay): string {
  return `Recebido: ${paymentWayLabels[way]}`
}
