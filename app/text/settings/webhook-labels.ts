import {
  type AddressFault,
  type DeliveryState,
  maxEndpoints,
  type WebhookEvent,
} from '#app/domain/settings/webhook.ts'

export const webhookEventLabels: Readonly<Record<WebhookEvent, string>> = {
  'order.placed': 'Pedido feito',
  'order.paid': 'Pagamento do pedido confirmado',
  'order.cancelled': 'Pedido cancelado',
  'order.dispatched': 'Expedição enviada',
  'subscription.released': 'Assinatura ou compra liberada',
  'subscription.renewed': 'Assinatura renovada',
  'subscription.expired': 'Assinatura vencida',
  'publication.revised': 'Nova revisão de uma publicação',
}

export function getWebhookEventName(event: string): string {
  if (event === 'ping') return 'Teste'
  return Object.entries(webhookEventLabels).find(([name]) => name === event)?.[1] ?? event
}

export function formatWebhookEventNames(events: readonly string[]): string {
  return events.map(getWebhookEventName).join(', ')
}

/** Labels, with the code of the filter in the address. */
export const deliveryStateLabels = {
  waiting: { code: 1, text: 'A enviar', tone: 'warn' },
  delivered: { code: 2, text: 'Entregue', tone: 'good' },
  'given-up': { code: 3, text: 'Não entregue', tone: 'bad' },
} as const satisfies Record<DeliveryState, { code: number; text: string; tone: string }>

export const addressFaultLabels: Readonly<Record<AddressFault, string>> = {
  unreadable: 'Endereço incorreto: use algo como https://sistema.exemplo.com.br/avisos',
  'with-credentials': 'Não ponha usuário nem senha no endereço',
  'not-https': 'O endereço precisa começar com https://',
  private: 'O endereço é de uma rede interna: use um que a internet alcance',
  'other-port': 'Só as portas 443 e 80 são aceitas',
}

const failurePatterns: readonly (readonly [RegExp, string])[] = [
  [/^address refused: private$/, 'o endereço é de uma rede interna'],
  [/^address refused: not-https$/, 'o endereço não é https'],
  [/^address refused: other-port$/, 'o endereço usa uma porta que não é aceita'],
  [/^address refused/, 'o endereço não foi encontrado ou não é aceito'],
  [/ENOTFOUND|EAI_AGAIN/, 'o servidor do endereço não foi encontrado'],
  [/ECONNREFUSED/, 'o servidor recusou a conexão'],
  [/^no answer in time$/, 'não houve resposta em dez segundos'],
  [/^endpoint is paused$/, 'o webhook estava em pausa'],
  [/CERT|certificate|altname/i, 'o certificado do servidor não é válido'],
]

/** Returns the receiver's response: 'resposta 500: Internal Server Error'. */
export function formatDeliveryFailure(error: string): string {
  const [, response] = /^answer (.*)$/s.exec(error) ?? []
  if (response !== undefined) return `resposta ${response}`
  return failurePatterns.find(([pattern]) => pattern.test(error))?.[1] ?? `sem resposta (${error})`
}

export const webhookRefusals = {
  tooMany: `Já há ${maxEndpoints} webhooks, e não cabem mais.`,
  noEvent: 'Escolha ao menos um evento',
  madeBefore:
    'Esta Idempotency-Key já foi usada para criar um webhook. O segredo só aparece uma vez: gere outro.',
}
