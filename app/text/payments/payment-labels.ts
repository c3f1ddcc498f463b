import type { BoletoWithdrawalReason } from '#app/domain/charges/boleto-state.ts'
import type { PaymentWay } from '#app/domain/payments/payment-way.ts'
import type {
  PaymentOutcome,
  PaymentProblem,
  PaymentResolution,
  PaymentSource,
} from '#app/domain/payments/received-payment.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'

export const paymentSources: Readonly<Record<PaymentSource, string>> = {
  'bank-file': 'arquivo retorno',
  gateway: `aviso ${gatewayLabels.of}`,
  reconciliation: `conferência com ${gatewayLabels.the}`,
  pix: 'Pix pelo banco',
}

export const paymentWayLabels: Readonly<Record<PaymentWay, string>> = {
  'bank-boleto': 'boleto do banco',
  'gateway-boleto': `boleto ${gatewayLabels.of}`,
  'gateway-pix': `Pix ${gatewayLabels.of}`,
  'bank-pix': 'Pix do banco',
  'by-hand': 'confirmado à mão',
  'moved-in': 'no sistema anterior',
}

export const paymentProblems: Readonly<Record<PaymentProblem, string>> = {
  unmatched: 'Sem boleto da loja',
  'boleto-differs': 'Não confere com o boleto',
  'amount-differs': 'Valor diferente do boleto',
  double: 'Pago em dobro',
  'rejected-order': 'Pedido reprovado',
  'renewed-elsewhere': 'Unidade já renovada por outro pedido',
  'account-removed': 'Conta removida',
  reversed: 'Pagamento devolvido pelo banco',
}

export const paymentResolutions: Readonly<Record<PaymentResolution, string>> = {
  accepted: 'aceito como está',
  assigned: 'atribuído a um pedido',
  refunded: 'reembolsado ao cliente',
  upheld: 'o dinheiro saiu mesmo',
  dismissed: 'encerrado sem efeito',
}

/** Labels for the history, which also records money that was never taken back. */
export const notedResolutions: Readonly<Record<PaymentResolution | 'stayed', string>> = {
  ...paymentResolutions,
  stayed: 'o dinheiro não saiu',
}

/** Labels for reversed money, for which 'dismissed' is a decision. */
const reversalResolutions: Partial<Record<PaymentResolution, string>> = {
  refunded: 'registrado como reembolso',
  dismissed: notedResolutions.stayed,
}

export function getResolutionLabel(problem: PaymentProblem, resolution: PaymentResolution): string {
  const reversalResolution = problem === 'reversed' ? reversalResolutions[resolution] : undefined
  return reversalResolution ?? paymentResolutions[resolution]
}

export const otherValueLabel = 'Informado com outro valor'

export const paymentOutcomeLabels: Readonly<Record<PaymentOutcome | 'reversed', string>> = {
  confirmed: 'confirmou o pedido',
  late: 'chegou com atraso e confirmou o pedido',
  noted: 'o pedido já constava como pago',
  known: 'já contado',
  'value-differs': 'já contado, com outro valor',
  unmatched: 'sem boleto da loja',
  'boleto-differs': 'não confere com o boleto',
  'amount-differs': 'valor diferente do boleto',
  double: 'em dobro',
  'rejected-order': 'pedido reprovado',
  'renewed-elsewhere': 'a unidade já foi renovada por outro pedido',
  'account-removed': 'conta removida',
  reversed: 'devolvido pelo banco',
}

export const boletoWithdrawalLabels: Readonly<Record<BoletoWithdrawalReason, string>> = {
  expired: 'venceu sem pagamento',
  replaced: 'trocado por outro',
  'order-paid': 'pedido pago',
  'order-cancelled': 'pedido cancelado',
}

export const problemAdvice: Readonly<Record<PaymentProblem, string>> = {
  unmatched:
    'Entrou dinheiro que não é de nenhum boleto da loja. Se souber de que pedido é, atribua-o; senão, devolva-o ou encerre com o motivo.',
  'boleto-differs':
    'O retorno tem o nosso número de um boleto da loja, mas não confere com ele: pode ser de outro boleto com o mesmo número. Compare os dois lados. Se for deste pedido ou de outro, atribua-o; senão, devolva-o ou encerre com o motivo.',
  'amount-differs':
    'O valor pago não é o que o boleto pedia no dia, por isso o pedido não foi confirmado. Aceite o valor, ou devolva-o e peça um novo boleto.',
  double: 'O pedido já estava pago: este dinheiro é a mais e deve ser devolvido ao cliente.',
  'rejected-order': 'O pedido foi reprovado e não volta: o dinheiro deve ser devolvido ao cliente.',
  reversed: `O banco ou ${gatewayLabels.the} devolveu este pagamento ao cliente. O pedido continua como está: se preciso, mude a situação dele. Depois diga se o dinheiro saiu mesmo da conta.`,
  'renewed-elsewhere':
    'Pergunte ao cliente: devolva o dinheiro, ou aceite o pagamento e cada unidade ganha mais um ano. Até lá o pedido não é confirmado e o cliente não recebe e-mail.',
  'account-removed':
    'Conta removida: devolva o dinheiro. O pedido não é confirmado, porque ninguém pode mais receber o que ele traz.',
}
