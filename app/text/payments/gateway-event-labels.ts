import { type EventAttention, reconciliationEvent } from '#app/domain/payments/gateway-events.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'

/** Names by event. Unknown events are displayed by their own name. */
const eventNames: Readonly<Record<string, string>> = {
  PAYMENT_CREATED: 'cobrança criada',
  PAYMENT_AWAITING_RISK_ANALYSIS: 'pagamento em análise de risco',
  PAYMENT_APPROVED_BY_RISK_ANALYSIS: 'pagamento aprovado na análise de risco',
  PAYMENT_REPROVED_BY_RISK_ANALYSIS: 'pagamento reprovado na análise de risco',
  PAYMENT_AUTHORIZED: 'pagamento em cartão autorizado',
  PAYMENT_UPDATED: 'cobrança alterada',
  PAYMENT_CONFIRMED: 'cobrança paga, ainda sem crédito',
  PAYMENT_RECEIVED: 'cobrança recebida',
  PAYMENT_CREDIT_CARD_CAPTURE_REFUSED: 'pagamento em cartão recusado',
  PAYMENT_ANTICIPATED: 'recebimento antecipado',
  PAYMENT_OVERDUE: 'cobrança vencida',
  PAYMENT_DELETED: 'cobrança removida',
  PAYMENT_RESTORED: 'cobrança restaurada',
  PAYMENT_REFUNDED: 'cobrança estornada',
  PAYMENT_PARTIALLY_REFUNDED: 'cobrança estornada em parte',
  PAYMENT_REFUND_IN_PROGRESS: 'estorno em andamento',
  PAYMENT_REFUND_DENIED: 'estorno negado',
  PAYMENT_RECEIVED_IN_CASH_UNDONE: 'recebimento em dinheiro desfeito',
  PAYMENT_CHARGEBACK_REQUESTED: 'contestação recebida',
  PAYMENT_CHARGEBACK_DISPUTE: 'contestação em disputa',
  PAYMENT_AWAITING_CHARGEBACK_REVERSAL: 'disputa vencida, valor a caminho',
  PAYMENT_DUNNING_REQUESTED: 'negativação pedida',
  PAYMENT_DUNNING_RECEIVED: 'recebido por negativação',
  PAYMENT_BANK_SLIP_CANCELLED: 'registro do boleto cancelado',
  PAYMENT_BANK_SLIP_VIEWED: 'boleto visto pelo cliente',
  PAYMENT_CHECKOUT_VIEWED: 'fatura vista pelo cliente',
  PAYMENT_SPLIT_CANCELLED: 'divisão do valor cancelada',
  PAYMENT_SPLIT_DIVERGENCE_BLOCK: 'valor bloqueado: a divisão não confere',
  PAYMENT_SPLIT_DIVERGENCE_BLOCK_FINISHED: 'fim do bloqueio pela divisão',
}

const flaggedAdvice: Readonly<Record<string, string>> = {
  PAYMENT_RESTORED: `Alguém restaurou a cobrança no painel ${gatewayLabels.of}: ela pode ser paga de novo. Se o pedido não espera mais pagamento, remova a cobrança lá.`,
  PAYMENT_REFUND_DENIED: `O estorno foi negado: o dinheiro ficou na conta. Se houver aqui um recebimento devolvido à espera, encerre-o com este motivo, e combine com o cliente outra forma de devolver.`,
}

const splitAdvice = `A loja não divide valores com ninguém. Confira a cobrança e as configurações no painel ${gatewayLabels.of}.`

const attentionAdvice: Readonly<Record<Exclude<EventAttention, 'flagged'>, string>> = {
  unknown: `A loja não conhece este aviso. A cobrança, se havia uma, foi conferida com ${gatewayLabels.the}; veja no painel ${gatewayLabels.of} do que ele trata.`,
  differs: `O que ${gatewayLabels.the} diz da cobrança não combina com o que está registrado aqui. Compare a cobrança no painel ${gatewayLabels.of} com o recebimento e os reembolsos do pedido.`,
}

export const attentionLabels: Readonly<Record<EventAttention, string>> = {
  unknown: 'Aviso desconhecido',
  flagged: 'Pede uma decisão',
  differs: 'Não combina com o registrado',
}

export function getGatewayEventName(name: string): string {
  if (name === reconciliationEvent) return 'conferência da cobrança'
  return Object.hasOwn(eventNames, name) ? (eventNames[name] ?? name) : name
}

export function getEventAdvice(name: string, attention: EventAttention): string {
  if (attention !== 'flagged') return attentionAdvice[attention]
  return Object.hasOwn(flaggedAdvice, name) ? (flaggedAdvice[name] ?? splitAdvice) : splitAdvice
}

export const namedEvents = Object.keys(eventNames)
