import type {
  PaymentProblem,
  PaymentResolution,
  PaymentSource,
  Reception,
} from '#app/domain/received-payment.ts'
import type { RetiredWhy } from '#app/domain/slip-state.ts'

/** Who told of money, for staff. */
export const paymentSources: Readonly<Record<PaymentSource, string>> = {
  'bank-file': 'arquivo retorno',
  gateway: 'aviso da Asaas',
  reconciliation: 'conferência com a Asaas',
}

/** Why money waits for a person, for staff. */
export const paymentProblems: Readonly<Record<PaymentProblem, string>> = {
  unmatched: 'Sem boleto da loja',
  'amount-differs': 'Valor diferente do boleto',
  double: 'Pago em dobro',
  'rejected-order': 'Pedido reprovado',
  reversed: 'Pagamento devolvido pelo banco',
}

/** What staff did about it. */
export const paymentResolutions: Readonly<Record<PaymentResolution, string>> = {
  accepted: 'aceito como está',
  assigned: 'atribuído a um pedido',
  refunded: 'devolvido ao cliente',
  dismissed: 'encerrado sem efeito',
}

/** What became of money that came in, for staff. */
export const receptionWords: Readonly<Record<Reception | 'reversed', string>> = {
  confirmed: 'confirmou o pedido',
  late: 'chegou com atraso e confirmou o pedido',
  noted: 'o pedido já constava como pago',
  known: 'já contado',
  unmatched: 'sem boleto da loja',
  'amount-differs': 'valor diferente do boleto',
  double: 'em dobro',
  'rejected-order': 'pedido reprovado',
  reversed: 'devolvido pelo banco',
}

/** Why a slip is no longer wanted, for staff. */
export const retiredWords: Readonly<Record<RetiredWhy, string>> = {
  expired: 'venceu sem pagamento',
  replaced: 'trocado por outro',
  'order-paid': 'pedido pago',
  'order-cancelled': 'pedido cancelado',
}
