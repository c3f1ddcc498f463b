import type { PaymentWay } from '#app/domain/payments/payment-way.ts'
import type { ClosingAccount } from '#app/domain/reports/closing-account.ts'
import { paymentWayLabels } from '#app/text/payments/payment-labels.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'

/** Labels of the accounts that are no payment way; a payment way's label is formatted from its name. */
const accountLabels: Readonly<Record<Exclude<ClosingAccount, PaymentWay>, string>> = {
  sold: 'Vendido',
  refund: 'Reembolsado',
  'refund-reversed': 'Reembolso desfeito',
  chargeback: 'Estornado ou contestado',
  credited: 'Creditado em conta, já sem tarifas',
  'to-come': 'Ainda a creditar no fim do período',
}

export const closingLabels = {
  title: 'Fechamento',
  /** titles by length of the period; 'own' is a period that staff chose */
  titles: { day: 'Fechamento do dia', month: 'Fechamento do mês', own: 'Fechamento do período' },
  hint: 'O que foi vendido, recebido e reembolsado em um dia, um mês ou outro período, e o que ainda vai entrar.',
  note: `O que o banco ou ${gatewayLabels.the} informar depois entra no dia em que foi pago. Um pedido confirmado à mão conta no dia da confirmação, até que venha o aviso do pagamento.`,
  future: 'Este dia ainda não chegou.',
  tooLong: 'Escolha no máximo um ano.',
  dayBefore: 'Dia anterior',
  dayAfter: 'Dia seguinte',
  monthOfDay: 'O mês inteiro',
  monthBefore: 'Mês anterior',
  monthAfter: 'Mês seguinte',
  today: 'Hoje',
  days: 'Por dia',
  day: 'Dia',
  sum: 'Total',
  sold: 'Pedidos confirmados',
  soldValue: 'Vendido',
  invoiced: 'Vendido com nota fiscal',
  notInvoiced: 'Vendido sem nota fiscal',
  received: 'Recebido ao todo',
  fees: 'Tarifas',
  refund: accountLabels.refund,
  refundReversed: accountLabels['refund-reversed'],
  chargeback: accountLabels.chargeback,
  kept: 'Recebido menos reembolsado e estornado',
  net: 'Líquido, já sem tarifas',
  credited: accountLabels.credited,
  toCome: accountLabels['to-come'],
} as const

function hasOwnLabel(account: ClosingAccount): account is Exclude<ClosingAccount, PaymentWay> {
  return Object.hasOwn(accountLabels, account)
}

export function getAccountLabel(account: ClosingAccount): string {
  return hasOwnLabel(account) ? accountLabels[account] : formatReceivedBy(account)
}

export function formatReceivedBy(way: PaymentWay): string {
  return `Recebido: ${paymentWayLabels[way]}`
}
