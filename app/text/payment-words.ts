import type { CivilDate } from '#app/domain/calendar.ts'
import { type PaymentState, showsSlip } from '#app/domain/payment.ts'
import type { PaymentProblem } from '#app/domain/received-payment.ts'
import { formatDate } from '#app/text/format.ts'

/** How a slip is paid, said alike on the page, on paper and in mails. */
export const paymentWords = {
  pixTitle: 'Pague com Pix',
  pixHow:
    'No aplicativo do seu banco, abra o Pix e leia o código QR, ou escolha “Pix copia e cola” e cole o código.',
  pixPicture: 'Código QR do Pix',
  either: 'Pague por Pix ou pelo boleto, como preferir: qualquer um dos dois quita o pedido.',
  registering:
    'Os bancos aceitam este boleto depois de registrado, em geral no próximo dia útil. Se o seu ainda não o encontrar, tente de novo amanhã.',
  confirmation: 'A confirmação do pagamento leva até 48 horas.',
  expired:
    'Este boleto não deve mais ser pago. Gere uma nova via com outro vencimento; o pedido continua guardado. Se você já pagou, não é preciso fazer nada.',
  rejected:
    'O banco ainda não aceitou o boleto deste pedido, e por isso ele não pode ser pago. Já estamos vendo o que houve e avisaremos por e-mail. Não é preciso comprar de novo.',
  checking:
    'O boleto deste pedido consta como pago. Estamos conferindo o pagamento e avisaremos por e-mail. Não é preciso pagar de novo.',
  ignoreIfPaid: 'Se você já pagou, não é preciso fazer nada.',
} as const

/** What the payment page says first, by what it shows. */
export const paymentLeads: Readonly<Record<PaymentState, string | undefined>> = {
  generating: 'Recebemos seu pedido. Esta página se atualiza sozinha.',
  ready: 'Recebemos seu pedido. Agora é só pagar o boleto.',
  registering: 'Recebemos seu pedido. Agora é só pagar o boleto.',
  overdue: 'O boleto deste pedido venceu.',
  rejected: 'O boleto deste pedido ainda não pode ser pago.',
  expired: 'O boleto venceu.',
  checking: 'O pagamento está em conferência.',
  failed: 'Seu pedido está guardado; falta o boleto.',
  settled: undefined,
}

/** The way to the payment of an order in a list: what there is to do, and until when. */
export function slipLinkWords(
  state: PaymentState,
  slip: { dueDate: CivilDate } | null,
): { label: string; hint?: string } {
  if (state === 'expired') return { label: 'Gerar nova via', hint: 'o boleto venceu' }
  if (!slip || !showsSlip(state)) return { label: 'Pagamento' }
  const verb = state === 'overdue' ? 'venceu' : 'vence'
  return { label: 'Boleto', hint: `${verb} em ${formatDate(slip.dueDate)}` }
}

/** The one thing to do about the payment of an order. */
export function payLabel(state: PaymentState): string {
  if (state === 'expired') return 'Gerar nova via do boleto'
  return showsSlip(state) ? 'Pagar o boleto' : 'Ver o pagamento'
}

/** What staff have to look at in a payment; 'late' came for an order that was cancelled or a slip that was over. */
export type PaymentNews = PaymentProblem | 'late'

export const paymentNewsWords: Readonly<Record<PaymentNews, { title: string; task: string }>> = {
  unmatched: {
    title: 'Pagamento sem pedido',
    task: 'Chegou um pagamento que não pertence a nenhum boleto da loja. Encontre o pedido ou devolva o valor.',
  },
  'amount-differs': {
    title: 'Pagamento de outro valor',
    task: 'O valor pago não é o do boleto, e o pedido não foi confirmado. Aceite o valor ou combine com o cliente.',
  },
  double: {
    title: 'Pagamento em dobro',
    task: 'Chegou mais um pagamento de um pedido que já está pago. Devolva o valor ao cliente.',
  },
  'rejected-order': {
    title: 'Pagamento de pedido reprovado',
    task: 'Chegou o pagamento de um pedido que foi reprovado e por isso não volta. Devolva o valor ao cliente.',
  },
  reversed: {
    title: 'Pagamento estornado',
    task: 'Um pagamento foi desfeito depois de recebido. O pedido continua como está: confira e decida o que fazer.',
  },
  late: {
    title: 'Pagamento atrasado',
    task: 'O pagamento chegou depois que o boleto ou o pedido deixou de valer. O pedido foi confirmado: confira se pode ser atendido.',
  },
}

const paymentSources: Readonly<Record<string, string>> = {
  'bank-file': 'Arquivo do banco',
  gateway: 'Aviso do emissor',
  reconciliation: 'Conferência com o emissor',
  staff: 'Equipe',
}

/** Where the shop learned of a payment; a source that is not known as it is. */
export function paymentSourceWords(source: string): string {
  return paymentSources[source] ?? source
}
